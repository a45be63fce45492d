//! A PostgreSQL database, which many processes may share.

use std::time::Duration;

use async_trait::async_trait;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection as _, Postgres};
use tokio::sync::broadcast;

use super::lease::Lease;
use super::postgres_news::{CHANNEL, PostgresListener};
use super::record::{self, ListedRow, RecordRow};
use super::sift::{self, Known};
use super::{
    Appended, DueTable, Listed, NewStep, Page, RecordKind, RemoteChange, Status, Store, StoreError,
    StoredRecord, StoredStep, migrations,
};

const CONNECTIONS: u32 = 8;
const PATIENCE: Duration = Duration::from_secs(10);
/// How often a batch that loses a race is tried again. Each time somebody else has made progress.
const ATTEMPTS: u32 = 20;

/// Stores everything in a PostgreSQL database.
pub struct PostgresStore {
    pool: PgPool,
    news: PostgresListener,
}

impl PostgresStore {
    /// Connects and brings the schema up to date.
    ///
    /// # Errors
    /// If the server does not respond or refuses, or the schema is of a newer version.
    pub async fn open(options: PgConnectOptions) -> Result<PostgresStore, StoreError> {
        // A pool would hide a refusal behind its own retries; a first connection fails at once.
        let connect = tokio::time::timeout(PATIENCE, options.connect());
        let mut first = connect.await.map_err(|_| sqlx::Error::PoolTimedOut)??;
        migrations::postgres(&mut first).await?;
        sqlx::Connection::close(first).await?;
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
        let pool = pool.connect_with(options.clone()).await?;
        Ok(PostgresStore { pool, news: PostgresListener::listen(options).await? })
    }

    async fn lease(&self) -> Result<Lease<Postgres>, StoreError> {
        Lease::acquire(&self.pool).await
    }

    async fn try_append(
        &self,
        on: &mut PgConnection,
        steps: &[NewStep],
    ) -> Result<Vec<Appended>, sqlx::Error> {
        let answers = known(on, steps).await?.sift(steps);
        let kept = sift::kept(steps, &answers);
        if !kept.is_empty() {
            self.insert(on, &kept).await?;
        }
        Ok(answers)
    }

    async fn append_on(
        &self,
        on: &mut PgConnection,
        steps: &[NewStep],
    ) -> Result<Vec<Appended>, sqlx::Error> {
        for _ in 1..ATTEMPTS {
            match self.try_append(on, steps).await {
                Err(error) if lost_a_race(&error) => {}
                result => return result,
            }
        }
        self.try_append(on, steps).await
    }

    async fn adopt_on(
        &self,
        on: &mut PgConnection,
        record: &StoredRecord,
        steps: &[NewStep],
    ) -> Result<(), StoreError> {
        let mut tx = on.begin().await?;
        if let Err(error) = put(&mut tx, record, None).await {
            return refuse(tx, error).await;
        }
        let answers = known(&mut tx, steps).await?.sift(steps);
        if answers.contains(&Appended::Conflict) {
            return refuse(tx, StoreError::Conflict).await;
        }
        match self.insert(&mut tx, &sift::kept(steps, &answers)).await {
            Err(error) if lost_a_race(&error) => refuse(tx, StoreError::Conflict).await,
            Err(error) => Err(error.into()),
            Ok(()) => Ok(tx.commit().await?),
        }
    }

    /// Writes steps and statuses and notifies the other processes, in one statement that succeeds or fails as a
    /// whole.
    async fn insert(&self, on: &mut PgConnection, kept: &[&NewStep]) -> Result<(), sqlx::Error> {
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
            .bind(kept.iter().map(|step| step.idempotency_key.as_deref()).collect::<Vec<_>>())
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
    async fn get(&self, kind: RecordKind, id: &str) -> Result<Option<StoredRecord>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records WHERE kind = $1 AND id = $2";
        let mut on = self.lease().await?;
        let row = sqlx::query_as(sql).bind(kind.name()).bind(id).fetch_optional(&mut *on).await;
        let row: Option<RecordRow> = on.settle(row)?;
        Ok(row.map(|row| record::from_row(kind, row)))
    }

    async fn put(&self, record: &StoredRecord) -> Result<(), StoreError> {
        let mut on = self.lease().await?;
        let done = put_alone(&mut on, record, None).await;
        on.settle(done)
    }

    async fn put_listed(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError> {
        let mut on = self.lease().await?;
        let done = put_alone(&mut on, record, Some(summary)).await;
        on.settle(done)
    }

    async fn summarize(&self, record: &StoredRecord, summary: &str) -> Result<(), StoreError> {
        let mut on = self.lease().await?;
        let query = sqlx::query(record::SUMMARIZE_LATER).bind(record.kind.name()).bind(&record.id);
        let done = query.bind(record.version).bind(summary).execute(&mut *on).await;
        on.settle(done).map(drop)
    }

    async fn get_many(
        &self,
        kind: RecordKind,
        ids: &[String],
    ) -> Result<Vec<StoredRecord>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records \
            WHERE kind = $1 AND id = ANY($2)";
        let mut on = self.lease().await?;
        let rows = sqlx::query_as(sql).bind(kind.name()).bind(ids).fetch_all(&mut *on).await;
        Ok(record::from_rows(kind, on.settle(rows)?))
    }

    async fn list(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<Listed>, StoreError> {
        let mut on = self.lease().await?;
        let listed = list(&mut on, kind, key, page).await;
        on.settle(listed)
    }

    async fn remove(&self, kind: RecordKind, id: &str) -> Result<(), StoreError> {
        // Processes with connections that this session or token opened are notified of its end.
        let sql = "WITH gone AS (DELETE FROM records WHERE kind = $1 AND id = $2 RETURNING kind) \
            SELECT pg_notify($3, $4) FROM gone WHERE kind = $5";
        let mut on = self.lease().await?;
        let query = sqlx::query(sql).bind(kind.name()).bind(id);
        let query = query.bind(CHANNEL).bind(self.news.ended(id)).bind(RecordKind::Key.name());
        let done = query.execute(&mut *on).await;
        on.settle(done).map(drop)
    }

    async fn find(
        &self,
        kind: RecordKind,
        key: &str,
        page: Page,
    ) -> Result<Vec<StoredRecord>, StoreError> {
        let sql = "SELECT r.id, r.version, r.body, r.keys, r.names \
            FROM keys k JOIN records r ON r.made = k.made \
            WHERE k.kind = $1 AND k.key = $2 AND k.made < CASE WHEN $3::text IS NULL THEN 9223372036854775807 \
                ELSE (SELECT made FROM records WHERE kind = $1 AND id = $3) END \
            ORDER BY k.made DESC LIMIT $4";
        let mut on = self.lease().await?;
        let query = sqlx::query_as(sql).bind(kind.name()).bind(key).bind(page.after);
        let rows = query.bind(i64::from(page.limit)).fetch_all(&mut *on).await;
        Ok(record::from_rows(kind, on.settle(rows)?))
    }

    async fn count(&self, kind: RecordKind, key: &str) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM keys WHERE kind = $1 AND key = $2";
        let mut on = self.lease().await?;
        let count = sqlx::query_scalar(sql).bind(kind.name()).bind(key).fetch_one(&mut *on).await;
        let count: i64 = on.settle(count)?;
        Ok(count as u64)
    }

    async fn append(&self, steps: &[NewStep]) -> Result<Vec<Appended>, StoreError> {
        let mut on = self.lease().await?;
        let done = self.append_on(&mut on, steps).await;
        on.settle(done)
    }

    async fn adopt(&self, record: &StoredRecord, steps: &[NewStep]) -> Result<(), StoreError> {
        let mut on = self.lease().await?;
        let done = self.adopt_on(&mut on, record, steps).await;
        on.settle(done)
    }

    async fn steps(&self, table: &str, from: u32) -> Result<Vec<StoredStep>, StoreError> {
        let sql =
            "SELECT seq, at, mark, body FROM steps WHERE table_id = $1 AND seq >= $2 ORDER BY seq";
        let mut on = self.lease().await?;
        let rows = sqlx::query_as(sql).bind(table).bind(i64::from(from)).fetch_all(&mut *on).await;
        Ok(on.settle(rows)?.into_iter().map(record::step).collect())
    }

    async fn steps_page(
        &self,
        table: &str,
        from: u32,
        limit: u32,
    ) -> Result<Vec<StoredStep>, StoreError> {
        let sql = "SELECT seq, at, mark, body FROM steps \
            WHERE table_id = $1 AND seq >= $2 ORDER BY seq LIMIT $3";
        let mut on = self.lease().await?;
        let query = sqlx::query_as(sql).bind(table).bind(i64::from(from)).bind(i64::from(limit));
        let rows = query.fetch_all(&mut *on).await;
        Ok(on.settle(rows)?.into_iter().map(record::step).collect())
    }

    async fn step(&self, table: &str, seq: u32) -> Result<Option<StoredStep>, StoreError> {
        let sql = "SELECT seq, at, mark, body FROM steps WHERE table_id = $1 AND seq = $2";
        let mut on = self.lease().await?;
        let query = sqlx::query_as(sql).bind(table).bind(i64::from(seq));
        let row = query.fetch_optional(&mut *on).await;
        Ok(on.settle(row)?.map(record::step))
    }

    async fn statuses(&self, tables: &[String]) -> Result<Vec<Option<Status>>, StoreError> {
        let sql = "SELECT table_id, due, body FROM statuses WHERE table_id = ANY($1)";
        let mut on = self.lease().await?;
        let rows = sqlx::query_as(sql).bind(tables).fetch_all(&mut *on).await;
        let rows: Vec<(String, Option<i64>, String)> = on.settle(rows)?;
        let status = |(table, due, body)| (table, Status { due, body });
        Ok(record::statuses(tables, rows.into_iter().map(status)))
    }

    async fn due(
        &self,
        now: i64,
        after: Option<DueTable>,
        limit: u32,
    ) -> Result<Vec<DueTable>, StoreError> {
        let sql = "SELECT due, table_id FROM statuses WHERE due <= $1 AND (due, table_id) > ($2, $3) \
            ORDER BY due, table_id LIMIT $4";
        let (at, table) = record::after(after);
        let mut on = self.lease().await?;
        let query = sqlx::query_as(sql).bind(now).bind(at).bind(table).bind(i64::from(limit));
        let rows = query.fetch_all(&mut *on).await;
        Ok(on.settle(rows)?.into_iter().map(record::due).collect())
    }

    fn listen(&self) -> broadcast::Receiver<RemoteChange> {
        self.news.subscribe()
    }

    async fn all(&self, kind: RecordKind, page: Page) -> Result<Vec<StoredRecord>, StoreError> {
        let sql = "SELECT id, version, body, keys, names FROM records \
            WHERE kind = $1 AND made > CASE WHEN $2::text IS NULL THEN 0 \
                ELSE (SELECT made FROM records WHERE kind = $1 AND id = $2) END \
            ORDER BY made LIMIT $3";
        let mut on = self.lease().await?;
        let query = sqlx::query_as(sql).bind(kind.name()).bind(page.after);
        let rows = query.bind(i64::from(page.limit)).fetch_all(&mut *on).await;
        Ok(record::from_rows(kind, on.settle(rows)?))
    }

    async fn probe(&self) -> Result<(), StoreError> {
        let mut on = self.lease().await?;
        let done = rehearse(&mut on, self.news.origin()).await;
        on.settle(done)
    }
}

/// Writes a page of steps and a status under a reserved name, and removes them again: where a small record still
/// finds room, a batch of steps may not.
async fn rehearse(on: &mut PgConnection, origin: &str) -> Result<(), sqlx::Error> {
    const WRITE: &str = "WITH step AS ( \
            INSERT INTO steps (table_id, seq, at, body) \
            SELECT $1, n, 0, repeat('x', 1000) FROM generate_series(0, 7) n \
        ) INSERT INTO statuses (table_id, body) VALUES ($1, '{}')";
    let nobody = format!("probe:{origin}");
    let mut tx = on.begin().await?;
    sqlx::query("SET LOCAL statement_timeout = '3s'").execute(&mut *tx).await?;
    let forget =
        ["DELETE FROM steps WHERE table_id = $1", "DELETE FROM statuses WHERE table_id = $1"];
    for sql in [WRITE].into_iter().chain(forget) {
        sqlx::query(sql).bind(&nobody).execute(&mut *tx).await?;
    }
    tx.commit().await
}

/// Whether another process has written the same thing at the same time.
fn lost_a_race(error: &sqlx::Error) -> bool {
    const DEADLOCK: &str = "40P01";
    let Some(error) = error.as_database_error() else { return false };
    error.is_unique_violation() || error.code().is_some_and(|code| code == DEADLOCK)
}

async fn known(on: &mut PgConnection, steps: &[NewStep]) -> Result<Known<String>, sqlx::Error> {
    let sql = "SELECT t.id, (SELECT max(seq) FROM steps WHERE table_id = t.id) FROM unnest($1::text[]) t(id)";
    let query = sqlx::query_as(sql).bind(sift::tables(steps));
    let rows: Vec<(String, Option<i64>)> = query.fetch_all(on).await?;
    Ok(rows.into_iter().collect())
}

async fn list(
    on: &mut PgConnection,
    kind: RecordKind,
    key: &str,
    page: Page,
) -> Result<Vec<Listed>, StoreError> {
    let sql = "SELECT k.made, r.id, s.body FROM keys k JOIN records r ON r.made = k.made \
            LEFT JOIN summaries s ON s.made = r.made AND s.version = r.version \
        WHERE k.kind = $1 AND k.key = $2 AND k.made < CASE WHEN $3::text IS NULL THEN 9223372036854775807 \
            ELSE (SELECT made FROM records WHERE kind = $1 AND id = $3) END \
        ORDER BY k.made DESC LIMIT $4";
    let query = sqlx::query_as(sql).bind(kind.name()).bind(key).bind(page.after);
    let rows: Vec<ListedRow> = query.bind(i64::from(page.limit)).fetch_all(&mut *on).await?;
    let unlisted = record::unlisted(&rows);
    let mut whole: Vec<(i64, String, i64, String, String, String)> = Vec::new();
    if !unlisted.is_empty() {
        let sql = "SELECT made, id, version, body, keys, names FROM records WHERE made = ANY($1)";
        whole = sqlx::query_as(sql).bind(unlisted).fetch_all(on).await?;
    }
    let record = |(made, id, version, body, keys, names)| {
        (made, record::from_row(kind, (id, version, body, keys, names)))
    };
    Ok(record::listed(rows, whole.into_iter().map(record).collect()))
}

async fn put_alone(
    on: &mut PgConnection,
    record: &StoredRecord,
    summary: Option<&str>,
) -> Result<(), StoreError> {
    let mut tx = on.begin().await?;
    match put(&mut tx, record, summary).await {
        Ok(()) => Ok(tx.commit().await?),
        Err(error) => refuse(tx, error).await,
    }
}

/// Refuses, and leaves the connection clean.
async fn refuse<T>(
    tx: sqlx::Transaction<'_, Postgres>,
    error: StoreError,
) -> Result<T, StoreError> {
    if error.is_refusal() {
        tx.rollback().await?;
    }
    Err(error)
}

async fn put(
    on: &mut PgConnection,
    record: &StoredRecord,
    summary: Option<&str>,
) -> Result<(), StoreError> {
    let made = write(on, record).await?.ok_or(StoreError::Conflict)?;
    replace_keys(on, made, record).await?;
    replace_names(on, made, record).await?;
    if let Some(summary) = summary {
        let query = sqlx::query(record::SUMMARIZE).bind(made).bind(record.version + 1);
        query.bind(summary).execute(on).await?;
    }
    Ok(())
}

/// Writes the record itself; returns its position in the order, or `None` if it is not as it was read.
async fn write(on: &mut PgConnection, record: &StoredRecord) -> Result<Option<i64>, sqlx::Error> {
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
    record: &StoredRecord,
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
    record: &StoredRecord,
) -> Result<(), StoreError> {
    // In the same order everywhere, so that two processes never deadlock on each other's names.
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
