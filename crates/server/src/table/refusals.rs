//! The latest refusals of a table, so that a retry is refused as before even if it would be legal by now.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, RandomState};

use parley::Seat;
use serde::Serialize;

use super::trouble;
use crate::wire::problem::Problem;

/// As many as are remembered of each seat; the oldest is forgotten first.
pub(crate) const REMEMBERED: usize = 64;

/// They are kept in memory only: when the table is put away or the server restarts, they are forgotten.
#[derive(Default)]
pub(crate) struct Refusals {
    hasher: RandomState,
    /// By seat.
    recent: Vec<VecDeque<Refused>>,
}

struct Refused {
    id: u64,
    command: u64,
    problem: Problem,
}

impl Refusals {
    pub fn note(&mut self, seat: Seat, id: &str, command: &impl Serialize, problem: Problem) {
        if self.recent.len() <= seat.index() {
            self.recent.resize_with(seat.index() + 1, VecDeque::new);
        }
        let (id, command) = (self.hasher.hash_one(id), self.hash(command));
        let recent = &mut self.recent[seat.index()];
        if recent.len() == REMEMBERED {
            recent.pop_front();
        }
        recent.push_back(Refused { id, command, problem });
    }

    /// What a command under that id was answered; another command may not have its id.
    pub fn answer(&self, seat: Seat, id: &str, command: &impl Serialize) -> Option<Problem> {
        let recent = self.recent.get(seat.index())?;
        let id = self.hasher.hash_one(id);
        let refused = recent.iter().find(|refused| refused.id == id)?;
        let same = refused.command == self.hash(command);
        Some(if same { refused.problem.clone() } else { trouble::id_used() })
    }

    fn hash(&self, command: &impl Serialize) -> u64 {
        self.hasher.hash_one(super::live::json(command))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_latest_refusals_of_each_seat_are_remembered() {
        let mut refusals = Refusals::default();
        refusals.note(Seat(1), "of another seat", &"pass", trouble::over());
        for n in 0..=REMEMBERED {
            refusals.note(Seat(0), &n.to_string(), &"pass", trouble::paused());
        }
        assert_eq!(refusals.answer(Seat(0), "0", &"pass"), None);
        assert_eq!(refusals.answer(Seat(0), "1", &"pass"), Some(trouble::paused()));
        assert_eq!(refusals.answer(Seat(0), "1", &"deploy"), Some(trouble::id_used()));
        assert_eq!(refusals.answer(Seat(1), "of another seat", &"pass"), Some(trouble::over()));
        assert_eq!(refusals.answer(Seat(0), "of another seat", &"pass"), None);
    }
}
