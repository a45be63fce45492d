//! Typed records: their keys, and changing them without lost updates.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::once;
use crate::secret;
use crate::store::{self, Listed, Page, RecordKind, SLOT, Store, StoreError, StoredRecord};
use crate::wire::Problem;
use crate::work::Work;

/// A type that is stored as JSON.
pub trait Document: Serialize + DeserializeOwned + Send {
    const KIND: RecordKind;

    fn id(&self) -> String;

    /// The keys by which it can be found.
    fn keys(&self) -> Vec<String>;

    /// Keys that no other document of its kind may have.
    fn unique(&self) -> Vec<String> {
        Vec::new()
    }

    /// What somebody is told whose document would have a unique key of another.
    fn taken(key: &str) -> Problem {
        taken(key)
    }

    /// What lists show of it; see [`Summarized`].
    fn summary(&self) -> Option<String> {
        None
    }

    /// The key by which it counts towards a limit; see [`add_within`].
    fn counted(&self) -> Option<String> {
        None
    }
}

/// A document of which lists show a small part.
pub trait Summarized: Document {
    type Summary: Serialize + DeserializeOwned;

    fn summarize(&self) -> Self::Summary;
}

/// The summary of a document, as it is stored.
pub fn summary<T: Summarized>(value: &T) -> Option<String> {
    serde_json::to_string(&value.summarize()).ok()
}

/// A document with the version that was read.
#[derive(Clone, Debug)]
pub struct Kept<T> {
    pub version: i64,
    pub value: T,
    /// Its slot, if it counts towards a limit: a unique key, so that two writers never get the same one.
    slot: Option<String>,
}

impl<T: Document> Kept<T> {
    pub fn new(value: T) -> Kept<T> {
        Kept { version: 0, value, slot: None }
    }

    /// # Errors
    /// `internal` if it cannot be parsed.
    pub fn read(record: &StoredRecord) -> Result<Kept<T>, Problem> {
        let value = store::read(&record.body).map_err(|error| {
            if once::is_new((record.kind, &record.id, record.version)) {
                tracing::error!(error, kind = %record.kind, id = record.id, "a record cannot be read");
            }
            Problem::quarantined(record.kind)
        })?;
        let slot = record.unique.iter().find(|key| key.starts_with(SLOT)).cloned();
        Ok(Kept { version: record.version, value, slot })
    }

    fn body(&self) -> Result<String, Problem> {
        serde_json::to_string(&self.value).map_err(|error| {
            tracing::error!(%error, "a record cannot be written");
            Problem::internal()
        })
    }

    fn record(&self, body: String) -> StoredRecord {
        let (mut keys, mut unique) = (self.value.keys(), self.value.unique());
        if let Some((counted, slot)) = self.slot() {
            keys.push(slotted(&counted));
            unique.push(slot);
        }
        let (id, version) = (self.value.id(), self.version);
        StoredRecord { kind: T::KIND, id, version, body, keys, unique }
    }

    /// The limit that it counts towards and its slot, unless that limit has changed.
    fn slot(&self) -> Option<(String, String)> {
        let counted = self.value.counted()?;
        let slot = self.slot.clone().filter(|slot| slot.starts_with(&slots(&counted)))?;
        Some((counted, slot))
    }

    /// Writes it, unless somebody was faster or one of its unique keys is taken.
    pub async fn save(&self, store: &dyn Store) -> Result<Saved, Problem> {
        put(store, &self.record(self.body()?), self.value.summary().as_deref()).await
    }
}

async fn put(
    store: &dyn Store,
    record: &StoredRecord,
    summary: Option<&str>,
) -> Result<Saved, Problem> {
    let put = match summary {
        Some(summary) => store.put_listed(record, summary).await,
        None => store.put(record).await,
    };
    match put {
        Ok(()) => Ok(Saved::Yes),
        Err(StoreError::Conflict) => Ok(Saved::Overtaken),
        Err(StoreError::Taken(key)) => Ok(Saved::Taken(key)),
        Err(error) => Err(error.into()),
    }
}

impl<T: Document> Kept<T> {
    /// Writes it into one of `most` slots; nothing is written if all are taken.
    async fn save_within(
        &mut self,
        store: &dyn Store,
        most: u32,
    ) -> Result<Option<Saved>, Problem> {
        let Some(counted) = self.value.counted().filter(|_| self.slot().is_none()) else {
            return self.save(store).await.map(Some);
        };
        // In this order: whatever others add in between has a slot.
        let all = store.count(T::KIND, &counted).await?;
        let slotted = store.count(T::KIND, &slotted(&counted)).await?;
        let full = all >= u64::from(most);
        if full || (all > slotted && !adopt::<T>(store, &counted, most).await?) {
            return Ok(None);
        }
        self.take_slot(store, &counted, most).await
    }

    /// Tries one slot after another.
    async fn take_slot(
        &mut self,
        store: &dyn Store,
        counted: &str,
        most: u32,
    ) -> Result<Option<Saved>, Problem> {
        let most = u64::from(most);
        let first = secret::below(most);
        // The body may be large, and is the same for every slot.
        let (body, summary) = (self.body()?, self.value.summary());
        for n in 0..most {
            let slot = format!("{}{}", slots(counted), (first + n) % most);
            self.slot = Some(slot.clone());
            match put(store, &self.record(body.clone()), summary.as_deref()).await? {
                Saved::Taken(key) if key == slot => {}
                saved => return Ok(Some(saved)),
            }
        }
        self.slot = None;
        Ok(None)
    }
}

/// How many documents are read at once to find those without a slot; they may be large.
const ADOPTED: u32 = 10;

/// Assigns slots to documents without one, which were written by an earlier release or imported. Returns whether
/// there were enough slots.
async fn adopt<T: Document>(store: &dyn Store, counted: &str, most: u32) -> Result<bool, Problem> {
    let (slots, mut page) = (slots(counted), Page::first(ADOPTED));
    loop {
        let records = store.find(T::KIND, counted, page.clone()).await?;
        let has_slot =
            |record: &&StoredRecord| record.unique.iter().any(|key| key.starts_with(&slots));
        for record in records.iter().filter(|record| !has_slot(record)) {
            let Ok(mut kept) = Kept::<T>::read(record) else { continue };
            if kept.take_slot(store, counted, most).await?.is_none() {
                return Ok(false);
            }
        }
        page.after = records.last().map(|record| record.id.clone());
        if records.len() < ADOPTED as usize {
            return Ok(true);
        }
    }
}

/// The prefix of the slots of a limit; a number follows.
fn slots(counted: &str) -> String {
    format!("{SLOT}{counted}:")
}

/// The key of all documents that count towards a limit and have a slot.
fn slotted(counted: &str) -> String {
    format!("{SLOT}{counted}")
}

/// Whether a document was written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub enum Saved {
    Yes,
    /// Another version was written in the meantime.
    Overtaken,
    /// Another document has this key.
    Taken(String),
}

/// No document has such an id, and one of the stores cannot even be queried for it.
fn cannot_be(name: &str) -> bool {
    name.contains('\0')
}

/// The document with that id.
pub async fn load<T: Document>(store: &dyn Store, id: &str) -> Result<Option<Kept<T>>, Problem> {
    if cannot_be(id) {
        return Ok(None);
    }
    store.get(T::KIND, id).await?.as_ref().map(Kept::read).transpose()
}

/// How many pages a list reads when many documents cannot be read.
const MOST_PAGES: usize = 10;

/// The documents that have a key, newest first. Those that cannot be read are skipped.
pub async fn find<T: Document>(
    store: &dyn Store,
    key: &str,
    mut page: Page,
) -> Result<Vec<Kept<T>>, Problem> {
    if cannot_be(key) || page.after.as_deref().is_some_and(cannot_be) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for _ in 0..MOST_PAGES {
        let records = store.find(T::KIND, key, page.clone()).await?;
        let full = records.len() == page.limit as usize;
        page.after = records.last().filter(|_| full).map(|record| record.id.clone());
        found.extend(records.iter().filter_map(|record| Kept::read(record).ok()));
        if found.len() >= page.limit as usize || page.after.is_none() {
            break;
        }
    }
    found.truncate(page.limit as usize);
    Ok(found)
}

/// The documents with these ids that exist and can be read.
pub async fn load_many<T: Document>(store: &dyn Store, ids: &[String]) -> Result<Vec<T>, Problem> {
    let records = store.get_many(T::KIND, ids).await?;
    let read = |record| Kept::read(record).ok().map(|kept| kept.value);
    Ok(records.iter().filter_map(read).collect())
}

/// The summaries of the documents that have a key, newest first. Those that cannot be read are skipped.
pub async fn list<T: Summarized>(
    store: &dyn Store,
    key: &str,
    mut page: Page,
) -> Result<Vec<T::Summary>, Problem> {
    if cannot_be(key) || page.after.as_deref().is_some_and(cannot_be) {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for _ in 0..MOST_PAGES {
        let listed = store.list(T::KIND, key, page.clone()).await?;
        let full = listed.len() == page.limit as usize;
        page.after = listed.last().filter(|_| full).map(|listed| listed.id().to_owned());
        for listed in listed {
            found.extend(shown::<T>(store, listed).await?);
        }
        if found.len() >= page.limit as usize || page.after.is_none() {
            break;
        }
    }
    found.truncate(page.limit as usize);
    Ok(found)
}

/// The summary of a record. If it was stored without one, or by a version with other summaries, the new one is
/// stored.
async fn shown<T: Summarized>(
    store: &dyn Store,
    listed: Listed,
) -> Result<Option<T::Summary>, Problem> {
    let record = match listed {
        Listed::Summary { id, body } => match serde_json::from_str(&body) {
            Ok(summary) => return Ok(Some(summary)),
            Err(_) => store.get(T::KIND, &id).await?,
        },
        Listed::Whole(record) => Some(record),
    };
    let Some(record) = record else { return Ok(None) };
    let Ok(kept) = Kept::<T>::read(&record) else { return Ok(None) };
    if let Some(summary) = summary(&kept.value) {
        store.summarize(&record, &summary).await?;
    }
    Ok(Some(kept.value.summarize()))
}

/// The document that has a unique key.
///
/// # Errors
/// Also if the document cannot be read.
pub async fn find_one<T: Document>(
    store: &dyn Store,
    key: &str,
) -> Result<Option<Kept<T>>, Problem> {
    if cannot_be(key) {
        return Ok(None);
    }
    store.find(T::KIND, key, Page::first(1)).await?.first().map(Kept::read).transpose()
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
        Saved::Taken(key) => Err(T::taken(&key)),
    }
}

/// Writes a new document, of which there may be at most `most`, even under concurrent writes; `None` if there are as
/// many.
///
/// # Errors
/// `conflict` if it is taken.
pub async fn add_within<T: Document>(
    store: &dyn Store,
    value: T,
    most: u32,
) -> Result<Option<T>, Problem> {
    let mut kept = Kept::new(value);
    match kept.save_within(store, most).await? {
        Some(Saved::Yes) => Ok(Some(kept.value)),
        Some(Saved::Overtaken) => Err(StoreError::Conflict.into()),
        Some(Saved::Taken(key)) => Err(T::taken(&key)),
        None => Ok(None),
    }
}

/// How often a change is retried when somebody else was faster.
const TRIES: u32 = 12;

/// Changes a document: `change` is called again whenever somebody else was faster. If it refuses, nothing is written;
/// `None` if there is no such document.
pub async fn change<T: Document, R>(
    store: &dyn Store,
    id: &str,
    change: impl FnMut(&mut T) -> Result<R, Problem> + Send,
) -> Result<Option<(T, R)>, Problem> {
    change_within(store, id, u32::MAX, change).await
}

/// The same for a change that may move the document to another limit, of at most `most`.
///
/// # Errors
/// Also `too_many` if there are as many.
pub async fn change_within<T: Document, R>(
    store: &dyn Store,
    id: &str,
    most: u32,
    mut change: impl FnMut(&mut T) -> Result<R, Problem> + Send,
) -> Result<Option<(T, R)>, Problem> {
    for attempt in 0..TRIES {
        let Some(mut kept) = load::<T>(store, id).await? else { return Ok(None) };
        let before = kept.value.counted();
        let outcome = change(&mut kept.value)?;
        let saved = match kept.value.counted() == before {
            true => Some(kept.save(store).await?),
            false => kept.save_within(store, most).await?,
        };
        match saved {
            Some(Saved::Yes) => return Ok(Some((kept.value, outcome))),
            Some(Saved::Overtaken) => pause(attempt).await,
            Some(Saved::Taken(key)) => return Err(T::taken(&key)),
            None => return Err(full()),
        }
    }
    Err(StoreError::Conflict.into())
}

/// The same for a change that is slow to compute and therefore runs on a thread of its own.
pub async fn change_aside<T: Document + 'static, R: Send + 'static>(
    store: &dyn Store,
    work: Work,
    id: &str,
    change: impl Fn(&mut T) -> Result<R, Problem> + Clone + Send + 'static,
) -> Result<Option<(T, R)>, Problem> {
    for attempt in 0..TRIES {
        let Some(mut kept) = load::<T>(store, id).await? else { return Ok(None) };
        let change = change.clone();
        let changed = work.run(move || change(&mut kept.value).map(|outcome| (kept, outcome)));
        let (kept, outcome) = changed.await??;
        match kept.save(store).await? {
            Saved::Yes => return Ok(Some((kept.value, outcome))),
            Saved::Overtaken => pause(attempt).await,
            Saved::Taken(key) => return Err(T::taken(&key)),
        }
    }
    Err(StoreError::Conflict.into())
}

fn full() -> Problem {
    Problem::too_many("They have reached the limit.", None)
}

/// The part of a unique key before the colon is the field that it comes from.
/// The problem of a key that another document has.
pub fn taken(key: &str) -> Problem {
    let field = key.split(':').next().unwrap_or_default();
    Problem::conflict("It is taken; choose another.").at(field)
}

async fn pause(attempt: u32) {
    let most = 1u64 << attempt.min(6);
    let wait = secret::below(most) + 1;
    tokio::time::sleep(std::time::Duration::from_millis(wait)).await;
}
