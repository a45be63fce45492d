//! The reasons of a strategist: what it weighed up, and how that came out.

use backchannel::Command;
use parley::Round;

use super::search::{Opening, Scores};

/// What a strategist weighed up for one decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    pub round: Round,
    /// The ideas in the order in which they came; each is compared with the first.
    pub ideas: Vec<WeighedIdea>,
    /// The one that was chosen. Of several deals it is the one that is tried first.
    pub chosen: usize,
}

/// One of the ideas, played out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeighedIdea {
    pub idea: Idea,
    /// The estimated share of the victory that it leads to.
    pub share: f32,
    /// What it gains over the first idea.
    pub gain: f32,
    /// The standard error of that.
    pub error: f32,
    /// The imagined worlds in which it was played out.
    pub worlds: u32,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Idea {
    /// To lead the turn in a certain way.
    Plan(&'static str),
    Command(Command),
    /// A proposal, if it is accepted.
    Deal(Command),
}

impl Thought {
    pub(crate) fn new(
        round: Round,
        openings: &[Opening],
        scores: &Scores,
        chosen: usize,
    ) -> Thought {
        let weighed = |(at, opening): (usize, &Opening)| WeighedIdea {
            idea: match *opening {
                Opening::Turn(plan) => Idea::Plan(plan.name),
                Opening::Command(command) => Idea::Command(command),
                Opening::Deal(command) => Idea::Deal(command),
            },
            share: scores.share(at),
            gain: scores.gain(at),
            error: scores.error(at),
            worlds: scores.worlds(at),
        };
        Thought { round, ideas: openings.iter().enumerate().map(weighed).collect(), chosen }
    }
}
