//! Checks the chains of a SQLite file: each table has a chain of steps, and a head that points to its end.

use std::collections::{HashMap, HashSet};
use std::fmt;

use sqlx::sqlite::SqliteConnection;

use super::salvage::{self, Damage};
use crate::store::sqlite::loose::{Loose, Name};

/// What is wrong with the chain of a table.
#[derive(Debug)]
pub(super) struct Torn {
    /// The step with the fault.
    pub seq: Option<u32>,
    pub what: &'static str,
}

impl fmt::Display for Torn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seq {
            Some(seq) => write!(f, "step {seq}: {}", self.what),
            None => f.write_str(self.what),
        }
    }
}

/// The steps of all tables.
#[derive(Default)]
pub(super) struct Chains {
    pub steps: u64,
    /// Tables that have steps.
    pub tables: HashSet<String>,
    /// Tables with a broken chain.
    pub torn: HashMap<String, Torn>,
    /// Steps that cannot be read.
    pub damage: Damage,
    /// Why heads cannot be read.
    pub headless: Option<String>,
}

/// The last step of a table so far, and its row.
struct End {
    seq: i64,
    row: i64,
    torn: bool,
}

/// The number of a step, and the row of the step before it.
type Link = (Option<Loose<i64>>, Name, Loose<i64>);

const LINKS: &str =
    "SELECT row, before, table_id, seq FROM steps NOT INDEXED WHERE row >= $1 ORDER BY row";

/// Reads all steps once, in the order in which they were written.
pub(super) async fn read(on: &mut SqliteConnection) -> Result<Chains, sqlx::Error> {
    let (mut chains, mut ends) = (Chains::default(), HashMap::<String, End>::new());
    let damage = salvage::scan(on, LINKS, |row, (before, table, seq): Link| {
        chains.steps += 1;
        let table = table.lossy();
        let end = ends.get(&table);
        let what = match (end, seq.0) {
            (Some(end), _) if end.torn => None,
            (_, None) => Some("its position cannot be read"),
            (end, Some(seq)) => misfit(end, before, seq),
        };
        let torn = what.is_some() || end.is_some_and(|end| end.torn);
        if let Some(what) = what {
            let seq = seq.0.and_then(|seq| u32::try_from(seq).ok());
            chains.torn.insert(table.clone(), Torn { seq, what });
        }
        ends.insert(table, End { seq: seq.0.unwrap_or(-1), row, torn });
    });
    chains.damage = damage.await?;
    chains.tables = ends.keys().cloned().collect();
    let sql = "SELECT table_id, seq, row FROM heads";
    let heads = sqlx::query_as::<_, (Name, Loose<i64>, Loose<i64>)>(sql).fetch_all(on).await;
    match salvage::unless_damaged(heads)? {
        Ok(heads) => check_heads(heads, ends, &mut chains.torn),
        Err(detail) => chains.headless = Some(detail),
    }
    Ok(chains)
}

/// Why a step is not the next one of its table.
fn misfit(end: Option<&End>, before: Option<Loose<i64>>, seq: i64) -> Option<&'static str> {
    let next = end.map_or(0, |end| end.seq + 1);
    let before = before.map(|before| before.0);
    match () {
        () if seq < next => Some("it is there twice"),
        () if seq > next => Some("steps before it are missing"),
        () if before != end.map(|end| Some(end.row)) => {
            Some("it does not lead to the one before it")
        }
        () => None,
    }
}

/// Checks that each table's head is at the end of its chain.
fn check_heads(
    heads: Vec<(Name, Loose<i64>, Loose<i64>)>,
    mut ends: HashMap<String, End>,
    torn: &mut HashMap<String, Torn>,
) {
    for (table, seq, row) in heads {
        let table = table.lossy();
        let what = match ends.remove(&table) {
            Some(End { torn: true, .. }) => continue,
            Some(end) if (Some(end.seq), Some(end.row)) == (seq.0, row.0) => continue,
            Some(_) => "its head is not at its last step",
            None => "it has a head and no steps",
        };
        torn.insert(table, Torn { seq: None, what });
    }
    for (table, _) in ends.into_iter().filter(|(_, end)| !end.torn) {
        let what = "it has no head, so that its steps are not found";
        torn.insert(table, Torn { seq: None, what });
    }
}

/// The rows of each table's steps, in the order of the steps.
pub(super) async fn rows(
    on: &mut SqliteConnection,
    wanted: impl Fn(&str) -> bool,
) -> Result<HashMap<String, Vec<i64>>, sqlx::Error> {
    let mut found = HashMap::<String, Vec<(i64, i64)>>::new();
    let damage = salvage::scan(on, LINKS, |row, (_, table, seq): Link| {
        let table = table.lossy();
        if wanted(&table) {
            found.entry(table).or_default().push((seq.0.unwrap_or(i64::MAX), row));
        }
    });
    damage.await?;
    let in_order = |(table, mut rows): (String, Vec<(i64, i64)>)| {
        rows.sort_unstable();
        (table, rows.into_iter().map(|(_, row)| row).collect())
    };
    Ok(found.into_iter().map(in_order).collect())
}
