//! The journal in words: each notice as a sentence of typed pieces. It says what the notice says and
//! nothing else, so what an audience may not know is in nobody's journal (TI-62).

mod booked;
mod event;
mod sentence;
#[cfg(test)]
mod tests;

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use crate::effect::Hand;
use crate::event::Event;
use crate::galaxy::SystemId;
use crate::game::Game;
use crate::hand::Place;
use crate::notice::{Backs, Notice};

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
            Notice::Happened { event } => categories(event),
            Notice::Exchanged { .. } => &[Transactions],
            Notice::Given { .. } | Notice::NoteMoved { .. } | Notice::Taken { .. } => {
                &[Transactions, Holdings]
            }
            Notice::Drew { .. }
            | Notice::Looked { .. }
            | Notice::Shown { .. }
            | Notice::DrewSecret { .. }
            | Notice::ReturnedSecret { .. } => &[Holdings],
        }
    }
}

fn categories(event: &Event) -> &'static [Category] {
    use Category::*;
    match event {
        Event::Offered { .. } | Event::Resolved { .. } | Event::Struck { .. } => &[Deals],
        Event::Exchanged { .. } | Event::Neighboured { .. } | Event::Invoked { .. } => {
            &[Transactions]
        }
        Event::NoteMoved { from: Place::Play(_), .. }
        | Event::NoteMoved { to: Place::Play(_) | Place::Gone, .. } => &[Holdings],
        Event::Given { .. }
        | Event::NoteMoved { .. }
        | Event::PillageOpened { .. }
        | Event::PillageClosed { .. }
        | Event::Pillaged { .. }
        | Event::Demanded { .. }
        | Event::Yielded { .. }
        | Event::Waived { .. }
        | Event::Waylaid { .. }
        | Event::Taken { .. }
        | Event::Researched { .. } => &[Transactions, Holdings],
        Event::Bound { .. }
        | Event::Promised { .. }
        | Event::Discharged { .. }
        | Event::Settled { .. }
        | Event::Said { .. } => &[Promises],
        Event::Moved { .. }
        | Event::Passed { .. }
        | Event::StrategyCardUsed { .. }
        | Event::Reported { .. }
        | Event::Silenced { .. }
        | Event::Boarded { .. }
        | Event::SpeakerMoved { .. }
        | Event::Declared { .. }
        | Event::Charted { .. }
        | Event::Left { .. } => &[Moment],
        Event::Gained { .. }
        | Event::Scored { .. }
        | Event::Spent { .. }
        | Event::Booked { .. }
        | Event::Overflowed { .. }
        | Event::Used { .. }
        | Event::Looked { .. }
        | Event::Shown { .. } => &[Holdings],
    }
}

/// A notice as a sentence, with the names that everybody at the table knows.
pub fn line(notice: &Notice, game: &Game) -> Vec<Piece> {
    let state = game.state();
    let line = Sentence::new(&state.table, state.galaxy.as_deref());
    match notice {
        Notice::Happened { event } => line.event(event),
        Notice::Exchanged { sides: (one, other), gives } => {
            let line = line.seat(*one).text(" and ").seat(*other).text(" transact: ");
            let line = line.seat(*one).text(" gives ").backs(&gives.0).text("; ");
            line.seat(*other).text(" gives ").backs(&gives.1).text(".")
        }
        Notice::Given { from, to, goods } => {
            let line = line.seat(*from).text(" hands ").backs(goods).text(" to ").seat(*to);
            line.text(" by an effect, not in a transaction ").clause(26).text(".")
        }
        Notice::NoteMoved { from, to } => {
            let line = line.text("A promissory note goes from ").owner(*from).text(" hand to ");
            line.owner(*to).text(".")
        }
        Notice::Drew { seat } => line.seat(*seat).text(" draws an action card."),
        Notice::Looked { by, at, hand } => {
            line.seat(*by).text(" looks at ").owner(*at).text(" ").hand(*hand).text(".")
        }
        Notice::Taken { by, from } => {
            line.seat(*by).text(" takes an action card out of ").owner(*from).text(" hand.")
        }
        Notice::Shown { by, to, notes, action_cards } => {
            let cards = counted(*notes, *action_cards, 0).join(" and ");
            line.seat(*by).text(" shows ").seat(*to).text(" ").text(cards).text(" from the hand.")
        }
        Notice::DrewSecret { seat } => line.seat(*seat).text(" draws a secret objective."),
        Notice::ReturnedSecret { seat } => {
            line.seat(*seat).text(" puts a secret objective back unseen.")
        }
    }
    .finish()
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

impl Sentence<'_> {
    fn backs(self, backs: &Backs) -> Self {
        let cards = counted(backs.notes, backs.action_cards, backs.secrets).join(", ");
        match (backs.goods.is_empty(), cards.is_empty()) {
            (true, false) => self.plain(cards),
            (false, false) => self.goods(&backs.goods).text(", ").plain(cards),
            _ => self.goods(&backs.goods),
        }
    }

    fn hand(self, hand: Hand) -> Self {
        self.text(match hand {
            Hand::Notes => "promissory notes",
            Hand::ActionCards => "action cards",
            Hand::Secrets => "secret objectives",
        })
    }
}
