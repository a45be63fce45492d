//! News of the inbox, posted to somebody's own address.

use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use serde_json::{Value, json};
use server::config::{Config, Limits};
use server::lobby::{SeatStatus, TableStatus};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use crate::support::{PATIENCE, Server, Table, User, with};

type Letter = (HeaderMap, Value);

/// A machine of Anna's that takes what is posted to it.
async fn listener() -> (String, UnboundedReceiver<Letter>) {
    let (tell, told) = mpsc::unbounded_channel();
    let take = |State(tell): State<UnboundedSender<Letter>>, headers: HeaderMap, body: String| async move {
        tell.send((headers, serde_json::from_str(&body).unwrap())).unwrap();
    };
    let router = axum::Router::new().route("/hook", post(take)).with_state(tell);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, told)
}

/// Anna with a webhook and a table, on a server that posts at most once a second.
struct Room {
    server: Server,
    anna: User,
    table: Table,
    told: UnboundedReceiver<Letter>,
}

impl Room {
    async fn open() -> Room {
        let (address, told) = listener().await;
        let server = with(Config {
            webhooks: true,
            private_webhooks: true,
            public_url: Some("http://table.test".to_owned()),
            limits: Limits { webhook_seconds: 1, ..Limits::default() },
            ..Config::default()
        })
        .await;
        tokio::spawn(server.app.clone().chores());
        let anna = server.guest("Anna").await;
        anna.patch("/me", json!({ "webhook": address })).await.ok();
        let table = Table(anna.post("/quick", json!({})).await.ok());
        Room { server, anna, table, told }
    }

    /// It is Anna's turn, and so many signals wait.
    fn ring(&self, signals: u32) {
        let seat = SeatStatus { awaited: true, signals, ..SeatStatus::default() };
        let status = TableStatus { round: 1, seats: vec![seat], ..TableStatus::default() };
        self.server.live.statuses.lock().unwrap().insert(self.table.table_id(), status);
        // Nobody listens before the chores have begun.
        let _ = self.server.live.bell.send(self.anna.person());
    }

    async fn letter(&mut self) -> Letter {
        let mut often = tokio::time::interval(Duration::from_millis(50));
        tokio::time::timeout(PATIENCE, async {
            loop {
                tokio::select! {
                    letter = self.told.recv() => return letter.unwrap(),
                    _ = often.tick() => {
                        let _ = self.server.live.bell.send(self.anna.person());
                    }
                }
            }
        })
        .await
        .expect("news arrive")
    }
}

#[tokio::test]
async fn somebody_whose_turn_it_is_hears_of_it_and_knows_by_whom() {
    let mut room = Room::open().await;
    room.ring(0);
    let (headers, news) = room.letter().await;
    let waiting = &news["waiting"][0];
    assert_eq!(waiting["your_turn"], true);
    assert_eq!(waiting["url"], format!("http://table.test/t/{}", room.table.id()));
    assert!(headers["webhook-signature"].to_str().unwrap().starts_with("v1,"));
    assert!(headers["webhook-id"].to_str().unwrap().starts_with("msg_"));
    let me = room.anna.get("/me").await.ok();
    assert!(me["webhook_secret"].as_str().unwrap().starts_with("whsec_"), "{me}");
}

#[tokio::test]
async fn news_soon_after_others_are_posted_later_and_once() {
    let mut room = Room::open().await;
    room.ring(0);
    room.letter().await;
    // Within the second in which Anna is left in peace.
    room.ring(1);
    room.ring(2);
    let (_, news) = room.told.recv().await.unwrap();
    assert_eq!(news["waiting"][0]["signals"], 2, "what came in meanwhile comes in one letter");
    room.ring(3);
    let (_, news) = room.told.recv().await.unwrap();
    assert_eq!(news["waiting"][0]["signals"], 3, "and nothing is told twice");
}
