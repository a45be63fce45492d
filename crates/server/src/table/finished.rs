//! What is asked of a table that is over.

use axum::extract::State;
use axum::http::header;
use parley::{Audience, Language, Seat};
use schemars::JsonSchema;
use serde::Deserialize;

use super::answers::{RawAnswer, ReplayFile, WrittenJson};
use super::chair::{Chair, Look};
use crate::http::params::{PathParams, QueryParams};
use crate::lobby::tables::TablePath;
use crate::people::person::{MaybeSignedIn, Reads};
use crate::table::hall::Hall;
use crate::wire::game::AnyMessage;
use crate::wire::problem::Problem;

/// Whose eyes to see a finished game with.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct ReplayQuery {
    /// The seat; everything, if none is named.
    #[serde(default)]
    #[schemars(range(min = 0, max = 15))]
    pub eyes: Option<u8>,
    /// The code of the link, at a table that is not listed.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub invite: Option<String>,
    #[serde(default)]
    pub lang: Option<Language>,
}

impl ReplayQuery {
    pub(crate) async fn chair(
        &self,
        app: &Hall,
        which: &TablePath,
        person: &MaybeSignedIn<Reads>,
    ) -> Result<Chair, Problem> {
        let look = Look { invite: self.invite.clone(), lang: self.lang, ..Look::default() };
        let chair = Chair::take(app, &which.id, person.id(), &look).await?;
        chair.is_over()?;
        Ok(chair)
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
    QueryParams(eyes): QueryParams<ReplayQuery>,
) -> Result<RawAnswer<ReplayFile>, Problem> {
    let chair = eyes.chair(&app, &which, &person).await?;
    let file = app.tables.host(&chair.record)?.replay(&app.tables, chair.record).await?;
    let name = format!("attachment; filename=\"{}.replay.ndjson\"", which.id.0);
    let headers =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CONTENT_DISPOSITION, &*name)];
    Ok(RawAnswer::new((headers, file)))
}

pub async fn history(
    State(app): State<Hall>,
    person: MaybeSignedIn<Reads>,
    PathParams(which): PathParams<TablePath>,
    QueryParams(eyes): QueryParams<ReplayQuery>,
) -> Result<WrittenJson<Vec<AnyMessage>>, Problem> {
    let chair = eyes.chair(&app, &which, &person).await?;
    let audience = eyes.audience(chair.record.seats.len())?;
    let Chair { record, language, .. } = chair;
    let host = app.tables.host(&record)?;
    host.history(&app.tables, record, audience, language).await.map(WrittenJson::new)
}
