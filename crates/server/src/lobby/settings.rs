//! What an owner may decide, checked in full before it is written.

use backchannel::map::{self, Map, library};
use backchannel::settings::SetupError;

use super::setup;
use crate::people::text;
use crate::wire::Problem;
use crate::wire::clock::ClockSettings;
use crate::wire::table::{GameSettings, MapChoice, TableSettings};
use crate::work::Work;

/// The settings as they are kept, if a game can be played by them.
///
/// # Errors
/// `invalid`, with the field and the fix.
pub fn check(mut settings: TableSettings) -> Result<TableSettings, Problem> {
    settings.title = text::line("title", &settings.title, 0, 60)?;
    check_clock(&settings.clock)?;
    within("spectators.delay_seconds", settings.spectators.delay_seconds, 0, 86400)?;
    within("bot_pace_ms", settings.bot_pace_ms, 0, 10000)?;
    if let Some(timeouts) = settings.relief_after {
        within("relief_after", timeouts.into(), 1, 20)?;
    }
    check_points(&settings.game)?;
    check_game(&settings.game)?;
    if settings.title.is_empty() {
        settings.title = title(&settings.game);
    }
    Ok(settings)
}

/// The same away from the threads that answer requests: a map of one's own takes a while to look at.
///
/// # Errors
/// As [`check`].
pub async fn check_aside(settings: TableSettings) -> Result<TableSettings, Problem> {
    Work::Setup.run(|| check(settings)).await?
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

fn within(field: &str, value: u32, least: u32, most: u32) -> Result<(), Problem> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Problem::invalid(field, format!("{value} is out of range; use {least} to {most}.")))
}

fn check_game(game: &GameSettings) -> Result<(), Problem> {
    match game {
        GameSettings::Backchannel { map, seats, settings } => {
            within("game.seats", u32::from(*seats), 2, 8)?;
            let names = (1..=*seats).map(|seat| format!("Seat {seat}")).collect();
            setup::backchannel(map, settings, names).map(drop)
        }
        GameSettings::Twilight { setup, map_string } => {
            let names = (1..=setup.players.len()).map(|seat| format!("Seat {seat}"));
            setup::twilight(setup, map_string.as_deref(), names.collect(), false).map(drop)
        }
    }
}

/// All points of a map's outlines; comparing every shape with every other takes its time.
const MOST_POINTS: usize = 6_000;

fn check_points(game: &GameSettings) -> Result<(), Problem> {
    let GameSettings::Backchannel { map: MapChoice::Own(file), .. } = game else { return Ok(()) };
    let points: usize = file.territories.iter().map(|territory| territory.shape.len()).sum();
    if points <= MOST_POINTS {
        return Ok(());
    }
    let sentence =
        format!("Its outlines have {points} points, and no more than {MOST_POINTS} fit.");
    Err(Problem::invalid("game.map", sentence))
}

/// The map that is meant.
///
/// # Errors
/// `invalid` if there is none of that name, or one's own does not pass its checks.
pub fn map(choice: &MapChoice) -> Result<Map, Problem> {
    match choice {
        MapChoice::Named(id) => {
            library::find(id).map_err(|unknown| Problem::invalid("game.map", capital(&unknown)))
        }
        MapChoice::Own(file) => Map::new((**file).clone())
            .map_err(|problems| backchannel_problem(&SetupError::Map(problems))),
    }
}

/// What is wrong with a set-up, by the field of the table's settings.
pub fn backchannel_problem(error: &SetupError) -> Problem {
    let field = match error {
        SetupError::Seats(_) | SetupError::MapSeats { .. } | SetupError::Name { .. } => {
            "game.seats".to_owned()
        }
        SetupError::OutOfRange { field, .. } => format!("game.settings.{field}"),
        SetupError::Map(_) => "game.map".to_owned(),
        SetupError::ShortDeck { .. } => "game.settings.numbers.starting_hand".to_owned(),
        SetupError::Cards(_) => "game".to_owned(),
    };
    let text = match error {
        SetupError::Map(problems) => first_few(problems),
        error => without_field(&error.to_string()),
    };
    Problem::invalid(field, text)
}

/// As many of a map's faults are told at once.
const MOST_FAULTS: usize = 8;

fn first_few(problems: &[map::Problem]) -> String {
    let told = problems.iter().take(MOST_FAULTS).map(ToString::to_string);
    let told = capital(&told.collect::<Vec<_>>().join("; "));
    match problems.len().saturating_sub(MOST_FAULTS) {
        0 => told,
        more => format!("{told} There is more to mend: {more} in all."),
    }
}

/// What is wrong with a desk's set-up.
pub fn twilight_problem(error: &twilight::SetupError) -> Problem {
    let text = error.to_string();
    let field = text.split(':').next().unwrap_or_default();
    Problem::invalid(format!("game.setup.{field}"), without_field(&text))
}

/// The errors of set-ups begin with the field, which has a place of its own here.
fn without_field(text: &str) -> String {
    capital(&text.split_once(": ").map_or(text, |(_, rest)| rest))
}

/// As a sentence.
pub fn capital(text: &impl ToString) -> String {
    let text = text.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{}{end}", first.unwrap_or_default(), letters.as_str())
}

fn title(game: &GameSettings) -> String {
    match game {
        GameSettings::Backchannel { map: choice, .. } => {
            map(choice).map_or_else(|_| "Backchannel".to_owned(), |map| map.file().name.clone())
        }
        GameSettings::Twilight { .. } => "Twilight desk".to_owned(),
    }
    .chars()
    .take(60)
    .collect()
}
