//! Whether a table takes posts, and with which key.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;

use crate::http::answer::{Done, JsonResult};
use crate::http::body::JsonBody;
use crate::http::params::PathParams;
use crate::lobby::access::{self, Visitor};
use crate::lobby::armed_feed::{ArmedFeed, is_short};
use crate::lobby::record::TableRecord;
use crate::lobby::tables::TablePath;
use crate::people::person::{Hosts, Reads, SignedIn};
use crate::secret;
use crate::table::hall::Hall;
use crate::time::now;
use crate::wire::Problem;
use crate::wire::feed::{ArmFeed, FeedStatus};
use crate::wire::table::Standing;

fn status(app: &Hall, table: &TableRecord, made: Option<String>) -> Result<FeedStatus, Problem> {
    let feed = table.feed.as_ref();
    let short = feed.filter(|feed| feed.short).map(|feed| feed.key.clone());
    let key = made.or(short);
    let path = app.rulesets.of(&table.settings.game)?.feeds().iter().find_map(|kind| kind.path);
    let path = feed.and(path).map(|path| match &key {
        Some(key) => format!("{path}?key={key}"),
        None => path.to_owned(),
    });
    Ok(FeedStatus { armed: feed.is_some(), key, path, since: feed.map(|feed| feed.since) })
}

pub async fn arm(
    State(app): State<Hall>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    JsonBody(ArmFeed { short_key }): JsonBody<ArmFeed>,
) -> JsonResult<FeedStatus> {
    if short_key.as_deref().is_some_and(|key| !is_short(key)) {
        let sentence = "A short key has 1 to 16 letters, digits, - or _; leave it out for one that nobody can guess.";
        return Err(Problem::invalid("short_key", sentence));
    }
    let short = short_key.is_some();
    let key = short_key.unwrap_or_else(secret::secret);
    let kept = if short { key.clone() } else { secret::fingerprint(&key) };
    let (table, ()) = access::change(&app, &id, |table| {
        table.check_owner(person.id())?;
        if table.standing != Standing::Playing {
            return Err(Problem::conflict("The table is not in play."));
        }
        if app.rulesets.of(&table.settings.game)?.feeds().iter().all(|kind| kind.path.is_none()) {
            return Err(Problem::impossible("No program records this game."));
        }
        let seat = table.seats_of(person.id()).next();
        let seat = seat.ok_or_else(|| {
            Problem::impossible("Take a seat first: what arrives is recorded by it.")
        })?;
        table.feed = Some(ArmedFeed { key: kept.clone(), short, seat, since: now() });
        Ok(())
    })
    .await?;
    status(&app, &table, Some(key)).map(Json)
}

pub async fn show(
    State(app): State<Hall>,
    person: SignedIn<Reads>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> JsonResult<FeedStatus> {
    let table = access::visit(&app, &id, Visitor::known(person.id())).await?.value;
    table.check_owner(person.id())?;
    status(&app, &table, None).map(Json)
}

pub async fn disarm(
    State(app): State<Hall>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> Done {
    access::change(&app, &id, |table| {
        table.check_owner(person.id())?;
        table.feed = None;
        Ok(())
    })
    .await?;
    Ok(NoContent)
}
