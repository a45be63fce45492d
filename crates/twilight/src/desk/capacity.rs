//! Limits on what a desk stores during a game, whichever command adds it: a full list does not grow. A list from before
//! there were limits may stay longer than its limit.

use crate::deal::ledger::Promise;
use crate::deal::{Act, Term};
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::room::TETHERS;
use crate::table::goods::Bundle;
use crate::table::player::Player;
use parley::Seat;

/// Unscored secret objectives in one hand.
const SECRETS: usize = 20;
/// Bytes of all names in front of one player.
const HOLDINGS: usize = 8 << 10;
/// Bytes of text in one deal.
const DEAL: usize = 4 << 10;
/// Bytes of everything owed in one step.
const OWED: usize = 16 << 10;
/// Bytes of all promises between two players.
const LEDGER: usize = 16 << 10;

/// Bytes of a promise apart from its text.
const PROMISE: usize = 200;

/// Whether the result of a command fits.
pub(crate) fn check(before: &DeskState, after: &DeskState) -> Result<(), Refusal> {
    // What was counted at a loose table was checked when it was counted.
    let made_exact = before.table.loose && !after.table.loose;
    for (was, is) in before.table.players.iter().zip(&after.table.players).filter(|_| !made_exact) {
        let grown = |count: fn(&Player) -> usize, most| count(is) > most && count(is) > count(was);
        if grown(holdings, HOLDINGS) || grown(|player| player.secrets.len(), SECRETS) {
            return Err(Refusal::TooMany);
        }
    }
    let owed = |state: &DeskState| state.owed.iter().map(|owed| promise(owed)).sum::<usize>();
    if after.owed.len() > before.owed.len() && owed(after) > OWED {
        return Err(Refusal::TooMuchOwed);
    }
    let tethers =
        |state: &DeskState| state.galaxy.as_ref().map_or(0, |map| map.modifiers.tethers.len());
    if tethers(after) > TETHERS && tethers(after) > tethers(before) {
        return Err(Refusal::TooMany);
    }
    match after.promises.get(before.promises.len()..).and_then(<[_]>::first) {
        Some(new) if ledger(after, new.by, new.to) > LEDGER => Err(Refusal::LedgerFull),
        _ => Ok(()),
    }
}

/// Whether a deal is small enough.
pub(crate) fn check_deal(terms: &[Term]) -> Result<(), Refusal> {
    let letters: usize = terms.iter().map(|term| act(&term.act)).sum();
    if letters > DEAL { Err(Refusal::DealTooLong { most: DEAL }) } else { Ok(()) }
}

/// Only public things are counted: a refusal must not reveal how full a hand is.
fn holdings(player: &Player) -> usize {
    let planets = player.planets.iter().map(|planet| thing(&planet.name));
    let technologies = player.technologies.iter().map(|known| thing(&known.name));
    let captives = player.captives.iter().map(|captive| thing(&captive.unit));
    let relics = player.relics.iter().map(|relic| thing(relic));
    planets.chain(technologies).chain(captives).chain(relics).sum()
}

/// What two players have on the ledger, which both of them can see.
fn ledger(state: &DeskState, one: Seat, other: Seat) -> usize {
    let between = |it: &Promise| (it.by, it.to) == (one, other) || (it.by, it.to) == (other, one);
    state.promises.iter().filter(|it| between(it)).map(|it| promise(it)).sum()
}

fn promise(promise: &Promise) -> usize {
    PROMISE + act(&promise.term.act)
}

fn thing(name: &str) -> usize {
    name.len() + 8
}

fn act(act: &Act) -> usize {
    match act {
        Act::Transfer { goods } | Act::PayBack { goods } => bundle(goods),
        Act::Produce { unit: text, .. }
        | Act::Vote { outcome: text, .. }
        | Act::Use { power: text, .. }
        | Act::Refrain { power: text, .. }
        | Act::Activate { system: text }
        | Act::LeaveAlone { system: text }
        | Act::MoveInto { system: text }
        | Act::StayOut { system: text }
        | Act::Choose { what: text, .. }
        | Act::PlayCard { card: text, .. }
        | Act::Words { text }
        | Act::Avoid { what: text, .. }
        | Act::Research { technology: text }
        | Act::Score { objective: text } => text.len(),
        Act::CardResult { card, result } => card.len() + result.len(),
        Act::UseNote { .. } | Act::KeepNote { .. } | Act::Abstain | Act::Replenish | Act::Pass => 0,
    }
}

fn bundle(goods: &Bundle) -> usize {
    let Bundle { action_cards, planets, relics, secrets, technologies, other, .. } = goods;
    let lists = [action_cards, planets, relics, secrets, technologies, other];
    let names = lists.into_iter().flatten().map(|name| thing(name)).sum::<usize>();
    let captives = goods.captives.iter().map(|captive| thing(&captive.unit)).sum::<usize>();
    names + captives + goods.notes.len() * 8
}
