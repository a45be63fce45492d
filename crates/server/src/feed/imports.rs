//! Reports that a player brings: as a text, or by the name of a game that the server fetches.

use std::time::Duration;

use axum::Json;
use axum::extract::State;

use super::record;
use crate::http::answer::JsonResult;
use crate::http::body::{ArrivedBody, LargeJsonBody};
use crate::http::params::PathParams;
use crate::lobby::tables::TablePath;
use crate::lobby::webhook::client::Client;
use crate::people::address::Address;
use crate::people::person::{Plays, SignedIn};
use crate::people::webhook::Public;
use crate::ruleset::FeedKind;
use crate::table::hall::Hall;
use crate::table::viewer::{ViewQuery, Viewer};
use crate::wire::Problem;
use crate::wire::feed::{GAME_NAME, ImportReport, ImportedReport, LARGEST_REPORT};

const PATIENCE: Duration = Duration::from_secs(10);

pub async fn import(
    State(app): State<Hall>,
    from: Address,
    person: SignedIn<Plays>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    LargeJsonBody(report): LargeJsonBody<ImportReport>,
) -> JsonResult<ImportedReport> {
    app.rates.question(from)?;
    let look = ViewQuery { seat: report.seat.map(|seat| seat.0), ..ViewQuery::default() };
    let viewer = Viewer::take(&app, &id, Some(person.id()), &look).await?;
    let seat = viewer.seat()?;
    let kinds = app.rulesets.of(&viewer.record.settings.game)?.feeds();
    let kind = kinds.iter().find(|kind| kind.name == report.source).ok_or_else(|| {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
        Problem::invalid("source", format!("It has to be one of: {}.", names.join(", ")))
    })?;
    let text = match (report.text, report.game) {
        (Some(text), None) => text.into_bytes(),
        (None, Some(game)) => fetch(&app, kind, &game).await?,
        _ => {
            return Err(Problem::impossible(
                "Give either the `text` of a report or the name of a `game`.",
            ));
        }
    };
    let text = ArrivedBody::inner(text, &app.config.limits)?;
    let receipt = record(&app, &id, seat, kind.name, text).await?;
    Ok(Json(ImportedReport { changed: receipt.is_some() }))
}

/// Fetches the report of a game from the one address that its kind has.
async fn fetch(app: &Hall, kind: &FeedKind, game: &str) -> Result<Vec<u8>, Problem> {
    let wrong = |sentence: &str| Err(Problem::invalid("game", sentence));
    if !app.config.fetch_games {
        return wrong("This server fetches nothing; paste the text of the report instead.");
    }
    let Some(address) = kind.address else { return wrong("Games of this kind cannot be fetched.") };
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if !(1..=GAME_NAME).contains(&game.len()) || !game.chars().all(plain) {
        return wrong("The name of a game has letters, digits, - and _ only.");
    }
    let client = Client::new(Public { all: false });
    let fetched = client.get(&address.replace("{game}", game), PATIENCE, LARGEST_REPORT).await;
    fetched.ok_or_else(|| {
        Problem::conflict(
            "The game could not be fetched; check its name, or paste the text of the report.",
        )
    })
}
