//! The first line of a replay: what was agreed before play, and the hashes that commit to it.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::{FIRST_FORMAT, FORMAT};
use crate::versions::{rules_named, rules_version};
use crate::{Commitment, Game, Seed, Versions, canonical};

/// Everything that was agreed before play, ready to be committed to and written.
#[derive(Clone, Debug)]
pub struct Header {
    agreed: Agreed,
    /// `None` in the first format, whose commitment does not cover the set-up.
    hashes: Option<Value>,
}

/// What the commitment covers.
#[derive(Clone, Debug, Serialize)]
struct Agreed {
    rules: String,
    /// The version of the state hash; missing in the first format.
    #[serde(skip_serializing_if = "Option::is_none")]
    hash: Option<u16>,
    setup: Box<RawValue>,
    /// The server's commitment from before anybody sat down; `None` if the seed was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret_commitment: Option<Commitment>,
    /// Whether the seed shuffled the seats before play.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    shuffled: bool,
}

impl Header {
    /// The header of a game whose seed somebody chose.
    ///
    /// # Errors
    /// If the set-up cannot be serialised; the same holds for the other constructors.
    pub fn new<G: Game>(setup: &impl Serialize) -> serde_json::Result<Header> {
        Header::of::<G>(setup, G::VERSIONS, None, false)
    }

    /// The header of a game whose seed is made of a secret, committed to beforehand, and what seats added.
    ///
    /// `setup` may be the set-up as it was originally serialised, by those `versions`: a later release might
    /// serialise it differently, and that is not what was committed to.
    pub fn drawn<G: Game>(
        setup: &impl Serialize,
        versions: Versions,
        secret: Commitment,
        shuffled: bool,
    ) -> serde_json::Result<Header> {
        Header::of::<G>(setup, versions, Some(secret), shuffled)
    }

    /// The header of a game that began when commitments covered only the seed.
    pub fn first_format<G: Game>(setup: &impl Serialize) -> serde_json::Result<Header> {
        let agreed = Agreed::of::<G>(setup, Versions::FIRST, None, false)?;
        Ok(Header { agreed: Agreed { hash: None, ..agreed }, hashes: None })
    }

    fn of<G: Game>(
        setup: &impl Serialize,
        versions: Versions,
        secret: Option<Commitment>,
        shuffled: bool,
    ) -> serde_json::Result<Header> {
        let agreed = Agreed::of::<G>(setup, versions, secret, shuffled)?;
        let hashes = Some(hashes(&serde_json::to_value(&agreed)?));
        Ok(Header { agreed, hashes })
    }

    /// The commitment to the seed and to every field of the header, published when the game begins.
    pub fn commitment(&self, seed: &Seed) -> Commitment {
        match &self.hashes {
            Some(hashes) => commitment(seed, hashes),
            None => seed.commitment(),
        }
    }

    /// The versions of lines that do not have their own.
    pub(super) fn versions(&self) -> Versions {
        let hash = self.agreed.hash.unwrap_or(Versions::FIRST.hash);
        Versions { rules: rules_version(&self.agreed.rules), hash }
    }

    /// The header as a line of the file.
    pub(super) fn line(&self, commitment: Commitment) -> impl Serialize + '_ {
        let format = if self.hashes.is_some() { FORMAT } else { FIRST_FORMAT };
        HeaderLine { format, agreed: &self.agreed, hashes: self.hashes.as_ref(), commitment }
    }
}

impl Agreed {
    fn of<G: Game>(
        setup: &impl Serialize,
        versions: Versions,
        secret_commitment: Option<Commitment>,
        shuffled: bool,
    ) -> serde_json::Result<Agreed> {
        let (rules, hash) = (rules_named(G::RULES, versions.rules), Some(versions.hash));
        Ok(Agreed { rules, hash, setup: to_raw_value(setup)?, secret_commitment, shuffled })
    }
}

#[derive(Serialize)]
struct HeaderLine<'a> {
    format: u32,
    #[serde(flatten)]
    agreed: &'a Agreed,
    #[serde(skip_serializing_if = "Option::is_none")]
    hashes: Option<&'a Value>,
    commitment: Commitment,
}

const COMMITMENT: &[u8] = b"parley/commitment/1";

pub(super) fn commitment(seed: &Seed, hashes: &Value) -> Commitment {
    Commitment::new(COMMITMENT, &[seed.bytes(), canonical::text(hashes).as_bytes()])
}

/// Fields that say how to read the header, and are not part of what was agreed.
const OUTSIDE: [&str; 3] = ["format", "hashes", "commitment"];

/// How deep objects are hashed: `setup.settings.fog` has its own hash, anything below has not.
const DEPTH: usize = 2;

/// The header with a hash in place of every value, so that a changed field can be named.
pub(super) fn hashes(header: &Value) -> Value {
    let fields = header.as_object().into_iter().flatten();
    let agreed = fields.filter(|(field, _)| !OUTSIDE.contains(&field.as_str()));
    agreed.map(|(field, value)| (field.clone(), hashed(value, DEPTH))).collect()
}

fn hashed(value: &Value, depth: usize) -> Value {
    match value {
        Value::Object(fields) if depth > 0 && !fields.is_empty() => {
            fields.iter().map(|(field, value)| (field.clone(), hashed(value, depth - 1))).collect()
        }
        _ => Value::String(canonical::hash(value)),
    }
}

/// How a field differs from what was committed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tampering {
    Changed,
    Added,
    Removed,
}

/// The first field that is not what was committed to.
pub(super) fn difference(committed: &Value, found: &Value) -> Option<(String, Tampering)> {
    let (Value::Object(committed), Value::Object(found)) = (committed, found) else {
        return (committed != found).then(|| (String::new(), Tampering::Changed));
    };
    let removed = committed.keys().find(|field| !found.contains_key(*field));
    if let Some(field) = removed {
        return Some((field.clone(), Tampering::Removed));
    }
    found.iter().find_map(|(field, value)| {
        let Some(committed) = committed.get(field) else {
            return Some((field.clone(), Tampering::Added));
        };
        let (below, how) = difference(committed, value)?;
        let path = if below.is_empty() { field.clone() } else { format!("{field}.{below}") };
        Some((path, how))
    })
}
