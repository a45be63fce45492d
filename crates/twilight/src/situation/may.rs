//! A question without a deal: may this be used now, and by whom?

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Read;
use super::error::{SituationError, Wrong};
use super::format::NoteSpec;
use super::names::Names;
use crate::ability::power;
use crate::deal::judgement::{Answered, MayJudgement, Reason, in_names};
use crate::deal::verdict::{self, Finding};
use crate::deal::why::Why;
use crate::deal::{Act, Deal, Term, When};
use crate::room;
use crate::table::DeskTable;
use crate::table::hand::{Note, Place};
use crate::transaction::{eligibility, grounds};

/// A question without a deal: exactly one of `use`, `play`, `use_note` and `transact`.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MaySpec {
    /// Who asks; everybody if left out.
    #[schemars(length(max = room::WORD))]
    pub by: Option<String>,
    /// An ability, leader, technology or the like.
    #[serde(rename = "use")]
    #[schemars(schema_with = "super::listing::any_ability")]
    pub uses: Option<String>,
    /// An action card.
    #[schemars(schema_with = "super::listing::any_card")]
    pub play: Option<String>,
    /// Somebody else's promissory note.
    pub use_note: Option<NoteSpec>,
    /// Two players who want to trade.
    #[schemars(inner(length(max = room::WORD)))]
    pub transact: Option<[String; 2]>,
}

/// The question, with its names looked up.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Asked {
    Act { by: Option<Seat>, act: Box<Act>, what: String },
    Transact(Seat, Seat),
}

pub(super) fn read(names: &Names<'_>, spec: &MaySpec) -> Read<Asked> {
    let by = names.optional("may.by", spec.by.as_deref())?;
    let mut found = Vec::new();
    if let Some(typed) = &spec.uses {
        let act = match names.note_if_known(typed) {
            Some(note) => Act::UseNote { note: note? },
            None => Act::Use { power: names.power("may.use", typed)?, at: None },
        };
        found.push(Asked::Act { by, act: Box::new(act), what: typed.clone() });
    }
    if let Some(typed) = &spec.play {
        let act = match names.note_if_known(typed) {
            Some(note) => Act::UseNote { note: note? },
            None => Act::PlayCard { card: names.card("may.play", typed)?, at: None },
        };
        found.push(Asked::Act { by, act: Box::new(act), what: typed.clone() });
    }
    if let Some(spec) = &spec.use_note {
        let note = names.note("may.use_note", spec, None)?;
        found.push(Asked::Act {
            by,
            act: Box::new(Act::UseNote { note }),
            what: note.kind.to_string(),
        });
    }
    if let Some(pair) = &spec.transact {
        let (a, b) = names.pair("may.transact", pair)?;
        found.push(Asked::Transact(a, b));
    }
    match found.len() {
        1 => Ok(found.remove(0)),
        _ => Err(SituationError::at("may", Wrong::OneQuestion)),
    }
}

pub(super) fn answer(table: &DeskTable, asked: &Asked) -> MayJudgement {
    match asked {
        Asked::Transact(a, b) => may_transact(table, *a, *b),
        Asked::Act { by, act, what } if is_trade(act) => may_trade(table, *by, what),
        Asked::Act { by, act, what } => may_act(table, *by, act, what),
    }
}

fn may_transact(table: &DeskTable, a: Seat, b: Seat) -> MayJudgement {
    let names = [a, b].map(|seat| table.player(seat).name.clone());
    let question = format!("May {} and {} trade now?", names[0], names[1]);
    let (answer, reason) = match eligibility::right(table, a, b) {
        Ok(right) => {
            let (text, clause) = grounds::told(table, a, b, right);
            (Answered::Yes, Reason { clause: clause.to_string(), text })
        }
        Err(bar) => {
            let answer = if bar.is_open() { Answered::Open } else { Answered::No };
            let text = in_names(table, &bar.to_string(), None, Some((a, b)));
            (answer, Reason { clause: bar.clause().to_string(), text })
        }
    };
    let by = if answer == Answered::Yes { names.to_vec() } else { Vec::new() };
    MayJudgement { question, answer, by, reason }
}

fn is_trade(act: &Act) -> bool {
    let Act::Use { power, .. } = act else { return false };
    power::find(power).is_some_and(power::Power::is_transaction)
}

/// Who may trade at all, and with whom.
fn may_trade(table: &DeskTable, by: Option<Seat>, what: &str) -> MayJudgement {
    let name = |seat: Seat| table.player(seat).name.clone();
    let partners = |seat: Seat| {
        let others = table.seats().filter(move |other| *other != seat);
        others.filter(move |other| eligibility::right(table, seat, *other).is_ok())
    };
    let asked = table.seats().filter(|seat| by.is_none_or(|by| by == *seat));
    let able: Vec<Seat> = asked.filter(|seat| partners(*seat).next().is_some()).collect();
    let question = match by {
        Some(seat) => format!("May {} use {what} now?", name(seat)),
        None => format!("May {what} be used now, and by whom?"),
    };
    let each = able.iter().map(|seat| {
        let others: Vec<String> = partners(*seat).map(name).collect();
        format!("{} with {}", name(*seat), list(&others))
    });
    let (answer, text) = match able.is_empty() {
        true => (Answered::No, "Nobody may trade with them now.".to_owned()),
        false => (Answered::Yes, format!("{}.", each.collect::<Vec<_>>().join("; "))),
    };
    let reason = Reason { clause: "TI-02".to_owned(), text };
    MayJudgement { question, answer, by: able.into_iter().map(name).collect(), reason }
}

fn may_act(table: &DeskTable, by: Option<Seat>, act: &Act, what: &str) -> MayJudgement {
    let seats: Vec<Seat> = match by {
        Some(seat) => vec![seat],
        None => table.seats().filter(|seat| table.is_in(*seat)).collect(),
    };
    let each = seats.iter().map(|seat| (*seat, hear(table, *seat, act)));
    let heard: Vec<(Seat, verdict::TermVerdict)> = each.collect();
    let best = |finding| heard.iter().find(|(_, found)| found.finding == finding);
    let able = heard.iter().filter(|(_, found)| found.finding == Finding::Binds);
    let able: Vec<String> = able.map(|(seat, _)| table.player(*seat).name.clone()).collect();
    let nearest = || heard.iter().min_by_key(|(seat, found)| (found.why.distance(), *seat));
    let found = best(Finding::Binds)
        .or_else(|| best(Finding::Open))
        .or_else(|| best(Finding::NotJudged))
        .or_else(nearest)
        .expect("a table has players");
    let decisive = match nobody_has(table, act) {
        Some((seat, why)) if by.is_none() && found.1.finding == Finding::Fails => {
            &(seat, verdict::TermVerdict { finding: Finding::Fails, why })
        }
        _ => found,
    };
    let answer = match decisive.1.finding {
        Finding::Binds => Answered::Yes,
        Finding::Fails => Answered::No,
        Finding::Open => Answered::Open,
        Finding::NotJudged => Answered::NotJudged,
    };
    let name = (!matches!(answer, Answered::Yes)).then_some(decisive.0);
    let text = match answer {
        Answered::Yes => format!("The window of {what} is open now for {}.", list(&able)),
        _ => in_names(table, &decisive.1.why.to_string(), name, None),
    };
    let question = match by {
        Some(seat) => format!("May {} use {what} now?", table.player(seat).name),
        None => format!("May {what} be used now, and by whom?"),
    };
    let reason = Reason { clause: decisive.1.clause().to_string(), text };
    MayJudgement { question, answer, by: able, reason }
}

fn nobody_has(table: &DeskTable, act: &Act) -> Option<(Seat, Why)> {
    let Act::Use { power, .. } = act else { return None };
    verdict::nobody_has(table, power::find(power)?)
}

fn list(names: &[String]) -> String {
    match names.split_last() {
        None => "nobody".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Whether this player could do it now. A card or note that nobody is said to hold is taken to be theirs.
fn hear(table: &DeskTable, by: Seat, act: &Act) -> verdict::TermVerdict {
    let other = table.seats().find(|seat| *seat != by).unwrap_or(by);
    let mut table = table.clone();
    match act {
        Act::PlayCard { card, .. } | Act::Use { power: card, .. } => {
            deal_card(&mut table, by, card);
        }
        Act::UseNote { note } => deal_note(&mut table, by, *note),
        _ => {}
    }
    let term = Term { by, act: act.clone(), when: When::Now, after: None };
    let deal = Deal { parties: (by, other), terms: vec![term] };
    let mut verdict = verdict::judge(&table, &deal);
    verdict.terms.remove(0)
}

fn deal_card(table: &mut DeskTable, by: Seat, card: &str) {
    use crate::ability::row::Kind;
    let is_card = power::find(card).is_some_and(|it| it.kind == Kind::ActionCard);
    let mut hands = table.players.iter().flat_map(|it| it.action_cards.iter().flatten());
    if is_card && !hands.any(|held| power::same(held, card)) {
        table.players[by.index()].action_cards.push(Some(card.to_owned()));
    }
}

fn deal_note(table: &mut DeskTable, by: Seat, note: Note) {
    let unheld =
        matches!(table.notes.place(note), Some(Place::Hand(holder)) if holder == note.issuer);
    if unheld && note.issuer != by {
        table.notes.put(note, Place::Hand(by));
    }
}
