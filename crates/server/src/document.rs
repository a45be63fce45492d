//! Typed records: what a kind of document is found by, and how it is changed without losing a change.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::{Kind, Page, Record, Store, StoreError};
use crate::wire::Problem;

/// Something that is kept as JSON.
pub trait Document: Serialize + DeserializeOwned + Send {
    const KIND: Kind;

    fn id(&self) -> String;

    /// What it can be found by.
    fn keys(&self) -> Vec<String>;

    /// What nothing else of its kind may have.
    fn unique(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A document and the version that was read.
#[derive(Clone, Debug)]
pub struct Kept<T> {
    pub version: i64,
    pub value: T,
}

impl<T: Document> Kept<T> {
    pub fn new(value: T) -> Kept<T> {
        Kept { version: 0, value }
    }

    fn read(record: &Record) -> Result<Kept<T>, Problem> {
        let value = serde_json::from_str(&record.body).map_err(|error| {
            tracing::error!(%error, kind = %record.kind, id = record.id, "a record is unreadable");
            Problem::internal()
        })?;
        Ok(Kept { version: record.version, value })
    }

    fn write(&self) -> Result<Record, Problem> {
        let body = serde_json::to_string(&self.value).map_err(|error| {
            tracing::error!(%error, "a record cannot be written");
            Problem::internal()
        })?;
        Ok(Record {
            kind: T::KIND,
            id: self.value.id(),
            version: self.version,
            body,
            keys: self.value.keys(),
            unique: self.value.unique(),
        })
    }

    /// Writes it, unless somebody was faster or has what only one may have.
    pub async fn save(&self, store: &dyn Store) -> Result<Saved, Problem> {
        match store.put(&self.write()?).await {
            Ok(()) => Ok(Saved::Yes),
            Err(StoreError::Conflict) => Ok(Saved::Overtaken),
            Err(StoreError::Taken(key)) => Ok(Saved::Taken(key)),
            Err(error) => Err(error.into()),
        }
    }
}

/// Whether a document was written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Saved {
    Yes,
    /// Another version has been written in the meantime.
    Overtaken,
    /// Another document has this key.
    Taken(String),
}

/// The document with that id.
pub async fn load<T: Document>(store: &dyn Store, id: &str) -> Result<Option<Kept<T>>, Problem> {
    store.get(T::KIND, id).await?.as_ref().map(Kept::read).transpose()
}

/// The documents that have a key, newest first.
pub async fn find<T: Document>(
    store: &dyn Store,
    key: &str,
    page: Page,
) -> Result<Vec<Kept<T>>, Problem> {
    store.find(T::KIND, key, page).await?.iter().map(Kept::read).collect()
}

/// The document that has a unique key.
pub async fn find_one<T: Document>(
    store: &dyn Store,
    key: &str,
) -> Result<Option<Kept<T>>, Problem> {
    Ok(find(store, key, Page::first(1)).await?.pop())
}

/// Writes something new.
///
/// # Errors
/// `conflict` if it is taken.
pub async fn add<T: Document>(store: &dyn Store, value: T) -> Result<T, Problem> {
    let kept = Kept::new(value);
    match kept.save(store).await? {
        Saved::Yes => Ok(kept.value),
        Saved::Overtaken => Err(StoreError::Conflict.into()),
        Saved::Taken(key) => Err(taken(&key)),
    }
}

/// How often a change is tried again when somebody else was faster.
const TRIES: u32 = 12;

/// Changes a document: `change` is asked again whenever somebody else was faster. If it refuses, nothing
/// is written; `None` if there is no such document.
pub async fn change<T: Document, R>(
    store: &dyn Store,
    id: &str,
    mut change: impl FnMut(&mut T) -> Result<R, Problem> + Send,
) -> Result<Option<(T, R)>, Problem> {
    for attempt in 0..TRIES {
        let Some(mut kept) = load::<T>(store, id).await? else { return Ok(None) };
        let outcome = change(&mut kept.value)?;
        match kept.save(store).await? {
            Saved::Yes => return Ok(Some((kept.value, outcome))),
            Saved::Overtaken => pause(attempt).await,
            Saved::Taken(key) => return Err(taken(&key)),
        }
    }
    Err(StoreError::Conflict.into())
}

/// What is before the colon of a unique key is the field it stands in.
fn taken(key: &str) -> Problem {
    let field = key.split(':').next().map(Into::into);
    Problem { field, ..Problem::conflict("Somebody else has that; choose another.") }
}

async fn pause(attempt: u32) {
    let most = 1u64 << attempt.min(6);
    let wait = crate::people::secret::below(most) + 1;
    tokio::time::sleep(std::time::Duration::from_millis(wait)).await;
}
