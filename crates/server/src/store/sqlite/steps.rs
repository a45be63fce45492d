//! The steps of all tables, in the order in which they arrived.
//!
//! A batch has steps of many tables. Each step has the row of the previous step of its table, and each table has a
//! head that points to its last step: an index of all steps would have to write about one page per step. A step is
//! appended only if it comes next after the head, so that no table has two with the same number.

use foldhash::HashMap;
use serde::Deserialize;
use sqlx::AssertSqlSafe;
use sqlx::sqlite::SqliteConnection;

use super::loose::{self, StepRow};
use crate::store::record::text as json;
use crate::store::sift::{self, Known};
use crate::store::{Appended, NewStep, StoreError, StoredStep};

/// One statement inserts at most this many steps.
const MOST_ROWS: usize = 256;

/// The heads of the tables of a batch.
#[derive(Deserialize)]
struct Heads {
    /// The next free row.
    next: i64,
    /// For each table, the number and the row of its last step.
    heads: Vec<(Option<i64>, Option<i64>)>,
}

/// A step and its position in the chain of its table.
struct Link<'a> {
    row: i64,
    before: Option<i64>,
    step: &'a NewStep,
}

pub(super) async fn append(
    on: &mut SqliteConnection,
    steps: &[NewStep],
) -> Result<Vec<Appended>, StoreError> {
    let tables = sift::tables(steps);
    let Heads { next, heads } = heads(on, &tables).await?;
    let last = tables.iter().zip(&heads).map(|(table, (seq, _))| (*table, *seq));
    let answers = last.collect::<Known<_>>().sift(steps);
    let kept = sift::kept(steps, &answers);
    let rows = tables.iter().zip(&heads).filter_map(|(table, (_, row))| Some((*table, (*row)?)));
    let links = chain(next, rows.collect(), &kept);
    insert(on, &links).await?;
    set_heads(on, &links).await?;
    set_statuses(on, &kept).await?;
    Ok(answers)
}

async fn heads(on: &mut SqliteConnection, tables: &[&str]) -> Result<Heads, sqlx::Error> {
    // In one row: the driver returns rows one by one, with a wake-up for each.
    let sql = "SELECT json_object('next', (SELECT coalesce(max(row), 0) + 1 FROM steps), \
            'heads', json_group_array(json_array( \
                iif(typeof(seq) = typeof(row) AND typeof(row) IN ('integer', 'null'), seq, -1), \
                iif(typeof(row) = 'integer', row, NULL)) ORDER BY key)) \
        FROM json_each($1) LEFT JOIN heads ON table_id = value";
    let query = sqlx::query_scalar(sql).bind(json(tables));
    let heads: String = query.fetch_one(on).await?;
    serde_json::from_str(&heads).map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Each step after the one before it at its table; `last` has the rows of those that are already stored.
fn chain<'a>(next: i64, mut last: HashMap<&'a str, i64>, kept: &[&'a NewStep]) -> Vec<Link<'a>> {
    let link = |(row, step): (i64, &&'a NewStep)| {
        let before = last.get(step.table.as_str()).copied();
        last.insert(&step.table, row);
        Link { row, before, step }
    };
    (next..).zip(kept).map(link).collect()
}

async fn insert(on: &mut SqliteConnection, links: &[Link<'_>]) -> Result<(), sqlx::Error> {
    let mut rest = links;
    while !rest.is_empty() {
        // Numbers of rows are powers of two, so that a handful of prepared statements fits every batch.
        let (now, later) = rest.split_at(1 << rest.len().min(MOST_ROWS).ilog2());
        insert_rows(on, now).await?;
        rest = later;
    }
    Ok(())
}

async fn insert_rows(on: &mut SqliteConnection, rows: &[Link<'_>]) -> Result<(), sqlx::Error> {
    let places = vec!["(?, ?, ?, ?, ?, ?, ?)"; rows.len()].join(", ");
    // If it fails, so does the transaction; to undo only the statement, SQLite would copy every page first.
    let sql = format!(
        "INSERT OR FAIL INTO steps (row, before, table_id, seq, at, mark, body) VALUES {places}"
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for Link { row, before, step } in rows {
        let NewStep { table, seq, at, idempotency_key, body, .. } = step;
        query = query
            .bind(row)
            .bind(before)
            .bind(table)
            .bind(seq)
            .bind(at)
            .bind(idempotency_key)
            .bind(body);
    }
    query.execute(on).await?;
    Ok(())
}

async fn set_heads(on: &mut SqliteConnection, links: &[Link<'_>]) -> Result<(), sqlx::Error> {
    let heads: HashMap<&str, (u32, i64)> =
        links.iter().map(|Link { row, step, .. }| (&*step.table, (step.seq, *row))).collect();
    let rows: Vec<_> = heads.iter().map(|(table, (seq, row))| (table, seq, row)).collect();
    let sql = "INSERT INTO heads (table_id, seq, row) \
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1) WHERE true \
        ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, row = excluded.row";
    sqlx::query(sql).bind(json(&rows)).execute(on).await?;
    Ok(())
}

async fn set_statuses(on: &mut SqliteConnection, kept: &[&NewStep]) -> Result<(), sqlx::Error> {
    let statuses = sift::statuses(kept);
    if statuses.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> =
        statuses.iter().map(|(table, status)| (table, status.due, &status.body)).collect();
    let sql = "INSERT INTO statuses (table_id, due, body) \
        SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each($1) WHERE true \
        ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, body = excluded.body";
    sqlx::query(sql).bind(json(&rows)).execute(on).await?;
    Ok(())
}

/// Walks the chain from its end to the requested step. Bodies are fetched only for the requested steps. It ends at a
/// step that does not fit, and never loops.
macro_rules! walk {
    ($wanted:literal) => {
        concat!(
            "WITH RECURSIVE chain (row, before, seq, fits) AS ( \
                SELECT s.row, s.before, s.seq, s.seq = h.seq AND s.table_id = $1 \
                FROM heads h JOIN steps s ON s.row = h.row \
                WHERE h.table_id = $1 AND h.seq >= $2 \
                UNION ALL \
                SELECT s.row, s.before, s.seq, s.seq = c.seq - 1 AND s.table_id = $1 \
                FROM chain c JOIN steps s ON s.row = c.before AND s.row < c.row \
                WHERE c.seq > $2 AND c.fits \
            ) SELECT s.seq, s.at, s.mark, s.body, c.fits FROM chain c JOIN steps s ON s.row = c.row ",
            $wanted
        )
    };
}

pub(super) async fn since(
    on: &mut SqliteConnection,
    table: &str,
    from: u32,
) -> Result<Vec<StoredStep>, sqlx::Error> {
    let query = sqlx::query_as(walk!("ORDER BY c.seq")).bind(table).bind(from);
    let rows: Vec<StepRow> = query.fetch_all(on).await?;
    Ok(rows.into_iter().map(loose::step).collect())
}

pub(super) async fn page(
    on: &mut SqliteConnection,
    table: &str,
    from: u32,
    limit: u32,
) -> Result<Vec<StoredStep>, sqlx::Error> {
    let sql = walk!("WHERE c.seq < $2 + $3 ORDER BY c.seq");
    let query = sqlx::query_as(sql).bind(table).bind(from).bind(limit);
    let rows: Vec<StepRow> = query.fetch_all(on).await?;
    Ok(rows.into_iter().map(loose::step).collect())
}

pub(super) async fn one(
    on: &mut SqliteConnection,
    table: &str,
    seq: u32,
) -> Result<Option<StoredStep>, sqlx::Error> {
    let query = sqlx::query_as(walk!("WHERE c.seq = $2")).bind(table).bind(seq);
    let row: Option<StepRow> = query.fetch_optional(on).await?;
    Ok(row.map(loose::step))
}
