//! The moment: which step or window is open, whose turn it is, whose decision it is (TI-85 … TI-101).

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::round::step::{Phase, Step};

/// A moment of the round. It has an active player in the action phase and at no other time (TI-12),
/// and one who is asked in the steps that ask one player after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Moment {
    step: Step,
    active: Option<Seat>,
    asked: Option<Seat>,
}

/// What begins anew with a moment.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fresh {
    pub turn: bool,
    pub agenda: bool,
    pub phase: bool,
    pub round: bool,
}

impl Moment {
    /// A step outside the action phase that asks nobody in particular.
    pub fn of(step: Step) -> Moment {
        Moment { step, active: None, asked: None }
    }

    /// A step of `active`'s turn.
    pub fn turn(active: Seat, step: Step) -> Moment {
        Moment { step, active: Some(active), asked: None }
    }

    /// The same moment when `asked` decides.
    #[must_use]
    pub fn asking(self, asked: Seat) -> Moment {
        Moment { asked: self.step.asks_one_by_one().then_some(asked), ..self }
    }

    /// The moment put together from loose parts, if they fit together.
    ///
    /// # Errors
    /// What is missing, or too much.
    pub fn new(step: Step, active: Option<Seat>, asked: Option<Seat>) -> Result<Moment, Misfit> {
        match (step.phase(), active) {
            (Phase::Action, None) => return Err(Misfit::NobodyActive),
            (Phase::Strategy | Phase::Status | Phase::Agenda, Some(_)) => {
                return Err(Misfit::ActiveOutsideTurn);
            }
            _ => {}
        }
        match (step.asks_one_by_one(), asked) {
            (true, None) => Err(Misfit::NobodyAsked),
            (false, Some(_)) => Err(Misfit::NobodyIsAsked),
            _ if step == Step::Secondary && active == asked => Err(Misfit::OwnSecondary),
            _ => Ok(Moment { step, active, asked }),
        }
    }

    #[inline]
    pub fn step(&self) -> Step {
        self.step
    }

    #[inline]
    pub fn phase(&self) -> Phase {
        self.step.phase()
    }

    /// Whose turn it is. There is no active player outside the action phase.
    #[inline]
    pub fn active(&self) -> Option<Seat> {
        self.active
    }

    /// The one player whose turn to decide it is, in a step that asks one by one.
    #[inline]
    pub fn asked(&self) -> Option<Seat> {
        self.asked
    }

    /// Whose decision it is now; the speaker's where the step names nobody.
    pub fn decides(&self, speaker: Seat) -> Seat {
        self.asked.or(self.active).unwrap_or(speaker)
    }

    /// Whether `seat` may choose in this step: the one asked, else the active player, else anybody.
    pub fn is_open_to(&self, seat: Seat) -> bool {
        self.asked.or(self.active).is_none_or(|decides| decides == seat)
    }
}

/// Parts of a moment that do not fit together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misfit {
    #[error("A step of the action phase belongs to somebody's turn: name the active player.")]
    NobodyActive,
    #[error("There is an active player in the action phase only.")]
    ActiveOutsideTurn,
    #[error("This step asks one player after another: name the one who is asked now.")]
    NobodyAsked,
    #[error("This step asks nobody in particular.")]
    NobodyIsAsked,
    #[error("The active player has the primary ability; a secondary is for the others.")]
    OwnSecondary,
}
