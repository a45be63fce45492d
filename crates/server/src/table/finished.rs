//! What is asked of a table that is over.

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use backchannel::signal::Language;
use parley::{Audience, Seat};
use schemars::JsonSchema;
use serde::Deserialize;

use super::answers::{AnyMessage, Raw, Replay, Written};
use super::chair::{Chair, Look};
use super::live::Broken;
use super::origin::Origin;
use super::telling::Telling;
use super::{archive, telling, trouble};
use crate::api::app::App;
use crate::api::params::{Path, Query};
use crate::lobby::maps;
use crate::lobby::tables::Which;
use crate::people::person::{MaybePerson, Reads};
use crate::ruleset::Ruleset;
use crate::wire::problem::Problem;
use crate::wire::table::GameSettings;

/// Whose eyes to see a finished game with.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Eyes {
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

impl Eyes {
    async fn chair(
        &self,
        app: &App,
        which: &Which,
        person: &MaybePerson<Reads>,
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

/// A text about a finished table, as the body of an answer.
async fn told<G: Ruleset, T: Telling>(
    app: &App,
    chair: Chair,
    telling: impl FnOnce(&Origin<G>) -> Result<T, Broken>,
) -> Result<Body, Problem> {
    let id = chair.record.id.clone();
    let origin = Origin::<G>::of(&*app.store, app.tables.caches(), chair.record).await?;
    let telling = telling(&origin).map_err(|broken| app.tables.broken(&id, &broken))?;
    telling::body(&app.tables, id, telling).await
}

async fn written<G: Ruleset>(app: &App, chair: Chair) -> Result<Body, Problem> {
    let started = chair.record.game.as_ref().ok_or_else(trouble::not_started)?;
    let setup = maps::whole(&*app.store, &started.setup).await?;
    told(app, chair, |origin: &Origin<G>| archive::Replay::new(origin, &setup)).await
}

pub async fn replay(
    State(app): State<App>,
    person: MaybePerson<Reads>,
    Path(which): Path<Which>,
    Query(eyes): Query<Eyes>,
) -> Result<Raw<Replay>, Problem> {
    let chair = eyes.chair(&app, &which, &person).await?;
    let file = match chair.record.settings.game {
        GameSettings::Backchannel { .. } => written::<backchannel::Game>(&app, chair).await?,
        GameSettings::Twilight { .. } => written::<twilight::Game>(&app, chair).await?,
    };
    let name = format!("attachment; filename=\"{}.replay.ndjson\"", which.id.0);
    let headers =
        [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CONTENT_DISPOSITION, &*name)];
    Ok(Raw::new((headers, file)))
}

pub async fn history(
    State(app): State<App>,
    person: MaybePerson<Reads>,
    Path(which): Path<Which>,
    Query(eyes): Query<Eyes>,
) -> Result<Written<Vec<AnyMessage>>, Problem> {
    let chair = eyes.chair(&app, &which, &person).await?;
    let audience = eyes.audience(chair.record.seats.len())?;
    let language = chair.language;
    let messages = match chair.record.settings.game {
        GameSettings::Backchannel { .. } => {
            let history = |origin: &Origin<backchannel::Game>| {
                archive::History::new(origin, audience, language)
            };
            told(&app, chair, history).await?
        }
        GameSettings::Twilight { .. } => {
            let history =
                |origin: &Origin<twilight::Game>| archive::History::new(origin, audience, language);
            told(&app, chair, history).await?
        }
    };
    Ok(Written::new(messages))
}

pub async fn honours(
    State(app): State<App>,
    person: MaybePerson<Reads>,
    Path(which): Path<Which>,
    Query(eyes): Query<Eyes>,
) -> Result<Written<archive::Honours>, Problem> {
    let chair = eyes.chair(&app, &which, &person).await?;
    match chair.record.settings.game {
        GameSettings::Backchannel { .. } => {
            Ok(Written::new(told(&app, chair, archive::HonourRoll::new).await?))
        }
        GameSettings::Twilight { .. } => {
            Err(Problem::not_found("record: a desk keeps each player's in its view"))
        }
    }
}
