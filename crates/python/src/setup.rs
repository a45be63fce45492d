//! From the arguments of an environment to its plan.

use backchannel::map::{Map, library};
use backchannel::{Settings, Setup};
use gym::{EnvPlan, RewardWeights};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::error::{read, value};

/// What an environment is made of, as the Python side writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnvArguments {
    /// The id of a map of the library, or the text of a map file.
    map: String,
    seats: usize,
    #[serde(default)]
    settings: Settings,
    #[serde(default)]
    bots: Option<Vec<Option<String>>>,
    #[serde(default)]
    words: bool,
    #[serde(default)]
    rewards: Weights,
    #[serde(default)]
    max_steps: Option<u32>,
    #[serde(default)]
    menu_size: Option<usize>,
    #[serde(default)]
    log: bool,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Weights {
    win: f32,
    score: f32,
    territory: f32,
    word: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        let RewardWeights { win, score, territory, word } = RewardWeights::default();
        Weights { win, score, territory, word }
    }
}

/// A map by its id, or from the text of its file.
pub(crate) fn find_map(map: &str) -> PyResult<Map> {
    if map.trim_start().starts_with('{') {
        return Map::parse(map).map_err(|error| value(format!("map: {error}")));
    }
    library::find(map).map_err(|error| value(format!("map: {error}")))
}

/// A set-up of a table.
pub(crate) fn setup(map: &str, seats: usize, settings: Settings) -> PyResult<Setup> {
    if !(2..=backchannel::settings::MOST_SEATS).contains(&seats) {
        let most = backchannel::settings::MOST_SEATS;
        return Err(value(format!("seats: {seats} is out of range; use 2 to {most}")));
    }
    Ok(Setup { settings, ..Setup::standard(find_map(map)?.file().clone(), seats) })
}

/// Reads the plan of an environment.
pub(crate) fn plan(arguments: &str) -> PyResult<EnvPlan> {
    let EnvArguments { map, seats, settings, bots, words, rewards, max_steps, menu_size, log } =
        read("arguments", arguments)?;
    let mut plan = EnvPlan::new(setup(&map, seats, settings)?).map_err(value)?.words(words);
    if let Some(bots) = bots {
        plan.bots = bots;
    }
    let Weights { win, score, territory, word } = rewards;
    plan.rewards = RewardWeights { win, score, territory, word };
    plan.most_steps = max_steps;
    plan.menu = menu_size.unwrap_or(plan.menu);
    plan.keeps_log = log;
    plan.checked().map_err(value)
}
