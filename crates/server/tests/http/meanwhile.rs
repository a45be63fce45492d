//! Sessions that are ended while somebody is signing in or changing the account.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use serde_json::{Value, json};
use server::config::Config;
use server::store::{
    Appended, DueTable, Listed, NewStep, Page, RecordKind, RemoteChange, Status, Store, StoreError,
    StoredRecord, StoredStep, sqlite::SqliteStore,
};
use tokio::sync::{broadcast, oneshot};

use crate::support::{TestCredentials, TestResponse, TestServer, User, on};

/// A store that holds one write back until it is told to go on.
struct Gate {
    store: SqliteStore,
    held: Mutex<Option<Held>>,
}

struct Held {
    kind: RecordKind,
    came: oneshot::Sender<()>,
    go_on: oneshot::Receiver<()>,
}

impl Gate {
    async fn pass(&self, kind: RecordKind) {
        let held = self.held.lock().unwrap().take_if(|held| held.kind == kind);
        if let Some(Held { came, go_on, .. }) = held {
            came.send(()).unwrap();
            go_on.await.unwrap();
        }
    }
}

/// Does something while the next write of that kind, which `asked` leads to, is held back.
async fn meanwhile(
    gate: &Gate,
    kind: RecordKind,
    asked: impl Future<Output = TestResponse>,
    done: impl Future<Output = TestResponse>,
) -> TestResponse {
    let ((came, comes), (go, go_on)) = (oneshot::channel(), oneshot::channel());
    *gate.held.lock().unwrap() = Some(Held { kind, came, go_on });
    let other = async {
        comes.await.unwrap();
        done.await.ok();
        go.send(()).unwrap();
    };
    tokio::join!(asked, other).0
}

async fn gated() -> (TestServer, Arc<Gate>) {
    let store = SqliteStore::in_memory().await.unwrap();
    let gate = Arc::new(Gate { store, held: Mutex::default() });
    (on(gate.clone(), Config::default()), gate)
}

fn keeps(password: &str) -> Value {
    json!({ "login": "anna", "password": password })
}

/// Anna, who has a password.
async fn anna(server: &TestServer) -> User {
    let anna = server.guest("Anna").await;
    anna.put("/me/password", keeps("correct horse")).await.ok();
    anna
}

async fn another_password(anna: &User) -> TestResponse {
    let mut new = keeps("battery staple");
    new["current"] = json!("correct horse");
    anna.put("/me/password", new).await
}

#[tokio::test]
async fn a_sign_in_under_way_does_not_outlive_its_password() {
    let (server, gate) = gated().await;
    let anna = anna(&server).await;
    let nobody = server.nobody();
    let asked = nobody.post("/session", keeps("correct horse"));
    meanwhile(&gate, RecordKind::Key, asked, another_password(&anna)).await.is(401);
    anna.get("/me").await.is(200);
    server.nobody().post("/session", keeps("battery staple")).await.is(200);
}

#[tokio::test]
async fn a_sign_in_under_way_is_signed_out_with_all_the_others() {
    let (server, gate) = gated().await;
    let anna = anna(&server).await;
    let code = anna.post("/me/recovery", json!({})).await.ok()["code"].clone();
    let nobody = server.nobody();
    let asked = nobody.post("/session/recover", json!({ "code": code }));
    let asked = meanwhile(&gate, RecordKind::Person, asked, anna.delete("/sessions")).await;
    asked.is(200);
    let back = User { way: TestCredentials::Cookie(asked.cookie()), ..server.nobody() };
    back.get("/me").await.is(200);

    let asked = nobody.post("/session", keeps("correct horse"));
    meanwhile(&gate, RecordKind::Key, asked, back.delete("/sessions")).await.is(401);
}

#[tokio::test]
async fn whoever_was_signed_out_makes_no_tokens_and_no_recovery_links() {
    let (server, gate) = gated().await;
    let anna = anna(&server).await;
    let lost = server.nobody().post("/session", keeps("correct horse")).await.cookie();
    let lost = User { way: TestCredentials::Cookie(lost), ..server.nobody() };
    let token = lost.post("/me/tokens", json!({ "label": "bot", "scopes": ["read"] }));
    meanwhile(&gate, RecordKind::Key, token, another_password(&anna)).await.is(401);
    assert_eq!(anna.get("/me/tokens").await.ok(), json!([]));

    let lost = server.nobody().post("/session", keeps("battery staple")).await.cookie();
    let lost = User { way: TestCredentials::Cookie(lost), ..server.nobody() };
    let link = lost.post("/me/recovery", json!({}));
    meanwhile(&gate, RecordKind::Person, link, anna.delete("/sessions")).await.is(401);
    let back = server.nobody().post("/session", keeps("battery staple")).await;
    assert_eq!(back.json["has_recovery"], false);
}

#[tokio::test]
async fn whoever_was_signed_out_does_not_set_the_password() {
    let (server, gate) = gated().await;
    let anna = server.guest("Anna").await;
    let code = anna.post("/me/recovery", json!({})).await.ok()["code"].clone();
    let lost = server.nobody().post("/session/recover", json!({ "code": code })).await.cookie();
    let lost = User { way: TestCredentials::Cookie(lost), ..server.nobody() };
    let taken = lost.put("/me/password", keeps("correct horse"));
    meanwhile(&gate, RecordKind::Person, taken, anna.delete("/sessions")).await.is(401);
    server.nobody().post("/session", keeps("correct horse")).await.is(401);
}

#[tokio::test]
async fn the_browser_that_changes_the_password_stays_signed_in_until_it_signs_out() {
    let (server, _) = gated().await;
    let anna = anna(&server).await;
    let other = server.nobody().post("/session", keeps("correct horse")).await.cookie();
    let other = User { way: TestCredentials::Cookie(other), ..server.nobody() };
    another_password(&anna).await.ok();
    anna.get("/me").await.is(200);
    other.get("/me").await.is(401);
    let next = server.nobody().post("/session", keeps("battery staple")).await.cookie();
    let next = User { way: TestCredentials::Cookie(next), ..server.nobody() };
    let mut third = keeps("third horse");
    third["current"] = json!("battery staple");
    next.put("/me/password", third).await.ok();
    next.get("/me").await.is(200);
    anna.get("/me").await.is(401);
    next.delete("/sessions").await.is(204);
    next.get("/me").await.is(401);
}

type Done<T> = Result<T, StoreError>;

#[async_trait]
impl Store for Gate {
    async fn get(&self, kind: RecordKind, id: &str) -> Done<Option<StoredRecord>> {
        self.store.get(kind, id).await
    }

    async fn put(&self, record: &StoredRecord) -> Done<()> {
        self.pass(record.kind).await;
        self.store.put(record).await
    }

    async fn put_listed(&self, record: &StoredRecord, summary: &str) -> Done<()> {
        self.store.put_listed(record, summary).await
    }

    async fn summarize(&self, record: &StoredRecord, summary: &str) -> Done<()> {
        self.store.summarize(record, summary).await
    }

    async fn get_many(&self, kind: RecordKind, ids: &[String]) -> Done<Vec<StoredRecord>> {
        self.store.get_many(kind, ids).await
    }

    async fn remove(&self, kind: RecordKind, id: &str) -> Done<()> {
        self.store.remove(kind, id).await
    }

    async fn find(&self, kind: RecordKind, key: &str, page: Page) -> Done<Vec<StoredRecord>> {
        self.store.find(kind, key, page).await
    }

    async fn list(&self, kind: RecordKind, key: &str, page: Page) -> Done<Vec<Listed>> {
        self.store.list(kind, key, page).await
    }

    async fn count(&self, kind: RecordKind, key: &str) -> Done<u64> {
        self.store.count(kind, key).await
    }

    async fn append(&self, steps: &[NewStep]) -> Done<Vec<Appended>> {
        self.store.append(steps).await
    }

    async fn adopt(&self, record: &StoredRecord, steps: &[NewStep]) -> Done<()> {
        self.store.adopt(record, steps).await
    }

    async fn steps(&self, table: &str, from: u32) -> Done<Vec<StoredStep>> {
        self.store.steps(table, from).await
    }

    async fn steps_page(&self, table: &str, from: u32, limit: u32) -> Done<Vec<StoredStep>> {
        self.store.steps_page(table, from, limit).await
    }

    async fn step(&self, table: &str, seq: u32) -> Done<Option<StoredStep>> {
        self.store.step(table, seq).await
    }

    async fn statuses(&self, tables: &[String]) -> Done<Vec<Option<Status>>> {
        self.store.statuses(tables).await
    }

    async fn due(&self, now: i64, after: Option<DueTable>, limit: u32) -> Done<Vec<DueTable>> {
        self.store.due(now, after, limit).await
    }

    fn listen(&self) -> broadcast::Receiver<RemoteChange> {
        self.store.listen()
    }

    async fn all(&self, kind: RecordKind, page: Page) -> Done<Vec<StoredRecord>> {
        self.store.all(kind, page).await
    }

    async fn probe(&self) -> Done<()> {
        self.store.probe().await
    }
}
