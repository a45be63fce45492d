//! Clocks that jump, servers that are frozen: nobody is charged for it, signed out by it, or kept waiting.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::time::{sleep, timeout};

use crate::machine::{MORNING, TestMachine};
use crate::test_server::{TestServer, settings};
use crate::user::{PATIENCE, User};

const YEAR: i64 = 365 * 24 * 3600;
/// A turn and its bank, in seconds.
const TURN: i64 = 60;

/// A table at which somebody has 60 seconds.
struct Timed {
    machine: Arc<TestMachine>,
    server: TestServer,
    people: [User; 2],
    table: String,
}

impl Timed {
    async fn begin() -> Timed {
        let machine = TestMachine::new();
        Timed::at(TestServer::on(&machine).await, machine).await
    }

    async fn at(server: TestServer, machine: Arc<TestMachine>) -> Timed {
        let people = server.guests(["Olga", "Sam"]).await;
        let clock =
            json!({ "pace": "live", "turn_seconds": 50, "window_seconds": 20, "bank_seconds": 10 });
        let table = server.table(&people, settings(2, 20, json!({ "clock": clock }))).await;
        Timed { machine, server, people, table }
    }

    async fn pass(&self, seconds: i64) {
        self.machine.pass(&*self.server.store, seconds).await;
    }

    /// Milliseconds until a caretaker takes over.
    async fn left(&self) -> i64 {
        let clock = self.people[0].view(&self.table, "").await["table"]["clock"].clone();
        assert_eq!(clock["stage"], "turn", "somebody was timed out: {clock}");
        clock["deadline"].as_i64().unwrap() - clock["now"].as_i64().unwrap()
    }

    async fn everybody_is_signed_in(&self) {
        for person in &self.people {
            assert_eq!(person.get("/me").await.ok()["id"], person.id());
        }
    }

    /// The deadline passes when its time has come, and not before.
    async fn is_served_after(&self, seconds: i64) {
        assert!((seconds - 1..=seconds).contains(&(self.left().await / 1_000)));
        self.pass(seconds - 2).await;
        self.left().await;
        self.pass(3).await;
        self.until_timed_out().await;
        self.everybody_is_signed_in().await;
    }

    async fn until_timed_out(&self) {
        let is_caretaker = |step: &server::store::StoredStep| step.body.contains("\"caretaker\"");
        let served = async {
            while !self.server.steps(&self.table).await.iter().any(is_caretaker) {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(PATIENCE, served).await.expect("the deadline is served");
        let steps = self.server.steps(&self.table).await;
        assert!(steps.is_sorted_by_key(|step| step.at), "time goes back");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_while_the_server_runs_changes_nothing() {
    for jump in [YEAR, -YEAR, 3600, -3600] {
        let timed = Timed::begin().await;
        timed.pass(20).await;
        timed.machine.jump(jump);
        timed.pass(20).await;
        timed.everybody_is_signed_in().await;
        timed.is_served_after(TURN - 40).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_was_put_elsewhere_while_the_server_was_off_changes_nothing() {
    for jump in [3 * YEAR, -3 * YEAR, 3600, -3600] {
        let mut timed = Timed::begin().await;
        timed.pass(20).await;
        timed.server.stop().await;
        timed.machine.jump(jump);
        timed.server.start().await;
        timed.everybody_is_signed_in().await;
        timed.is_served_after(TURN - 20).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deadlines_are_served_after_a_jump_although_nobody_looks() {
    for jump in [3 * YEAR, -3 * YEAR] {
        let mut timed = Timed::begin().await;
        timed.pass(20).await;
        timed.server.stop().await;
        timed.machine.jump(jump);
        timed.server.start().await;
        let before = timed.server.steps(&timed.table).await.len();
        timed.pass(TURN - 20 - 2).await;
        assert_eq!(timed.server.steps(&timed.table).await.len(), before, "there is time left");
        timed.pass(5).await;
        timed.until_timed_out().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_charged_for_the_time_that_a_server_was_off() {
    let mut timed = Timed::begin().await;
    timed.pass(20).await;
    for _ in 0..3 {
        timed.server.stop().await;
        timed.machine.freeze(2 * YEAR);
        timed.server.start().await;
    }
    timed.everybody_is_signed_in().await;
    timed.is_served_after(TURN - 20).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_charged_for_the_time_that_a_server_was_frozen() {
    let timed = Timed::begin().await;
    timed.pass(20).await;
    timed.machine.freeze(3600);
    // It resumes with its next heartbeat; until then some seconds may be charged.
    timed.pass(5).await;
    let left = timed.left().await;
    assert!(left >= (TURN - 20 - 5 - 15) * 1_000, "{left}");
    timed.pass(left / 1_000 + 1).await;
    timed.until_timed_out().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_charged_for_the_time_in_which_no_move_could_be_written() {
    let address = crate::postgres::database().await;
    let mut beside = PgConnection::connect(&address).await.unwrap();
    let machine = TestMachine::new();
    let server = TestServer::with_database(address, &machine).await;
    let timed = Timed::at(server, machine).await;
    timed.pass(10).await;
    // Only steps fail: whatever else the server writes succeeds.
    beside.execute("ALTER TABLE steps RENAME TO elsewhere").await.unwrap();
    for _ in 0..30 {
        timed.people[0].post(&format!("/tables/{}/pause", timed.table), json!({})).await.is(503);
        timed.machine.freeze(5);
    }
    beside.execute("ALTER TABLE elsewhere RENAME TO steps").await.unwrap();
    timed.pass(5).await;
    let left = timed.left().await;
    assert!(left >= (TURN - 10 - 15 - 5) * 1_000, "{left}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_catches_up_with_another_does_not_run_ahead_of_it() {
    let timed = Timed::begin().await;
    let behind = TestMachine::new();
    let beside = timed.server.beside_on(&behind).await;
    let there = timed.people[0].at(&beside.door);
    there.view(&timed.table, "").await;
    timed.machine.jump(3600);
    timed.pass(5).await;
    // The other server learns of a step that was made an hour later by its clock.
    timed.people[0].post(&format!("/tables/{}/pause", timed.table), json!({})).await.ok();
    assert_eq!(there.view(&timed.table, "").await["table"]["seats"][0]["asks_pause"], true);
    let beat = timed.server.beats().await;
    behind.freeze(5);
    while timed.server.beats().await == beat {
        sleep(Duration::from_millis(5)).await;
    }
    let clock = there.view(&timed.table, "").await["table"]["clock"].clone();
    assert_eq!(clock["stage"], "turn", "somebody was timed out: {clock}");
    assert!(clock["now"].as_i64().unwrap() < MORNING + (3600 + TURN) * 1_000, "{clock}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_inbox_tells_deadlines_by_the_clock_on_the_wall() {
    let timed = Timed::begin().await;
    timed.machine.jump(-YEAR);
    timed.pass(10).await;
    let mut inboxes = Vec::new();
    for person in &timed.people {
        inboxes.push(person.get("/inbox").await.ok()["tables"][0]["deadline"].clone());
    }
    let told: Vec<i64> = inboxes.iter().filter_map(Value::as_i64).collect();
    let expected = MORNING + (TURN - YEAR) * 1_000;
    assert!(told.len() == 1 && (told[0] - expected).abs() <= 10_000, "{told:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_that_was_not_used_for_long_while_the_server_ran() {
    let machine = TestMachine::new();
    let server = TestServer::on(&machine).await;
    let olga = server.guest("Olga").await;
    let secret = olga.cookie.as_deref().unwrap().split_once('=').unwrap().1;
    let key = server::secret::fingerprint(secret);
    for (days, signed_in) in [(-500, true), (399, true), (401, false)] {
        let kept = server.store.get(server::store::RecordKind::Key, &key).await.unwrap().unwrap();
        let mut body: Value = serde_json::from_str(&kept.body).unwrap();
        body["opens"]["used_at"] = json!(MORNING - days * 24 * 3_600_000);
        let body = body.to_string();
        server.store.put(&server::store::StoredRecord { body, ..kept }).await.unwrap();
        assert_eq!(olga.get("/me").await.status == 200, signed_in, "{days}");
    }
}
