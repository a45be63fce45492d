//! A table of a league.

use std::sync::Arc;

use backchannel::Rules;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A map with a number of seats and its settings, ready for play.
#[derive(Clone, Debug)]
pub struct LeagueTable {
    /// The map by the name that the plan has for it.
    pub map: String,
    pub rules: Arc<Rules>,
}

impl LeagueTable {
    pub fn new(map: String, rules: Rules) -> LeagueTable {
        LeagueTable { map, rules: Arc::new(rules) }
    }

    pub fn seats(&self) -> usize {
        self.rules.seats()
    }

    /// What identifies the table in a file of results.
    pub(crate) fn stamp(&self) -> TableStamp {
        let setup = serde_json::to_vec(&self.rules.setup()).expect("a set-up is plain data");
        let hash = hex::encode(Sha256::digest(&setup));
        TableStamp { map: self.map.clone(), seats: self.seats(), setup: hash }
    }
}

/// A table by its map, its seats and the SHA-256 of everything that was agreed at it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableStamp {
    pub map: String,
    pub seats: usize,
    pub setup: String,
}
