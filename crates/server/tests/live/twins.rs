//! Two servers that play the same game but for one secret send the same to everybody who does not know it, byte for
//! byte.

use parley::contract::Subject;
use parley::{Chance, Options as _, Seat, SeatSet, Seed, Table};
use serde::Serialize;
use serde_json::{Value, json};

use crate::engine::{Engine, TestedGame};
use crate::leak::{anything, desk, events, frames, mapped_desk};
use crate::play::WatchedSocket;
use crate::resume::play_on;
use crate::routes::{RecordedResponse, ask_tools, meddle, snoop};
use crate::test_server::{TestServer, settings};
use crate::user::User;

/// A table that is about to diverge.
pub struct Fork<'a> {
    pub server: &'a TestServer,
    pub table: &'a str,
    pub people: &'a [User],
    /// Those who may tell the two courses apart.
    pub in_the_know: SeatSet,
}

/// What somebody does: which seat, and what.
pub type SeatCommand = (Seat, Value);

/// Everything that somebody was sent.
#[derive(PartialEq, Debug)]
pub struct Transcript {
    /// Sockets, streams, the referee.
    said: Vec<Vec<String>>,
    answered: Vec<RecordedResponse>,
}

impl Fork<'_> {
    /// Plays one course, and returns everything that those who know nothing of it were sent.
    async fn go(&self, deeds: &[SeatCommand], asked: &[SeatCommand]) -> Vec<Transcript> {
        let server = self.server.copy().await;
        let there: Vec<User> = self.people.iter().map(|user| user.at(&server.door)).collect();
        let mut outsiders = vec![server.nobody()];
        let outside = |seat: &usize| !self.in_the_know.contains(Seat(*seat as u8));
        outsiders.extend((0..there.len()).filter(outside).map(|seat| there[seat].clone()));
        let mut listening = Vec::new();
        for user in &outsiders {
            let stream = user.events(&format!("/tables/{}/events", self.table), None).await;
            listening.push((frames(user.socket(self.table, "").await), events(stream)));
        }
        for (n, (by, command)) in deeds.iter().enumerate() {
            let user = &there[by.index()];
            user.command(self.table, &format!("deed {n}"), by.0, command.clone()).await.ok();
        }
        let mut refused = Vec::new();
        for (n, (by, command)) in asked.iter().enumerate() {
            let user = &there[by.index()];
            let answer = user.command(self.table, &format!("no {n}"), by.0, command.clone()).await;
            assert_eq!(answer.status, 422, "{}", answer.text);
            refused.push(answer.text);
        }
        there[0].post(&format!("/tables/{}/pause", self.table), json!({})).await.ok();
        let mut told = vec![Transcript { said: vec![refused], answered: Vec::new() }];
        for (user, (socket, stream)) in outsiders.iter().zip(listening) {
            let answered = snoop(user, self.table).await;
            let mut weighed = Vec::new();
            for seat in self.in_the_know {
                weighed.push(self.weighs(user, seat).await);
            }
            let tools = ask_tools(user, self.table).await;
            let said = vec![weighed, tools, socket.await.unwrap(), stream.await.unwrap()];
            told.push(Transcript { said, answered });
        }
        let answered = meddle(&outsiders, self.table).await;
        told.push(Transcript { said: Vec::new(), answered });
        told
    }

    /// What a referee says to a deal about something that a seat may or may not have in hand.
    async fn weighs(&self, user: &User, seat: Seat) -> String {
        let goods = json!({ "action_cards": ["Sabotage"], "secrets": ["Secret 1"] });
        let term = json!({ "by": seat, "act": { "act": "transfer", "goods": goods } });
        let idea = json!({ "to": seat, "terms": [term] });
        let answer = user.post(&format!("/tables/{}/verdict", self.table), idea).await;
        format!("{} {}", answer.status, answer.text)
    }

    pub async fn looks_alike(
        &self,
        one: &[SeatCommand],
        other: &[SeatCommand],
        asked: &[SeatCommand],
    ) {
        let (here, there) = (self.go(one, asked).await, self.go(other, asked).await);
        assert_eq!(here.len(), there.len());
        for (here, there) in here.into_iter().zip(there) {
            assert_eq!(here, there, "{one:?} and {other:?} can be told apart");
        }
    }
}

/// The same game after two commands that only some can tell apart, and what else happened then.
struct Pair<G: TestedGame> {
    here: Table<G>,
    there: Table<G>,
    in_the_know: SeatSet,
    one: Vec<SeatCommand>,
    other: Vec<SeatCommand>,
    asked: Vec<SeatCommand>,
}

fn deeds<C: Serialize>(course: &[(Seat, C)]) -> Vec<SeatCommand> {
    course.iter().map(|(by, command)| (*by, json!(command))).collect()
}

impl<G: TestedGame + Subject> Pair<G> {
    fn find(game: &G, chance: &mut Chance) -> Option<Pair<G>> {
        let by = Seat(chance.index(game.seats().len()) as u8);
        let pair = game.lookalikes(by, chance)?;
        let (mut here, mut there) = (Table::at(game.clone()), Table::at(game.clone()));
        for (table, course) in [(&mut here, &pair.one), (&mut there, &pair.other)] {
            for (by, command) in course {
                table.act(*by, command).ok()?;
            }
        }
        let over = here.game().is_over() || there.game().is_over();
        (!over && pair.one != pair.other).then(|| Pair {
            here,
            there,
            in_the_know: pair.in_the_know,
            one: deeds(&pair.one),
            other: deeds(&pair.other),
            asked: Vec::new(),
        })
    }

    /// Goes on with what brings nothing to light, and with questions that are refused.
    fn go_on(&mut self, chance: &mut Chance) {
        for _ in 0..12 {
            let Some((by, command)) = anything(self.here.game(), chance) else { return };
            if !self.is_quiet(by, &command) {
                continue;
            }
            let (mut here, mut there) =
                (Table::at(self.here.game().clone()), Table::at(self.there.game().clone()));
            let done = here.act(by, &command).is_ok() && there.act(by, &command).is_ok();
            if done && !here.game().is_over() && !there.game().is_over() {
                (self.here, self.there) = (here, there);
                self.one.push((by, json!(command)));
                self.other.push((by, json!(command)));
            }
        }
        let Some(curious) = self.outsiders().nth(0) else { return };
        for _ in 0..6 {
            let command = self.here.game().any_command(chance);
            let refused = |game: &G| game.decide(curious, &command, &mut Vec::new()).is_err();
            if refused(self.here.game()) && refused(self.there.game()) {
                self.asked.push((curious, json!(command)));
            }
        }
    }

    fn outsiders(&self) -> SeatSet {
        self.here.game().seats().minus(self.in_the_know)
    }

    fn is_quiet(&self, by: Seat, command: &G::Command) -> bool {
        self.outsiders().into_iter().all(|seat| {
            self.here.game().is_quiet(seat, by, command)
                && self.there.game().is_quiet(seat, by, command)
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deals_and_cards_that_look_alike_sound_alike() {
    let mut server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam", "Ida", "Tom"]).await;
    let clock =
        json!({ "pace": "live", "turn_seconds": 60, "window_seconds": 20, "bank_seconds": 0 });
    let table = server
        .table(&people, settings(4, 20, json!({ "clock": clock, "allow_bots": false })))
        .await;
    let mut engine = Engine::<backchannel::Game>::of(&server, &table, &people[0]).await;
    let mut chance = Seed::numbered(13, 0).stream(0);
    let mut pairs = 0;
    while pairs < 6 {
        play_on(&server, &table, &people, &mut engine, &mut chance, 4).await;
        assert!(!parley::Game::is_over(&engine.game), "the game lasts long enough");
        let found = (0..20).find_map(|_| Pair::find(&engine.game, &mut chance));
        let Some(mut pair) = found else { continue };
        pair.go_on(&mut chance);
        server.stop().await;
        let in_the_know = pair.in_the_know;
        let fork = Fork { server: &server, table: &table, people: &people, in_the_know };
        fork.looks_alike(&pair.one, &pair.other, &pair.asked).await;
        server.restart().await;
        pairs += 1;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_and_hands_at_a_desk_that_look_alike_sound_alike() {
    sound_alike(desk()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_and_hands_at_a_desk_with_a_map_that_look_alike_sound_alike() {
    sound_alike(mapped_desk()).await;
}

async fn sound_alike(desk: Value) {
    let mut server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam", "Ida"]).await;
    let table = server.table(&people, desk).await;
    let mut chance = Seed::numbered(14, 0).stream(0);
    for round in 0..4 {
        let mut engine = Engine::<twilight::Game>::now(&server, &table, &people[0]).await;
        for n in 0..5 {
            let Some((by, command)) = anything(&engine.game, &mut chance) else { break };
            if command == twilight::Command::Leave {
                continue;
            }
            let id = format!("{round} {n}");
            people[by.index()].command(&table, &id, by.0, json!(command)).await.ok();
            engine.catch_up(&server, &table).await;
        }
        let found = (0..50).find_map(|_| Pair::find(&engine.game, &mut chance));
        let mut pair = found.expect("somebody can always draw or offer");
        pair.go_on(&mut chance);
        server.stop().await;
        let in_the_know = pair.in_the_know;
        let fork = Fork { server: &server, table: &table, people: &people, in_the_know };
        fork.looks_alike(&pair.one, &pair.other, &pair.asked).await;
        server.restart().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whether_two_others_whisper_cannot_be_told() {
    let mut server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam", "Ida", "Tom"]).await;
    let clock =
        json!({ "pace": "live", "turn_seconds": 60, "window_seconds": 20, "bank_seconds": 0 });
    let table = server
        .table(&people, settings(4, 20, json!({ "clock": clock, "allow_bots": false })))
        .await;
    let mut watch = WatchedSocket::open(&people[0], &table, "").await;
    let late = watch.follower.table["clock"]["seat"].as_u64().unwrap() as usize;
    server.turn(60);
    while watch.follower.table["seats"][late]["timeouts"] != 1 {
        let message = watch.line.next().await;
        watch.follower.hear(&message);
    }
    drop(watch);
    let engine = Engine::<backchannel::Game>::now(&server, &table, &people[0]).await;
    let from = Seat(late as u8);
    let mut chance = Seed::numbered(15, 0).stream(0);
    let options = parley::Game::options(&engine.game, from);
    let words = std::iter::repeat_with(|| options.sample_word(&mut chance));
    let mut whispers = words.flatten().filter_map(|word| match word {
        backchannel::Command::Signal { to: Some(to), .. } => Some((to, json!(word))),
        _ => None,
    });
    let (to, whisper) = whispers.next().unwrap();
    server.stop().await;
    let in_the_know = SeatSet::only(from).with(to);
    let fork = Fork { server: &server, table: &table, people: &people, in_the_know };
    fork.looks_alike(&[(from, whisper)], &[], &[]).await;
}
