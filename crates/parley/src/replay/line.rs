//! The lines of a replay file.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Commitment, Entropy, Game, Seat, Secret, Seed, SeedSource, StateHash, Versions};

/// What says whether the rest can be read at all.
#[derive(Deserialize)]
pub(super) struct Stamp {
    pub format: u32,
    pub rules: String,
}

/// A header of a known format. Its other fields are covered by its hashes.
#[derive(Deserialize)]
#[serde(bound = "")]
pub(super) struct Opened<G: Game> {
    /// The version of the state hash; if missing, the first.
    pub hash: Option<u16>,
    pub setup: G::Setup,
    pub secret_commitment: Option<Commitment>,
    #[serde(default)]
    pub shuffled: bool,
    pub hashes: Value,
    pub commitment: Commitment,
}

/// A header of the first format, which has no hashes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub(super) struct OpenedFirst<G: Game> {
    #[serde(rename = "format")]
    pub _format: u32,
    #[serde(rename = "rules")]
    pub _rules: String,
    /// The version of the state hash; missing in the first release.
    pub hash: Option<u16>,
    pub setup: G::Setup,
    pub commitment: Commitment,
}

/// A line after the header, borrowed for writing.
#[derive(Serialize)]
pub(super) struct ReplayLineRef<'a, C, E> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<&'a C>,
    pub events: &'a [E],
    pub hash: StateHash,
    /// Only where it differs from the header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub v: Option<Versions>,
}

/// The last line, which reveals the seed.
#[derive(Serialize)]
pub(super) struct Seal<'a> {
    pub seed: Seed,
    #[serde(flatten)]
    pub source: Option<&'a SeedSource>,
}

/// Any line after the header. One type for all of them, so that an error can name the field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub(super) struct ReplayLine<G: Game> {
    pub seat: Option<Seat>,
    pub command: Option<G::Command>,
    pub events: Option<Vec<G::Event>>,
    pub hash: Option<StateHash>,
    pub v: Option<Versions>,
    pub seed: Option<Seed>,
    pub secret: Option<Secret>,
    pub entropy: Option<Vec<Option<Entropy>>>,
}
