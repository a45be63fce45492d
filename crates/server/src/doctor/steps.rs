//! The steps of a table, a few at a time.

use super::source::Source;
use crate::store::{Step, StoreError, record};

/// So many are in memory at once.
const CHUNK: usize = 256;

/// Where the steps of a table lie.
pub(super) enum Steps {
    /// The rows of a SQLite file, in order. There is no index of steps by table.
    Rows { rows: Vec<i64>, read: usize },
    /// A table of PostgreSQL, from that step on.
    Numbers { table: String, next: i64 },
}

impl Steps {
    /// `torn` tables are searched for in the whole file, because their chain leads nowhere.
    pub async fn of(source: &Source, table: &str, torn: bool) -> Result<Steps, StoreError> {
        let Source::Sqlite(on) = source else {
            return Ok(Steps::Numbers { table: table.to_owned(), next: 0 });
        };
        let walk = "WITH RECURSIVE chain(row, before) AS ( \
                SELECT s.row, s.before FROM heads h JOIN steps s ON s.row = h.row WHERE h.table_id = $1 \
                UNION ALL \
                SELECT s.row, s.before FROM chain c JOIN steps s ON s.row = c.before AND s.row < c.row \
            ) SELECT row FROM chain ORDER BY row";
        let search = "SELECT row FROM steps WHERE table_id = $1 ORDER BY seq, row";
        let query = sqlx::query_scalar(if torn { search } else { walk }).bind(table);
        Ok(Steps::Rows { rows: query.fetch_all(&mut *on.lock().await).await?, read: 0 })
    }

    /// The next few; none at the end.
    pub async fn next(&mut self, source: &Source) -> Result<Vec<Step>, StoreError> {
        let found: Vec<(i64, i64, Option<String>, String)> = match (&mut *self, source) {
            (Steps::Rows { rows, read }, Source::Sqlite(on)) => {
                let chunk = &rows[*read..rows.len().min(*read + CHUNK)];
                *read += chunk.len();
                let sql = "SELECT seq, at, mark, body FROM steps \
                    WHERE row IN (SELECT value FROM json_each($1)) ORDER BY seq, row";
                let query = sqlx::query_as(sql).bind(record::text(chunk));
                query.fetch_all(&mut *on.lock().await).await?
            }
            (Steps::Numbers { table, next }, Source::Postgres(on)) => {
                let sql = "SELECT seq, at, mark, body FROM steps \
                    WHERE table_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3";
                let query = sqlx::query_as(sql).bind(&*table).bind(*next).bind(CHUNK as i64);
                let found: Vec<(i64, _, _, _)> = query.fetch_all(&mut *on.lock().await).await?;
                *next = found.last().map_or(*next, |(seq, ..)| seq + 1);
                found
            }
            _ => Vec::new(),
        };
        Ok(found.into_iter().map(record::step).collect())
    }
}
