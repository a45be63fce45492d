//! The kinds of promissory note: who issues them, when they are played and when they are returned (TI-55 … TI-66).

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::ability::faction::Faction;
use crate::ability::traits::{Trait, Traits};
use crate::similar::{Unknown, fold};

static NOTES: LazyLock<Vec<NoteRow>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/notes.json")).expect("the notes are in order")
});

/// The first index of the notes of homebrew packs, whose names and windows are in the situation.
const HOMEBREW: u8 = 200;

static HOMEBREW_ROW: NoteRow = NoteRow {
    id: "homebrew",
    name: "a homebrew note",
    issuer: None,
    window: Window::Receipt,
    rests: Rest::Hand,
    returns: Return::AfterUse,
    mandatory: false,
    text: "",
    open: None,
    traits: Traits::NONE,
    points: 0,
    receipt: 0,
    hook: None,
};

/// A kind of note, as an index into the list of all kinds. Serialised as its id, such as `"ceasefire"`. A particular
/// note is a kind together with the seat that issued it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NoteKind(u8);

/// What is printed on a note, paraphrased.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteRow {
    pub id: &'static str,
    pub name: &'static str,
    /// The id of the only faction that issues it; `None` for generic notes.
    #[serde(default)]
    issuer: Option<&'static str>,
    pub window: Window,
    pub rests: Rest,
    pub returns: Return,
    /// TI-57: playing it is optional unless this says otherwise.
    #[serde(default)]
    pub mandatory: bool,
    /// What it does, paraphrased.
    pub text: &'static str,
    /// What the rules leave open about it.
    #[serde(default)]
    pub open: Option<&'static str>,
    /// Its effects on the rules while it is in its holder's play area, or when it is given.
    #[serde(default)]
    pub traits: Traits,
    /// Victory points for whoever has it in play.
    #[serde(default)]
    pub points: i8,
    /// Trade goods gained when it is resolved on receipt.
    #[serde(default)]
    pub receipt: u16,
    /// The hook that the desk runs when it is played.
    #[serde(default)]
    pub hook: Option<&'static str>,
}

/// When its holder may play it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Window {
    /// It takes effect when it is received (TI-63).
    Receipt,
    /// As a component action on the holder's turn (TI-96).
    Action,
    StartOfHoldersTurn,
    StartOfIssuersTurn,
    StartOfStrategyPhase,
    EndOfStrategyPhase,
    /// When the holder gains command tokens in the status phase.
    GainsStatusTokens,
    /// "When an agenda is revealed" (TI-97).
    AgendaRevealed,
    /// "After an agenda is revealed" (TI-97).
    AfterAgendaRevealed,
    IssuerReplenishes,
    IssuerResearches,
    IssuerTakesStrategicAction,
    /// After the issuer activates a system that contains one of the holder's units.
    IssuerActivatesHoldersSystem,
    HolderActivatesSystem,
    /// When another player's ships move into a system with the holder's units.
    ShipsMoveInOnHolder,
    StartOfCombat,
    StartOfSpaceCombat,
    AfterSpaceCombatRolls,
    HolderRollsUnitAbility,
    HolderCommitsGroundForces,
    StartOfGroundCombat,
    EndOfCombat,
    EndOfHoldersTacticalAction,
}

/// Where a note is kept while somebody other than its issuer holds it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rest {
    /// Hidden in the holder's hand until it is played, then returned.
    Hand,
    /// TI-63: face up at once, so it is never secret and cannot be passed on.
    PlayAreaOnReceipt,
    /// In the holder's hand, without effect, until it is played to the play area (TI-61).
    PlayAreaWhenPlayed,
    /// Attached to a planet.
    AttachedToPlanet,
    /// Resolved as soon as it is received.
    ResolvedOnReceipt,
}

impl Rest {
    /// Whether everybody sees which note it is when it is received.
    pub(crate) const fn shows_on_receipt(self) -> bool {
        match self {
            Rest::PlayAreaOnReceipt | Rest::ResolvedOnReceipt => true,
            Rest::Hand | Rest::PlayAreaWhenPlayed | Rest::AttachedToPlanet => false,
        }
    }
}

/// When it is returned to its issuer (TI-60). A note that is hidden in a hand is never returned (TI-61).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Return {
    /// As soon as its effect has been fully resolved.
    AfterUse,
    /// When the holder activates a system that contains the issuer's units (TI-66).
    ActivatesIssuersSystem,
    EndOfCombat,
    EndOfStatusPhase,
    /// Never: it stays where it was placed.
    Stays,
    /// Never: it is removed from the game.
    Purged,
    /// Never automatically: its holder passes it on to somebody else.
    PassedOn,
}

impl NoteKind {
    pub const CEASEFIRE: NoteKind = NoteKind(0);
    pub const TRADE_AGREEMENT: NoteKind = NoteKind(1);
    pub const POLITICAL_SECRET: NoteKind = NoteKind(2);
    pub const SUPPORT_FOR_THE_THRONE: NoteKind = NoteKind(3);
    pub const ALLIANCE: NoteKind = NoteKind(4);

    /// Every kind of note, generic ones first.
    pub fn all() -> impl ExactSizeIterator<Item = NoteKind> + Clone {
        (0..NOTES.len() as u8).map(NoteKind)
    }

    /// The five generic kinds, which every player issues.
    pub fn generic() -> impl Iterator<Item = NoteKind> + Clone {
        NoteKind::all().filter(|kind| kind.is_generic())
    }

    pub fn spec(self) -> &'static NoteRow {
        match self.homebrew() {
            Some(_) => &HOMEBREW_ROW,
            None => &NOTES[usize::from(self.0)],
        }
    }

    /// The note of a homebrew pack with that place in the situation.
    pub(crate) fn of_pack(place: usize) -> NoteKind {
        NoteKind(HOMEBREW.saturating_add(place as u8))
    }

    /// The place of a homebrew note in the situation.
    pub(crate) fn homebrew(self) -> Option<usize> {
        self.0.checked_sub(HOMEBREW).map(usize::from)
    }

    pub fn id(self) -> &'static str {
        self.spec().id
    }

    pub fn has(self, asked: Trait) -> bool {
        self.spec().traits.has(asked)
    }

    pub fn is_generic(self) -> bool {
        self.spec().issuer.is_none()
    }

    /// The only faction that issues it; `None` for a generic note.
    pub fn faction(self) -> Option<Faction> {
        let id = self.spec().issuer?;
        Some(Faction::find(id).expect("a note's issuer exists"))
    }

    /// Whether a player of that faction issues this note (TI-55).
    pub fn is_issued_by(self, faction: Faction) -> bool {
        match self.faction() {
            Some(only) => only == faction,
            None => !self.has(Trait::LendsTheCommander) || !faction.may(Trait::HasNoAlliance),
        }
    }

    /// Finds a note by id or name; spelling is matched loosely.
    ///
    /// # Errors
    /// The error names the closest match, or lists every note.
    pub fn find(name: &str) -> Result<NoteKind, Unknown> {
        if let Some(kind) = NoteKind::all().find(|kind| kind.id() == name) {
            return Ok(kind);
        }
        let folded = fold(name);
        NoteKind::all()
            .find(|kind| [kind.spec().name, kind.id()].iter().any(|known| fold(known) == folded))
            .ok_or_else(|| Unknown::among("promissory note", name, names()))
    }
}

fn names() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    NoteKind::all().map(|kind| (kind.spec().name, kind.spec().name))
}

/// The notes that a player of `faction` starts with (TI-55): the generic ones (Alliance only with Prophecy of Kings,
/// `pok`, and never for Mahact) and all notes of the faction.
pub fn starting_notes(faction: Faction, pok: bool) -> Vec<NoteKind> {
    NoteKind::all()
        .filter(|kind| kind.is_issued_by(faction))
        .filter(|&kind| pok || kind != NoteKind::ALLIANCE)
        .collect()
}

impl fmt::Display for NoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spec().name)
    }
}

impl Serialize for NoteKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for NoteKind {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        NoteKind::find(&name).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for NoteKind {
    fn schema_name() -> Cow<'static, str> {
        "NoteKind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ids: Vec<&str> = NoteKind::all().map(NoteKind::id).collect();
        json_schema!({ "description": "A kind of promissory note.", "type": "string", "enum": ids })
    }
}
