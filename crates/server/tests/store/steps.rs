//! Steps: their order, and the status of tables.

use std::collections::BTreeSet;

use server::store::Appended::{Conflict, Kept};
use server::store::{NewStep, RecordKind, Status, Store, StoreError, StoredRecord, StoredStep};

use crate::home::{Home, due, keep, overdue, person, seqs, step, with_key};

on_both![
    steps_come_back_as_they_were_appended,
    a_batch_can_hold_several_steps_of_a_table,
    a_step_must_be_the_next_one,
    a_conflict_keeps_the_rest_of_the_batch,
    a_conflict_leaves_the_status_alone,
    an_empty_batch_is_fine,
    a_large_batch_is_kept,
    batches_of_every_size_are_kept,
    the_status_is_that_of_the_last_step_that_had_one,
    the_most_urgent_table_is_due_first,
    everything_that_is_due_comes_page_by_page,
    of_many_racers_for_a_place_exactly_one_is_kept,
    racing_batches_of_many_tables_are_each_whole,
    a_table_is_adopted_whole_or_not_at_all,
];

async fn steps_come_back_as_they_were_appended(home: Home) {
    let store = home.open().await;
    keep(&*store, &[with_key("t", 0, "m"), step("t", 1), step("u", 0)]).await;
    let first = StoredStep {
        seq: 0,
        at: 1_000,
        idempotency_key: Some("m".into()),
        body: step("t", 0).body,
    };
    let second = StoredStep { seq: 1, at: 1_001, idempotency_key: None, body: step("t", 1).body };
    assert_eq!(store.steps("t", 0).await.unwrap(), [first.clone(), second.clone()]);
    assert_eq!(store.steps("t", 1).await.unwrap(), [second]);
    assert_eq!(store.steps("t", 2).await.unwrap(), []);
    assert_eq!(store.step("t", 0).await.unwrap(), Some(first));
    assert_eq!(store.step("t", 2).await.unwrap(), None);
}

async fn a_batch_can_hold_several_steps_of_a_table(home: Home) {
    let store = home.open().await;
    keep(&*store, &[step("t", 0), step("u", 0), step("t", 1), step("t", 2), step("u", 1)]).await;
    assert_eq!((seqs(&*store, "t").await, seqs(&*store, "u").await), (vec![0, 1, 2], vec![0, 1]));
}

async fn a_step_must_be_the_next_one(home: Home) {
    let store = home.open().await;
    assert_eq!(store.append(&[step("t", 1)]).await.unwrap(), [Conflict]);
    keep(&*store, &[step("t", 0), step("t", 1)]).await;
    for seq in [0, 1, 3, u32::MAX] {
        let other = NewStep { body: "null".into(), ..step("t", seq) };
        assert_eq!(store.append(&[other]).await.unwrap(), [Conflict], "{seq}");
    }
    assert_eq!(store.steps("t", 1).await.unwrap()[0].body, step("t", 1).body);
    keep(&*store, &[step("t", 2)]).await;
}

async fn a_conflict_keeps_the_rest_of_the_batch(home: Home) {
    let store = home.open().await;
    keep(&*store, &[step("t", 0)]).await;
    let batch = [
        step("a", 0),
        step("t", 0),
        step("t", 1),
        step("t", 3),
        step("a", 1),
        step("b", 1),
        step("t", 2),
    ];
    let answers = store.append(&batch).await.unwrap();
    assert_eq!(answers, [Kept, Conflict, Kept, Conflict, Kept, Conflict, Kept]);
    assert_eq!(seqs(&*store, "t").await, [0, 1, 2]);
    assert_eq!(seqs(&*store, "a").await, [0, 1]);
    assert!(seqs(&*store, "b").await.is_empty());
}

async fn a_conflict_leaves_the_status_alone(home: Home) {
    let store = home.open().await;
    keep(&*store, &[due("t", 0, 10)]).await;
    assert_eq!(
        store.append(&[due("t", 0, 99), due("u", 5, 99)]).await.unwrap(),
        [Conflict, Conflict]
    );
    let statuses = store.statuses(&["u".into(), "t".into()]).await.unwrap();
    assert_eq!(statuses, [None, due("t", 0, 10).status]);
}

async fn an_empty_batch_is_fine(home: Home) {
    assert_eq!(home.open().await.append(&[]).await.unwrap(), []);
}

async fn a_large_batch_is_kept(home: Home) {
    let store = home.open().await;
    let batch: Vec<_> = (0..5_000)
        .map(|number| with_key(&format!("t{}", number % 7), number / 7, &format!("m{number}")))
        .collect();
    keep(&*store, &batch).await;
    assert_eq!(seqs(&*store, "t0").await, (0..715).collect::<Vec<_>>());
    assert_eq!(store.append(&batch).await.unwrap(), vec![Conflict; 5_000]);
}

async fn batches_of_every_size_are_kept(home: Home) {
    let store = home.open().await;
    let mut next = 0;
    for size in 0..=66 {
        let batch: Vec<_> = (next..next + size).map(|number| step("t", number)).collect();
        keep(&*store, &batch).await;
        next += size;
    }
    assert_eq!(seqs(&*store, "t").await, (0..next).collect::<Vec<_>>());
}

async fn the_status_is_that_of_the_last_step_that_had_one(home: Home) {
    let store = home.open().await;
    keep(&*store, &[due("t", 0, 10), due("t", 1, 20), step("t", 2)]).await;
    assert_eq!(store.statuses(&["t".into()]).await.unwrap(), [due("t", 1, 20).status]);
    let quiet = Status { due: None, body: "{}".into() };
    keep(&*store, &[NewStep { status: Some(quiet.clone()), ..step("t", 3) }]).await;
    let asked = ["t".into(), "x".into(), "t".into()];
    assert_eq!(store.statuses(&asked).await.unwrap(), [Some(quiet.clone()), None, Some(quiet)]);
    assert!(overdue(&*store, i64::MAX, 10).await.is_empty());
}

async fn the_most_urgent_table_is_due_first(home: Home) {
    let store = home.open().await;
    keep(
        &*store,
        &[due("a", 0, 30), due("b", 0, 10), due("c", 0, 20), due("d", 0, 21), step("e", 0)],
    )
    .await;
    assert_eq!(overdue(&*store, 20, 10).await, ["b", "c"]);
    assert_eq!(overdue(&*store, 100, 3).await, ["b", "c", "d"]);
    assert!(overdue(&*store, 9, 10).await.is_empty());
}

async fn everything_that_is_due_comes_page_by_page(home: Home) {
    let store = home.open().await;
    let names: Vec<String> = (0..25).map(|number| format!("t{number:02}")).collect();
    // Many are due at the same moment.
    let steps: Vec<_> = names.iter().zip(0..).map(|(table, n)| due(table, 0, n / 10)).collect();
    keep(&*store, &steps).await;
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let page = store.due(5, after, 4).await.unwrap();
        assert!(page.len() <= 4);
        after = page.last().cloned();
        if after.is_none() {
            break;
        }
        all.extend(page);
    }
    assert!(all.iter().map(|due| &due.table).eq(&names));
    assert!(all.iter().zip(0..).all(|(due, n)| due.at == n / 10));
}

/// Appends to the table until it has `goal` steps, at whatever place comes next, as a player would.
async fn race(store: &dyn Store, table: &str, racer: usize, goal: u32) -> Vec<u32> {
    let (mut won, mut next) = (Vec::new(), 0);
    while next < goal {
        let mine = NewStep { body: racer.to_string(), ..step(table, next) };
        if store.append(&[mine]).await.unwrap() == [Kept] {
            won.push(next);
        }
        next = store.steps(table, 0).await.unwrap().len() as u32;
    }
    won
}

async fn of_many_racers_for_a_place_exactly_one_is_kept(home: Home) {
    let stores = [home.open().await, home.open().await];
    let racers = (0..16).map(|racer| {
        let store = stores[racer % 2].clone();
        tokio::spawn(async move { race(&*store, "t", racer, 100).await })
    });
    let won = futures::future::join_all(racers).await;
    let steps = stores[0].steps("t", 0).await.unwrap();
    assert_eq!(won.iter().map(|won| won.as_ref().unwrap().len()).sum::<usize>(), steps.len());
    for (racer, won) in won.into_iter().enumerate() {
        for seq in won.unwrap() {
            assert_eq!(
                steps[seq as usize].body,
                racer.to_string(),
                "step {seq} belongs to whoever was told so"
            );
        }
    }
    assert_eq!(seqs(&*stores[1], "t").await, (0..steps.len() as u32).collect::<Vec<_>>());
}

async fn racing_batches_of_many_tables_are_each_whole(home: Home) {
    let stores = [home.open().await, home.open().await];
    let batches = (0..16_usize).map(|racer| {
        let store = stores[racer % 2].clone();
        tokio::spawn(async move {
            // Two steps a table, the tables in another order for each: whoever has the first has the second.
            let tables = (0..10).map(|number| format!("t{}", (number * 3 + racer) % 10));
            let steps: Vec<_> =
                tables.flat_map(|table| [0, 1].map(|seq| due(&table, seq, racer as i64))).collect();
            let answers = store.append(&steps).await.unwrap();
            assert!(answers.chunks(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
            answers.into_iter().filter(|answer| *answer == Kept).count()
        })
    });
    let kept: usize =
        futures::future::join_all(batches).await.into_iter().map(Result::unwrap).sum();
    assert_eq!(kept, 20);
    let all = BTreeSet::from_iter(overdue(&*stores[0], i64::MAX, 100).await);
    assert_eq!(all.len(), 10);
}

async fn a_table_is_adopted_whole_or_not_at_all(home: Home) {
    let store = home.open().await;
    let table = |id: &str| StoredRecord { kind: RecordKind::Table, ..person(id) };
    store.adopt(&table("t"), &[with_key("t", 0, "m"), due("t", 1, 5)]).await.unwrap();
    assert_eq!(
        (seqs(&*store, "t").await, overdue(&*store, 5, 9).await),
        (vec![0, 1], vec!["t".into()])
    );
    keep(&*store, &[step("u", 0)]).await;
    for (record, steps) in [
        (table("t"), vec![]),
        (table("u"), vec![step("u", 0)]),
        (table("v"), vec![step("v", 0), step("v", 2)]),
    ] {
        let result = store.adopt(&record, &steps).await;
        assert!(matches!(result, Err(StoreError::Conflict)), "{result:?}");
    }
    assert_eq!(store.get(RecordKind::Table, "u").await.unwrap(), None);
    assert!(seqs(&*store, "v").await.is_empty());
}
