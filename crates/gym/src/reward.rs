//! What a seat is rewarded for.

use backchannel::settings::MOST_SEATS;
use backchannel::{BrokenWords, Event, Game};
use parley::Seat;

/// How much each thing counts. What has no weight costs no time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RewardWeights {
    /// For the victory: shared equally by those who win together.
    pub win: f32,
    /// For the share of the final score (BC-903).
    pub score: f32,
    /// For each share of the map that is won, and against each that is lost.
    pub territory: f32,
    /// For each agreement or promise that was kept, and against each broken word (BC-1001).
    pub word: f32,
}

impl Default for RewardWeights {
    fn default() -> RewardWeights {
        RewardWeights { win: 1.0, score: 0.0, territory: 0.0, word: 0.0 }
    }
}

/// Rewards of every seat since they were last cleared.
#[derive(Clone, Debug)]
pub(crate) struct RewardCount {
    weights: RewardWeights,
    pub sums: [f32; MOST_SEATS],
    words: Option<BrokenWords>,
}

impl RewardCount {
    pub(crate) fn begin(weights: RewardWeights, game: &Game) -> RewardCount {
        let words = (weights.word != 0.0).then(|| BrokenWords::begin(game));
        RewardCount { weights, sums: [0.0; MOST_SEATS], words }
    }

    /// Counts an event that is about to be applied.
    #[inline]
    pub(crate) fn note(&mut self, game: &Game, event: &Event) {
        match event {
            Event::Conquered { by, loser, .. } if self.weights.territory != 0.0 => {
                let share = self.weights.territory / game.rules().map.len() as f32;
                self.sums[by.index()] += share;
                if let Some(loser) = loser {
                    self.sums[loser.index()] -= share;
                }
            }
            Event::GameOver { outcome } => {
                let each = self.weights.win / outcome.winners.len().max(1) as f32;
                for seat in Seat::all(game.rules().seats()) {
                    let score = f32::from(outcome.scores[seat.index()]) / 10_000.0;
                    let won = if outcome.winners.contains(seat) { each } else { 0.0 };
                    self.sums[seat.index()] += won + self.weights.score * score;
                }
            }
            Event::TreatyEnded { treaty }
                if self.weights.word != 0.0 && treaty.ends <= game.round() =>
            {
                self.sums[treaty.sides.0.index()] += self.weights.word;
                self.sums[treaty.sides.1.index()] += self.weights.word;
            }
            _ => {}
        }
        self.note_words(game, event);
    }

    fn note_words(&mut self, game: &Game, event: &Event) {
        let Some(words) = &mut self.words else { return };
        let (broken, kept) = (words.all().len(), words.kept().len());
        words.observe(game.rules(), event);
        for word in &words.all()[broken..] {
            self.sums[word.by.index()] -= self.weights.word;
        }
        for word in &words.kept()[kept..] {
            self.sums[word.by.index()] += self.weights.word;
        }
    }
}
