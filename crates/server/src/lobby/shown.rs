//! A table as a visitor may see it.

use parley::{Seat, SeatSet};

use super::access::{Sight, Visitor};
use super::live::TableStatus;
use super::masks::{self, Viewing};
use super::record::{Holding, TableRecord};
use crate::lobby::Lobby;
use crate::ruleset::{AnySettings, Hosted, SeatLabel};
use crate::wire::Problem;
use crate::wire::person::{PersonId, PersonRef};
use crate::wire::table::{Standing, TableDetails, TableSeat, TableSettings, Visibility};

/// The table with its status in play.
///
/// # Errors
/// If its status cannot be read.
pub async fn table(
    app: &Lobby,
    table: &TableRecord,
    visitor: Visitor<'_>,
) -> Result<TableDetails, Problem> {
    let status = match table.sight(visitor.person) {
        Sight::Nothing => None,
        Sight::Now => app.live.statuses(std::slice::from_ref(&table.id)).await?.pop().flatten(),
        Sight::Later => Some(app.live.watched(&table.id).await?),
    };
    let game = app.rulesets.of(&table.settings.game)?;
    with_status(game, table, visitor, (status.as_ref(), app.wall()))
}

fn with_status(
    game: &dyn Hosted,
    table: &TableRecord,
    visitor: Visitor<'_>,
    (status, wall): (Option<&TableStatus>, i64),
) -> Result<TableDetails, Problem> {
    let mut agreed = game.read(&table.settings.game)?;
    let seats = places(game, &*agreed, table, visitor.person, status);
    conceal(&mut *agreed, table, visitor.person);
    let settings = TableSettings { game: agreed.write()?, ..table.settings.clone() };
    let owns = visitor.person == Some(&table.owner);
    let owner = PersonRef { id: table.owner.clone(), name: table.owner_name.clone() };
    let private = owns && table.settings.visibility == Visibility::Private;
    let open = table.standing == Standing::Over && !table.is_sealed(wall);
    Ok(TableDetails {
        id: table.id.clone(),
        ruleset: table.ruleset().clone(),
        standing: table.standing,
        paused: status.is_some_and(|status| status.paused),
        settings,
        seats,
        yours: visitor.person.map(|it| table.seats_of(it).collect()).unwrap_or_default(),
        you_own_it: owns,
        owner: (!table.is_masked()).then_some(owner),
        invite: may_pass_on(table, visitor).then(|| table.invite.clone()),
        invitations: if private { table.invitations.clone() } else { Vec::new() },
        secret_commitment: table.secret().map(|secret| secret.commitment()),
        commitment: table.game.as_ref().map(|game| game.commitment),
        secret: table.secret().filter(|_| open),
        seed: table.game.as_ref().filter(|_| open).map(|game| game.seed),
        rematch: table.rematch.clone(),
        daily: table.daily.map(|it| it.day),
        created_at: table.created_at,
        started_at: table.game.as_ref().map(|game| game.at),
        ended_at: table.ended_at,
    })
}

/// Removes from the settings the hands of other seats, and names at a table with masks. Before the start only the
/// owner, who wrote the settings, sees them: anybody else could take a seat and leave it again.
fn conceal(agreed: &mut dyn AnySettings, table: &TableRecord, person: Option<&PersonId>) {
    let own = || person.map(|it| table.seats_of(it).collect()).unwrap_or_default();
    let seats = match table.standing {
        Standing::Gathering if person == Some(&table.owner) => return,
        Standing::Gathering => SeatSet::EMPTY,
        Standing::Playing => own(),
        Standing::Over => return,
    };
    agreed.conceal(seats, table.settings.anonymous);
}

/// The link of a private table admits nobody, so it is not shown.
fn may_pass_on(table: &TableRecord, visitor: Visitor<'_>) -> bool {
    let known = visitor.person.is_some_and(|person| table.knows(person));
    let brought = visitor.invite == Some(&*table.invite);
    table.settings.visibility != Visibility::Private && (known || brought)
}

/// Every seat, and who is on it as far as `person` may know.
fn places(
    game: &dyn Hosted,
    agreed: &dyn AnySettings,
    table: &TableRecord,
    person: Option<&PersonId>,
    status: Option<&TableStatus>,
) -> Vec<TableSeat> {
    let over = table.standing == Standing::Over;
    let hidden = table.hides_seats(game);
    let label = |seat| {
        let label = agreed.label(seat);
        let free = if hidden { "Free".to_owned() } else { label.free };
        Some(SeatLabel { free, ..label })
    };
    let seats = Seat::all(table.seats.len()).zip(&table.seats);
    let viewer = Viewing { person, owns: person == Some(&table.owner) };
    let knows_bots = viewer.knows_bots(table.standing);
    let places = seats.map(|(seat, holding)| {
        let masks = (table.settings.anonymous, table.standing);
        let (holder, yours) = masks::behind(holding, masks, viewer);
        let state = status.and_then(|status| status.seat(seat)).cloned().unwrap_or_default();
        TableSeat {
            seat,
            name: called(table, seat, knows_bots, || label(seat)),
            holder,
            yours,
            picked: masks::picked(seat, holding).filter(|_| yours && hidden),
            relieved: state.relieved,
            timeouts: state.timeouts,
            asks_pause: state.asks_pause,
            entropy: holding.entropy().filter(|_| yours || over),
        }
    });
    places.collect()
}

/// The name of a seat: from the set-up once there is one. Where masks are worn, bots have their own names only for
/// those who know them.
pub fn called(
    table: &TableRecord,
    seat: Seat,
    knows_bots: bool,
    label: impl FnOnce() -> Option<SeatLabel>,
) -> String {
    if let Some(name) = table.game.as_ref().and_then(|game| game.names.get(seat.index())) {
        return name.clone();
    }
    let label = label();
    let (given, free) = label.map_or((None, None), |label| (label.given, Some(label.free)));
    match (table.seats.get(seat.index()), given) {
        (Some(Holding::Person { mask, .. }), _) if table.settings.anonymous => mask.clone(),
        (Some(Holding::Bot { mask, .. }), _) if table.settings.anonymous && !knows_bots => {
            mask.clone()
        }
        (_, Some(given)) if !table.settings.anonymous => given,
        (Some(Holding::Person { name, .. } | Holding::Bot { name, .. }), _) => name.clone(),
        _ => free.unwrap_or_default(),
    }
}
