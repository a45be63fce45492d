//! Who is viewing a table, and as what.

use parley::{Audience, Language, Seat};
use schemars::JsonSchema;
use serde::Deserialize;

use super::trouble;
use crate::lobby::access::{self, Visitor};
use crate::lobby::record::TableRecord;
use crate::table::hall::Hall;
use crate::wire::person::PersonId;
use crate::wire::problem::Problem;
use crate::wire::table::{Standing, TableId};

/// How to look at a table.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct ViewQuery {
    /// Which of one's seats, if one has several; the first, if none is named.
    #[serde(default)]
    #[schemars(range(min = 0, max = 15))]
    pub seat: Option<u8>,
    /// As a spectator, even if one has a seat.
    #[serde(default)]
    pub spectate: Option<bool>,
    /// The code of the link, at a table that is not listed.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub invite: Option<String>,
    /// The language of signals.
    #[serde(default)]
    pub lang: Option<Language>,
}

/// Somebody who views a table, from a seat or as a spectator.
pub(crate) struct Viewer {
    pub record: TableRecord,
    pub audience: Audience,
    pub language: Language,
}

impl Viewer {
    /// # Errors
    /// `not_found` for those for whom the table does not exist, `forbidden` if it may not be watched.
    pub async fn take(
        app: &Hall,
        id: &TableId,
        person: Option<&PersonId>,
        look: &ViewQuery,
    ) -> Result<Viewer, Problem> {
        let visitor = Visitor { person, invite: look.invite.as_deref() };
        let record = access::visit(app, id, visitor).await?.value;
        if record.standing == Standing::Gathering {
            return Err(trouble::not_begun(&record));
        }
        let spectates = look.spectate.unwrap_or_default();
        if spectates {
            check_may_spectate(app, &record, person)?;
        }
        let audience = match seat_of(&record, person, look.seat)? {
            Some(seat) if !spectates => Audience::Seat(seat),
            _ if record.may_be_watched_by(visitor) => Audience::Spectator,
            _ => return Err(Problem::forbidden("This table does not allow spectators.")),
        };
        let known = app.rulesets.of(&record.settings.game)?.languages();
        let language = look.lang.filter(|wanted| known.contains(wanted)).unwrap_or_default();
        Ok(Viewer { record, audience, language })
    }

    /// The seat, for what only a seat may do.
    pub fn seat(&self) -> Result<Seat, Problem> {
        self.audience.seat().ok_or_else(|| Problem::forbidden("Only a seat may do this."))
    }

    pub fn is_over(&self) -> Result<(), Problem> {
        if self.record.standing == Standing::Over { Ok(()) } else { Err(trouble::not_over()) }
    }
}

/// Where spectators see more than a seat does, nobody may be both.
fn check_may_spectate(
    app: &Hall,
    record: &TableRecord,
    person: Option<&PersonId>,
) -> Result<(), Problem> {
    let sits = person.is_some_and(|person| record.seats_of(person).next().is_some());
    if record.standing == Standing::Over || !sits {
        return Ok(());
    }
    let game = app.rulesets.of(&record.settings.game)?;
    if game.read(&record.settings.game)?.least_delay() == 0 {
        return Ok(());
    }
    Err(Problem::forbidden("Spectators of this table see more than a seat does, and you have one."))
}

fn seat_of(
    record: &TableRecord,
    person: Option<&PersonId>,
    wanted: Option<u8>,
) -> Result<Option<Seat>, Problem> {
    let Some(person) = person else { return Ok(None) };
    let mut seats = record.seats_of(person);
    match wanted {
        None => Ok(seats.next()),
        Some(number) => {
            seats.find(|seat| seat.0 == number).map(Some).ok_or_else(trouble::no_such_seat)
        }
    }
}
