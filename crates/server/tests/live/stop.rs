//! A server that is asked to stop.

use serde_json::json;

use crate::house::{TestServer, settings};

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_to_come_back_and_nothing_is_lost() {
    let mut house = TestServer::open().await;
    let people = house.guests(["Anna", "Bert"]).await;
    let table = house.table(&people, settings(2, 10, json!({}))).await;
    let mut line = people[0].socket(&table, "").await;
    line.next().await;
    let mut events = people[1].events(&format!("/tables/{table}/events"), None).await;
    events.next().await;
    let mut inbox = people[1].events("/inbox/events", None).await;
    inbox.next().await;
    let steps = house.steps(&table).await.len();

    let (code, (), (), ()) =
        tokio::join!(line.hangs_up(), events.ends(), inbox.ends(), house.ask_to_stop());
    assert_eq!(code, Some(1012), "a restart");

    house.restart().await;
    assert_eq!(house.steps(&table).await.len(), steps);
    people[0].view(&table, "").await;
}
