//! The log of a saved game, for a terminal.

use backchannel::signal::Piece;
use backchannel::{Category, Notice, Rules, narrate};
use parley::Language;
use server::ruleset::{Heading, Spoken, TextSpan, Tint};

pub fn spoken(notice: &Notice, rules: &Rules, language: Language) -> Spoken {
    let heading = match *notice {
        Notice::RoundStarted { round } => Some(Heading::Round(round.0)),
        Notice::TurnStarted { seat } => Some(Heading::Turn(seat)),
        _ => None,
    };
    let category = match notice.category() {
        Category::Combat => "combat",
        Category::Public => "public",
        Category::Signals => "signals",
        Category::Deals => "deals",
    };
    let spans = narrate::line(notice, rules, language).into_iter().map(span).collect();
    let notice = serde_json::to_value(notice).unwrap_or_default();
    Spoken { heading, category, spans, notice }
}

fn span(piece: Piece) -> TextSpan {
    match piece {
        Piece::Player { seat, text } => TextSpan { text, tint: Tint::Player(seat) },
        Piece::Territory { text, .. } => TextSpan { text, tint: Tint::Place },
        Piece::Zone { text, .. } => TextSpan { text, tint: Tint::Zone },
        Piece::Text { text } | Piece::Plain { text } => TextSpan { text, tint: Tint::Plain },
    }
}
