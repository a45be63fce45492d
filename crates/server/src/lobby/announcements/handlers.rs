//! Whether a table announces what happens, and where.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use super::record::{AnnouncementRecord, StopReason};
use crate::document::{self, Kept, Saved};
use crate::http::answer::{Done, JsonResult};
use crate::http::body::JsonBody;
use crate::http::params::PathParams;
use crate::lobby::Lobby;
use crate::lobby::access::{self, Visitor};
use crate::lobby::live::NewsPosition;
use crate::lobby::record::TableRecord;
use crate::lobby::tables::TablePath;
use crate::people::person::{Hosts, Reads, SignedIn};
use crate::people::webhook;
use crate::store::RecordKind;
use crate::time::now;
use crate::wire::table::Standing;
use crate::wire::{PersonId, Problem, TableId};

/// Where to post what happens.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Announce {
    /// A webhook that takes messages in Discord's format.
    #[schemars(length(min = 1, max = 500))]
    pub webhook: String,
}

/// Whether a table announces what happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AnnouncementStatus {
    /// The host of the webhook; its address is a secret and is not shown again.
    pub host: Option<String>,
    /// Since when, in milliseconds since 1970.
    pub since: Option<i64>,
    /// Why nothing more is posted, as a sentence.
    pub stopped: Option<String>,
}

impl AnnouncementStatus {
    fn of(record: Option<&AnnouncementRecord>) -> AnnouncementStatus {
        let url = record.and_then(|record| Url::parse(&record.url).ok());
        AnnouncementStatus {
            host: url.and_then(|url| url.host_str().map(str::to_owned)),
            since: record.map(|record| record.since),
            stopped: record.and_then(|record| record.stopped).map(sentence),
        }
    }
}

fn sentence(reason: StopReason) -> String {
    let sentence = match reason {
        StopReason::Over => "The game is over, and all of it was posted.",
        StopReason::Refused => "The webhook refused a message; set it again when it is fixed.",
        StopReason::Unreachable => {
            "The webhook could not be reached for a long time; set it again when it is fixed."
        }
    };
    sentence.to_owned()
}

pub async fn announce(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    JsonBody(Announce { webhook: text }): JsonBody<Announce>,
) -> JsonResult<AnnouncementStatus> {
    let table = owned(&app, &id, person.id()).await?;
    if !app.rulesets.of(&table.settings.game)?.announces() {
        return Err(Problem::impossible("This game announces nothing."));
    }
    if table.standing != Standing::Playing {
        return Err(Problem::conflict("The table is not in play."));
    }
    let url = webhook::check(&text, &app.config)?;
    let url = url.ok_or_else(|| Problem::invalid("webhook", "It has to be an address."))?;
    let begin = app.live.announced(&table, NewsPosition::LAST).await?.end;
    let record = AnnouncementRecord::new(id.clone(), url, begin, now());
    save(&app, &id, &record).await?;
    app.announcement_notifier.notify(&id);
    Ok(Json(AnnouncementStatus::of(Some(&record))))
}

/// Whatever was set before is replaced.
async fn save(app: &Lobby, id: &TableId, record: &AnnouncementRecord) -> Result<(), Problem> {
    let replace = |before: &mut AnnouncementRecord| {
        *before = record.clone();
        Ok(())
    };
    if document::change(&*app.store, &id.0, replace).await?.is_some() {
        return Ok(());
    }
    match Kept::new(record.clone()).save(&*app.store).await? {
        Saved::Yes => Ok(()),
        Saved::Overtaken | Saved::Taken(_) => {
            Err(Problem::conflict("Somebody else has just set it; look again."))
        }
    }
}

pub async fn show(
    State(app): State<Lobby>,
    person: SignedIn<Reads>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> JsonResult<AnnouncementStatus> {
    owned(&app, &id, person.id()).await?;
    let kept = document::load::<AnnouncementRecord>(&*app.store, &id.0).await?;
    Ok(Json(AnnouncementStatus::of(kept.as_ref().map(|kept| &kept.value))))
}

pub async fn silence(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> Done {
    owned(&app, &id, person.id()).await?;
    app.store.remove(RecordKind::Announcements, &id.0).await?;
    Ok(NoContent)
}

async fn owned(app: &Lobby, id: &TableId, person: &PersonId) -> Result<TableRecord, Problem> {
    let table = access::visit(app, id, Visitor::known(person)).await?.value;
    table.check_owner(person)?;
    Ok(table)
}
