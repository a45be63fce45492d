//! The steps of all tables, in the order in which they arrived.
//!
//! A batch has steps of many tables. Each step has the row of the previous step of its table, and each table has a
//! head that points to its last step: an index of all steps would have to write about one page per step. A step is
//! appended only if it comes next after the head, so that no table has two with the same number.

use foldhash::HashMap;
use serde::Deserialize;
use sqlx::AssertSqlSafe;
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnection};

use super::loose::{self, StepRow};
use crate::store::record::text as json;
use crate::store::sift::{self, Known};
use crate::store::{Appended, NewStep, StoreError, StoredStep};

/// One statement inserts at most this many steps.
const MOST_ROWS: usize = 256;
/// The columns of a step.
const COLUMNS: usize = 7;

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

/// Whose transaction a batch is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Transaction {
    /// Its own. It begins and ends together with other statements: every trip to the driver's thread and back wakes
    /// two threads.
    Own,
    /// One that the caller has begun and will commit.
    Callers,
}

pub(super) async fn append(
    on: &mut SqliteConnection,
    steps: &[NewStep],
    within: Transaction,
) -> Result<Vec<Appended>, StoreError> {
    let tables = sift::tables(steps);
    let Heads { next, heads } = heads(on, &tables, within).await?;
    let last = tables.iter().zip(&heads).map(|(table, (seq, _))| (*table, *seq));
    let answers = last.collect::<Known<_>>().sift(steps);
    let kept = sift::kept(steps, &answers);
    let rows = tables.iter().zip(&heads).filter_map(|(table, (_, row))| Some((*table, (*row)?)));
    let links = chain(next, rows.collect(), &kept);
    write(on, &links, &kept, within).await?;
    Ok(answers)
}

/// In one row: the driver returns rows one by one, with a wake-up for each.
macro_rules! heads {
    ($before:literal) => {
        concat!(
            $before,
            "SELECT json_object('next', (SELECT coalesce(max(row), 0) + 1 FROM steps), \
                'heads', json_group_array(json_array( \
                    iif(typeof(seq) = typeof(row) AND typeof(row) IN ('integer', 'null'), seq, -1), \
                    iif(typeof(row) = 'integer', row, NULL)) ORDER BY key)) \
            FROM json_each(?) LEFT JOIN heads ON table_id = value"
        )
    };
}

async fn heads(
    on: &mut SqliteConnection,
    tables: &[&str],
    within: Transaction,
) -> Result<Heads, sqlx::Error> {
    let sql = match within {
        Transaction::Own => heads!("BEGIN IMMEDIATE; "),
        Transaction::Callers => heads!(""),
    };
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

async fn write(
    on: &mut SqliteConnection,
    links: &[Link<'_>],
    kept: &[&NewStep],
    within: Transaction,
) -> Result<(), sqlx::Error> {
    let mut rest = links;
    while rest.len() > MOST_ROWS {
        let (now, later) = rest.split_at(MOST_ROWS);
        let sql = insertion(MOST_ROWS);
        bind_rows(sqlx::query(AssertSqlSafe(sql)), now, MOST_ROWS).execute(&mut *on).await?;
        rest = later;
    }
    let places = padded(rest.len());
    let mut sql = format!("{}; {SET_HEADS}; {SET_STATUSES}", insertion(places));
    if within == Transaction::Own {
        sql.push_str("; COMMIT");
    }
    let query = bind_rows(sqlx::query(AssertSqlSafe(sql)), rest, places);
    query.bind(new_heads(links)).bind(new_statuses(kept)).execute(on).await?;
    Ok(())
}

/// One of few sizes, so that a handful of prepared statements fits every batch.
fn padded(rows: usize) -> usize {
    let rows = rows.max(1);
    let (most, fewer) = (rows.next_power_of_two(), rows.next_power_of_two() / 4 * 3);
    if rows <= fewer { fewer } else { most }
}

/// Inserts as many steps; those that are NULL are left out.
fn insertion(places: usize) -> String {
    let rows = vec!["(?, ?, ?, ?, ?, ?, ?)"; places].join(", ");
    // If it fails, so does the transaction; to undo only the statement, SQLite would copy every page first.
    format!(
        "INSERT OR FAIL INTO steps (row, before, table_id, seq, at, mark, body) \
        SELECT * FROM (VALUES {rows}) WHERE column1 IS NOT NULL"
    )
}

type Insertion<'q> = Query<'q, Sqlite, SqliteArguments>;

fn bind_rows<'q>(mut query: Insertion<'q>, links: &[Link<'q>], places: usize) -> Insertion<'q> {
    for Link { row, before, step } in links {
        let NewStep { table, seq, at, idempotency_key, body, .. } = *step;
        query = query
            .bind(*row)
            .bind(*before)
            .bind(table)
            .bind(*seq)
            .bind(*at)
            .bind(idempotency_key)
            .bind(body);
    }
    for _ in 0..(places - links.len()) * COLUMNS {
        query = query.bind(None::<i64>);
    }
    query
}

const SET_HEADS: &str = "INSERT INTO heads (table_id, seq, row) \
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true \
    ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, row = excluded.row";

fn new_heads(links: &[Link<'_>]) -> String {
    let heads: HashMap<&str, (u32, i64)> =
        links.iter().map(|Link { row, step, .. }| (&*step.table, (step.seq, *row))).collect();
    let rows: Vec<_> = heads.iter().map(|(table, (seq, row))| (table, seq, row)).collect();
    json(&rows)
}

const SET_STATUSES: &str = "INSERT INTO statuses (table_id, due, body) \
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true \
    ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, body = excluded.body";

fn new_statuses(kept: &[&NewStep]) -> String {
    let statuses = sift::statuses(kept);
    let rows: Vec<_> =
        statuses.iter().map(|(table, status)| (table, status.due, &status.body)).collect();
    json(&rows)
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
