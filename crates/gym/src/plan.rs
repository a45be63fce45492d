//! What all games of an environment have in common.

use std::sync::Arc;

use backchannel::{Rules, Setup, SetupError};
use bots::UnknownBot;
use thiserror::Error;

use crate::layout::Layout;
use crate::reward::RewardWeights;

/// The most numbers that a menu may have.
pub const MOST_MENU: usize = 65_536;

/// The usual length of a menu.
const USUAL_MENU: usize = 512;

/// What all games of an environment have in common.
#[derive(Clone, Debug)]
pub struct EnvPlan {
    pub rules: Arc<Rules>,
    pub layout: Layout,
    /// The bot on each seat; `None` where a learner sits.
    pub bots: Vec<Option<String>>,
    /// Whether learners hear and send signals.
    pub words: bool,
    pub rewards: RewardWeights,
    /// The commands of learners after which a game is broken off.
    pub most_steps: Option<u32>,
    /// The numbers of a menu.
    pub menu: usize,
    /// Whether a game keeps its log, which texts and replays need.
    pub keeps_log: bool,
}

/// Why an environment cannot be made: the field and the fix.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum EnvPlanError {
    #[error("{0}")]
    Setup(#[from] SetupError),
    #[error(
        "bots: {bots} entries do not fit {seats} seats; give one for each seat, None for a learner"
    )]
    Bots { bots: usize, seats: usize },
    #[error("bots: {0}")]
    UnknownBot(#[from] UnknownBot),
    #[error("bots: a bot has every seat; leave at least one to a learner")]
    NoLearner,
    #[error("rewards.{0}: a weight is a finite number")]
    Weight(&'static str),
    #[error("max_steps: 0 is out of range; use at least 1, or None for no limit")]
    MostSteps,
    #[error("menu_size: {0} is out of range; use 8 to {MOST_MENU}")]
    Menu(usize),
}

impl EnvPlan {
    /// Learners on all seats, without words, rewarded for the victory.
    ///
    /// # Errors
    /// If the set-up is invalid.
    pub fn new(setup: Setup) -> Result<EnvPlan, EnvPlanError> {
        let rules = Rules::new(setup)?;
        Ok(EnvPlan {
            layout: Layout::new(&rules, false),
            bots: vec![None; rules.seats()],
            words: false,
            rewards: RewardWeights::default(),
            most_steps: None,
            menu: USUAL_MENU,
            keeps_log: false,
            rules: Arc::new(rules),
        })
    }

    /// Whether what learners did is kept, to play a game once more: a bot cannot be copied with what it remembers.
    pub(crate) fn keeps_history(&self) -> bool {
        self.keeps_log || self.bots.iter().any(Option::is_some)
    }

    #[must_use]
    pub fn words(mut self, words: bool) -> EnvPlan {
        self.words = words;
        self.layout = Layout::new(&self.rules, words);
        self
    }

    /// # Errors
    /// If something does not fit; the error names the field and the fix.
    pub fn checked(self) -> Result<EnvPlan, EnvPlanError> {
        let seats = self.rules.seats();
        if self.bots.len() != seats {
            return Err(EnvPlanError::Bots { bots: self.bots.len(), seats });
        }
        for name in self.bots.iter().flatten() {
            bots::by_name(name)?;
        }
        if self.bots.iter().all(Option::is_some) {
            return Err(EnvPlanError::NoLearner);
        }
        let RewardWeights { win, score, territory, word } = self.rewards;
        for (name, weight) in
            [("win", win), ("score", score), ("territory", territory), ("word", word)]
        {
            if !weight.is_finite() {
                return Err(EnvPlanError::Weight(name));
            }
        }
        if self.most_steps == Some(0) {
            return Err(EnvPlanError::MostSteps);
        }
        if !(8..=MOST_MENU).contains(&self.menu) {
            return Err(EnvPlanError::Menu(self.menu));
        }
        Ok(self)
    }
}
