//! Who sits where in which game: every bot has every seat of every table equally often, on the same deals.

use parley::Seed;

use super::plan::{LeaguePlan, LeagueSchedule, MOST_LINE_UP, distinct};
use super::table::LeagueTable;

/// The games of a plan by their numbers.
pub struct Fixtures {
    /// Each bot once.
    names: Vec<String>,
    /// Line-ups by places in `names`.
    line_ups: Vec<Vec<usize>>,
    /// The seats of each table.
    tables: Vec<usize>,
    rounds: u64,
    seed: u64,
}

/// One game of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixture {
    pub game: u64,
    /// The games that share a line-up, a table and a deal.
    pub set: u64,
    pub table: usize,
    /// The bot on each seat, as a place in the names.
    pub bots: Vec<usize>,
    pub(crate) deal: u64,
}

impl Fixtures {
    pub fn new(plan: &LeaguePlan, tables: &[LeagueTable]) -> Fixtures {
        let names = distinct(&plan.bots);
        let place = |bot: &String| names.iter().position(|name| name == bot).unwrap_or(0);
        let line_ups = match plan.schedule {
            LeagueSchedule::FreeForAll => vec![plan.bots.iter().map(place).collect()],
            LeagueSchedule::RoundRobin => pairs(names.len()),
        };
        let tables = tables.iter().map(LeagueTable::seats).collect();
        let mut fixtures = Fixtures { names, line_ups, tables, rounds: 1, seed: plan.seed };
        fixtures.rounds = plan.games.div_ceil(fixtures.games_a_round());
        fixtures
    }

    /// Games in all: at least as many as planned.
    pub fn games(&self) -> u64 {
        self.rounds * self.games_a_round()
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The games after which everybody has had every seat of every table equally often.
    pub fn games_a_round(&self) -> u64 {
        (self.games_a_table() * self.tables.len() as u64).max(1)
    }

    fn games_a_table(&self) -> u64 {
        self.line_ups.iter().map(|line_up| line_up.len() as u64).sum()
    }

    /// A game by its number, from 0.
    ///
    /// In a set of games the line-up, in an order of its own, moves on by one place a game, so that each place of it
    /// comes to each seat once. Where that would repeat a game, because bots are named twice, the deal is another one.
    pub fn fixture(&self, game: u64) -> Fixture {
        let (round, rest) = (game / self.games_a_round(), game % self.games_a_round());
        let (table, mut rest) = (rest / self.games_a_table(), rest % self.games_a_table());
        let mut number = 0;
        while rest >= self.line_ups[number].len() as u64 {
            rest -= self.line_ups[number].len() as u64;
            number += 1;
        }
        let (table, moved) = (table as usize, rest as usize);
        let sets_a_round = (self.tables.len() * self.line_ups.len()) as u64;
        let set = round * sets_a_round + (table * self.line_ups.len() + number) as u64;
        // Taken from the end, so that no game is dealt from the same series.
        let mut chance = Seed::numbered(self.seed, u64::MAX - round).stream(set % sets_a_round);
        let mut order = self.line_ups[number].clone();
        chance.shuffle(&mut order);
        let mut seats: Vec<usize> = (0..self.tables[table]).collect();
        chance.shuffle(&mut seats);
        let bots = seats.iter().map(|seat| order[(seat + moved) % order.len()]).collect();
        let copy = (moved / period(&order)) as u64;
        Fixture { game, set, table, bots, deal: round * MOST_LINE_UP as u64 + copy }
    }

    /// The seed of the game, and that of its bots.
    pub(crate) fn seeds(&self, fixture: &Fixture) -> (Seed, Seed) {
        let seed = |series| Seed::numbered(self.seed, series);
        (seed(fixture.deal * 2), seed(fixture.deal * 2 + 1))
    }
}

/// Every pair of `count` bots.
fn pairs(count: usize) -> Vec<Vec<usize>> {
    (0..count).flat_map(|a| (a + 1..count).map(move |b| vec![a, b])).collect()
}

/// The period of a circular list: after so many places it repeats.
fn period(circle: &[usize]) -> usize {
    let repeats = |step: &usize| {
        circle.len().is_multiple_of(*step)
            && (0..circle.len()).all(|at| circle[at] == circle[(at + step) % circle.len()])
    };
    (1..=circle.len()).find(repeats).unwrap_or(1)
}
