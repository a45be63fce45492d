//! Checks that the world has healed: everything works again, and everybody sees the same.

use std::sync::Arc;

use serde_json::Value;

use crate::lock;
use crate::person::{Person, ask};
use crate::world::{PROCESSES, World};

/// A command that waits longer while there are no faults was lost.
const LONGEST_WAIT: i64 = 120_000;

pub(crate) async fn inspect(world: Arc<World>, people: Vec<Person>, quiet_since: i64) {
    for process in 0..PROCESSES {
        let ready = ask(&world, None, process, ("GET", "/readyz"), None).await;
        if ready.is_none_or(|answer| answer.status != 200) {
            world.fail(format!("process {process} is not ready after the faults"));
        }
    }
    if let Some((id, waited)) = world.longest_waiting()
        && waited > LONGEST_WAIT
    {
        world.fail(format!("{id} has not been answered for {} s", waited / 1_000));
    }
    pace(&world, quiet_since);
    for person in &people {
        for process in 0..PROCESSES {
            views(&world, person, process).await;
        }
    }
    lock(&world.counts).inspections += 1;
}

/// Timeouts were acted on, and bots have moved.
fn pace(world: &World, quiet_since: i64) {
    for table in world.tables() {
        let paced = world.oracle(&table, |oracle| oracle.check_pace(world.now(), quiet_since));
        if let Some(Err(why)) = paced {
            world.fail(format!("table {table}: {why}"));
        }
    }
}

/// Every table of a person, as each process shows it.
async fn views(world: &World, person: &Person, process: usize) {
    let inbox = ask(world, Some(person), process, ("GET", "/api/v1/inbox"), None).await;
    let Some(inbox) = inbox.filter(crate::person::TestResponse::is_good) else {
        world.fail(format!("{} gets no inbox from {process} after the faults", person.name));
        return;
    };
    for waiting in inbox.json["tables"].as_array().into_iter().flatten() {
        if waiting["standing"] == "playing"
            && let (Some(table), Some(seat)) = (waiting["table"].as_str(), waiting["seat"].as_u64())
        {
            view(world, person, process, (table, seat as u8)).await;
        }
    }
}

async fn view(world: &World, person: &Person, process: usize, (table, seat): (&str, u8)) {
    let before = world.oracle(table, |oracle| oracle.last(Some(seat))).unwrap_or_default();
    let path = format!("/api/v1/tables/{table}/view");
    let shown = ask(world, Some(person), process, ("GET", &path), None).await;
    let Some(shown) = shown.filter(crate::person::TestResponse::is_good) else {
        world.fail(format!("{} gets no view of {table} from {process}", person.name));
        return;
    };
    let Value::Object(_) = &shown.json["view"] else { return };
    let seq = shown.json["seq"].as_u64().unwrap_or_default();
    if seq < before {
        world.fail(format!("process {process} shows {table} at {seq}, and it was at {before}"));
    }
    let checked = world.oracle(table, |oracle| {
        oracle.check_view(Some(seat), seq, &shown.json["view"], &shown.json["options"])
    });
    if let Some(Err(why)) = checked {
        world.fail(format!("table {table} from process {process}: {why}"));
    }
}
