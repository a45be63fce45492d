//! Experiments: a question, arms that differ in one thing, and what is expected of them.

use serde::{Deserialize, Serialize};

use backchannel::Settings;

use crate::league::{LeagueError, LeaguePlan, read_toml};
use crate::standings::{
    BotStanding, ChartCurve, ChartDot, LeagueReport, ShareInterval, Welfare, curves, dots,
};

/// The most arms of an experiment.
const MOST_ARMS: usize = 64;

/// An experiment as its file says.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    pub title: String,
    /// What is to be found out.
    pub question: String,
    /// The bot whose share is measured; an arm can name another.
    pub bot: String,
    #[serde(default)]
    pub measure: Measure,
    /// Games per arm.
    pub games: u64,
    #[serde(default)]
    pub seed: u64,
    pub maps: Vec<String>,
    pub seats: Vec<usize>,
    pub arms: Vec<Arm>,
    #[serde(default)]
    pub expect: Vec<ArmExpectation>,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Wins in multiples of the fair share.
    #[default]
    Wins,
    /// The share of agreements that were not broken, by card or by an early attack.
    WordKept,
    /// The share of promises and claims that were true.
    Truth,
}

/// One arm: a line-up, and what else is different in it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    pub name: String,
    /// Who plays; a bot that is named twice has two places.
    pub bots: Vec<String>,
    pub bot: Option<String>,
    pub games: Option<u64>,
    pub maps: Option<Vec<String>>,
    pub seats: Option<Vec<usize>>,
    #[serde(default)]
    pub settings: Settings,
    /// The place on the axis, if the arms make a curve.
    pub x: Option<f64>,
}

/// The expected result. A margin is allowed when there are fewer games, and so more noise, than in the full experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmExpectation {
    pub arm: String,
    /// Bounds for the measure.
    pub at_least: Option<f64>,
    pub at_most: Option<f64>,
    /// An arm whose measure is lower.
    pub above: Option<String>,
}

impl Experiment {
    /// # Errors
    /// Names the field that is wrong.
    pub fn from_toml(text: &str) -> Result<Experiment, LeagueError> {
        let experiment: Experiment = read_toml(text)?;
        let told = |field: &str, told: &str| LeagueError::Field(format!("{field}: {told}"));
        if experiment.arms.is_empty() || experiment.arms.len() > MOST_ARMS {
            return Err(told("arms", &format!("an experiment has 1 to {MOST_ARMS} of them")));
        }
        for arm in &experiment.arms {
            let bot = experiment.measured(arm);
            if !arm.bots.iter().any(|name| name == bot) {
                let place = format!("arms.{}.bots", arm.name);
                return Err(told(&place, &format!("{bot}, which is measured, does not play")));
            }
        }
        let known = |name: &String| experiment.arms.iter().any(|arm| arm.name == *name);
        for expectation in &experiment.expect {
            let named = [Some(&expectation.arm), expectation.above.as_ref()];
            if let Some(unknown) = named.into_iter().flatten().find(|name| !known(name)) {
                return Err(told("expect", &format!("there is no arm {unknown:?}")));
            }
        }
        Ok(experiment)
    }

    /// The league that an arm plays.
    pub fn plan(&self, arm: &Arm) -> LeaguePlan {
        LeaguePlan {
            bots: arm.bots.clone(),
            games: arm.games.unwrap_or(self.games),
            maps: arm.maps.clone().unwrap_or_else(|| self.maps.clone()),
            seats: arm.seats.clone().unwrap_or_else(|| self.seats.clone()),
            seed: self.seed,
            settings: arm.settings.clone(),
            ..LeaguePlan::default()
        }
    }

    fn measured<'a>(&'a self, arm: &'a Arm) -> &'a str {
        arm.bot.as_deref().unwrap_or(&self.bot)
    }

    /// What an arm has shown.
    pub fn arm_result(&self, arm: &Arm, report: &LeagueReport) -> ArmResult {
        let bot = self.measured(arm);
        let standing = report.bots.iter().find(|standing| standing.name == bot);
        let accepted: u64 = report.deals.values().map(|deals| deals.accepted).sum();
        let a_game = |count: u64| count as f64 / (report.games as f64).max(1.0);
        ArmResult {
            name: arm.name.clone(),
            bot: bot.to_owned(),
            line_up: arm.bots.clone(),
            games: report.games,
            value: standing.map(|standing| self.measure.of(standing)).unwrap_or_default(),
            wins: standing.map(|standing| standing.wins).unwrap_or_default(),
            word_kept: standing.map(|standing| standing.word_kept).unwrap_or_default(),
            broken: standing.map(|standing| standing.broken).unwrap_or_default(),
            deals_a_game: a_game(accepted),
            welfare: report.welfare,
            x: arm.x,
        }
    }

    /// The result of all arms.
    pub fn result(&self, arms: Vec<ArmResult>) -> ExperimentResult {
        let (title, question) = (self.title.clone(), self.question.clone());
        ExperimentResult { title, question, measure: self.measure, arms, unmet: Vec::new() }
    }
}

impl Measure {
    fn of(self, bot: &BotStanding) -> MeasuredValue {
        let share = |share: &ShareInterval| MeasuredValue {
            value: share.rate,
            low: share.low,
            high: share.high,
        };
        match self {
            Measure::Wins => {
                let (value, low, high) = bot.wins.ratio();
                MeasuredValue { value, low, high }
            }
            Measure::WordKept => share(&bot.word_kept),
            Measure::Truth => share(&bot.talk.truth()),
        }
    }
}

/// What was measured, with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
pub struct MeasuredValue {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// What one arm has shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ArmResult {
    pub name: String,
    pub bot: String,
    pub line_up: Vec<String>,
    pub games: u64,
    pub value: MeasuredValue,
    pub wins: ShareInterval,
    pub word_kept: ShareInterval,
    /// By card, by early attack, by promise.
    pub broken: [u64; 3],
    pub deals_a_game: f64,
    pub welfare: Welfare,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
}

/// What an experiment has shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExperimentResult {
    pub title: String,
    pub question: String,
    pub measure: Measure,
    pub arms: Vec<ArmResult>,
    /// Expectations that were not met, in words.
    pub unmet: Vec<String>,
}

impl ExperimentResult {
    /// Compares with what was expected; `margin` is how far a value may be off.
    pub fn check(&mut self, expectations: &[ArmExpectation], margin: f64) {
        let value = |name: &str| {
            let arm = self.arms.iter().find(|arm| arm.name == name);
            arm.map_or(f64::NAN, |arm| arm.value.value)
        };
        let mut unmet = Vec::new();
        for ArmExpectation { arm, at_least, at_most, above } in expectations {
            let found = value(arm);
            if let Some(least) = at_least.filter(|least| found < least - margin) {
                unmet.push(format!("{arm}: {found:.3} is less than {least}"));
            }
            if let Some(most) = at_most.filter(|most| found > most + margin) {
                unmet.push(format!("{arm}: {found:.3} is more than {most}"));
            }
            if let Some(lower) = above.as_ref().filter(|lower| found < value(lower) - margin) {
                let there = value(lower);
                unmet.push(format!("{arm}: {found:.3} is less than the {there:.3} of {lower}"));
            }
        }
        self.unmet = unmet;
    }

    /// The chart: one line per arm, or a curve if the arms have places on an axis.
    pub fn chart(&self) -> String {
        let (at, unit) = match self.measure {
            Measure::Wins => (1.0, "×"),
            Measure::WordKept | Measure::Truth => (1.0, ""),
        };
        let point =
            |arm: &ArmResult| Some((arm.x?, arm.value.value, arm.value.low, arm.value.high));
        let points: Option<Vec<_>> = self.arms.iter().map(point).collect();
        if let Some(points) = points {
            let curve = ChartCurve { label: self.title.clone(), points };
            return curves(&self.title, &[curve], "", unit);
        }
        let dot = |arm: &ArmResult| ChartDot {
            label: arm.name.clone(),
            value: arm.value.value,
            low: arm.value.low,
            high: arm.value.high,
        };
        let rows: Vec<ChartDot> = self.arms.iter().map(dot).collect();
        dots(&self.title, &rows, at, unit)
    }
}
