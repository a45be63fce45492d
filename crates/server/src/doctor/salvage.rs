//! Reads a damaged SQLite file: what can be read is read, and the rest is skipped.

use futures::TryStreamExt as _;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, FromRow};

/// More rows than any damage covers.
const FARTHEST: i64 = 1 << 40;

/// What SQLite reported for the first place that could not be read, if any.
pub(super) type Damage = Option<String>;

/// Whether the file is damaged, as opposed to busy.
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    // Busy, locked, out of memory, interrupted.
    const PASSING: [u32; 4] = [5, 6, 7, 9];
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| !PASSING.contains(&(code & 0xff)))
}

/// The same as a result: `None` if the file is damaged there.
pub(super) fn unless_damaged<T>(
    found: Result<T, sqlx::Error>,
) -> Result<Result<T, String>, sqlx::Error> {
    match found {
        Err(error) if is_damage(&error) => Ok(Err(detail(&error))),
        found => found.map(Ok),
    }
}

pub(super) fn detail(error: &sqlx::Error) -> String {
    error.as_database_error().map_or_else(|| error.to_string(), |error| error.message().to_owned())
}

/// Reads a table in the order of its rows, whose number is the first column. `sql` selects the rows from `$1` on, in
/// that order. Where the file is damaged, reading continues after the damage.
///
/// # Errors
/// For errors other than damage.
pub(super) async fn scan<T>(
    on: &mut SqliteConnection,
    sql: &'static str,
    mut take: impl FnMut(i64, T),
) -> Result<Damage, sqlx::Error>
where
    Numbered<T>: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
{
    let (mut damage, mut next) = (None, 0);
    loop {
        let mut rows = sqlx::query_as::<_, Numbered<T>>(sql).bind(next).fetch(&mut *on);
        let error = loop {
            match rows.try_next().await {
                Ok(Some(Numbered(row, columns))) => {
                    next = row.saturating_add(1);
                    take(row, columns);
                }
                Ok(None) => return Ok(damage),
                Err(error) => break error,
            }
        };
        drop(rows);
        if !is_damage(&error) {
            return Err(error);
        }
        damage.get_or_insert_with(|| detail(&error));
        let Some(behind) = behind(on, sql, next).await else { return Ok(damage) };
        next = behind;
    }
}

/// A row with its number.
pub(super) struct Numbered<T>(i64, T);

macro_rules! numbered {
    ($($name:ident $at:literal),*) => {
        impl<'r, $($name),*> FromRow<'r, SqliteRow> for Numbered<($($name,)*)>
        where
            $($name: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,)*
        {
            fn from_row(row: &'r SqliteRow) -> Result<Self, sqlx::Error> {
                use sqlx::Row as _;
                Ok(Numbered(row.try_get(0)?, ($(row.try_get::<$name, _>($at)?,)*)))
            }
        }
    };
}
numbered!(A 1);
numbered!(A 1, B 2, C 3);

/// The first row number at which something can be read again: by growing leaps, then by bisection.
async fn behind(on: &mut SqliteConnection, sql: &str, damaged: i64) -> Option<i64> {
    let probe = format!("{sql} LIMIT 1");
    let mut leap = 1;
    while !is_readable(on, &probe, damaged.checked_add(leap)?).await {
        leap = Some(leap * 2).filter(|leap| *leap <= FARTHEST)?;
    }
    let (mut bad, mut good) = (damaged + leap / 2, damaged + leap);
    while good - bad > 1 {
        let middle = bad + (good - bad) / 2;
        match is_readable(on, &probe, middle).await {
            true => good = middle,
            false => bad = middle,
        }
    }
    Some(good)
}

async fn is_readable(on: &mut SqliteConnection, probe: &str, from: i64) -> bool {
    sqlx::query(AssertSqlSafe(probe)).bind(from).fetch_optional(on).await.is_ok()
}
