//! Opens a store by its address. No address is ever repeated in an error: it may hold a password.

use std::io;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use sqlx::postgres::PgConnectOptions;

use super::postgres::PostgresStore;
use super::sqlite::SqliteStore;
use super::{Store, StoreError};

/// Opens `sqlite:path`, `sqlite::memory:` or `postgres://…`, and brings it up to date.
///
/// # Errors
/// A sentence that says what is wrong with the address, or with what is there.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_as(address, Use::Shared).await
}

/// The same for whoever writes: a SQLite file has one writer at a time.
///
/// # Errors
/// Also if another server has the file.
pub async fn open_to_write(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_as(address, Use::Exclusive).await
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Shared,
    Exclusive,
}

async fn open_as(address: &str, as_what: Use) -> Result<Arc<dyn Store>, StoreError> {
    match address.split_once(':') {
        Some(("sqlite", ":memory:")) => Ok(Arc::new(SqliteStore::in_memory().await?)),
        Some(("sqlite", path)) => sqlite(path.strip_prefix("//").unwrap_or(path), as_what).await,
        Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => {
            postgres(address).await
        }
        Some((scheme, rest)) if rest.starts_with("//") => {
            Err(unknown(&format!("not with `{scheme}:`")))
        }
        _ => Err(unknown("and this one does not")),
    }
}

fn unknown(what: &str) -> StoreError {
    sentence(format!("the address of a store begins with `sqlite:` or `postgres://`, {what}"))
}

fn sentence(text: impl Into<String>) -> StoreError {
    StoreError::Address(text.into())
}

async fn sqlite(path: &str, as_what: Use) -> Result<Arc<dyn Store>, StoreError> {
    if path.is_empty() {
        return Err(sentence("`sqlite:` needs the path of a file, such as `sqlite:tables.db`"));
    }
    let opened = match as_what {
        Use::Shared => SqliteStore::open(Path::new(path)).await,
        Use::Exclusive => SqliteStore::open_exclusively(Path::new(path)).await,
    };
    match opened {
        Ok(store) => Ok(Arc::new(store)),
        Err(StoreError::Database(error)) => {
            Err(sentence(format!("`{path}` cannot be used as a database: {}", plain(&error))))
        }
        Err(error) => Err(error),
    }
}

/// What SQLite's most common complaints mean to somebody who has typed a path.
fn plain(error: &sqlx::Error) -> String {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    let primary = code.and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff);
    match primary {
        Some(8) => "it may not be written".into(),
        Some(14) => {
            "it cannot be opened or made; does its folder exist, and may it be written?".into()
        }
        Some(26) => "it is another kind of file".into(),
        _ => match error {
            sqlx::Error::Io(_) => {
                "files cannot be made beside it; does its folder exist, and may it be written?"
                    .into()
            }
            error => error.to_string(),
        },
    }
}

async fn postgres(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    let options = PgConnectOptions::from_str(address);
    let options = options.map_err(|_| {
        sentence("the address is not of the form `postgres://user:password@host:port/database`")
    })?;
    // The rest of a password that has a slash in it would pass for the name of a database.
    if options.get_database().is_some_and(|database| database.contains('@')) {
        return Err(sentence(
            "the password in the address has characters that must be written as `%` and two digits",
        ));
    }
    let place = format!("{}:{}", options.get_host(), options.get_port());
    match PostgresStore::open(options).await {
        Ok(store) => Ok(Arc::new(store)),
        Err(StoreError::Database(error)) => Err(sentence(refusal(&place, &error))),
        Err(error) => Err(error),
    }
}

fn refusal(place: &str, error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => {
            format!("no PostgreSQL server listens at {place}")
        }
        sqlx::Error::Io(error) => {
            format!("the PostgreSQL server at {place} cannot be reached: {error}")
        }
        sqlx::Error::PoolTimedOut => format!("the PostgreSQL server at {place} does not answer"),
        sqlx::Error::Database(error) => {
            format!("the PostgreSQL server at {place} refuses: {}", error.message())
        }
        error => format!("the PostgreSQL server at {place} cannot be used: {error}"),
    }
}
