//! Who looks into whose hand: by an ability, by Lie in Wait, or because it is shown (TI-62, TI-84).

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::desk::effect::{Hand, in_step, play, ready};
use crate::desk::event::Event;
use crate::desk::offers::other;
use crate::desk::refusal::Refusal;
use crate::desk::state::State;
use crate::room;
use crate::round::step::Step;
use crate::table::Tie;
use crate::table::hand::Note;
use crate::table::player::covers;
use crate::transaction::bar::Bar;

pub const LIE_IN_WAIT: &str = "Lie in Wait";

/// Cards that somebody has seen.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Seen {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::THINGS))]
    pub notes: Vec<Note>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub action_cards: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub secrets: Vec<String>,
}

impl Seen {
    fn of(state: &State, at: Seat, hand: Hand) -> Seen {
        let player = state.table.player(at);
        let faces = |cards: &[Option<String>]| cards.iter().flatten().cloned().collect();
        match hand {
            Hand::Notes => {
                Seen { notes: state.table.notes.in_hand(at).collect(), ..Seen::default() }
            }
            Hand::ActionCards => {
                Seen { action_cards: faces(&player.action_cards), ..Seen::default() }
            }
            Hand::Secrets => Seen { secrets: faces(&player.secrets), ..Seen::default() },
        }
    }
}

pub(crate) fn maban(
    state: &State,
    by: Seat,
    at: Seat,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    other(state, by, at)?;
    ready(state, by, Ability::Maban)?;
    is_neighbour(state, by, at)?;
    let cards = Seen::of(state, at, Hand::Notes);
    events.push(Event::Looked { by, at, hand: Hand::Notes, cards });
    Ok(())
}

pub(crate) fn so_ata(
    state: &State,
    by: Seat,
    hand: Hand,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    in_step(state, &[Step::Activation])?;
    let at = state.table.moment.active().ok_or(Refusal::NotYours)?;
    other(state, by, at)?;
    ready(state, by, Ability::SoAta)?;
    events.push(Event::Used { by, ability: Ability::SoAta, on: Some(at) });
    events.push(Event::Looked { by, at, hand, cards: Seen::of(state, at, hand) });
    Ok(())
}

/// After two neighbours have transacted: a look at both hands, and one card of each.
pub(crate) fn lie_in_wait(
    state: &State,
    by: Seat,
    of: (Seat, Seat),
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let just_now = state.exchanged.filter(|sides| *sides == of || *sides == (of.1, of.0));
    let (a, b) = just_now.ok_or(Refusal::NoTransaction)?;
    for at in [a, b] {
        other(state, by, at)?;
        is_neighbour(state, by, at)?;
    }
    play(state, by, LIE_IN_WAIT, events)?;
    for at in [a, b] {
        let cards = Seen::of(state, at, Hand::ActionCards);
        events.push(Event::Looked { by, at, hand: Hand::ActionCards, cards });
        if !state.table.player(at).action_cards.is_empty() {
            events.push(Event::Waylaid { by, from: at });
        }
    }
    Ok(())
}

/// One card of a hand that lies open.
pub(crate) fn take(
    state: &State,
    by: Seat,
    from: Seat,
    card: &str,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !state.takings.contains(&(by, from)) {
        return Err(Refusal::NoDemand);
    }
    let hand = &state.table.player(from).action_cards;
    if !hand.iter().any(|it| it.as_deref() == Some(card)) {
        return Err(Refusal::NotThere);
    }
    events.push(Event::Taken { by, from, card: card.to_owned() });
    Ok(())
}

/// A player may show their own notes and action cards to anybody (TI-62, TI-84).
pub(crate) fn show(
    state: &State,
    by: Seat,
    to: Seat,
    cards: &Seen,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    other(state, by, to)?;
    if cards.notes.is_empty() && cards.action_cards.is_empty() || !cards.secrets.is_empty() {
        return Err(Refusal::NothingToShow);
    }
    let hand = &state.table.player(by).action_cards;
    let notes = cards.notes.iter().enumerate().all(|(at, note)| {
        let held = state.table.notes.in_hand(by).any(|held| held == *note);
        held && !cards.notes[..at].contains(note)
    });
    if !notes || !covers(hand, &cards.action_cards, true) {
        return Err(Refusal::NotHeld);
    }
    events.push(Event::Shown { by, to, cards: cards.clone() });
    Ok(())
}

fn is_neighbour(state: &State, by: Seat, at: Seat) -> Result<(), Refusal> {
    match state.table.tie(by, at) {
        Tie::Neighbours => Ok(()),
        _ => Err(Bar::NotNeighbours.into()),
    }
}
