//! The log as each audience reads it: which note or card changed hands is for those who held it (TI-62).

use parley::{Audience, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::Entry;
use crate::effect::Hand;
use crate::event::Event;
use crate::goods::Bundle;
use crate::hand::{Note, Place};
use crate::state::veil;

/// One line of somebody's log: the event, or what may be known of it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Notice {
    /// All of it.
    Happened {
        event: Box<Event>,
    },
    /// Components changed hands; cards from hands are only counted.
    Exchanged {
        sides: (Seat, Seat),
        gives: Box<(Backs, Backs)>,
    },
    Given {
        from: Seat,
        to: Seat,
        goods: Box<Backs>,
    },
    /// A note went from hand to hand.
    NoteMoved {
        from: Seat,
        to: Seat,
    },
    Drew {
        seat: Seat,
    },
    /// Somebody looked into another's hand; what was in it, those two know.
    Looked {
        by: Seat,
        at: Seat,
        hand: Hand,
    },
    /// An action card was taken out of a hand, face down.
    Taken {
        by: Seat,
        from: Seat,
    },
    /// Somebody showed so many notes and action cards to another.
    Shown {
        by: Seat,
        to: Seat,
        notes: usize,
        action_cards: usize,
    },
    DrewSecret {
        seat: Seat,
    },
    /// A secret objective went back unseen.
    ReturnedSecret {
        seat: Seat,
    },
}

/// What one side gave, with its cards seen from behind.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Backs {
    pub goods: Bundle,
    pub notes: usize,
    pub action_cards: usize,
    pub secrets: usize,
}

impl Backs {
    fn of(bundle: &Bundle) -> Backs {
        let goods = Bundle {
            notes: Vec::new(),
            action_cards: Vec::new(),
            secrets: Vec::new(),
            ..bundle.clone()
        };
        let (notes, secrets) = (bundle.notes.len(), bundle.secrets.len());
        Backs { goods, notes, action_cards: bundle.action_cards.len(), secrets }
    }
}

pub(crate) fn notice(event: &Event, audience: Audience) -> Option<Notice> {
    let privy = |seat: Seat| audience.is_privy(seat);
    let party = |a: Seat, b: Seat| privy(a) || privy(b);
    match event {
        Event::Offered { from, to, .. }
        | Event::Resolved { from, to, .. }
        | Event::Struck { from, to, .. } => party(*from, *to).then(|| whole(event)),
        Event::Promised { promise } => party(promise.by, promise.to).then(|| whole(event)),
        Event::Settled { id, .. } | Event::Said { id, .. } => {
            party(id.from, id.to).then(|| whole(event))
        }
        Event::Bound { promise } if party(promise.by, promise.to) => Some(whole(event)),
        Event::Bound { promise } => {
            let mut promise = promise.clone();
            veil(&mut &mut promise, audience.seat().unwrap_or(Seat(u8::MAX)));
            Some(Notice::Happened { event: Box::new(Event::Bound { promise }) })
        }
        Event::Exchanged { transaction, .. } => {
            let (a, b) = transaction.sides;
            if party(a, b) {
                return Some(whole(event));
            }
            let gives =
                Box::new((Backs::of(&transaction.gives.0), Backs::of(&transaction.gives.1)));
            Some(Notice::Exchanged { sides: (a, b), gives })
        }
        Event::Given { from, to, goods } if !party(*from, *to) => {
            Some(Notice::Given { from: *from, to: *to, goods: Box::new(Backs::of(goods)) })
        }
        Event::Looked { by, at, hand, .. } if !party(*by, *at) => {
            Some(Notice::Looked { by: *by, at: *at, hand: *hand })
        }
        Event::Taken { by, from, .. } if !party(*by, *from) => {
            Some(Notice::Taken { by: *by, from: *from })
        }
        Event::Shown { by, to, cards } if !party(*by, *to) => {
            let (notes, action_cards) = (cards.notes.len(), cards.action_cards.len());
            Some(Notice::Shown { by: *by, to: *to, notes, action_cards })
        }
        Event::NoteMoved { note, from, to } => Some(moved(event, *note, *from, *to, audience)),
        Event::Booked { seat, entry: Entry::Draw { .. } } if !privy(*seat) => {
            Some(Notice::Drew { seat: *seat })
        }
        Event::Booked { seat, entry: Entry::DrawSecret { .. } } if !privy(*seat) => {
            Some(Notice::DrewSecret { seat: *seat })
        }
        Event::Booked { seat, entry: Entry::ReturnSecret { .. } } if !privy(*seat) => {
            Some(Notice::ReturnedSecret { seat: *seat })
        }
        _ => Some(whole(event)),
    }
}

fn whole(event: &Event) -> Notice {
    Notice::Happened { event: Box::new(event.clone()) }
}

/// From hand to hand a note moves face down; from or to anywhere else everybody sees it.
fn moved(event: &Event, _: Note, from: Place, to: Place, audience: Audience) -> Notice {
    match (from, to) {
        (Place::Hand(giver), Place::Hand(taker))
            if !audience.is_privy(giver) && !audience.is_privy(taker) =>
        {
            Notice::NoteMoved { from: giver, to: taker }
        }
        _ => whole(event),
    }
}
