//! What a finished game proves to those who played it, and to anybody who has its file.

use std::collections::BTreeMap;

use backchannel::Game;
use parley::replay::{Header, Mismatch, Replay, Tampering, read, verify};
use parley::{Commitment, Entropy, Game as _, Seat, fairness};
use serde_json::{Value, json};

use crate::test_server::{TestServer, settings};
use crate::user::User;

fn bytes(byte: u8) -> String {
    hex::encode([byte; 32])
}

async fn shown(user: &User, table: &str) -> Value {
    user.get(&format!("/tables/{table}")).await.ok()
}

/// Waits until the table is over; bots play for everybody.
async fn play_out(user: &User, table: &str) {
    let mut line = user.socket(table, "").await;
    let first = line.next().await;
    let seat = first["seat"].as_u64().unwrap();
    user.post(&format!("/tables/{table}/seats/{seat}/relief"), json!({})).await.ok();
    while line.next().await["table"]["over"] != true {}
}

/// A table of two people, Olga with bytes 1 and Sam with bytes 2, and a bot; it has not begun.
async fn gather([olga, sam]: &[User; 2], changed: Value) -> (String, Value) {
    let table = olga.post("/tables", settings(3, 1, changed)).await.ok();
    let id = table["id"].as_str().unwrap().to_owned();
    let path = |rest: &str| format!("/tables/{id}/seats{rest}");
    olga.put(&path("/0/entropy"), json!({ "entropy": bytes(1) })).await.ok();
    sam.post(&path(""), json!({ "entropy": bytes(2) })).await.ok();
    olga.put(&path("/2/bot"), json!({ "bot": "random" })).await.ok();
    (id, table["secret_commitment"].clone())
}

async fn file(user: &User, table: &str) -> String {
    user.get(&format!("/tables/{table}/replay")).await.text
}

fn parsed(file: &str) -> Replay<Game> {
    read(file.as_bytes()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_finds_their_bytes_in_a_file_that_proves_the_whole_chain() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    for anonymous in [false, true] {
        let (table, promised) = gather(&people, json!({ "anonymous": anonymous })).await;
        let begun = people[0].post(&format!("/tables/{table}/start"), json!({})).await.ok();
        let source = server.record(&table).await["game"]["source"].clone();
        tokio::join!(play_out(&people[0], &table), play_out(&people[1], &table));
        let replay = parsed(&file(&people[0], &table).await);
        verify(&replay).unwrap();
        assert_eq!(json!(replay.commitment), begun["commitment"]);
        let seal = replay.seal.as_ref().unwrap();
        assert_eq!((json!(seal.secret_commitment), seal.shuffled), (promised, anonymous));

        let places = match seal.shuffled {
            true => fairness::seating(&replay.seed.unwrap(), 3),
            false => Seat::all(3).collect(),
        };
        let entropy = &replay.source.as_ref().unwrap().entropy;
        for (user, byte) in people.iter().zip([1, 2]) {
            let over = shown(user, &table).await;
            let seat = over["yours"][0].as_u64().unwrap() as usize;
            let added = entropy[places[seat].index()];
            assert_eq!(added, Some(Entropy::from_bytes([byte; 32])));
            assert_eq!(json!(added), over["seats"][seat]["entropy"]);
        }
        let secret = source["secret"].as_str().unwrap();
        for (user, others) in [(&people[0], bytes(2)), (&people[1], bytes(1))] {
            let told_early =
                user.heard().into_iter().take_while(|text| !text.contains("\"over\":true"));
            assert!(told_early.clone().count() > 3);
            for text in told_early {
                assert!(!text.contains(secret) && !text.contains(&others), "{text}");
            }
        }
    }
}

/// The bytes of a seat are known only to its holder; here the server itself lies.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_changes_its_secret_or_what_a_seat_added_is_caught() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let (table, promised) = gather(&people, json!({})).await;
    let lie = |record: &mut Value| {
        record["secret"] = json!(bytes(0xee));
        record["seats"][1]["entropy"] = json!(bytes(0xdd));
    };
    server.rewrite(&table, lie).await;
    people[0].post(&format!("/tables/{table}/start"), json!({})).await.ok();
    tokio::join!(play_out(&people[0], &table), play_out(&people[1], &table));
    let text = file(&people[1], &table).await;
    let replay = parsed(&text);
    let promised: Commitment = serde_json::from_value(promised).unwrap();
    assert_ne!(replay.seal.as_ref().unwrap().secret_commitment, Some(promised));
    assert_eq!(shown(&people[1], &table).await["seats"][1]["entropy"], bytes(0xdd));

    // It could keep the commitment in the file, but then the secret does not match.
    let mut header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let (setup, seed) = (header["setup"].take(), replay.seed.unwrap());
    let kept = Header::drawn::<Game>(&setup, Game::VERSIONS, promised, false).unwrap();
    let mut writer =
        parley::replay::ReplayWriter::<Game, _>::begin(Vec::new(), &kept, kept.commitment(&seed))
            .unwrap();
    writer.opening(&replay.opening.events, replay.opening.hash).unwrap();
    for step in &replay.steps {
        writer.step(step.seat, &step.command, &step.outcome.events, step.outcome.hash).unwrap();
    }
    let forged = writer.seal(seed, replay.source.as_ref()).unwrap();
    let found = verify(&read::<Game>(&forged[..]).unwrap()).map(drop).unwrap_err();
    assert!(matches!(found.mismatch, Mismatch::OtherSecret), "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_the_first_release_began_is_shown_and_proved_as_before() {
    let mut server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let (table, _) = gather(&people, json!({})).await;
    people[0].post(&format!("/tables/{table}/start"), json!({})).await.ok();
    server.stop().await;
    let seed = server.record(&table).await["game"]["seed"].clone();
    let seed: parley::Seed = serde_json::from_value(seed).unwrap();
    let as_before = |record: &mut Value| {
        let game = record["game"].as_object_mut().unwrap();
        game.retain(|field, _| !["source", "shuffled"].contains(&&**field));
        game.insert("commitment".to_owned(), json!(seed.commitment()));
        for holding in record["seats"].as_array_mut().unwrap() {
            holding.as_object_mut().unwrap().remove("entropy");
        }
    };
    server.rewrite(&table, as_before).await;
    server.restart().await;
    let playing = shown(&people[0], &table).await;
    assert_eq!(playing["commitment"], json!(seed.commitment()));
    assert_eq!((&playing["secret_commitment"], &playing["secret"]), (&Value::Null, &Value::Null));
    tokio::join!(play_out(&people[0], &table), play_out(&people[1], &table));
    let over = shown(&people[0], &table).await;
    assert_eq!((&over["seed"], &over["secret"]), (&json!(seed), &Value::Null));
    let text = file(&people[0], &table).await;
    assert!(text.starts_with("{\"format\":1,"), "{}", &text[..40]);
    let replay = parsed(&text);
    assert!(replay.seal.is_none() && replay.source.is_none());
    verify(&replay).unwrap();
}

/// A desk uses no randomness, but what it began with can be proved all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_desk_commits_to_its_set_up() {
    let server = TestServer::open().await;
    let [scribe] = server.guests(["Scribe"]).await;
    let players = ["Ann", "Bob"].map(|name| {
        json!({ "name": name, "faction": "sol", "trade_goods": 3, "action_cards": ["Sabotage"] })
    });
    let game = json!({ "ruleset": "twilight", "setup": { "players": players } });
    let table = scribe.post("/tables", json!({ "game": game })).await.ok();
    let id = table["id"].as_str().unwrap();
    let path = |rest: &str| format!("/tables/{id}{rest}");
    scribe.post(&path("/seats"), json!({ "seat": 1 })).await.ok();
    let begun = scribe.post(&path("/start"), json!({})).await.ok();
    scribe.post(&path("/close"), json!({})).await.ok();
    let text = file(&scribe, id).await;
    let replay = read::<twilight::Game>(text.as_bytes()).unwrap();
    verify(&replay).unwrap();
    assert_eq!(json!(replay.commitment), begun["commitment"]);
    let changes: BTreeMap<&str, (&str, &str)> = BTreeMap::from([
        ("setup.players", ("\"trade_goods\":3", "\"trade_goods\":9")),
        ("setup.desk", ("\"desk\":false", "\"desk\":true")),
    ]);
    for (changed, (old, new)) in changes {
        let forged = text.replacen(old, new, 1);
        assert_ne!(forged, text);
        let found = verify(&read::<twilight::Game>(forged.as_bytes()).unwrap()).map(drop);
        let found = found.unwrap_err().mismatch;
        let Mismatch::Header { field, how: Tampering::Changed } = found else { panic!("{found}") };
        assert_eq!(field, changed);
    }
}
