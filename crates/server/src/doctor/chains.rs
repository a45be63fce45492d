//! How the steps of a SQLite file hang together: each table has a chain, and a head that knows its end.

use std::collections::HashMap;
use std::fmt;

use futures::TryStreamExt as _;
use sqlx::sqlite::SqliteConnection;

/// What is wrong with the chain of a table.
#[derive(Debug)]
pub(super) struct Torn {
    pub table: String,
    /// The step at which it is.
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

/// The last step of a table so far, and its row.
struct End {
    seq: i64,
    row: i64,
    torn: bool,
}

/// Goes through all steps once, in the order in which they were written.
pub(super) async fn torn(on: &mut SqliteConnection) -> Result<Vec<Torn>, sqlx::Error> {
    let (mut ends, mut found) = (HashMap::<String, End>::new(), Vec::new());
    let sql = "SELECT row, before, table_id, seq FROM steps ORDER BY row";
    let mut steps = sqlx::query_as::<_, (i64, Option<i64>, String, i64)>(sql).fetch(&mut *on);
    while let Some((row, before, table, seq)) = steps.try_next().await? {
        let end = ends.get(&table);
        let what = match end {
            Some(end) if end.torn => None,
            _ => misfit(end, before, seq),
        };
        let torn = what.is_some() || end.is_some_and(|end| end.torn);
        if let Some(what) = what {
            found.push(Torn { table: table.clone(), seq: u32::try_from(seq).ok(), what });
        }
        ends.insert(table, End { seq, row, torn });
    }
    drop(steps);
    heads(on, ends, &mut found).await?;
    Ok(found)
}

/// Why a step does not come next after the end of its table.
fn misfit(end: Option<&End>, before: Option<i64>, seq: i64) -> Option<&'static str> {
    let next = end.map_or(0, |end| end.seq + 1);
    match () {
        () if seq < next => Some("it is there twice"),
        () if seq > next => Some("steps before it are missing"),
        () if before != end.map(|end| end.row) => Some("it does not lead to the one before it"),
        () => None,
    }
}

/// Each table's head is at the end of its chain.
async fn heads(
    on: &mut SqliteConnection,
    mut ends: HashMap<String, End>,
    found: &mut Vec<Torn>,
) -> Result<(), sqlx::Error> {
    let sql = "SELECT table_id, seq, row FROM heads";
    let mut heads = sqlx::query_as::<_, (String, i64, i64)>(sql).fetch(&mut *on);
    while let Some((table, seq, row)) = heads.try_next().await? {
        let what = match ends.remove(&table) {
            Some(End { torn: true, .. }) => continue,
            Some(end) if (end.seq, end.row) == (seq, row) => continue,
            Some(_) => "its head is not at its last step",
            None => "it has a head and no steps",
        };
        found.push(Torn { table, seq: None, what });
    }
    for (table, _) in ends.into_iter().filter(|(_, end)| !end.torn) {
        found.push(Torn {
            table,
            seq: None,
            what: "it has no head, so that its steps are not found",
        });
    }
    Ok(())
}
