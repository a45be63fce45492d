//! The end of a game is stored before it is broadcast.

use serde_json::{Value, json};

use crate::test_server::{TestServer, settings};

/// A simple move, if there is one.
fn plain(options: &Value) -> Option<Value> {
    if let Some(placing) = options["deploy"].as_array().and_then(|deploy| deploy.first()) {
        return Some(json!({"type": "deploy", "to": placing["on"], "troops": placing["most"]}));
    }
    let may = |name: &&str| options[name] == true;
    let name = ["end_attack", "end_turn", "pass"].into_iter().find(may)?;
    Some(json!({ "type": name }))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_that_cannot_be_written_down_is_told_when_it_can() {
    let server = TestServer::open().await;
    let people = server.guests(["Anna", "Bert"]).await;
    let table = server.table(&people, settings(2, 1, json!({}))).await;
    server
        .alter(
            "CREATE TRIGGER full BEFORE UPDATE ON records WHEN OLD.kind = 'table' \
             BEGIN SELECT RAISE(ABORT, 'no room'); END",
        )
        .await;
    let mut moves = 0;
    let (by, last, command) = 'game: loop {
        for (seat, user) in people.iter().enumerate() {
            let view = user.view(&table, "").await;
            assert_eq!(view["table"]["over"], false, "nobody is told of an end that is not kept");
            let Some(command) = plain(&view["options"]) else { continue };
            moves += 1;
            let id = moves.to_string();
            let answer = user.command(&table, &id, seat as u8, command.clone()).await;
            if answer.status != 200 {
                answer.is(503);
                break 'game (seat, id, command);
            }
        }
    };
    people[by].command(&table, &last, by as u8, command.clone()).await.is(503);

    server.alter("DROP TRIGGER full").await;
    people[by].command(&table, &last, by as u8, command).await.ok();
    for user in &people {
        assert_eq!(user.view(&table, "").await["table"]["over"], true);
        user.get(&format!("/tables/{table}/honours")).await.ok();
    }
}
