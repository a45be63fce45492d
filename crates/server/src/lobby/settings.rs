//! The settings of a table, checked completely before they are stored.

use crate::ruleset::Rulesets;
use crate::text::{self, within};
use crate::wire::Problem;
use crate::wire::clock::ClockSettings;
use crate::wire::table::{Spectators, TableSettings};
use crate::work::Work;

/// In characters.
const LONGEST_TITLE: usize = 60;

/// Settings that a game can be played with, as they are stored.
#[derive(Clone, Debug)]
pub struct Checked {
    pub settings: TableSettings,
    pub seats: usize,
}

/// # Errors
/// `invalid`, with the field and the fix.
pub fn check(games: &Rulesets, mut settings: TableSettings) -> Result<Checked, Problem> {
    settings.title = text::line("title", &settings.title, 0, LONGEST_TITLE)?;
    check_clock(&settings.clock)?;
    within("spectators.delay_seconds", settings.spectators.delay_seconds, 0, 86400)?;
    within("bot_pace_ms", settings.bot_pace_ms, 0, 10000)?;
    if let Some(timeouts) = settings.relief_after {
        within("relief_after", timeouts.into(), 1, 20)?;
    }
    let game = games.named("game.ruleset", settings.game.ruleset())?.check(&settings.game)?;
    check_delay(settings.spectators, game.least_delay())?;
    settings.game = game.write()?;
    if settings.title.is_empty() {
        settings.title = game.title().chars().take(LONGEST_TITLE).collect();
    }
    Ok(Checked { settings, seats: game.seats() })
}

/// The same off the request threads, because a custom map takes a while to check.
///
/// # Errors
/// As [`check`].
pub async fn check_aside(games: &Rulesets, settings: TableSettings) -> Result<Checked, Problem> {
    let games = games.clone();
    Work::Setup.run(move || check(&games, settings)).await?
}

fn check_delay(spectators: Spectators, least: u32) -> Result<(), Problem> {
    if !spectators.allowed || spectators.delay_seconds >= least {
        return Ok(());
    }
    let sentence = format!(
        "Spectators who see the whole map watch at least {least} seconds later; choose a longer delay."
    );
    Err(Problem::invalid("spectators.delay_seconds", sentence))
}

fn check_clock(clock: &ClockSettings) -> Result<(), Problem> {
    match *clock {
        ClockSettings::None => Ok(()),
        ClockSettings::Live { turn_seconds, window_seconds, bank_seconds } => {
            within("clock.turn_seconds", turn_seconds, 10, 3600)?;
            within("clock.window_seconds", window_seconds, 5, 3600)?;
            within("clock.bank_seconds", bank_seconds, 0, 36000)
        }
        ClockSettings::Post { turn_hours, window_hours } => {
            within("clock.turn_hours", turn_hours, 1, 336)?;
            within("clock.window_hours", window_hours, 1, 336)
        }
    }
}
