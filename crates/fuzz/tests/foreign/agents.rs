//! Answers of programs that play over the line protocol.

use agents::{ProgramReply, read_answer};
use serde_json::json;

use crate::target;

#[test]
fn agent_answers() {
    let command = json!({ "type": "deploy", "to": 3, "troops": 2 });
    let good = [
        json!({ "id": 7, "n": 3 }),
        json!({ "id": 7, "command": command }),
        json!({ "id": 7, "skip": true }),
        json!({ "id": 6, "n": 0 }),
    ];
    target!("agent_answers", |input: &[u8]| {
        let line = fuzz::document(input, &good);
        let Ok(line) = String::from_utf8(line) else { return };
        for due in [true, false] {
            match read_answer(&line, 7, due) {
                Ok(reply) => assert!(!(due && reply == Some(ProgramReply::Skip)), "{line}"),
                Err(why) => assert!(why.ends_with('.'), "{why}"),
            }
        }
    });
}
