//! A table as the one who asks may see it.

use parley::{Seat, SeatSet};

use super::access::{Sight, Visitor};
use super::live::TableStatus;
use super::masks;
use super::record::{Holding, TableRecord};
use crate::api::app::App;
use crate::wire::Problem;
use crate::wire::person::{PersonId, PersonRef};
use crate::wire::table::{GameSettings, Holder, Place, Standing, Table, TableSettings, Visibility};

/// The table with where it stands in play.
///
/// # Errors
/// If its status cannot be had.
pub async fn table(app: &App, table: &TableRecord, visitor: Visitor<'_>) -> Result<Table, Problem> {
    let status = match table.sight(visitor.person) {
        Sight::Nothing => None,
        Sight::Now => app.live.statuses(std::slice::from_ref(&table.id)).await?.pop().flatten(),
        Sight::Later => Some(app.live.watched(&table.id).await?),
    };
    Ok(with_status(table, visitor, status.as_ref()))
}

fn with_status(table: &TableRecord, visitor: Visitor<'_>, status: Option<&TableStatus>) -> Table {
    let owns = visitor.person == Some(&table.owner);
    let owner = PersonRef { id: table.owner.clone(), name: table.owner_name.clone() };
    let private = owns && table.settings.visibility == Visibility::Private;
    let over = table.standing == Standing::Over;
    Table {
        id: table.id.clone(),
        ruleset: table.ruleset(),
        standing: table.standing,
        paused: status.is_some_and(|status| status.paused),
        settings: settings(table, visitor.person),
        seats: places(table, visitor.person, status),
        yours: visitor.person.map(|it| table.seats_of(it).collect()).unwrap_or_default(),
        you_own_it: owns,
        owner: (!table.is_masked()).then_some(owner),
        invite: may_pass_on(table, visitor).then(|| table.invite.clone()),
        invitations: if private { table.invitations.clone() } else { Vec::new() },
        secret_commitment: table.secret().map(|secret| secret.commitment()),
        commitment: table.game.as_ref().map(|game| game.commitment),
        secret: table.secret().filter(|_| over),
        seed: table.game.as_ref().filter(|_| over).map(|game| game.seed),
        rematch: table.rematch.clone(),
        created_at: table.created_at,
        started_at: table.game.as_ref().map(|game| game.at),
        ended_at: table.ended_at,
    }
}

/// The settings without what others hold in hand, and without names where seats wear masks. Before the start
/// only the owner, who has written it all down, sees it: whoever comes may take any seat and get up again.
fn settings(table: &TableRecord, person: Option<&PersonId>) -> TableSettings {
    let mut settings = table.settings.clone();
    let GameSettings::Twilight { setup, .. } = &mut settings.game else { return settings };
    let own = || person.map(|it| table.seats_of(it).collect()).unwrap_or_default();
    let seats = match table.standing {
        Standing::Gathering if person == Some(&table.owner) => return settings,
        Standing::Gathering => SeatSet::EMPTY,
        Standing::Playing => own(),
        Standing::Over => return settings,
    };
    **setup = setup.shown_to(seats);
    if table.settings.anonymous {
        setup.players.iter_mut().for_each(|player| player.name.clear());
    }
    settings
}

/// The link of a private table does nothing, so that there is nothing to pass on.
fn may_pass_on(table: &TableRecord, visitor: Visitor<'_>) -> bool {
    let known = visitor.person.is_some_and(|person| table.knows(person));
    let brought = visitor.invite == Some(&*table.invite);
    table.settings.visibility != Visibility::Private && (known || brought)
}

/// Every seat, and who is on it as far as `person` may know.
pub fn places(
    table: &TableRecord,
    person: Option<&PersonId>,
    status: Option<&TableStatus>,
) -> Vec<Place> {
    let over = table.standing == Standing::Over;
    let seats = Seat::all(table.seats.len()).zip(&table.seats);
    let places = seats.map(|(seat, holding)| {
        let yours = person.is_some() && holding.person() == person;
        let state = status.and_then(|status| status.seat(seat)).cloned().unwrap_or_default();
        Place {
            seat,
            name: called(table, seat),
            holder: holder(holding, table.is_masked() && !yours),
            yours,
            picked: masks::picked(seat, holding).filter(|_| yours && table.hides_seats()),
            relieved: state.relieved,
            timeouts: state.timeouts,
            asks_pause: state.asks_pause,
            entropy: holding.entropy().filter(|_| yours || over),
        }
    });
    places.collect()
}

fn holder(holding: &Holding, masked: bool) -> Holder {
    match holding {
        Holding::Nobody => Holder::Nobody,
        Holding::Bot { bot, .. } => Holder::Bot { bot: bot.clone() },
        Holding::Person { .. } if masked => Holder::Person { person: None },
        Holding::Person { person, name, .. } => {
            Holder::Person { person: Some(PersonRef { id: person.clone(), name: name.clone() }) }
        }
    }
}

/// What a seat is called: by the set-up once there is one.
pub fn called(table: &TableRecord, seat: Seat) -> String {
    if let Some(name) = table.game.as_ref().and_then(|game| game.names.get(seat.index())) {
        return name.clone();
    }
    let planned = match &table.settings.game {
        GameSettings::Backchannel { .. } => None,
        GameSettings::Twilight { setup, .. } => setup.players.get(seat.index()),
    };
    let given = planned.map(|player| player.name.trim()).filter(|name| !name.is_empty());
    match (table.seats.get(seat.index()), given) {
        (Some(Holding::Person { mask, .. }), _) if table.settings.anonymous => mask.clone(),
        (_, Some(given)) if !table.settings.anonymous => given.to_owned(),
        (Some(Holding::Person { name, .. } | Holding::Bot { name, .. }), _) => name.clone(),
        _ if table.hides_seats() => "Free".to_owned(),
        _ => match planned {
            Some(player) => player.faction.spec().short.clone(),
            None => backchannel::palette::livery(seat).name.clone(),
        },
    }
}
