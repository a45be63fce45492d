//! The text of a signal while it is being composed.

use std::sync::Arc;

use backchannel::Rules;
use backchannel::signal::{Piece, Signal, Signals};
use parley::{Language, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use server::wire::Problem;

/// A signal that is being composed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignalDraft {
    pub signal: Signal,
}

/// The signal as text.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rendered {
    pub pieces: Vec<Piece>,
}

#[allow(clippy::needless_pass_by_value, reason = "a question is handed over")]
pub fn render(
    rules: &Arc<Rules>,
    seat: Seat,
    language: Language,
    SignalDraft { signal }: SignalDraft,
) -> Result<Rendered, Problem> {
    let signals = Signals::standard();
    let checked = rules.vocabulary.check(signals.catalogue(), seat, &signal);
    checked.map_err(|why| Problem::invalid("signal", why))?;
    Ok(Rendered { pieces: signals.render(language, seat, &signal, &**rules) })
}
