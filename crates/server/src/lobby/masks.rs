//! Tables of masks: whoever watches people come learns nothing of who will sit where.
//!
//! At a desk each seat is somebody's faction, so that seats cannot be dealt out at the start as they are in
//! Backchannel. Before the start people at a desk of masks are listed in the order in which they came, and which
//! seat they have picked is their secret.

use parley::Seat;

use super::record::{Holding, Picked, TableRecord};
use crate::people::secret;
use crate::wire::Problem;
use crate::wire::table::{GameSettings, Ruleset, Standing};

impl TableRecord {
    /// Whether seats are picked in secret: the places of those who have come are none yet.
    pub fn hides_seats(&self) -> bool {
        self.standing == Standing::Gathering
            && self.settings.anonymous
            && self.ruleset() == Ruleset::Twilight
    }
}

/// At the start of a desk of masks: everybody on the seat that they have picked.
///
/// # Errors
/// `invalid` if two have picked the same.
pub fn seat_everybody(table: &mut TableRecord) -> Result<(), Problem> {
    if let Some(seat) = picked_twice(&table.seats) {
        let faction = match &table.settings.game {
            GameSettings::Twilight { setup, .. } => setup.players.get(seat.index()),
            GameSettings::Backchannel { .. } => None,
        };
        let faction = faction.map(|it| &*it.faction.spec().short);
        let sentence = format!(
            "Two have picked {}; one of them has to get up and pick another seat.",
            faction.unwrap_or("the same seat")
        );
        return Err(Problem::invalid("seats", sentence));
    }
    table.seats = seated(std::mem::take(&mut table.seats));
    Ok(())
}

fn picked_twice(seats: &[Holding]) -> Option<Seat> {
    let mut picked: Vec<Seat> =
        (0..).zip(seats).filter_map(|(n, it)| picked(Seat(n), it)).collect();
    picked.sort_unstable();
    picked.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// Notes in secret which seat somebody wants, if any.
pub fn pick(holding: &mut Holding, seat: Option<Seat>) {
    if let Holding::Person { picked, .. } = holding {
        *picked = Some(seat.map_or(Picked::Any, Picked::Seat));
    }
}

/// The seat that whoever is at that place has picked: the place itself, if it was a seat when they took it.
pub fn picked(place: Seat, holding: &Holding) -> Option<Seat> {
    match holding {
        Holding::Person { picked: None, .. } => Some(place),
        Holding::Person { picked: Some(Picked::Seat(seat)), .. } => Some(*seat),
        Holding::Person { picked: Some(Picked::Any), .. } => None,
        Holding::Nobody | Holding::Bot { .. } => None,
    }
}

/// Everybody on the seat that they have picked, or else on any that is left.
fn seated(places: Vec<Holding>) -> Vec<Holding> {
    let mut seats = vec![Holding::Nobody; places.len()];
    let mut others = Vec::new();
    for (place, mut holding) in (0..).zip(places) {
        let wanted = picked(Seat(place), &holding);
        if let Holding::Person { picked, .. } = &mut holding {
            *picked = None;
        }
        match wanted.and_then(|seat| seats.get_mut(seat.index())).filter(|it| it.is_free()) {
            Some(seat) => *seat = holding,
            None if holding.is_free() => {}
            None => others.push(holding),
        }
    }
    let mut left: Vec<&mut Holding> = seats.iter_mut().filter(|it| it.is_free()).collect();
    secret::shuffle(&mut left);
    left.into_iter().zip(others).for_each(|(seat, holding)| *seat = holding);
    seats
}

/// After the settings have changed: seats become picks, or picks become seats.
pub fn follow(table: &mut TableRecord, hidden_before: bool) {
    if hidden_before && !table.hides_seats() {
        table.seats = seated(std::mem::take(&mut table.seats));
    }
    if table.hides_seats() {
        hide(&mut table.seats);
    }
}

/// Those who have come stand in the order of their places, with their picks in secret.
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
    use crate::wire::PersonId;

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

    fn names(seats: &[Holding]) -> Vec<&str> {
        let names = seats.iter().map(|holding| match holding {
            Holding::Person { name, .. } => name.as_str(),
            Holding::Nobody | Holding::Bot { .. } => "",
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
        assert_eq!(picked_twice(&places), None);
        let seats = seated(places);
        assert_eq!(names(&seats), ["zero", "any", "two", "three"]);
        assert!((0..4).all(|n| picked(Seat(n), &seats[n as usize]) == Some(Seat(n))));
    }

    #[test]
    fn two_who_have_picked_the_same_seat_are_noticed() {
        let places = [person("a", Some(Picked::Seat(Seat(1)))), person("b", None)];
        assert_eq!(picked_twice(&places), Some(Seat(1)));
        assert_eq!(names(&seated(places.to_vec())), ["b", "a"]);
    }

    #[test]
    fn places_tell_nothing_of_seats() {
        let mut seats = vec![Holding::Nobody, Holding::Nobody, person("two", None)];
        hide(&mut seats);
        assert_eq!(names(&seats), ["two", "", ""]);
        assert_eq!(picked(Seat(0), &seats[0]), Some(Seat(2)));
        assert_eq!(names(&seated(seats)), ["", "", "two"]);
    }
}
