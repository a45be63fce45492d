//! Clocks: how long somebody may think, and what happens on a timeout.

use backchannel::{Command, Game};
use parley::{Game as _, Options as _, Seat, Seed};
use serde_json::{Value, json};

use crate::engine::{Engine, read};
use crate::play::WatchedSocket;
use crate::resume::play_on;
use crate::test_server::{DAWN, TestServer, settings};
use crate::user::User;

const LIVE: (i64, i64, i64) = (60_000, 20_000, 30_000);

fn live() -> Value {
    json!({ "pace": "live", "turn_seconds": 60, "window_seconds": 20, "bank_seconds": 30 })
}

/// Two people at a table with a clock, and what the first of them sees of it.
async fn two(
    server: &TestServer,
    rounds: u16,
    changed: Value,
) -> ([User; 2], String, WatchedSocket) {
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, rounds, changed)).await;
    let watch = WatchedSocket::open(&people[0], &table, "").await;
    (people, table, watch)
}

impl WatchedSocket {
    fn clock(&self) -> (u64, &str, Option<i64>, i64) {
        let clock = &self.follower.table["clock"];
        let (seat, stage) = (clock["seat"].as_u64().unwrap(), clock["stage"].as_str().unwrap());
        (seat, stage, clock["deadline"].as_i64(), clock["bank_ms"].as_i64().unwrap())
    }

    fn seat(&self, seat: u64) -> &Value {
        &self.follower.table["seats"][seat as usize]
    }

    /// Reads on until what is around the game satisfies the condition.
    pub async fn until(&mut self, wish: impl Fn(&Value) -> bool) {
        while !wish(&self.follower.table) {
            let message = self.line.next().await;
            self.follower.hear(&message);
        }
    }
}

/// What a cautious person does: deploys, and nothing else.
fn hold(game: &Game, seat: Seat) -> Option<Command> {
    let options = game.options(seat);
    let deploy = options.deploy.first().map(|it| Command::Deploy { to: it.on, troops: it.most });
    let rest = [Command::EndAttack, Command::EndTurn, Command::Pass];
    deploy.or_else(|| rest.into_iter().find(|command| options.contains(command)))
}

/// The seat whose clock is running plays until its turn or its window is over.
async fn in_time(server: &TestServer, table: &str, people: &[User], watch: &mut WatchedSocket) {
    let (seat, stage, _, _) = watch.clock();
    let (now, stage) = (seat, stage.to_owned());
    while watch.clock().0 == now && watch.clock().1 == stage {
        let engine = Engine::<Game>::now(server, table, &people[0]).await;
        let command = hold(&engine.game, Seat(seat as u8)).unwrap();
        let id = format!("in time {}", engine.steps);
        people[seat as usize].command(table, &id, seat as u8, json!(command)).await.ok();
        watch.compare(table).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn time_and_bank_run_out_and_a_caretaker_ends_the_turn() {
    let server = TestServer::by_hand().await;
    let (people, table, mut watch) = two(&server, 3, json!({ "clock": live() })).await;
    let (turn, window, bank) = LIVE;
    let (seat, stage, deadline, left) = watch.clock();
    assert_eq!((stage, deadline, left), ("turn", Some(DAWN + turn + bank), bank));
    let steps = server.steps(&table).await.len();

    server.turn(89);
    watch.compare(&table).await;
    assert_eq!(server.steps(&table).await.len(), steps, "there is a second left");
    server.turn(1);
    watch.until(|table| table["clock"]["stage"] == "window").await;
    let late = DAWN + turn + bank;
    assert_eq!(watch.clock(), (seat, "window", Some(late + window), 0));
    assert_eq!(watch.seat(seat)["timeouts"], 1);
    let by: Vec<Value> =
        server.steps(&table).await[steps..].iter().map(|step| json!(read(step).hand)).collect();
    assert!(!by.is_empty() && by.iter().all(|hand| hand == "caretaker"), "{by:?}");

    in_time(&server, &table, &people, &mut watch).await;
    assert_eq!(watch.seat(seat)["timeouts"], 0, "whoever plays in time is forgiven");
    assert_eq!(watch.clock().0, 1 - seat);
    assert_eq!(watch.clock().2, Some(late + turn + bank));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_turn_takes_beyond_its_time_comes_out_of_the_bank() {
    let server = TestServer::by_hand().await;
    let (people, table, mut watch) = two(&server, 3, json!({ "clock": live() })).await;
    let seat = watch.clock().0;
    server.turn(70);
    in_time(&server, &table, &people, &mut watch).await;
    let now = DAWN + 70_000;
    assert_eq!(watch.clock(), (seat, "window", Some(now + 20_000 + 20_000), 20_000));
    server.turn(5);
    in_time(&server, &table, &people, &mut watch).await;
    assert_eq!(watch.clock(), (1 - seat, "turn", Some(now + 5_000 + 90_000), 30_000));
}

#[tokio::test(flavor = "multi_thread")]
async fn by_post_a_turn_takes_hours() {
    let server = TestServer::by_hand().await;
    let post = json!({ "pace": "post", "turn_hours": 24, "window_hours": 12 });
    let (_, _, mut watch) = two(&server, 3, json!({ "clock": post })).await;
    let hour = 3_600_000;
    let seat = watch.clock().0;
    assert_eq!(watch.clock(), (seat, "turn", Some(DAWN + 24 * hour), 0));
    server.turn(24 * 3600);
    watch.until(|table| table["clock"]["stage"] == "window").await;
    assert_eq!(watch.clock(), (seat, "window", Some(DAWN + 36 * hour), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caretaker_never_signs_betrays_or_spends_a_card() {
    let server = TestServer::by_hand().await;
    let people = server.guests(["Olga", "Sam", "Ida"]).await;
    let changed = json!({ "clock": live() });
    let table = server.table(&people, settings(3, 3, changed)).await;
    let mut watch = WatchedSocket::open(&people[0], &table, "").await;
    let mut engine = Engine::<Game>::of(&server, &table, &people[0]).await;
    let mut chance = Seed::numbered(7, 0).stream(0);
    while watch.follower.table["over"] == false {
        play_on(&server, &table, &people, &mut engine, &mut chance, 4).await;
        watch.compare(&table).await;
        if engine.game.is_over() {
            break;
        }
        let before = watch.follower.table["clock"].clone();
        server.turn(200);
        watch.until(|table| table["clock"] != before || table["over"] == true).await;
        engine.catch_up(&server, &table).await;
    }
    let deeds = server.steps(&table).await;
    let deeds = deeds.iter().map(read).filter(|deed| deed.hand.as_deref() == Some("caretaker"));
    let kinds: Vec<String> =
        deeds.map(|deed| deed.command["type"].as_str().unwrap().to_owned()).collect();
    assert!(kinds.len() > 5, "{kinds:?}");
    let harmless = ["deploy", "occupy", "end_attack", "end_turn", "pass"];
    assert!(kinds.iter().all(|kind| harmless.contains(&kind.as_str())), "{kinds:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_rests_when_all_ask_and_goes_on_where_it_was() {
    let server = TestServer::by_hand().await;
    let (people, table, mut watch) = two(&server, 3, json!({ "clock": live() })).await;
    let pause = format!("/tables/{table}/pause");
    let deadline = watch.clock().2.unwrap();
    server.turn(10);
    assert_eq!(people[0].post(&pause, json!({})).await.ok()["paused"], false);
    watch.until(|table| table["seats"][0]["asks_pause"] == true).await;
    assert_eq!(watch.clock().2, Some(deadline), "one alone stops no clock");
    people[0].post(&pause, json!({})).await.ok();
    watch.until(|table| table["seats"][0]["asks_pause"] == false).await;
    people[0].post(&pause, json!({})).await.ok();
    assert_eq!(people[1].post(&pause, json!({})).await.ok()["paused"], true);
    watch.until(|table| table["paused"] == true).await;
    assert_eq!(watch.clock().2, None);

    let steps = server.steps(&table).await.len();
    server.turn(100_000);
    watch.compare(&table).await;
    let seat = watch.clock().0;
    let engine = Engine::<Game>::now(&server, &table, &people[0]).await;
    let command = json!(hold(&engine.game, Seat(seat as u8)).unwrap());
    let rests = people[seat as usize].command(&table, "rests", seat as u8, command.clone()).await;
    assert_eq!(rests.is(409)["type"], "paused");
    assert_eq!(server.steps(&table).await.len(), steps);

    people[1].post(&format!("/tables/{table}/resume"), json!({})).await.ok();
    watch.until(|table| table["paused"] == false).await;
    assert_eq!(watch.clock().2, Some(deadline + 100_000_000));
    assert_eq!(
        (&watch.seat(0)["asks_pause"], &watch.seat(1)["asks_pause"]),
        (&json!(false), &json!(false))
    );
    let me = &people[seat as usize];
    me.command(&table, "rests", seat as u8, command.clone()).await.is(409);
    me.command(&table, "plays", seat as u8, command).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_relieves_who_does_not_come_until_they_do() {
    let server = TestServer::by_hand().await;
    let changed = json!({ "clock": live(), "relief_after": 2 });
    let (people, table, mut watch) = two(&server, 20, changed).await;
    let seat = watch.clock().0;
    let (away, away_seat) = (&people[seat as usize], seat as u8);
    server.turn(90);
    watch.until(|table| table["clock"]["stage"] == "window").await;
    assert_eq!(watch.seat(seat)["relieved"], false);
    server.turn(20);
    watch.until(|table| table["seats"][seat as usize]["relieved"] == true).await;
    assert_eq!(watch.seat(seat)["timeouts"], 2);

    let steps = server.steps(&table).await.len();
    in_time(&server, &table, &people, &mut watch).await;
    in_time(&server, &table, &people, &mut watch).await;
    watch.until(|table| table["clock"]["seat"] == 1 - seat || table["over"] == true).await;
    let played = server.steps(&table).await;
    let bot = |deed: crate::engine::StepSummary| {
        deed.hand.as_deref() == Some("bot") && deed.seat == Some(Seat(away_seat))
    };
    assert!(played[steps..].iter().map(read).any(bot), "the bot has played the turn");

    let relief = format!("/tables/{table}/seats/{seat}/relief");
    away.delete(&relief).await.ok();
    watch.until(|table| table["seats"][seat as usize]["relieved"] == false).await;
    assert_eq!(watch.seat(seat)["timeouts"], 0);
    away.post(&relief, json!({})).await.ok();
    watch.until(|table| table["seats"][seat as usize]["relieved"] == true).await;
    let engine = Engine::<Game>::now(&server, &table, &people[0]).await;
    let word =
        engine.game.options(Seat(away_seat)).sample_word(&mut Seed::numbered(8, 0).stream(0));
    away.command(&table, "back", away_seat, json!(word.unwrap())).await.ok();
    watch.until(|table| table["seats"][seat as usize]["relieved"] == false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_outlives_the_server_and_passes_while_nobody_looks() {
    let mut server = TestServer::by_hand().await;
    let (people, table, watch) = two(&server, 3, json!({ "clock": live() })).await;
    let (seat, _, deadline, _) = watch.clock();
    drop(watch);
    server.turn(30);
    server.restart().await;

    let mut inbox = people[seat as usize].events("/inbox/events", None).await;
    let first = inbox.next().await.data["tables"][0].clone();
    assert_eq!((&first["your_turn"], &first["deadline"]), (&json!(true), &json!(deadline)));
    server.turn(60);
    let window = deadline.unwrap() + LIVE.1;
    loop {
        let waiting = inbox.next().await.data["tables"][0].clone();
        if waiting["deadline"] == window {
            break;
        }
    }
    let seen = people[0].view(&table, "").await;
    assert_eq!(seen["table"]["clock"]["deadline"], window);
}
