//! Who may see what at the desk (TI-39, TI-62, TI-103). This is the only place where hidden information is removed:
//! events become notices, the state becomes what one player knows, and a set-up becomes what may be shown of it.
//!
//! Everything is destructured field by field, so that a new field does not compile until somebody has decided who may
//! see it.

mod notice;
pub mod options;
pub mod promise;
mod setup;
mod state;
pub mod view;

use parley::{Audience, Seat};

use crate::deal::ledger::{Promise, PromiseRef};
use crate::deal::{Act, Term};
use crate::shared::Shared;
use crate::table::goods::Bundle;

pub(crate) use self::notice::notice;
pub(crate) use self::state::state;

/// Whether `audience` is one of these two, or may know everything.
fn is_party(audience: Audience, one: Seat, other: Seat) -> bool {
    audience.is_privy(one) || audience.is_privy(other)
}

/// What is owed in this step. It is public that something is owed, but not which offer it comes from or which hidden
/// card it is about (TI-62). For other players it is numbered by its index here, because the number of an offer would
/// tell how many there were.
pub(crate) fn owed(owed: &[Shared<Promise>], audience: Audience) -> Vec<Shared<Promise>> {
    let seen = owed.iter().enumerate().map(|(place, promise)| {
        if is_party(audience, promise.by, promise.to) {
            return promise.clone();
        }
        let Promise { id: _, by, to, term, due, faith, words } = &**promise;
        let id = PromiseRef { from: *by, to: *to, number: 0, term: place as u8 };
        let (by, to, due, faith, words) = (*by, *to, *due, *faith, *words);
        Promise { id, by, to, term: from_outside(term), due, faith, words }.into()
    });
    seen.collect()
}

/// A term of a deal, as shown to somebody who is not a party to it.
fn from_outside(term: &Term) -> Term {
    let Term { by, act, when, after } = term;
    Term { by: *by, act: face_down(act), when: *when, after: *after }
}

/// The same act, with hidden cards face down.
fn face_down(act: &Act) -> Act {
    let card = || "a card in hand".to_owned();
    match act {
        Act::UseNote { note: _ }
        | Act::PlayCard { card: _, at: _ }
        | Act::CardResult { card: _, result: _ } => Act::Use { power: card(), at: None },
        Act::KeepNote { note: _ } => Act::Refrain { power: card(), at: None },
        Act::Transfer { goods } => Act::Transfer { goods: without_cards(goods) },
        Act::PayBack { goods } => Act::PayBack { goods: without_cards(goods) },
        Act::Produce { unit: _, cost: _ }
        | Act::Vote { outcome: _, votes: _ }
        | Act::Abstain
        | Act::Use { power: _, at: _ }
        | Act::Refrain { power: _, at: _ }
        | Act::Activate { system: _ }
        | Act::LeaveAlone { system: _ }
        | Act::MoveInto { system: _ }
        | Act::StayOut { system: _ }
        | Act::Choose { what: _, at: _ }
        | Act::Replenish
        | Act::Pass
        | Act::Words { text: _ }
        | Act::Avoid { what: _, at: _ }
        | Act::Research { technology: _ }
        | Act::Score { objective: _ } => act.clone(),
    }
}

/// The public part of what is handed over.
fn without_cards(goods: &Bundle) -> Bundle {
    let Bundle {
        trade_goods,
        commodities,
        fragments,
        notes: _,
        captives,
        planets,
        relics,
        action_cards: _,
        secrets: _,
        technologies,
        other,
    } = goods;
    Bundle {
        trade_goods: *trade_goods,
        commodities: *commodities,
        fragments: *fragments,
        notes: Vec::new(),
        captives: captives.clone(),
        planets: planets.clone(),
        relics: relics.clone(),
        action_cards: Vec::new(),
        secrets: Vec::new(),
        technologies: technologies.clone(),
        other: other.clone(),
    }
}
