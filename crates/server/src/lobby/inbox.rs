//! What is waiting for a person, over all their tables.

use std::convert::Infallible;
use std::time::Duration;

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{MediaType, Operation, Response as Documented, SchemaObject, StatusCode};
use axum::Json;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::{Stream, StreamExt as _};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::access::Sight;
use super::live::TableStatus;
use super::read_positions::{self, ReadPosition};
use super::record::{TableRecord, seat_key};
use super::summary::TableSummary;
use crate::document;
use crate::http::answer::JsonResult;
use crate::lobby::Lobby;
use crate::people::address::Address;
use crate::people::connections;
use crate::people::person::{MaybeSignedIn, Reads, SignedIn};
use crate::store::Page;
use crate::time::Time;
use crate::wire::inbox::{Inbox, Waiting};
use crate::wire::table::Standing;
use crate::wire::{PersonId, Problem};

/// How many tables are shown at most, the latest first.
const MOST: u32 = 100;

pub async fn get(State(app): State<Lobby>, person: SignedIn<Reads>) -> JsonResult<Inbox> {
    Ok(Json(of(&app, person.id()).await?))
}

/// Everything that is waiting for a person.
pub async fn of(app: &Lobby, person: &PersonId) -> Result<Inbox, Problem> {
    let tables = counted(app, person).await?;
    Ok(Inbox { tables: tables.into_iter().map(|(waiting, _)| waiting).collect() })
}

/// How much has ever arrived for somebody at a table, read or not: something new is waiting if it has changed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Ever {
    pub round: u16,
    pub turns: u32,
    pub offers: u32,
    pub signals: u32,
    #[serde(default)]
    pub reminders: u32,
}

/// The same, with how much has ever arrived.
pub async fn counted(app: &Lobby, person: &PersonId) -> Result<Vec<(Waiting, Ever)>, Problem> {
    let page = Page::first(MOST);
    let tables = document::list::<TableRecord>(&*app.store, &seat_key(person), page).await?;
    let ids: Vec<_> = tables.iter().map(|table| table.id.clone()).collect();
    let statuses = app.live.statuses(&ids).await?;
    let spoken_to = |table: &TableSummary, status: &TableStatus| {
        table.seats_of(person).any(|seat| status.seat(seat).is_some_and(|it| it.signals > 0))
    };
    let spoken = tables.iter().zip(&statuses);
    let spoken = spoken.filter(|(table, it)| it.as_ref().is_some_and(|it| spoken_to(table, it)));
    let positions =
        read_positions::of(&*app.store, person, spoken.map(|(table, _)| &table.id)).await?;
    let mut waiting = Vec::new();
    for (table, status) in tables.iter().zip(statuses) {
        let position = positions.get(&table.id).cloned().unwrap_or_default();
        let status = on_the_wall(status.unwrap_or_default(), &app.time);
        waiting.push((part(table, person, &status, &position), ever(table, person, &status)));
    }
    waiting.sort_by_key(|(it, _)| (!it.is_urgent(), std::cmp::Reverse(it.at)));
    Ok(waiting)
}

fn ever(table: &TableSummary, person: &PersonId, status: &TableStatus) -> Ever {
    let seats = || table.seats_of(person).filter_map(|seat| status.seat(seat));
    Ever {
        round: round(table, person, status),
        turns: seats().map(|seat| seat.turns).sum(),
        offers: seats().map(|seat| seat.offers).sum(),
        signals: seats().map(|seat| seat.signals).sum(),
        reminders: seats().map(|seat| seat.reminders).sum(),
    }
}

/// An inbox does not carry the server's time, as a table's clock does.
fn on_the_wall(mut status: TableStatus, time: &Time) -> TableStatus {
    for seat in &mut status.seats {
        seat.deadline = seat.deadline.map(|at| time.on_the_wall(at));
        seat.at = time.on_the_wall(seat.at);
    }
    status
}

fn part(
    table: &TableSummary,
    person: &PersonId,
    status: &TableStatus,
    position: &ReadPosition,
) -> Waiting {
    let playing = table.standing == Standing::Playing;
    let seats: Vec<_> = table.seats_of(person).collect();
    let states = seats.iter().filter_map(|seat| Some((*seat, status.seat(*seat)?)));
    let states: Vec<_> = states.filter(|_| playing).collect();
    let awaited = states.iter().find(|(_, state)| state.awaited && !state.relieved);
    let unseen = states.iter().map(|(seat, it)| it.signals.saturating_sub(position.signals(*seat)));
    let due: usize = states.iter().map(|(_, state)| state.due.len()).sum();
    let last = states.iter().map(|(_, state)| state.at).max().unwrap_or_default();
    let begun = table.started_at.unwrap_or(table.created_at);
    Waiting {
        table: table.id.clone(),
        ruleset: table.ruleset.clone(),
        standing: table.standing,
        title: table.title.clone(),
        map: table.map.clone(),
        others: table.others(person),
        daily: table.daily.map(|it| it.day),
        seat: awaited.map(|(seat, _)| *seat).or(seats.first().copied()),
        round: round(table, person, status),
        your_turn: awaited.is_some(),
        deadline: awaited.and_then(|(_, state)| state.deadline),
        proposals: states.iter().map(|(_, state)| state.proposals).sum(),
        due: due.try_into().unwrap_or(u16::MAX),
        signals: unseen.sum::<u32>().try_into().unwrap_or(u16::MAX),
        at: last.max(begun).max(table.ended_at.unwrap_or_default()),
    }
}

/// The first round begins with the game. The current round is not shown to delayed spectators.
fn round(table: &TableSummary, person: &PersonId, status: &TableStatus) -> u16 {
    match table.sight(person) {
        Sight::Now => status.round.max(1),
        Sight::Nothing | Sight::Later => 0,
    }
}

impl Waiting {
    /// Whether anybody is waiting for this person.
    pub fn is_urgent(&self) -> bool {
        self.your_turn || self.proposals > 0 || self.signals > 0 || self.due > 0
    }
}

/// Sends the inbox now, and again whenever it changes.
pub async fn events(
    State(app): State<Lobby>,
    person: SignedIn<Reads>,
    from: Address,
) -> Result<InboxEvents, Problem> {
    let stopping = app.stopping.clone().cancelled_owned();
    let id = person.id().clone();
    let place = connections::open(&app, &MaybeSignedIn(Some(person)), from).await?;
    let watch = Watch::new(app, id);
    let stream = futures::stream::unfold((watch, place), |(mut watch, place)| async move {
        let event = tokio::select! {
            biased;
            () = place.ended() => return None,
            event = watch.next() => event,
        };
        Some((Ok::<_, Infallible>(event), (watch, place)))
    });
    Ok(InboxEvents::new(stream.take_until(stopping)))
}

struct Watch {
    app: Lobby,
    person: PersonId,
    lobby: Receiver<PersonId>,
    live: Receiver<PersonId>,
    last: Option<Inbox>,
}

/// How often to look anyway, because changes by another process may not be announced here.
const LOOK_AGAIN: Duration = Duration::from_secs(60);
/// How long to wait, so that changes in quick succession are sent once.
const GATHER: Duration = Duration::from_millis(150);

impl Watch {
    fn new(app: Lobby, person: PersonId) -> Watch {
        let (lobby, live) = (app.inbox_notifier.listen(), app.live.inbox_changes());
        Watch { app, person, lobby, live, last: None }
    }

    async fn next(&mut self) -> Event {
        loop {
            if self.last.is_some() {
                self.rung().await;
            }
            let Ok(inbox) = of(&self.app, &self.person).await else {
                tokio::time::sleep(Duration::from_secs(1)).await;
                continue;
            };
            if self.last.as_ref() == Some(&inbox) {
                continue;
            }
            let event = Event::default().json_data(&inbox).unwrap_or_default();
            self.last = Some(inbox);
            return event;
        }
    }

    async fn rung(&mut self) {
        let wait = tokio::time::sleep(LOOK_AGAIN);
        tokio::pin!(wait);
        loop {
            // Whichever of them fires, the whole inbox is read again.
            let rung = tokio::select! {
                biased;
                () = &mut wait => return,
                rung = self.lobby.recv() => rung,
                rung = self.live.recv() => rung,
            };
            match rung {
                Ok(person) if person != self.person => {}
                Ok(_) | Err(RecvError::Lagged(_)) => {
                    return tokio::time::sleep(GATHER).await;
                }
                Err(RecvError::Closed) => return wait.await,
            }
        }
    }
}

/// A stream of inboxes.
pub struct InboxEvents(Response);

impl InboxEvents {
    fn new(stream: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> InboxEvents {
        InboxEvents(Sse::new(stream).keep_alive(KeepAlive::default()).into_response())
    }
}

impl IntoResponse for InboxEvents {
    fn into_response(self) -> Response {
        self.0
    }
}

impl OperationOutput for InboxEvents {
    type Inner = Inbox;

    fn inferred_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        // An event stream has no schema of its own; this adds the type of its data to the document.
        ctx.schema.subschema_for::<Inbox>();
        let json_schema = schemars::json_schema!({ "type": "string" });
        let schema = Some(SchemaObject { json_schema, example: None, external_docs: None });
        let media = MediaType { schema, ..MediaType::default() };
        let response = Documented {
            description: "Events whose `data` is an `Inbox`.".to_owned(),
            content: [("text/event-stream".to_owned(), media)].into_iter().collect(),
            ..Documented::default()
        };
        vec![(Some(StatusCode::Code(200)), response)]
    }
}
