//! Sitting down, getting up, and adding bots.

use axum::Json;
use axum::extract::State;
use parley::{Entropy, Seat};
use schemars::JsonSchema;
use serde::Deserialize;

use super::access::{self, Visitor, no_such_table};
use super::record::{Holding, TableRecord};
use super::tables::{TablePath, sitting};
use super::{masks, names, shown};
use crate::http::answer::JsonResult;
use crate::http::body::JsonBody;
use crate::http::params::PathParams;
use crate::lobby::Lobby;
use crate::people::person::{Hosts, SignedIn};
use crate::people::record::PersonRecord;
use crate::ruleset::{Hosted, Seating};
use crate::wire::table::{AddEntropy, SeatBot, Sit, TableDetails, TableId};
use crate::wire::{PersonId, Problem};

/// The table and the seat in the path.
#[derive(Deserialize, JsonSchema)]
pub struct SeatPath {
    pub id: TableId,
    pub seat: Seat,
}

pub async fn sit(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    JsonBody(wanted): JsonBody<Sit>,
) -> JsonResult<TableDetails> {
    let games = &app.rulesets;
    let change = |table: &mut TableRecord| {
        let game = games.of(&table.settings.game)?;
        take(table, game, &person.record, &wanted)
    };
    let (table, ()) = access::change(&app, &id, change).await?;
    Ok(Json(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

fn take(
    table: &mut TableRecord,
    game: &dyn Hosted,
    person: &PersonRecord,
    wanted: &Sit,
) -> Result<(), Problem> {
    let visitor = Visitor { person: Some(&person.id), invite: wanted.invite.as_deref() };
    if !table.admits(visitor) {
        return Err(no_such_table());
    }
    table.check_gathering()?;
    if table.removed.contains(&person.id) {
        return Err(Problem::forbidden("The owner has removed you from this table."));
    }
    // At a desk one person may record for several players; in a game nobody plays two seats.
    if game.seating() == Seating::Dealt && table.seats_of(&person.id).next().is_some() {
        return Err(Problem::conflict("You sit at this table already."));
    }
    let place = match wanted.seat {
        Some(seat) if !table.hides_seats(game) => free(table, seat)?,
        _ => table.seats.iter().position(Holding::is_free).ok_or_else(full)?,
    };
    let mut holding = sitting(person, &table.seats);
    if table.hides_seats(game) {
        check_pick(table, &person.id, wanted.seat)?;
        masks::pick(&mut holding, wanted.seat);
    }
    table.seats[place] = holding;
    match wanted.entropy {
        Some(entropy) => add(table, &person.id, place, entropy),
        None => Ok(()),
    }
}

/// Adds entropy to the seed, from a seat that the person already has.
pub async fn add_entropy(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(SeatPath { id, seat }): PathParams<SeatPath>,
    JsonBody(AddEntropy { entropy }): JsonBody<AddEntropy>,
) -> JsonResult<TableDetails> {
    let change = |table: &mut TableRecord| {
        if !table.admits(Visitor::known(person.id())) {
            return Err(no_such_table());
        }
        table.check_gathering()?;
        add(table, person.id(), seat.index(), entropy)
    };
    let (table, ()) = access::change(&app, &id, change).await?;
    Ok(Json(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

fn add(
    table: &mut TableRecord,
    by: &PersonId,
    place: usize,
    added: Entropy,
) -> Result<(), Problem> {
    if table.secret.is_none() {
        let sentence = "The server has committed to nothing at this table; leave `entropy` out.";
        return Err(Problem::conflict(sentence));
    }
    match table.seats.get_mut(place) {
        None => Err(Problem::not_found("seat")),
        Some(Holding::Person { person, entropy, .. }) if person == by => {
            if *entropy.get_or_insert(added) == added {
                return Ok(());
            }
            Err(Problem::conflict("This seat has added to the seed already."))
        }
        Some(_) => Err(Problem::forbidden("It is not your seat.")),
    }
}

/// What others have picked is not checked here: the response would reveal it.
fn check_pick(table: &TableRecord, by: &PersonId, wanted: Option<Seat>) -> Result<(), Problem> {
    let Some(seat) = wanted else { return Ok(()) };
    if seat.index() >= table.seats.len() {
        return Err(no_such_seat(table));
    }
    let has = |place: Seat| masks::picked(place, &table.seats[place.index()]) == Some(seat);
    match table.seats_of(by).any(has) {
        true => Err(Problem::conflict("You have picked that seat already.")),
        false => Ok(()),
    }
}

fn full() -> Problem {
    Problem::conflict("The table is full.")
}

fn free(table: &TableRecord, seat: Seat) -> Result<usize, Problem> {
    match table.seats.get(seat.index()) {
        Some(Holding::Nobody) => Ok(seat.index()),
        Some(_) => Err(Problem::conflict("That seat is taken; choose another.")),
        None => Err(no_such_seat(table)),
    }
}

fn no_such_seat(table: &TableRecord) -> Problem {
    Problem::invalid("seat", format!("The table has {} seats, from 0.", table.seats.len()))
}

/// Leaves one's own seat; the owner can also remove bots and people.
pub async fn leave(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(SeatPath { id, seat }): PathParams<SeatPath>,
) -> JsonResult<TableDetails> {
    let change = |table: &mut TableRecord| vacate(table, person.id(), seat);
    let (table, ()) = access::change(&app, &id, change).await?;
    Ok(Json(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

fn vacate(table: &mut TableRecord, person: &PersonId, seat: Seat) -> Result<(), Problem> {
    if !table.admits(Visitor::known(person)) {
        return Err(no_such_table());
    }
    let holding = table.seats.get(seat.index()).ok_or_else(|| Problem::not_found("seat"))?;
    let holder = holding.person().cloned();
    if holder.as_ref() != Some(person) {
        table.check_owner(person)?;
    }
    table.check_gathering()?;
    table.seats[seat.index()] = Holding::Nobody;
    match holder {
        Some(gone) if gone != *person => send_away(table, gone),
        // Whoever gets up may sit down again.
        Some(own) if table.owner != own && !table.admitted.contains(&own) => {
            table.admitted.push(own);
        }
        _ => {}
    }
    Ok(())
}

/// A person who is removed loses all their seats and cannot rejoin.
fn send_away(table: &mut TableRecord, person: PersonId) {
    let theirs = table.seats.iter_mut().filter(|holding| holding.person() == Some(&person));
    theirs.for_each(|holding| *holding = Holding::Nobody);
    table.admitted.retain(|it| *it != person);
    table.invitations.retain(|it| it.to.as_ref().is_none_or(|to| to.id != person));
    table.claims.retain(|it| it.by != person);
    if !table.removed.contains(&person) && person != table.owner {
        table.removed.push(person);
    }
}

pub async fn seat_bot(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(SeatPath { id, seat }): PathParams<SeatPath>,
    JsonBody(SeatBot { bot }): JsonBody<SeatBot>,
) -> JsonResult<TableDetails> {
    let change = |table: &mut TableRecord| {
        table.check_owner(person.id())?;
        table.check_gathering()?;
        put_bot(table, app.rulesets.of(&table.settings.game)?, seat, &bot)
    };
    let (table, ()) = access::change(&app, &id, change).await?;
    Ok(Json(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

pub async fn fill(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> JsonResult<TableDetails> {
    let change = |table: &mut TableRecord| {
        table.check_owner(person.id())?;
        table.check_gathering()?;
        fill_with_bots(table, app.rulesets.of(&table.settings.game)?)
    };
    let (table, ()) = access::change(&app, &id, change).await?;
    Ok(Json(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

/// Characters that are not at the table yet come first.
fn fill_with_bots(table: &mut TableRecord, game: &dyn Hosted) -> Result<(), Problem> {
    let (here, others): (Vec<&str>, Vec<&str>) =
        game.company().iter().partition(|bot| plays_here(table, game, bot));
    let mut company = others.into_iter().chain(here).cycle();
    for place in 0..table.seats.len() {
        if matches!(table.seats[place], Holding::Nobody) {
            let bot = company.next().ok_or_else(no_bots)?;
            put_bot(table, game, Seat(place as u8), bot)?;
        }
    }
    Ok(())
}

/// Whether this character sits at the table, at whatever level.
fn plays_here(table: &TableRecord, game: &dyn Hosted, bot: &str) -> bool {
    let character =
        |name: &str| game.bots().iter().find(|kind| kind.name == name).map(|kind| kind.character);
    table.seats.iter().any(|holding| match holding {
        Holding::Bot { bot: seated, .. } => character(seated) == character(bot),
        Holding::Nobody | Holding::Person { .. } => false,
    })
}

fn put_bot(
    table: &mut TableRecord,
    game: &dyn Hosted,
    seat: Seat,
    bot: &str,
) -> Result<(), Problem> {
    check_bot(game, bot)?;
    if !table.settings.allow_bots {
        return Err(Problem::impossible("The settings of this table allow no bots."));
    }
    match table.seats.get(seat.index()) {
        None => return Err(Problem::not_found("seat")),
        Some(Holding::Person { .. }) => {
            return Err(Problem::conflict("That seat is taken; choose another."));
        }
        Some(Holding::Nobody | Holding::Bot { .. }) => {}
    }
    table.seats[seat.index()] = Holding::Nobody;
    table.seats[seat.index()] = names::seat_bot(game.bots(), bot, &table.seats);
    Ok(())
}

fn no_bots() -> Problem {
    Problem::impossible("No bot plays this game.")
}

/// # Errors
/// `invalid` if the game has no such bot.
pub fn check_bot(game: &dyn Hosted, bot: &str) -> Result<(), Problem> {
    let bots = game.bots();
    if bots.is_empty() {
        return Err(no_bots());
    }
    let names: Vec<&str> = bots.iter().map(|kind| kind.name).collect();
    if names.contains(&bot) {
        return Ok(());
    }
    let hint = match parley::similar(&bot.to_lowercase(), names.iter().copied()) {
        Some(name) => format!("did you mean `{name}`? The"),
        None => "the".to_owned(),
    };
    let sentence = format!("There is no bot `{bot}`; {hint} bots are {}.", names.join(", "));
    Err(Problem::invalid("bot", sentence))
}
