//! A PostgreSQL database, which many processes may share.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Executor, Postgres};
use tokio::sync::broadcast;

use super::postgres_news::{CHANNEL, News};
use super::record::{self, Row};
use super::sift::{self, Known};
use super::{
    Appended, Heard, Kind, NewStep, Page, Record, Status, Step, Store, StoreError, migrations,
};

const CONNECTIONS: u32 = 8;
const PATIENCE: Duration = Duration::from_secs(10);
/// A batch that loses a race is sifted again. Each time somebody else has made progress.
const ATTEMPTS: u32 = 20;

/// Keeps everything in a database on a server.
pub struct PostgresStore {
    pool: PgPool,
    news: News,
}

impl PostgresStore {
    /// Connects and brings the schema up to date.
    ///
    /// # Errors
    /// If the server does not answer or refuses, or the schema is of a newer version.
    pub async fn open(options: PgConnectOptions) -> Result<PostgresStore, StoreError> {
        // A pool would hide a refusal behind its own retries; a first connection tells at once.
        let connect = tokio::time::timeout(PATIENCE, options.connect());
        let mut first = connect.await.map_err(|_| sqlx::Error::PoolTimedOut)??;
        migrations::postgres().run(&mut first).await?;
        sqlx::Connection::close(first).await?;
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
        let pool = pool.connect_with(options.clone()).await?;
        Ok(PostgresStore { pool, news: News::listen(options).await? })
    }

    async fn try_append(&self, steps: &[NewStep]) -> Result<Vec<Appended>, sqlx::Error> {
        let answers = known(&self.pool, steps).await?.sift(steps);
        let kept = sift::kept(steps, &answers);
        if !kept.is_empty() {
            self.insert(&self.pool, &kept).await?;
        }
        Ok(answers)
    }

    /// Writes steps and statuses and tells the others, in one statement that succeeds as a whole or not at all.
    async fn insert<'e>(
        &self,
        on: impl Executor<'e, Database = Postgres>,
        kept: &[&NewStep],
    ) -> Result<(), sqlx::Error> {
        let sql = "WITH step AS ( \
                INSERT INTO steps (table_id, seq, at, mark, body) \
                SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[]) \
            ), status AS ( \
                INSERT INTO statuses (table_id, due, body) \
                SELECT * FROM unnest($6::text[], $7::bigint[], $8::text[]) \
                ON CONFLICT (table_id) DO UPDATE SET due = excluded.due, body = excluded.body \
            ) SELECT pg_notify($9, message) FROM unnest($10::text[]) message";
        let statuses = sift::statuses(kept);
        let query = sqlx::query(sql)
            .bind(kept.iter().map(|step| step.table.as_str()).collect::<Vec<_>>())
            .bind(kept.iter().map(|step| i64::from(step.seq)).collect::<Vec<_>>())
            .bind(kept.iter().map(|step| step.at).collect::<Vec<_>>())
            .bind(kept.iter().map(|step| step.mark.as_deref()).collect::<Vec<_>>())
            .bind(kept.iter().map(|step| step.body.as_str()).collect::<Vec<_>>())
            .bind(statuses.keys().copied().collect::<Vec<_>>())
            .bind(statuses.values().map(|status| status.due).collect::<Vec<_>>())
            .bind(statuses.values().map(|status| status.body.as_str()).collect::<Vec<_>>());
        query.bind(CHANNEL).bind(self.news.messages(kept)).execute(on).await?;
        Ok(())
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn get(&self, kind: Kind, id: &str) -> Result<Option<Record>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records WHERE kind = $1 AND id = $2";
        let row: Option<Row> =
            sqlx::query_as(sql).bind(kind.name()).bind(id).fetch_optional(&self.pool).await?;
        row.map(|row| record::from_row(kind, row)).transpose()
    }

    async fn put(&self, record: &Record) -> Result<(), StoreError> {
        let mut tx = self.pool.begin().await?;
        put(&mut tx, record).await?;
        Ok(tx.commit().await?)
    }

    async fn remove(&self, kind: Kind, id: &str) -> Result<(), StoreError> {
        let sql = "DELETE FROM records WHERE kind = $1 AND id = $2";
        sqlx::query(sql).bind(kind.name()).bind(id).execute(&self.pool).await?;
        Ok(())
    }

    async fn find(&self, kind: Kind, key: &str, page: Page) -> Result<Vec<Record>, StoreError> {
        let sql = "SELECT r.id, r.version, r.body, r.keys, r.names \
            FROM keys k JOIN records r ON r.made = k.made \
            WHERE k.kind = $1 AND k.key = $2 AND k.made < CASE WHEN $3::text IS NULL THEN 9223372036854775807 \
                ELSE (SELECT made FROM records WHERE kind = $1 AND id = $3) END \
            ORDER BY k.made DESC LIMIT $4";
        let query = sqlx::query_as(sql)
            .bind(kind.name())
            .bind(key)
            .bind(page.after)
            .bind(i64::from(page.limit));
        record::from_rows(kind, query.fetch_all(&self.pool).await?)
    }

    async fn count(&self, kind: Kind, key: &str) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM keys WHERE kind = $1 AND key = $2";
        let count: i64 =
            sqlx::query_scalar(sql).bind(kind.name()).bind(key).fetch_one(&self.pool).await?;
        Ok(count as u64)
    }

    async fn append(&self, steps: &[NewStep]) -> Result<Vec<Appended>, StoreError> {
        for _ in 1..ATTEMPTS {
            match self.try_append(steps).await {
                Err(error) if lost_a_race(&error) => {}
                result => return Ok(result?),
            }
        }
        Ok(self.try_append(steps).await?)
    }

    async fn adopt(&self, record: &Record, steps: &[NewStep]) -> Result<(), StoreError> {
        let mut tx = self.pool.begin().await?;
        put(&mut tx, record).await?;
        let answers = known(&mut *tx, steps).await?.sift(steps);
        if answers.contains(&Appended::Conflict) {
            return Err(StoreError::Conflict);
        }
        match self.insert(&mut *tx, &sift::kept(steps, &answers)).await {
            Err(error) if lost_a_race(&error) => return Err(StoreError::Conflict),
            result => result?,
        }
        Ok(tx.commit().await?)
    }

    async fn steps(&self, table: &str, from: u32) -> Result<Vec<Step>, StoreError> {
        let sql =
            "SELECT seq, at, mark, body FROM steps WHERE table_id = $1 AND seq >= $2 ORDER BY seq";
        let rows =
            sqlx::query_as(sql).bind(table).bind(i64::from(from)).fetch_all(&self.pool).await?;
        Ok(rows.into_iter().map(record::step).collect())
    }

    async fn step(&self, table: &str, seq: u32) -> Result<Option<Step>, StoreError> {
        let sql = "SELECT seq, at, mark, body FROM steps WHERE table_id = $1 AND seq = $2";
        let query = sqlx::query_as(sql).bind(table).bind(i64::from(seq));
        let row = query.fetch_optional(&self.pool).await?;
        Ok(row.map(record::step))
    }

    async fn statuses(&self, tables: &[String]) -> Result<Vec<Option<Status>>, StoreError> {
        let sql = "SELECT table_id, due, body FROM statuses WHERE table_id = ANY($1)";
        let rows = sqlx::query_as(sql).bind(tables).fetch_all(&self.pool).await?;
        Ok(record::statuses(tables, rows))
    }

    async fn due(&self, now: i64, limit: u32) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT table_id FROM statuses WHERE due <= $1 ORDER BY due, table_id LIMIT $2";
        Ok(sqlx::query_scalar(sql).bind(now).bind(i64::from(limit)).fetch_all(&self.pool).await?)
    }

    fn listen(&self) -> broadcast::Receiver<Heard> {
        self.news.subscribe()
    }

    async fn all(&self, kind: Kind, page: Page) -> Result<Vec<Record>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records \
            WHERE kind = $1 AND made > CASE WHEN $2::text IS NULL THEN 0 \
                ELSE (SELECT made FROM records WHERE kind = $1 AND id = $2) END \
            ORDER BY made LIMIT $3";
        let query =
            sqlx::query_as(sql).bind(kind.name()).bind(page.after).bind(i64::from(page.limit));
        record::from_rows(kind, query.fetch_all(&self.pool).await?)
    }

    async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }
}

/// Whether another process has written the same thing at the same time.
fn lost_a_race(error: &sqlx::Error) -> bool {
    const DEADLOCK: &str = "40P01";
    let Some(error) = error.as_database_error() else { return false };
    error.is_unique_violation() || error.code().is_some_and(|code| code == DEADLOCK)
}

async fn known<'e>(
    on: impl Executor<'e, Database = Postgres>,
    steps: &[NewStep],
) -> Result<Known<String>, sqlx::Error> {
    let sql = "SELECT t.id, (SELECT max(seq) FROM steps WHERE table_id = t.id) FROM unnest($1::text[]) t(id)";
    let query = sqlx::query_as(sql).bind(sift::tables(steps));
    let rows: Vec<(String, Option<i64>)> = query.fetch_all(on).await?;
    Ok(rows.into_iter().collect())
}

async fn put(on: &mut PgConnection, record: &Record) -> Result<(), StoreError> {
    let made = write(on, record).await?.ok_or(StoreError::Conflict)?;
    replace_keys(on, made, record).await?;
    replace_names(on, made, record).await
}

/// Writes the record itself; tells its place in the order, or nothing if it is not as it was read.
async fn write(on: &mut PgConnection, record: &Record) -> Result<Option<i64>, sqlx::Error> {
    let sql = match record.version {
        0 => {
            "INSERT INTO records (kind, id, version, body, keys, names) VALUES ($1, $2, $3 + 1, $4, $5, $6) \
            ON CONFLICT DO NOTHING RETURNING made"
        }
        _ => {
            "UPDATE records SET version = $3 + 1, body = $4, keys = $5, names = $6 \
            WHERE kind = $1 AND id = $2 AND version = $3 RETURNING made"
        }
    };
    let query =
        sqlx::query_scalar(sql).bind(record.kind.name()).bind(&record.id).bind(record.version);
    query
        .bind(&record.body)
        .bind(record::text(&record.keys))
        .bind(record::text(&record.unique))
        .fetch_optional(on)
        .await
}

async fn replace_keys(
    on: &mut PgConnection,
    made: i64,
    record: &Record,
) -> Result<(), sqlx::Error> {
    let keys = record::findable(record);
    let sql = "DELETE FROM keys WHERE made = $1 AND NOT key = ANY($2)";
    sqlx::query(sql).bind(made).bind(&keys).execute(&mut *on).await?;
    let sql = "INSERT INTO keys (kind, key, made) SELECT $1, key, $2 FROM unnest($3::text[]) key ON CONFLICT DO NOTHING";
    sqlx::query(sql).bind(record.kind.name()).bind(made).bind(&keys).execute(on).await?;
    Ok(())
}

async fn replace_names(
    on: &mut PgConnection,
    made: i64,
    record: &Record,
) -> Result<(), StoreError> {
    // In the same order everywhere, so that two processes never wait for each other's names.
    let mut names = record.unique.clone();
    names.sort_unstable();
    let sql = "DELETE FROM names WHERE made = $1 AND NOT name = ANY($2)";
    sqlx::query(sql).bind(made).bind(&names).execute(&mut *on).await?;
    let sql = "INSERT INTO names (kind, name, made) SELECT $1, name, $2 FROM unnest($3::text[]) name ON CONFLICT DO NOTHING";
    sqlx::query(sql).bind(record.kind.name()).bind(made).bind(&names).execute(&mut *on).await?;
    let sql = "SELECT name FROM names WHERE kind = $1 AND made <> $2 AND name = ANY($3)";
    let query = sqlx::query_scalar(sql).bind(record.kind.name()).bind(made).bind(&names);
    query.fetch_optional(on).await?.map_or(Ok(()), |name| Err(StoreError::Taken(name)))
}
