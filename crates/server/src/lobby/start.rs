//! Starting a game, after which the table no longer changes.

use axum::Json;
use axum::extract::State;
use parley::{Seat, SeatSet, Secret, SeedSource, fairness};

use super::access::{self, Visitor};
use super::record::{Holding, Started, TableRecord};
use super::tables::{self, TablePath};
use super::{masks, names, seats, settings, shown};
use crate::document;
use crate::http::answer::{Created, JsonResult};
use crate::http::body::JsonBody;
use crate::http::params::PathParams;
use crate::lobby::Lobby;
use crate::people::person::{Hosts, SignedIn};
use crate::ruleset::{Draw, Hosted, Planned, Seating, shared};
use crate::secret;
use crate::time::now;
use crate::wire::Problem;
use crate::wire::clock::ClockSettings;
use crate::wire::game::GameSettings;
use crate::wire::table::{
    QuickGame, Spectators, Standing, TableDetails, TableId, TableSettings, Visibility,
};
use crate::work::Work;

pub async fn start(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> JsonResult<TableDetails> {
    let table = access::visit(&app, &id, Visitor::known(person.id())).await?.value;
    keep_shared(&app, &table).await?;
    // Looked up before the record is read again: nothing of a game is written before its record says that it has
    // begun.
    let played = has_been_played(&app, &id).await?;
    let (owner, games) = (person.id().clone(), app.rulesets.clone());
    let begun = document::change_aside(&*app.store, Work::Setup, &id.0, move |table| {
        TableRecord::check_owner(table, &owner)?;
        table.check_gathering()?;
        if played {
            return Err(table.contradicts());
        }
        begin(games.of(&table.settings.game)?, table)
    });
    let (table, ()) = begun.await?.ok_or_else(access::no_such_table)?;
    app.inbox_notifier.notify(&table);
    app.live.begin(&table).await?;
    metrics::counter!("games_started_total").increment(1);
    Ok(Json(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

/// Stores the map of a table if it is not stored yet.
async fn keep_shared(app: &Lobby, table: &TableRecord) -> Result<(), Problem> {
    let (games, settings) = (app.rulesets.clone(), table.settings.game.clone());
    let made = Work::Setup.run(move || games.of(&settings)?.read(&settings)?.shared());
    match made.await?? {
        Some(map) => shared::keep(&*app.store, map).await,
        None => Ok(()),
    }
}

async fn has_been_played(app: &Lobby, id: &TableId) -> Result<bool, Problem> {
    let status = app.store.statuses(std::slice::from_ref(&id.0)).await?.pop().flatten();
    Ok(status.is_some() || app.store.step(&id.0, 0).await?.is_some())
}

/// Freezes the table: seats, names and the seed, which is revealed at the end.
fn begin(game: &dyn Hosted, table: &mut TableRecord) -> Result<(), Problem> {
    let free = table.seats.iter().filter(|holding| holding.is_free()).count();
    if free > 0 {
        let sentence = match free {
            1 => "One seat is free; wait for somebody, or put a bot there.".to_owned(),
            _ => format!("{free} seats are free; wait for people, or put bots there."),
        };
        return Err(Problem::invalid("seats", sentence));
    }
    let secret = table.secret.take().unwrap_or_else(|| Secret::from_bytes(secret::random()));
    // At a desk with masks, seats are assigned first: the seed depends on their order.
    if table.hides_seats(game) {
        masks::seat_everybody(table, &secret);
    }
    let entropy = table.seats.iter().map(Holding::entropy).collect();
    let source = SeedSource { secret, entropy };
    let seed = source.seed();
    let shuffled = table.settings.anonymous && game.seating() == Seating::Dealt;
    if shuffled {
        let places = fairness::seating(&seed, table.seats.len());
        table.seats = places.iter().map(|place| table.seats[place.index()].clone()).collect();
    }
    // Whoever watched people arrive knows the masks that were worn until now.
    if table.settings.anonymous {
        names::mask_anew(&mut table.seats);
    }
    let masked = table.settings.anonymous;
    let draw = Draw { secret: secret.commitment(), shuffled, masked, people: people(table) };
    let names = names::distinct(table.seats.iter().map(|holding| called(holding, masked)));
    let planned = game.read(&table.settings.game)?.plan(names, draw)?;
    let Planned { setup, names, header } = planned;
    let commitment = header.commitment(&seed);
    let (versions, source) = (Some(game.versions()), Some(source));
    table.game =
        Some(Started { at: now(), setup, names, versions, seed, source, shuffled, commitment });
    table.standing = Standing::Playing;
    Ok(())
}

fn people(table: &TableRecord) -> SeatSet {
    let taken = Seat::all(table.seats.len()).zip(&table.seats);
    let people = taken.filter(|(_, holding)| holding.person().is_some());
    people.fold(SeatSet::EMPTY, |people, (seat, _)| people.with(seat))
}

fn called(holding: &Holding, masked: bool) -> String {
    match holding {
        Holding::Person { mask, .. } | Holding::Bot { mask, .. } if masked => mask.clone(),
        Holding::Person { name, .. } | Holding::Bot { name, .. } => name.clone(),
        Holding::Nobody => "Nobody".to_owned(),
    }
}

pub async fn quick(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    JsonBody(wanted): JsonBody<QuickGame>,
) -> Result<Created<TableDetails>, Problem> {
    let games = &app.rulesets;
    let quick = games.iter().find_map(|game| Some((game, game.quick(&wanted)?)));
    let (game, agreed) = quick.ok_or_else(no_quick_game)?;
    let settings =
        settings::check_aside(games, quick_settings(String::new(), agreed.write()?)).await;
    let settings = settings.map_err(plain_field)?;
    if let Some(bot) = &wanted.bot {
        seats::check_bot(game, bot)?;
    }
    let mut table = tables::new(game, settings, &person.record);
    for (place, usual) in (1..table.seats.len()).zip(game.company().iter().copied().cycle()) {
        let kind = wanted.bot.as_deref().unwrap_or(usual);
        let kind = names::at_level(game.bots(), kind, wanted.level);
        table.seats[place] = names::seat_bot(game.bots(), kind, &table.seats);
    }
    if wanted.start {
        table = begin_aside(&app, table).await?;
    }
    let table = tables::add(&app, table).await?;
    if wanted.start {
        app.live.begin(&table).await?;
        metrics::counter!("games_started_total").increment(1);
    }
    Ok(Created(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

/// Freezes a new table, off the request threads, and stores its map.
///
/// # Errors
/// If no game can be played with its settings.
pub async fn begin_aside(app: &Lobby, mut table: TableRecord) -> Result<TableRecord, Problem> {
    let games = app.rulesets.clone();
    let begun =
        Work::Setup.run(move || begin(games.of(&table.settings.game)?, &mut table).map(|()| table));
    let table = begun.await??;
    keep_shared(app, &table).await?;
    Ok(table)
}

fn no_quick_game() -> Problem {
    Problem::not_found("thing here: none of the games has bots to play against")
}

/// The settings of a table for one person and bots.
pub fn quick_settings(title: String, game: GameSettings) -> TableSettings {
    TableSettings {
        title,
        visibility: Visibility::Private,
        anonymous: false,
        allow_bots: true,
        clock: ClockSettings::None,
        relief_after: None,
        spectators: Spectators { allowed: false, delay_seconds: 0 },
        bot_pace_ms: 700,
        game,
    }
}

/// A quick game has the fields of the game at the top level.
fn plain_field(problem: Problem) -> Problem {
    let field = problem.field.as_deref().map(|field| field.trim_start_matches("game.").into());
    Problem { field, ..problem }
}
