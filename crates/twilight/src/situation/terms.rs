//! Reads the terms of a deal: one performer, one verb and one moment each.

use parley::Seat;

use super::Read;
use super::error::{SituationError, Wrong};
use super::format::*;
use super::names::{self, Names};
use super::players::{captive, count, fragments};
use crate::ability::power;
use crate::deal::{Act, Deal, Hazard, Term, When};
use crate::round::step::Step;
use crate::similar::fold;
use crate::table::goods::Bundle;
use crate::table::hand::Note;
use crate::table::player::relic_name;
use crate::table::price;

/// The deals between each two players, and for each term in which of them it is.
pub(super) struct Legs {
    pub deals: Vec<Deal>,
    pub places: Vec<(usize, usize)>,
}

pub(super) fn read(names: &Names<'_>, spec: &DealSpec, active: Option<Seat>) -> Read<Legs> {
    if spec.terms.is_empty() {
        return Err(SituationError::at("deal.terms", Wrong::NoTerms));
    }
    let parties = Parties::of(names, spec, active)?;
    let mut legs = Legs { deals: Vec::new(), places: Vec::new() };
    for (at, spec) in spec.terms.iter().enumerate() {
        let field = format!("deal.terms[{at}]");
        let by = names.seat(&format!("{field}.by"), &spec.by)?;
        let to = parties.other(names, &field, by, spec)?;
        let term = term(names, &field, by, to, spec)?;
        let leg = legs.between(parties.ordered(by, to));
        legs.deals[leg].terms.push(term);
        legs.places.push((leg, legs.deals[leg].terms.len() - 1));
    }
    Ok(legs)
}

impl Legs {
    fn between(&mut self, (a, b): (Seat, Seat)) -> usize {
        let known = self.deals.iter().position(|it| it.involves(a) && it.involves(b));
        known.unwrap_or_else(|| {
            self.deals.push(Deal { parties: (a, b), terms: Vec::new() });
            self.deals.len() - 1
        })
    }
}

/// Whom each term is owed to, where the term does not say.
struct Parties {
    /// The two parties, if the deal has just two.
    pair: Option<(Seat, Seat)>,
    /// Whom everybody else deals with, among three or more.
    hub: Option<Seat>,
}

impl Parties {
    fn of(names: &Names<'_>, spec: &DealSpec, active: Option<Seat>) -> Read<Parties> {
        if let Some(between) = &spec.between {
            let pair = names.pair("deal.between", between)?;
            let hub = active.filter(|it| *it == pair.0 || *it == pair.1).unwrap_or(pair.0);
            return Ok(Parties { pair: Some(pair), hub: Some(hub) });
        }
        let mut seats: Vec<Seat> = Vec::new();
        for (at, term) in spec.terms.iter().enumerate() {
            let seat = names.seat(&format!("deal.terms[{at}].by"), &term.by)?;
            if !seats.contains(&seat) {
                seats.push(seat);
            }
        }
        let told = spec.terms.iter().all(|term| term.to.is_some());
        match (seats.as_slice(), names.len()) {
            ([one, two], _) => Ok(Parties { pair: Some((*one, *two)), hub: None }),
            // At a table of two it is clear who the other party is.
            ([one], 2) => Ok(Parties { pair: Some((*one, Seat(1 - one.0))), hub: None }),
            ([_], _) if !told => Err(SituationError::at("deal.between", Wrong::NotTwoParties)),
            _ => Ok(Parties { pair: None, hub: active.filter(|it| seats.contains(it)) }),
        }
    }

    fn other(&self, names: &Names<'_>, field: &str, by: Seat, spec: &TermSpec) -> Read<Seat> {
        let to_whom = || SituationError::at(format!("{field}.to"), Wrong::ToWhom);
        let to = match (spec.to.as_deref(), self.pair) {
            (Some(typed), _) => names.seat(&format!("{field}.to"), typed)?,
            (None, Some((a, b))) if a == by => b,
            (None, Some((a, b))) if b == by => a,
            (None, _) => self.hub.filter(|hub| *hub != by).ok_or_else(to_whom)?,
        };
        match to == by {
            true => Err(SituationError::at(format!("{field}.to"), Wrong::ToThemselves)),
            false => Ok(to),
        }
    }

    /// The two in the order in which the deal names them.
    fn ordered(&self, by: Seat, to: Seat) -> (Seat, Seat) {
        match self.pair {
            Some((a, b)) if (a, b) == (to, by) => (a, b),
            _ => (by, to),
        }
    }
}

fn term(names: &Names<'_>, field: &str, by: Seat, other: Seat, spec: &TermSpec) -> Read<Term> {
    check_texts(field, spec)?;
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

/// Words must say something, on one line.
fn check_texts(field: &str, spec: &TermSpec) -> Read<()> {
    let outcome = spec.vote.as_ref().map(|vote| match vote {
        VoteSpec::Outcome(outcome) | VoteSpec::Full { outcome, .. } => outcome,
    });
    let unit = spec.produce.as_ref().map(|it| match it {
        ProduceSpec::Unit(unit) | ProduceSpec::Full { unit, .. } => unit,
    });
    let texts = [
        ("activate", spec.activate.as_ref()),
        ("do_not_activate", spec.do_not_activate.as_ref()),
        ("move_into", spec.move_into.as_ref()),
        ("do_not_move_into", spec.do_not_move_into.as_ref()),
        ("choose", spec.choose.as_ref()),
        ("do_not_choose", spec.do_not_choose.as_ref()),
        ("research", spec.research.as_ref()),
        ("score", spec.score.as_ref()),
        ("say", spec.say.as_ref()),
        ("vote", outcome),
        ("produce", unit),
        ("result.card", spec.result.as_ref().map(|it| &it.card)),
        ("result.result", spec.result.as_ref().map(|it| &it.result)),
    ];
    for (verb, text) in texts {
        let Some(text) = text else { continue };
        let at = || format!("{field}.{verb}");
        if text.trim().is_empty() {
            return Err(SituationError::at(at(), Wrong::Blank));
        }
        if text.chars().any(char::is_control) {
            return Err(SituationError::at(at(), Wrong::ControlCharacter));
        }
    }
    Ok(())
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
        let field = format!("{field}.{verb}");
        let read = |spec: &BundleSpec| match bundle(names, &field, by, spec)? {
            goods if goods.is_empty() => Err(SituationError::at(field.clone(), Wrong::Nothing)),
            goods => Ok(goods),
        };
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
    let power = |verb: &str, typed: &Option<String>, card: bool| {
        typed.as_ref().map(|typed| used(names, &format!("{field}.{verb}"), typed, card)).transpose()
    };
    add("use", power("use", &spec.uses, false)?.map(|it| it.done(at)));
    add("do_not_use", power("do_not_use", &spec.do_not_use, false)?.map(|it| it.left(at)));
    add("use_note", note("use_note", &spec.use_note)?.map(|note| Act::UseNote { note }));
    let kept = note("do_not_use_note", &spec.do_not_use_note)?;
    add("do_not_use_note", kept.map(|note| Act::KeepNote { note }));
    add("activate", spec.activate.clone().map(|system| Act::Activate { system }));
    add("do_not_activate", spec.do_not_activate.clone().map(|system| Act::LeaveAlone { system }));
    add("move_into", spec.move_into.clone().map(|system| Act::MoveInto { system }));
    add("do_not_move_into", spec.do_not_move_into.clone().map(|system| Act::StayOut { system }));
    add("choose", spec.choose.clone().map(|what| Act::Choose { what, at }));
    add("do_not_choose", spec.do_not_choose.clone().map(|what| Act::Avoid { what, at }));
    add("research", spec.research.clone().map(|technology| Act::Research { technology }));
    add("score", spec.score.clone().map(|objective| Act::Score { objective }));
    add("replenish", (spec.replenish == Some(true)).then_some(Act::Replenish));
    add("pass", (spec.pass == Some(true)).then_some(Act::Pass));
    add("play", power("play", &spec.play, true)?.map(|it| it.done(at)));
    add("do_not_play", power("do_not_play", &spec.do_not_play, true)?.map(|it| it.left(at)));
    let result = spec.result.clone();
    add("result", result.map(|it| Act::CardResult { card: it.card, result: it.result }));
    add("pay_back", goods("pay_back", &spec.pay_back)?.map(|goods| Act::PayBack { goods }));
    add("say", spec.say.clone().map(|text| Act::Words { text }));
    if let Some(step) = at {
        for (_, act) in &acts {
            check_step(&format!("{field}.at"), act, step)?;
        }
    }
    Ok(acts)
}

/// What a term says is used or played.
enum Used {
    Note(Note),
    Card(String),
    Power(String),
}

impl Used {
    fn done(self, at: Option<Step>) -> Act {
        match self {
            Used::Note(note) => Act::UseNote { note },
            Used::Card(card) => Act::PlayCard { card, at },
            Used::Power(power) => Act::Use { power, at },
        }
    }

    fn left(self, at: Option<Step>) -> Act {
        match self {
            Used::Note(note) => Act::KeepNote { note },
            Used::Card(power) | Used::Power(power) => Act::Refrain { power, at },
        }
    }
}

fn used(names: &Names<'_>, field: &str, typed: &str, card: bool) -> Read<Used> {
    match names.note_if_known(typed) {
        Some(note) => note.map(Used::Note).map_err(|error| SituationError::at(field, error.wrong)),
        None if card => names.card(field, typed).map(Used::Card),
        None => names.power(field, typed).map(Used::Power),
    }
}

/// A step that a term names must be one in which the thing is used.
fn check_step(field: &str, act: &Act, step: Step) -> Read<()> {
    let (Act::Use { power: name, .. }
    | Act::Refrain { power: name, .. }
    | Act::PlayCard { card: name, .. }) = act
    else {
        return Ok(());
    };
    match power::find(name) {
        Some(power) if !power.steps.is_empty() && !power.steps.contains(&step) => {
            let uses = power.steps.iter().map(|step| step.id()).collect();
            let wrong = Wrong::NotAtThatStep { name: name.clone(), step: step.id(), uses };
            Err(SituationError::at(field, wrong))
        }
        _ => Ok(()),
    }
}

fn produce(field: &str, spec: &ProduceSpec) -> Read<Act> {
    let (unit, number, cost) = match spec {
        ProduceSpec::Unit(unit) => (unit, 1, None),
        ProduceSpec::Full { unit, count, cost } => (unit, *count, *cost),
    };
    let number = at_least_one(format!("{field}.produce.count"), number)?;
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
            let votes = at_least_one(format!("{field}.vote.votes"), *votes)?;
            Ok(Act::Vote { outcome: outcome.clone(), votes })
        }
    }
}

fn at_least_one(field: String, number: i64) -> Read<u16> {
    match count(field.clone(), number)? {
        0 => Err(SituationError::at(field, Wrong::Zero)),
        number => Ok(number),
    }
}

fn bundle(names: &Names<'_>, field: &str, giver: Seat, spec: &BundleSpec) -> Read<Bundle> {
    let notes = spec.note.iter().chain(&spec.notes);
    let notes = notes.map(|note| names.note(&format!("{field}.note"), note, Some(giver)));
    let lists = [
        ("action_cards", "action card", &spec.action_cards),
        ("relics", "relic", &spec.relics),
        ("secrets", "secret objective", &spec.secrets),
        ("technologies", "technology", &spec.technologies),
    ];
    for (list, kind, typed) in lists {
        for (at, name) in typed.iter().enumerate() {
            names.component(&format!("{field}.{list}[{at}]"), kind, name)?;
        }
    }
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
