//! Inbox notifications, posted to a person's own address.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use parley::Seat;
use serde_json::{Value, json};
use server::api::App;
use server::config::{Config, Limits};
use server::lobby::{SeatStatus, TableStatus, read_positions};
use server::store::RecordKind;
use server::store::transfer::export;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;

use crate::support::{PATIENCE, TestServer, TestTable, User, desk, playing_with, with};

type Letter = (HeaderMap, Value);

/// Anna's machine, which receives the posts.
#[derive(Clone)]
struct Machine {
    tell: UnboundedSender<Letter>,
    /// It takes nothing, and says so.
    refuses: Arc<AtomicBool>,
}

async fn take(State(it): State<Machine>, headers: HeaderMap, body: String) -> StatusCode {
    let refused = it.refuses.load(Ordering::SeqCst);
    it.tell.send((headers, serde_json::from_str(&body).unwrap())).unwrap();
    if refused { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK }
}

async fn listen() -> (String, Arc<AtomicBool>, UnboundedReceiver<Letter>) {
    let (tell, told) = mpsc::unbounded_channel();
    let refuses = Arc::new(AtomicBool::new(false));
    let machine = Machine { tell, refuses: Arc::clone(&refuses) };
    let router = axum::Router::new().route("/hook", post(take)).with_state(machine);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, refuses, told)
}

async fn next(told: &mut UnboundedReceiver<Letter>) -> Letter {
    tokio::time::timeout(PATIENCE, told.recv()).await.expect("news arrive").unwrap()
}

/// Anna with a webhook and a table, on a server that posts at most once a second.
struct Room {
    server: TestServer,
    anna: User,
    table: TestTable,
    refuses: Arc<AtomicBool>,
    told: UnboundedReceiver<Letter>,
    chores: JoinHandle<()>,
}

fn config() -> Config {
    Config {
        webhooks: true,
        private_webhooks: true,
        public_url: Some("http://table.test".to_owned()),
        limits: Limits { webhook_seconds: 1, ..Limits::default() },
        ..Config::default()
    }
}

impl Room {
    async fn open() -> Room {
        let (address, refuses, told) = listen().await;
        let server = with(config()).await;
        let chores = tokio::spawn(server.app.clone().chores());
        let anna = server.guest("Anna").await;
        anna.patch("/me", json!({ "webhook": address })).await.ok();
        let table = TestTable(anna.post("/quick", json!({})).await.ok());
        Room { server, anna, table, refuses, told, chores }
    }

    /// The server goes without a word.
    async fn stop(&mut self) {
        self.chores.abort();
        let _ = (&mut self.chores).await;
    }

    /// Another server on the same store.
    fn start(&mut self) {
        let (store, live) = (self.server.app.store.clone(), self.server.live.clone());
        self.chores = tokio::spawn(App::new(games::all(), store, live, config()).chores());
    }

    fn put(&self, seat: SeatStatus) {
        let status = TableStatus { round: 1, seats: vec![seat], ..TableStatus::default() };
        self.server.live.statuses.lock().unwrap().insert(self.table.table_id(), status);
    }

    fn notify(&self, seat: SeatStatus) {
        self.put(seat);
        // Nobody listens before the chores have begun, and whoever begins looks.
        let _ = self.server.live.inbox_notifier.send(self.anna.person());
    }

    /// Anna looks at her table, at which so many signals have come.
    async fn looks(&self, signals: u32) {
        let (anna, table) = (self.anna.person(), self.table.table_id());
        read_positions::seen(&*self.server.app.store, &anna, &table, Seat(0), signals)
            .await
            .unwrap();
    }

    async fn letter(&mut self) -> Letter {
        next(&mut self.told).await
    }

    async fn signals(&mut self) -> Value {
        self.letter().await.1["waiting"][0]["signals"].clone()
    }
}

/// It is Anna's turn.
fn turn() -> SeatStatus {
    SeatStatus { awaited: true, turns: 1, ..SeatStatus::default() }
}

/// So many signals have come.
fn signals(signals: u32) -> SeatStatus {
    SeatStatus { signals, ..SeatStatus::default() }
}

fn id(letter: &Letter) -> &str {
    letter.0["webhook-id"].to_str().unwrap()
}

#[tokio::test]
async fn somebody_whose_turn_it_is_hears_of_it_and_knows_by_whom() {
    let mut room = Room::open().await;
    room.notify(turn());
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
    room.notify(turn());
    room.letter().await;
    // Within the minimum time between two posts to Anna.
    room.notify(SeatStatus { signals: 1, ..turn() });
    room.notify(SeatStatus { signals: 2, ..turn() });
    assert_eq!(room.signals().await, 2, "what came in meanwhile comes in one letter");
    room.notify(SeatStatus { signals: 3, ..turn() });
    assert_eq!(room.signals().await, 3, "and nothing is told twice");
}

#[tokio::test]
async fn news_that_come_after_one_has_looked_are_posted() {
    let mut room = Room::open().await;
    room.notify(signals(1));
    assert_eq!(room.signals().await, 1);
    room.looks(1).await;
    room.notify(signals(2));
    assert_eq!(room.signals().await, 1, "the second one, as the first has been seen");
}

#[tokio::test]
async fn a_second_turn_in_a_round_and_another_proposal_are_news() {
    let mut room = Room::open().await;
    room.notify(turn());
    room.letter().await;
    room.notify(SeatStatus { turns: 2, ..turn() });
    assert_eq!(room.letter().await.1["waiting"][0]["your_turn"], true);
    for offers in 1..3 {
        room.notify(SeatStatus { proposals: 1, offers, ..SeatStatus::default() });
        assert_eq!(room.letter().await.1["waiting"][0]["proposals"], 1);
    }
}

#[tokio::test]
async fn an_offer_in_place_of_one_that_was_taken_back_is_news() {
    let (address, _, mut told) = listen().await;
    let server = playing_with(config()).await;
    tokio::spawn(server.app.clone().chores());
    let people = [server.guest("Olga").await, server.guest("Sam").await, server.guest("Ida").await];
    let [olga, sam, ida] = &people;
    let table = TestTable(olga.post("/tables", desk()).await.ok());
    for guest in [sam, ida] {
        guest.post(&table.path("/seats"), json!({ "invite": table.invite() })).await.ok();
    }
    olga.post(&table.path("/start"), json!({})).await.ok();
    ida.patch("/me", json!({ "webhook": address })).await.ok();
    let terms = json!([{ "by": 1, "act": { "act": "words", "text": "peace" } }]);
    let offer = json!({ "type": "offer", "to": 2, "terms": terms });
    let withdraw = json!({ "type": "withdraw", "to": 2 });
    let say = async |id: &str, command: &Value| {
        let order = json!({ "id": id, "seat": 1, "command": command });
        sam.post(&table.path("/commands"), order).await.ok();
    };
    say("1", &offer).await;
    assert_eq!(next(&mut told).await.1["waiting"][0]["proposals"], 1);
    say("2", &withdraw).await;
    say("3", &offer).await;
    assert_eq!(next(&mut told).await.1["waiting"][0]["proposals"], 1);
}

#[tokio::test]
async fn news_that_nobody_was_there_to_post_are_posted_by_the_next_server() {
    let mut room = Room::open().await;
    room.notify(signals(1));
    assert_eq!(room.signals().await, 1);
    room.stop().await;
    room.notify(signals(2));
    room.start();
    assert_eq!(room.signals().await, 2);
}

#[tokio::test]
async fn news_wait_for_a_database_that_is_away() {
    let mut room = Room::open().await;
    room.server.live.unanswered.store(2, Ordering::SeqCst);
    room.notify(signals(1));
    assert_eq!(room.signals().await, 1);
    assert_eq!(room.server.live.unanswered.load(Ordering::SeqCst), 0, "it was asked in vain");
}

#[tokio::test]
async fn of_two_servers_one_posts() {
    let mut room = Room::open().await;
    room.start();
    let mut ids = HashSet::new();
    for count in 1..4 {
        room.notify(signals(count));
        let letter = room.letter().await;
        assert_eq!(letter.1["waiting"][0]["signals"], count, "none comes twice");
        assert!(ids.insert(id(&letter).to_owned()));
    }
}

#[tokio::test]
async fn a_letter_that_was_not_taken_is_sent_again_by_the_next_server_under_its_id() {
    let mut room = Room::open().await;
    room.refuses.store(true, Ordering::SeqCst);
    room.notify(signals(1));
    let first = room.letter().await;
    room.stop().await;
    room.start();
    assert_eq!(id(&room.letter().await), id(&first));
}

#[tokio::test]
async fn a_letter_is_not_sent_again_when_there_is_a_newer_one() {
    let mut room = Room::open().await;
    room.refuses.store(true, Ordering::SeqCst);
    room.notify(signals(1));
    room.letter().await;
    room.notify(signals(2));
    let newer = room.letter().await;
    assert_eq!(newer.1["waiting"][0]["signals"], 2);
    assert_eq!(id(&room.letter().await), id(&newer));
}

#[tokio::test]
async fn what_was_posted_goes_with_the_webhook_and_is_in_no_export() {
    let mut room = Room::open().await;
    room.notify(signals(1));
    room.letter().await;
    assert!(room.server.is_kept(RecordKind::WebhookDelivery, room.anna.id()).await.unwrap());
    let mut exported = Vec::new();
    export(&*room.server.app.store, None, &mut exported).await.unwrap();
    assert!(!String::from_utf8(exported).unwrap().contains(r#""kind":"told""#));
    room.anna.patch("/me", json!({ "webhook": "" })).await.ok();
    assert!(!room.server.is_kept(RecordKind::WebhookDelivery, room.anna.id()).await.unwrap());
}
