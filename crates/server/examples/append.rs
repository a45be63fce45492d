//! Measures how fast steps are appended: `cargo run --release -p server --example append`, or only `-- sqlite` or `--
//! postgres`.
//!
//! It starts a PostgreSQL server of its own; SQLite writes to the folder for temporary files.

#[path = "../tests/support/postgres.rs"]
mod postgres;

use std::sync::Arc;
use std::time::{Duration, Instant};

use server::store::writer::StepWriter;
use server::store::{Appended, NewStep, Status, Store, address};

const APPENDERS: usize = 200;
const STEPS: u32 = 300;
const BATCHES: u32 = 500;
const BATCH: u32 = 100;

#[tokio::main]
async fn main() {
    let only = std::env::args().nth(1);
    let folder = tempfile::tempdir().expect("a folder for temporary files");
    for name in ["sqlite", "postgres"] {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let place = match name {
            "sqlite" => format!("sqlite:{}", folder.path().join("append.db").display()),
            _ => postgres::database().await,
        };
        let store = address::open(&place).await.expect("it is new");
        batches(name, &*store, 1).await;
        batches(name, &*store, BATCH).await;
        appenders(name, store).await;
    }
}

/// One batch after another, each with steps of so many tables.
async fn batches(name: &str, store: &dyn Store, tables: u32) {
    let begin = Instant::now();
    for batch in 0..BATCHES {
        let numbers = batch * BATCH..(batch + 1) * BATCH;
        let steps: Vec<_> = numbers
            .map(|number| step(&format!("{tables}-{}", number % tables), number / tables))
            .collect();
        let answers = store.append(&steps).await.expect("the store works");
        assert!(answers.iter().all(|answer| *answer == Appended::Kept));
    }
    println!(
        "{name}: {} rows/s in batches of {BATCH} for {tables} tables",
        rate(BATCHES * BATCH, begin.elapsed())
    );
    let begin = Instant::now();
    let steps = store.steps(&format!("{tables}-0"), 0).await.expect("the store works");
    assert!(steps.iter().map(|step| step.seq).eq(0..BATCHES * BATCH / tables));
    println!("{name}: {} rows/s when a table is read", rate(steps.len() as u32, begin.elapsed()));
}

/// All at once through the writer, each at its own table, each waiting for the result before the next.
async fn appenders(name: &str, store: Arc<dyn Store>) {
    let writer = StepWriter::start(store.clone());
    let begin = Instant::now();
    let tasks: Vec<_> = (0..APPENDERS)
        .map(|number| tokio::spawn(play(writer.clone(), format!("table{number}"))))
        .collect();
    let mut waits = Vec::new();
    for task in tasks {
        waits.extend(task.await.expect("everything is kept"));
    }
    let rate = rate(waits.len() as u32, begin.elapsed());
    waits.sort_unstable();
    let [half, most] =
        [50, 99].map(|percent| waits[waits.len() * percent / 100].as_micros() as f64 / 1000.0);
    println!("{name}: {rate} rows/s from {APPENDERS} at once, p50 {half:.1} ms, p99 {most:.1} ms");
    for number in 0..APPENDERS {
        let steps = store.steps(&format!("table{number}"), 0).await.expect("the store works");
        assert!(steps.iter().map(|step| step.seq).eq(0..STEPS));
    }
}

async fn play(writer: StepWriter, table: String) -> Vec<Duration> {
    let mut waits = Vec::new();
    for seq in 0..STEPS {
        let begin = Instant::now();
        assert_eq!(
            writer.append(step(&table, seq)).await.expect("the store works"),
            Appended::Kept
        );
        waits.push(begin.elapsed());
    }
    waits
}

fn step(table: &str, seq: u32) -> NewStep {
    let body = format!(
        r#"{{"by":{},"command":{{"propose":{{"to":2,"give":["oil","steel"],"take":["grain"],"text":"{:0>120}"}}}}}}"#,
        seq % 6,
        seq
    );
    let status = Status {
        due: Some(1_800_000_000_000 + i64::from(seq)),
        body: r#"{"waits":[0,3,5]}"#.into(),
    };
    NewStep {
        table: table.into(),
        seq,
        at: 1_700_000_000_000,
        idempotency_key: Some(format!("{table}-{seq}")),
        body,
        status: Some(status),
    }
}

fn rate(rows: u32, time: Duration) -> u64 {
    (f64::from(rows) / time.as_secs_f64()) as u64
}
