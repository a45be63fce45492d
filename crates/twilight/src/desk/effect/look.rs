//! Who looks at whose hand: by an ability, by Lie in Wait, or because it is shown (TI-62, TI-84).

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::desk::effect::Hand;
use crate::desk::effect::carry::is_neighbour;
use crate::desk::effect::hook::{Asking, Hook};
use crate::desk::event::Event;
use crate::desk::offers::other;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::room;
use crate::table::Eye;
use crate::table::hand::Note;
use crate::table::player::covers;

pub(super) const HOOKS: &[Hook] = &[
    Hook::new("look_at_notes", look_at_notes),
    Hook::new("look_at_hand", look_at_hand),
    Hook::new("lie_in_wait", lie_in_wait),
];

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
    fn of(state: &DeskState, at: Seat, hand: Hand) -> Seen {
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

fn look_at_notes(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    look(asking, Hand::Notes, events);
    Ok(())
}

fn look_at_hand(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    look(asking, asking.hand(), events);
    Ok(())
}

fn look(asking: &Asking<'_>, hand: Hand, events: &mut Vec<Event>) {
    let (by, at) = (asking.by, asking.target());
    events.push(Event::Looked { by, at, hand, cards: Seen::of(asking.state, at, hand) });
}

/// After two neighbours have transacted: a look at both hands, and one card from each.
fn lie_in_wait(asking: &Asking<'_>, events: &mut Vec<Event>) -> Result<(), Refusal> {
    let (state, by, (a, b)) = (asking.state, asking.by, asking.pair());
    let just_now = state.exchanged.filter(|sides| *sides == (a, b) || *sides == (b, a));
    let (a, b) = just_now.ok_or(Refusal::NoTransaction)?;
    for at in [a, b] {
        other(state, by, at)?;
        is_neighbour(state, by, at)?;
    }
    for at in [a, b] {
        let cards = Seen::of(state, at, Hand::ActionCards);
        events.push(Event::Looked { by, at, hand: Hand::ActionCards, cards });
        if !state.table.player(at).action_cards.is_empty() {
            events.push(Event::Waylaid { by, from: at });
        }
    }
    Ok(())
}

/// Takes one card from a revealed hand.
pub(crate) fn take(
    state: &DeskState,
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
    state: &DeskState,
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
        let held = state.table.could_hold(Eye::Of(by), by, *note);
        held && !cards.notes[..at].contains(note)
    });
    let unknown = state.table.is_unknown(by);
    if !notes || !(unknown || covers(hand, &cards.action_cards, true)) {
        return Err(Refusal::NotHeld);
    }
    events.push(Event::Shown { by, to, cards: cards.clone() });
    Ok(())
}
