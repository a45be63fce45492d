//! The acts, times and hazards that a term of a deal consists of.

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use crate::ability::note::NoteKind;
use crate::deal::{Act, Hazard, When};
use crate::table::goods::Bundle;
use crate::table::hand::Note;

/// Everything that a term can consist of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TermForms {
    pub acts: Vec<ActForm>,
    /// The act of which transactions consist, due by its default time.
    pub exchange: String,
    /// When it is due, other than in a specific step.
    pub whens: Vec<WhenForm>,
    /// What can happen between the agreement and the act.
    pub hazards: Vec<HazardForm>,
}

/// The form for one kind of act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ActForm {
    /// Its name in a command.
    pub act: String,
    /// Its name in a situation for the judge.
    pub verb: &'static str,
    /// In words, following the performer's name.
    pub text: &'static str,
    pub group: ActGroup,
    pub asks: Option<ActAsk>,
    /// When it is due by default.
    pub when: When,
    /// Whether it can be reported to the desk.
    pub deed: bool,
    /// Whether a report of it says whose units are there.
    pub units: bool,
    /// Whether it is not doing something, so that its time is when that ends.
    pub abstains: bool,
}

/// The group in which a client lists an act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum ActGroup {
    #[serde(rename = "Hands over")]
    Payments,
    #[serde(rename = "Does")]
    Deeds,
    #[serde(rename = "Leaves alone")]
    Abstentions,
    #[serde(rename = "Says")]
    Words,
}

/// What an act is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActAsk {
    Goods,
    Unit,
    Outcome,
    Power,
    Note,
    System,
    /// A player, a card, a target.
    What,
    Technology,
    Objective,
    Card,
    /// An action card, and what it brings about.
    Result,
    Words,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WhenForm {
    pub when: When,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct HazardForm {
    pub hazard: Hazard,
    pub text: &'static str,
}

pub fn terms() -> TermForms {
    let when = |when: When| WhenForm { when, text: when.words() };
    let hazard = |hazard: Hazard| HazardForm { hazard, text: hazard.words() };
    TermForms {
        acts: acts().iter().map(form).collect(),
        exchange: name(&Act::Transfer { goods: Bundle::default() }),
        whens: When::SPANS.map(when).to_vec(),
        hazards: Hazard::ALL.map(hazard).to_vec(),
    }
}

fn form(act: &Act) -> ActForm {
    let (verb, asks) = shape(act);
    let debt = matches!(act, Act::PayBack { .. });
    ActForm {
        act: name(act),
        verb,
        text: text(act),
        group: group(act),
        asks,
        when: if debt { When::NextRound } else { When::Now },
        deed: act.is_deed(),
        units: matches!(act, Act::Activate { .. }),
        abstains: group(act) == ActGroup::Abstentions,
    }
}

/// Its name in a command.
fn name(act: &Act) -> String {
    let value = serde_json::to_value(act).unwrap_or_default();
    value["act"].as_str().unwrap_or_default().to_owned()
}

/// The verb, with its object where two verbs are the same.
fn text(act: &Act) -> &'static str {
    match act {
        Act::UseNote { .. } => "plays the note",
        Act::KeepNote { .. } => "does not play the note",
        Act::PlayCard { .. } => "plays the action card",
        Act::CardResult { .. } => "achieves with an action card",
        _ => act.verb(),
    }
}

fn group(act: &Act) -> ActGroup {
    match act {
        Act::Words { .. } => ActGroup::Words,
        _ if act.is_payment() => ActGroup::Payments,
        _ if act.is_abstention() => ActGroup::Abstentions,
        _ => ActGroup::Deeds,
    }
}

const fn shape(act: &Act) -> (&'static str, Option<ActAsk>) {
    match act {
        Act::Transfer { .. } => ("give", Some(ActAsk::Goods)),
        Act::PayBack { .. } => ("pay_back", Some(ActAsk::Goods)),
        Act::Produce { .. } => ("produce", Some(ActAsk::Unit)),
        Act::Vote { .. } => ("vote", Some(ActAsk::Outcome)),
        Act::Abstain => ("abstain", None),
        Act::Use { .. } => ("use", Some(ActAsk::Power)),
        Act::UseNote { .. } => ("use_note", Some(ActAsk::Note)),
        Act::Activate { .. } => ("activate", Some(ActAsk::System)),
        Act::MoveInto { .. } => ("move_into", Some(ActAsk::System)),
        Act::Choose { .. } => ("choose", Some(ActAsk::What)),
        Act::Replenish => ("replenish", None),
        Act::Pass => ("pass", None),
        Act::PlayCard { .. } => ("play", Some(ActAsk::Card)),
        Act::CardResult { .. } => ("result", Some(ActAsk::Result)),
        Act::Refrain { .. } => ("do_not_use", Some(ActAsk::Power)),
        Act::KeepNote { .. } => ("do_not_use_note", Some(ActAsk::Note)),
        Act::LeaveAlone { .. } => ("do_not_activate", Some(ActAsk::System)),
        Act::StayOut { .. } => ("do_not_move_into", Some(ActAsk::System)),
        Act::Words { .. } => ("say", Some(ActAsk::Words)),
        Act::Avoid { .. } => ("do_not_choose", Some(ActAsk::What)),
        Act::Research { .. } => ("research", Some(ActAsk::Technology)),
        Act::Score { .. } => ("score", Some(ActAsk::Objective)),
    }
}

/// One of each kind.
fn acts() -> Vec<Act> {
    let (word, at, goods) = (String::new, None, Bundle::default);
    let note = Note { issuer: Seat(0), kind: NoteKind::ALLIANCE };
    vec![
        Act::Transfer { goods: goods() },
        Act::PayBack { goods: goods() },
        Act::Produce { unit: word(), cost: 0 },
        Act::Vote { outcome: word(), votes: 0 },
        Act::Abstain,
        Act::Use { power: word(), at },
        Act::UseNote { note },
        Act::Activate { system: word() },
        Act::MoveInto { system: word() },
        Act::Choose { what: word(), at },
        Act::Replenish,
        Act::Pass,
        Act::PlayCard { card: word(), at },
        Act::CardResult { card: word(), result: word() },
        Act::Refrain { power: word(), at },
        Act::KeepNote { note },
        Act::LeaveAlone { system: word() },
        Act::StayOut { system: word() },
        Act::Words { text: word() },
        Act::Avoid { what: word(), at },
        Act::Research { technology: word() },
        Act::Score { objective: word() },
    ]
}
