//! All that a client needs to show a Twilight desk.

use serde::Serialize;
use twilight::ability::Ability;
use twilight::condition::Condition;
use twilight::faction::Faction;
use twilight::note::NoteKind;
use twilight::step::Step;

use crate::reference::{AbilityEntry, FactionEntry, NoteEntry, StepEntry, TwilightReference};

pub fn reference() -> TwilightReference {
    TwilightReference {
        factions: Faction::all().map(faction).collect(),
        notes: NoteKind::all().map(note).collect(),
        steps: Step::ALL.iter().copied().map(step).collect(),
        abilities: abilities(),
        conditions: Condition::ALL.to_vec(),
    }
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
        abilities: spec.abilities.clone(),
        home: spec.home.clone(),
    }
}

fn note(kind: NoteKind) -> NoteEntry {
    let spec = kind.spec();
    NoteEntry {
        id: kind,
        name: spec.name.clone(),
        issuer: kind.faction(),
        text: spec.text.clone(),
        mandatory: spec.mandatory,
        open: spec.open.clone(),
    }
}

fn step(step: Step) -> StepEntry {
    let next = step.next().to_vec();
    StepEntry { id: step, phase: step.phase(), words: step.words().to_owned(), next }
}

/// Those that somebody has, each once.
fn abilities() -> Vec<AbilityEntry> {
    let mut all: Vec<Ability> =
        Faction::all().flat_map(|faction| faction.spec().abilities.clone()).collect();
    all.sort();
    all.dedup();
    all.into_iter().map(|id| AbilityEntry { id, name: id.name().to_owned() }).collect()
}

/// The word that something travels as.
pub fn word(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}
