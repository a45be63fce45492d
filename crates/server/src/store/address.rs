//! Opens a store by its address. No error ever repeats an address: it may contain a password.

use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use sqlx::postgres::PgConnectOptions;

use super::postgres::PostgresStore;
use super::sqlite::{self, SqliteStore};
use super::{Store, StoreError};

/// Where a store is.
pub(crate) enum StoreAddress {
    Memory,
    File(PathBuf),
    Server(Box<PgConnectOptions>),
}

/// Opens `sqlite:path`, `sqlite::memory:` or `postgres://…`, and brings it up to date.
///
/// # Errors
/// A sentence that says what is wrong with the address or the database.
pub async fn open(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_as(address, Use::Shared).await
}

/// The same for a server: a SQLite file has one writer at a time.
///
/// # Errors
/// Also if another server has the file open.
pub async fn open_to_write(address: &str) -> Result<Arc<dyn Store>, StoreError> {
    open_as(address, Use::Exclusive).await
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Shared,
    Exclusive,
}

async fn open_as(address: &str, as_what: Use) -> Result<Arc<dyn Store>, StoreError> {
    match place(address)? {
        StoreAddress::Memory => Ok(Arc::new(SqliteStore::in_memory().await?)),
        StoreAddress::File(path) => file(&path, as_what).await,
        StoreAddress::Server(options) => match PostgresStore::open((*options).clone()).await {
            Ok(store) => Ok(Arc::new(store)),
            Err(StoreError::Database(error)) => Err(refused(&options, &error)),
            Err(error) => Err(error),
        },
    }
}

async fn file(path: &Path, as_what: Use) -> Result<Arc<dyn Store>, StoreError> {
    let opened = match as_what {
        Use::Shared => SqliteStore::open(path).await,
        Use::Exclusive => SqliteStore::open_exclusively(path).await,
    };
    match opened {
        Ok(store) => Ok(Arc::new(store)),
        Err(error) => Err(unopened(path, error)),
    }
}

/// The error message for a store that failed on first use.
pub(crate) fn failed(address: &str, error: StoreError) -> StoreError {
    match place(address) {
        Ok(StoreAddress::File(path)) => unopened(&path, error),
        _ => error,
    }
}

fn unopened(path: &Path, error: StoreError) -> StoreError {
    match error {
        error if error.is_damage() => sentence(format!(
            "`{}` cannot be used as a database: it is damaged, or another kind of file; `backchannel doctor` says what is wrong and saves what is intact, or restore a backup",
            path.display()
        )),
        StoreError::Database(error) => unusable(path, &error),
        error => error,
    }
}

/// # Errors
/// A sentence that says what is wrong with the address.
pub(crate) fn place(address: &str) -> Result<StoreAddress, StoreError> {
    match address.split_once(':') {
        Some(("sqlite", ":memory:")) => Ok(StoreAddress::Memory),
        Some(("sqlite", path)) => match path.strip_prefix("//").unwrap_or(path) {
            "" => Err(sentence("`sqlite:` needs the path of a file, such as `sqlite:tables.db`")),
            path => Ok(StoreAddress::File(path.into())),
        },
        Some(("postgres" | "postgresql", rest)) if rest.starts_with("//") => server(address),
        Some((scheme, rest)) if rest.starts_with("//") => {
            Err(unknown(&format!("not with `{scheme}:`")))
        }
        _ => Err(unknown("and this one does not")),
    }
}

fn unknown(what: &str) -> StoreError {
    sentence(format!("the address of a store begins with `sqlite:` or `postgres://`, {what}"))
}

pub(crate) fn sentence(text: impl Into<String>) -> StoreError {
    StoreError::Address(text.into())
}

/// A file that could not be opened.
pub(crate) fn unusable(path: &Path, error: &sqlx::Error) -> StoreError {
    sentence(format!("`{}` cannot be used as a database: {}", path.display(), plain(error)))
}

/// What SQLite's most common errors mean to somebody who has typed a path.
fn plain(error: &sqlx::Error) -> String {
    match sqlite::kind(error) {
        Some(8) => "it is not writable".into(),
        Some(14) => {
            "it cannot be opened or created; does its folder exist, and is it writable?".into()
        }
        Some(sqlite::CORRUPT) => {
            "the file is damaged; `backchannel doctor` tells what can be saved of it".into()
        }
        Some(sqlite::NO_DATABASE) => "it is another kind of file".into(),
        _ => match error {
            sqlx::Error::Io(_) => {
                "files cannot be created beside it; does its folder exist, and is it writable?"
                    .into()
            }
            error => error.to_string(),
        },
    }
}

fn server(address: &str) -> Result<StoreAddress, StoreError> {
    let options = PgConnectOptions::from_str(address);
    let options = options.map_err(|_| {
        sentence("the address is not of the form `postgres://user:password@host:port/database`")
    })?;
    // The rest of a password that contains a slash would be taken for the name of a database.
    if options.get_database().is_some_and(|database| database.contains('@')) {
        return Err(sentence(
            "the password in the address has characters that must be written as `%` and two digits",
        ));
    }
    Ok(StoreAddress::Server(Box::new(options)))
}

/// A server that rejected the connection.
pub(crate) fn refused(options: &PgConnectOptions, error: &sqlx::Error) -> StoreError {
    sentence(refusal(&format!("{}:{}", options.get_host(), options.get_port()), error))
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
