//! Promises and debts: what was promised, when it is due and how it ended (TI-75, TI-82, TI-110).

use parley::{Faith, Round, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::power;
use crate::deal::{Act, Term, When};
use crate::round::step::Phase;
use crate::similar::fold;
use crate::table::goods::Bundle;

/// Identifies a term of an agreed deal: the `number`th offer of `from` to `to`, and the term within it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct PromiseRef {
    pub from: Seat,
    pub to: Seat,
    pub number: u16,
    pub term: u8,
}

/// A term that is still to be performed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Promise {
    pub id: PromiseRef,
    pub by: Seat,
    /// The player it was promised to.
    pub to: Seat,
    pub term: Term,
    pub due: Due,
    pub faith: Faith,
    /// What the performer and the other party say about it, until they agree.
    pub words: (Option<Faith>, Option<Faith>),
}

/// The last moment at which a promise can be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Due {
    Step(u32),
    Turn(u32),
    Agenda(u32),
    Phase(u32),
    Round(Round),
    /// The end of the performer's first turn after this one.
    TurnAfter(u32),
    Never,
}

/// Counts of steps, turns, agendas and phases since the table opened.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Clock {
    pub step: u32,
    pub turn: u32,
    pub agenda: u32,
    pub phase: u32,
    pub round: Round,
    /// The number of each player's latest turn; 0 before the first.
    pub turn_of: Vec<u32>,
    pub in_turn: bool,
}

impl Clock {
    pub(crate) fn due(&self, when: When, phase: Phase) -> Due {
        match when {
            When::Now => Due::Step(self.step),
            When::At(_) if phase == Phase::Agenda => Due::Agenda(self.agenda),
            When::At(_) if phase != Phase::Action => Due::Phase(self.phase),
            When::At(_) | When::ThisTurn => Due::Turn(self.turn),
            When::ThisAgenda => Due::Agenda(self.agenda),
            When::ThisPhase => Due::Phase(self.phase),
            When::ThisRound => Due::Round(self.round),
            When::NextTurn => Due::TurnAfter(self.turn),
            When::NextAgenda => Due::Agenda(self.agenda + 1),
            When::NextRound => Due::Round(self.round + 1),
            When::SomeDay => Due::Never,
        }
    }

    /// Whether the time of `due` has come and is not past.
    fn is_last(&self, due: Due, by: Seat) -> bool {
        let latest = self.turn_of.get(by.index()).copied().unwrap_or(0);
        let come = match due {
            Due::Step(step) => self.step >= step,
            Due::Turn(turn) => self.turn >= turn,
            Due::Agenda(agenda) => self.agenda >= agenda,
            Due::Phase(phase) => self.phase >= phase,
            Due::Round(round) => self.round >= round,
            Due::TurnAfter(turn) => latest > turn,
            Due::Never => false,
        };
        come && !self.is_past(due, by)
    }

    fn is_past(&self, due: Due, by: Seat) -> bool {
        let latest = self.turn_of.get(by.index()).copied().unwrap_or(0);
        match due {
            Due::Step(step) => self.step > step,
            Due::Turn(turn) => self.turn > turn || !self.in_turn,
            Due::Agenda(agenda) => self.agenda > agenda,
            Due::Phase(phase) => self.phase > phase,
            Due::Round(round) => self.round > round,
            Due::TurnAfter(turn) => latest > turn && (latest < self.turn || !self.in_turn),
            Due::Never => false,
        }
    }
}

impl Promise {
    /// How it ends when its time is up: not doing something for long enough keeps the promise, and a payment that was
    /// not made breaks it. Only the parties can say about anything else.
    pub(crate) fn lapsed(&self, clock: &Clock) -> Option<Faith> {
        if self.faith != Faith::Pending || !clock.is_past(self.due, self.by) {
            return None;
        }
        match self.term.act {
            ref act if act.is_payment() => Some(Faith::Broken),
            ref act if act.is_abstention() => Some(Faith::Kept),
            _ => None,
        }
    }

    /// Whether this is the last turn, phase, agenda or round in which it can be kept.
    pub(crate) fn is_due(&self, clock: &Clock) -> bool {
        self.faith == Faith::Pending && clock.is_last(self.due, self.by)
    }

    /// Whether its time is up and nobody has said how it ended.
    pub fn is_overdue(&self, clock: &Clock) -> bool {
        self.faith == Faith::Pending && clock.is_past(self.due, self.by)
    }

    /// How an act of the performer affects it.
    pub(crate) fn judged_by(&self, done: &Act) -> Option<Faith> {
        match self.faith {
            Faith::Pending if fulfils(&self.term.act, done) => Some(Faith::Kept),
            Faith::Pending if violates(&self.term.act, done) => Some(Faith::Broken),
            _ => None,
        }
    }
}

/// Whether doing `done` fulfils the promise.
pub(crate) fn fulfils(promised: &Act, done: &Act) -> bool {
    match (promised, done) {
        (Act::Transfer { goods } | Act::PayBack { goods }, Act::Transfer { goods: paid }) => {
            pays(paid, goods)
        }
        (Act::Produce { unit, .. }, Act::Produce { unit: built, .. }) => fold(unit) == fold(built),
        (Act::Vote { outcome, votes }, Act::Vote { outcome: cast, votes: count }) => {
            fold(outcome) == fold(cast) && count >= votes
        }
        (Act::Abstain, Act::Abstain)
        | (Act::Replenish, Act::Replenish)
        | (Act::Pass, Act::Pass) => true,
        (Act::Use { power, .. }, Act::Use { power: used, .. }) => power::same(power, used),
        (Act::UseNote { note }, Act::UseNote { note: played }) => note == played,
        (Act::Activate { system }, Act::Activate { system: at })
        | (Act::MoveInto { system }, Act::MoveInto { system: at }) => fold(system) == fold(at),
        (Act::Choose { what, .. }, Act::Choose { what: chosen, .. }) => fold(what) == fold(chosen),
        (Act::PlayCard { card, .. }, Act::PlayCard { card: played, .. }) => {
            fold(card) == fold(played)
        }
        (Act::Research { technology: one }, Act::Research { technology: other })
        | (Act::Score { objective: one }, Act::Score { objective: other }) => {
            fold(one) == fold(other)
        }
        (Act::Words { text }, Act::Words { text: said }) => fold(text) == fold(said),
        _ => false,
    }
}

/// Whether doing `done` breaks the promise.
pub(crate) fn violates(promised: &Act, done: &Act) -> bool {
    match (promised, done) {
        (Act::Refrain { power, .. }, Act::Use { power: used, .. }) => power::same(power, used),
        (Act::Refrain { power, .. }, Act::PlayCard { card, .. }) => power::same(power, card),
        (Act::KeepNote { note }, Act::UseNote { note: played }) => note == played,
        (Act::Avoid { what, .. }, Act::Choose { what: chosen, .. }) => fold(what) == fold(chosen),
        (Act::LeaveAlone { system }, Act::Activate { system: at })
        | (Act::StayOut { system }, Act::MoveInto { system: at }) => fold(system) == fold(at),
        (Act::Vote { .. }, Act::Vote { .. }) => !fulfils(promised, done),
        (Act::Vote { .. }, Act::Abstain) | (Act::Abstain, Act::Vote { .. }) => true,
        _ => false,
    }
}

/// A debt can be paid in trade goods or commodities: the recipient gets trade goods either way.
fn pays(paid: &Bundle, owed: &Bundle) -> bool {
    let goods = |bundle: &Bundle| u32::from(bundle.trade_goods) + u32::from(bundle.commodities);
    let includes = |had: &[String], asked: &[String]| asked.iter().all(|it| had.contains(it));
    goods(paid) >= goods(owed)
        && paid.fragments.covers(owed.fragments)
        && owed.notes.iter().all(|note| paid.notes.contains(note))
        && includes(&paid.action_cards, &owed.action_cards)
        && includes(&paid.planets, &owed.planets)
        && includes(&paid.relics, &owed.relics)
}

/// The public record of how a player keeps promises.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Record {
    /// Deals agreed, binding or not.
    pub binding: u32,
    pub non_binding: u32,
    pub kept: u32,
    pub broken: u32,
    pub void: u32,
}

impl Record {
    /// Takes back what was counted wrongly.
    pub(crate) fn forget(&mut self, faith: Faith) {
        let counted = match faith {
            Faith::Kept => &mut self.kept,
            Faith::Broken => &mut self.broken,
            Faith::Void => &mut self.void,
            Faith::Pending => return,
        };
        *counted = counted.saturating_sub(1);
    }

    pub(crate) fn count(&mut self, faith: Faith) {
        match faith {
            Faith::Kept => self.kept += 1,
            Faith::Broken => self.broken += 1,
            Faith::Void => self.void += 1,
            Faith::Pending => {}
        }
    }
}
