//! Maps are large and many tables play on the same one, so each is stored once, by the hash of its text.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use crate::document::{Document, Kept};
use crate::once;
use crate::raw::RawJson;
use crate::store::{RecordKind, Store, StoredRecord};
use crate::wire::Problem;

/// A stored map. Its owner and its type are known to whoever refers to it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MapRecord {
    pub hash: String,
    pub map: RawJson,
}

impl MapRecord {
    fn of(map: RawJson) -> MapRecord {
        MapRecord { hash: hash(&map), map }
    }

    /// Whether the map has this hash.
    pub fn is_sound(&self) -> bool {
        hash(&self.map) == self.hash
    }
}

impl Document for MapRecord {
    const KIND: RecordKind = RecordKind::Map;

    fn id(&self) -> String {
        self.hash.clone()
    }

    fn keys(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The hash of a map.
fn hash(map: &RawJson) -> String {
    hex::encode(Sha256::digest(map.text()))
}

/// Stores a map, unless it is stored already.
///
/// # Errors
/// If it cannot be written.
pub async fn keep(store: &dyn Store, map: RawJson) -> Result<(), Problem> {
    let record = MapRecord::of(map);
    let kept = store.get(RecordKind::Map, &record.hash).await?;
    if kept.as_ref().is_some_and(|kept| !is_map(kept)) {
        tracing::warn!(hash = record.hash, "a damaged map is written again");
        store.remove(RecordKind::Map, &record.hash).await?;
    } else if kept.is_some() {
        return Ok(());
    }
    // If another writer was faster, it has written the same map.
    let _ = Kept::new(record).save(store).await?;
    Ok(())
}

/// Whether it is valid JSON; parsing it as a map would take too long.
fn is_map(kept: &StoredRecord) -> bool {
    serde_json::from_str::<&RawValue>(&kept.body).is_ok()
}

/// The hash of a map, in place of the map.
#[derive(Serialize, Deserialize)]
pub struct MapReference {
    pub sha256: String,
}

impl MapReference {
    /// # Errors
    /// If the map cannot be written as JSON.
    pub fn to(map: &impl Serialize) -> serde_json::Result<MapReference> {
        Ok(MapReference { sha256: hash(&RawJson::of(map)?) })
    }
}

/// The set-up as it was at the start, with its map in place of the hash.
///
/// # Errors
/// If the map is not stored.
pub async fn whole(store: &dyn Store, setup: &RawJson) -> Result<Value, Problem> {
    let mut setup: Value = setup.read().map_err(|_| Problem::internal())?;
    let hash = setup["map"]["sha256"].as_str().map(str::to_owned);
    if let Some(hash) = hash {
        let kept = load(store, &hash).await?;
        setup["map"] = read(&kept)?.read().map_err(|_| Problem::quarantined("table"))?;
    }
    Ok(setup)
}

/// A stored map. It is large, so call [`read`] on a thread of its own.
///
/// # Errors
/// If there is none with that hash.
pub async fn load(store: &dyn Store, hash: &str) -> Result<StoredRecord, Problem> {
    store.get(RecordKind::Map, hash).await?.ok_or_else(|| {
        if once::is_new(("map", hash)) {
            tracing::error!(hash, "a map is missing");
        }
        Problem::quarantined("table")
    })
}

/// # Errors
/// If it is no map.
pub fn read(record: &StoredRecord) -> Result<RawJson, Problem> {
    Kept::<MapRecord>::read(record).map(|kept| kept.value.map)
}
