//! The moment: which step or window is open, whose turn it is, and who decides (TI-85 … TI-101).

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::round::step::{Phase, Step};

/// A moment of the round. Only in the action phase is there an active player (TI-12), and only steps that ask one
/// player after another have a player who is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Moment {
    step: Step,
    active: Option<Seat>,
    asked: Option<Seat>,
}

/// The parts of a moment that have just begun.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fresh {
    pub turn: bool,
    pub agenda: bool,
    pub phase: bool,
    pub round: bool,
}

impl Moment {
    /// A step outside the action phase in which no particular player is asked.
    pub fn of(step: Step) -> Moment {
        Moment { step, active: None, asked: None }
    }

    /// A step of `active`'s turn.
    pub fn turn(active: Seat, step: Step) -> Moment {
        Moment { step, active: Some(active), asked: None }
    }

    /// The same moment with `asked` deciding.
    #[must_use]
    pub fn asking(self, asked: Seat) -> Moment {
        Moment { asked: self.step.asks_one_by_one().then_some(asked), ..self }
    }

    /// Builds a moment from separate parts, if they are consistent.
    ///
    /// # Errors
    /// Which part is missing or superfluous.
    pub fn new(step: Step, active: Option<Seat>, asked: Option<Seat>) -> Result<Moment, Misfit> {
        match (step.phase(), active) {
            (Phase::Action, None) => return Err(Misfit::NobodyActive),
            (Phase::Action, Some(_)) | (_, None) => {}
            (_, Some(_)) => return Err(Misfit::ActiveOutsideTurn),
        }
        Moment::parts(step, active, asked)
    }

    /// A step of an agenda that an ability resolves within the turn of `active` (TI-14). Only the agenda's own steps can
    /// take place there.
    ///
    /// # Errors
    /// Which part is missing or superfluous.
    pub fn within_turn(step: Step, active: Seat, asked: Option<Seat>) -> Result<Moment, Misfit> {
        match step.phase() {
            Phase::Action | Phase::Agenda => Moment::parts(step, Some(active), asked),
            _ => Err(Misfit::ActiveOutsideTurn),
        }
    }

    fn parts(step: Step, active: Option<Seat>, asked: Option<Seat>) -> Result<Moment, Misfit> {
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

    /// The phase of the round: an agenda that is resolved within a turn is part of the action phase (TI-14).
    #[inline]
    pub fn phase(&self) -> Phase {
        if self.active.is_some() { Phase::Action } else { self.step.phase() }
    }

    /// Whose turn it is; `None` outside the action phase.
    #[inline]
    pub fn active(&self) -> Option<Seat> {
        self.active
    }

    /// The player who is asked, in a step that asks one player after another.
    #[inline]
    pub fn asked(&self) -> Option<Seat> {
        self.asked
    }

    /// Who decides now; the speaker if the step names nobody.
    pub fn decides(&self, speaker: Seat) -> Seat {
        self.asked.or(self.active).unwrap_or(speaker)
    }

    /// Whether `seat` may choose in this step: the player who is asked, else the active player, else anybody.
    pub fn is_open_to(&self, seat: Seat) -> bool {
        self.asked.or(self.active).is_none_or(|decides| decides == seat)
    }
}

/// Inconsistent parts of a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misfit {
    #[error("A step of the action phase is part of a turn: name the active player.")]
    NobodyActive,
    #[error("There is an active player only in the action phase.")]
    ActiveOutsideTurn,
    #[error("This step asks one player after another: name the one who is asked now.")]
    NobodyAsked,
    #[error("This step asks no particular player.")]
    NobodyIsAsked,
    #[error("The active player has the primary ability; a secondary is for the others.")]
    OwnSecondary,
}
