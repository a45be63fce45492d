//! Signals as text with typed links (BC-805).

use std::borrow::Cow;

use parley::Seat;
use parley::signal::Part;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::map::{Territory, Zone};

/// The names of players and places. They are the same in every language.
pub trait DisplayNames {
    fn player(&self, seat: Seat) -> Cow<'_, str>;
    fn territory(&self, territory: Territory) -> Cow<'_, str>;
    fn zone(&self, zone: Zone) -> Cow<'_, str>;
}

/// A piece of a sentence: a link to a player or a place, or text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "piece", rename_all = "snake_case")]
pub enum Piece {
    Text {
        text: String,
    },
    Player {
        seat: Seat,
        text: String,
    },
    Territory {
        territory: Territory,
        text: String,
    },
    Zone {
        zone: Zone,
        text: String,
    },
    /// A concept or an agreement type: vocabulary that links to nothing.
    Plain {
        text: String,
    },
}

impl Piece {
    pub fn text(&self) -> &str {
        match self {
            Piece::Text { text }
            | Piece::Player { text, .. }
            | Piece::Territory { text, .. }
            | Piece::Zone { text, .. }
            | Piece::Plain { text } => text,
        }
    }

    /// The word as it is called at a table; ideas, agreements and senders have a `noun` of the phrasebook.
    pub fn named(word: Word, noun: &str, names: &impl DisplayNames) -> Piece {
        match word {
            Word::Player(seat) if noun.is_empty() => {
                Piece::Player { seat, text: names.player(seat).into() }
            }
            Word::Player(seat) => Piece::Player { seat, text: noun.to_owned() },
            Word::Territory(territory) => {
                Piece::Territory { territory, text: names.territory(territory).into() }
            }
            Word::Zone(zone) => Piece::Zone { zone, text: names.zone(zone).into() },
            Word::Concept(_) | Word::Agreement(_) => Piece::Plain { text: noun.to_owned() },
        }
    }
}

/// The sentence as plain text.
pub fn plain(pieces: &[Piece]) -> String {
    pieces.iter().map(Piece::text).collect()
}

pub(super) fn pieces(parts: &[Part<'_, Word>], names: &impl DisplayNames) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(parts.len());
    for part in parts {
        match *part {
            Part::Text(text) => push_text(&mut pieces, text),
            Part::Name(word) => push_name(&mut pieces, Piece::named(word, "", names)),
            Part::Noun(word, noun) => push_name(&mut pieces, Piece::named(word, noun, names)),
        }
    }
    // A name keeps its own capitalisation.
    if let Some(Piece::Text { text } | Piece::Plain { text }) = pieces.first_mut() {
        *text = capitalised(text);
    }
    pieces
}

/// Inside a sentence the article of a place is small: "Stay out of the Bridgehead".
pub(crate) fn push_name(pieces: &mut Vec<Piece>, mut name: Piece) {
    let begins = pieces.is_empty();
    if let Piece::Zone { text, .. } | Piece::Territory { text, .. } = &mut name
        && !begins
        && let Some(rest) = text.strip_prefix("The ")
    {
        *text = format!("the {rest}");
    }
    pieces.push(name);
}

fn push_text(pieces: &mut Vec<Piece>, more: &str) {
    match pieces.last_mut() {
        _ if more.is_empty() => {}
        Some(Piece::Text { text }) => text.push_str(more),
        _ => pieces.push(Piece::Text { text: more.to_owned() }),
    }
}

pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
