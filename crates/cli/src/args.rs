//! Values of options that several commands take.

use std::ops::RangeInclusive;
use std::str::FromStr;

use backchannel::{Regime, Study};

/// A whole number within bounds, refused in a sentence that names them.
pub(crate) fn within<N>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + std::fmt::Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number
            .ok_or_else(|| format!("use a whole number from {} to {}", range.start(), range.end()))
    }
}

pub(crate) fn seats(text: &str) -> Result<usize, String> {
    within(2..=backchannel::settings::MOST_SEATS)(text)
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    within(0..=u64::MAX)(text)
}

/// What is different in a study; without any of these, the game is as it is.
#[derive(clap::Args)]
pub(crate) struct StudyArgs {
    /// A study of what agreements are worth: none, binding, or breakable as in any game.
    #[arg(long, value_name = "REGIME", value_parser = regime)]
    agreements: Option<Regime>,
    /// A study of what signals are worth: on, as in any game, or off.
    #[arg(long, value_name = "on|off", value_parser = switch)]
    signals: Option<bool>,
}

impl StudyArgs {
    /// The study, if either of its options is given.
    pub(crate) fn study(&self) -> Option<Study> {
        let usual = Study::default();
        (self.agreements.is_some() || self.signals.is_some()).then(|| Study {
            agreements: self.agreements.unwrap_or(usual.agreements),
            signals: self.signals.unwrap_or(usual.signals),
        })
    }
}

fn regime(text: &str) -> Result<Regime, String> {
    let found = Regime::ALL.into_iter().find(|regime| regime.id() == text);
    found.ok_or_else(|| format!("use one of {}", Regime::ALL.map(Regime::id).join(", ")))
}

fn switch(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("use on or off".to_owned()),
    }
}
