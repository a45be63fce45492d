//! Tables: the list, and each table before it starts.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use parley::Secret;
use schemars::JsonSchema;
use serde::Deserialize;

use super::access::{self, Visitor};
use super::record::{Holding, TableRecord, listed_key};
use super::settings::Checked;
use super::summary::TableSummary;
use super::{masks, names, settings, shown};
use crate::document;
use crate::http::answer::{Created, Done, JsonResult};
use crate::http::body::LargeJsonBody;
use crate::http::params::{PathParams, QueryParams};
use crate::lobby::Lobby;
use crate::people::person::{Hosts, MaybeSignedIn, Reads, SignedIn};
use crate::people::record::PersonRecord;
use crate::ruleset::Hosted;
use crate::secret;
use crate::store::{Page, RecordKind};
use crate::time::now;
use crate::wire::Problem;
use crate::wire::RulesetName;
use crate::wire::table::{Listing, Standing, TableDetails, TableId, TableSettings};

/// The table in the path.
#[derive(Deserialize, JsonSchema)]
pub struct TablePath {
    pub id: TableId,
}

/// The link that a visitor brings.
#[derive(Deserialize, JsonSchema)]
pub struct LinkQuery {
    /// The code of the link; not needed by those who are already admitted.
    #[schemars(length(max = 100))]
    pub invite: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
pub struct ListQuery {
    /// Only tables of this ruleset.
    pub ruleset: Option<RulesetName>,
    /// The last table of the previous page.
    #[schemars(length(max = 40))]
    pub after: Option<String>,
}

/// The page size of the list.
const PAGE: u32 = 50;

pub async fn list(
    State(app): State<Lobby>,
    QueryParams(filter): QueryParams<ListQuery>,
) -> JsonResult<Vec<Listing>> {
    let page = Page { after: filter.after, limit: PAGE };
    if let Some(ruleset) = &filter.ruleset {
        let known = app.rulesets.named("ruleset", ruleset);
        known.map_err(|problem| Problem::malformed(problem.detail))?;
    }
    let key = listed_key(filter.ruleset.as_ref());
    let tables = document::list::<TableRecord>(&*app.store, &key, page).await?;
    Ok(Json(tables.into_iter().map(TableSummary::listing).collect()))
}

pub async fn create(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    LargeJsonBody(wanted): LargeJsonBody<TableSettings>,
) -> Result<Created<TableDetails>, Problem> {
    let games = &app.rulesets;
    let checked = settings::check_aside(games, wanted).await?;
    let game = games.of(&checked.settings.game)?;
    let table = add(&app, new(game, checked, &person.record)).await?;
    Ok(Created(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

/// A table whose owner sits on its first seat.
pub fn new(game: &dyn Hosted, checked: Checked, owner: &PersonRecord) -> TableRecord {
    let Checked { settings, seats } = checked;
    let mut seats = vec![Holding::Nobody; seats];
    seats[0] = sitting(owner, &seats);
    let mut table = TableRecord {
        id: TableId(secret::id()),
        owner: owner.id.clone(),
        owner_name: owner.name.clone(),
        settings,
        standing: Standing::Gathering,
        seats,
        invite: secret::code(),
        invitations: Vec::new(),
        claims: Vec::new(),
        admitted: Vec::new(),
        removed: Vec::new(),
        secret: Some(Secret::from_bytes(secret::random())),
        game: None,
        rematch: None,
        feed: None,
        daily: None,
        created_at: now(),
        ended_at: None,
    };
    if table.hides_seats(game) {
        masks::pick(&mut table.seats[0], None);
    }
    table
}

/// A person on a seat, with a mask if masks are worn.
pub fn sitting(person: &PersonRecord, seats: &[Holding]) -> Holding {
    Holding::Person {
        person: person.id.clone(),
        name: person.name.clone(),
        mask: names::mask(seats),
        picked: None,
        entropy: None,
    }
}

/// Stores a new table, unless its owner has too many.
///
/// # Errors
/// `too_many`.
pub async fn add(app: &Lobby, table: TableRecord) -> Result<TableRecord, Problem> {
    let most = app.config.limits.tables_per_person;
    let Some(table) = document::add_within(&*app.store, table, most).await? else {
        let sentence =
            format!("You own {most} tables that are not over; finish or delete one first.");
        return Err(Problem::too_many(sentence, None));
    };
    app.inbox_notifier.notify(&table);
    Ok(table)
}

pub async fn get(
    State(app): State<Lobby>,
    person: MaybeSignedIn<Reads>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    QueryParams(LinkQuery { invite }): QueryParams<LinkQuery>,
) -> JsonResult<TableDetails> {
    let visitor = Visitor { person: person.id(), invite: invite.as_deref() };
    let table = access::visit(&app, &id, visitor).await?.value;
    Ok(Json(shown::table(&app, &table, visitor).await?))
}

pub async fn patch(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    LargeJsonBody(wanted): LargeJsonBody<TableSettings>,
) -> JsonResult<TableDetails> {
    let table = access::visit(&app, &id, Visitor::known(person.id())).await?.value;
    table.check_owner(person.id())?;
    let games = &app.rulesets;
    let wanted = settings::check_aside(games, wanted).await?;
    let (table, ()) = access::change(&app, &id, |table| {
        table.check_owner(person.id())?;
        table.check_gathering()?;
        apply(table, games.of(&table.settings.game)?, wanted.clone())
    })
    .await?;
    Ok(Json(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

fn apply(table: &mut TableRecord, game: &dyn Hosted, wanted: Checked) -> Result<(), Problem> {
    let Checked { settings, seats } = wanted;
    if settings.game.ruleset() != table.ruleset() {
        let sentence = "A table keeps its ruleset; open another one.";
        return Err(Problem::invalid("game.ruleset", sentence));
    }
    if !settings.allow_bots {
        let bots = table.seats.iter_mut().filter(|it| matches!(it, Holding::Bot { .. }));
        bots.for_each(|seat| *seat = Holding::Nobody);
    }
    resize(&mut table.seats, seats, game.seats_field())?;
    let masked = table.settings.anonymous;
    table.settings = settings;
    masks::follow(table, game, masked);
    Ok(())
}

/// Nobody loses a seat: people move up, and bots make room.
fn resize(seats: &mut Vec<Holding>, wanted: usize, field: &str) -> Result<(), Problem> {
    let people = seats.iter().filter(|holding| holding.person().is_some()).count();
    if people > wanted {
        let sentence = format!("{people} people sit at the table; somebody has to leave first.");
        return Err(Problem::invalid(field, sentence).within("game"));
    }
    let mut beyond = seats.split_off(wanted.min(seats.len()));
    seats.resize(wanted, Holding::Nobody);
    beyond.retain(|holding| holding.person().is_some());
    for holding in beyond {
        let free = seats.iter().position(Holding::is_free);
        let place = free.or_else(|| seats.iter().position(|it| it.person().is_none()));
        if let Some(place) = place {
            seats[place] = holding;
        }
    }
    Ok(())
}

pub async fn delete(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
) -> Done {
    // It is marked as over first, so that nobody starts it at the same moment.
    let (table, ()) = access::change(&app, &id, |table| {
        table.check_owner(person.id())?;
        table.check_gathering()?;
        (table.standing, table.ended_at) = (Standing::Over, Some(now()));
        Ok(())
    })
    .await?;
    app.store.remove(RecordKind::Table, &id.0).await?;
    app.inbox_notifier.notify(&table);
    Ok(NoContent)
}
