//! What is asked of a table over HTTP while it is played.

use axum::Json;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use backchannel::signal::{Piece, Signals};
use parley::{Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use twilight::judgement::Judgement;

use super::answers::{AnyLine, AnyMessage, AnySetup, Raw, Socket, Stream, Written};
use super::ask::{Ask, News, Watcher};
use super::body::Change;
use super::chair::{Chair, Look};
use super::fold::PAGE;
use super::origin::Origin;
use super::socket::{BACKLOG, Line, watch};
use super::{check_id, past, stream, trouble};
use crate::api::answer::Answer;
use crate::api::app::App;
use crate::api::body::Body;
use crate::api::params::{Path, Query};
use crate::lobby::access::Visitor;
use crate::lobby::tables::Which;
use crate::lobby::{marks, shown};
use crate::people::address::Address;
use crate::people::connections;
use crate::people::origin;
use crate::people::person::{MaybePerson, Person, Plays, Reads};
use crate::ruleset::{Idea, Ruleset};
use crate::wire::live::{Order, Receipt};
use crate::wire::person::PersonId;
use crate::wire::problem::Problem;
use crate::wire::table::{GameSettings, Standing, Table, TableId};
use crate::work::Work;

pub async fn view(
    State(app): State<App>,
    person: MaybePerson<Reads>,
    Path(Which { id }): Path<Which>,
    Query(look): Query<Look>,
) -> Result<Written<AnyMessage>, Problem> {
    let chair = Chair::take(&app, &id, person.id(), &look).await?;
    let Chair { audience, language, .. } = chair;
    let ask = |reply| Ask::View { audience, language, reply };
    let view = app.tables.ask(&id, ask).await?;
    mark_seen(&app, &chair, person.id()).await;
    Ok(Written::new(view))
}

/// Whoever has a view before them has seen the signals in it.
async fn mark_seen(app: &App, chair: &Chair, person: Option<&PersonId>) {
    let (Some(person), Some(seat)) = (person, chair.audience.seat()) else { return };
    let id = &chair.record.id;
    let status = app.live.statuses(std::slice::from_ref(id)).await.ok().and_then(|mut it| it.pop());
    let signals = status.flatten().and_then(|it| it.seat(seat).map(|seat| seat.signals));
    if let Some(signals) = signals
        && let Err(problem) = marks::seen(&*app.store, person, id, seat, signals).await
    {
        tracing::warn!(problem = problem.detail, "what was seen could not be noted");
    }
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Lines {
    /// Lines before this one; the last ones, if none is named.
    #[serde(default)]
    pub before: Option<u32>,
    #[serde(default)]
    #[schemars(range(min = 1, max = 500))]
    pub limit: Option<u32>,
}

pub async fn log(
    State(app): State<App>,
    person: MaybePerson<Reads>,
    Path(Which { id }): Path<Which>,
    Query(look): Query<Look>,
    Query(lines): Query<Lines>,
) -> Result<Written<Vec<AnyLine>>, Problem> {
    let chair = Chair::take(&app, &id, person.id(), &look).await?;
    let json = match chair.record.settings.game {
        GameSettings::Backchannel { .. } => log_of::<backchannel::Game>(&app, chair, &lines).await,
        GameSettings::Twilight { .. } => log_of::<twilight::Game>(&app, chair, &lines).await,
    };
    json.map(Written::new)
}

const MOST_LINES: u32 = 500;

async fn log_of<G: Ruleset>(app: &App, chair: Chair, lines: &Lines) -> Result<String, Problem> {
    let Chair { record, audience, language } = chair;
    let (id, horizon) = (record.id.clone(), app.tables.horizon(&record, audience));
    let origin = Origin::<G>::of(&*app.store, app.tables.caches(), record).await?;
    let before = lines.before.unwrap_or(u32::MAX);
    let limit = lines.limit.unwrap_or(100).clamp(1, MOST_LINES) as usize;
    let broken = |broken| app.tables.broken(&id, &broken);
    let mut log = past::Log::new(&origin, audience, before, limit).map_err(broken)?;
    let permit = Work::Archive.permit().await?;
    let mut from = 0;
    loop {
        let mut steps = app.tables.page(&id, from).await?;
        let count = steps.len();
        from += count as u32;
        steps.retain(|step| step.at <= horizon);
        let last = count < PAGE as usize || steps.len() < count;
        let read = permit.run(move || log.read(&steps).map(|more| (log, more)));
        let (read, more) = read.await?.map_err(broken)?;
        log = read;
        if last || !more {
            break;
        }
    }
    let json = permit.run(move || serde_json::to_string(&log.lines(language))).await?;
    json.map_err(|_| Problem::internal())
}

pub async fn command(
    State(app): State<App>,
    person: Person<Plays>,
    Path(Which { id }): Path<Which>,
    Body(order): Body<Order>,
) -> Answer<Receipt> {
    let look = Look { seat: order.seat.map(|seat| seat.0), ..Look::default() };
    let seat = Chair::take(&app, &id, Some(person.id()), &look).await?.seat()?;
    check_id(&order.id)?;
    let Order { id: name, command, .. } = order;
    let command = crate::raw::Raw::tree(&command);
    let ask = |reply| Ask::Command { seat, id: name, command, reply };
    Ok(Json(app.tables.ask(&id, ask).await?))
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct Follow {
    /// The last news that one has; everything, if none is named.
    #[serde(default)]
    pub since: Option<u32>,
}

pub async fn events(
    State(app): State<App>,
    person: MaybePerson<Reads>,
    from: Address,
    headers: HeaderMap,
    Path(Which { id }): Path<Which>,
    Query(look): Query<Look>,
    Query(follow): Query<Follow>,
) -> Result<Raw<Stream>, Problem> {
    let chair = Chair::take(&app, &id, person.id(), &look).await?;
    let place = connections::open(&app, &person, from).await?;
    let last = headers.get("last-event-id").and_then(|it| it.to_str().ok()?.parse().ok());
    let news = follow_from(&app, &id, &chair, last.or(follow.since)).await?;
    mark_seen(&app, &chair, person.id()).await;
    Ok(Raw::new(stream::events(news, place, app.stopping.clone())))
}

async fn follow_from(
    app: &App,
    id: &TableId,
    chair: &Chair,
    since: Option<u32>,
) -> Result<mpsc::Receiver<News>, Problem> {
    let (tell, news) = mpsc::channel(BACKLOG);
    let Chair { audience, language, .. } = *chair;
    let watcher = Watcher { audience, language, tell };
    watch(&app.tables, id, watcher, since).await?;
    Ok(news)
}

pub async fn socket(
    State(app): State<App>,
    person: MaybePerson<Plays>,
    from: Address,
    headers: HeaderMap,
    Path(Which { id }): Path<Which>,
    (Query(look), Query(follow)): (Query<Look>, Query<Follow>),
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Raw<Socket>, Problem> {
    // A browser lets any page open a socket with our cookie, so that the page has to be ours.
    origin::check_if_told(&headers, &app.config)?;
    let upgrade = upgrade.map_err(|_| Problem::malformed("This address takes WebSockets only."))?;
    let chair = Chair::take(&app, &id, person.id(), &look).await?;
    let place = connections::open(&app, &person, from).await?;
    let news = follow_from(&app, &id, &chair, follow.since).await?;
    mark_seen(&app, &chair, person.id()).await;
    let line = Line {
        tables: app.tables.clone(),
        table: id,
        seat: chair.audience.seat(),
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
    Ok(Raw::new(upgrade.on_upgrade(|socket| line.run(socket, news))))
}

/// A socket has this much ready to read into; the usual 128 KiB would be most of what it costs.
const READ_BUFFER: usize = 1024;
/// Messages are gathered up to this before they are written without being asked.
const WRITE_BUFFER: usize = 16 * 1024;

pub async fn setup(
    State(app): State<App>,
    person: MaybePerson<Reads>,
    Path(Which { id }): Path<Which>,
    Query(look): Query<Look>,
) -> Answer<AnySetup> {
    let record = Chair::take(&app, &id, person.id(), &look).await?.record;
    // A browser asks this first, and cannot see why a socket is refused.
    if record.standing == Standing::Playing {
        app.tables.ask(&id, |reply| Ask::Due { reply }).await?;
    }
    Ok(Json(match record.settings.game {
        GameSettings::Backchannel { .. } => {
            let origin =
                Origin::<backchannel::Game>::of(&*app.store, app.tables.caches(), record).await?;
            AnySetup::Backchannel(Box::new(backchannel::Game::setup(&origin.basis)))
        }
        GameSettings::Twilight { .. } => {
            let origin =
                Origin::<twilight::Game>::of(&*app.store, app.tables.caches(), record).await?;
            AnySetup::Twilight(Box::new(origin.basis.shown_to(SeatSet::EMPTY)))
        }
    }))
}

/// A signal in the making.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    pub signal: backchannel::signal::Signal,
}

/// How a signal reads.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Rendered {
    pub pieces: Vec<Piece>,
}

pub async fn render(
    State(app): State<App>,
    person: MaybePerson<Reads>,
    Path(Which { id }): Path<Which>,
    Query(look): Query<Look>,
    Body(draft): Body<Draft>,
) -> Answer<Rendered> {
    let chair = Chair::take(&app, &id, person.id(), &look).await?;
    let seat = chair.seat()?;
    let Chair { record, language, .. } = chair;
    let GameSettings::Backchannel { .. } = record.settings.game else {
        return Err(Problem::not_found("thing at a Twilight table"));
    };
    let origin = Origin::<backchannel::Game>::of(&*app.store, app.tables.caches(), record).await?;
    let signals = Signals::standard();
    let checked = origin.basis.vocabulary.check(signals.catalogue(), seat, &draft.signal);
    checked.map_err(|why| Problem::invalid("signal", why))?;
    let pieces = signals.render(language, &draft.signal, &*origin.basis);
    Ok(Json(Rendered { pieces }))
}

/// Whether a deal would bind, while it is being composed.
pub async fn verdict(
    State(app): State<App>,
    person: Person<Reads>,
    Path(Which { id }): Path<Which>,
    Query(look): Query<Look>,
    Body(idea): Body<Idea>,
) -> Result<Written<Judgement>, Problem> {
    let seat = Chair::take(&app, &id, Some(person.id()), &look).await?.seat()?;
    let said = app.tables.ask(&id, |reply| Ask::Consider { seat, idea, reply }).await?;
    serde_json::to_string(&said).map(Written::new).map_err(|_| Problem::internal())
}

/// A seat of a table, in the path.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct WhichSeat {
    pub id: TableId,
    #[schemars(range(min = 0, max = 15))]
    pub seat: u8,
}

pub async fn pause(
    State(app): State<App>,
    person: Person<Plays>,
    Path(Which { id }): Path<Which>,
) -> Answer<Table> {
    let chair = Chair::take(&app, &id, Some(person.id()), &Look::default()).await?;
    let seat = chair.seat()?;
    let status = app.live.statuses(std::slice::from_ref(&id)).await?.pop().flatten();
    let asked = status.and_then(|it| it.seat(seat).map(|seat| seat.asks_pause)).unwrap_or_default();
    for seat in chair.record.seats_of(person.id()) {
        app.tables.change(&id, Change::AskedPause { seat, asks: !asked }).await?;
    }
    shown_to(&app, &chair, person.id()).await
}

pub async fn resume(
    State(app): State<App>,
    person: Person<Plays>,
    Path(Which { id }): Path<Which>,
) -> Answer<Table> {
    let chair = Chair::take(&app, &id, Some(person.id()), &Look::default()).await?;
    chair.seat()?;
    app.tables.change(&id, Change::Resumed).await?;
    shown_to(&app, &chair, person.id()).await
}

pub async fn relieve(
    State(app): State<App>,
    person: Person<Plays>,
    Path(WhichSeat { id, seat }): Path<WhichSeat>,
) -> Answer<Table> {
    let chair = own_seat(&app, &id, person.id(), seat).await?;
    let GameSettings::Backchannel { .. } = chair.record.settings.game else {
        return Err(Problem::impossible("There are no bots for this game."));
    };
    if !chair.record.settings.allow_bots {
        return Err(Problem::impossible("No bots are allowed at this table."));
    }
    app.tables.change(&id, Change::Relieved { seat: Seat(seat) }).await?;
    shown_to(&app, &chair, person.id()).await
}

pub async fn take_back(
    State(app): State<App>,
    person: Person<Plays>,
    Path(WhichSeat { id, seat }): Path<WhichSeat>,
) -> Answer<Table> {
    let chair = own_seat(&app, &id, person.id(), seat).await?;
    app.tables.change(&id, Change::Returned { seat: Seat(seat) }).await?;
    shown_to(&app, &chair, person.id()).await
}

async fn own_seat(app: &App, id: &TableId, person: &PersonId, seat: u8) -> Result<Chair, Problem> {
    let look = Look { seat: Some(seat), ..Look::default() };
    let chair = Chair::take(app, id, Some(person), &look).await?;
    chair.seat().map_err(|_| trouble::no_such_seat())?;
    Ok(chair)
}

async fn shown_to(app: &App, chair: &Chair, person: &PersonId) -> Answer<Table> {
    Ok(Json(shown::table(app, &chair.record, Visitor::known(person)).await?))
}
