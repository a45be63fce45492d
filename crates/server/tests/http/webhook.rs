//! News of the inbox, posted to somebody's own address.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::routing::post;
use serde_json::{Value, json};
use server::config::Config;
use server::lobby::{SeatStatus, TableStatus};
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::support::{Table, with};

/// A machine of Anna's that takes what is posted to it.
async fn listener() -> (String, mpsc::UnboundedReceiver<Value>) {
    let (tell, told) = mpsc::unbounded_channel();
    let take = |State(tell): State<mpsc::UnboundedSender<Value>>, Json(body): Json<Value>| async move {
        tell.send(body).unwrap();
    };
    let router = axum::Router::new().route("/hook", post(take)).with_state(tell);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, told)
}

#[tokio::test]
async fn somebody_whose_turn_it_is_hears_of_it_once() {
    let (address, mut told) = listener().await;
    let config = Config {
        webhooks: true,
        private_webhooks: true,
        public_url: Some("http://table.test".to_owned()),
        ..Config::default()
    };
    let server = with(config).await;
    tokio::spawn(server.app.clone().chores());
    let anna = server.guest("Anna").await;
    anna.patch("/me", json!({ "webhook": address })).await.ok();
    let table = Table(anna.post("/quick", json!({})).await.ok());
    let seat = SeatStatus { awaited: true, ..SeatStatus::default() };
    let status = TableStatus { round: 1, seats: vec![seat], ..TableStatus::default() };
    server.live.statuses.lock().unwrap().insert(table.table_id(), status);
    for _ in 0..3 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        server.live.bell.send(anna.person()).unwrap();
    }
    let news = tokio::time::timeout(Duration::from_secs(5), told.recv()).await.unwrap().unwrap();
    let waiting = &news["waiting"][0];
    assert_eq!(waiting["your_turn"], true);
    assert_eq!(waiting["url"], format!("http://table.test/t/{}", table.id()));
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(told.try_recv().is_err());
}
