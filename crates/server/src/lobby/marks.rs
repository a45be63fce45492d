//! What a person has seen of a table.

use std::collections::HashMap;

use parley::Seat;
use serde::{Deserialize, Serialize};

use crate::document::{self, Document, Kept};
use crate::store::{RecordKind, Store};
use crate::wire::{PersonId, Problem, TableId};

/// How many signals had come to each seat when its person last looked.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ReadPosition {
    pub person: String,
    pub table: String,
    pub signals: Vec<u32>,
}

impl ReadPosition {
    pub fn signals(&self, seat: Seat) -> u32 {
        self.signals.get(seat.index()).copied().unwrap_or_default()
    }
}

impl Document for ReadPosition {
    const KIND: RecordKind = RecordKind::Mark;

    fn id(&self) -> String {
        mark_id(&self.person, &self.table)
    }

    fn keys(&self) -> Vec<String> {
        Vec::new()
    }
}

fn mark_id(person: &str, table: &str) -> String {
    format!("{person}:{table}")
}

/// What the person has seen of these tables. A mark that cannot be read is none.
pub async fn of<'a>(
    store: &dyn Store,
    person: &PersonId,
    tables: impl Iterator<Item = &'a TableId>,
) -> Result<HashMap<TableId, ReadPosition>, Problem> {
    let ids: Vec<String> = tables.map(|table| mark_id(&person.0, &table.0)).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let marks = document::load_many::<ReadPosition>(store, &ids).await?;
    Ok(marks.into_iter().map(|mark| (TableId(mark.table.clone()), mark)).collect())
}

/// The person has now seen as many signals at that seat.
pub async fn seen(
    store: &dyn Store,
    person: &PersonId,
    table: &TableId,
    seat: Seat,
    signals: u32,
) -> Result<(), Problem> {
    let id = mark_id(&person.0, &table.0);
    let new =
        || ReadPosition { person: person.0.clone(), table: table.0.clone(), signals: Vec::new() };
    let mut mark = document::load(store, &id).await?.unwrap_or_else(|| Kept::new(new()));
    if mark.value.signals(seat) >= signals {
        return Ok(());
    }
    if mark.value.signals.len() <= seat.index() {
        mark.value.signals.resize(seat.index() + 1, 0);
    }
    mark.value.signals[seat.index()] = signals;
    // Whoever was faster has looked at the same table in another window.
    let _ = mark.save(store).await?;
    Ok(())
}
