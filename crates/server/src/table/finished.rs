//! The routes of a table that is over.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use parley::{Audience, Language, Seat};
use schemars::JsonSchema;
use serde::Deserialize;

use super::answers::{RawAnswer, ReplayFile, WrittenJson};
use super::trouble;
use super::viewer::{ViewQuery, Viewer};
use crate::http::answer::JsonResult;
use crate::http::params::{PathParams, QueryParams};
use crate::lobby::tables::TablePath;
use crate::people::address::Address;
use crate::people::person::{MaybeSignedIn, Reads};
use crate::table::hall::Hall;
use crate::wire::game::AnyMessage;
use crate::wire::problem::Problem;
use crate::wire::reasons::Explanation;

/// Whose view of a finished game is wanted.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ReplayQuery {
    /// The seat; by default, everything is shown.
    #[serde(default)]
    #[schemars(range(min = 0, max = 15))]
    pub eyes: Option<u8>,
    /// The code of the link, for a table that is not listed.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub invite: Option<String>,
    #[serde(default)]
    pub lang: Option<Language>,
}

impl ReplayQuery {
    pub(crate) async fn viewer(
        &self,
        app: &Hall,
        which: &TablePath,
        person: &MaybeSignedIn<Reads>,
    ) -> Result<Viewer, Problem> {
        let look =
            ViewQuery { invite: self.invite.clone(), lang: self.lang, ..ViewQuery::default() };
        let viewer = Viewer::take(app, &which.id, person.id(), &look).await?;
        viewer.is_over()?;
        Ok(viewer)
    }

    fn audience(&self, seats: usize) -> Result<Audience, Problem> {
        match self.eyes {
            None => Ok(Audience::Replay),
            Some(seat) if usize::from(seat) < seats => Ok(Audience::Seat(Seat(seat))),
            Some(_) => Err(Problem::not_found("seat")),
        }
    }
}

pub async fn replay(
    State(app): State<Hall>,
    person: MaybeSignedIn<Reads>,
    PathParams(which): PathParams<TablePath>,
    QueryParams(query): QueryParams<ReplayQuery>,
) -> Result<RawAnswer<ReplayFile>, Problem> {
    let viewer = query.viewer(&app, &which, &person).await?;
    if viewer.record.is_sealed(app.wall()) {
        return Err(trouble::sealed());
    }
    let file = app.tables.host(&viewer.record)?.replay(&app.tables, viewer.record).await?;
    let name = format!("attachment; filename=\"{}.replay.ndjson\"", which.id.0);
    let headers =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CONTENT_DISPOSITION, &*name)];
    Ok(RawAnswer::new((headers, file)))
}

/// Which move of a finished game is to be explained.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ReasonsQuery {
    /// The number of the step, as the history has it.
    pub step: u32,
}

pub async fn reasons(
    State(app): State<Hall>,
    person: MaybeSignedIn<Reads>,
    from: Address,
    PathParams(which): PathParams<TablePath>,
    QueryParams(query): QueryParams<ReplayQuery>,
    QueryParams(ReasonsQuery { step }): QueryParams<ReasonsQuery>,
) -> JsonResult<Explanation> {
    let record = query.viewer(&app, &which, &person).await?.record;
    app.rates.question(from)?;
    let patience = Duration::from_secs(app.config.limits.explanation_seconds);
    app.tables.host(&record)?.explain(&app.tables, record, step, patience).await.map(Json)
}

pub async fn history(
    State(app): State<Hall>,
    person: MaybeSignedIn<Reads>,
    PathParams(which): PathParams<TablePath>,
    QueryParams(query): QueryParams<ReplayQuery>,
) -> Result<WrittenJson<Vec<AnyMessage>>, Problem> {
    let viewer = query.viewer(&app, &which, &person).await?;
    let audience = query.audience(viewer.record.seats.len())?;
    let Viewer { record, language, .. } = viewer;
    let host = app.tables.host(&record)?;
    host.history(&app.tables, record, audience, language).await.map(WrittenJson::new)
}
