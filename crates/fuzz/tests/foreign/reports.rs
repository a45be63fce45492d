//! Reports of the arena that a host puts into a folder.

use arena::standings::{self, Standings};
use serde_json::json;

use crate::target;

#[test]
fn arena_reports() {
    let good = [json!(Standings::default().report())];
    target!("arena_reports", |input: &[u8]| {
        match standings::read(&fuzz::document(input, &good)) {
            Ok(report) => drop(serde_json::to_vec(&report).expect("plain data")),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}
