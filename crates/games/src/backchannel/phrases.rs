//! Signals that fit the moment, ready to send.

use backchannel::phrases::{self, QuickPhrase};
use backchannel::signal::{Piece, Signal, Signals};
use parley::{Audience, Game as _, Language, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Backchannel;
use server::wire::Problem;

/// Asks for what could be said now.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuickPhrasesQuery {}

/// A signal that fits the moment: whom to send it to, and how it reads.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReadyPhrase {
    /// Nobody in particular if it is meant for everybody.
    pub to: Option<Seat>,
    pub signal: Signal,
    pub pieces: Vec<Piece>,
}

#[allow(clippy::unnecessary_wraps, reason = "a question may be refused")]
pub fn phrases(
    game: &Backchannel,
    seat: Seat,
    language: Language,
    QuickPhrasesQuery {}: QuickPhrasesQuery,
) -> Result<Vec<ReadyPhrase>, Problem> {
    let rules = game.0.rules();
    let view = game.0.view(Audience::Seat(seat));
    let ready = |QuickPhrase { to, signal }| {
        let pieces = Signals::standard().render(language, seat, &signal, &**rules);
        ReadyPhrase { to, signal, pieces }
    };
    Ok(phrases::quick(rules, &view).into_iter().map(ready).collect())
}
