//! Reads the terms of a deal: one performer, one verb and one moment each.

use parley::Seat;

use super::Read;
use super::error::{SituationError, Wrong};
use super::format::*;
use super::names::{self, Names};
use super::players::{captive, count, fragments};
use crate::deal::{Act, Deal, Hazard, Term, When};
use crate::similar::fold;
use crate::table::goods::Bundle;
use crate::table::player::relic_name;
use crate::table::price;

pub(super) fn read(names: &Names<'_>, spec: &DealSpec) -> Read<Deal> {
    if spec.terms.is_empty() {
        return Err(SituationError::at("deal.terms", Wrong::NoTerms));
    }
    let parties = parties(names, spec)?;
    let each = spec.terms.iter().enumerate();
    let terms = each.map(|(at, spec)| term(names, &format!("deal.terms[{at}]"), parties, spec));
    Ok(Deal { parties, terms: terms.collect::<Read<_>>()? })
}

fn parties(names: &Names<'_>, spec: &DealSpec) -> Read<(Seat, Seat)> {
    if let Some(between) = &spec.between {
        return names.pair("deal.between", between);
    }
    let mut seats: Vec<Seat> = Vec::new();
    for (at, term) in spec.terms.iter().enumerate() {
        let seat = names.seat(&format!("deal.terms[{at}].by"), &term.by)?;
        if !seats.contains(&seat) {
            seats.push(seat);
        }
    }
    match (seats.as_slice(), names.len()) {
        ([one, two], _) => Ok((*one, *two)),
        // At a table of two it is clear who the other party is.
        ([one], 2) => Ok((*one, Seat(1 - one.0))),
        _ => Err(SituationError::at("deal.between", Wrong::NotTwoParties)),
    }
}

fn term(names: &Names<'_>, field: &str, parties: (Seat, Seat), spec: &TermSpec) -> Read<Term> {
    let by = names.seat(&format!("{field}.by"), &spec.by)?;
    let other = if parties.0 == by { parties.1 } else { parties.0 };
    let mut acts = acts(names, field, by, other, spec)?;
    let act = match acts.len() {
        1 => acts.remove(0).1,
        0 => {
            return Err(SituationError::at(field, Wrong::OneVerb { found: "none".to_owned() }));
        }
        _ => {
            let found: Vec<&str> = acts.iter().map(|(verb, _)| *verb).collect();
            let wrong = Wrong::OneVerb { found: found.join(" and ") };
            return Err(SituationError::at(field, wrong));
        }
    };
    let when = when(&format!("{field}.when"), spec.when.as_deref())?;
    let after = after(&format!("{field}.after"), spec.after.as_deref())?;
    Ok(Term { by, act, when, after })
}

/// Every verb that is present; a term must have exactly one.
fn acts(
    names: &Names<'_>,
    field: &str,
    by: Seat,
    other: Seat,
    spec: &TermSpec,
) -> Read<Vec<(&'static str, Act)>> {
    let at =
        spec.at.as_deref().map(|typed| names::step(&format!("{field}.at"), typed)).transpose()?;
    let mut acts = Vec::new();
    let mut add = |verb: &'static str, act: Option<Act>| acts.extend(act.map(|act| (verb, act)));
    let goods = |verb: &str, spec: &Option<BundleSpec>| {
        let read = |spec: &BundleSpec| bundle(names, &format!("{field}.{verb}"), by, spec);
        spec.as_ref().map(read).transpose()
    };
    let note = |verb: &str, spec: &Option<NoteSpec>| {
        let read = |spec: &NoteSpec| names.note(&format!("{field}.{verb}"), spec, Some(other));
        spec.as_ref().map(read).transpose()
    };
    add("give", goods("give", &spec.give)?.map(|goods| Act::Transfer { goods }));
    add("produce", spec.produce.as_ref().map(|unit| produce(field, unit)).transpose()?);
    add("vote", spec.vote.as_ref().map(|vote| read_vote(field, vote)).transpose()?);
    add("abstain", (spec.abstain == Some(true)).then_some(Act::Abstain));
    add("use", spec.uses.clone().map(|power| Act::Use { power, at }));
    add("do_not_use", spec.do_not_use.clone().map(|power| Act::Refrain { power, at }));
    add("use_note", note("use_note", &spec.use_note)?.map(|note| Act::UseNote { note }));
    let kept = note("do_not_use_note", &spec.do_not_use_note)?;
    add("do_not_use_note", kept.map(|note| Act::KeepNote { note }));
    add("activate", spec.activate.clone().map(|system| Act::Activate { system }));
    add("do_not_activate", spec.do_not_activate.clone().map(|system| Act::LeaveAlone { system }));
    add("move_into", spec.move_into.clone().map(|system| Act::MoveInto { system }));
    add("do_not_move_into", spec.do_not_move_into.clone().map(|system| Act::StayOut { system }));
    add("choose", spec.choose.clone().map(|what| Act::Choose { what, at }));
    add("replenish", (spec.replenish == Some(true)).then_some(Act::Replenish));
    add("pass", (spec.pass == Some(true)).then_some(Act::Pass));
    add("play", spec.play.clone().map(|card| Act::PlayCard { card, at }));
    let result = spec.result.clone();
    add("result", result.map(|it| Act::CardResult { card: it.card, result: it.result }));
    add("pay_back", goods("pay_back", &spec.pay_back)?.map(|goods| Act::PayBack { goods }));
    add("say", spec.say.clone().map(|text| Act::Words { text }));
    Ok(acts)
}

fn produce(field: &str, spec: &ProduceSpec) -> Read<Act> {
    let (unit, number, cost) = match spec {
        ProduceSpec::Unit(unit) => (unit, 1, None),
        ProduceSpec::Full { unit, count, cost } => (unit, *count, *cost),
    };
    let number = count(format!("{field}.produce.count"), number)?;
    let cost = match cost {
        Some(cost) => count(format!("{field}.produce.cost"), cost)?,
        None => price::of(unit, number).ok_or_else(|| {
            SituationError::at(format!("{field}.produce"), Wrong::Price(unit.clone()))
        })?,
    };
    Ok(Act::Produce { unit: unit.clone(), cost })
}

fn read_vote(field: &str, spec: &VoteSpec) -> Read<Act> {
    match spec {
        VoteSpec::Outcome(outcome) => Ok(Act::Vote { outcome: outcome.clone(), votes: 1 }),
        VoteSpec::Full { outcome, votes } => {
            let votes = count(format!("{field}.vote.votes"), *votes)?;
            Ok(Act::Vote { outcome: outcome.clone(), votes })
        }
    }
}

fn bundle(names: &Names<'_>, field: &str, giver: Seat, spec: &BundleSpec) -> Read<Bundle> {
    let notes = spec.note.iter().chain(&spec.notes);
    let notes = notes.map(|note| names.note(&format!("{field}.note"), note, Some(giver)));
    let captives = spec.captured.iter();
    let captives = captives.map(|unit| captive(names, &format!("{field}.captured"), unit));
    Ok(Bundle {
        trade_goods: count(format!("{field}.trade_goods"), spec.trade_goods)?,
        commodities: count(format!("{field}.commodities"), spec.commodities)?,
        fragments: fragments(field, spec.fragments)?,
        notes: notes.collect::<Read<_>>()?,
        action_cards: spec.action_cards.clone(),
        captives: captives.collect::<Read<_>>()?,
        planets: spec.planets.clone(),
        relics: spec.relics.iter().map(|name| relic_name(name)).collect(),
        secrets: spec.secrets.clone(),
        technologies: spec.technologies.clone(),
        other: spec.other.clone(),
    })
}

const WHEN: [(&str, When); 9] = [
    ("now", When::Now),
    ("this_turn", When::ThisTurn),
    ("this_agenda", When::ThisAgenda),
    ("this_phase", When::ThisPhase),
    ("this_round", When::ThisRound),
    ("next_turn", When::NextTurn),
    ("next_agenda", When::NextAgenda),
    ("next_round", When::NextRound),
    ("some_day", When::SomeDay),
];

fn when(field: &str, typed: Option<&str>) -> Read<When> {
    let Some(typed) = typed else { return Ok(When::Now) };
    if let Some((_, when)) = WHEN.iter().find(|(name, _)| fold(name) == fold(typed)) {
        return Ok(*when);
    }
    let steps = crate::round::step::Step::ALL.iter().map(|step| step.id());
    names::step(field, typed).map(When::At).map_err(|_| {
        let known = WHEN.iter().map(|(name, _)| *name).chain(steps);
        names::unknown(field, "moment", typed, known)
    })
}

const AFTER: [(&str, Hazard); 4] = [
    ("dice", Hazard::Dice),
    ("hidden_draw", Hazard::HiddenDraw),
    ("another_player", Hazard::AnotherPlayer),
    ("cancel_window", Hazard::CancelWindow),
];

fn after(field: &str, typed: Option<&str>) -> Read<Option<Hazard>> {
    let Some(typed) = typed else { return Ok(None) };
    match AFTER.iter().find(|(name, _)| fold(name) == fold(typed)) {
        Some((_, hazard)) => Ok(Some(*hazard)),
        None => {
            let known = AFTER.iter().map(|(name, _)| *name);
            Err(names::unknown(field, "thing in between", typed, known))
        }
    }
}
