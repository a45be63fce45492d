//! Why a bot did something.

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;

/// Why a bot made a move of a finished game, or why that cannot be said.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Explanation {
    pub step: u32,
    pub seat: Seat,
    /// The kind of bot that made it, if that is known.
    pub bot: Option<String>,
    /// What it weighed: found by having it decide once more from the view that it had, which led to the same move.
    pub reasons: Option<BotReasons>,
    /// Why its reasons are not known, as a sentence; `null` if they are.
    pub unknown: Option<String>,
}

/// What a bot weighed.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct BotReasons {
    /// Sentences, the most important first.
    #[schemars(length(max = 8))]
    pub sentences: Vec<String>,
    /// What the position was worth to it before the move, and what it expected after it.
    pub worth: Option<WorthChange>,
    /// How likely it held something to be.
    #[schemars(length(max = 4))]
    pub odds: Vec<HeldOdds>,
    /// What it compared, the best first.
    #[schemars(length(max = 16))]
    pub weighed: Vec<WeighedIdea>,
}

/// The worth of a position before and after a move.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct WorthChange {
    pub before: f32,
    pub after: f32,
    /// What is counted, such as `troops`.
    pub unit: String,
}

/// How likely a bot held something to be.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct HeldOdds {
    pub text: String,
    /// From 0 to 1.
    pub likely: f32,
}

/// Something that a bot compared with the rest.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct WeighedIdea {
    pub text: String,
    /// Larger is better; comparable within one list.
    pub worth: f32,
    /// The worth in words, such as `+2.5 troops`.
    pub told: String,
    /// Whether this is what it did.
    pub chosen: bool,
}
