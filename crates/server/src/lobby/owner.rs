//! What else only the owner may do: transferring, closing, and a rematch.

use axum::Json;
use axum::extract::State;
use parley::Seat;

use super::access::{self, Visitor};
use super::record::{Holding, TableRecord};
use super::settings::Checked;
use super::tables::{self, TablePath};
use super::{masks, names, shown};
use crate::document;
use crate::http::answer::{Created, JsonResult};
use crate::http::body::JsonBody;
use crate::http::params::PathParams;
use crate::lobby::Lobby;
use crate::people::person::{Hosts, SignedIn};
use crate::people::record::PersonRecord;
use crate::ruleset::Hosted;
use crate::store::RecordKind;
use crate::time::now;
use crate::wire::table::{Standing, TableDetails, Transfer};
use crate::wire::{PersonId, Problem};

/// Makes somebody at the table its owner.
pub async fn transfer(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    JsonBody(Transfer { seat }): JsonBody<Transfer>,
) -> JsonResult<TableDetails> {
    let (table, ()) = access::change(&app, &id, |table| {
        table.check_owner(person.id())?;
        hand_over(table, seat)
    })
    .await?;
    Ok(Json(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

fn hand_over(table: &mut TableRecord, seat: Seat) -> Result<(), Problem> {
    let Some(Holding::Person { person, name, .. }) = table.seats.get(seat.index()) else {
        return Err(Problem::invalid("seat", "Only a person who sits at the table can own it."));
    };
    let before = std::mem::replace(&mut table.owner, person.clone());
    table.owner_name.clone_from(name);
    // The key is the former owner's.
    table.feed = None;
    if !table.has_part(&before) && !table.admitted.contains(&before) {
        table.admitted.push(before);
    }
    Ok(())
}

/// Closes a game that does not end by itself.
pub async fn close(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> JsonResult<TableDetails> {
    let (table, ()) = access::change(&app, &id, |table| {
        table.check_owner(person.id())?;
        if app.rulesets.of(&table.settings.game)?.ends() {
            return Err(Problem::impossible("This game ends by its rules."));
        }
        if table.standing != Standing::Playing {
            return Err(Problem::conflict("The table is not in play."));
        }
        (table.standing, table.ended_at) = (Standing::Over, Some(now()));
        Ok(())
    })
    .await?;
    app.live.close(&table).await?;
    Ok(Json(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

/// A rematch with the same settings: bots sit down, the owner keeps their seats, and everybody else is admitted. At a
/// desk with masks the owner gets a random seat, because the old one is known by now.
pub async fn rematch(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> Result<Created<TableDetails>, Problem> {
    let visitor = Visitor::known(person.id());
    let old = access::visit(&app, &id, visitor).await?.value;
    check_rematch(&app, &old, person.id()).await?;
    let new = match existing(&app, &old).await? {
        Some(table) => table,
        None => open_again(&app, &old, &person.record).await?,
    };
    Ok(Created(shown::table(&app, &new, visitor).await?))
}

/// Whoever is out need not wait for the bots.
async fn check_rematch(app: &Lobby, table: &TableRecord, person: &PersonId) -> Result<(), Problem> {
    table.check_owner(person)?;
    let may = match table.standing {
        Standing::Over => true,
        Standing::Playing => app.live.is_left_to_bots(&table.id).await?,
        Standing::Gathering => false,
    };
    if may { Ok(()) } else { Err(Problem::conflict("The game is not over yet.")) }
}

async fn existing(app: &Lobby, old: &TableRecord) -> Result<Option<TableRecord>, Problem> {
    let Some(id) = &old.rematch else { return Ok(None) };
    let table = document::load::<TableRecord>(&*app.store, &id.0).await?;
    Ok(table.map(|table| table.value))
}

async fn open_again(
    app: &Lobby,
    old: &TableRecord,
    owner: &PersonRecord,
) -> Result<TableRecord, Problem> {
    let new = tables::add(app, again(app.rulesets.of(&old.settings.game)?, old, owner)).await?;
    let before = old.rematch.clone();
    let (kept, ()) = access::change(app, &old.id, |table| {
        if table.rematch == before {
            table.rematch = Some(new.id.clone());
        }
        Ok(())
    })
    .await?;
    if kept.rematch.as_ref() == Some(&new.id) {
        return Ok(new);
    }
    app.store.remove(RecordKind::Table, &new.id.0).await?;
    existing(app, &kept).await?.ok_or_else(access::no_such_table)
}

fn again(game: &dyn Hosted, old: &TableRecord, owner: &PersonRecord) -> TableRecord {
    let mut settings = old.settings.clone();
    if old.daily.is_some() {
        // It is a game like any other, with a seed of its own.
        settings.title = game.read(&settings.game).map_or_else(|_| String::new(), |it| it.title());
    }
    let same = Checked { settings, seats: old.seats.len() };
    let mut new = tables::new(game, same, owner);
    new.seats = vec![Holding::Nobody; old.seats.len()];
    for (place, holding) in old.seats.iter().enumerate() {
        new.seats[place] = match holding {
            Holding::Bot { bot, .. } => names::seat_bot(game.bots(), bot, &new.seats),
            Holding::Person { person, .. } if *person == owner.id => {
                tables::sitting(owner, &new.seats)
            }
            Holding::Person { .. } | Holding::Nobody => Holding::Nobody,
        };
    }
    masks::follow(&mut new, game, false);
    let others = old.seats.iter().filter_map(Holding::person).filter(|it| **it != owner.id);
    new.admitted = others.cloned().collect();
    new.admitted.sort();
    new.admitted.dedup();
    new
}
