//! A server that is asked to stop.

use serde_json::json;

use crate::test_server::{TestServer, settings};

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_to_come_back_and_nothing_is_lost() {
    let mut server = TestServer::open().await;
    let people = server.guests(["Anna", "Bert"]).await;
    let table = server.table(&people, settings(2, 10, json!({}))).await;
    let mut line = people[0].socket(&table, "").await;
    line.next().await;
    let mut events = people[1].events(&format!("/tables/{table}/events"), None).await;
    events.next().await;
    let mut inbox = people[1].events("/inbox/events", None).await;
    inbox.next().await;
    let steps = server.steps(&table).await.len();

    let (code, (), (), ()) =
        tokio::join!(line.hangs_up(), events.ends(), inbox.ends(), server.ask_to_stop());
    assert_eq!(code, Some(1012), "a restart");

    server.restart().await;
    assert_eq!(server.steps(&table).await.len(), steps);
    people[0].view(&table, "").await;
}
