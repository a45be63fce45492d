//! The log in words and colours.

use backchannel::signal::Piece;
use backchannel::{Notice, Rules, narrate};
use parley::Language;

use crate::paint::Paint;

/// A notice as a sentence for the terminal.
pub(crate) fn sentence(notice: &Notice, rules: &Rules, language: Language, paint: Paint) -> String {
    narrate::line(notice, rules, language).iter().map(|piece| painted(piece, paint)).collect()
}

fn painted(piece: &Piece, paint: Paint) -> String {
    match piece {
        Piece::Player { seat, text } => paint.player(*seat, text),
        Piece::Territory { text, .. } => paint.territory(text),
        Piece::Zone { text, .. } => paint.zone(text),
        Piece::Text { text } | Piece::Plain { text } => text.clone(),
    }
}
