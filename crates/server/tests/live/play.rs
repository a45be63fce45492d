//! A view comes first, then news: applying them gives the same as a fresh view.

use std::slice;

use backchannel::Game;
use futures::future::join_all;
use parley::{Audience, Seat, Seed};
use serde_json::{Value, json};

use crate::engine::{Engine, all_may_be_known, choose, told};
use crate::follower::{Follower, timeless};
use crate::leak::{anything, desk, mapped_desk};
use crate::test_server::{TestServer, settings};
use crate::user::{TestSocket, User};

/// A socket, and the state that its owner derives from it.
pub struct WatchedSocket {
    pub user: User,
    pub how: String,
    pub line: TestSocket,
    pub follower: Follower,
}

impl WatchedSocket {
    pub async fn open(user: &User, table: &str, how: &str) -> WatchedSocket {
        let mut line = user.socket(table, how).await;
        let follower = Follower::of(&line.next().await);
        WatchedSocket { user: user.clone(), how: how.to_owned(), line, follower }
    }

    /// Reads on until that news has come.
    pub async fn reach(&mut self, seq: u64) {
        while self.follower.seq < seq {
            let message = self.line.next().await;
            self.follower.hear(&message);
        }
    }

    /// Reads on until the table is said to be over.
    pub async fn finish(&mut self) {
        while self.follower.table["over"] == false {
            let message = self.line.next().await;
            self.follower.hear(&message);
        }
    }

    /// Requests a fresh view, and compares.
    pub async fn compare(&mut self, table: &str) {
        let fresh = self.user.view(table, &self.how).await;
        self.reach(fresh["seq"].as_u64().unwrap()).await;
        while self.follower.table != timeless(&fresh["table"]) {
            let message = self.line.next().await;
            assert_eq!(message["type"], "table", "what is around the game has changed: {message}");
            self.follower.hear(&message);
        }
        self.follower.is_like(&fresh);
    }
}

/// A socket for each of these people, and one for a spectator.
pub async fn watch_all(people: &[User], spectator: &User, table: &str) -> Vec<WatchedSocket> {
    let seats = people.iter().map(|user| WatchedSocket::open(user, table, ""));
    let mut all = join_all(seats).await;
    all.push(WatchedSocket::open(spectator, table, "").await);
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn patches_make_what_a_fresh_view_shows_at_every_step() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam", "Ida", "Tom"]).await;
    let (table, spectator) =
        (server.table(&people, settings(4, 2, json!({}))).await, server.nobody());
    let mut watches = watch_all(&people, &spectator, &table).await;
    let mut engine = Engine::<Game>::of(&server, &table, &people[0]).await;
    let mut chance = Seed::numbered(1, 0).stream(0);
    for n in 0.. {
        engine.catch_up(&server, &table).await;
        let Some((by, command)) = choose(&engine.game, &mut chance) else { break };
        let (id, command) = (format!("move {n}"), json!(command));
        let seq = match chance.one_in(2) {
            true => by_http(&people[by.index()], &table, &id, by.0, command).await,
            false => by_socket(&mut watches[by.index()], &id, command).await,
        };
        watches[by.index()].reach(seq).await;
        assert_eq!(watches[by.index()].follower.seq, seq, "the news with this number shows it");
        join_all(watches.iter_mut().map(|watch| watch.compare(&table))).await;
    }
    assert!(engine.steps > 25, "a game is more than {} steps", engine.steps);
    for watch in &watches {
        assert_eq!(watch.follower.table["over"], true);
        assert!(!watch.follower.view["outcome"].is_null());
        assert_eq!(watch.follower.view["opened"].as_array().unwrap().len(), 4);
    }
}

/// Plays on at a desk, and has everybody compare their view with a fresh one.
async fn follow_a_desk(desk: Value) {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam", "Ida"]).await;
    let (table, spectator) = (server.table(&people, desk).await, server.nobody());
    let mut watches = watch_all(&people, &spectator, &table).await;
    let start = Engine::<twilight::Game>::of(&server, &table, &people[0]).await;
    let mut engine = start.clone();
    let before = watches[3].follower.view["galaxy"].clone();
    let mut chance = Seed::numbered(2, 0).stream(0);
    for n in 0..80 {
        engine.catch_up(&server, &table).await;
        let Some((by, command)) = anything(&engine.game, &mut chance) else { break };
        if command == twilight::Command::Leave {
            continue;
        }
        let seq = by_http(&people[by.index()], &table, &n.to_string(), by.0, json!(command)).await;
        watches[by.index()].reach(seq).await;
        join_all(watches.iter_mut().map(|watch| watch.compare(&table))).await;
    }
    people[0].post(&format!("/tables/{table}/close"), json!({})).await.ok();
    let steps = server.steps(&table).await;
    assert!(steps.len() > 60, "{} steps are not enough", steps.len());
    let changed = watches[3].follower.view["galaxy"] != before;
    assert_eq!(changed, !before.is_null(), "the map has changed");
    let seats =
        Seat::all(3).map(|seat| (format!("?eyes={seat}", seat = seat.0), Audience::Seat(seat)));
    for (eyes, audience) in seats.chain([(String::new(), Audience::Replay)]) {
        let history = people[0].get(&format!("/tables/{table}/history{eyes}")).await.ok();
        let known = told(&start.game, &steps, audience);
        let checked = all_may_be_known(history.as_array().unwrap(), &known);
        assert_eq!(checked, known.len(), "history leaves nothing out");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn patches_make_what_a_fresh_view_shows_at_a_desk_for_everybody() {
    follow_a_desk(desk()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn patches_make_what_a_fresh_view_shows_at_a_desk_with_a_map_for_everybody() {
    follow_a_desk(mapped_desk()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_desk_only_what_changed_is_told() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam", "Ida"]).await;
    let table = server.table(&people, mapped_desk()).await;
    let mut ida = people[2].socket(&table, "").await;
    let view = ida.next().await["view"].take();
    let systems = view["galaxy"]["systems"].as_array().unwrap();
    let lodor = systems.iter().position(|it| it["name"] == "Lodor").unwrap();
    let book = json!({ "type": "book", "entry": { "entry": "gain_goods", "count": 2 } });
    people[0].command(&table, "a", 0, book).await.ok();
    let patch = ida.next().await["view"].take();
    let changed: Vec<&String> = patch.as_object().unwrap().keys().collect();
    assert_eq!(changed, ["players"]);
    assert_eq!(patch["players"].as_object().unwrap().keys().collect::<Vec<_>>(), ["0"]);

    let board = json!({ "type": "board", "change": { "take": "lodor" } });
    people[1].command(&table, "b", 1, board).await.ok();
    let patch = ida.next().await["view"].take();
    assert_eq!(patch["galaxy"].as_object().unwrap().keys().collect::<Vec<_>>(), ["systems"]);
    let changed = patch["galaxy"]["systems"].as_object().unwrap();
    assert_eq!(changed.len(), 1, "one system has changed");
    assert_eq!(changed[&lodor.to_string()]["planets"][0]["controller"], 1);
}

async fn by_http(user: &User, table: &str, id: &str, seat: u8, command: Value) -> u64 {
    let receipt = user.command(table, id, seat, command).await.ok();
    assert_eq!(receipt["id"], id);
    receipt["seq"].as_u64().unwrap()
}

async fn by_socket(watch: &mut WatchedSocket, id: &str, command: Value) -> u64 {
    let mut heard = watch.line.command(id, command).await;
    let answer = heard.pop().unwrap();
    heard.iter().for_each(|message| watch.follower.hear(message));
    assert_eq!((&answer["type"], &answer["id"]), (&json!("accepted"), &json!(id)), "{answer}");
    answer["seq"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn patches_make_a_fresh_view_while_bots_play() {
    for (seats, anonymous) in [(4, false), (2, true)] {
        let server = TestServer::open().await;
        let [olga] = server.guests(["Olga"]).await;
        let changed = json!({ "anonymous": anonymous });
        let table = server.table(slice::from_ref(&olga), settings(seats, 4, changed)).await;
        let mut watches = watch_all(slice::from_ref(&olga), &server.nobody(), &table).await;
        let seat = watches[0].follower.seat.as_u64().unwrap();
        olga.post(&format!("/tables/{table}/seats/{seat}/relief"), json!({})).await.ok();
        while watches[0].follower.table["over"] == false {
            for watch in &mut watches {
                watch.compare(&table).await;
            }
        }
        for watch in &mut watches {
            watch.finish().await;
            watch.compare(&table).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_names_its_clause_and_changes_nothing() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 4, json!({}))).await;
    let mut watches = watch_all(&people, &server.nobody(), &table).await;
    let (before, steps) = (people[1].view(&table, "").await, server.steps(&table).await);
    let engine = Engine::<Game>::now(&server, &table, &people[0]).await;
    let waits = 1 - engine.game.turn().index();

    let pass = json!({ "type": "pass" });
    let refused = people[waits].command(&table, "a", waits as u8, pass.clone()).await.is(422);
    assert_eq!(refused["type"], "refused");
    assert_eq!(refused["clause"], "BC-201");
    let heard = watches[waits].line.command("b", pass).await;
    assert_eq!(heard.len(), 1, "a refusal is all that is said: {heard:?}");
    assert_eq!((&heard[0]["type"], &heard[0]["id"]), (&json!("refused"), &json!("b")));
    assert_eq!(heard[0]["problem"]["status"], 422);
    assert_eq!(heard[0]["problem"]["clause"], "BC-201");

    for (id, command, field) in [
        ("c", json!({ "type": "fly" }), "command"),
        ("d", json!({ "type": "deploy", "to": 0, "troops": "many" }), "command"),
        ("", json!({ "type": "pass" }), "id"),
        (&"x".repeat(65), json!({ "type": "pass" }), "id"),
    ] {
        let problem = people[0].command(&table, id, 0, command).await.is(422);
        assert!(problem["field"].as_str().unwrap().starts_with(field), "{problem}");
    }
    people[0].command(&table, "e", 1, json!({ "type": "pass" })).await.is(404);
    let gawper = server.guest("Paul").await;
    gawper.command(&table, "f", 0, json!({ "type": "pass" })).await.is(404);
    gawper
        .post(
            &format!("/tables/{table}/commands"),
            json!({ "id": "g", "command": { "type": "pass" } }),
        )
        .await
        .is(403);
    let mut line = gawper.socket(&table, "").await;
    line.next().await;
    let heard = line.command("h", json!({ "type": "pass" })).await;
    assert_eq!(heard[0]["problem"]["status"], 403);

    assert_eq!(server.steps(&table).await, steps);
    assert_eq!(people[1].view(&table, "").await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_answers_what_it_cannot_read() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 4, json!({}))).await;
    let mut line = people[0].socket(&table, "").await;
    line.next().await;
    line.say(r#"{"type":"ping"}"#).await;
    assert_eq!(line.next().await, json!({ "type": "pong" }));
    for nonsense in ["", "{", "[]", r#"{"type":"sing"}"#] {
        line.say(nonsense).await;
        let answer = line.next().await;
        assert_eq!(answer["type"], "problem", "{nonsense}: {answer}");
        assert!(answer["problem"]["status"].as_u64().unwrap() < 500);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_says_the_same_of_its_seats_on_every_way() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    for anonymous in [false, true] {
        let changed = json!({ "anonymous": anonymous });
        let table = server.table(&people, settings(3, 1, changed)).await;
        for user in people.iter().chain([&server.nobody()]) {
            let told = user.view(&table, "").await["table"]["seats"].clone();
            assert_eq!(told, user.get(&format!("/tables/{table}")).await.ok()["seats"]);
        }
        for user in &people {
            let seat = user.view(&table, "").await["seat"].clone();
            user.post(&format!("/tables/{table}/seats/{seat}/relief"), json!({})).await.ok();
        }
        WatchedSocket::open(&people[0], &table, "").await.finish().await;
        for user in people.iter().chain([&server.nobody()]) {
            let told = user.view(&table, "").await["table"]["seats"].clone();
            assert_eq!(told, user.get(&format!("/tables/{table}")).await.ok()["seats"]);
        }
    }
}
