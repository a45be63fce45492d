//! What is observed of one game, in one pass over its events.

mod breaks;
mod deals;
mod fights;
mod row;
mod thinking;
mod words;
mod worth;

use std::io;

use backchannel::settings::MOST_SEATS;
use backchannel::{Command, Event, Game, HonourRecord};
use parley::{Round, Seat};

use crate::inbox::is_word;
use crate::play::GameObserver;
use breaks::BreakWatch;
use deals::SeatDealWatch;
use fights::FightWatch;
use words::WordWatch;
use worth::WorthWatch;

pub use breaks::{BreakKind, Deviation, WorthAfter};
pub use row::{BreakRow, ClaimCounts, GameLabel, PromiseCounts, SeatDeals, SeatRow, ThinkingRow};
pub use worth::{JUDGED_AFTER, ROUNDS_AFTER};

pub(crate) use thinking::{Stopwatch, timed};

/// Observes a game for the rows of its seats.
pub struct LeagueWatch {
    honour: HonourRecord,
    round: Round,
    deals: SeatDealWatch,
    breaks: BreakWatch,
    fights: FightWatch,
    words: WordWatch,
    worth: WorthWatch,
    actions: [u32; MOST_SEATS],
    talked: [u32; MOST_SEATS],
}

impl LeagueWatch {
    /// For a game that has only been dealt.
    pub fn new(game: &Game) -> LeagueWatch {
        LeagueWatch {
            honour: HonourRecord::begin(game),
            round: game.round(),
            deals: SeatDealWatch::default(),
            breaks: BreakWatch::default(),
            fights: FightWatch::default(),
            words: WordWatch::default(),
            worth: WorthWatch::default(),
            actions: [0; MOST_SEATS],
            talked: [0; MOST_SEATS],
        }
    }

    /// The rows of the game, one per seat; none before it is over.
    pub fn rows(self, label: &GameLabel<'_>, game: &Game) -> Vec<SeatRow> {
        let Some(outcome) = game.outcome() else { return Vec::new() };
        let row = |seat: Seat| SeatRow {
            actions: self.actions[seat.index()],
            words: self.talked[seat.index()],
            worth: self.worth.mean(seat),
            ..SeatRow::of(label, &outcome, seat, game.round().0)
        };
        let mut rows: Vec<SeatRow> = Seat::all(game.rules().seats()).map(row).collect();
        self.fights.write(game.rules(), &mut rows);
        self.breaks.write(&self.worth, &outcome, &mut rows);
        self.words.write(&self.honour, &mut rows);
        self.deals.write(&self.honour, &mut rows);
        rows
    }

    fn note(&mut self, game: &Game, events: &[Event]) {
        let mut begun = false;
        for event in events {
            self.honour.observe(game.rules(), event);
            self.deals.note(game.rules(), event);
            self.words.note(&self.honour, &self.deals, event);
            self.breaks.note(&self.honour, &mut self.deals, self.round, event);
            self.fights.note(self.round, event);
            if let Event::RoundStarted { round } = *event {
                (self.round, begun) = (round, true);
            }
        }
        if begun {
            self.worth.sample(game, self.round);
        }
    }
}

impl GameObserver for LeagueWatch {
    fn opened(&mut self, game: &Game, events: &[Event]) -> io::Result<()> {
        self.note(game, events);
        Ok(())
    }

    fn acted(
        &mut self,
        game: &Game,
        by: Seat,
        command: &Command,
        events: &[Event],
    ) -> io::Result<()> {
        self.actions[by.index()] += 1;
        self.talked[by.index()] += u32::from(is_word(command));
        self.note(game, events);
        Ok(())
    }
}
