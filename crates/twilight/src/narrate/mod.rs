//! The log in words: each notice as a sentence of typed pieces. A sentence says only what the notice says, so it cannot
//! reveal anything hidden (TI-62).

mod booked;
mod fed;
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

/// A piece of a sentence: a link to something, or text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TwilightPiece")]
#[serde(tag = "piece", rename_all = "snake_case")]
pub enum JournalPiece {
    Text {
        text: String,
    },
    Player {
        seat: Seat,
        text: String,
    },
    /// A system on the map, by its index in the galaxy.
    System {
        system: SystemId,
        text: String,
    },
    /// A clause of the rules, such as `TI-26`.
    Clause {
        clause: String,
        text: String,
    },
    /// The name of a component, which links to nothing.
    Plain {
        text: String,
    },
}

impl JournalPiece {
    pub fn text(&self) -> &str {
        match self {
            JournalPiece::Text { text }
            | JournalPiece::Player { text, .. }
            | JournalPiece::System { text, .. }
            | JournalPiece::Clause { text, .. }
            | JournalPiece::Plain { text } => text,
        }
    }
}

/// The sentence as plain text.
pub fn plain(pieces: &[JournalPiece]) -> String {
    pieces.iter().map(JournalPiece::text).collect()
}

/// The category of a line of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "TwilightCategory")]
#[serde(rename_all = "snake_case")]
pub enum JournalCategory {
    /// What changes hands.
    Transactions,
    /// Offers and how they ended.
    Deals,
    /// Obligations and promises, kept or broken.
    Promises,
    /// The round and what is done in it.
    Moment,
    /// What players hold.
    Holdings,
}

impl Notice {
    /// The filters that it appears under.
    pub fn categories(&self) -> &'static [JournalCategory] {
        use JournalCategory::*;
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
            | Notice::Mapped { .. }
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
            | Notice::Shown { .. }
            | Notice::Counted { .. }
            | Notice::CountedTwice { .. }
            | Notice::MadeExact
            | Notice::Synced { .. }
            | Notice::Reconciled { .. }
            | Notice::CorrectionAsked { .. }
            | Notice::CorrectionDropped { .. }
            | Notice::Corrected { .. } => &[Holdings],
        }
    }
}

/// A notice as a sentence, with the public names of the table.
pub fn line(notice: &Notice, game: &Game) -> Vec<JournalPiece> {
    let state = game.state();
    Sentence::new(&state.table, state.galaxy.as_deref()).notice(notice).finish()
}

/// Face-down cards, in words.
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
