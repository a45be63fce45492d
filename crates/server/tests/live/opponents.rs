//! Bots as people meet them: what they remember, and how long they take.

use std::time::{Duration, Instant};

use backchannel::signal::{Phrase, Signal, Signals, Word};
use backchannel::{Agreement, Command, Game, Mode, Territory};
use parley::{Audience, Game as _, Seat};
use serde_json::{Value, json};

use crate::engine::{Engine, read};
use crate::play::WatchedSocket;
use crate::test_server::{TestServer, settings};
use crate::user::{PATIENCE, User};

const ADA: Seat = Seat(0);

/// A table that has begun, with these bots on the seats after the people.
async fn table(people: &[User], bots: &[&str], changed: Value) -> String {
    let mut settings = settings(people.len() + bots.len(), 30, changed);
    settings["game"]["settings"]["fog"] = json!(false);
    let opened = people[0].post("/tables", settings).await.ok();
    let id = opened["id"].as_str().unwrap().to_owned();
    for user in &people[1..] {
        user.post(&format!("/tables/{id}/seats"), json!({})).await.ok();
    }
    for (seat, bot) in (people.len()..).zip(bots) {
        let path = format!("/tables/{id}/seats/{seat}/bot");
        people[0].put(&path, json!({ "bot": bot })).await.ok();
    }
    people[0].post(&format!("/tables/{id}/start"), json!({})).await.ok();
    id
}

/// Says something to a seat.
fn says(template: &str, about: Word, to: Seat) -> Value {
    let template = Signals::standard().catalogue().template_named(template).unwrap();
    let signal = Signal::single(Phrase::filled(template, about));
    json!(Command::Signal { to: Some(to), signal })
}

/// The least that a seat can do.
fn quiet(game: &Game, seat: Seat) -> Command {
    let options = game.options(seat);
    match options.deploy.first() {
        Some(placing) => Command::Deploy { to: placing.on, troops: placing.most },
        None if options.end_attack => Command::EndAttack,
        None if options.end_turn => Command::EndTurn,
        None => Command::Pass,
    }
}

/// Has everybody pass until the first of these people, who have those seats, can attack somebody on that seat.
async fn to_attack(
    server: &TestServer,
    table: &str,
    people: &[(Seat, &User)],
    target: Seat,
) -> (Engine<Game>, Command) {
    let (me, first) = people[0];
    let mut engine = Engine::<Game>::of(server, table, first).await;
    let began = Instant::now();
    for n in 0.. {
        engine.catch_up(server, table).await;
        assert!(began.elapsed() < PATIENCE, "nobody can be attacked");
        let (game, seat) = (&engine.game, engine.game.turn());
        let lands = game.view(Audience::Seat(me)).lands;
        let is_theirs = |to: Territory| {
            lands[to.index()].known().is_some_and(|(owner, _)| owner == Some(target))
        };
        let assaults = game.options(me).attack.into_iter();
        let mut attacks = assaults.flat_map(|it| it.to.into_iter().map(move |to| (it.from, to)));
        if let Some((from, to)) = attacks.find(|(_, to)| is_theirs(*to)) {
            return (engine, Command::Attack { from, to, mode: Mode::Once });
        }
        match people.iter().find(|(theirs, _)| *theirs == seat) {
            Some((_, user)) => {
                let command = json!(quiet(game, seat));
                user.command(table, &format!("quiet {n}"), seat.0, command).await.ok();
            }
            None => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
    unreachable!()
}

/// What somebody is told of the memory of bots.
async fn memories(user: &User, table: &str) -> Value {
    user.view(table, "").await["table"]["memories"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_was_lied_to_tells_the_liar_alone_and_a_restart_changes_nothing() {
    let mut server = TestServer::open().await;
    let people = server.guests(["Ada", "Ida"]).await;
    let bot = Seat(2);
    let table = table(&people, &["grudger:hard"], json!({})).await;
    let (engine, attack) =
        to_attack(&server, &table, &[(ADA, &people[0]), (Seat(1), &people[1])], bot).await;
    let mut watches = Vec::new();
    for user in &people {
        watches.push(WatchedSocket::open(user, &table, "").await);
    }
    let ada = &people[0];
    let promise = says("spare_player", Word::Player(bot), bot);
    ada.command(&table, "promise", 0, promise).await.ok();
    assert_eq!(memories(ada, &table).await, Value::Null);
    ada.command(&table, "attack", 0, json!(attack)).await.ok();

    let round = engine.game.round();
    let text = format!("Grieve has not forgotten {round}: you attacked against your promise.");
    let told = json!([{ "seat": 2, "text": text }]);
    assert_eq!(memories(ada, &table).await, told);
    assert_eq!(memories(&people[1], &table).await, Value::Null);
    assert_eq!(memories(&server.nobody(), &table).await, Value::Null);
    for watch in &mut watches {
        watch.compare(&table).await;
    }
    server.restart().await;
    assert_eq!(memories(ada, &table).await, told);
    assert_eq!(memories(&people[1], &table).await, Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_behind_a_mask_remembers_in_silence() {
    let server = TestServer::open().await;
    let people = server.guests(["Ada", "Ida"]).await;
    let table = table(&people, &["grudger"], json!({ "anonymous": true })).await;
    let shown = people[0].get(&format!("/tables/{table}")).await.ok();
    let seat = |shown: &Value| Seat(shown["yours"][0].as_u64().unwrap() as u8);
    let ada = (seat(&shown), &people[0]);
    let ida = (seat(&people[1].get(&format!("/tables/{table}")).await.ok()), &people[1]);
    let bot = Seat(3 - ada.0.0 - ida.0.0);
    for place in shown["seats"].as_array().unwrap() {
        assert_eq!(place["holder"]["kind"], "person", "a bot looks like anybody else");
        assert!(place["name"].as_str().unwrap().starts_with("The "), "{place}");
    }

    let (_, attack) = to_attack(&server, &table, &[ada, ida], bot).await;
    let promise = says("spare_player", Word::Player(bot), bot);
    ada.1.command(&table, "promise", ada.0.0, promise).await.ok();
    ada.1.command(&table, "attack", ada.0.0, json!(attack)).await.ok();
    let told = ada.1.view(&table, "").await;
    assert_eq!(told["table"]["memories"], Value::Null);
    let told = told.to_string();
    assert!(!told.contains("grudger") && !told.contains("Grieve"), "{told}");
}

/// The seats that made the last steps, from a number on.
async fn moved(server: &TestServer, table: &str, from: usize) -> Vec<Seat> {
    server.steps(table).await[from..].iter().filter_map(|step| read(step).seat).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_takes_a_human_moment_and_keeps_nobody_else_waiting() {
    let server = TestServer::open().await;
    let ada = server.guest("Ada").await;
    let (on_turn, asked) = (Seat(1), Seat(2));
    let bots = ["soldier", "envoy"];
    let table = table(std::slice::from_ref(&ada), &bots, json!({ "bot_pace_ms": 1200 })).await;
    let mut engine = Engine::<Game>::now(&server, &table, &ada).await;
    let began = Instant::now();
    let mut n = 0;
    while !(engine.game.turn() == ADA && engine.game.options(ADA).pass) {
        assert!(began.elapsed() < PATIENCE, "her turn comes");
        if engine.game.turn() == ADA {
            n += 1;
            let command = json!(quiet(&engine.game, ADA));
            ada.command(&table, &format!("quiet {n}"), 0, command).await.ok();
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        engine.catch_up(&server, &table).await;
    }
    let question = says("talk", Word::Agreement(Agreement::Ceasefire), asked);
    let before = server.steps(&table).await.len();
    ada.command(&table, "ask", 0, question).await.ok();
    let said = Instant::now();
    ada.command(&table, "pass", 0, json!({ "type": "pass" })).await.ok();
    let after = loop {
        let after = moved(&server, &table, before + 2).await;
        if after.contains(&asked) {
            break after;
        }
        assert!(said.elapsed() < PATIENCE, "the bot answers");
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert!(said.elapsed() >= Duration::from_millis(1800), "{:?}", said.elapsed());
    assert_eq!(after[0], on_turn, "the bot whose turn it is moves first: {after:?}");
}
