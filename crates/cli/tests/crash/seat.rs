//! A seat with a socket: what it is told, in order.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use futures::{SinkExt as _, StreamExt as _};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::options::SeatOptions;
use crate::person::{Person, Socket};

pub struct SeatClient {
    pub person: Person,
    table: String,
    line: Option<Socket>,
    /// The last news that it has.
    pub seq: Option<u32>,
    pub options: SeatOptions,
    /// The lines of its log that it was told, by their numbers.
    pub lines: BTreeMap<u64, Value>,
}

#[derive(Deserialize)]
pub struct SeatMessage {
    pub r#type: String,
    #[serde(default)]
    pub id: Option<String>,
    #[serde(default)]
    pub seq: Option<u32>,
    #[serde(default)]
    pub log: Value,
    #[serde(default)]
    pub problem: Option<Value>,
    #[serde(default)]
    options: Option<SeatOptions>,
}

impl SeatClient {
    pub fn new(person: Person, table: &str) -> SeatClient {
        let table = table.to_owned();
        let (options, lines) = (SeatOptions::default(), BTreeMap::new());
        SeatClient { person, table, line: None, seq: None, options, lines }
    }

    pub fn is_connected(&self) -> bool {
        self.line.is_some()
    }

    /// Comes back for what it has missed.
    pub async fn connect(&mut self, address: &str) -> Result<()> {
        let query = self.seq.map(|seq| format!("?since={seq}")).unwrap_or_default();
        self.line = Some(self.person.socket(address, &self.table, &query).await?);
        Ok(())
    }

    pub async fn say(&mut self, id: &str, command: &Value) -> Result<()> {
        let request = json!({"type": "command", "id": id, "command": command});
        let line = self.line.as_mut().context("there is no line")?;
        let sent = line.send(Frame::text(request.to_string())).await;
        self.unless_cut(sent.map_err(Into::into))
    }

    /// The next message.
    ///
    /// # Errors
    /// If the line is cut.
    ///
    /// # Panics
    /// If news are missing or come twice, or a line of the log is not what it was.
    pub async fn hear(&mut self) -> Result<SeatMessage> {
        let heard = self.listen().await;
        let mut heard = self.unless_cut(heard)?;
        let known = self.seq;
        match &*heard.r#type {
            "view" => {
                assert!(heard.seq >= known, "news go back from {known:?} to {:?}", heard.seq);
                self.seq = heard.seq;
                self.options = heard.options.take().unwrap_or_default();
            }
            "news" => {
                let next = known.map(|known| known + 1);
                assert_eq!(heard.seq, next, "news come one after another");
                self.seq = next;
                self.options.patch(heard.options.take().unwrap_or_default());
            }
            _ => {}
        }
        self.note(&heard.log);
        Ok(heard)
    }

    fn note(&mut self, log: &Value) {
        for line in log.as_array().into_iter().flatten() {
            let number = line["n"].as_u64().expect("a line has a number");
            let known = self.lines.entry(number).or_insert_with(|| line.clone());
            assert_eq!(known, line, "a line of the log of {} has changed", self.table);
        }
    }

    async fn listen(&mut self) -> Result<SeatMessage> {
        let line = self.line.as_mut().context("there is no line")?;
        loop {
            let frame = line.next().await.context("the line was closed")??;
            ensure!(!frame.is_close(), "the line was closed");
            if let Frame::Text(text) = frame {
                return Ok(serde_json::from_str(&text).expect("the server speaks JSON"));
            }
        }
    }

    fn unless_cut<T>(&mut self, result: Result<T>) -> Result<T> {
        if result.is_err() {
            self.line = None;
        }
        result
    }
}
