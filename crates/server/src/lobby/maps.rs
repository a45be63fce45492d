//! Maps are large and many tables play on the same one, so each is kept once, by the hash of its text.

use backchannel::map::MapFile;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::settings;
use crate::document::{self, Document, Kept};
use crate::store::{Kind, Store};
use crate::wire::Problem;
use crate::wire::table::GameSettings;

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
    let map = settings::map(map)?.file().clone();
    let record = MapRecord { hash: hash(&map), map };
    if document::load::<MapRecord>(store, &record.hash).await?.is_none() {
        // Whoever was faster has written the same.
        let _ = Kept::new(record).save(store).await?;
    }
    Ok(())
}

/// Puts the hash of the map in the place of the map.
pub fn refer(setup: &mut Value, map: &MapFile) {
    setup["map"] = json!({ "sha256": hash(map) });
}

/// The hash that stands in the place of a map.
pub fn referred(setup: &Value) -> Option<&str> {
    setup.get("map")?.get("sha256")?.as_str()
}

/// The whole set-up, with its map.
///
/// # Errors
/// If the map is not there.
pub async fn whole(store: &dyn Store, mut setup: Value) -> Result<Value, Problem> {
    let Some(hash) = referred(&setup).map(str::to_owned) else { return Ok(setup) };
    setup["map"] =
        serde_json::to_value(load(store, &hash).await?).map_err(|_| Problem::internal())?;
    Ok(setup)
}

/// # Errors
/// If there is none with that hash.
pub async fn load(store: &dyn Store, hash: &str) -> Result<MapFile, Problem> {
    let record = document::load::<MapRecord>(store, hash).await?;
    let record = record.ok_or_else(|| {
        tracing::error!(hash, "a map is missing");
        Problem::internal()
    })?;
    Ok(record.value.map)
}
