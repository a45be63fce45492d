//! The latest refusals of a table, so that a retry is refused as before even if the command would be legal by now.

use std::collections::VecDeque;
use std::hash::{BuildHasher as _, RandomState};

use parley::Seat;
use serde::Serialize;

use super::trouble;
use crate::wire::problem::{Problem, ProblemKind};

/// How many are remembered for each seat; the oldest is dropped first.
const REMEMBERED: usize = 1_024;
/// How many of them are remembered with the whole response.
const WHOLE: usize = 64;

/// They are kept in memory only: when the table is unloaded or the server restarts, they are gone.
#[derive(Default)]
pub(crate) struct Refusals {
    hasher: RandomState,
    /// By seat.
    recent: Vec<OfSeat>,
}

/// The refusals of a seat, the oldest first.
#[derive(Default)]
struct OfSeat {
    all: VecDeque<Refused>,
    /// The responses of the last of them.
    answers: VecDeque<Problem>,
}

/// In 16 bytes.
struct Refused {
    id: u64,
    command: u32,
    why: Why,
}

/// The part of a response that is remembered longest.
#[derive(Clone, Copy)]
enum Why {
    Rules,
    Paused,
    Over,
}

impl Why {
    fn of(problem: &Problem) -> Why {
        match problem.kind {
            ProblemKind::Paused => Why::Paused,
            ProblemKind::Over => Why::Over,
            _ => Why::Rules,
        }
    }

    fn answer(self) -> Problem {
        match self {
            Why::Rules => trouble::refused_before(),
            Why::Paused => trouble::paused(),
            Why::Over => trouble::over(),
        }
    }
}

impl OfSeat {
    fn note(&mut self, refused: Refused, problem: Problem) {
        if self.all.len() == REMEMBERED {
            self.all.pop_front();
        }
        if self.answers.len() == WHOLE {
            self.answers.pop_front();
        }
        self.all.push_back(refused);
        self.answers.push_back(problem);
    }

    fn answer(&self, at: usize) -> Option<Problem> {
        let whole = (at + self.answers.len()).checked_sub(self.all.len());
        let whole = whole.and_then(|at| self.answers.get(at)).cloned();
        whole.or_else(|| self.all.get(at).map(|refused| refused.why.answer()))
    }
}

impl Refusals {
    pub fn note(&mut self, seat: Seat, id: &str, command: &impl Serialize, problem: Problem) {
        if self.recent.len() <= seat.index() {
            self.recent.resize_with(seat.index() + 1, OfSeat::default);
        }
        let (id, command) = (self.hasher.hash_one(id), self.hash(command));
        let refused = Refused { id, command, why: Why::of(&problem) };
        self.recent[seat.index()].note(refused, problem);
    }

    /// The response to a command with that id; an error if the id belonged to another command.
    pub fn answer(&self, seat: Seat, id: &str, command: &impl Serialize) -> Option<Problem> {
        let recent = self.recent.get(seat.index())?;
        let id = self.hasher.hash_one(id);
        let at = recent.all.iter().position(|refused| refused.id == id)?;
        match recent.all[at].command == self.hash(command) {
            true => recent.answer(at),
            false => Some(trouble::id_used()),
        }
    }

    fn hash(&self, command: &impl Serialize) -> u32 {
        self.hasher.hash_one(super::live::json(command)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn not_yours() -> Problem {
        Problem { detail: "It is not your turn.".into(), ..trouble::refused_before() }
    }

    #[test]
    fn the_latest_refusals_of_each_seat_are_remembered() {
        let mut refusals = Refusals::default();
        refusals.note(Seat(1), "of another seat", &"pass", trouble::over());
        refusals.note(Seat(0), "first", &"pass", not_yours());
        for n in 0..REMEMBERED {
            refusals.note(Seat(0), &n.to_string(), &"pass", not_yours());
        }
        let answer = |id: &str| refusals.answer(Seat(0), id, &"pass");
        assert_eq!(answer("first"), None);
        assert_eq!(answer("0"), Some(trouble::refused_before()));
        let whole = (REMEMBERED - WHOLE).to_string();
        assert_eq!(answer(&whole), Some(not_yours()));
        assert_eq!(answer(&(REMEMBERED - WHOLE - 1).to_string()), Some(trouble::refused_before()));
        assert_eq!(refusals.answer(Seat(0), "0", &"deploy"), Some(trouble::id_used()));
        assert_eq!(refusals.answer(Seat(1), "of another seat", &"pass"), Some(trouble::over()));
        assert_eq!(answer("of another seat"), None);
    }

    #[test]
    fn little_is_remembered_of_a_refusal() {
        assert_eq!(size_of::<Refused>(), 16);
    }
}
