//! Writes a record with its keys and unique keys.

use sqlx::sqlite::SqliteConnection;

use super::loose::{self, Loose, Name};
use crate::store::record::{self, ListedRow, text as json};
use crate::store::{Listed, Page, RecordKind, StoreError, StoredRecord};

/// A row with its position.
type WholeRow = (i64, Name, Loose<i64>, Loose<String>, Loose<String>, Loose<String>);

pub(super) async fn put(
    on: &mut SqliteConnection,
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

pub(super) async fn summarize(
    on: &mut SqliteConnection,
    record: &StoredRecord,
    summary: &str,
) -> Result<(), sqlx::Error> {
    let query = sqlx::query(record::SUMMARIZE_LATER)
        .bind(record.kind.name())
        .bind(&record.id)
        .bind(record.version);
    query.bind(summary).execute(on).await?;
    Ok(())
}

pub(super) async fn list(
    on: &mut SqliteConnection,
    kind: RecordKind,
    key: &str,
    page: Page,
) -> Result<Vec<Listed>, StoreError> {
    let sql = "SELECT r.made, r.id, s.body FROM keys k JOIN records r ON r.made = k.made \
            LEFT JOIN summaries s ON s.made = r.made AND s.version = r.version \
        WHERE k.kind = $1 AND k.key = $2 AND k.made < CASE WHEN $3 IS NULL THEN 9223372036854775807 \
            ELSE (SELECT made FROM records WHERE kind = $1 AND id = $3) END \
        ORDER BY k.made DESC LIMIT $4";
    let query = sqlx::query_as(sql).bind(kind.name()).bind(key).bind(page.after).bind(page.limit);
    let rows: Vec<(i64, Name, Option<Loose<String>>)> = query.fetch_all(&mut *on).await?;
    let listed = |(made, id, body): (i64, Name, Option<Loose<String>>)| {
        (made, id.lossy(), body.and_then(|body| body.0))
    };
    let rows: Vec<ListedRow> = rows.into_iter().map(listed).collect();
    let unlisted = record::unlisted(&rows);
    let mut whole: Vec<WholeRow> = Vec::new();
    if !unlisted.is_empty() {
        let sql = "SELECT made, id, version, body, keys, names FROM records \
            WHERE made IN (SELECT value FROM json_each($1))";
        whole = sqlx::query_as(sql).bind(json(&unlisted)).fetch_all(on).await?;
    }
    let record = |(made, id, version, body, keys, names)| {
        (made, loose::record(kind, (id, version, body, keys, names)))
    };
    Ok(record::listed(rows, whole.into_iter().map(record).collect()))
}

/// Writes the record itself; returns its position in the order, or `None` if it is not as it was read.
async fn write(
    on: &mut SqliteConnection,
    record: &StoredRecord,
) -> Result<Option<i64>, sqlx::Error> {
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
        .bind(json(&record.keys))
        .bind(json(&record.unique))
        .fetch_optional(on)
        .await
}

async fn replace_keys(
    on: &mut SqliteConnection,
    made: i64,
    record: &StoredRecord,
) -> Result<(), sqlx::Error> {
    let keys = json(&record::findable(record));
    let sql = "DELETE FROM keys WHERE made = $1 AND key NOT IN (SELECT value FROM json_each($2))";
    sqlx::query(sql).bind(made).bind(&keys).execute(&mut *on).await?;
    let sql = "INSERT INTO keys (kind, key, made) SELECT $1, value, $2 FROM json_each($3) WHERE true \
        ON CONFLICT DO NOTHING";
    sqlx::query(sql).bind(record.kind.name()).bind(made).bind(&keys).execute(on).await?;
    Ok(())
}

async fn replace_names(
    on: &mut SqliteConnection,
    made: i64,
    record: &StoredRecord,
) -> Result<(), StoreError> {
    let names = json(&record.unique);
    let sql = "DELETE FROM names WHERE made = $1 AND name NOT IN (SELECT value FROM json_each($2))";
    sqlx::query(sql).bind(made).bind(&names).execute(&mut *on).await?;
    let sql = "INSERT INTO names (kind, name, made) SELECT $1, value, $2 FROM json_each($3) WHERE true \
        ON CONFLICT DO NOTHING";
    sqlx::query(sql).bind(record.kind.name()).bind(made).bind(&names).execute(&mut *on).await?;
    let sql = "SELECT name FROM names WHERE kind = $1 AND made <> $2 AND name IN (SELECT value FROM json_each($3))";
    let query = sqlx::query_scalar(sql).bind(record.kind.name()).bind(made).bind(&names);
    query.fetch_optional(on).await?.map_or(Ok(()), |name| Err(StoreError::Taken(name)))
}
