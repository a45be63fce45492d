//! Two people who play one game after another, whatever happens to the server.

use std::sync::{Arc, Mutex};

use anyhow::{Result, bail};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, timeout};

use crate::chance::SplitMix64;
use crate::game::{AcknowledgedCommand, CrashGame};
use crate::options::SeatOptions;
use crate::person::{PAUSE, Person, expect_absence};
use crate::seat::SeatClient;
use crate::world::PATIENCE;
use crate::{checker, desk, hang_up, table};

/// A desk does not end by itself, so it is left after so many commands.
const DESK_COMMANDS: usize = 40;

/// How the server is spoken to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Transport {
    Sockets,
    Requests,
    /// Every command is sent and aborted before it is sent again.
    HangUps,
}

/// What is played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CrashGameKind {
    Backchannel,
    /// With a clock that would run out if the server counted outages.
    Timed,
    Desk,
}

impl CrashGameKind {
    fn settings(self) -> Value {
        let game = json!({
            "ruleset": "backchannel", "map": "wherrymouth", "seats": 2,
            "settings": {"round_limit": 2},
        });
        let clock =
            json!({"pace": "live", "turn_seconds": 600, "window_seconds": 600, "bank_seconds": 0});
        match self {
            CrashGameKind::Backchannel => json!({"game": game}),
            CrashGameKind::Timed => json!({"game": game, "clock": clock}),
            CrashGameKind::Desk => desk::settings(),
        }
    }
}

/// What others may know of a player.
#[derive(Clone)]
pub struct PlayerProgress {
    /// Commands that were acknowledged, in all games.
    pub acknowledged: watch::Receiver<u64>,
    pub game: Arc<Mutex<Arc<CrashGame>>>,
}

/// What was done until a player stopped.
#[derive(Default)]
pub struct PlayerTally {
    pub acknowledged: u64,
    pub games: u64,
    /// Commands that were retried.
    pub repeated: u64,
}

pub struct CrashPlayer {
    people: [Person; 2],
    kind: CrashGameKind,
    way: Transport,
    /// The current address of the server.
    address: watch::Receiver<String>,
    chance: SplitMix64,
    acknowledged: watch::Sender<u64>,
    current: Arc<Mutex<Arc<CrashGame>>>,
    /// Games that are over are checked while the next one is played.
    checks: JoinSet<()>,
    tally: PlayerTally,
}

impl PlayerTally {
    fn note(&mut self, checked: Result<(), JoinError>) {
        checked.expect("a game is as its players remember it");
        self.games += 1;
    }
}

/// A game with the two seats as they see it.
struct Play {
    game: Arc<CrashGame>,
    seats: [SeatClient; 2],
    /// The `seq` of each seat.
    told: [u32; 2],
    commands: usize,
}

impl CrashPlayer {
    /// Begins the first game.
    pub async fn new(
        kind: CrashGameKind,
        way: Transport,
        address: watch::Receiver<String>,
        chance: SplitMix64,
    ) -> Result<(CrashPlayer, PlayerProgress)> {
        let now_at = address.borrow().clone();
        let people =
            [Person::guest(&now_at, "Owner").await?, Person::guest(&now_at, "Guest").await?];
        let table = table::begin(&now_at, &people, &kind.settings()).await?;
        let current = Arc::new(Mutex::new(Arc::new(CrashGame::new(table, people.clone()))));
        let (acknowledged, count) = watch::channel(0);
        let progress = PlayerProgress { acknowledged: count, game: Arc::clone(&current) };
        let (checks, tally) = (JoinSet::new(), PlayerTally::default());
        let player = CrashPlayer {
            people,
            kind,
            way,
            address,
            chance,
            acknowledged,
            current,
            checks,
            tally,
        };
        Ok((player, progress))
    }

    /// Plays until it is told to stop; the last game is played to its end as well.
    pub async fn play(mut self, stop: watch::Receiver<bool>) -> PlayerTally {
        loop {
            self.play_one(&stop).await;
            if *stop.borrow() {
                break;
            }
            self.begin().await;
        }
        while let Some(checked) = self.checks.join_next().await {
            self.tally.note(checked);
        }
        self.tally
    }

    async fn begin(&mut self) {
        let settings = self.kind.settings();
        let deadline = Instant::now() + PATIENCE;
        let table = loop {
            let now_at = self.address.borrow().clone();
            match table::begin(&now_at, &self.people, &settings).await {
                Ok(table) => break table,
                Err(error) => assert!(Instant::now() < deadline, "no new game: {error:#}"),
            }
            // Its progress is unknown, so it is left alone.
            tokio::time::sleep(PAUSE).await;
        };
        *self.current.lock().unwrap() = Arc::new(CrashGame::new(table, self.people.clone()));
    }

    async fn play_one(&mut self, stop: &watch::Receiver<bool>) {
        let game = Arc::clone(&self.current.lock().unwrap());
        let seats = self.people.clone().map(|person| SeatClient::new(person, &game.table));
        let mut play = Play { game, seats, told: [0; 2], commands: 0 };
        for seat in 0..2 {
            play.told[seat] = self.look(&mut play, seat).await.0;
        }
        loop {
            let step = timeout(PATIENCE, self.step(&mut play)).await;
            let goes_on = step.unwrap_or_else(|_| panic!("no answer at {}", play.game.table));
            let left = self.kind == CrashGameKind::Desk
                && (play.commands >= DESK_COMMANDS || *stop.borrow() && play.commands > 0);
            if !goes_on || left {
                break;
            }
            tokio::time::sleep(self.chance.millis(0, 30)).await;
        }
        let Play { game, seats, told, .. } = play;
        let (address, ends) = (self.address.clone(), self.kind != CrashGameKind::Desk);
        self.checks.spawn(async move {
            let heard = seats.map(|seat| seat.lines);
            checker::whole(&game, &address, told, &heard).await;
            if ends {
                checker::replay(&game, &address).await;
            }
        });
        while let Some(checked) = self.checks.try_join_next() {
            self.tally.note(checked);
        }
    }

    /// Makes a move; false if the game is over.
    async fn step(&mut self, play: &mut Play) -> bool {
        let id = format!("{}", play.commands + 1);
        let mut turn = None;
        for seat in 0..2 {
            let (seq, options) = self.look(play, seat).await;
            let table = &play.game.table;
            assert_eq!(seq, play.told[seat], "{table} is where its commands have brought it");
            turn = turn.or(self.choose(&options, seat, &id).map(|command| (seat, command)));
        }
        let Some((turn, command)) = turn else {
            let view = self.view(play, 0).await;
            assert_eq!(view["table"]["over"], true, "nobody may move at {}", play.game.table);
            return false;
        };
        let seq = self.insist(play, turn, &id, &command).await;
        // Everybody sees every step of such a game: each gets one more message.
        play.told = play.told.map(|told| told + 1);
        assert_eq!(seq, play.told[turn], "the number of a command at {}", play.game.table);
        play.commands += 1;
        play.game.acknowledged(AcknowledgedCommand { seat: turn, id, command, seq });
        self.tally.acknowledged += 1;
        self.acknowledged.send_replace(self.tally.acknowledged);
        true
    }

    fn choose(&self, options: &SeatOptions, seat: usize, words: &str) -> Option<Value> {
        match &options.commands {
            Some(commands) => desk::command(commands, seat, words),
            None => options.command(),
        }
    }

    /// The messages and the options of a seat.
    async fn look(&mut self, play: &mut Play, seat: usize) -> (u32, SeatOptions) {
        if self.way != Transport::Sockets {
            let view = self.view(play, seat).await;
            let seq = view["seq"].as_u64().expect("a view has a number") as u32;
            let options = serde_json::from_value(view["options"].clone());
            return (seq, options.expect("a seat has options"));
        }
        let told = play.told[seat];
        let seat = &mut play.seats[seat];
        while seat.seq.is_none_or(|seq| seq < told) {
            let now_at = self.address.borrow().clone();
            if !seat.is_connected() && seat.connect(&now_at).await.is_err() {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
            // A broken connection is noticed on the next read.
            let _ = seat.hear().await;
        }
        (seat.seq.unwrap_or_default(), seat.options.clone())
    }

    async fn view(&self, play: &Play, seat: usize) -> Value {
        self.people[seat].insist(&self.address, Method::GET, &play.game.view(), None).await
    }

    /// Sends a command until there is a response.
    async fn insist(&mut self, play: &mut Play, turn: usize, id: &str, command: &Value) -> u32 {
        let order = json!({"id": id, "command": command});
        if self.way == Transport::HangUps {
            let now_at = self.address.borrow().clone();
            let path = format!("/api/v1{}", play.game.commands());
            let person = Some(&self.people[turn]);
            let request = hang_up::request(&now_at, "POST", &path, person, &order);
            hang_up::during(&now_at, &request, &mut self.chance).await;
        }
        let mut tries = 0;
        loop {
            let answer = match self.way {
                Transport::Sockets => self.say(&mut play.seats[turn], id, command).await,
                _ => self.post(&play.game, turn, &order).await,
            };
            match answer {
                Ok(seq) => break seq,
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
            self.tally.repeated += u64::from(tries == 0);
            tries += 1;
        }
    }

    async fn post(&self, game: &CrashGame, turn: usize, order: &Value) -> Result<u32> {
        let now_at = self.address.borrow().clone();
        let person = &self.people[turn];
        let answer = person.ask(&now_at, Method::POST, &game.commands(), Some(order)).await?;
        if answer.status == 200 {
            return Ok(answer.json["seq"].as_u64().expect("a receipt has a number") as u32);
        }
        expect_absence(answer.status, &answer.json);
        bail!("not now")
    }

    async fn say(&self, seat: &mut SeatClient, id: &str, command: &Value) -> Result<u32> {
        if !seat.is_connected() {
            let now_at = self.address.borrow().clone();
            seat.connect(&now_at).await?;
        }
        seat.say(id, command).await?;
        loop {
            let heard = seat.hear().await?;
            if heard.id.as_deref() != Some(id) {
                continue;
            }
            if let Some(problem) = &heard.problem {
                expect_absence(problem["status"].as_u64().unwrap_or_default() as u16, problem);
                bail!("not now");
            }
            return Ok(heard.seq.expect("a receipt has a number"));
        }
    }
}
