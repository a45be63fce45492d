//! The routes of a table in play.

use axum::Json;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use parley::Seat;
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::mpsc;

use super::answers::{RawAnswer, SocketUpgrade, Stream, WrittenJson};
use super::ask::{Ask, Watcher, WatcherMessage};
use super::body::TableChange;
use super::socket::{BACKLOG, TableConnection, watch};
use super::viewer::{ViewQuery, Viewer};
use super::{check_id, stream, trouble};
use crate::http::answer::JsonResult;
use crate::http::body::JsonBody;
use crate::http::params::{PathParams, QueryParams};
use crate::lobby::access::Visitor;
use crate::lobby::tables::TablePath;
use crate::lobby::{read_positions, shown};
use crate::people::address::Address;
use crate::people::connections;
use crate::people::origin;
use crate::people::person::{MaybeSignedIn, Plays, Reads, SignedIn};
use crate::table::hall::Hall;
use crate::text::within;
use crate::wire::game::{AnyLine, AnyMessage, AnySetup};
use crate::wire::live::{AgreedOrder, Order, Receipt};
use crate::wire::person::PersonId;
use crate::wire::problem::Problem;
use crate::wire::table::{PaceBots, Standing, TableDetails, TableId};

pub async fn view(
    State(app): State<Hall>,
    person: MaybeSignedIn<Reads>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    QueryParams(look): QueryParams<ViewQuery>,
) -> Result<WrittenJson<AnyMessage>, Problem> {
    let viewer = Viewer::take(&app, &id, person.id(), &look).await?;
    let Viewer { audience, language, .. } = viewer;
    let ask = |reply| Ask::View { audience, language, reply };
    let view = app.tables.ask(&id, ask).await?;
    save_read_position(&app, &viewer, person.id()).await;
    Ok(WrittenJson::new(view))
}

/// Whoever has a view has read the signals in it.
async fn save_read_position(app: &Hall, viewer: &Viewer, person: Option<&PersonId>) {
    let (Some(person), Some(seat)) = (person, viewer.audience.seat()) else { return };
    let id = &viewer.record.id;
    let status = app.live.statuses(std::slice::from_ref(id)).await.ok().and_then(|mut it| it.pop());
    let signals = status.flatten().and_then(|it| it.seat(seat).map(|seat| seat.signals));
    if let Some(signals) = signals
        && let Err(problem) = read_positions::seen(&*app.store, person, id, seat, signals).await
    {
        tracing::warn!(problem = problem.detail, "the read position could not be saved");
    }
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct LogQuery {
    /// Lines before this one; the last ones, if none is named.
    #[serde(default)]
    pub before: Option<u32>,
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    pub limit: Option<u32>,
    /// Only lines under this filter of the log; their numbers have gaps.
    #[serde(default)]
    #[schemars(length(max = 20))]
    pub filter: Option<String>,
}

const MOST_LINES: u32 = 500;

impl LogQuery {
    pub(super) fn before(&self) -> u32 {
        self.before.unwrap_or(u32::MAX)
    }

    pub(super) fn limit(&self) -> usize {
        self.limit.unwrap_or(100).clamp(1, MOST_LINES) as usize
    }
}

pub async fn log(
    State(app): State<Hall>,
    person: MaybeSignedIn<Reads>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    QueryParams(look): QueryParams<ViewQuery>,
    QueryParams(lines): QueryParams<LogQuery>,
) -> Result<WrittenJson<Vec<AnyLine>>, Problem> {
    let viewer = Viewer::take(&app, &id, person.id(), &look).await?;
    let host = app.tables.host(&viewer.record)?;
    host.log(&app.tables, viewer, lines).await.map(WrittenJson::new)
}

pub async fn command(
    State(app): State<Hall>,
    person: SignedIn<Plays>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    JsonBody(order): JsonBody<Order>,
) -> JsonResult<Receipt> {
    let look = ViewQuery { seat: order.seat.map(|seat| seat.0), ..ViewQuery::default() };
    let seat = Viewer::take(&app, &id, Some(person.id()), &look).await?.seat()?;
    check_id(&order.id)?;
    let Order { id: name, command, .. } = order;
    let command = crate::raw::RawJson::tree(&command);
    let ask = |reply| Ask::Command { seat, id: name, command, reply };
    Ok(Json(app.tables.ask(&id, ask).await?))
}

pub async fn agreed(
    State(app): State<Hall>,
    person: SignedIn<Plays>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    JsonBody(order): JsonBody<AgreedOrder>,
) -> JsonResult<Receipt> {
    let AgreedOrder { id: name, seat, with, command } = order;
    own_seat(&app, &id, person.id(), seat.0).await?;
    own_seat(&app, &id, person.id(), with.0).await?;
    check_id(&name)?;
    let command = crate::raw::RawJson::tree(&command);
    let ask = |reply| Ask::Agreed { seats: (seat, with), id: name, command, reply };
    Ok(Json(app.tables.ask(&id, ask).await?))
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct FollowQuery {
    /// The last news that one has; everything, if none is named.
    #[serde(default)]
    pub since: Option<u32>,
}

pub async fn events(
    State(app): State<Hall>,
    person: MaybeSignedIn<Reads>,
    from: Address,
    headers: HeaderMap,
    PathParams(TablePath { id }): PathParams<TablePath>,
    QueryParams(look): QueryParams<ViewQuery>,
    QueryParams(follow): QueryParams<FollowQuery>,
) -> Result<RawAnswer<Stream>, Problem> {
    let viewer = Viewer::take(&app, &id, person.id(), &look).await?;
    let place = connections::open(&app, &person, from).await?;
    let last = headers.get("last-event-id").and_then(|it| it.to_str().ok()?.parse().ok());
    let news = follow_from(&app, &id, &viewer, last.or(follow.since)).await?;
    save_read_position(&app, &viewer, person.id()).await;
    Ok(RawAnswer::new(stream::events(news, place, app.stopping.clone())))
}

pub(super) async fn follow_from(
    app: &Hall,
    id: &TableId,
    viewer: &Viewer,
    since: Option<u32>,
) -> Result<mpsc::Receiver<WatcherMessage>, Problem> {
    let (tell, news) = mpsc::channel(BACKLOG);
    let Viewer { audience, language, .. } = *viewer;
    let watcher = Watcher { audience, language, tell };
    watch(&app.tables, id, watcher, since).await?;
    Ok(news)
}

pub async fn socket(
    State(app): State<Hall>,
    person: MaybeSignedIn<Plays>,
    from: Address,
    headers: HeaderMap,
    PathParams(TablePath { id }): PathParams<TablePath>,
    (QueryParams(look), QueryParams(follow)): (QueryParams<ViewQuery>, QueryParams<FollowQuery>),
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<RawAnswer<SocketUpgrade>, Problem> {
    // Browsers let any page open a socket with our cookie, so the page has to be ours.
    origin::check_if_told(&headers, &app.config)?;
    let upgrade = upgrade.map_err(|_| Problem::malformed("This address takes WebSockets only."))?;
    let viewer = Viewer::take(&app, &id, person.id(), &look).await?;
    let place = connections::open(&app, &person, from).await?;
    let news = follow_from(&app, &id, &viewer, follow.since).await?;
    save_read_position(&app, &viewer, person.id()).await;
    let line = TableConnection {
        tables: app.tables.clone(),
        table: id,
        seat: viewer.audience.seat(),
        rates: app.rates.clone(),
        person: person.id().cloned(),
        stopping: app.stopping.clone(),
        place,
    };
    let most = app.config.limits.message_bytes;
    let upgrade = upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER);
    Ok(RawAnswer::new(upgrade.on_upgrade(|socket| line.run(socket, news))))
}

/// The read buffer of a socket; the default of 128 KiB would be most of its memory.
const READ_BUFFER: usize = 1024;
/// How much is buffered before it is written without a flush.
const WRITE_BUFFER: usize = 16 * 1024;

pub async fn setup(
    State(app): State<Hall>,
    person: MaybeSignedIn<Reads>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    QueryParams(look): QueryParams<ViewQuery>,
) -> Result<WrittenJson<AnySetup>, Problem> {
    let record = Viewer::take(&app, &id, person.id(), &look).await?.record;
    // Browsers request this first, because they cannot see why a socket is refused.
    if record.standing == Standing::Playing {
        app.tables.ask(&id, |reply| Ask::Due { reply }).await?;
    }
    app.tables.host(&record)?.setup(&app.tables, record).await.map(WrittenJson::new)
}

/// A seat of a table, in the path.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct SeatNumberPath {
    pub id: TableId,
    #[schemars(range(min = 0, max = 15))]
    pub seat: u8,
}

pub async fn pause(
    State(app): State<Hall>,
    person: SignedIn<Plays>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> JsonResult<TableDetails> {
    let viewer = Viewer::take(&app, &id, Some(person.id()), &ViewQuery::default()).await?;
    let seat = viewer.seat()?;
    let status = app.live.statuses(std::slice::from_ref(&id)).await?.pop().flatten();
    let asked = status.and_then(|it| it.seat(seat).map(|seat| seat.asks_pause)).unwrap_or_default();
    for seat in viewer.record.seats_of(person.id()) {
        app.tables.change(&id, TableChange::AskedPause { seat, asks: !asked }).await?;
    }
    shown_to(&app, &viewer, person.id()).await
}

pub async fn resume(
    State(app): State<Hall>,
    person: SignedIn<Plays>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> JsonResult<TableDetails> {
    let viewer = Viewer::take(&app, &id, Some(person.id()), &ViewQuery::default()).await?;
    viewer.seat()?;
    app.tables.change(&id, TableChange::Resumed).await?;
    shown_to(&app, &viewer, person.id()).await
}

pub async fn pace(
    State(app): State<Hall>,
    person: SignedIn<Plays>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    JsonBody(PaceBots { bot_pace_ms }): JsonBody<PaceBots>,
) -> JsonResult<TableDetails> {
    let viewer = Viewer::take(&app, &id, Some(person.id()), &ViewQuery::default()).await?;
    viewer.record.check_owner(person.id())?;
    within("bot_pace_ms", bot_pace_ms, 0, 10000)?;
    app.tables.change(&id, TableChange::Paced { bot_pace_ms }).await?;
    shown_to(&app, &viewer, person.id()).await
}

pub async fn skip(
    State(app): State<Hall>,
    person: SignedIn<Plays>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> JsonResult<TableDetails> {
    let viewer = Viewer::take(&app, &id, Some(person.id()), &ViewQuery::default()).await?;
    viewer.seat()?;
    app.tables.change(&id, TableChange::Skipped).await?;
    shown_to(&app, &viewer, person.id()).await
}

pub async fn relieve(
    State(app): State<Hall>,
    person: SignedIn<Plays>,
    PathParams(SeatNumberPath { id, seat }): PathParams<SeatNumberPath>,
) -> JsonResult<TableDetails> {
    let viewer = own_seat(&app, &id, person.id(), seat).await?;
    if !app.rulesets.of(&viewer.record.settings.game)?.has_relief() {
        return Err(Problem::impossible("There are no bots for this game."));
    }
    if !viewer.record.settings.allow_bots {
        return Err(Problem::impossible("The settings of this table allow no bots."));
    }
    app.tables.change(&id, TableChange::Relieved { seat: Seat(seat) }).await?;
    shown_to(&app, &viewer, person.id()).await
}

pub async fn take_back(
    State(app): State<Hall>,
    person: SignedIn<Plays>,
    PathParams(SeatNumberPath { id, seat }): PathParams<SeatNumberPath>,
) -> JsonResult<TableDetails> {
    let viewer = own_seat(&app, &id, person.id(), seat).await?;
    app.tables.change(&id, TableChange::Returned { seat: Seat(seat) }).await?;
    shown_to(&app, &viewer, person.id()).await
}

async fn own_seat(
    app: &Hall,
    id: &TableId,
    person: &PersonId,
    seat: u8,
) -> Result<Viewer, Problem> {
    let look = ViewQuery { seat: Some(seat), ..ViewQuery::default() };
    let viewer = Viewer::take(app, id, Some(person), &look).await?;
    viewer.seat().map_err(|_| trouble::no_such_seat())?;
    Ok(viewer)
}

async fn shown_to(app: &Hall, viewer: &Viewer, person: &PersonId) -> JsonResult<TableDetails> {
    Ok(Json(shown::table(app, &viewer.record, Visitor::known(person)).await?))
}
