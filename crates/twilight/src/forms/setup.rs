//! What a table decides before the desk opens, with the choice that it has without deciding.

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::ability::faction::Faction;
use crate::desk::setup::Setup;
use crate::galaxy::{MapString, Tiles};
use crate::round::step::Step;
use crate::table::question::{self, QuestionRow};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SetupForm {
    /// What is played with or not.
    pub switches: Vec<SwitchForm>,
    /// How the table reads what the rules leave open.
    pub readings: Vec<ReadingForm>,
    /// What else the rules leave open, which a table may settle.
    pub questions: &'static [QuestionRow],
    pub start: DeskStart,
}

/// What the form of a new desk is filled in with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DeskStart {
    /// How many players there are at first.
    pub players: usize,
    /// Pairs of them that are neighbours.
    pub neighbours: Vec<(Seat, Seat)>,
    /// All factions, in the order in which players without one get them.
    pub factions: Vec<Faction>,
    /// The step at which a desk begins that has no moment yet.
    pub step: Step,
    pub sample: SampleMap,
}

/// A map for those who want to try the desk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SampleMap {
    /// As Tabletop Simulator writes it.
    pub map_string: &'static str,
    /// How many players have a home on it.
    pub players: usize,
}

/// A field of the set-up that is on or off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SwitchForm {
    pub field: &'static str,
    pub label: &'static str,
    pub hint: &'static str,
    pub clause: Option<&'static str>,
    /// As it is where nobody says otherwise.
    pub on: bool,
}

/// A field of the readings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ReadingForm {
    pub field: &'static str,
    pub text: &'static str,
    pub clause: &'static str,
    pub choices: &'static [ReadingChoice],
    /// What is read where nobody says otherwise; nothing if it then stays open.
    pub usual: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ReadingChoice {
    pub value: &'static str,
    pub text: &'static str,
}

const fn choice(value: &'static str, text: &'static str) -> ReadingChoice {
    ReadingChoice { value, text }
}

const SWITCHES: [(&str, &str, &str, Option<&str>); 6] = [
    ("prophecy_of_kings", "Prophecy of Kings", "Alliance notes and agents.", Some("TI-55")),
    ("agendas", "The custodians token is gone", "Rounds have an agenda phase.", Some("TI-85")),
    (
        "age_of_commerce",
        "Age of Commerce",
        "Nobody has to be a neighbour; commodities have no cap; technologies are shared.",
        None,
    ),
    ("hidden_agenda", "Hidden Agenda", "No transactions in the agenda phase.", None),
    (
        "loose",
        "Promises and verdicts only",
        "Nobody enters what they hold; what a player offers is taken as held.",
        Some("TI-121"),
    ),
    (
        "open_ledger",
        "Open ledger",
        "Everybody reads all promises and the last verdict, also on a shared screen.",
        Some("TI-126"),
    ),
];

const PERMIT: &[ReadingChoice] = &[choice("yes", "yes"), choice("no", "no")];
const DEALS: &[ReadingChoice] =
    &[choice("strict", "fails the deal"), choice("per_term", "fails alone")];
const TRADE: &[ReadingChoice] = &[choice("letter", "never bind"), choice("step_rule", "bind")];

const READINGS: [(&str, &str, &str, &[ReadingChoice]); 6] = [
    ("deals", "One failing term", "TI-104", DEALS),
    ("trade_primary", "Commodities on the spot for being replenished", "TI-109", TRADE),
    ("ready_planets", "Transactions while planets are readied", "TI-107", PERMIT),
    ("acting_outside_turn", "Who acts outside their turn is active", "TI-106", PERMIT),
    ("disputed_neighbours", "Neighbours by an unverified effect", "TI-50", PERMIT),
    ("malevolency", "Malevolency in a transaction", "TI-108", PERMIT),
];

/// Three rings, and positions for six home systems.
const SAMPLE: &str = "32 41 38 36 40 33 68 24 42 34 67 44 23 61 50 37 48 30 0 28 45 0 20 74 0 60 46 0 63 79 0 26 43 \
                      0 65 39";

/// Factions of the base game that groups know well.
const FIRST_FACTIONS: [&str; 8] =
    ["hacan", "sol", "mentak", "xxcha", "jolnar", "letnev", "naalu", "yssaril"];

const FIRST_PLAYERS: usize = 3;

fn start() -> DeskStart {
    let (known, others): (Vec<Faction>, Vec<Faction>) =
        Faction::all().partition(|faction| FIRST_FACTIONS.contains(&faction.id()));
    let place = |faction: &Faction| FIRST_FACTIONS.iter().position(|id| *id == faction.id());
    let mut factions = known;
    factions.sort_by_key(place);
    factions.extend(others);
    let seats = || Seat::all(FIRST_PLAYERS);
    let pairs = seats().flat_map(|one| seats().map(move |other| (one, other)));
    DeskStart {
        players: FIRST_PLAYERS,
        neighbours: pairs.filter(|(one, other)| one < other).collect(),
        factions,
        step: Step::StartOfTurn,
        sample: sample(),
    }
}

fn sample() -> SampleMap {
    let homes = MapString::parse(SAMPLE, Tiles::standard()).map(|map| map.homes().len());
    SampleMap { map_string: SAMPLE, players: homes.unwrap_or_default() }
}

/// What is decided, each with its default.
pub fn setup() -> SetupForm {
    let usual = serde_json::to_value(Setup::standard(Vec::new())).unwrap_or_default();
    let on = |field: &str| usual[field] == Value::Bool(true);
    let read = |field: &str| usual["readings"][field].as_str().map(str::to_owned);
    SetupForm {
        switches: SWITCHES
            .map(|(field, label, hint, clause)| SwitchForm {
                field,
                label,
                hint,
                clause,
                on: on(field),
            })
            .to_vec(),
        readings: READINGS
            .map(|(field, text, clause, choices)| ReadingForm {
                field,
                text,
                clause,
                choices,
                usual: read(field),
            })
            .to_vec(),
        questions: question::rows(),
        start: start(),
    }
}
