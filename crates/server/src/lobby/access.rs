//! Who may come near a table. To everybody else it does not exist.

use super::record::TableRecord;
use crate::document::{self, Kept};
use crate::lobby::Lobby;
use crate::once;
use crate::wire::table::{Spectators, Standing, Visibility};
use crate::wire::{PersonId, Problem, TableId};

/// Somebody who comes to a table, with what they bring along.
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

/// What somebody may know of a table in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    Nothing,
    Now,
    /// As it was some time ago, like everything that spectators see.
    Later,
}

/// The answer to whoever may not know that there is such a table, and to whoever made it up.
pub fn no_such_table() -> Problem {
    Problem::not_found("table, or you are not invited to it")
}

impl TableRecord {
    /// Owns it, sits at it, or was let in or invited by name.
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

    /// Whether the visitor may look on without a seat.
    pub fn may_be_watched_by(&self, visitor: Visitor<'_>) -> bool {
        self.admits(visitor)
            && (self.settings.spectators.allowed || self.standing == Standing::Over)
    }

    /// What somebody to whom the table is shown may know of where it stands in play.
    pub fn sight(&self, person: Option<&PersonId>) -> Sight {
        let sits = person.is_some_and(|person| self.seats_of(person).next().is_some());
        sight(self.standing, self.settings.spectators, sits)
    }

    /// # Errors
    /// `not_found` for those who may not know of it, `forbidden` for all but the owner.
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
            // It has been played: to change it now would be to lose the game.
            Standing::Gathering if self.game.is_some() => Err(self.contradicts()),
            Standing::Gathering => Ok(()),
            Standing::Playing => {
                Err(Problem::conflict("The game has begun; nothing can change now."))
            }
            Standing::Over => Err(Problem::conflict("The game is over.")),
        }
    }

    /// What is kept of it cannot all be true.
    pub fn contradicts(&self) -> Problem {
        if once::is_new((&self.id.0, "gathering")) {
            tracing::error!(
                table = self.id.0,
                "a table is quarantined: it has not begun, and yet something happened at it"
            );
        }
        Problem::quarantined("table")
    }
}

/// What somebody who sits at a table, or does not, may know of where it stands in play.
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

/// Changes a table, and rings for everybody who had or has to do with it.
///
/// # Errors
/// `not_found` if there is none; `too_many` if it would be one too many for its new owner; whatever `change`
/// refuses.
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
    gone.for_each(|person| app.bell.ring_for(person));
    app.bell.ring(&table);
    Ok((table, outcome))
}
