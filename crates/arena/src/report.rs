//! The results of a simulation.

use std::collections::BTreeMap;
use std::time::Duration;

use bots::Forfeits;
use serde::Serialize;

use crate::deals::Deals;
use crate::rounds::Rounds;
use crate::seating::Lineup;
use crate::tally::{ArenaTally, BotConduct, ENDINGS, WIN};
use crate::wilson;

/// The report on all games of a plan.
#[derive(Clone, Debug, Serialize)]
pub struct ArenaReport {
    pub games: u64,
    /// Commands carried out, moves and words.
    pub actions: u64,
    pub seconds: f64,
    pub games_per_s: f64,
    pub actions_per_s: f64,
    #[serde(flatten)]
    pub results: Results,
}

/// The part of a report that depends on the plan alone, not on the machine.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Results {
    /// Games won by each bot; a shared win is split evenly.
    pub wins: BTreeMap<String, f64>,
    pub win_rates: BTreeMap<String, WinRate>,
    /// Mean score of each bot's seats together, in percent.
    pub scores: BTreeMap<String, f64>,
    /// Games won from each seat, whichever bot sat there.
    pub wins_by_seat: Vec<f64>,
    pub rounds: Rounds,
    pub endings: BTreeMap<&'static str, u64>,
    pub deals: Deals,
    /// Signals and reactions among the actions.
    pub words: u64,
    /// What went wrong with bots that are programs; empty if none plays.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, ProgramConduct>,
}

/// What went wrong with a program over many games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ProgramConduct {
    /// Moves that the caretaker made for it.
    pub forfeits: Forfeits,
    /// Games in which anything went wrong.
    pub games: u64,
    /// The first thing that did, as a sentence.
    pub first: Option<String>,
}

/// How often a bot won, with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WinRate {
    /// Its seats in the line-up.
    pub places: usize,
    pub rate: f64,
    pub low: f64,
    pub high: f64,
}

impl ArenaReport {
    pub(crate) fn new(
        tally: &ArenaTally,
        seating: &Lineup,
        seats: usize,
        took: Duration,
    ) -> ArenaReport {
        let seconds = took.as_secs_f64();
        let per_second = |count: u64| count as f64 / seconds.max(1e-9);
        ArenaReport {
            games: tally.games,
            actions: tally.actions,
            seconds,
            games_per_s: per_second(tally.games),
            actions_per_s: per_second(tally.actions),
            results: Results::new(tally, seating, seats),
        }
    }
}

impl Results {
    fn new(tally: &ArenaTally, seating: &Lineup, seats: usize) -> Results {
        let games = tally.games as f64;
        let wins = |bot: usize| tally.wins[bot] as f64 / WIN as f64;
        let rate = |bot: usize| {
            let (low, high) = wilson::interval(wins(bot), games);
            WinRate { places: seating.places(bot), rate: wins(bot) / games, low, high }
        };
        Results {
            wins: by_name(seating, wins),
            win_rates: by_name(seating, rate),
            scores: by_name(seating, |bot| tally.scores[bot] as f64 / 100.0 / games),
            wins_by_seat: (0..seats)
                .map(|seat| tally.wins_by_seat[seat] as f64 / WIN as f64)
                .collect(),
            rounds: Rounds::of(&tally.rounds),
            endings: ENDINGS.into_iter().zip(tally.endings).collect(),
            deals: Deals::of(&tally.deals),
            words: tally.words,
            programs: programs(tally, seating),
        }
    }
}

fn programs(tally: &ArenaTally, seating: &Lineup) -> BTreeMap<String, ProgramConduct> {
    let named = seating.names.iter().zip(&tally.conduct);
    let conduct = named.filter_map(|(name, conduct)| {
        let BotConduct { forfeits, games, first } = conduct.clone()?;
        let first = first.map(|(_, first)| first);
        Some((name.clone(), ProgramConduct { forfeits, games, first }))
    });
    conduct.collect()
}

fn by_name<T>(seating: &Lineup, value: impl Fn(usize) -> T) -> BTreeMap<String, T> {
    seating.names.iter().enumerate().map(|(bot, name)| (name.clone(), value(bot))).collect()
}
