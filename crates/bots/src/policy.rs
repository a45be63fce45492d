//! The thresholds that tell one negotiator from another.

use serde::{Deserialize, Serialize};

/// How a negotiator judges deals, words and people. Plain numbers, so that a tuner can search for better ones.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// The least that a deal must be worth to it, in troops.
    pub least_worth: f32,
    /// How much a partner's gain hurts, beside its share among the rivals.
    pub envy: f32,
    /// How much it values trade: supply, intel and joint offensives count this many times.
    pub trade: f32,
    /// How much it values a quiet border: ceasefires count this many times.
    pub peace: f32,
    /// How much it values winning together with a partner.
    pub alliance: f32,
    /// What each round without an offer to a seat adds to the next one, in troops.
    pub eagerness: f32,
    /// How likely it thinks a stranger is to keep its word.
    pub credulity: f32,
    /// Rounds after which a broken word counts half.
    pub forgiveness: f32,
    /// It makes no deals with a seat that it thinks less likely than this to keep its word.
    pub boycott: f32,
    /// What each territory of a breaker is worth to it in addition, in troops.
    pub vengeance: f32,
    /// How readily it gives in to requests, pleas and threats.
    pub compliance: f32,
    /// How much it values what a broken word would gain: at 0 it never breaks one.
    pub treachery: f32,
    /// What a round with the traitor mark costs it, in troops.
    pub mark_price: f32,
    /// What the lost trust of a partner costs it, in troops.
    pub trust_price: f32,
    /// How much of what it says unasked is true.
    pub candour: f32,
    /// How often it speaks unasked.
    pub talk: f32,
}

/// A threshold by its name, and the values that make sense for it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Threshold {
    pub name: &'static str,
    pub least: f32,
    pub most: f32,
}

macro_rules! thresholds {
    ($($field:ident: $least:literal to $most:literal),* $(,)?) => {
        impl Policy {
            /// Every threshold with its range, in the order of the fields.
            pub const THRESHOLDS: &[Threshold] = &[
                $(Threshold { name: stringify!($field), least: $least, most: $most }),*
            ];

            /// The threshold called `name`.
            pub fn get(&self, name: &str) -> Option<f32> {
                match name {
                    $(stringify!($field) => Some(self.$field),)*
                    _ => None,
                }
            }

            /// The policy with another value for `name`, within its range; `None` if there is no such threshold.
            #[must_use]
            pub fn with(mut self, name: &str, value: f32) -> Option<Policy> {
                match name {
                    $(stringify!($field) => self.$field = value.clamp($least, $most),)*
                    _ => return None,
                }
                Some(self)
            }
        }
    };
}

thresholds! {
    least_worth: -1.0 to 3.0,
    envy: 0.0 to 1.5,
    trade: 0.2 to 3.0,
    peace: 0.2 to 3.0,
    alliance: 0.0 to 2.0,
    eagerness: 0.0 to 1.5,
    credulity: 0.0 to 1.0,
    forgiveness: 0.5 to 100.0,
    boycott: 0.0 to 1.0,
    vengeance: 0.0 to 6.0,
    compliance: 0.0 to 2.0,
    treachery: 0.0 to 1.5,
    mark_price: 0.0 to 4.0,
    trust_price: 0.0 to 12.0,
    candour: 0.0 to 1.0,
    talk: 0.0 to 1.0,
}

impl Policy {
    /// Deals whenever both sides gain, keeps its word and expects others to.
    pub const HONEST: Policy = Policy {
        least_worth: 0.3,
        envy: 0.6,
        trade: 1.0,
        peace: 1.0,
        alliance: 1.0,
        eagerness: 0.6,
        credulity: 0.85,
        forgiveness: 2.0,
        boycott: 0.1,
        vengeance: 0.5,
        compliance: 1.0,
        treachery: 0.0,
        mark_price: 2.0,
        trust_price: 6.0,
        candour: 1.0,
        talk: 0.5,
    };
}

impl Default for Policy {
    fn default() -> Policy {
        Policy::HONEST
    }
}
