//! The log in words and colours.

use server::ruleset::{Span, Spoken, Tint};

use crate::paint::Paint;

/// A line as a sentence for the terminal.
pub(crate) fn sentence(line: &Spoken, paint: Paint) -> String {
    line.spans.iter().map(|span| painted(span, paint)).collect()
}

fn painted(Span { text, tint }: &Span, paint: Paint) -> String {
    match *tint {
        Tint::Player(seat) => paint.player(seat, text),
        Tint::Place => paint.territory(text),
        Tint::Zone => paint.zone(text),
        Tint::Plain => text.clone(),
    }
}
