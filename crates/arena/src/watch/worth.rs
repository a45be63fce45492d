//! How strong each seat is, round by round.

use backchannel::settings::MOST_SEATS;
use backchannel::{Game, Outcome, View};
use parley::{Audience, Game as _, Round, Seat};

/// The rounds after a break for which worth is kept.
pub const ROUNDS_AFTER: usize = 5;

/// The rounds after which the gain or loss of a break is judged.
pub const JUDGED_AFTER: usize = 3;

/// The whole, in the unit of a score: hundredths of a percent.
const WHOLE: u64 = 10_000;

/// The worth of every seat at the start of each round: the score that it would get if the game were split now (BC-903),
/// by what the public scoreboard shows, with every card counted alike.
#[derive(Default)]
pub(super) struct WorthWatch {
    view: View,
    /// By round, from the first one on.
    rounds: Vec<[u16; MOST_SEATS]>,
}

impl WorthWatch {
    /// Takes the sample of a round that has just begun.
    pub(super) fn sample(&mut self, game: &Game, round: Round) {
        game.view_into(Audience::Spectator, &mut self.view);
        let [lands, troops, cards] = game.rules().numbers().score.map(u64::from);
        let board = &self.view.scoreboard;
        let total = |of: fn(&backchannel::view::Score) -> u32| {
            board.iter().map(|score| u64::from(of(score))).sum::<u64>().max(1)
        };
        let whole =
            [total(|seat| seat.territories), total(|seat| seat.troops), total(|seat| seat.cards)];
        let mut sample = [0; MOST_SEATS];
        for score in board.iter().filter(|score| score.is_in) {
            let parts = [score.territories, score.troops, score.cards].map(u64::from);
            let shares = [lands, troops, cards].into_iter().zip(parts).zip(whole);
            let worth: u64 = shares.map(|((percent, part), all)| percent * 100 * part / all).sum();
            sample[score.seat.index()] = worth.min(WHOLE) as u16;
        }
        self.rounds.resize(usize::from(round.0), sample);
    }

    /// The worth of a seat in a round; after the last round its score.
    pub(super) fn at(&self, seat: Seat, round: usize, outcome: &Outcome) -> u16 {
        let sampled = round.checked_sub(1).and_then(|place| self.rounds.get(place));
        sampled.map_or(outcome.scores[seat.index()], |sample| sample[seat.index()])
    }

    /// The mean over all rounds.
    pub(super) fn mean(&self, seat: Seat) -> u16 {
        let sum: u64 = self.rounds.iter().map(|sample| u64::from(sample[seat.index()])).sum();
        (sum / (self.rounds.len() as u64).max(1)) as u16
    }
}
