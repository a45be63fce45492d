//! Desks that follow a game recorded elsewhere: who may post what, and what becomes of it.

use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};

use crate::leak::desk;
use crate::test_server::TestServer;
use crate::user::User;

/// What the mod posts of a table with Hacan and Sol.
fn report(hacan: u16, sol: u16) -> Value {
    json!({
        "players": [
            {"color": "yellow", "factionShort": "Hacan", "tradeGoods": hacan, "handCards": ["a secret card"]},
            {"color": "blue", "factionShort": "Sol", "tradeGoods": sol},
        ],
        "setupTimestamp": 1_700_000_000,
    })
}

struct Room {
    server: TestServer,
    people: [User; 3],
    table: String,
}

impl Room {
    /// A desk at which nobody has recorded anything.
    async fn open() -> Room {
        let server = TestServer::open().await;
        let people = server.guests(["Olga", "Sam", "Ida"]).await;
        let mut desk = desk();
        for player in desk["game"]["setup"]["players"].as_array_mut().unwrap() {
            player["trade_goods"] = json!(0);
        }
        let table = server.table(&people, desk).await;
        Room { server, people, table }
    }

    fn path(&self, what: &str) -> String {
        format!("/tables/{}/{what}", self.table)
    }

    async fn arm(&self, wanted: Value) -> String {
        let status = self.people[0].put(&self.path("feed"), wanted).await.ok();
        assert_eq!(status["armed"], true);
        status["key"].as_str().unwrap().to_owned()
    }

    /// A program that sends no cookie and no origin.
    fn posting(&self, key: &str, body: impl Into<reqwest::Body>) -> RequestBuilder {
        let client = Client::builder().no_proxy().build().unwrap();
        let address =
            format!("http://{}/postkey_ttpg?key={key}&timestamp=17", self.people[0].address());
        client.post(address).header("content-type", "application/json").body(body)
    }

    async fn post(&self, key: &str, report: &Value) -> u16 {
        self.posting(key, report.to_string()).send().await.unwrap().status().as_u16()
    }

    async fn goods(&self) -> Vec<u64> {
        let view = self.people[2].view(&self.table, "").await;
        let players = view["view"]["players"].as_array().unwrap().clone();
        players.iter().map(|it| it["trade_goods"].as_u64().unwrap()).collect()
    }

    async fn steps(&self) -> usize {
        self.server.steps(&self.table).await.len()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_program_posts_reaches_the_desk_once() {
    let room = Room::open().await;
    let key = room.arm(json!({})).await;
    assert!(key.len() >= 32, "nobody guesses it");
    assert_eq!(room.post(&key, &report(3, 1)).await, 204);
    assert_eq!(room.goods().await, [3, 1, 0]);
    let steps = room.steps().await;
    for _ in 0..3 {
        assert_eq!(room.post(&key, &report(3, 1)).await, 204);
    }
    assert_eq!(room.steps().await, steps, "unchanged data is no step");
    assert_eq!(room.post(&key, &report(4, 1)).await, 204);
    assert_eq!(room.goods().await, [4, 1, 0]);
    let log = room.people[2].get(&room.path("log")).await.ok().to_string();
    assert!(log.contains("Tabletop Playground") && !log.contains("a secret card"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desk_takes_posts_only_while_its_owner_lets_it() {
    let room = Room::open().await;
    assert_eq!(room.post("buddy", &report(3, 1)).await, 404, "off unless it is armed");
    room.people[1].put(&room.path("feed"), json!({})).await.is(403);
    room.people[1].get(&room.path("feed")).await.is(403);
    let first = room.arm(json!({})).await;
    let second = room.arm(json!({})).await;
    assert_eq!(room.post(&first, &report(3, 1)).await, 404, "one feed at a time");
    assert_eq!(room.post(&second, &report(3, 1)).await, 204);
    let shown = room.people[0].get(&room.path("feed")).await.ok();
    assert_eq!((&shown["armed"], &shown["key"]), (&json!(true), &Value::Null), "it is shown once");
    let kept = room.server.record(&room.table).await.to_string();
    assert!(!kept.contains(&second), "and not stored");
    room.people[0].delete(&room.path("feed")).await.ok();
    assert_eq!(room.post(&second, &report(5, 5)).await, 404);
    room.arm(json!({})).await;
    let third = room.arm(json!({})).await;
    room.people[0].post(&room.path("close"), json!({})).await.ok();
    assert_eq!(room.post(&third, &report(5, 5)).await, 404, "the table is over");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_short_key_works_on_the_servers_own_machine_only() {
    let room = Room::open().await;
    assert_eq!(room.arm(json!({ "short_key": "buddy" })).await, "buddy");
    assert_eq!(room.post("buddy", &report(3, 1)).await, 204);
    let body = report(9, 9).to_string();
    for header in ["x-forwarded-for", "forwarded", "via", "x-real-ip"] {
        let passed_on = room.posting("buddy", body.clone()).header(header, "127.0.0.1");
        assert_eq!(
            passed_on.send().await.unwrap().status(),
            404,
            "{header}: a proxy is not the machine itself"
        );
    }
    assert_eq!(room.goods().await, [3, 1, 0]);
    for wrong in ["", "two words", "seventeen-letters", "ü"] {
        room.people[0].put(&room.path("feed"), json!({ "short_key": wrong })).await.is(422);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_desks_cannot_have_the_same_short_key() {
    let room = Room::open().await;
    room.arm(json!({ "short_key": "buddy" })).await;
    let other = room.server.table(&room.people, desk()).await;
    let path = format!("/tables/{other}/feed");
    let said = room.people[0].put(&path, json!({ "short_key": "buddy" })).await.is(409);
    assert!(said["detail"].as_str().unwrap().contains("Another desk"), "{said}");
    room.people[0].delete(&room.path("feed")).await.ok();
    room.people[0].put(&path, json!({ "short_key": "buddy" })).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_nonsense_are_refused_and_change_nothing() {
    let room = Room::open().await;
    let key = room.arm(json!({ "short_key": "buddy" })).await;
    let steps = room.steps().await;
    let address = format!("http://{}", room.people[0].address());
    for origin in ["https://evil.example", &address, "null"] {
        let page = room.posting(&key, report(9, 9).to_string()).header("origin", origin);
        assert_eq!(page.send().await.unwrap().status(), 403, "{origin}");
    }
    let deep = format!("{}{}", "[".repeat(50_000), "]".repeat(50_000));
    let other = json!({"players": [{"factionShort": "Nekro", "tradeGoods": 3}]}).to_string();
    for nonsense in [
        "",
        "{",
        "[]",
        "{\"players\": 3}",
        "{\"players\": [{\"factionShort\": \"x\"}]}",
        &deep,
        &other,
    ] {
        let status = room.posting(&key, nonsense.to_owned()).send().await.unwrap().status();
        assert_eq!(status, 422, "{}", &nonsense[..nonsense.len().min(60)]);
    }
    let large = room.posting(&key, vec![b' '; (1 << 20) + 1]).send().await.unwrap().status();
    assert_eq!(large, 413);
    assert_eq!(room.post("", &report(9, 9)).await, 404);
    assert_eq!((room.steps().await, room.goods().await), (steps, vec![0, 0, 0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_booked_by_hand_stays_and_is_shown_beside() {
    let room = Room::open().await;
    let key = room.arm(json!({})).await;
    let gain = json!({ "type": "book", "entry": { "entry": "gain_goods", "count": 7 } });
    room.people[1].command(&room.table, "a", 1, gain).await.ok();
    assert_eq!(room.post(&key, &report(2, 3)).await, 204);
    assert_eq!(room.goods().await, [2, 7, 0]);
    let view = room.people[2].view(&room.table, "").await;
    let dispute = &view["view"]["feed"]["disputed"][0];
    assert_eq!(
        (&dispute["ours"], &dispute["theirs"]),
        (&json!("Sam has 7 trade goods"), &json!("Sam has 3 trade goods"))
    );
    let take = json!({ "type": "reconcile", "fact": dispute["fact"], "take": true });
    room.people[0].command(&room.table, "b", 0, take.clone()).await.is(422);
    room.people[1].command(&room.table, "c", 1, take).await.ok();
    assert_eq!(room.goods().await, [2, 3, 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_brings_a_report_of_the_forum_bot() {
    let room = Room::open().await;
    let game = json!({
        "playerData": [{"faction": "hacan", "tg": 2}, {"faction": "sol", "tg": 1, "isSpeaker": true}],
        "gameState": {"phase": "action", "activePlayer": "sol"},
        "tilePositions": ["000:18", "101:26", "104:25"],
    });
    let import = json!({ "source": "asyncti4", "text": game.to_string() });
    let done = room.people[1].post(&room.path("import"), import.clone()).await.ok();
    assert_eq!(done["changed"], true);
    assert_eq!(room.goods().await, [2, 1, 0]);
    let view = room.people[2].view(&room.table, "").await;
    assert!(view["view"]["galaxy"].is_object(), "the map has arrived");
    let again = room.people[1].post(&room.path("import"), import).await.ok();
    assert_eq!(again["changed"], false);
    for body in [
        json!({ "source": "asyncti4" }),
        json!({ "source": "asyncti4", "text": "{}", "game": "pbd1" }),
        json!({ "source": "elsewhere", "text": "{}" }),
        json!({ "source": "asyncti4", "text": "no JSON" }),
        json!({ "source": "tabletop_playground", "game": "pbd1" }),
    ] {
        room.people[1].post(&room.path("import"), body).await.is(422);
    }
    let fetched = json!({ "source": "asyncti4", "game": "pbd1" });
    let said = room.people[1].post(&room.path("import"), fetched).await.is(422);
    assert_eq!(said["field"], "game", "the host has not allowed it: {said}");
    room.server
        .nobody()
        .post(&room.path("import"), json!({ "source": "asyncti4", "text": "{}" }))
        .await
        .is(401);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_a_former_owner_no_longer_works() {
    let room = Room::open().await;
    let key = room.arm(json!({})).await;
    assert_eq!(room.post(&key, &report(3, 1)).await, 204);
    room.people[0].post(&room.path("owner"), json!({ "seat": 1 })).await.ok();
    assert_eq!(room.post(&key, &report(4, 1)).await, 404);
    assert_eq!(room.people[1].get(&room.path("feed")).await.ok()["armed"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_of_too_many_values_is_refused_before_it_fills_the_memory() {
    let room = Room::open().await;
    let key = room.arm(json!({})).await;
    let body = format!("[{}0]", "{\"a\":0},".repeat(130_000));
    let said = room.posting(&key, body).send().await.unwrap();
    assert_eq!(said.status(), 422);
    assert!(said.text().await.unwrap().contains("too many values"));
}
