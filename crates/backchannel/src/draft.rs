//! A decision in progress: each event is applied to a copy of the state before the next one is decided.

use parley::{Chance, Seat};

use crate::card::Card;
use crate::event::Event;
use crate::evolve::evolve;
use crate::settings::Rules;
use crate::state::State;

/// A copy of the state to which events are applied while a decision is made.
pub(crate) struct Draft<'a> {
    pub rules: &'a Rules,
    pub state: State,
    events: &'a mut Vec<Event>,
    chance: Option<Chance>,
}

impl<'a> Draft<'a> {
    /// A draft of `state` with the events since `from` applied.
    pub(crate) fn after(
        rules: &'a Rules,
        state: &State,
        events: &'a mut Vec<Event>,
        from: usize,
    ) -> Self {
        let mut draft = Draft { rules, state: state.clone(), events, chance: None };
        for event in &draft.events[from..] {
            evolve(&rules.map, &mut draft.state, event);
        }
        draft
    }

    pub(crate) fn emit(&mut self, event: Event) {
        evolve(&self.rules.map, &mut self.state, &event);
        self.events.push(event);
    }

    /// A uniform choice from `0..n`, the same whenever this decision is made again.
    pub(crate) fn below(&mut self, n: u32) -> u32 {
        let state = &self.state;
        let chance = self.chance.get_or_insert_with(|| state.seed.stream(state.spun));
        chance.below(n.into()) as u32
    }

    /// Draws one card, if the hand has room and there is one to draw (BC-204).
    pub(crate) fn draw(&mut self, seat: Seat) {
        if self.state.seat(seat).held >= self.rules.numbers().hand_limit {
            return;
        }
        if self.state.deck.is_empty() && !self.state.discards.is_empty() {
            self.emit(Event::Reshuffled);
        }
        if let Some(card) = self.pick_from_deck() {
            self.emit(Event::Drew { seat, card });
        }
    }

    fn pick_from_deck(&mut self) -> Option<Card> {
        match self.state.deck.total() {
            0 => None,
            total => {
                let n = self.below(total);
                self.state.deck.nth(n)
            }
        }
    }
}
