//! The log in words and colours.

use server::ruleset::{Spoken, TextSpan, Tint};

use crate::paint::Paint;

/// A line as a sentence for the terminal.
pub(crate) fn sentence(line: &Spoken, paint: Paint) -> String {
    line.spans.iter().map(|span| painted(span, paint)).collect()
}

fn painted(TextSpan { text, tint }: &TextSpan, paint: Paint) -> String {
    match *tint {
        Tint::Player(seat) => paint.player(seat, text),
        Tint::Place => paint.territory(text),
        Tint::Zone => paint.zone(text),
        Tint::Plain => text.clone(),
    }
}
