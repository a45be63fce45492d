//! Studies: tables that change what agreements and signals are worth (section 11).

use serde::{Deserialize, Serialize};

/// What is different at a table that is marked as a study. What is left out is as in any game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Study {
    pub agreements: Regime,
    /// Whether signals and reactions are sent (BC-1104).
    pub signals: bool,
}

impl Default for Study {
    fn default() -> Self {
        Study { agreements: Regime::Breakable, signals: true }
    }
}

/// What an agreement is worth.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Regime {
    /// There are none (BC-1102).
    None,
    /// They are kept from acceptance to their end (BC-1103).
    Binding,
    /// They bind from the next round on, and Betrayal ends them: the game as it is.
    #[default]
    Breakable,
}

impl Regime {
    pub const ALL: [Regime; 3] = [Regime::None, Regime::Binding, Regime::Breakable];

    /// Its name in files and on the command line.
    pub fn id(self) -> &'static str {
        match self {
            Regime::None => "none",
            Regime::Binding => "binding",
            Regime::Breakable => "breakable",
        }
    }
}
