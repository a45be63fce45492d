//! Tables with masks: watching people arrive reveals nothing about who will sit where.
//!
//! Where seats are alike, they are dealt at the start. Where each seat is something of its own, people are listed
//! before the start in the order of their arrival, and which seat they have picked is secret.

use parley::{Seat, Secret, fairness};

use super::names;
use super::record::{Holding, Picked, TableRecord};
use crate::ruleset::{Hosted, Seating};
use crate::secret;
use crate::wire::person::{PersonId, PersonRef};
use crate::wire::table::{Holder, Standing};

/// Whether seats wear masks: who wears which is revealed when the game is over.
pub fn are_worn(anonymous: bool, standing: Standing) -> bool {
    anonymous && standing != Standing::Over
}

/// Who is on a seat and whether it is the viewer's, as far as the viewer may know. This is all that a mask hides of a
/// seat; for its name see [`names`]. Bots wear masks too: one without would make the others stand out. Only the owner,
/// who seats them, knows them before the start; then seats and masks are dealt anew.
pub fn behind(
    holding: &Holding,
    (anonymous, standing): (bool, Standing),
    viewer: Viewing<'_>,
) -> (Holder, bool) {
    let worn = are_worn(anonymous, standing);
    match holding {
        Holding::Nobody => (Holder::Nobody, false),
        Holding::Bot { .. } if worn && !viewer.knows_bots(standing) => {
            (Holder::Person { person: None }, false)
        }
        Holding::Bot { bot, name, .. } => {
            (Holder::Bot { bot: bot.clone(), name: name.clone() }, false)
        }
        Holding::Person { person, name, .. } => {
            let yours = viewer.person == Some(person);
            let known = PersonRef { id: person.clone(), name: name.clone() };
            (Holder::Person { person: (!worn || yours).then_some(known) }, yours)
        }
    }
}

/// Who looks at a table.
#[derive(Clone, Copy)]
pub struct Viewing<'a> {
    pub person: Option<&'a PersonId>,
    /// Whether it is their table.
    pub owns: bool,
}

impl Viewing<'_> {
    /// Whether they know the bots at a table with masks.
    pub fn knows_bots(self, standing: Standing) -> bool {
        self.owns && standing == Standing::Gathering
    }
}

impl TableRecord {
    /// Whether seats are picked in secret, so that the listed places are not seats yet.
    pub fn hides_seats(&self, game: &dyn Hosted) -> bool {
        self.standing == Standing::Gathering
            && self.settings.anonymous
            && game.seating() == Seating::Picked
    }
}

/// At the start of a desk with masks, gives everybody the seat that they have picked, as far as possible. The owner
/// must not learn whether two have picked the same one, so conflicts are decided by lot, silently.
pub fn seat_everybody(table: &mut TableRecord, secret: &Secret) {
    let lots = fairness::lots(secret, table.seats.len());
    table.seats = seated(std::mem::take(&mut table.seats), &lots);
}

/// Stores in secret which seat somebody wants, if any.
pub fn pick(holding: &mut Holding, seat: Option<Seat>) {
    if let Holding::Person { picked, .. } = holding {
        *picked = Some(seat.map_or(Picked::Any, Picked::Seat));
    }
}

/// The seat that the person at that place has picked: the place itself, if it was a seat when they took it.
pub fn picked(place: Seat, holding: &Holding) -> Option<Seat> {
    match holding {
        Holding::Person { picked: None, .. } => Some(place),
        Holding::Person { picked: Some(Picked::Seat(seat)), .. } => Some(*seat),
        Holding::Person { picked: Some(Picked::Any), .. } => None,
        Holding::Nobody | Holding::Bot { .. } => None,
    }
}

/// In the order of the lots, everybody gets the seat that they have picked unless it is taken; then the others, in
/// the same order, get the remaining ones.
fn seated(mut places: Vec<Holding>, lots: &[Seat]) -> Vec<Holding> {
    let mut seats = vec![Holding::Nobody; places.len()];
    let mut others = Vec::new();
    for place in lots {
        let mut holding = std::mem::replace(&mut places[place.index()], Holding::Nobody);
        let wanted = picked(*place, &holding);
        if let Holding::Person { picked, .. } = &mut holding {
            *picked = None;
        }
        match wanted.and_then(|seat| seats.get_mut(seat.index())).filter(|it| it.is_free()) {
            Some(seat) => *seat = holding,
            None if holding.is_free() => {}
            None => others.push(holding),
        }
    }
    let left = seats.iter_mut().filter(|it| it.is_free());
    left.zip(others).for_each(|(seat, holding)| *seat = holding);
    seats
}

/// After the settings of a table have changed.
pub fn follow(table: &mut TableRecord, game: &dyn Hosted, masked_before: bool) {
    let changed = table.settings.anonymous != masked_before;
    if changed && game.seating() == Seating::Picked {
        // Without masks, a place is a seat again.
        let picks = table.hides_seats(game).then_some(Picked::Any);
        forget(&mut table.seats, picks);
    }
    if table.hides_seats(game) {
        hide(&mut table.seats);
    }
}

/// Masks are turned on or off: people picked their seats under other terms. Everybody stays, on a random seat and
/// with a new mask, and may pick again.
fn forget(seats: &mut [Holding], picks: Option<Picked>) {
    secret::shuffle(seats);
    for holding in seats.iter_mut() {
        if let Holding::Person { picked, .. } = holding {
            *picked = picks;
        }
    }
    names::mask_anew(seats);
}

/// Lists the people before the free places, and keeps their picks in secret.
fn hide(seats: &mut [Holding]) {
    let count = seats.len();
    for (place, holding) in (0..).zip(seats.iter_mut()) {
        let wanted = picked(Seat(place), holding).filter(|seat| seat.index() < count);
        pick(holding, wanted);
    }
    seats.sort_by_key(Holding::is_free);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: &str, picked: Option<Picked>) -> Holding {
        let name = name.to_owned();
        Holding::Person {
            person: PersonId(name.clone()),
            name,
            mask: String::new(),
            picked,
            entropy: None,
        }
    }

    fn names(seats: &[Holding]) -> Vec<String> {
        let names = seats.iter().map(|holding| match holding {
            Holding::Person { name, .. } => name.clone(),
            Holding::Nobody | Holding::Bot { .. } => String::new(),
        });
        names.collect()
    }

    #[test]
    fn everybody_gets_the_seat_that_they_have_picked() {
        let wants = |seat| Some(Picked::Seat(Seat(seat)));
        let places = vec![
            person("any", Some(Picked::Any)),
            person("three", wants(3)),
            // Somebody who came when places were seats.
            person("two", None),
            person("zero", wants(0)),
        ];
        let seats = seated(places, &Seat::all(4).collect::<Vec<_>>());
        assert_eq!(names(&seats), ["zero", "any", "two", "three"]);
        assert!((0..4).all(|n| picked(Seat(n), &seats[n as usize]) == Some(Seat(n))));
    }

    #[test]
    fn the_first_lot_gets_the_seat_that_several_have_picked_and_the_others_what_is_left() {
        let wants = |name, seat| person(name, Some(Picked::Seat(Seat(seat))));
        let places = || vec![wants("a", 2), wants("b", 2), wants("c", 2), wants("d", 1)];
        let drawn = |lots: [u8; 4]| names(&seated(places(), &lots.map(Seat))).join(" ");
        assert_eq!(drawn([0, 1, 2, 3]), "b d a c");
        assert_eq!(drawn([3, 2, 1, 0]), "b d c a");
        assert_eq!(drawn([1, 0, 3, 2]), "a d b c");
    }

    #[test]
    fn places_tell_nothing_of_seats() {
        let mut seats = vec![Holding::Nobody, Holding::Nobody, person("two", None)];
        hide(&mut seats);
        assert_eq!(names(&seats), ["two", "", ""]);
        assert_eq!(picked(Seat(0), &seats[0]), Some(Seat(2)));
        let lots: Vec<Seat> = Seat::all(3).collect();
        assert_eq!(names(&seated(seats, &lots)), ["", "", "two"]);
    }
}
