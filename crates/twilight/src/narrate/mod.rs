//! The journal in words: each notice as a sentence of typed pieces. It says what the notice says and
//! nothing else, so what an audience may not know is in nobody's journal (TI-62).

mod booked;
mod notice;
mod sentence;
#[cfg(test)]
mod tests;

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use crate::desk::notice::Notice;
use crate::galaxy::SystemId;
use crate::game::Game;
use crate::table::hand::Place;

use self::sentence::Sentence;

/// A stretch of a sentence: something to point at, or text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TwilightPiece")]
#[serde(tag = "piece", rename_all = "snake_case")]
pub enum Piece {
    Text {
        text: String,
    },
    Player {
        seat: Seat,
        text: String,
    },
    /// A system on the map, by its place in the galaxy.
    System {
        system: SystemId,
        text: String,
    },
    /// A clause of the rules, such as `TI-26`.
    Clause {
        clause: String,
        text: String,
    },
    /// What is printed on a component: nothing to point at.
    Plain {
        text: String,
    },
}

impl Piece {
    pub fn text(&self) -> &str {
        match self {
            Piece::Text { text }
            | Piece::Player { text, .. }
            | Piece::System { text, .. }
            | Piece::Clause { text, .. }
            | Piece::Plain { text } => text,
        }
    }
}

/// The sentence without its links.
pub fn plain(pieces: &[Piece]) -> String {
    pieces.iter().map(Piece::text).collect()
}

/// What a line of the journal is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TwilightCategory")]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// What changes hands.
    Transactions,
    /// Offers and what comes of them.
    Deals,
    /// What is owed, promised, kept and broken.
    Promises,
    /// The round and what is done in it.
    Moment,
    /// What players have and hold.
    Holdings,
}

impl Notice {
    /// The filters that show it.
    pub fn categories(&self) -> &'static [Category] {
        use Category::*;
        match self {
            Notice::Offered { .. } | Notice::Resolved { .. } | Notice::Struck { .. } => &[Deals],
            Notice::Exchanged { .. } | Notice::Neighboured { .. } | Notice::Invoked { .. } => {
                &[Transactions]
            }
            Notice::NoteMoved { from: Place::Play(_), .. }
            | Notice::NoteMoved { to: Place::Play(_) | Place::Gone, .. } => &[Holdings],
            Notice::Given { .. }
            | Notice::NoteMoved { .. }
            | Notice::PillageOpened { .. }
            | Notice::PillageClosed { .. }
            | Notice::Pillaged { .. }
            | Notice::Demanded { .. }
            | Notice::Yielded { .. }
            | Notice::Waived { .. }
            | Notice::Waylaid { .. }
            | Notice::Taken { .. }
            | Notice::Researched { .. } => &[Transactions, Holdings],
            Notice::Bound { .. }
            | Notice::Promised { .. }
            | Notice::Discharged { .. }
            | Notice::Settled { .. }
            | Notice::Said { .. } => &[Promises],
            Notice::Moved { .. }
            | Notice::Passed { .. }
            | Notice::StrategyCardUsed { .. }
            | Notice::Reported { .. }
            | Notice::Silenced { .. }
            | Notice::Boarded { .. }
            | Notice::SpeakerMoved { .. }
            | Notice::Declared { .. }
            | Notice::Charted { .. }
            | Notice::Left { .. } => &[Moment],
            Notice::Gained { .. }
            | Notice::Scored { .. }
            | Notice::Spent { .. }
            | Notice::Booked { .. }
            | Notice::Drew { .. }
            | Notice::DrewSecret { .. }
            | Notice::ReturnedSecret { .. }
            | Notice::Overflowed { .. }
            | Notice::Used { .. }
            | Notice::Looked { .. }
            | Notice::Shown { .. } => &[Holdings],
        }
    }
}

/// A notice as a sentence, with the names that everybody at the table knows.
pub fn line(notice: &Notice, game: &Game) -> Vec<Piece> {
    let state = game.state();
    Sentence::new(&state.table, state.galaxy.as_deref()).notice(notice).finish()
}

/// Cards seen from behind, in words.
fn counted(notes: usize, action_cards: usize, secrets: usize) -> Vec<String> {
    let all =
        [(notes, "promissory note"), (action_cards, "action card"), (secrets, "secret objective")];
    let some = all.into_iter().filter(|(count, _)| *count > 0);
    some.map(|(count, what)| number(count, what)).collect()
}

/// "1 trade good", "3 trade goods", "2 commodities".
fn number(count: usize, what: &str) -> String {
    match what.strip_suffix('y') {
        _ if count == 1 => format!("1 {what}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {what}s"),
    }
}
