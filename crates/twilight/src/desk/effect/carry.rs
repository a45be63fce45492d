//! The one path by which an ability or a card is used: window, user, target, means, price, then its hook.

use parley::Seat;

use crate::ability::Ability;
use crate::ability::note::NoteKind;
use crate::ability::power::Who;
use crate::ability::usage::Use;
use crate::deal::Act;
use crate::deal::opportunity;
use crate::desk::deeds::give;
use crate::desk::effect::hook::{Asking, hook};
use crate::desk::effect::{Effect, Given};
use crate::desk::event::Event;
use crate::desk::offers::other;
use crate::desk::progress::observe;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::round::step::Step;
use crate::table::Tie;
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::transaction::bar::Bar;

/// Carries it out, and settles the promises that it keeps or breaks.
pub(crate) fn carry_out(
    state: &DeskState,
    by: Seat,
    effect: &Effect,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let asking = open(state, by, effect)?;
    let hook = asking.which.spec.hook.and_then(hook);
    if let Some(opens) = hook.and_then(|hook| hook.opens) {
        opens(&asking, events)?;
    }
    has_it(&asking, events)?;
    are_neighbours(&asking)?;
    pay(&asking, events)?;
    let mut outcome = Vec::new();
    if let Some(hook) = hook {
        (hook.run)(&asking, &mut outcome)?;
    }
    if asking.which.is_card() {
        play(state, by, asking.which.row.name, events)?;
    }
    events.append(&mut outcome);
    observe(state, by, &used(effect.power()), events)
}

/// The act of using a power.
pub(crate) fn used(power: &str) -> Act {
    Act::Use { power: power.to_owned(), at: None }
}

/// Checks that its window is open to this player, on that target.
fn open<'a>(state: &'a DeskState, by: Seat, effect: &'a Effect) -> Result<Asking<'a>, Refusal> {
    let which = effect.which;
    if !which.steps().is_empty() {
        in_window(state, by, which)?;
    }
    let target = match seat(effect) {
        Some((seat, own)) if own && seat == by => Some(seat),
        Some((seat, _)) => Some(other(state, by, seat).map(|()| seat)?),
        None if which.spec.on_active => {
            let active = state.table.moment.active().ok_or(Refusal::NotYours)?;
            Some(other(state, by, active).map(|()| active)?)
        }
        None => None,
    };
    Ok(Asking { state, by, which, target, given: &effect.given })
}

fn in_window(state: &DeskState, by: Seat, which: Use) -> Result<(), Refusal> {
    let moment = &state.table.moment;
    let not_now = Refusal::NotNow { now: moment.step() };
    if !which.steps().contains(&moment.step()) {
        return Err(not_now);
    }
    match which.who() {
        Who::NotActive | Who::Present if moment.active() == Some(by) => Err(Refusal::ToYourself),
        who if !opportunity::may(&state.table, by, who) => Err(not_now),
        _ => Ok(()),
    }
}

/// The player named by a use, and whether it may be the user.
fn seat(effect: &Effect) -> Option<(Seat, bool)> {
    let mut fields = effect.which.spec.fields.iter().zip(&effect.given);
    fields.find_map(|(asked, given)| match given {
        Given::Seat(seat) => Some((*seat, asked.own)),
        Given::Pair(..) | Given::Note(_) | Given::Hand(_) | Given::Unit(_) | Given::Fragment(_) => {
            None
        }
    })
}

/// Checks for the ability or the note. A card in hand is checked last, when it is played.
fn has_it(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Asking { state, by, which, target, .. } = *asking;
    if which.is_note() && held(state, by, which).is_none() {
        return Err(Refusal::NotHeld);
    }
    if let Some(ability) = which.needs() {
        ready(state, by, ability)?;
        if !which.spec.often {
            events.push(Event::Used { by, ability, on: target });
        }
    }
    Ok(())
}

/// Checks that the player has the ability ready and has not used it in this window (TI-28).
fn ready(state: &DeskState, by: Seat, ability: Ability) -> Result<(), Refusal> {
    let player = state.table.player(by);
    match () {
        () if !state.table.can_use(by, ability) => Err(Refusal::Lacks { ability }),
        () if player.exhausted.contains(&ability) => Err(Refusal::Exhausted { ability }),
        () if state.used.contains(&(by, ability)) => Err(Refusal::UsedAlready { ability }),
        () => Ok(()),
    }
}

/// A note in a player's play area, or in its issuer's hand.
pub(super) fn held(state: &DeskState, by: Seat, which: Use) -> Option<(Note, Place)> {
    let kind = NoteKind::all().find(|kind| kind.id() == which.row.id)?;
    let mut notes = state.table.notes.iter();
    notes.find(|(note, place)| {
        let hand = if state.table.loose { Place::Unseen } else { Place::Hand(by) };
        let own = note.issuer == by && *place == hand;
        note.kind == kind && (own || *place == Place::Play(by))
    })
}

fn are_neighbours(asking: &Asking<'_>) -> Result<(), Refusal> {
    let asked = asking.which.spec.fields.iter().any(|asked| asked.neighbour);
    match asking.target.filter(|_| asked) {
        Some(target) => is_neighbour(asking.state, asking.by, target),
        None => Ok(()),
    }
}

pub(super) fn is_neighbour(state: &DeskState, by: Seat, other: Seat) -> Result<(), Refusal> {
    match state.table.tie(by, other) {
        Tie::Neighbours => Ok(()),
        Tie::Apart | Tie::Disputed(_) => Err(Bar::NotNeighbours.into()),
    }
}

/// Influence is paid from ready planets, then from trade goods (TI-37).
fn pay(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let Asking { state, by, which, .. } = *asking;
    let price = which.spec.price;
    if which.spec.paid_to_target {
        return give(state, by, asking.target(), &Bundle::trade_goods(price.trade_goods), events);
    }
    let player = state.table.player(by);
    let influence = player.influence.min(price.influence);
    let goods = price.trade_goods + (price.influence - influence);
    let has = player.purse();
    match (influence, goods) {
        (0, 0) => Ok(()),
        _ if state.table.is_unknown(by) => Ok(()),
        _ if goods > has => Err(Refusal::TooFew { has, needs: goods }),
        _ => {
            events.push(Event::Spent { seat: by, resources: 0, influence, goods });
            Ok(())
        }
    }
}

/// Checks that it is an action on the player's own turn (TI-96).
pub(super) fn as_action(state: &DeskState, by: Seat) -> Result<(), Refusal> {
    let now = state.table.moment.step();
    let action = matches!(now, Step::ChooseAction | Step::ComponentAction);
    match state.table.moment.active() {
        Some(active) if action && active == by => Ok(()),
        _ => Err(Refusal::NotNow { now }),
    }
}

/// Plays an action card from the hand.
fn play(state: &DeskState, by: Seat, card: &str, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let player = state.table.player(by);
    let held = player.action_cards.iter().any(|it| it.as_deref() == Some(card));
    if !(held || state.table.is_unknown(by)) || player.silenced {
        return Err(Refusal::NotHeld);
    }
    let act = Act::PlayCard { card: card.to_owned(), at: None };
    events.push(Event::Reported { by, act: act.clone() });
    observe(state, by, &act, events)
}
