//! Maps are large and many tables play on the same one, so each is kept once, by the hash of its text.

use backchannel::Settings;
use backchannel::catalogue::CardSpec;
use backchannel::map::MapFile;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};

use super::settings;
use crate::document::{Document, Kept};
use crate::once;
use crate::raw::Raw;
use crate::store::{Kind, Record, Store};
use crate::wire::Problem;
use crate::wire::table::GameSettings;
use crate::work::Work;

/// A map as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MapRecord {
    pub hash: String,
    pub map: MapFile,
}

impl Document for MapRecord {
    const KIND: Kind = Kind::Map;

    fn id(&self) -> String {
        self.hash.clone()
    }

    fn keys(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What a map is known by.
pub fn hash(map: &MapFile) -> String {
    let text = serde_json::to_vec(map).expect("a map is plain data");
    hex::encode(Sha256::digest(text))
}

/// Sees that the map of a game is kept.
///
/// # Errors
/// If it is none, or cannot be written.
pub async fn keep(store: &dyn Store, game: &GameSettings) -> Result<(), Problem> {
    let GameSettings::Backchannel { map, .. } = game else { return Ok(()) };
    let choice = map.clone();
    let made = Work::Setup.run(move || {
        let map = settings::map(&choice)?.file().clone();
        Ok::<_, Problem>(MapRecord { hash: hash(&map), map })
    });
    let record = made.await??;
    let kept = store.get(Kind::Map, &record.hash).await?;
    if kept.as_ref().is_some_and(|kept| !is_map(kept)) {
        tracing::warn!(hash = record.hash, "a map that was damaged is written anew");
        store.remove(Kind::Map, &record.hash).await?;
    } else if kept.is_some() {
        return Ok(());
    }
    // Whoever was faster has written the same.
    let _ = Kept::new(record).save(store).await?;
    Ok(())
}

/// Whether it looks like one, without the time that it takes to read it.
fn is_map(kept: &Record) -> bool {
    serde_json::from_str::<&RawValue>(&kept.body).is_ok()
}

/// The hash that stands in the place of a map.
#[derive(Serialize, Deserialize)]
pub struct Reference {
    pub sha256: String,
}

/// The set-up with the hash of its map in the place of the map.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn referring(setup: &backchannel::Setup) -> serde_json::Result<Raw> {
    #[derive(Serialize)]
    struct Referring<'a> {
        map: Reference,
        cards: &'a [CardSpec],
        settings: &'a Settings,
        names: &'a [String],
    }
    let backchannel::Setup { map, cards, settings, names } = setup;
    Raw::of(&Referring { map: Reference { sha256: hash(map) }, cards, settings, names })
}

/// The set-up as it was written at the start, with its map in the place of the hash.
///
/// # Errors
/// If the map is not kept.
pub async fn whole(store: &dyn Store, setup: &Raw) -> Result<Value, Problem> {
    let mut setup: Value = setup.read().map_err(|_| Problem::internal())?;
    let hash = setup["map"]["sha256"].as_str().map(str::to_owned);
    if let Some(hash) = hash {
        let record = load(store, &hash).await?;
        let mut kept: Value =
            serde_json::from_str(&record.body).map_err(|_| Problem::quarantined("table"))?;
        setup["map"] = kept["map"].take();
    }
    Ok(setup)
}

/// A map as it is kept. It is large, so that it is [`read`] on a thread of its own.
///
/// # Errors
/// If there is none with that hash.
pub async fn load(store: &dyn Store, hash: &str) -> Result<Record, Problem> {
    store.get(Kind::Map, hash).await?.ok_or_else(|| {
        if once::is_new(("map", hash)) {
            tracing::error!(hash, "a map is missing");
        }
        Problem::quarantined("table")
    })
}

/// # Errors
/// If it is no map.
pub fn read(record: &Record) -> Result<MapFile, Problem> {
    Kept::<MapRecord>::read(record).map(|kept| kept.value.map)
}
