//! Counts over games. Integers only, so that the order in which games are added does not matter.

use backchannel::settings::MOST_SEATS;
use backchannel::{Agreement, Ending, Outcome};
use bots::{Conduct, Forfeits};
use parley::{Round, Seat};
use serde::{Deserialize, Serialize};

use crate::deals::{DealCounts, DealWatch};
use crate::seating::Lineup;

/// A win in parts that 1 to 8 winners can share evenly.
pub(crate) const WIN: u64 = 840;

/// Endings by their names in reports, in the order in which they are counted.
pub(crate) const ENDINGS: [&str; 4] =
    ["last_standing", "map_share", "shared_victory", "round_limit"];

/// Running counts from which a report is made. They can be sent to another machine and merged there.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct ArenaTally {
    pub(crate) games: u64,
    pub(crate) actions: u64,
    pub(crate) words: u64,
    /// By bot, in parts of a [`WIN`].
    pub(crate) wins: [u64; MOST_SEATS],
    pub(crate) wins_by_seat: [u64; MOST_SEATS],
    /// By bot, in hundredths of a percent.
    pub(crate) scores: [u64; MOST_SEATS],
    pub(crate) endings: [u64; ENDINGS.len()],
    /// Games by their number of rounds.
    pub(crate) rounds: Vec<u64>,
    pub(crate) deals: [DealCounts; Agreement::ALL.len()],
    /// By bot, of those that are programs.
    pub(crate) conduct: [Option<BotConduct>; MOST_SEATS],
}

/// What went wrong with a program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct BotConduct {
    pub forfeits: Forfeits,
    /// Games in which anything did.
    pub games: u64,
    /// The first of them, and what it was.
    pub first: Option<(u64, String)>,
}

impl BotConduct {
    fn add(&mut self, game: u64, conduct: &Conduct) {
        self.forfeits.add(&conduct.forfeits);
        self.games += u64::from(conduct.first.is_some());
        let first = conduct.first.as_ref().map(|first| (game, first.clone()));
        self.keep_first(first);
    }

    fn merge(&mut self, other: &BotConduct) {
        self.forfeits.add(&other.forfeits);
        self.games += other.games;
        self.keep_first(other.first.clone());
    }

    fn keep_first(&mut self, other: Option<(u64, String)>) {
        self.first = [self.first.take(), other].into_iter().flatten().min();
    }
}

/// A game that is over.
pub(crate) struct Finished<'a> {
    pub number: u64,
    pub outcome: Outcome,
    pub round: Round,
    pub actions: u64,
    pub words: u64,
    pub deals: &'a DealWatch,
    /// By seat.
    pub conduct: &'a [Option<Conduct>],
}

impl ArenaTally {
    pub(crate) fn add(&mut self, seating: &Lineup, seats: usize, game: &Finished<'_>) {
        self.games += 1;
        self.actions += game.actions;
        self.words += game.words;
        let share = WIN / game.outcome.winners.len().max(1) as u64;
        for seat in Seat::all(seats) {
            let bot = seating.bot(game.number, seat.index());
            self.scores[bot] += u64::from(game.outcome.scores[seat.index()]);
            if game.outcome.winners.contains(seat) {
                self.wins[bot] += share;
                self.wins_by_seat[seat.index()] += share;
            }
            if let Some(Some(conduct)) = game.conduct.get(seat.index()) {
                self.conduct[bot].get_or_insert_default().add(game.number, conduct);
            }
        }
        self.endings[place(game.outcome.ending)] += 1;
        *slot(&mut self.rounds, game.round.0.into()) += 1;
        add_deals(&mut self.deals, &game.deals.kinds);
    }

    pub fn merge(&mut self, other: &ArenaTally) {
        self.games += other.games;
        self.actions += other.actions;
        self.words += other.words;
        add_each(&mut self.wins, &other.wins);
        add_each(&mut self.wins_by_seat, &other.wins_by_seat);
        add_each(&mut self.scores, &other.scores);
        add_each(&mut self.endings, &other.endings);
        for (rounds, games) in other.rounds.iter().enumerate() {
            *slot(&mut self.rounds, rounds) += games;
        }
        add_deals(&mut self.deals, &other.deals);
        for (sum, more) in self.conduct.iter_mut().zip(&other.conduct) {
            if let Some(more) = more {
                sum.get_or_insert_default().merge(more);
            }
        }
    }
}

fn place(ending: Ending) -> usize {
    match ending {
        Ending::LastStanding => 0,
        Ending::MapShare => 1,
        Ending::SharedVictory => 2,
        Ending::RoundLimit => 3,
    }
}

fn slot(counts: &mut Vec<u64>, at: usize) -> &mut u64 {
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    &mut counts[at]
}

fn add_each(sums: &mut [u64], more: &[u64]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

fn add_deals(sums: &mut [DealCounts], more: &[DealCounts]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| sum.add(more));
}
