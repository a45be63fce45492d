//! What happens at a desk, posted to a webhook in Discord's format.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use serde_json::{Value, json};
use server::api::App;
use server::config::{Config, Limits};
use server::store::RecordKind;
use tokio::net::TcpListener;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinHandle;

use crate::support::{PATIENCE, TestServer, TestTable, User, playing_with};

/// A channel that takes messages.
#[derive(Clone)]
struct Channel {
    tell: UnboundedSender<String>,
    /// The status of its responses.
    answers: Arc<AtomicU16>,
}

async fn take(State(it): State<Channel>, body: String) -> StatusCode {
    it.tell.send(body).unwrap();
    StatusCode::from_u16(it.answers.load(Ordering::SeqCst)).unwrap()
}

/// A desk for three with an open ledger, on a server that posts at most once a second.
struct Desk {
    server: TestServer,
    olga: User,
    sam: User,
    ida: User,
    table: TestTable,
    address: String,
    answers: Arc<AtomicU16>,
    told: UnboundedReceiver<String>,
    chores: Vec<JoinHandle<()>>,
}

fn config() -> Config {
    Config {
        webhooks: true,
        private_webhooks: true,
        limits: Limits { webhook_seconds: 1, ..Limits::default() },
        ..Config::default()
    }
}

impl Desk {
    async fn open(open_ledger: bool) -> Desk {
        let (tell, told) = mpsc::unbounded_channel();
        let answers = Arc::new(AtomicU16::new(204));
        let channel = Channel { tell, answers: Arc::clone(&answers) };
        let router = axum::Router::new().route("/hook/secret", post(take)).with_state(channel);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/hook/secret", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let server = playing_with(config()).await;
        let chores = vec![tokio::spawn(server.app.clone().chores())];
        let (olga, sam, ida) =
            (server.guest("Olga").await, server.guest("Sam").await, server.guest("Ida").await);
        let player = |faction| json!({ "name": "", "faction": faction, "trade_goods": 5 });
        let players = ["hacan", "sol", "jolnar"].map(player);
        let setup = json!({
            "players": players, "open_ledger": open_ledger, "desk": true,
            "neighbours": [[0, 1], [0, 2], [1, 2]],
        });
        let game = json!({ "ruleset": "twilight", "setup": setup });
        let table = TestTable(olga.post("/tables", json!({ "game": game })).await.ok());
        for guest in [&sam, &ida] {
            guest.post(&table.path("/seats"), json!({ "invite": table.invite() })).await.ok();
        }
        olga.post(&table.path("/start"), json!({})).await.ok();
        Desk { server, olga, sam, ida, table, address, answers, told, chores }
    }

    async fn announcing(open_ledger: bool) -> Desk {
        let desk = Desk::open(open_ledger).await;
        let set = desk.olga.put(&desk.path(), json!({ "webhook": desk.address })).await.ok();
        assert_eq!(set["host"], "127.0.0.1");
        assert!(!set.to_string().contains("secret"), "the address is a secret: {set}");
        desk
    }

    fn path(&self) -> String {
        self.table.path("/announcements")
    }

    async fn say(&self, seat: usize, command: Value) {
        let user = [&self.olga, &self.sam, &self.ida][seat];
        let order = json!({ "id": fresh(), "seat": seat, "command": command });
        user.post(&self.table.path("/commands"), order).await.ok();
    }

    /// In a new turn Olga gives Sam goods now, and he promises her some.
    async fn deal(&self, given: u8, promised: u8, when: &str) {
        let moment = self.olga.get(&self.table.path("/view")).await.ok()["view"]["moment"].clone();
        let active = if moment["active"] == 0 { 1 } else { 0 };
        let turn = json!({ "step": "start_of_turn", "active": active, "asked": null });
        self.say(0, json!({ "type": "set_moment", "moment": turn })).await;
        let give = |by: u8, goods: u8, when: &str| {
            let act = json!({ "act": "transfer", "goods": { "trade_goods": goods } });
            json!({ "by": by, "act": act, "when": when })
        };
        let terms = json!([give(0, given, "now"), give(1, promised, when)]);
        self.say(0, json!({ "type": "offer", "to": 1, "terms": terms })).await;
        let offers = self.sam.get(&self.table.path("/view")).await.ok();
        let offer = offers["view"]["own"]["received"][0]["id"].clone();
        self.say(1, json!({ "type": "accept", "offer": offer })).await;
    }

    async fn offer_that_nobody_else_knows(&self) {
        let act = json!({ "act": "words", "text": "we crush Olga" });
        let terms = json!([{ "by": 1, "act": act }]);
        self.say(1, json!({ "type": "offer", "to": 2, "terms": terms })).await;
        self.say(1, json!({ "type": "withdraw", "to": 2 })).await;
    }

    async fn message(&mut self) -> String {
        tokio::time::timeout(PATIENCE, self.told.recv()).await.expect("a message arrives").unwrap()
    }

    async fn embed(&mut self) -> Value {
        let message: Value = serde_json::from_str(&self.message().await).unwrap();
        assert_eq!(message["allowed_mentions"], json!({ "parse": [] }));
        assert_eq!(message["embeds"].as_array().map(Vec::len), Some(1), "{message}");
        message["embeds"][0].clone()
    }

    async fn nothing_more_comes(&mut self) {
        let more = tokio::time::timeout(Duration::from_secs(3), self.told.recv()).await;
        assert!(more.is_err(), "{more:?}");
    }

    /// Another server on the same store.
    fn start_another(&mut self) {
        let app = App::serving(games::all(), self.server.app.store.clone(), config());
        self.chores.push(tokio::spawn(app.chores()));
    }

    async fn stop_all(&mut self) {
        for chore in self.chores.drain(..) {
            chore.abort();
            let _ = chore.await;
        }
    }
}

/// An idempotency key that no other command has.
fn fresh() -> String {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    NEXT.fetch_add(1, Ordering::SeqCst).to_string()
}

#[tokio::test]
async fn a_deal_is_told_once_with_its_verdict_and_terms() {
    let mut desk = Desk::announcing(true).await;
    desk.deal(1, 2, "next_round").await;
    let told = desk.embed().await;
    let title = told["title"].as_str().unwrap();
    assert!(title.starts_with("Olga and Sam have a deal:"), "{title}");
    let text = told["description"].as_str().unwrap();
    assert!(text.contains("1 trade good") && text.contains("2 trade goods"), "{text}");
    desk.nothing_more_comes().await;
}

#[tokio::test]
async fn after_a_restart_and_with_two_servers_each_is_told_once() {
    let mut desk = Desk::announcing(true).await;
    desk.deal(1, 1, "next_round").await;
    desk.message().await;
    desk.stop_all().await;
    desk.deal(2, 1, "next_round").await;
    desk.start_another();
    desk.start_another();
    let missed = desk.embed().await;
    assert!(missed["description"].as_str().unwrap().contains("2 trade goods"), "{missed}");
    desk.nothing_more_comes().await;
}

#[tokio::test]
async fn a_message_that_was_not_taken_is_sent_again_and_later_news_wait() {
    let mut desk = Desk::announcing(true).await;
    desk.answers.store(503, Ordering::SeqCst);
    desk.deal(1, 1, "next_round").await;
    let first = desk.message().await;
    desk.answers.store(204, Ordering::SeqCst);
    desk.say(2, json!({ "type": "offer", "to": 0, "terms": [{ "by": 2, "act": { "act": "words", "text": "hi" } }] })).await;
    assert_eq!(desk.message().await, first);
    desk.nothing_more_comes().await;
}

#[tokio::test]
async fn a_webhook_that_is_gone_is_not_asked_again_and_the_owner_is_told() {
    let mut desk = Desk::announcing(true).await;
    desk.answers.store(404, Ordering::SeqCst);
    desk.deal(1, 1, "next_round").await;
    desk.message().await;
    let stopped = async || loop {
        let status = desk.olga.get(&desk.table.path("/announcements")).await.ok();
        if status["stopped"].is_string() {
            return status;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let status = tokio::time::timeout(PATIENCE, stopped()).await.unwrap();
    assert!(status["stopped"].as_str().unwrap().contains("refused"), "{status}");
    desk.deal(1, 1, "next_round").await;
    desk.nothing_more_comes().await;
}

#[tokio::test]
async fn a_private_offer_changes_no_byte_of_what_is_posted() {
    for open_ledger in [true, false] {
        let mut posted = Vec::new();
        for secret in [true, false] {
            let mut desk = Desk::announcing(open_ledger).await;
            if secret {
                desk.offer_that_nobody_else_knows().await;
            }
            desk.deal(1, 2, "next_round").await;
            posted.push(desk.message().await);
            desk.nothing_more_comes().await;
        }
        assert_eq!(posted[0], posted[1]);
        assert!(!posted[0].contains("crush"));
        // A promise is a secret of its parties, unless everybody may read the ledger.
        assert_eq!(posted[0].contains("2 trade goods"), open_ledger, "{}", posted[0]);
    }
}

#[tokio::test]
async fn a_promise_that_falls_due_is_told_and_reaches_the_inboxes_of_its_parties() {
    let mut desk = Desk::announcing(true).await;
    desk.deal(1, 9, "some_day").await;
    desk.message().await;
    let due = async |user: &User| user.get("/inbox").await.ok()["tables"][0]["due"].clone();
    assert_eq!(due(&desk.olga).await, 0);
    desk.say(1, json!({ "type": "book", "entry": { "entry": "gain_goods", "count": 5 } })).await;
    let told = desk.embed().await;
    assert_eq!(told["title"], "A debt can be paid");
    assert!(told["description"].as_str().unwrap().starts_with("Sam"), "{told}");
    assert_eq!(due(&desk.olga).await, 1);
    assert_eq!(due(&desk.sam).await, 1);
    assert_eq!(due(&desk.ida).await, 0);
}

#[tokio::test]
async fn only_the_owner_sets_it_and_only_to_an_address_that_is_allowed() {
    let desk = Desk::open(true).await;
    let wanted = json!({ "webhook": desk.address });
    assert_eq!(desk.sam.put(&desk.path(), wanted.clone()).await.status, 403);
    assert_eq!(desk.sam.get(&desk.path()).await.status, 403);
    let bad = desk.olga.put(&desk.path(), json!({ "webhook": "gopher://x" })).await;
    assert_eq!((bad.status, bad.json["field"].as_str()), (422, Some("webhook")));
    desk.olga.put(&desk.path(), wanted).await.ok();
    let id = desk.table.id();
    assert!(desk.server.is_kept(RecordKind::Announcements, id).await.unwrap());
    assert_eq!(desk.olga.delete(&desk.path()).await.status, 204);
    assert!(!desk.server.is_kept(RecordKind::Announcements, id).await.unwrap());
    let other = TestTable(desk.olga.post("/quick", json!({})).await.ok());
    let path = other.path("/announcements");
    let none = desk.olga.put(&path, json!({ "webhook": desk.address })).await;
    assert_eq!(none.status, 422, "this game announces nothing");
}

#[tokio::test]
async fn an_address_in_our_own_network_is_refused() {
    let server = playing_with(Config { webhooks: true, ..Config::default() }).await;
    let olga = server.guest("Olga").await;
    let table = TestTable(olga.post("/tables", crate::support::desk()).await.ok());
    let path = table.path("/announcements");
    let early = olga.put(&path, json!({ "webhook": "https://discord.com/api/webhooks/1/x" })).await;
    assert_eq!(early.status, 409, "the table is not in play");
    for seat in [1, 2] {
        olga.post(&table.path("/seats"), json!({ "seat": seat })).await.ok();
    }
    olga.post(&table.path("/start"), json!({})).await.ok();
    let refused = olga.put(&path, json!({ "webhook": "https://127.0.0.1/x" })).await;
    assert_eq!((refused.status, refused.json["field"].as_str()), (422, Some("webhook")));
}
