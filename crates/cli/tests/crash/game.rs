//! A game that two people play, and what was acknowledged in it.

use std::sync::Mutex;

use serde_json::Value;

use crate::person::Person;

/// A command that was acknowledged: by whom, its id, and the number of its news.
#[derive(Clone, PartialEq, Debug)]
pub struct AcknowledgedCommand {
    pub seat: usize,
    pub id: String,
    pub command: Value,
    pub seq: u32,
}

pub struct CrashGame {
    pub table: String,
    /// In the order of their seats.
    pub people: [Person; 2],
    /// What was acknowledged, in order.
    receipts: Mutex<Vec<AcknowledgedCommand>>,
}

impl CrashGame {
    pub fn new(table: String, people: [Person; 2]) -> CrashGame {
        CrashGame { table, people, receipts: Mutex::default() }
    }

    pub fn acknowledged(&self, receipt: AcknowledgedCommand) {
        self.receipts.lock().unwrap().push(receipt);
    }

    /// What was acknowledged so far, in order.
    pub fn receipts(&self) -> Vec<AcknowledgedCommand> {
        self.receipts.lock().unwrap().clone()
    }

    pub fn view(&self) -> String {
        format!("/tables/{}/view", self.table)
    }

    pub fn commands(&self) -> String {
        format!("/tables/{}/commands", self.table)
    }
}
