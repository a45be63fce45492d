//! A verdict in readable form: as text for people, as JSON for programs.

use std::fmt;

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use crate::deal::verdict::{Class, Finding, Verdict};
use crate::deal::{Act, Deal, Term, When};
use crate::table::DeskTable;
use crate::table::goods::Bundle;
use crate::table::hand::Note;
use crate::transaction::bar::Bar;

/// The answer for one situation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Judgement {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// Whether its exchange, if there is one, would be a legal transaction now.
    pub legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barred: Option<Reason>,
    /// Why the rules leave that open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unsettled: Option<Reason>,
    pub class: Class,
    pub strict: Class,
    pub per_term: Class,
    pub terms: Vec<TermJudgement>,
    /// The terms that would bind as a separate deal, numbered from 1; the others would be promises.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<Vec<usize>>,
}

/// A sentence and the clause it is based on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Reason {
    pub clause: String,
    pub text: String,
}

impl From<&Bar> for Reason {
    fn from(bar: &Bar) -> Reason {
        Reason { clause: bar.clause().to_string(), text: bar.to_string() }
    }
}

/// The judgement on one term.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TermJudgement {
    pub by: String,
    /// The term in words.
    pub term: String,
    pub finding: Finding,
    pub reason: Reason,
}

impl Judgement {
    /// The verdict as a sentence.
    pub(crate) fn told(table: &DeskTable, deal: &Deal, verdict: Verdict) -> Judgement {
        let terms = deal.terms.iter().zip(&verdict.terms).map(|(term, found)| TermJudgement {
            by: table.player(term.by).name.clone(),
            term: describe(table, term),
            finding: found.finding,
            reason: Reason { clause: found.clause().to_string(), text: found.why.to_string() },
        });
        Judgement {
            about: None,
            legal: verdict.is_legal(),
            barred: verdict.barred.as_ref().map(Reason::from),
            unsettled: verdict.unsettled.as_ref().map(Reason::from),
            class: verdict.class,
            strict: verdict.strict,
            per_term: verdict.per_term,
            terms: terms.collect(),
            split: verdict.split.map(|terms| terms.iter().map(|index| index + 1).collect()),
        }
    }

    /// The finding that decides: the first that fails, else the first that is open, else the first of all.
    pub fn decisive(&self) -> Option<&TermJudgement> {
        let first = |finding| self.terms.iter().find(|term| term.finding == finding);
        first(Finding::Fails).or_else(|| first(Finding::Open)).or_else(|| self.terms.first())
    }
}

impl Finding {
    pub const ALL: [Finding; 3] = [Finding::Binds, Finding::Fails, Finding::Open];

    pub const fn words(self) -> &'static str {
        match self {
            Finding::Binds => "binds",
            Finding::Fails => "fails",
            Finding::Open => "open",
        }
    }
}

impl Class {
    pub const ALL: [Class; 4] =
        [Class::Binding, Class::NonBinding, Class::PartlyBinding, Class::Open];

    pub const fn words(self) -> &'static str {
        match self {
            Class::Binding => "binding",
            Class::NonBinding => "non-binding",
            Class::PartlyBinding => "partly binding",
            Class::Open => "open",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(about) = &self.about {
            writeln!(f, "{about}")?;
        }
        write!(f, "Verdict: {}", self.class.words())?;
        if self.strict != self.per_term {
            let (strict, per_term) = (self.strict.words(), self.per_term.words());
            write!(f, " (strict reading: {strict}; term by term: {per_term})")?;
        }
        writeln!(f)?;
        if let Some(barred) = &self.barred {
            writeln!(f, "The exchange is not legal now: {} [{}]", barred.text, barred.clause)?;
        }
        for (index, term) in self.terms.iter().enumerate() {
            let mark = term.finding.words();
            writeln!(f, "  {}. {} {}", index + 1, term.by, term.term)?;
            writeln!(f, "     {mark}: {} [{}]", term.reason.text, term.reason.clause)?;
        }
        if let Some(split) = &self.split {
            let numbers: Vec<String> = split.iter().map(usize::to_string).collect();
            let list = numbers.join(", ");
            writeln!(f, "Would bind as a deal of its own: {list}. The rest is a promise.")?;
        }
        Ok(())
    }
}

/// The term as text, to follow the performer's name.
pub fn describe(table: &DeskTable, term: &Term) -> String {
    format!("{}{}", act_in_words(table, &term.act), timing(term))
}

/// When it is due and what comes in between, to follow the act; empty if it is due now.
pub(crate) fn timing(term: &Term) -> String {
    let when = (term.when != When::Now).then(|| term.when.words());
    let parts = [when, term.after.map(|hazard| hazard.words().to_owned())];
    parts.into_iter().flatten().map(|part| format!(", {part}")).collect()
}

pub(crate) fn act_in_words(table: &DeskTable, act: &Act) -> String {
    let verb = act.verb();
    match act {
        Act::Transfer { goods } | Act::PayBack { goods } => {
            format!("{verb} {}", bundle(table, goods))
        }
        Act::Produce { unit, cost } => format!("{verb} {unit} (cost {cost})"),
        Act::Vote { outcome, votes } if *votes > 1 => {
            format!("{verb} {outcome} with at least {votes} votes")
        }
        Act::Vote { outcome: object, .. }
        | Act::Use { power: object, .. }
        | Act::Refrain { power: object, .. }
        | Act::Activate { system: object }
        | Act::LeaveAlone { system: object }
        | Act::MoveInto { system: object }
        | Act::StayOut { system: object }
        | Act::Choose { what: object, .. }
        | Act::PlayCard { card: object, .. } => format!("{verb} {object}"),
        Act::UseNote { note } | Act::KeepNote { note } => {
            format!("{verb} {}", note_name(table, *note))
        }
        Act::Abstain | Act::Replenish | Act::Pass => verb.to_owned(),
        Act::CardResult { card, result } => format!("{verb} {card}: {result}"),
        Act::Words { text } => format!("{verb}: {text}"),
    }
}

fn name(table: &DeskTable, seat: Seat) -> &str {
    table.players.get(seat.index()).map_or("nobody", |player| &player.name)
}

fn note_name(table: &DeskTable, note: Note) -> String {
    format!("{}'s {}", name(table, note.issuer), note.kind)
}

pub(crate) fn bundle(table: &DeskTable, goods: &Bundle) -> String {
    let mut parts = Vec::new();
    let mut number = |count: u16, one: &str, many: &str| match count {
        0 => {}
        1 => parts.push(format!("1 {one}")),
        more => parts.push(format!("{more} {many}")),
    };
    number(goods.trade_goods, "trade good", "trade goods");
    number(goods.commodities, "commodity", "commodities");
    for (kind, count) in goods.fragments.each() {
        number(count, &format!("{kind} fragment"), &format!("{kind} fragments"));
    }
    parts.extend(goods.notes.iter().map(|note| note_name(table, *note)));
    parts
        .extend(goods.captives.iter().map(|it| format!("{}'s {}", name(table, it.owner), it.unit)));
    let named = [&goods.action_cards, &goods.planets, &goods.relics, &goods.secrets];
    let more = [&goods.technologies, &goods.other];
    parts.extend(named.into_iter().chain(more).flatten().cloned());
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}
