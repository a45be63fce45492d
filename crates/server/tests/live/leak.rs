//! Nobody is sent a byte that they may not know.

use futures::future::join_all;
use parley::contract::Subject;
use parley::{Audience, Chance, Seat, Seed};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::engine::{Engine, ExpectedNews, TestedGame, all_may_be_known, choose, told};
use crate::routes::snoop;
use crate::test_server::{TestServer, settings};
use crate::user::{Events, TestSocket, User};

/// Whether somebody asks for a pause, which ends a test: everything before has been sent by then.
fn is_last(message: &Value) -> bool {
    let mut seats = message["table"]["seats"].as_array().into_iter().flatten();
    message["type"] == "table" && seats.any(|seat| seat["asks_pause"] == true)
}

/// All messages of a socket until somebody asks for a pause.
fn listen(mut line: TestSocket) -> JoinHandle<Vec<Value>> {
    tokio::spawn(async move {
        let mut heard = vec![line.next().await];
        while !is_last(heard.last().unwrap()) {
            heard.push(line.next().await);
        }
        heard
    })
}

/// The same, byte for byte.
pub fn frames(mut line: TestSocket) -> JoinHandle<Vec<String>> {
    tokio::spawn(async move {
        let mut heard = vec![line.text().await.unwrap()];
        while !is_last(&serde_json::from_str(heard.last().unwrap()).unwrap()) {
            heard.push(line.text().await.unwrap());
        }
        heard
    })
}

/// The same of a stream.
pub fn events(mut stream: Events) -> JoinHandle<Vec<String>> {
    tokio::spawn(async move {
        let mut event = stream.next().await;
        let mut heard = Vec::new();
        while !is_last(&event.data) {
            heard.push(event.text);
            event = stream.next().await;
        }
        heard.push(event.text);
        heard
    })
}

fn follow(mut events: Events) -> JoinHandle<Vec<Value>> {
    tokio::spawn(async move {
        let mut heard = vec![events.next().await.data];
        while !is_last(heard.last().unwrap()) {
            heard.push(events.next().await.data);
        }
        heard
    })
}

/// Somebody who subscribes in every way at once.
struct Ear {
    user: User,
    audience: Audience,
    said: Vec<JoinHandle<Vec<Value>>>,
}

impl Ear {
    async fn new(user: &User, audience: Audience, table: &str) -> Ear {
        let socket = listen(user.socket(table, "").await);
        let events = follow(user.events(&format!("/tables/{table}/events"), None).await);
        Ear { user: user.clone(), audience, said: vec![socket, events] }
    }

    /// Fails unless every message can be derived from what this audience may know.
    async fn check<G: TestedGame>(self, start: &G, steps: &[server::store::StoredStep]) -> usize {
        let known = told(start, steps, self.audience);
        let public = told(start, steps, Audience::Spectator);
        let mut checked = 0;
        for said in self.said {
            let messages = said.await.unwrap();
            checked += all_may_be_known(&messages, &known);
            let mut news = messages.iter().filter_map(|message| message["seq"].as_u64());
            assert_eq!(news.next_back(), Some(known.len() as u64 - 1), "all of it is told");
        }
        for text in self.user.heard() {
            let Ok(message) = serde_json::from_str::<Value>(&text) else { continue };
            if message["type"] == "view" {
                let own = message["seat"] == json!(self.audience.seat());
                checked += all_may_be_known(&[message], if own { &known } else { &public });
            } else if let Some(lines) = message.as_array().filter(|it| it.iter().any(is_line)) {
                assert!(is_log(lines, &known) || is_log(lines, &public), "{text}");
            }
        }
        checked
    }
}

fn is_line(value: &Value) -> bool {
    value.get("n").is_some() && value.get("notice").is_some()
}

fn is_log(lines: &[Value], known: &[ExpectedNews]) -> bool {
    let log: Vec<&Value> = known.iter().flat_map(|told| &told.log).collect();
    lines.iter().all(|line| log.get(line["n"].as_u64().unwrap() as usize) == Some(&line))
}

#[track_caller]
fn never_hears(user: &User, needle: &str) {
    for text in user.heard() {
        assert!(!text.contains(needle), "{needle} is in {text}");
    }
}

#[track_caller]
fn hears(user: &User, needle: &str) {
    assert!(user.heard().iter().any(|text| text.contains(needle)), "nobody hears of {needle}");
}

/// Plays random commands, valid and invalid, and has everybody request everything now and then.
async fn chatter<G: TestedGame>(
    server: &TestServer,
    table: &str,
    (people, others): (&[User], &[User]),
    chance: &mut Chance,
    pick: impl Fn(&G, &mut Chance) -> Option<(Seat, G::Command)>,
    most: usize,
) {
    let mut engine = Engine::<G>::of(server, table, &people[0]).await;
    for n in 0..most {
        engine.catch_up(server, table).await;
        let Some((by, command)) = pick(&engine.game, chance) else { break };
        let id = format!("idof{}by{n}", people[by.index()].id());
        let (user, command) = (&people[by.index()], json!(command));
        user.command(table, &id, by.0, command.clone()).await.ok();
        // The same from somebody who may not, and from somewhere else.
        let wrong = Seat((by.0 + 1) % people.len() as u8);
        user.command(table, &format!("{id}x"), wrong.0, command.clone()).await.is(404);
        if n % 12 == 5 {
            join_all(people.iter().chain(others).map(|user| snoop(user, table))).await;
        }
    }
}

fn ears_at(people: &[User]) -> impl Iterator<Item = (&User, Audience)> {
    people.iter().zip(0..).map(|(user, seat)| (user, Audience::Seat(Seat(seat))))
}

/// The people at a table, in the order of their seats.
async fn in_order(people: &[User], table: &str) -> Vec<User> {
    let mut seated = Vec::new();
    for user in people {
        let shown = user.get(&format!("/tables/{table}")).await.ok();
        seated.push((shown["yours"][0].as_u64().unwrap(), user.clone()));
    }
    seated.sort_by_key(|(seat, _)| *seat);
    seated.into_iter().map(|(_, user)| user).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_table_of_masks_nobody_is_sent_a_byte_too_many() {
    let server = TestServer::open().await;
    let names = ["Ottoline", "Samphire", "Idabelle", "Tomasina"];
    let people = server.guests(names).await;
    let table = server.table(&people, settings(4, 20, json!({ "anonymous": true }))).await;
    let people = in_order(&people, &table).await;
    let others = [server.guest("Paulina").await, server.nobody()];
    let mut ears = Vec::new();
    for (user, audience) in
        ears_at(&people).chain(others.iter().map(|it| (it, Audience::Spectator)))
    {
        ears.push(Ear::new(user, audience, &table).await);
    }
    let mut chance = Seed::numbered(11, 0).stream(0);
    let both = (&people[..], &others[..]);
    chatter::<backchannel::Game>(&server, &table, both, &mut chance, choose, 90).await;
    let start = Engine::<backchannel::Game>::of(&server, &table, &people[0]).await.game;
    let over = Engine::<backchannel::Game>::now(&server, &table, &people[0]).await;
    assert!(!parley::Game::is_over(&over.game), "everything is open when the game is over");
    people[0].post(&format!("/tables/{table}/pause"), json!({})).await.ok();

    let steps = server.steps(&table).await;
    for ear in ears {
        assert!(ear.check(&start, &steps).await > 50);
    }
    let record = server.record(&table).await;
    let seed = record["game"]["seed"].as_str().unwrap();
    let invite = record["invite"].as_str().unwrap();
    let secret = |user: &User| user.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
    for user in people.iter().chain(&others) {
        never_hears(user, seed);
        for other in people.iter().filter(|other| other.me["id"] != user.me["id"]) {
            never_hears(user, other.id());
            never_hears(user, other.me["name"].as_str().unwrap());
            never_hears(user, &secret(other));
        }
    }
    for user in &people {
        hears(user, user.id());
        never_hears(user, &secret(user));
    }
    others.iter().for_each(|user| never_hears(user, invite));
}

/// A desk for three, with hands that only their owners know.
pub fn desk() -> Value {
    let players = ["hacan", "sol", "jolnar"].iter().enumerate().map(|(seat, faction)| {
        json!({
            "name": "", "faction": faction, "trade_goods": 5,
            "action_cards": [format!("dealt to seat {seat}")],
        })
    });
    let players: Vec<Value> = players.collect();
    let neighbours = json!([[0, 1], [1, 2], [0, 2]]);
    let setup = json!({ "players": players, "desk": true, "neighbours": neighbours });
    json!({ "title": "Desk", "game": { "ruleset": "twilight", "setup": setup } })
}

/// The same desk with a map, on which the neighbours are those that it makes.
pub fn mapped_desk() -> Value {
    let mut desk = desk();
    desk["game"]["map_string"] = json!("0 26 0 25 0 41 39 82");
    desk
}

/// Anything that anybody may do.
pub fn anything<G: Subject>(game: &G, chance: &mut Chance) -> Option<(Seat, G::Command)> {
    let mut tries = 0..50;
    tries.find_map(|_| {
        let by = Seat(chance.index(game.seats().len()) as u8);
        Some((by, game.choice(by, chance)?))
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_at_a_desk_stays_with_those_who_know_it() {
    stays_hidden(desk()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_hidden_at_a_desk_with_a_map_stays_with_those_who_know_it() {
    stays_hidden(mapped_desk()).await;
}

async fn stays_hidden(desk: Value) {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam", "Ida"]).await;
    let table = server.table(&people, desk).await;
    let others = [server.guest("Paul").await, server.nobody()];
    let mut ears = Vec::new();
    for (user, audience) in
        ears_at(&people).chain(others.iter().map(|it| (it, Audience::Spectator)))
    {
        ears.push(Ear::new(user, audience, &table).await);
    }
    let book = |entry: Value| json!({ "type": "book", "entry": entry });
    for (seat, user) in people.iter().enumerate() {
        let draws = [
            book(json!({ "entry": "draw", "card": format!("drawn by seat {seat}") })),
            book(json!({ "entry": "draw_secret", "card": format!("secret of seat {seat}") })),
        ];
        for (n, draw) in draws.into_iter().enumerate() {
            user.command(&table, &format!("draw {n}"), seat as u8, draw).await.ok();
        }
    }
    let words = json!({ "act": "words", "text": "between one and two" });
    let offer = json!({ "type": "offer", "to": 2, "terms": [{ "by": 1, "act": words }] });
    people[1].command(&table, "offer", 1, offer).await.ok();
    for user in people.iter().chain(&others) {
        snoop(user, &table).await;
    }
    people[1].command(&table, "withdraw", 1, json!({ "type": "withdraw", "to": 2 })).await.ok();
    for seat in 0..3 {
        for (at, user) in people.iter().chain(&others).enumerate() {
            // The owner of the table has dealt the hands.
            let dealt = format!("dealt to seat {seat}");
            let secrets = [format!("drawn by seat {seat}"), format!("secret of seat {seat}")];
            match at {
                _ if at == seat => secrets.iter().chain([&dealt]).for_each(|it| hears(user, it)),
                0 => secrets.iter().for_each(|it| never_hears(user, it)),
                _ => secrets.iter().chain([&dealt]).for_each(|it| never_hears(user, it)),
            }
        }
    }
    for (at, user) in people.iter().chain(&others).enumerate() {
        match at {
            1 | 2 => hears(user, "between one and two"),
            _ => never_hears(user, "between one and two"),
        }
    }

    let mut chance = Seed::numbered(12, 0).stream(0);
    let both = (&people[..], &others[..]);
    chatter::<twilight::Game>(&server, &table, both, &mut chance, anything, 60).await;
    people[0].post(&format!("/tables/{table}/pause"), json!({})).await.ok();
    let start = Engine::<twilight::Game>::of(&server, &table, &people[0]).await.game;
    let steps = server.steps(&table).await;
    for ear in ears {
        assert!(ear.check(&start, &steps).await > 20);
    }
}
