//! A command is carried out once, however often it is sent.

use backchannel::{Command, Game, Slots};
use futures::future::join_all;
use parley::{Game as _, OfferRef, Options as _, Seat, Seed};
use serde_json::{Value, json};

use crate::engine::{Engine, choose, choose_peace};
use crate::play::WatchedSocket;
use crate::test_server::{TestServer, settings};
use crate::user::User;

/// Two people at a table, and the seat whose turn it is.
async fn two(server: &TestServer) -> ([User; 2], String, Engine<Game>) {
    two_with(server, json!({})).await
}

async fn two_with(server: &TestServer, changed: Value) -> ([User; 2], String, Engine<Game>) {
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 4, changed)).await;
    let engine = Engine::<Game>::now(server, &table, &people[0]).await;
    (people, table, engine)
}

/// Deploys one troop, which can be done several times in a turn.
fn deploy_one(engine: &Engine<Game>) -> (Seat, Value) {
    let turn = engine.game.turn();
    let place = engine.game.options(turn).deploy[0];
    assert!(place.most > 2, "it could be done again");
    (turn, json!({ "type": "deploy", "to": place.on, "troops": 1 }))
}

/// A message that everybody gets.
fn broadcast(engine: &Engine<Game>, seat: Seat) -> Value {
    let mut chance = Seed::numbered(5, 0).stream(0);
    let words = std::iter::repeat_with(|| engine.game.options(seat).sample_word(&mut chance));
    let words = words.map(|word| json!(word.unwrap()));
    words.into_iter().find(|word| word["type"] == "signal" && word.get("to").is_none()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_is_sent_again_is_answered_as_before_and_done_once() {
    let mut server = TestServer::open().await;
    let (people, table, engine) = two(&server).await;
    let (turn, deploy) = deploy_one(&engine);
    let me = &people[turn.index()];
    let before = server.steps(&table).await.len();

    let many = (0..20).map(|_| me.command(&table, "d", turn.0, deploy.clone()));
    let receipts: Vec<Value> = join_all(many).await.into_iter().map(|it| it.ok()).collect();
    assert!(receipts.iter().all(|receipt| *receipt == receipts[0]), "{receipts:?}");
    assert_eq!(server.steps(&table).await.len(), before + 1);

    let mut watch = WatchedSocket::open(me, &table, "").await;
    let heard = watch.line.command("d", deploy.clone()).await;
    let accepted = json!({ "type": "accepted", "id": "d", "seq": receipts[0]["seq"] });
    assert_eq!(heard, [accepted]);

    me.command(&table, "e", turn.0, deploy.clone()).await.ok();
    let other = &people[1 - turn.index()];
    let word = broadcast(&engine, Seat(1 - turn.0));
    other.command(&table, "w", 1 - turn.0, word).await.ok();
    assert_eq!(me.command(&table, "d", turn.0, deploy.clone()).await.ok(), receipts[0]);
    let other = me.command(&table, "d", turn.0, json!({ "type": "end_attack" })).await.is(409);
    assert_eq!((&other["type"], &other["field"]), (&json!("id_used"), &json!("id")));

    for _ in 0..2 {
        server.restart().await;
        let many = (0..5).map(|_| me.command(&table, "d", turn.0, deploy.clone()));
        for answer in join_all(many).await {
            assert_eq!(answer.ok(), receipts[0]);
        }
    }
    assert_eq!(server.steps(&table).await.len(), before + 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_remembered_for_the_whole_game() {
    let server = TestServer::open().await;
    let (people, table, mut engine) = two(&server).await;
    let mut chance = Seed::numbered(2, 0).stream(0);
    let mut done: Vec<(Seat, String, Value, Value)> = Vec::new();
    while let Some((by, command)) = choose(&engine.game, &mut chance) {
        let (id, command) = (format!("n{}", done.len()), json!(command));
        let receipt = people[by.index()].command(&table, &id, by.0, command.clone()).await.ok();
        done.push((by, id, command, receipt));
        engine.catch_up(&server, &table).await;
        if done.len() == 80 {
            break;
        }
    }
    let steps = server.steps(&table).await;
    for (by, id, command, receipt) in done {
        assert_eq!(people[by.index()].command(&table, &id, by.0, command).await.ok(), receipt);
    }
    assert_eq!(server.steps(&table).await, steps);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_was_refused_stays_refused_when_it_would_be_legal() {
    let server = TestServer::open().await;
    let (people, table, mut engine) = two(&server).await;
    let waits = Seat(1 - engine.game.turn().0);
    let (me, word) = (&people[waits.index()], broadcast(&engine, waits));
    let pass = json!({ "type": "pass" });
    let refused = me.command(&table, "p", waits.0, pass.clone()).await.is(422);
    me.command(&table, "p", waits.0, word).await.is(409);
    let mut chance = Seed::numbered(6, 0).stream(0);
    while !engine.game.options(waits).pass {
        let (by, command) = choose_peace(&engine.game, &mut chance).expect("the game goes on");
        let id = format!("n{}", engine.steps);
        people[by.index()].command(&table, &id, by.0, json!(command)).await.ok();
        engine.catch_up(&server, &table).await;
    }
    let steps = server.steps(&table).await;
    assert_eq!(me.command(&table, "p", waits.0, pass.clone()).await.is(422), refused);
    let mut watch = WatchedSocket::open(me, &table, "").await;
    let heard = watch.line.command("p", pass.clone()).await;
    assert_eq!(heard, [json!({ "type": "refused", "id": "p", "problem": refused })]);
    assert_eq!(server.steps(&table).await, steps);
    me.command(&table, "q", waits.0, pass).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_was_refused_stays_refused_however_much_is_refused_after_it() {
    let server = TestServer::open().await;
    let (people, table, engine) = two(&server).await;
    let turn = engine.game.turn();
    let me = &people[turn.index()];
    let end = json!({ "type": "end_attack" });
    let refused = me.command(&table, "early", turn.0, end.clone()).await.is(422);
    let mut watch = WatchedSocket::open(me, &table, "").await;
    for n in 0..200 {
        let heard = watch.line.command(&format!("no {n}"), json!({ "type": "pass" })).await;
        assert_eq!(heard.last().unwrap()["type"], "refused");
    }
    for place in engine.game.options(turn).deploy.iter().take(1) {
        let all = json!({ "type": "deploy", "to": place.on, "troops": place.most });
        me.command(&table, "all", turn.0, all).await.ok();
    }
    let again = me.command(&table, "early", turn.0, end.clone()).await.is(422);
    assert_eq!((&again["type"], &again["title"]), (&refused["type"], &refused["title"]));
    let other = me.command(&table, "early", turn.0, json!({ "type": "end_turn" })).await.is(409);
    assert_eq!(other["type"], "id_used");
    me.command(&table, "now", turn.0, end).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_that_cannot_be_kept_is_refused_and_disturbs_nobody() {
    let server = TestServer::open().await;
    let (people, table, engine) = two(&server).await;
    let (turn, deploy) = deploy_one(&engine);
    let me = &people[turn.index()];
    let mut watch = WatchedSocket::open(&people[1 - turn.index()], &table, "").await;
    let mut own = WatchedSocket::open(me, &table, "").await;
    let steps = server.steps(&table).await;
    for id in ["\0", "a\0b", "\n", "\u{7f}", "\u{85}", "", &"x".repeat(65), &"å".repeat(65)] {
        let problem = me.command(&table, id, turn.0, deploy.clone()).await.is(422);
        assert_eq!(problem["field"], "id", "{id:?}");
        let heard = own.line.command(id, deploy.clone()).await;
        assert_eq!(heard[0]["problem"]["field"], "id", "{id:?}");
    }
    assert_eq!(server.steps(&table).await, steps);
    let seq = me.command(&table, &"å".repeat(64), turn.0, deploy).await.ok()["seq"].clone();
    own.reach(seq.as_u64().unwrap()).await;
    watch.compare(&table).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_seat_has_its_own_ids() {
    let server = TestServer::open().await;
    let (people, table, engine) = two(&server).await;
    let (turn, deploy) = deploy_one(&engine);
    let other = Seat(1 - turn.0);
    let word = broadcast(&engine, other);
    let before = server.steps(&table).await.len();
    let (one, two) = tokio::join!(
        people[turn.index()].command(&table, "same", turn.0, deploy),
        people[other.index()].command(&table, "same", other.0, word),
    );
    one.ok();
    two.ok();
    assert_eq!(server.steps(&table).await.len(), before + 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_that_race_are_each_told_their_own_number() {
    let server = TestServer::open().await;
    let people = server.guests(["Olga", "Sam", "Ida", "Tom"]).await;
    let table = server.table(&people, settings(4, 4, json!({}))).await;
    let engine = Engine::<Game>::now(&server, &table, &people[0]).await;
    let before = server.steps(&table).await.len();
    let watches = people.iter().map(|user| WatchedSocket::open(user, &table, ""));
    let mut watches = join_all(watches).await;
    let words: Vec<Value> = (0..4).map(|seat| broadcast(&engine, Seat(seat))).collect();
    let racing =
        people.iter().zip(&words).zip(0..).map(|((user, word), seat)| {
            let table = &table;
            async move {
                user.command(table, "r", seat, word.clone()).await.ok()["seq"].as_u64().unwrap()
            }
        });
    let seqs = join_all(racing).await;
    assert_eq!(server.steps(&table).await.len(), before + 4);
    for (seat, (watch, seq)) in watches.iter_mut().zip(seqs).enumerate() {
        watch.reach(seq).await;
        let said = &watch.follower.log.last().unwrap()["notice"];
        assert_eq!(said["from"], json!(seat), "the news with this number shows it: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_is_sent_again_does_not_bring_its_sender_back() {
    let mut server = TestServer::open().await;
    // The bot thinks for longer than the test takes, so that the turn is still the same.
    let (people, table, engine) = two_with(&server, json!({ "bot_pace_ms": 10_000 })).await;
    let (turn, deploy) = deploy_one(&engine);
    let (me, seat) = (&people[turn.index()], turn.0);
    let receipt = me.command(&table, "d", seat, deploy.clone()).await.ok();
    let relieved = |seen: Value| seen["seats"][turn.index()]["relieved"].clone();
    let relief = me.post(&format!("/tables/{table}/seats/{seat}/relief"), json!({})).await.ok();
    assert_eq!(relieved(relief), true);
    server.restart().await;
    assert_eq!(me.command(&table, "d", seat, deploy.clone()).await.ok(), receipt);
    let unheard_of = OfferRef { from: Seat(1 - seat), number: 999 };
    let accept = json!(Command::Accept { proposal: unheard_of, slots: Slots::NONE });
    assert_eq!(me.command(&table, "no", seat, accept).await.is(422)["type"], "refused");
    assert_eq!(relieved(me.get(&format!("/tables/{table}")).await.ok()), true);
    me.command(&table, "e", seat, deploy).await.ok();
    assert_eq!(relieved(me.get(&format!("/tables/{table}")).await.ok()), false);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_answered_as_before_when_the_game_is_over() {
    let mut server = TestServer::open().await;
    let (people, table, engine) = two(&server).await;
    let (turn, deploy) = deploy_one(&engine);
    let me = &people[turn.index()];
    let receipt = me.command(&table, "d", turn.0, deploy.clone()).await.ok();
    let mut watch = WatchedSocket::open(me, &table, "").await;
    for (seat, user) in people.iter().enumerate() {
        user.post(&format!("/tables/{table}/seats/{seat}/relief"), json!({})).await.ok();
    }
    watch.finish().await;
    server.restart().await;
    assert_eq!(me.command(&table, "d", turn.0, deploy).await.ok(), receipt);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_only_followed_another_answers_a_retry_as_before() {
    let server = TestServer::open().await;
    let (people, table, engine) = two(&server).await;
    let (turn, deploy) = deploy_one(&engine);
    let beside = server.beside().await;
    let here = &people[turn.index()];
    let there = here.at(&beside.door);
    // It has the table in memory before the command is given elsewhere.
    there.view(&table, "").await;
    let receipt = here.command(&table, "d", turn.0, deploy.clone()).await.ok();
    // And it reads what happened before it refuses anything.
    let unheard_of = OfferRef { from: Seat(1 - turn.0), number: 999 };
    let accept = json!(Command::Accept { proposal: unheard_of, slots: Slots::NONE });
    there.command(&table, "no", turn.0, accept).await.is(422);
    let steps = server.steps(&table).await;

    assert_eq!(there.command(&table, "d", turn.0, deploy).await.ok(), receipt);
    assert_eq!(server.steps(&table).await, steps);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_ends_a_relief_is_carried_out_once_by_two_servers() {
    let server = TestServer::open().await;
    let (people, table, engine) = two(&server).await;
    // It is somebody else's turn, so that the bot has nothing to do.
    let seat = Seat(1 - engine.game.turn().0);
    let (here, words) = (&people[seat.index()], broadcast(&engine, seat));
    here.post(&format!("/tables/{table}/seats/{}/relief", seat.0), json!({})).await.ok();
    let beside = server.beside().await;
    let there = here.at(&beside.door);
    // It has the table in memory, with a bot on the seat.
    there.view(&table, "").await;
    let receipt = here.command(&table, "w", seat.0, words.clone()).await.ok();
    let steps = server.steps(&table).await;

    assert_eq!(there.command(&table, "w", seat.0, words).await.ok(), receipt);
    assert_eq!(server.steps(&table).await, steps);
}
