//! Who may see a table. For everybody else it does not exist.

use super::record::TableRecord;
use crate::document::{self, Kept};
use crate::lobby::Lobby;
use crate::once;
use crate::wire::table::{Spectators, Standing, Visibility};
use crate::wire::{PersonId, Problem, TableId};

/// Somebody who visits a table, with the invitation that they bring.
#[derive(Clone, Copy, Default, Debug)]
pub struct Visitor<'a> {
    pub person: Option<&'a PersonId>,
    /// The code of a link.
    pub invite: Option<&'a str>,
}

impl<'a> Visitor<'a> {
    pub fn known(person: &'a PersonId) -> Visitor<'a> {
        Visitor { person: Some(person), invite: None }
    }
}

/// How much somebody may know of a table in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    Nothing,
    Now,
    /// With the delay of spectators.
    Later,
}

/// The same response for whoever may not know of the table and for an id that does not exist.
pub fn no_such_table() -> Problem {
    Problem::not_found("table, or you are not invited to it")
}

impl TableRecord {
    /// Owns it, sits at it, or was admitted or invited by name.
    pub fn knows(&self, person: &PersonId) -> bool {
        self.people().contains(person)
    }

    /// Owns it or sits at it.
    pub fn has_part(&self, person: &PersonId) -> bool {
        self.owner == *person || self.seats_of(person).next().is_some()
    }

    /// Whether the visitor may see that it exists, and what is public of it.
    pub fn admits(&self, visitor: Visitor<'_>) -> bool {
        let known = visitor.person.is_some_and(|person| self.knows(person));
        known
            || match self.settings.visibility {
                Visibility::Open => true,
                Visibility::Unlisted => visitor.invite == Some(&*self.invite),
                Visibility::Private => false,
            }
    }

    /// Whether the visitor may watch without a seat.
    pub fn may_be_watched_by(&self, visitor: Visitor<'_>) -> bool {
        self.admits(visitor)
            && (self.settings.spectators.allowed || self.standing == Standing::Over)
    }

    /// How much of its status in play the visitor may know.
    pub fn sight(&self, person: Option<&PersonId>) -> Sight {
        let sits = person.is_some_and(|person| self.seats_of(person).next().is_some());
        sight(self.standing, self.settings.spectators, sits)
    }

    /// # Errors
    /// `not_found` for those who may not know of it, `forbidden` for everybody else but the owner.
    pub fn check_owner(&self, person: &PersonId) -> Result<(), Problem> {
        if self.owner == *person {
            return Ok(());
        }
        if self.admits(Visitor::known(person)) {
            return Err(Problem::forbidden("Only the owner of the table may do this."));
        }
        Err(no_such_table())
    }

    /// # Errors
    /// `conflict` once it has begun.
    pub fn check_gathering(&self) -> Result<(), Problem> {
        match self.standing {
            // It has steps: changing it now would lose the game.
            Standing::Gathering if self.game.is_some() => Err(self.contradicts()),
            Standing::Gathering => Ok(()),
            Standing::Playing => {
                Err(Problem::conflict("The game has begun; nothing can change now."))
            }
            Standing::Over => Err(Problem::conflict("The game is over.")),
        }
    }

    /// The record contradicts itself.
    pub fn contradicts(&self) -> Problem {
        if once::is_new((&self.id.0, "gathering")) {
            tracing::error!(
                table = self.id.0,
                "a table is quarantined: it has not begun, but it has steps"
            );
        }
        Problem::quarantined("table")
    }
}

/// How much a person with or without a seat may know of the status in play.
pub fn sight(standing: Standing, spectators: Spectators, sits: bool) -> Sight {
    match standing {
        Standing::Gathering => Sight::Nothing,
        Standing::Over => Sight::Now,
        Standing::Playing if sits => Sight::Now,
        Standing::Playing if !spectators.allowed => Sight::Nothing,
        Standing::Playing if spectators.delay_seconds > 0 => Sight::Later,
        Standing::Playing => Sight::Now,
    }
}

/// The table, if the visitor may see it.
///
/// # Errors
/// `not_found` otherwise.
pub async fn visit(
    app: &Lobby,
    id: &TableId,
    visitor: Visitor<'_>,
) -> Result<Kept<TableRecord>, Problem> {
    let table = document::load::<TableRecord>(&*app.store, &id.0).await?;
    table.filter(|it| it.value.admits(visitor)).ok_or_else(no_such_table)
}

/// Changes a table, and notifies everybody who has or had a part in it.
///
/// # Errors
/// `not_found` if there is none; `too_many` if its new owner would have too many; whatever `change` refuses.
pub async fn change<R>(
    app: &Lobby,
    id: &TableId,
    mut change: impl FnMut(&mut TableRecord) -> Result<R, Problem> + Send,
) -> Result<(TableRecord, R), Problem> {
    let mut before = Vec::new();
    let most = app.config.limits.tables_per_person;
    let changed = document::change_within::<TableRecord, R>(&*app.store, &id.0, most, |table| {
        before = table.people().into_iter().cloned().collect();
        change(table)
    });
    let (table, outcome) = changed.await?.ok_or_else(no_such_table)?;
    let gone = before.iter().filter(|person| !table.knows(person));
    gone.for_each(|person| app.inbox_notifier.notify_person(person));
    app.inbox_notifier.notify(&table);
    Ok((table, outcome))
}
