//! Somebody at a table: follows it over a socket and makes moves, and reconnects when the connection breaks.

use std::time::Duration;

use parley::Seat;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::follower::Follower;
use crate::lock;
use crate::names::KEY;
use crate::oracle::Oracle;
use crate::person::{Person, Socket, TestResponse, ask};
use crate::world::{PROCESSES, World};

/// The timeout of a command.
const PATIENCE: Duration = Duration::from_secs(45);

/// Somebody at a table, or a spectator.
pub(crate) struct SimulatedPlayer<'a> {
    pub world: &'a World,
    pub table: &'a str,
    pub person: Option<&'a Person>,
    pub seat: Option<u8>,
    follower: Option<Follower>,
    commands: u32,
    /// The step of the last command that was acknowledged.
    last: Option<usize>,
    /// Acknowledged commands, and their responses.
    done: Vec<(String, Value, Option<u64>)>,
    over: bool,
}

/// The result of a command.
enum Fate {
    Done(Option<u64>),
    Refused,
    /// Unknown.
    Unknown,
}

impl<'a> SimulatedPlayer<'a> {
    pub fn new(
        world: &'a World,
        table: &'a str,
        person: Option<&'a Person>,
        seat: Option<u8>,
    ) -> SimulatedPlayer<'a> {
        let (follower, last, done) = (None, None, Vec::new());
        SimulatedPlayer {
            world,
            table,
            person,
            seat,
            follower,
            commands: 0,
            last,
            done,
            over: false,
        }
    }

    /// Plays or watches until the game is over.
    pub async fn run(mut self) {
        while !self.over {
            let process = self.world.below(PROCESSES as u64) as usize;
            let path = self.path();
            match Socket::open(self.world, self.person, process, &path).await {
                Some(socket) => self.sit(socket).await,
                None => self.world.wait(4_000).await,
            }
        }
    }

    fn path(&self) -> String {
        let mut path =
            format!("/api/v1/tables/{}/socket?spectate={}", self.table, self.seat.is_none());
        if let Some(follower) = &self.follower {
            path.push_str(&format!("&since={}", follower.seq));
        }
        path
    }

    /// Runs until the connection breaks.
    async fn sit(&mut self, mut socket: Socket) {
        lock(&self.world.counts).sockets += 1;
        loop {
            let think = self.think();
            match timeout(think, socket.next(self.world)).await {
                Ok(Some(message)) => self.hear(&message),
                Ok(None) => return,
                Err(_) if self.seat.is_none() => {}
                Err(_) => {
                    if self.act(&mut socket).await.is_none() {
                        return;
                    }
                }
            }
            let leaves = self.world.one_in(if self.world.is_faulty() { 60 } else { 1_000 });
            if self.over || leaves {
                return;
            }
        }
    }

    fn think(&self) -> Duration {
        let most = match self.world.below(40) {
            0 => 240_000,
            1..=4 => 30_000,
            _ => 6_000,
        };
        Duration::from_millis(50 + self.world.below(most))
    }

    fn hear(&mut self, message: &Value) {
        let heard = match &mut self.follower {
            Some(follower) => follower.hear(message),
            None if message["type"] == "view" => {
                Follower::of(message).map(|it| self.follower = Some(it))
            }
            None => Err(format!("the first message is {message}")),
        };
        if message["type"] == "view" && message["seat"] != json!(self.seat) {
            self.world.fail(format!("{:?} was sent the view of {}", self.seat, message["seat"]));
        }
        if let Err(why) = heard {
            self.world.fail(format!("table {} to {:?}: {why}", self.table, self.seat));
        }
        if let Some(follower) = &self.follower {
            self.world.check(
                self.table,
                (self.person.map(|it| it.number), self.seat),
                follower,
                message,
            );
            self.over = follower.over;
        }
    }

    /// Makes a move if there is one. `None` if the connection is gone.
    async fn act(&mut self, socket: &mut Socket) -> Option<()> {
        let (Some(person), Some(seat)) = (self.person, self.seat) else { return Some(()) };
        let paused = self.world.oracle(self.table, Oracle::is_paused)?;
        if self.world.one_in(if paused { 4 } else { 60 }) {
            self.rest(if paused { "resume" } else { "pause" }).await;
        }
        let choose = |oracle: &Oracle| {
            if oracle.is_over() {
                return None;
            }
            oracle.choose(Seat(seat), &mut lock(&self.world.chance))
        };
        let Some(command) = self.world.oracle(self.table, choose)? else { return Some(()) };
        self.commands += 1;
        let id = format!("{KEY}{}-{}-{}", person.number, self.table, self.commands);
        let command = json!(command);
        self.world.line(|| format!("{} at {} tries {id}: {command}", person.name, self.table));
        self.world.asked(&id);
        let mut alive = Some(());
        let mut fate = Fate::Unknown;
        let mut certain = true;
        if self.world.one_in(2) {
            (fate, alive) = self.by_socket(socket, &id, &command).await;
        }
        while let Fate::Unknown = fate {
            certain = false;
            fate = self.by_http(&id, seat, &command).await;
            if let Fate::Unknown = fate {
                self.world.wait(4_000).await;
            }
        }
        self.world.answered(&id);
        self.settle(person, seat, &id, &fate, certain);
        if let Fate::Done(seq) = fate {
            self.done.push((id, command, seq));
        }
        if self.world.one_in(8) {
            self.repeat(seat).await;
        }
        alive
    }

    /// An earlier request arrives once more, or its id is reused for another command.
    async fn repeat(&self, seat: u8) {
        if self.done.is_empty() {
            return;
        }
        let earlier = self.world.below(self.done.len() as u64) as usize;
        let (id, command, seq) = &self.done[earlier];
        let other = json!({ "type": "end_turn" });
        if self.world.one_in(3) && *command != other {
            if let Fate::Done(_) = self.by_http(id, seat, &other).await {
                self.world.fail(format!("{id} was acknowledged again for another command"));
            }
            return;
        }
        match self.by_http(id, seat, command).await {
            Fate::Done(again) if again != *seq => {
                self.world.fail(format!("{id} was answered {seq:?}, and later {again:?}"));
            }
            Fate::Refused => self.world.fail(format!("{id} was acknowledged, and later refused")),
            Fate::Done(_) | Fate::Unknown => lock(&self.world.counts).repeated += 1,
        }
    }

    /// Asks for a pause or for its end; the response does not matter.
    async fn rest(&self, wish: &str) {
        let path = format!("/api/v1/tables/{}/{wish}", self.table);
        let process = self.world.below(PROCESSES as u64) as usize;
        ask(self.world, self.person, process, ("POST", &path), Some(&json!({}))).await;
    }

    fn settle(&mut self, person: &Person, seat: u8, id: &str, fate: &Fate, certain: bool) {
        match fate {
            Fate::Done(seq) => {
                let step =
                    self.world.acknowledged(self.table, (person.number, seat), id, *seq, self.last);
                self.last = step.or(self.last);
            }
            Fate::Refused | Fate::Unknown => {
                lock(&self.world.counts).refused += 1;
                self.world.line(|| format!("{} is told that {id} is refused", person.name));
                let done = self.world.oracle(self.table, |oracle| oracle.key(seat, id)).flatten();
                if certain && done.is_some() {
                    self.world.fail(format!("{id} was refused and is on disk"));
                }
            }
        }
    }

    async fn by_socket(
        &mut self,
        socket: &mut Socket,
        id: &str,
        command: &Value,
    ) -> (Fate, Option<()>) {
        let message = json!({ "type": "command", "id": id, "command": command });
        if socket.say(&message).await.is_none() {
            return (Fate::Unknown, None);
        }
        if self.world.is_faulty() && self.world.one_in(12) {
            return (Fate::Unknown, None);
        }
        loop {
            let Ok(Some(message)) = timeout(PATIENCE, socket.next(self.world)).await else {
                return (Fate::Unknown, None);
            };
            self.hear(&message);
            if message["id"] == id {
                let status = message["problem"]["status"].as_u64();
                return match message["type"].as_str() {
                    Some("accepted") => (Fate::Done(message["seq"].as_u64()), Some(())),
                    _ if status.is_some_and(|it| it < 500) => (Fate::Refused, Some(())),
                    _ => (Fate::Unknown, Some(())),
                };
            }
        }
    }

    /// Sends it by HTTP, at times to several processes at once.
    async fn by_http(&self, id: &str, seat: u8, command: &Value) -> Fate {
        let path = format!("/api/v1/tables/{}/commands", self.table);
        let order = json!({ "id": id, "seat": seat, "command": command });
        let send = |process| ask(self.world, self.person, process, ("POST", &path), Some(&order));
        let process = self.world.below(PROCESSES as u64) as usize;
        let answers = if self.world.one_in(6) {
            let both = tokio::join!(send(process), send(PROCESSES - 1 - process));
            vec![both.0, both.1]
        } else {
            vec![send(process).await]
        };
        let several = answers.len() > 1;
        let answers: Vec<_> = answers.into_iter().flatten().collect();
        let mut done =
            answers.iter().filter(|answer| answer.is_good()).map(|it| it.json["seq"].as_u64());
        if let Some(seq) = done.next() {
            if done.any(|other| other != seq) {
                self.world.fail(format!("{id} was answered in two ways"));
            }
            return Fate::Done(seq);
        }
        match answers.iter().all(TestResponse::is_final) && !answers.is_empty() && !several {
            true => Fate::Refused,
            false => Fate::Unknown,
        }
    }
}
