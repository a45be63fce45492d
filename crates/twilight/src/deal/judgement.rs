//! A verdict in readable form: as text for people, as JSON for programs.

use std::fmt;

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deal::answer::{self, AnswerLine};
use crate::deal::open_point;
use crate::deal::verdict::{self, Class, Finding, Verdict};
use crate::deal::{Act, Deal, Term, When};
use crate::table::DeskTable;
use crate::table::goods::Bundle;
use crate::table::hand::Note;
use crate::table::question::Question;
use crate::transaction::bar::Bar;

pub use crate::deal::answer::in_names;
pub use crate::deal::open_point::{OpenPoint, Outcome};

/// The answer for one situation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Judgement {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The answers to what a player would ask, the first one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<AnswerLine>,
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
    /// Among three players or more: the deal between each two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub legs: Vec<LegJudgement>,
    /// What the rules leave open, with the outcome by each reading.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenPoint>,
    /// What else is worth knowing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Reason>,
    /// The answer to a question without a deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may: Option<MayJudgement>,
}

/// The answer to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answered {
    Yes,
    No,
    InPart,
    Open,
    NotJudged,
}

impl Answered {
    pub const fn words(self) -> &'static str {
        match self {
            Answered::Yes => "Yes",
            Answered::No => "No",
            Answered::InPart => "In part",
            Answered::Open => "Open",
            Answered::NotJudged => "Not judged",
        }
    }
}

/// Whether something may be used now, and by whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct MayJudgement {
    pub question: String,
    pub answer: Answered,
    /// Everybody who may.
    pub by: Vec<String>,
    pub reason: Reason,
}

/// The deal between two of several players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct LegJudgement {
    pub between: [String; 2],
    pub class: Class,
    pub legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub barred: Option<Reason>,
    /// The numbers of its terms, from 1.
    pub terms: Vec<usize>,
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
    /// The verdict on one deal, in words.
    pub(crate) fn told(table: &DeskTable, deal: &Deal, verdict: &Verdict) -> Judgement {
        let terms = deal.terms.iter().zip(&verdict.terms).map(|(term, found)| TermJudgement {
            by: table.player(term.by).name.clone(),
            term: describe(table, term),
            finding: found.finding,
            reason: answer::term_reason(table, deal, term, found),
        });
        let giver = |bar: &Bar| answer::giver(deal, verdict, bar);
        let reason = |bar: &Bar| Reason {
            clause: bar.clause().to_string(),
            text: in_names(table, &bar.to_string(), giver(bar), Some(deal.parties)),
        };
        Judgement {
            about: None,
            answers: Vec::new(),
            legal: verdict.is_legal(),
            barred: verdict.barred.as_ref().map(reason),
            unsettled: verdict.unsettled.as_ref().map(reason),
            class: verdict.class,
            strict: verdict.strict,
            per_term: verdict.per_term,
            terms: terms.collect(),
            split: verdict.split.clone().map(|all| all.iter().map(|index| index + 1).collect()),
            legs: Vec::new(),
            open: Vec::new(),
            remarks: answer::remarks(table, deal),
            may: None,
        }
    }

    /// Nothing but a question without a deal.
    pub(crate) fn unasked() -> Judgement {
        Judgement {
            about: None,
            answers: Vec::new(),
            legal: true,
            barred: None,
            unsettled: None,
            class: Class::NotAsked,
            strict: Class::NotAsked,
            per_term: Class::NotAsked,
            terms: Vec::new(),
            split: None,
            legs: Vec::new(),
            open: Vec::new(),
            remarks: Vec::new(),
            may: None,
        }
    }

    /// The verdict on the deals between each two players. `places` says where each term of the whole is.
    pub(crate) fn of(table: &DeskTable, legs: &[Deal], places: &[(usize, usize)]) -> Judgement {
        let each = legs.iter().map(|leg| Judgement::told(table, leg, &verdict::judge(table, leg)));
        let mut told: Vec<Judgement> = each.collect();
        let mut whole = match told.len() {
            1 => told.remove(0),
            _ => Judgement::package(table, legs, &told, places),
        };
        let is_open = [whole.class, whole.strict, whole.per_term].contains(&Class::Open);
        if is_open || whole.unsettled.is_some() {
            whole.open = OpenPoint::all(table, |table| open_point::outcome(table, legs));
        }
        whole.open.extend(open_point::aftermath(table, legs));
        whole
    }

    fn package(
        table: &DeskTable,
        legs: &[Deal],
        told: &[Judgement],
        places: &[(usize, usize)],
    ) -> Judgement {
        let classes: Vec<Class> = told.iter().map(|leg| leg.class).collect();
        let class = open_point::package(table.readings.settled.reads(Question::Packages), &classes);
        let name = |seat: Seat| table.player(seat).name.clone();
        let leg = |(at, (deal, leg)): (usize, (&Deal, &Judgement))| {
            let own = places.iter().enumerate().filter(|(_, (place, _))| *place == at);
            LegJudgement {
                between: [name(deal.parties.0), name(deal.parties.1)],
                class: leg.class,
                legal: leg.legal,
                barred: leg.barred.clone(),
                terms: own.map(|(term, _)| term + 1).collect(),
            }
        };
        let first =
            |pick: fn(&Judgement) -> &Option<Reason>| told.iter().find_map(|it| pick(it).clone());
        let row = Question::Packages.row();
        let apart =
            Reason { clause: format!("TI-{:02}", row.clause), text: row.question.to_string() };
        Judgement {
            legal: told.iter().all(|leg| leg.legal),
            barred: first(|leg| &leg.barred),
            unsettled: first(|leg| &leg.unsettled)
                .or_else(|| (class == Class::Open).then_some(apart)),
            class,
            strict: class,
            per_term: class,
            terms: places.iter().map(|(leg, at)| told[*leg].terms[*at].clone()).collect(),
            legs: legs.iter().zip(told).enumerate().map(leg).collect(),
            remarks: told.iter().flat_map(|leg| leg.remarks.clone()).collect(),
            ..Judgement::unasked()
        }
    }

    /// The same with the answers that a player would ask for.
    pub(crate) fn answered(self, table: &DeskTable, legs: &[Deal]) -> Judgement {
        let answers = answer::lines(table, legs, &self);
        Judgement { answers, ..self }
    }

    /// Facts in dispute change the verdict, so it is open.
    pub(crate) fn left_open(
        mut self,
        facts: impl Iterator<Item = String>,
        others: &[Judgement],
    ) -> Judgement {
        let what: Vec<String> = facts.collect();
        let text = format!("It depends on what is in dispute: {}.", what.join("; "));
        let reason = Reason { clause: "TI-77".to_owned(), text };
        let mut outcomes = vec![Outcome::of_fact("either", &self)];
        outcomes.extend(others.iter().map(|other| Outcome::of_fact("or", other)));
        self.open.push(OpenPoint {
            id: "undecided".to_owned(),
            clause: reason.clause.clone(),
            question: reason.text.clone(),
            readings: outcomes,
        });
        if let Some(may) = &mut self.may {
            may.answer = Answered::Open;
            may.reason = reason.clone();
        }
        if !self.terms.is_empty() {
            (self.class, self.strict, self.per_term) = (Class::Open, Class::Open, Class::Open);
            let differs = others.iter().any(|other| other.legal != self.legal);
            if differs {
                (self.legal, self.barred) = (true, None);
            }
            self.unsettled = Some(reason.clone());
        }
        for line in &mut self.answers {
            line.answer = Answered::Open;
            line.reason = reason.clone();
        }
        self
    }

    /// The finding that decides: the first that fails, else the first that is open, else the first of all.
    pub fn decisive(&self) -> Option<&TermJudgement> {
        let first = |finding| self.terms.iter().find(|term| term.finding == finding);
        let unjudged = first(Finding::NotJudged).filter(|_| self.class == Class::NotJudged);
        unjudged
            .or_else(|| first(Finding::Fails))
            .or_else(|| first(Finding::Open))
            .or_else(|| self.terms.first())
    }
}

impl Finding {
    pub const ALL: [Finding; 4] =
        [Finding::Binds, Finding::Fails, Finding::Open, Finding::NotJudged];

    pub const fn words(self) -> &'static str {
        match self {
            Finding::Binds => "binds",
            Finding::Fails => "fails",
            Finding::Open => "open",
            Finding::NotJudged => "not judged",
        }
    }
}

impl Class {
    pub const ALL: [Class; 6] = [
        Class::Binding,
        Class::NonBinding,
        Class::PartlyBinding,
        Class::Open,
        Class::NotJudged,
        Class::NotAsked,
    ];

    pub const fn words(self) -> &'static str {
        match self {
            Class::Binding => "binding",
            Class::NonBinding => "non-binding",
            Class::PartlyBinding => "partly binding",
            Class::Open => "open",
            Class::NotJudged => "not judged",
            Class::NotAsked => "no deal",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(about) = &self.about {
            writeln!(f, "{about}")?;
        }
        for line in &self.answers {
            writeln!(f, "{line}")?;
        }
        if !self.terms.is_empty() {
            self.write_verdict(f)?;
        }
        for point in &self.open {
            write!(f, "{point}")?;
        }
        for remark in &self.remarks {
            writeln!(f, "{} [{}]", remark.text, remark.clause)?;
        }
        Ok(())
    }
}

impl Judgement {
    fn write_verdict(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Verdict: {}", self.class.words())?;
        if self.strict != self.per_term {
            let (strict, per_term) = (self.strict.words(), self.per_term.words());
            write!(f, " (strict reading: {strict}; term by term: {per_term})")?;
        }
        writeln!(f)?;
        for leg in &self.legs {
            let [one, other] = &leg.between;
            let terms: Vec<String> = leg.terms.iter().map(usize::to_string).collect();
            let words = leg.class.words();
            writeln!(f, "  {one} and {other} (terms {}): {words}", terms.join(", "))?;
        }
        for (index, term) in self.terms.iter().enumerate() {
            let mark = term.finding.words();
            writeln!(f, "  {}. {} {}", index + 1, term.by, term.term)?;
            writeln!(f, "     {mark}: {} [{}]", term.reason.text, term.reason.clause)?;
        }
        if let Some(split) = self.split.as_ref().filter(|split| self.is_worth_splitting(split)) {
            let numbers: Vec<String> = split.iter().map(usize::to_string).collect();
            let (terms, list) =
                (if split.len() == 1 { "Term" } else { "Terms" }, numbers.join(", "));
            writeln!(
                f,
                "{terms} {list} would bind as a deal without the rest, which is a promise."
            )?;
        }
        Ok(())
    }

    /// Nobody wants to be told that a gift without a return would bind.
    fn is_worth_splitting(&self, split: &[usize]) -> bool {
        let parts = || split.iter().filter_map(|number| self.terms.get(number - 1));
        let gives = parts().all(|term| term.reason.clause == "TI-74");
        let one_sided = parts().all(|term| Some(&term.by) == parts().next().map(|it| &it.by));
        !(gives && one_sided)
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
        | Act::Avoid { what: object, .. }
        | Act::Research { technology: object }
        | Act::Score { objective: object }
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

pub(crate) fn note_name(table: &DeskTable, note: Note) -> String {
    let brewed = note.kind.homebrew().and_then(|place| table.scene.notes.get(place));
    match brewed {
        Some(brewed) => format!("{}'s {brewed}", name(table, note.issuer)),
        None => format!("{}'s {}", name(table, note.issuer), note.kind),
    }
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
