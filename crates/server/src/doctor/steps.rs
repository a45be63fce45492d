//! Reads the steps of a table in pages.

use sqlx::sqlite::SqliteConnection;

use super::salvage;
use super::source::DoctorSource;
use crate::store::sqlite::loose::{self, StepRow};
use crate::store::{StoreError, StoredStep, record};

/// The size of a page.
const CHUNK: usize = 256;

/// Where the steps of a table are.
pub(super) enum Steps {
    /// The rows of a SQLite file, in order. There is no index of steps by table.
    Rows { rows: Vec<i64>, read: usize },
    /// A table of PostgreSQL, from that step on.
    Numbers { table: String, next: i64 },
}

impl Steps {
    /// `rows` is given for tables whose chain is broken.
    pub async fn of(
        source: &DoctorSource,
        table: &str,
        rows: Option<Vec<i64>>,
    ) -> Result<Steps, StoreError> {
        let DoctorSource::Sqlite(on) = source else {
            return Ok(Steps::Numbers { table: table.to_owned(), next: 0 });
        };
        if let Some(rows) = rows {
            return Ok(Steps::Rows { rows, read: 0 });
        }
        let walk = "WITH RECURSIVE chain(row, before) AS ( \
                SELECT s.row, s.before FROM heads h JOIN steps s ON s.row = h.row WHERE h.table_id = $1 \
                UNION ALL \
                SELECT s.row, s.before FROM chain c JOIN steps s ON s.row = c.before AND s.row < c.row \
            ) SELECT row FROM chain ORDER BY row";
        let query = sqlx::query_scalar(walk).bind(table);
        Ok(Steps::Rows { rows: query.fetch_all(&mut *on.lock().await).await?, read: 0 })
    }

    /// The next page; empty at the end.
    pub async fn next(&mut self, source: &DoctorSource) -> Result<Vec<StoredStep>, StoreError> {
        match (&mut *self, source) {
            (Steps::Rows { rows, read }, DoctorSource::Sqlite(on)) => {
                let chunk = &rows[*read..rows.len().min(*read + CHUNK)];
                *read += chunk.len();
                Ok(at(&mut *on.lock().await, chunk).await?)
            }
            (Steps::Numbers { table, next }, DoctorSource::Postgres(on)) => {
                let sql = "SELECT seq, at, mark, body FROM steps \
                    WHERE table_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3";
                let query = sqlx::query_as(sql).bind(&*table).bind(*next).bind(CHUNK as i64);
                let found: Vec<(i64, _, _, _)> = query.fetch_all(&mut *on.lock().await).await?;
                *next = found.last().map_or(*next, |(seq, ..)| seq + 1);
                Ok(found.into_iter().map(record::step).collect())
            }
            _ => Ok(Vec::new()),
        }
    }
}

/// The steps in these rows of a SQLite file. A step with unreadable parts is returned as damaged.
async fn at(on: &mut SqliteConnection, rows: &[i64]) -> Result<Vec<StoredStep>, sqlx::Error> {
    let sql = "SELECT seq, at, mark, body, 1 FROM steps \
        WHERE row IN (SELECT value FROM json_each($1)) ORDER BY seq, row";
    let query = sqlx::query_as::<_, StepRow>(sql).bind(record::text(rows));
    if let Ok(found) = salvage::unless_damaged(query.fetch_all(&mut *on).await)? {
        return Ok(found.into_iter().map(loose::step).collect());
    }
    let mut steps = Vec::new();
    for row in rows {
        let sql = "SELECT seq, at, mark, body, 1 FROM steps WHERE row = $1";
        let step = sqlx::query_as::<_, StepRow>(sql).bind(row).fetch_optional(&mut *on).await;
        steps.push(match salvage::unless_damaged(step)? {
            Ok(Some(step)) => loose::step(step),
            Ok(None) | Err(_) => record::damaged_step(place(on, *row).await),
        });
    }
    Ok(steps)
}

/// The number of a step whose body cannot be read.
async fn place(on: &mut SqliteConnection, row: i64) -> Option<i64> {
    let seq = sqlx::query_scalar("SELECT seq FROM steps WHERE row = $1").bind(row);
    seq.fetch_optional(on).await.ok()?
}
