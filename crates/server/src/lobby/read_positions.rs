//! How much of a table a person has read.

use std::collections::HashMap;

use parley::Seat;
use serde::{Deserialize, Serialize};

use crate::document::{self, Document, Kept};
use crate::store::{RecordKind, Store};
use crate::wire::{PersonId, Problem, TableId};

/// How many signals had arrived at each seat when its person last looked.
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
    const KIND: RecordKind = RecordKind::ReadPosition;

    fn id(&self) -> String {
        position_id(&self.person, &self.table)
    }

    fn keys(&self) -> Vec<String> {
        Vec::new()
    }
}

fn position_id(person: &str, table: &str) -> String {
    format!("{person}:{table}")
}

/// The person's read positions at these tables. One that is damaged counts as missing.
pub async fn of<'a>(
    store: &dyn Store,
    person: &PersonId,
    tables: impl Iterator<Item = &'a TableId>,
) -> Result<HashMap<TableId, ReadPosition>, Problem> {
    let ids: Vec<String> = tables.map(|table| position_id(&person.0, &table.0)).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let positions = document::load_many::<ReadPosition>(store, &ids).await?;
    Ok(positions.into_iter().map(|position| (TableId(position.table.clone()), position)).collect())
}

/// The person has now read that many signals at that seat.
pub async fn seen(
    store: &dyn Store,
    person: &PersonId,
    table: &TableId,
    seat: Seat,
    signals: u32,
) -> Result<(), Problem> {
    let id = position_id(&person.0, &table.0);
    let new =
        || ReadPosition { person: person.0.clone(), table: table.0.clone(), signals: Vec::new() };
    let mut position = document::load(store, &id).await?.unwrap_or_else(|| Kept::new(new()));
    if position.value.signals(seat) >= signals {
        return Ok(());
    }
    if position.value.signals.len() <= seat.index() {
        position.value.signals.resize(seat.index() + 1, 0);
    }
    position.value.signals[seat.index()] = signals;
    // If another request was faster, the person has read the same table in another window.
    let _ = position.save(store).await?;
    Ok(())
}
