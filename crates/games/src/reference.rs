//! Static data: rulesets, rulebooks, galaxies.

use backchannel::catalogue::CardSpec;
use backchannel::map::MapFile;
use backchannel::palette::Livery;
use backchannel::refusal::PhaseName;
use backchannel::signal::{SignalPromise, WordKind};
use backchannel::study::Study;
use backchannel::{Agreement, Ending, Regime};
use parley::signal::{Mood, SentenceKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use twilight::ability::Ability;
use twilight::ability::faction::Faction;
use twilight::ability::note::NoteKind;
use twilight::ability::power::Who;
use twilight::desk::condition::Condition;
use twilight::desk::effect::Hand;
use twilight::forms::{EntryForm, SetupForm, TermForms, UseForm};
use twilight::galaxy::{Galaxy, Hex};
use twilight::table::question::QuestionRow;
use twilight::{Class, Finding, Phase, Step};

use server::wire::table::BotLevel;

/// Everything that a client needs to show a game of Backchannel.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BackchannelReference {
    /// The maps of the library, from the smallest table to the largest.
    pub maps: Vec<MapFile>,
    pub cards: Vec<CardEntry>,
    /// The look of each seat, in seat order.
    pub liveries: Vec<Livery>,
    /// Bots from the weakest to the strongest.
    pub bots: Vec<BotEntry>,
    /// How well bots can play, from the easiest on.
    pub levels: Vec<LevelEntry>,
    pub signals: SignalReference,
    /// The bots that fill free seats, in turn.
    pub company: Vec<String>,
    /// The phases of a turn, in order.
    pub phases: Vec<PhaseWords>,
    /// The actions that are possible between turns.
    pub actions: Vec<ActionEntry>,
    pub agreements: Vec<AgreementEntry>,
    pub endings: Vec<EndingEntry>,
    /// The promises that signals can make, as the record of honour names them.
    pub promises: Vec<PromiseEntry>,
    pub defaults: backchannel::Settings,
    /// The settings that the owner of a table chooses, in words.
    pub settings: Vec<SettingWords>,
    pub fixed: FixedNumbers,
    /// What games and tables begin with, if somebody chooses nothing else.
    pub starts: Starts,
    /// What a table that is marked as a study begins with.
    pub study: Study,
}

/// What games and tables begin with.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Starts {
    /// `POST /quick` without anything.
    pub quick: QuickStart,
    /// A new table.
    pub table: TableStart,
}

/// A game of one person against bots.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct QuickStart {
    /// Including the person's own.
    pub seats: u8,
    pub level: BotLevel,
    /// The bots on the other seats, in seat order, by the names of `bots`.
    pub opponents: Vec<String>,
}

/// The map and the seats of a new table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableStart {
    pub map: String,
    pub seats: u8,
    pub settings: backchannel::Settings,
}

/// Numbers in the rules that tables cannot change.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FixedNumbers {
    /// Cards that a gamble burns (BC-404).
    pub gamble_cards: u8,
    /// Troop cards that a traitor adds to each proposal (BC-304).
    pub traitor_slots: u8,
    /// The most dice that an attacker rolls (BC-205).
    pub attack_dice: usize,
    /// The most dice that a defender rolls (BC-205).
    pub defence_dice: usize,
    /// What a fortified territory adds to a die of its defender (BC-304).
    pub fortify_bonus: u8,
    /// Seconds that spectators lag behind at least where they see the whole map (BC-809).
    pub open_map_delay: u32,
}

/// A setting of a table in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SettingWords {
    pub field: SettingField,
    pub label: String,
    pub hint: String,
    pub clause: String,
    /// The values to choose from, if it is neither a number nor on or off.
    pub choices: Vec<SettingChoice>,
}

/// A setting that the owner of a table chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SettingField {
    RoundLimit,
    MapShare,
    SharedVictory,
    Fog,
    LiftFog,
    OpenMap,
    DeployFloor,
    ProposalRounds,
    Study,
    /// What agreements are worth at a study.
    Agreements,
    /// Whether there are signals at a study.
    Signals,
}

/// A value of a setting in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SettingChoice {
    pub value: Regime,
    pub text: String,
    pub hint: String,
}

/// A phase of a turn in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PhaseWords {
    pub id: PhaseName,
    pub name: String,
    /// Follows the name of the current player.
    pub doing: String,
    /// What the rules say about it, in a sentence.
    pub rule: String,
    /// The phase it belongs to; usually itself.
    pub part_of: PhaseName,
    pub clause: String,
}

/// An action between turns.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ActionEntry {
    pub id: WindowAction,
    pub title: String,
    pub clause: String,
    /// What a client says when it is not possible.
    pub none: String,
    pub costs: String,
    /// When it takes effect.
    pub holds: String,
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WindowAction {
    Propose,
    Play,
    Apply,
    Gamble,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AgreementEntry {
    pub id: Agreement,
    pub name: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EndingEntry {
    pub id: Ending,
    /// How a game ended.
    pub text: String,
    /// What to aim for while it is played.
    pub aim: String,
    pub clause: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PromiseEntry {
    pub id: SignalPromise,
    /// Stands between the name of the promiser and the object.
    pub text: String,
}

/// A kind of card and what it does.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CardEntry {
    #[serde(flatten)]
    pub card: CardSpec,
    /// What it does, in a sentence.
    pub text: String,
    /// When an agreement begins and how long it lasts.
    pub runs: Option<String>,
    /// What it does, without the numbers on its face.
    pub effect: String,
    /// What each number on its face means.
    pub marks: Vec<CardMark>,
    pub takes_hold: String,
}

/// A number on the face of a card.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CardMark {
    pub mark: String,
    pub means: String,
}

/// A kind of bot.
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

/// How well a bot plays, in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LevelEntry {
    pub id: BotLevel,
    pub name: String,
    /// What to expect of it, in a line.
    pub about: String,
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

/// Signals in one language. Entries refer to each other by index.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SignalBook {
    pub templates: Vec<TemplateEntry>,
    pub conjunctions: Vec<ConjunctionEntry>,
    pub reactions: Vec<WordEntry>,
    pub concepts: Vec<WordEntry>,
    pub agreements: Vec<WordEntry>,
}

/// A template of a signal.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TemplateEntry {
    pub id: String,
    /// The text in a composer, with `…` for its word.
    pub outline: String,
    pub mood: Mood,
    pub sentence: SentenceKind,
    /// The kinds of word that fit its slot; empty if it has no slot.
    pub slot: Vec<WordKind>,
    /// Whether the slot may be left empty.
    pub optional: bool,
    /// Whether its word may not be the sender.
    pub others_only: bool,
    /// Whether it may follow a conjunction.
    pub joins: bool,
    /// What its sender is held to, if anything.
    pub promise: Option<SignalPromise>,
    /// The conjunctions that may follow it.
    pub conjunctions: Vec<usize>,
}

/// A conjunction of a signal.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConjunctionEntry {
    pub id: String,
    pub text: String,
    /// The templates it may follow.
    pub after: Vec<SentenceKind>,
    /// The templates that may follow it.
    pub before: Vec<SentenceKind>,
    /// The templates that may follow it.
    pub templates: Vec<usize>,
}

/// A word or a reaction with its text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WordEntry {
    pub id: String,
    pub text: String,
}

/// Everything that a client needs to show a Twilight desk.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TwilightReference {
    /// The boxes that factions come from.
    pub expansions: Vec<ExpansionEntry>,
    pub factions: Vec<FactionEntry>,
    pub notes: Vec<NoteEntry>,
    pub phases: Vec<PhaseEntry>,
    pub steps: Vec<StepEntry>,
    pub abilities: Vec<AbilityEntry>,
    /// Abilities that deals can be about, and when they can be used.
    pub powers: Vec<PowerEntry>,
    /// What the rules leave open, and how each can be read.
    pub questions: Vec<QuestionRow>,
    pub conditions: Vec<ConditionEntry>,
    pub units: Vec<UnitEntry>,
    /// The names of verdicts on deals and on terms.
    pub classes: Vec<ClassEntry>,
    pub findings: Vec<FindingEntry>,
    /// The settings that are chosen before the desk opens.
    pub setup: SetupForm,
    /// What the terms of a deal can consist of.
    pub terms: TermForms,
    /// What the judge assumes where a situation says nothing.
    pub assumed: Assumed,
    /// The kinds of entry, and the fields of each.
    pub entries: Vec<EntryForm>,
    /// Abilities and cards that the desk carries out, and the fields of each.
    pub uses: Vec<UseForm>,
    /// The kinds of relic fragment, by their names in a command.
    pub fragments: Vec<String>,
    /// The hands of cards that an ability can be about.
    pub hands: Vec<HandEntry>,
}

/// One of the hands of a player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HandEntry {
    pub id: Hand,
    /// In the plural, such as “action cards”.
    pub name: String,
}

/// What the judge assumes where a situation says nothing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Assumed {
    /// Whether two players are neighbours, if no pairs are listed.
    pub neighbours: bool,
    /// The notes that a player without a faction issues.
    pub issues: Vec<NoteKind>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExpansionEntry {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ClassEntry {
    pub id: Class,
    pub words: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FindingEntry {
    pub id: Finding,
    pub words: String,
}

/// A phase of the round and its steps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PhaseEntry {
    pub id: Phase,
    pub name: String,
}

/// An ability that deals can be about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PowerEntry {
    pub name: String,
    /// The steps in which it can be used; empty if something else has to happen first.
    pub window: Vec<Step>,
    pub who: Who,
    /// The ability that a player needs to use it.
    pub needs: Option<Ability>,
}

/// A law, an event or the like that can be declared.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConditionEntry {
    pub id: Condition,
    pub name: String,
}

/// A unit and its cost.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UnitEntry {
    pub name: String,
    /// The cost in resources of one, two and so on.
    pub prices: Vec<u16>,
}

/// A faction, as far as trading is concerned.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FactionEntry {
    pub id: Faction,
    pub name: String,
    /// The short name that players use.
    pub short: String,
    /// The product that it was published in.
    pub expansion: String,
    pub commodities: u8,
    /// The notes that only this faction issues.
    pub notes: Vec<NoteKind>,
    /// All notes of a player of this faction, with every expansion.
    pub issues: Vec<NoteKind>,
    pub abilities: Vec<Ability>,
    /// The tile of its home system.
    pub home: Option<String>,
}

/// A kind of promissory note.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NoteEntry {
    pub id: NoteKind,
    pub name: String,
    /// The only faction that issues it; `null` for generic notes.
    pub issuer: Option<Faction>,
    /// What it does, paraphrased.
    pub text: String,
    pub mandatory: bool,
    /// What the rules leave open about it.
    pub open: Option<String>,
}

/// A step or window of the round.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StepEntry {
    pub id: Step,
    pub phase: Phase,
    pub words: String,
    /// Whether it is part of a turn.
    pub turn: bool,
    /// Whether one player decides in it while the others wait.
    pub asks: bool,
    /// Whether a table seldom stops in it.
    pub fine: bool,
    /// The steps that can follow.
    pub next: Vec<Step>,
}

/// An ability that a player can have.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AbilityEntry {
    pub id: Ability,
    pub name: String,
}

/// A galaxy to be drawn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "map_string": "1 19 20 0 26 39" }))]
pub struct DrawGalaxy {
    /// A Tabletop Simulator map string.
    #[schemars(length(min = 1, max = 2000))]
    pub map_string: String,
}

/// A galaxy for drawing.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrawnGalaxy {
    /// The positions of home systems that still have to be filled in.
    pub homes: Vec<Hex>,
    pub galaxy: Galaxy,
    pub systems: Vec<DrawnSystem>,
}

/// A system of a drawn galaxy.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DrawnSystem {
    /// The id of its tile, if it has one.
    pub tile: Option<String>,
    pub name: String,
    /// Its position; `null` for a system off the map.
    pub q: Option<i8>,
    pub r: Option<i8>,
    pub planets: Vec<String>,
    /// For example `alpha`.
    pub wormholes: Vec<String>,
    /// For example `nebula`.
    pub anomalies: Vec<String>,
}
