//! What a player asked, answered in one line with names, and what else is worth knowing.

use std::fmt;

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use crate::ability::power;
use crate::deal::judgement::{Answered, Judgement, Reason, note_name};
use crate::deal::opportunity::{self, Opportunity};
use crate::deal::verdict::{self, Class, TermVerdict, Verdict};
use crate::deal::why::Why;
use crate::deal::{Act, Deal, Term};
use crate::round::moment::Moment;
use crate::round::step::{Phase, Step};
use crate::table::DeskTable;
use crate::transaction::bar::Bar;

/// A question and its answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AnswerLine {
    pub question: String,
    pub answer: Answered,
    pub reason: Reason,
}

impl fmt::Display for AnswerLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reason { clause, text } = &self.reason;
        write!(f, "{} {}: {text} [{clause}]", self.question, self.answer.words())
    }
}

/// The sentence with names instead of roles.
pub fn in_names(
    table: &DeskTable,
    text: &str,
    performer: Option<Seat>,
    parties: Option<(Seat, Seat)>,
) -> String {
    let mut text = text.to_owned();
    if let Some(seat) = performer {
        let name = &table.player(seat).name;
        for role in ["The performer", "the performer", "The giver", "the giver"] {
            text = text.replace(role, name);
        }
    }
    if let Some((a, b)) = parties {
        let censured = [a, b].into_iter().find(|seat| table.scene.censured.contains(*seat));
        if let Some(seat) = censured {
            let named = format!("{} cannot", table.player(seat).name);
            text = text.replace("one of them cannot", &named);
        }
        let both = format!("{} and {}", table.player(a).name, table.player(b).name);
        for (role, named) in [
            ("These two have", format!("{both} have")),
            ("They are not", format!("{both} are not")),
            ("they are neighbours", format!("{both} are neighbours")),
            ("Neither party is", format!("Neither {} is", both.replace(" and ", " nor "))),
            ("one of them cannot", format!("one of {both} cannot")),
        ] {
            text = text.replace(role, &named);
        }
    }
    text
}

/// The side whose half of the exchange the bar is about.
pub(super) fn giver(deal: &Deal, verdict: &Verdict, bar: &Bar) -> Option<Seat> {
    let found = |found: &TermVerdict| matches!(&found.why, Why::Barred(it) if it == bar);
    let mut both = deal.terms.iter().zip(&verdict.terms);
    both.find(|(_, it)| found(it)).map(|(term, _)| term.by)
}

/// Why a term binds or not, with names; and where it would bind, if that is true.
pub(super) fn term_reason(
    table: &DeskTable,
    deal: &Deal,
    term: &Term,
    found: &TermVerdict,
) -> Reason {
    let mut text = in_names(table, &found.why.to_string(), Some(term.by), Some(deal.parties));
    if let Why::AnotherStep { needs, .. } = found.why
        && would_bind(table, deal, term, needs)
    {
        text.push_str(" A deal made in that step could bind.");
    }
    if let Why::OnlyWithTheDeal { .. } = found.why {
        text.push_str(" Whoever pays first has no right to a refund (TI-80).");
    }
    Reason { clause: found.clause().to_string(), text }
}

/// Whether the same deal would bind in that step, if its performer decides there.
fn would_bind(table: &DeskTable, deal: &Deal, term: &Term, step: Step) -> bool {
    let turn = step.phase() == Phase::Action;
    let actives = [table.moment.active(), Some(deal.parties.0), Some(deal.parties.1)];
    actives.into_iter().any(|active| {
        let asked = step.asks_one_by_one().then_some(term.by);
        let Ok(moment) = Moment::new(step, active.filter(|_| turn), asked) else { return false };
        let then = DeskTable { moment, ..table.clone() };
        verdict::judge(&then, deal).class == Class::Binding
    })
}

/// What else is worth knowing: a card that may be used at once, and what is taken as held.
pub(super) fn remarks(table: &DeskTable, deal: &Deal) -> Vec<Reason> {
    let exchange = deal.transaction(table.moment.step());
    let mut found = Vec::new();
    for half in exchange.halves() {
        let taker = &table.player(half.taker).name;
        let at_once = |what: &str| Reason {
            clause: "TI-27".to_owned(),
            text: format!("{taker} may use {what} at once: its window is open now."),
        };
        for note in half.goods.notes.iter().filter(|note| note.issuer != half.taker) {
            let open = opportunity::of_note(table, half.taker, note.issuer, note.kind);
            if matches!(open, Opportunity::Open | Opportunity::Answer) {
                found.push(at_once(&note_name(table, *note)));
            }
        }
        for card in half.goods.action_cards.iter().filter(|card| power::find(card).is_some()) {
            let act = Act::PlayCard { card: card.clone(), at: None };
            let open = opportunity::of(table, half.taker, &act);
            if matches!(open, Opportunity::Open | Opportunity::Answer) {
                found.push(at_once(card));
            }
        }
    }
    found.extend(taken_as_held(table, deal));
    found
}

/// What the table does not record and takes as held (TI-121).
fn taken_as_held(table: &DeskTable, deal: &Deal) -> Option<Reason> {
    let assumed = verdict::assumed(table, deal);
    let by = |seat: &Seat| assumed.iter().any(|index| deal.terms[*index].by == *seat);
    let (one, other) = deal.parties;
    let names: Vec<&str> = [one, other]
        .iter()
        .filter(|seat| by(seat))
        .map(|seat| table.player(*seat).name.as_str())
        .collect();
    if names.is_empty() {
        return None;
    }
    let verb = if names.len() == 1 { "offers" } else { "offer" };
    let text = format!(
        "What {} {verb} is taken as held: this table does not record holdings.",
        names.join(" and ")
    );
    Some(Reason { clause: "TI-121".to_owned(), text })
}

/// The answers, each only where its question applies.
pub(super) fn lines(table: &DeskTable, legs: &[Deal], found: &Judgement) -> Vec<AnswerLine> {
    let mut lines = Vec::new();
    if let Some(may) = &found.may {
        let (question, reason) = (may.question.clone(), may.reason.clone());
        lines.push(AnswerLine { question, answer: may.answer, reason });
    }
    let now = table.moment.step();
    if legs.iter().any(|leg| !leg.transaction(now).is_empty()) {
        lines.push(may_trade(table, legs, found));
    }
    if !found.terms.is_empty() {
        lines.push(does_it_bind(found));
    }
    lines
}

fn may_trade(table: &DeskTable, legs: &[Deal], found: &Judgement) -> AnswerLine {
    let now = table.moment.step();
    let trading = legs.iter().filter(|leg| !leg.transaction(now).is_empty());
    let mut names: Vec<&str> = Vec::new();
    for leg in trading {
        for seat in [leg.parties.0, leg.parties.1] {
            let name = table.player(seat).name.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let who = match names.split_last() {
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "they".to_owned(),
    };
    let transfers = found.unsettled.as_ref().filter(|_| found.legs.is_empty());
    let (answer, reason) = match (&found.barred, transfers) {
        (Some(barred), _) => (Answered::No, barred.clone()),
        (None, Some(open)) => (Answered::Open, open.clone()),
        (None, None) => {
            let text = "the exchange is a legal transaction now.".to_owned();
            (Answered::Yes, Reason { clause: "TI-72".to_owned(), text })
        }
    };
    AnswerLine { question: format!("May {who} trade this now?"), answer, reason }
}

fn does_it_bind(found: &Judgement) -> AnswerLine {
    let decisive = found.decisive().map(|term| &term.reason);
    let named = |fallback: &str, clause: &str| Reason {
        clause: clause.to_owned(),
        text: fallback.to_owned(),
    };
    let (answer, reason) = match found.class {
        Class::Binding => {
            (Answered::Yes, named("everything in it can be done now, so both must do it.", "TI-74"))
        }
        Class::NonBinding => (
            Answered::No,
            found
                .barred
                .as_ref()
                .or(decisive)
                .cloned()
                .unwrap_or_else(|| named("nothing in it can be done now.", "TI-75")),
        ),
        Class::PartlyBinding => {
            (Answered::InPart, named("some terms bind and others are promises.", "TI-79"))
        }
        Class::Open => {
            let open = found.unsettled.as_ref().or(decisive);
            (
                Answered::Open,
                open.cloned().unwrap_or_else(|| named("the rules leave it open.", "TI-79")),
            )
        }
        Class::NotJudged | Class::NotAsked => (
            Answered::NotJudged,
            decisive.cloned().unwrap_or_else(|| named("a term cannot be judged.", "TI-77")),
        ),
    };
    AnswerLine { question: "Does the deal bind?".to_owned(), answer, reason }
}
