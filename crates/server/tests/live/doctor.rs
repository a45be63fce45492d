//! What the doctor reports about databases that were played on and then damaged, and what it can save.

use backchannel::Game;
use parley::Seed;
use serde_json::{Value, json};
use server::doctor::{Doctor, DoctorFault, DoctorReport, Salvageable, check_table};
use server::store::transfer::{Imported, export, import};
use server::store::{NewStep, Store, StoredRecord, address};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, SqliteConnection};

use crate::engine::{Engine, choose_peace};
use crate::postgres;
use crate::test_server::{TestServer, settings};
use crate::user::User;

/// Commands of the tables here.
const COMMANDS: usize = 30;

/// Two people who have played for a while, and their table.
pub async fn played(server: &TestServer) -> ([User; 2], String) {
    let people = server.guests(["Olga", "Sam"]).await;
    let mut settings = settings(2, 9, json!({}));
    settings["game"]["settings"]["shared_victory"] = json!(false);
    let table = server.table(&people, settings).await;
    play_on(server, &people, &table, "n").await;
    (people, table)
}

async fn play_on(server: &TestServer, people: &[User], table: &str, ids: &str) {
    let mut engine = Engine::<Game>::now(server, table, &people[0]).await;
    let mut chance = Seed::numbered(13, 0).stream(0);
    for number in 0..COMMANDS {
        let (by, command) = choose_peace(&engine.game, &mut chance).expect("the game is not over");
        let id = format!("{ids}{number}");
        people[by.index()].command(table, &id, by.0, json!(command)).await.ok();
        engine.catch_up(server, table).await;
    }
}

pub async fn examined(address: &str) -> DoctorReport {
    let doctor = Doctor::open(address).await.unwrap();
    doctor.examine(games::all().hosts(), None, &mut |_| {}).await.unwrap()
}

/// Does something behind the server's back.
pub async fn damage(address: &str, sql: &str) {
    if address.starts_with("sqlite") {
        let mut on = SqliteConnection::connect(address).await.unwrap();
        on.execute(AssertSqlSafe(sql)).await.unwrap();
        on.close().await.unwrap();
    } else {
        PgConnection::connect(address).await.unwrap().execute(AssertSqlSafe(sql)).await.unwrap();
    }
}

/// The only fault.
#[track_caller]
fn only(report: DoctorReport) -> DoctorFault {
    let DoctorReport { sound, mut faults, .. } = report;
    assert!(!sound && faults.len() == 1, "{faults:?}");
    faults.remove(0)
}

/// Fails unless the doctor reports exactly this about a table that is damaged by `sql`.
async fn is_told(sql: &str, says: &str, step: Option<u32>, rest: Salvageable) {
    let mut server = TestServer::open().await;
    let (_, table) = played(&server).await;
    server.stop().await;
    damage(&server.address(), sql).await;
    let fault = only(examined(&server.address()).await);
    assert_eq!((fault.of, fault.id.as_ref()), ("table", Some(&table)), "{fault}");
    assert_eq!((fault.step, fault.rest), (step, rest), "{fault}");
    assert!(fault.what.contains(says), "{fault}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sound_database_is_said_to_be_sound_while_a_server_uses_it() {
    let server = TestServer::open().await;
    let (people, table) = played(&server).await;
    let before = Doctor::open(&server.address()).await.unwrap();
    people[0].post("/tables", settings(2, 9, json!({}))).await.ok();
    let mut seen = 0;
    let report = before
        .examine(games::all().hosts(), None, &mut |progress| seen = progress.done)
        .await
        .unwrap();
    let steps = server.steps(&table).await.len() as u64;
    assert_eq!(report.faults, []);
    // What was written after it was opened is not checked.
    assert_eq!((report.sound, report.tables, report.steps, seen), (true, 1, steps, steps));
    assert_eq!(examined(&server.address()).await.tables, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_is_missing_is_named_and_those_before_it_can_be_saved() {
    let sql = "DELETE FROM steps WHERE seq = 7";
    is_told(sql, "steps before it are missing", Some(8), Salvageable::Steps { steps: 7 }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_is_there_twice_is_named() {
    let sql = "INSERT INTO steps (before, table_id, seq, at, mark, body) \
        SELECT before, table_id, seq, at, mark, body FROM steps WHERE seq = 5";
    is_told(sql, "it is there twice", Some(5), Salvageable::Steps { steps: 6 }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chain_that_leads_astray_is_told() {
    let sql = "UPDATE steps SET before = 1 WHERE seq = 9";
    let says = "it does not lead to the one before it";
    is_told(sql, says, Some(9), Salvageable::Steps { steps: COMMANDS as u32 + 1 }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_is_not_at_the_end_is_told() {
    let all = Salvageable::Steps { steps: COMMANDS as u32 + 1 };
    is_told("UPDATE heads SET seq = seq - 1", "its head is not at its last step", None, all).await;
    is_told("DELETE FROM heads", "it has no head", None, all).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_that_the_rules_did_not_make_are_told() {
    let sql = "UPDATE steps SET body = json_set(body, '$.events', json('[]')) WHERE seq = 8";
    let says = "the events of step 8 are not what its command leads to";
    is_told(sql, says, Some(8), Salvageable::Steps { steps: 8 }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hash_that_is_not_of_its_state_is_told() {
    let sql =
        r#"UPDATE steps SET body = json_set(body, '$.hash', '0000000000000000') WHERE seq = 11"#;
    is_told(sql, "the state after step 11", Some(11), Salvageable::Steps { steps: 11 }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_step_that_cannot_be_read_is_told() {
    let sql = "UPDATE steps SET body = 'rubbish' WHERE seq = 3";
    is_told(sql, "step 3 cannot be read", Some(3), Salvageable::Steps { steps: 3 }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idempotency_key_that_is_used_twice_is_told() {
    let sql = "UPDATE steps SET mark = (SELECT mark FROM steps WHERE seq = 2) WHERE seq = 12";
    is_told(
        sql,
        "the idempotency key of an earlier one",
        Some(12),
        Salvageable::Steps { steps: 12 },
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_map_that_is_missing_is_told() {
    is_told("DELETE FROM records WHERE kind = 'map'", "map", None, Salvageable::Nothing).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seed_that_was_changed_is_told() {
    let sql = "UPDATE records SET body = json_set(body, '$.game.commitment', \
        '0000000000000000000000000000000000000000000000000000000000000000') WHERE kind = 'table'";
    is_told(sql, "not the one that it has committed to", None, Salvageable::All).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_cannot_be_read_is_told_and_hides_no_other() {
    let mut server = TestServer::open().await;
    let (people, _) = played(&server).await;
    server.stop().await;
    let id = people[1].id();
    let sql = format!("UPDATE records SET body = '{{}}' WHERE kind = 'person' AND id = '{id}'");
    damage(&server.address(), &sql).await;
    let fault = only(examined(&server.address()).await);
    assert_eq!(
        (fault.of, fault.id.as_deref(), fault.rest),
        ("person", Some(id), Salvageable::Nothing)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_status_that_is_wrong_is_told_and_worked_out_anew() {
    let sql = "UPDATE statuses SET body = json_set(body, '$.round', 99)";
    is_told(sql, "its status is wrong", None, Salvageable::All).await;
    is_told("DELETE FROM statuses", "its status is missing", None, Salvageable::All).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_has_lost_all_its_steps_is_told() {
    let sql = "DELETE FROM heads; DELETE FROM steps";
    is_told(sql, "all of its steps are lost", None, Salvageable::Steps { steps: 0 }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_are_no_text_or_number_are_told() {
    let step = "UPDATE steps SET body = CAST(x'7bff7d' AS TEXT) WHERE seq = 4";
    is_told(step, "step 4 cannot be read", Some(4), Salvageable::Steps { steps: 4 }).await;
    let step = "UPDATE steps SET at = at + 0.5 WHERE seq = 6";
    is_told(step, "step 6 cannot be read", Some(6), Salvageable::Steps { steps: 6 }).await;
    let status = "UPDATE statuses SET due = 'soon', body = x'ff'";
    is_told(status, "its status is wrong", None, Salvageable::All).await;
    let record = "UPDATE records SET body = x'7b7d' WHERE kind = 'table'";
    is_told(record, "its record cannot be read", None, Salvageable::Nothing).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_who_are_missing_are_told() {
    let mut server = TestServer::open().await;
    let (people, table) = played(&server).await;
    server.stop().await;
    let id = people[1].id();
    damage(&server.address(), &format!("DELETE FROM records WHERE id = '{id}'")).await;
    let faults = examined(&server.address()).await.faults;
    assert!(faults.iter().all(|fault| fault.what.contains(id)), "{faults:?}");
    let of: Vec<&str> = faults.iter().map(|fault| fault.of).collect();
    assert_eq!(of, ["key", "table"], "{faults:?}");
    assert_eq!(faults[1].id, Some(table));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_that_no_server_starts_on_is_told() {
    for (damage_by, says) in [
        ("UPDATE _sqlx_migrations SET checksum = x'00' WHERE version = 2", "step 2 of it is not"),
        ("DELETE FROM _sqlx_migrations WHERE version = 3", "step 3 of it is missing"),
    ] {
        let mut server = TestServer::open().await;
        server.stop().await;
        damage(&server.address(), damage_by).await;
        let fault = only(examined(&server.address()).await);
        assert_eq!((fault.of, fault.rest), ("schema", Salvageable::All));
        assert!(fault.what.contains(says), "{fault}");
        assert!(address::open(&server.address()).await.is_err());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_its_record_does_not_know_of_is_told_and_saved() {
    let mut server = TestServer::open().await;
    let (people, table) = played(&server).await;
    server.stop().await;
    server.rewrite(&table, |record| record["standing"] = json!("gathering")).await;
    let doctor = Doctor::open(&server.address()).await.unwrap();
    let mut file = Vec::new();
    let fault =
        only(doctor.examine(games::all().hosts(), Some(&mut file), &mut |_| {}).await.unwrap());
    assert!(fault.what.contains("it has not begun"), "{fault}");
    assert_eq!((fault.id.as_ref(), fault.rest), (Some(&table), Salvageable::All));

    let new = TestServer::open().await;
    assert_eq!(imported(&*new.store, &file).await.tables, std::slice::from_ref(&table));
    play_on(&new, &people.map(|user| user.at(&new.door)), &table, "again").await;
    assert_eq!(examined(&new.address()).await.faults, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_record_that_is_not_found_by_its_keys_is_told() {
    is_told(
        "DELETE FROM keys WHERE kind = 'table'",
        "keys are not in the index",
        None,
        Salvageable::All,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_without_a_table_are_told() {
    let mut server = TestServer::open().await;
    let (_, table) = played(&server).await;
    server.stop().await;
    damage(&server.address(), "DELETE FROM records WHERE kind = 'table'").await;
    let report = examined(&server.address()).await;
    let whats: Vec<&str> = report.faults.iter().map(|fault| fault.what.as_str()).collect();
    assert!(report.faults.iter().all(|fault| fault.id.as_ref() == Some(&table)), "{whats:?}");
    assert!(whats.iter().any(|what| what.contains("it has steps")), "{whats:?}");
}

/// Imports as the command does: tables with faults are left out.
pub async fn imported(store: &dyn Store, file: &[u8]) -> Imported {
    let check = async |record: &StoredRecord, steps: &[NewStep]| {
        check_table(games::all().hosts(), store, record, steps).await
    };
    import(store, file, check).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sound_is_saved_and_a_damaged_table_is_played_on_from_there() {
    let mut server = TestServer::open().await;
    let (_, sound) = played(&server).await;
    let (people, damaged) = played(&server).await;
    server.stop().await;
    let sql = format!("DELETE FROM steps WHERE table_id = '{damaged}' AND seq = 20");
    damage(&server.address(), &sql).await;

    let doctor = Doctor::open(&server.address()).await.unwrap();
    let mut file = Vec::new();
    let report = doctor.examine(games::all().hosts(), Some(&mut file), &mut |_| {}).await.unwrap();
    assert_eq!(only(report).rest, Salvageable::Steps { steps: 20 });

    let new = TestServer::open().await;
    let imported = imported(&*new.store, &file).await;
    assert_eq!((imported.tables.len(), imported.unsound), (2, vec![]));
    assert_eq!(new.steps(&sound).await, server.steps(&sound).await);
    assert_eq!(new.steps(&damaged).await.len(), 20);
    let people = people.map(|user| user.at(&new.door));
    play_on(&new, &people, &damaged, "again").await;
    assert_eq!(examined(&new.address()).await.faults, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_imported_table_that_the_rules_did_not_make_is_left_out() {
    let server = TestServer::open().await;
    let (_, table) = played(&server).await;
    let mut file = Vec::new();
    export(&*server.store, None, &mut file).await.unwrap();
    let file = String::from_utf8(file).unwrap();
    let new = address::open("sqlite::memory:").await.unwrap();
    for (from, to) in [
        (r#""type":"deployed","seat":"#, r#""type":"deployed","seat":20"#),
        (r#""hand":"person","command""#, r#""hand":"bot","command""#),
        (r#","troops":"#, r#","troops":99999999"#),
    ] {
        assert!(file.contains(from), "{from}");
        let result = imported(&*new, file.replace(from, to).as_bytes()).await;
        if from.contains("hand") {
            // Who played a seat is not part of the rules.
            assert_eq!(result.refused.len() + result.tables.len(), 1, "{result:?}");
            continue;
        }
        assert_eq!((result.tables.len(), &result.unsound[0].0), (0, &table), "{result:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_was_stopped_between_start_and_first_step_is_sound() {
    let mut server = TestServer::open().await;
    played(&server).await;
    server.stop().await;
    let sql = "DELETE FROM heads; DELETE FROM steps; DELETE FROM statuses";
    damage(&server.address(), sql).await;
    assert_eq!(examined(&server.address()).await.faults, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_was_damaged_underneath_takes_no_other_with_it() {
    let mut server = TestServer::open().await;
    let (people, sound) = played(&server).await;
    let (others, damaged) = played(&server).await;
    server.stop().await;
    // No game has such a seat: applying the event panics.
    let sql = format!(
        r#"UPDATE steps SET body = replace(body, '"seat":', '"seat":20') WHERE table_id = '{damaged}'
        AND seq = 0"#
    );
    damage(&server.address(), &sql).await;
    server.restart().await;
    let answer = others[0].get(&format!("/tables/{damaged}/view")).await;
    assert!(answer.status >= 400 && answer.json["type"].is_string(), "{answer:?}");
    let view: Value = people[0].view(&sound, "").await;
    assert_eq!(view["type"], "view");
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_is_looked_over_as_well() {
    let server = TestServer::open().await;
    let (_, table) = played(&server).await;
    let mut file = Vec::new();
    export(&*server.store, None, &mut file).await.unwrap();
    let address = postgres::database().await;
    let store = address::open(&address).await.unwrap();
    imported(&*store, &file).await;
    let report = examined(&address).await;
    assert_eq!((report.sound, report.tables, report.faults), (true, 1, vec![]));

    damage(&address, "UPDATE steps SET body = 'rubbish' WHERE seq = 9").await;
    let fault = only(examined(&address).await);
    assert_eq!((fault.id, fault.step), (Some(table.clone()), Some(9)));
    damage(&address, "DELETE FROM steps WHERE seq = 4").await;
    let fault = only(examined(&address).await);
    assert_eq!((fault.step, fault.rest), (Some(4), Salvageable::Steps { steps: 4 }));
    damage(&address, "DELETE FROM records WHERE kind = 'table'").await;
    let report = examined(&address).await;
    assert!(report.faults.iter().any(|fault| fault.what.contains("it has steps")), "{report:?}");
}

#[tokio::test]
async fn what_is_no_database_of_ours_is_told_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.db");
    let at = format!("sqlite:{}", path.display());
    assert!(Doctor::open(&at).await.err().unwrap().to_string().contains("cannot be used"));
    assert!(!path.exists(), "looking makes nothing");
    std::fs::write(&path, "Dear diary").unwrap();
    let told = Doctor::open(&at).await.err().unwrap().to_string();
    assert!(told.contains("another kind of file"), "{told}");
}
