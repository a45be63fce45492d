//! Everything that a client needs to show a Twilight desk.

use serde::Serialize;
use twilight::ability::Ability;
use twilight::ability::faction::{Expansion, Faction};
use twilight::ability::note::NoteKind;
use twilight::ability::power;
use twilight::ability::power::Power;
use twilight::desk::condition::Condition;
use twilight::desk::effect::Hand;
use twilight::forms;
use twilight::round::step::{Phase, Step};
use twilight::situation;
use twilight::table::goods::Fragments;
use twilight::table::{price, question};
use twilight::{Class, Finding};

use crate::reference::{
    AbilityEntry, Assumed, ClassEntry, ConditionEntry, ExpansionEntry, FactionEntry, FindingEntry,
    HandEntry, NoteEntry, PhaseEntry, PowerEntry, StepEntry, TwilightReference, UnitEntry,
};

pub fn reference() -> TwilightReference {
    TwilightReference {
        expansions: Expansion::ALL.map(expansion).to_vec(),
        factions: Faction::all().map(faction).collect(),
        notes: NoteKind::all().map(note).collect(),
        steps: Step::ALL.iter().copied().map(step).collect(),
        phases: Phase::ALL.into_iter().map(phase).collect(),
        abilities: Ability::all().map(ability).collect(),
        powers: power::all().iter().filter(|it| !it.passive).map(power_entry).collect(),
        questions: question::rows().to_vec(),
        conditions: Condition::ALL.into_iter().map(condition).collect(),
        units: price::units().map(unit).collect(),
        classes: Class::ALL.map(class).to_vec(),
        findings: Finding::ALL.map(finding).to_vec(),
        setup: forms::setup(),
        terms: forms::terms(),
        assumed: assumed(),
        entries: forms::entries().to_vec(),
        uses: forms::uses(),
        fragments: Fragments::NONE.each().map(|(kind, _)| kind.to_owned()).to_vec(),
        hands: Hand::ALL.map(hand).to_vec(),
    }
}

fn hand(hand: Hand) -> HandEntry {
    HandEntry { id: hand, name: hand.words().to_owned() }
}

fn assumed() -> Assumed {
    Assumed {
        neighbours: situation::NEIGHBOURS_BY_DEFAULT,
        issues: NoteKind::all().filter(|kind| kind.faction().is_none()).collect(),
    }
}

fn expansion(expansion: Expansion) -> ExpansionEntry {
    ExpansionEntry { id: word(expansion), name: expansion.name().to_owned() }
}

fn class(class: Class) -> ClassEntry {
    ClassEntry { id: class, words: class.words().to_owned() }
}

fn finding(finding: Finding) -> FindingEntry {
    FindingEntry { id: finding, words: finding.words().to_owned() }
}

fn faction(faction: Faction) -> FactionEntry {
    let spec = faction.spec();
    FactionEntry {
        id: faction,
        name: spec.name.clone(),
        short: spec.short.clone(),
        expansion: word(spec.expansion),
        commodities: spec.commodities,
        notes: spec.notes().collect(),
        issues: NoteKind::all().filter(|kind| kind.is_issued_by(faction)).collect(),
        abilities: faction.abilities().to_vec(),
        home: spec.home.clone(),
    }
}

fn note(kind: NoteKind) -> NoteEntry {
    let spec = kind.spec();
    NoteEntry {
        id: kind,
        name: spec.name.to_owned(),
        issuer: kind.faction(),
        text: spec.text.to_owned(),
        mandatory: spec.mandatory,
        open: spec.open.map(str::to_owned),
    }
}

fn step(step: Step) -> StepEntry {
    let next = step.next().to_vec();
    StepEntry {
        id: step,
        phase: step.phase(),
        words: step.words().to_owned(),
        turn: step.phase() == Phase::Action,
        asks: step.asks_one_by_one(),
        fine: step.is_fine(),
        next,
    }
}

fn phase(phase: Phase) -> PhaseEntry {
    PhaseEntry { id: phase, name: phase.name().to_owned() }
}

fn power_entry(power: &Power) -> PowerEntry {
    let (name, window) = (power.name.to_owned(), power.steps.to_vec());
    PowerEntry { name, window, who: power.who, needs: power.needs }
}

fn condition(condition: Condition) -> ConditionEntry {
    ConditionEntry { id: condition, name: condition.name().to_owned() }
}

/// As many as a form shows.
const MOST_UNITS: u16 = 12;

fn unit(name: &str) -> UnitEntry {
    let prices = (1..=MOST_UNITS).filter_map(|count| price::of(name, count));
    UnitEntry { name: name.to_owned(), prices: prices.collect() }
}

fn ability(id: Ability) -> AbilityEntry {
    AbilityEntry { id, name: id.name().to_owned() }
}

/// The serialised name of a variant.
pub fn word(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}
