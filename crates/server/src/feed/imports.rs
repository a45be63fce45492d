//! Reports that a player brings: as a text, or by the name of a game that the server fetches.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{LARGEST, record};
use crate::http::answer::JsonResult;
use crate::http::body::LargeJsonBody;
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

const PATIENCE: Duration = Duration::from_secs(10);

/// A report of a game elsewhere.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportReport {
    /// Where it comes from, such as `asyncti4`.
    #[schemars(length(max = 40))]
    pub source: String,
    /// The report itself.
    #[serde(default)]
    #[schemars(length(max = LARGEST))]
    pub text: Option<String>,
    /// The name of the game, if the server is to fetch it.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub game: Option<String>,
    /// Which of your seats records it.
    #[serde(default)]
    pub seat: Option<Seat>,
}

/// What became of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Imported {
    /// Whether it said anything new.
    pub changed: bool,
}

pub async fn import(
    State(app): State<Hall>,
    from: Address,
    person: SignedIn<Plays>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    LargeJsonBody(report): LargeJsonBody<ImportReport>,
) -> JsonResult<Imported> {
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
    let receipt = record(&app, &id, seat, kind.name, text).await?;
    Ok(Json(Imported { changed: receipt.is_some() }))
}

/// Fetches the report of a game from the one address that its kind has.
async fn fetch(app: &Hall, kind: &FeedKind, game: &str) -> Result<Vec<u8>, Problem> {
    let wrong = |sentence: &str| Err(Problem::invalid("game", sentence));
    if !app.config.fetch_games {
        return wrong("This server fetches nothing; paste the text of the report instead.");
    }
    let Some(address) = kind.address else { return wrong("Games of this kind cannot be fetched.") };
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if !(1..=60).contains(&game.len()) || !game.chars().all(plain) {
        return wrong("The name of a game has letters, digits, - and _ only.");
    }
    let client = Client::new(Public { all: false });
    let fetched = client.get(&address.replace("{game}", game), PATIENCE, LARGEST).await;
    fetched.ok_or_else(|| {
        Problem::conflict(
            "The game could not be fetched; check its name, or paste the text of the report.",
        )
    })
}
