//! Wormholes: systems with matching wormholes are adjacent (TI-45).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kinds of wormhole.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Wormhole {
    Alpha,
    Beta,
    /// TI-46: the nexus, and tokens from exploration and agendas.
    Gamma,
    /// TI-46: Creuss' gate, home system and flagship.
    Delta,
    /// The Crimson Rebellion's home system and the Sorrow.
    Epsilon,
}

impl Wormhole {
    pub const ALL: [Wormhole; 5] =
        [Wormhole::Alpha, Wormhole::Beta, Wormhole::Gamma, Wormhole::Delta, Wormhole::Epsilon];

    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Wormhole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wormhole::Alpha => "alpha",
            Wormhole::Beta => "beta",
            Wormhole::Gamma => "gamma",
            Wormhole::Delta => "delta",
            Wormhole::Epsilon => "epsilon",
        })
    }
}

/// A set of wormholes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct WormholeSet(u8);

impl WormholeSet {
    pub const EMPTY: WormholeSet = WormholeSet(0);

    #[must_use]
    pub const fn with(self, wormhole: Wormhole) -> WormholeSet {
        WormholeSet(self.0 | 1 << wormhole as u8)
    }

    pub const fn contains(self, wormhole: Wormhole) -> bool {
        self.0 & 1 << wormhole as u8 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Wormhole> {
        Wormhole::ALL.into_iter().filter(move |&wormhole| self.contains(wormhole))
    }
}

impl FromIterator<Wormhole> for WormholeSet {
    fn from_iter<I: IntoIterator<Item = Wormhole>>(wormholes: I) -> Self {
        wormholes.into_iter().fold(WormholeSet::EMPTY, WormholeSet::with)
    }
}
