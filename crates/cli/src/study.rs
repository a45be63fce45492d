//! Studies on the command line: what agreements and signals are worth (BC-1101).

use backchannel::{Regime, Study};

/// What is different in a study; without any of these, the game is as it is.
#[derive(clap::Args, Default)]
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
