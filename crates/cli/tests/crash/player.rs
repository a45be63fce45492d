//! Two seats of a table that are played on, whatever becomes of the server.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Result, bail};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::time::{Instant, timeout};

use crate::options::Options;
use crate::seat::Seat;
use crate::table::Table;

/// Before it is tried again.
pub const PAUSE: Duration = Duration::from_millis(10);
/// An answer that takes longer than this, with all the crashes in between, will not come.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// A command that was acknowledged: by whom, its id, and the number of its news.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Receipt {
    pub seat: usize,
    pub id: String,
    pub command: Value,
    pub seq: u32,
}

impl Receipt {
    pub fn mark(&self) -> String {
        format!("{}:{}", self.seat, self.id)
    }
}

/// What was acknowledged at a table, in order.
pub type Receipts = Arc<Mutex<Vec<Receipt>>>;

/// How the server is spoken to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Sockets,
    Requests,
}

pub struct Player {
    pub table: String,
    pub receipts: Receipts,
    way: Way,
    seats: [Seat; 2],
    /// Where the server is now.
    address: watch::Receiver<String>,
    sent: u32,
    /// Commands that had to be sent again.
    pub repeated: u32,
}

impl Player {
    pub fn new(table: Table, way: Way, address: watch::Receiver<String>) -> Player {
        let Table { id, people } = table;
        let seats = people.map(|person| Seat::new(person, &id));
        let receipts = Receipts::default();
        Player { table: id, receipts, way, seats, address, sent: 0, repeated: 0 }
    }

    /// Does not use the ids of those who played before it.
    pub fn after(self, sent: u32) -> Player {
        Player { sent, ..self }
    }

    /// Plays until it is told to stop, and leaves no command unanswered.
    pub async fn play(mut self, stop: watch::Receiver<bool>) -> Player {
        while !*stop.borrow() {
            let step = timeout(PATIENCE, self.step()).await;
            step.unwrap_or_else(|_| panic!("no answer at {}", self.table));
        }
        self
    }

    async fn step(&mut self) {
        let before = self.look().await;
        let turn = before.iter().position(|(_, options)| options.command().is_some());
        let turn = turn.unwrap_or_else(|| panic!("nobody may move at {}", self.table));
        let command = before[turn].1.command().expect("it was just looked for");
        self.sent += 1;
        let id = format!("{}", self.sent);
        let mut tries = 0;
        let seq = loop {
            match self.order(turn, &id, &command).await {
                Ok(seq) => break seq,
                Err(_) => tokio::time::sleep(PAUSE).await,
            }
            tries += 1;
        };
        self.repeated += u32::from(tries > 0);
        assert!(seq > before[turn].0, "the number of a command goes back at {}", self.table);
        self.receipts.lock().unwrap().push(Receipt { seat: turn, id, command, seq });
        if self.way == Way::Sockets {
            // The other seat sees every step of such a game.
            self.hear_until(turn, seq).await;
            self.hear_until(1 - turn, before[1 - turn].0 + 1).await;
        }
    }

    /// What each seat has heard and may do.
    async fn look(&mut self) -> [(u32, Options); 2] {
        match self.way {
            Way::Requests => [self.view(0).await, self.view(1).await],
            Way::Sockets => {
                for seat in 0..2 {
                    self.hear_until(seat, 0).await;
                }
                let known = |seat: &Seat| (seat.seq.unwrap_or_default(), seat.options.clone());
                [known(&self.seats[0]), known(&self.seats[1])]
            }
        }
    }

    async fn view(&mut self, seat: usize) -> (u32, Options) {
        let path = format!("/tables/{}/view", self.table);
        loop {
            let address = self.address.borrow().clone();
            let person = &self.seats[seat].person;
            match person.ask(&address, Method::GET, &path, None).await {
                Ok(answer) if answer.status == 200 => {
                    let seq = answer.json["seq"].as_u64().expect("a view has a number") as u32;
                    let known = self.seats[seat].seq.replace(seq);
                    assert!(Some(seq) >= known, "a view goes back from {known:?} to {seq}");
                    let options = serde_json::from_value(answer.json["options"].clone());
                    return (seq, options.expect("a seat has options"));
                }
                Ok(answer) => expect_absence(answer.status, &answer.json),
                Err(_) => {}
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Sends a command and waits for its answer.
    async fn order(&mut self, turn: usize, id: &str, command: &Value) -> Result<u32> {
        let address = self.address.borrow().clone();
        if self.way == Way::Requests {
            let path = format!("/tables/{}/commands", self.table);
            let order = json!({"id": id, "command": command});
            let person = &self.seats[turn].person;
            let answer = person.ask(&address, Method::POST, &path, Some(&order)).await?;
            if answer.status == 200 {
                return Ok(answer.json["seq"].as_u64().expect("a receipt has a number") as u32);
            }
            expect_absence(answer.status, &answer.json);
            bail!("not now");
        }
        let seat = &mut self.seats[turn];
        if !seat.is_connected() {
            seat.connect(&address).await?;
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

    /// Listens until a seat has heard that much, however often the line is cut.
    async fn hear_until(&mut self, seat: usize, seq: u32) {
        let deadline = Instant::now() + PATIENCE;
        while self.seats[seat].seq.is_none_or(|known| known < seq) {
            let late = tokio::time::timeout_at(deadline, self.hear_once(seat)).await;
            late.unwrap_or_else(|_| panic!("seat {seat} of {} hears no {seq}", self.table));
        }
    }

    async fn hear_once(&mut self, seat: usize) {
        let address = self.address.borrow().clone();
        let seat = &mut self.seats[seat];
        if !seat.is_connected() && seat.connect(&address).await.is_err() {
            tokio::time::sleep(PAUSE).await;
            return;
        }
        // A line that is cut is seen on the next look.
        let _ = seat.hear().await;
    }
}

/// Without an answer, a server that cannot answer just now says so and nothing else.
fn expect_absence(status: u16, problem: &Value) {
    assert_eq!(status, 503, "{problem}");
}
