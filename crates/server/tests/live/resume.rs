//! A client that reconnects gets what it missed, once and in order, or a fresh view.

use std::slice;

use backchannel::Game;
use futures::future::join_all;
use parley::Seed;
use serde_json::{Value, json};

use crate::engine::{Engine, choose};
use crate::follower::Follower;
use crate::play::WatchedSocket;
use crate::test_server::{TestServer, settings};
use crate::user::User;

/// The messages, without what is around the game.
fn bare(message: &Value) -> Value {
    let mut message = message.clone();
    message.as_object_mut().unwrap().remove("table");
    message
}

/// Plays `most` random commands, or to the end.
pub async fn play_on(
    server: &TestServer,
    table: &str,
    people: &[User],
    engine: &mut Engine<Game>,
    chance: &mut parley::Chance,
    most: usize,
) {
    for _ in 0..most {
        engine.catch_up(server, table).await;
        let Some((by, command)) = choose(&engine.game, chance) else { return };
        let id = format!("step {}", engine.steps);
        people[by.index()].command(table, &id, by.0, json!(command)).await.ok();
    }
    engine.catch_up(server, table).await;
}

/// A client whose connection comes and goes.
struct Fickle {
    user: User,
    here: Option<WatchedSocket>,
    known: Follower,
}

impl Fickle {
    async fn comes(&mut self, table: &str) {
        let line = self.user.socket(table, &format!("?since={}", self.known.seq)).await;
        let (user, follower) = (self.user.clone(), self.known.clone());
        self.here = Some(WatchedSocket { user, how: String::new(), line, follower });
    }

    /// The connection breaks without a close frame, before or after the last message has arrived.
    async fn goes(&mut self, table: &str, chance: &mut parley::Chance) {
        let Some(mut watch) = self.here.take() else { return };
        if chance.one_in(2) {
            watch.compare(table).await;
        }
        self.known = watch.follower;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_line_that_breaks_at_any_moment_loses_and_repeats_nothing() {
    let mut server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam", "Ida"]).await;
    let table = server.table(&people, settings(3, 3, json!({}))).await;
    let mut engine = Engine::<Game>::of(&server, &table, &people[0]).await;
    let mut chance = Seed::numbered(3, 0).stream(0);
    let everybody = people.iter().cloned().chain([server.nobody()]);
    let mut fickle = Vec::new();
    for user in everybody {
        let known = Follower::of(&user.view(&table, "").await);
        fickle.push(Fickle { user, here: None, known });
    }
    for round in 0..60 {
        play_on(&server, &table, &people, &mut engine, &mut chance, 3).await;
        for one in &mut fickle {
            match chance.one_in(2) {
                true => one.comes(&table).await,
                false => one.goes(&table, &mut chance).await,
            }
        }
        if round % 20 == 7 {
            for one in &mut fickle {
                one.goes(&table, &mut chance).await;
            }
            server.restart().await;
        }
    }
    for one in &mut fickle {
        one.comes(&table).await;
        one.here.as_mut().unwrap().compare(&table).await;
    }
}

/// A game that bots have played to its end, and everything that its one person was told.
async fn long_game(server: &TestServer) -> (User, String, Vec<Value>) {
    let olga = server.guest("Olga").await;
    let mut wanted = settings(4, 40, json!({}));
    wanted["game"]["settings"]["numbers"] = json!({ "starting_troops": 20 });
    let table = server.table(slice::from_ref(&olga), wanted).await;
    let mut line = olga.socket(&table, "").await;
    let mut heard = vec![line.next().await];
    olga.post(&format!("/tables/{table}/seats/0/relief"), json!({})).await.ok();
    while heard.last().unwrap()["table"]["over"] != true {
        heard.push(line.next().await);
    }
    heard.retain(|message| message["type"] == "news");
    (olga, table, heard)
}

async fn since(user: &User, table: &str, since: u64) -> Vec<Value> {
    let mut line = user.socket(table, &format!("?since={since}")).await;
    let mut heard = vec![line.next().await];
    while heard.last().unwrap()["type"] == "news" {
        heard.push(line.next().await);
    }
    heard
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_missed_is_what_others_were_told_also_after_a_restart() {
    let mut server = TestServer::open().await;
    let (mut olga, mut table, mut news) = long_game(&server).await;
    while news.len() < 210 {
        (olga, table, news) = long_game(&server).await;
    }
    let last = news.last().unwrap()["seq"].as_u64().unwrap();
    for restarted in [false, true] {
        if restarted {
            server.restart().await;
        }
        for behind in [0, 1, 17, 199, 200] {
            let mut heard = since(&olga, &table, last - behind).await;
            assert_eq!(heard.pop().unwrap()["type"], "table");
            let tail = &news[news.len() - behind as usize..];
            assert!(heard.iter().map(bare).eq(tail.iter().map(bare)), "{behind} behind");
        }
        for stale in [last - 201, 0, last + 1, u64::from(u32::MAX)] {
            let heard = since(&olga, &table, stale).await;
            assert_eq!(heard.len(), 1, "since {stale} of {last}");
            assert_eq!((&heard[0]["type"], &heard[0]["seq"]), (&json!("view"), &json!(last)));
            assert_eq!(bare(&heard[0]), bare(&olga.view(&table, "").await));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_of_events_resumes_by_its_ids() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 3, json!({}))).await;
    let path = format!("/tables/{table}/events");
    let mut engine = Engine::<Game>::of(&server, &table, &people[0]).await;
    let mut chance = Seed::numbered(4, 0).stream(0);
    let mut watch = WatchedSocket::open(&people[0], &table, "").await;
    let mut stream = people[0].events(&path, None).await;
    let first = stream.next().await;
    assert_eq!(first.id, Some(watch.follower.seq));
    let mut follower = Follower::of(&first.data);
    for _ in 0..6 {
        play_on(&server, &table, &people, &mut engine, &mut chance, 4).await;
        watch.compare(&table).await;
        while follower.seq < watch.follower.seq {
            let event = stream.next().await;
            assert_eq!(event.id, event.data["seq"].as_u64());
            follower.hear(&event.data);
        }
        assert_eq!(follower.view, watch.follower.view);

        drop(stream);
        play_on(&server, &table, &people, &mut engine, &mut chance, 4).await;
        watch.compare(&table).await;
        // The header that a browser sends by itself takes precedence over the first `since`.
        stream = people[0].events(&format!("{path}?since=0"), Some(follower.seq)).await;
        while follower.seq < watch.follower.seq {
            let event = stream.next().await;
            assert_eq!(event.data["type"], "news");
            follower.hear(&event.data);
        }
        let around = stream.next().await;
        assert_eq!((around.id, &around.data["type"]), (None, &json!("table")));
        assert_eq!(follower.options, watch.follower.options);
    }
    let mut future = people[0].events(&path, Some(100_000)).await;
    assert_eq!(future.next().await.data["type"], "view");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_resumes_at_another_server_is_not_told_twice() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 3, json!({}))).await;
    let beside = server.beside().await;
    let there = people.clone().map(|user| user.at(&beside.door));
    let mut engine = Engine::<Game>::of(&server, &table, &people[0]).await;
    let mut chance = Seed::numbered(6, 0).stream(0);
    let mut watches =
        join_all(there.iter().map(|user| WatchedSocket::open(user, &table, ""))).await;
    for turn in 0..8 {
        let (here, users) = if turn % 2 == 0 { (&server, &people) } else { (&beside, &there) };
        play_on(here, &table, users, &mut engine, &mut chance, 5).await;
        for (watch, user) in watches.iter_mut().zip(users) {
            watch.line = user.socket(&table, &format!("?since={}", watch.follower.seq)).await;
            watch.user = user.clone();
            watch.compare(&table).await;
        }
    }
}
