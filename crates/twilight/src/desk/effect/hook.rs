//! Hooks: code for what a row cannot express. Each file in this folder has a table of its hooks, and rows name them.

use parley::Seat;

use crate::ability::Ability;
use crate::ability::usage::Use;
use crate::desk::effect::{Given, Hand};
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::table::goods::Fragments;
use crate::table::hand::Note;

use super::{agents, demand, look, payment};

/// A use at the desk: who uses what, on whom, with what.
pub(crate) struct Asking<'a> {
    pub state: &'a DeskState,
    pub by: Seat,
    pub which: Use,
    /// The target, if there is one.
    pub target: Option<Seat>,
    pub(super) given: &'a [Given],
}

pub(crate) type RunHook = fn(&Asking<'_>, &mut Vec<Event>) -> Result<(), Refusal>;

/// What a use does beyond what its row says.
pub(crate) struct Hook {
    pub id: &'static str,
    /// What has to have happened before. Checked before anything is paid.
    pub opens: Option<RunHook>,
    pub run: RunHook,
}

/// The lasting effect of an ability: on its user and on its target.
pub(crate) struct Landing {
    pub id: &'static str,
    pub run: fn(&mut DeskState, Seat, Option<Seat>),
}

const HOOKS: &[&[Hook]] = &[
    agents::HOOKS,
    demand::HOOKS,
    look::HOOKS,
    payment::HOOKS,
    #[cfg(test)]
    super::added::HOOKS,
];

const LANDINGS: &[&[Landing]] = &[agents::LANDINGS, payment::LANDINGS];

pub(crate) fn hook(id: &str) -> Option<&'static Hook> {
    HOOKS.iter().copied().flatten().find(|hook| hook.id == id)
}

/// The lasting effect on the desk after an ability has been used or invoked.
pub(crate) fn land(state: &mut DeskState, by: Seat, ability: Ability, on: Option<Seat>) {
    let named = ability.row().lands;
    let all = || LANDINGS.iter().copied().flatten();
    if let Some(landing) = named.and_then(|id| all().find(|landing| landing.id == id)) {
        (landing.run)(state, by, on);
    }
}

impl Hook {
    pub(crate) const fn new(id: &'static str, run: RunHook) -> Hook {
        Hook { id, opens: None, run }
    }

    pub(crate) const fn after(self, opens: RunHook) -> Hook {
        Hook { opens: Some(opens), ..self }
    }
}

/// A row with this hook has the fields that it needs; otherwise loading the rows would have failed.
impl Asking<'_> {
    pub(crate) fn target(&self) -> Seat {
        self.target.expect("the row says on whom it is used")
    }

    pub(crate) fn note(&self) -> Note {
        self.first(|given| if let Given::Note(note) = given { Some(*note) } else { None })
    }

    pub(crate) fn hand(&self) -> Hand {
        self.first(|given| if let Given::Hand(hand) = given { Some(*hand) } else { None })
    }

    pub(crate) fn pair(&self) -> (Seat, Seat) {
        self.first(|given| if let Given::Pair(a, b) = given { Some((*a, *b)) } else { None })
    }

    pub(crate) fn fragment(&self) -> Fragments {
        self.first(|given| if let Given::Fragment(it) = given { Some(*it) } else { None })
    }

    pub(crate) fn unit(&self) -> String {
        self.first(|given| if let Given::Unit(unit) = given { Some(unit.clone()) } else { None })
    }

    fn first<T>(&self, is: impl Fn(&Given) -> Option<T>) -> T {
        self.given.iter().find_map(is).expect("the row asks for it")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ability::row;

    #[test]
    fn rows_name_the_hooks_there_are_and_no_hook_is_left_over() {
        let named: BTreeSet<&str> = Use::all().iter().filter_map(|it| it.spec.hook).collect();
        let ids: Vec<&str> = HOOKS.iter().copied().flatten().map(|hook| hook.id).collect();
        assert_eq!(ids.iter().copied().collect::<BTreeSet<_>>(), named);
        assert_eq!(ids.len(), named.len(), "a hook has a name of its own");
        let named: BTreeSet<&str> = row::all().iter().filter_map(|row| row.lands).collect();
        let ids: BTreeSet<&str> = LANDINGS.iter().copied().flatten().map(|it| it.id).collect();
        assert_eq!(ids, named);
    }

    #[test]
    fn what_is_invoked_or_used_has_an_id_of_its_own() {
        let ids: BTreeSet<&str> = Use::all().iter().map(|it| it.spec.id).collect();
        assert_eq!(ids.len(), Use::all().len());
        let ids: BTreeSet<&str> = row::all().iter().map(|row| row.id).collect();
        assert_eq!(ids.len(), row::all().len());
    }
}
