//! What can change hands (TI-17 … TI-19).

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::room;
use crate::table::hand::Note;

/// Relic fragments by kind (TI-67).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fragments {
    #[serde(skip_serializing_if = "is_zero")]
    pub cultural: u16,
    #[serde(skip_serializing_if = "is_zero")]
    pub hazardous: u16,
    #[serde(skip_serializing_if = "is_zero")]
    pub industrial: u16,
    /// From the frontier; counts as any kind.
    #[serde(skip_serializing_if = "is_zero")]
    pub unknown: u16,
}

fn is_zero(number: &u16) -> bool {
    *number == 0
}

impl Fragments {
    pub const NONE: Fragments = Fragments { cultural: 0, hazardous: 0, industrial: 0, unknown: 0 };

    pub fn total(self) -> u32 {
        self.each().into_iter().map(|(_, count)| u32::from(count)).sum()
    }

    pub fn each(self) -> [(&'static str, u16); 4] {
        [
            ("cultural", self.cultural),
            ("hazardous", self.hazardous),
            ("industrial", self.industrial),
            ("unknown", self.unknown),
        ]
    }

    pub fn covers(self, asked: Fragments) -> bool {
        self.cultural >= asked.cultural
            && self.hazardous >= asked.hazardous
            && self.industrial >= asked.industrial
            && self.unknown >= asked.unknown
    }

    /// Whether they can all count as one kind; unknown fragments match anything (TI-68).
    pub fn match_each_other(self) -> bool {
        let kinds = [self.cultural, self.hazardous, self.industrial];
        kinds.iter().filter(|count| **count > 0).count() <= 1
    }

    /// The most that can count as one kind.
    pub fn most_alike(self) -> u16 {
        self.cultural.max(self.hazardous).max(self.industrial).saturating_add(self.unknown)
    }

    #[must_use]
    pub fn plus(self, more: Fragments) -> Fragments {
        self.zip(more, u16::saturating_add)
    }

    #[must_use]
    pub fn minus(self, less: Fragments) -> Fragments {
        self.zip(less, u16::saturating_sub)
    }

    fn zip(self, other: Fragments, with: impl Fn(u16, u16) -> u16) -> Fragments {
        Fragments {
            cultural: with(self.cultural, other.cultural),
            hazardous: with(self.hazardous, other.hazardous),
            industrial: with(self.industrial, other.industrial),
            unknown: with(self.unknown, other.unknown),
        }
    }
}

/// A unit held by the player who captured it (TI-19).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Captive {
    pub owner: Seat,
    #[schemars(length(max = room::WORD))]
    pub unit: String,
}

impl Captive {
    /// Fighters and infantry are never returned in a transaction (TI-19).
    pub fn may_return(&self) -> bool {
        let unit = self.unit.trim().to_lowercase();
        !["fighter", "fighters", "infantry"].contains(&unit.as_str())
    }
}

/// Everything that one side gives.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bundle {
    #[serde(skip_serializing_if = "is_zero")]
    pub trade_goods: u16,
    #[serde(skip_serializing_if = "is_zero")]
    pub commodities: u16,
    #[serde(skip_serializing_if = "no_fragments")]
    pub fragments: Fragments,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS))]
    pub notes: Vec<Note>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS), inner(length(max = room::WORD)))]
    pub action_cards: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS))]
    pub captives: Vec<Captive>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS), inner(length(max = room::WORD)))]
    pub planets: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS), inner(length(max = room::WORD)))]
    pub relics: Vec<String>,
    /// Unscored secret objectives.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS), inner(length(max = room::WORD)))]
    pub secrets: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS), inner(length(max = room::WORD)))]
    pub technologies: Vec<String>,
    /// Anything else that somebody might try to trade but may not (TI-18).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::GIFTS), inner(length(max = room::WORD)))]
    pub other: Vec<String>,
}

fn no_fragments(fragments: &Fragments) -> bool {
    *fragments == Fragments::NONE
}

impl Bundle {
    pub fn trade_goods(count: u16) -> Bundle {
        Bundle { trade_goods: count, ..Bundle::default() }
    }

    pub fn commodities(count: u16) -> Bundle {
        Bundle { commodities: count, ..Bundle::default() }
    }

    pub fn note(note: Note) -> Bundle {
        Bundle { notes: vec![note], ..Bundle::default() }
    }

    pub fn is_empty(&self) -> bool {
        *self == Bundle::default()
    }

    /// Both combined, as when two terms of a deal each hand over something (TI-25).
    pub fn add(&mut self, more: &Bundle) {
        self.trade_goods = self.trade_goods.saturating_add(more.trade_goods);
        self.commodities = self.commodities.saturating_add(more.commodities);
        self.fragments = self.fragments.plus(more.fragments);
        self.notes.extend(more.notes.iter().copied());
        self.action_cards.extend(more.action_cards.iter().cloned());
        self.captives.extend(more.captives.iter().cloned());
        self.planets.extend(more.planets.iter().cloned());
        self.relics.extend(more.relics.iter().cloned());
        self.secrets.extend(more.secrets.iter().cloned());
        self.technologies.extend(more.technologies.iter().cloned());
        self.other.extend(more.other.iter().cloned());
    }
}
