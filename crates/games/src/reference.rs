//! What never changes: rulesets, rulebooks, galaxies.

use backchannel::catalogue::CardSpec;
use backchannel::map::MapFile;
use backchannel::palette::Livery;
use backchannel::signal::{SignalPromise, WordKind};
use parley::signal::{Mood, SentenceKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use twilight::ability::Ability;
use twilight::ability::faction::Faction;
use twilight::ability::note::NoteKind;
use twilight::ability::power::Who;
use twilight::desk::condition::Condition;
use twilight::forms::{EntryForm, FeatureForm, UseForm};
use twilight::galaxy::{Galaxy, Hex};
use twilight::{Phase, Step};

/// All that a client needs to show a game of Backchannel.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BackchannelReference {
    /// The maps of the library, from the smallest table to the largest.
    pub maps: Vec<MapFile>,
    pub cards: Vec<CardEntry>,
    /// How the seats look, in seat order.
    pub liveries: Vec<Livery>,
    /// From the weakest to the strongest.
    pub bots: Vec<BotEntry>,
    pub signals: SignalReference,
    pub defaults: backchannel::Settings,
    pub fixed: FixedNumbers,
}

/// Numbers of the rules that no table changes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FixedNumbers {
    /// Cards that a gamble burns (BC-404).
    pub gamble_cards: u8,
    /// Troop cards that a traitor adds to each proposal (BC-304).
    pub traitor_slots: u8,
}

/// A kind of card and what it does.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CardEntry {
    #[serde(flatten)]
    pub card: CardSpec,
    /// What it does, in a sentence.
    pub text: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BotEntry {
    pub name: String,
    /// Its style, in a line.
    pub about: String,
    /// The first part of its name at a table, and its own name.
    pub title: String,
    pub person: String,
    /// Whether it talks and deals at all.
    pub deals: bool,
    /// What it is called at each level.
    pub levels: BotLevels,
}

/// The names of one character at each level.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BotLevels {
    pub easy: String,
    pub normal: String,
    pub hard: String,
}

/// Signals in every language.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SignalReference {
    pub en: SignalBook,
    pub de: SignalBook,
}

/// Signals in one language. Everything is named by its place in its list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SignalBook {
    pub templates: Vec<TemplateEntry>,
    pub conjunctions: Vec<ConjunctionEntry>,
    pub reactions: Vec<WordEntry>,
    pub concepts: Vec<WordEntry>,
    pub agreements: Vec<WordEntry>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TemplateEntry {
    pub id: String,
    /// As a composer lists it, with `…` for its word.
    pub outline: String,
    pub mood: Mood,
    pub sentence: SentenceKind,
    /// The kinds of word that fill its gap; it has no gap if there are none.
    pub slot: Vec<WordKind>,
    /// Whether the gap may be left empty.
    pub optional: bool,
    /// Whether it may stand after a conjunction.
    pub joins: bool,
    /// What its sender can be held to.
    pub promise: Option<SignalPromise>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConjunctionEntry {
    pub id: String,
    pub text: String,
    /// The sentences it may follow.
    pub after: Vec<SentenceKind>,
    /// The sentences it may lead to.
    pub before: Vec<SentenceKind>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WordEntry {
    pub id: String,
    pub text: String,
}

/// All that a client needs to show a Twilight desk.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TwilightReference {
    pub factions: Vec<FactionEntry>,
    pub notes: Vec<NoteEntry>,
    pub phases: Vec<PhaseEntry>,
    pub steps: Vec<StepEntry>,
    pub abilities: Vec<AbilityEntry>,
    /// Abilities that deals are made about, and when they can be used.
    pub powers: Vec<PowerEntry>,
    pub conditions: Vec<ConditionEntry>,
    pub units: Vec<UnitEntry>,
    /// The acts that can be reported as done.
    pub deeds: Vec<String>,
    /// What may be entered into the books, and what each entry asks for.
    pub entries: Vec<EntryForm>,
    /// Abilities and cards that the desk carries out, and what each asks for.
    pub uses: Vec<UseForm>,
    /// What can be charted on the map.
    pub features: Vec<FeatureForm>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PhaseEntry {
    pub id: Phase,
    pub name: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PowerEntry {
    pub name: String,
    /// The steps in which it can be used; none where something has to happen first.
    pub window: Vec<Step>,
    pub who: Who,
    /// The ability without which nobody can use it.
    pub needs: Option<Ability>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConditionEntry {
    pub id: Condition,
    pub name: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnitEntry {
    pub name: String,
    /// The resources that one costs, and two, and so on.
    pub prices: Vec<u16>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FactionEntry {
    pub id: Faction,
    pub name: String,
    /// What the table calls it.
    pub short: String,
    /// The box it came in.
    pub expansion: String,
    pub commodities: u8,
    pub notes: Vec<NoteKind>,
    pub abilities: Vec<Ability>,
    /// The tile on which it begins.
    pub home: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NoteEntry {
    pub id: NoteKind,
    pub name: String,
    /// The only faction that issues it; none for the generic notes.
    pub issuer: Option<Faction>,
    /// What it does, paraphrased.
    pub text: String,
    pub mandatory: bool,
    /// What the rules leave open about it.
    pub open: Option<String>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StepEntry {
    pub id: Step,
    pub phase: Phase,
    pub words: String,
    /// Whether it belongs to somebody's turn.
    pub turn: bool,
    /// Whether one named player decides in it while the others wait.
    pub asks: bool,
    /// The steps that may follow.
    pub next: Vec<Step>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AbilityEntry {
    pub id: Ability,
    pub name: String,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "map_string": "1 19 20 0 26 39" }))]
pub struct DrawGalaxy {
    /// A map string of Tabletop Simulator.
    #[schemars(length(min = 1, max = 2000))]
    pub map_string: String,
}

/// A galaxy for drawing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrawnGalaxy {
    /// The places of home systems yet to be filled in.
    pub homes: Vec<Hex>,
    pub galaxy: Galaxy,
    pub systems: Vec<DrawnSystem>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrawnSystem {
    /// The id of its tile, if it has one.
    pub tile: Option<String>,
    pub name: String,
    /// Where it lies; nowhere for a system off the map.
    pub q: Option<i8>,
    pub r: Option<i8>,
    pub planets: Vec<String>,
    /// Such as `alpha`.
    pub wormholes: Vec<String>,
    /// Such as `nebula`.
    pub anomalies: Vec<String>,
}
