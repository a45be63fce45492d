//! The names of seats: masks, bot names, and duplicate names.

use std::collections::BTreeSet;

use super::record::Holding;
use crate::ruleset::BotKind;
use crate::secret;

const MASKS: [&str; 28] = [
    "The Heron",
    "The Fox",
    "The Lantern",
    "The Miller",
    "The Ferryman",
    "The Widow",
    "The Notary",
    "The Falconer",
    "The Cartographer",
    "The Clockmaker",
    "The Salt Merchant",
    "The Pilgrim",
    "The Locksmith",
    "The Astronomer",
    "The Gardener",
    "The Smuggler",
    "The Abbess",
    "The Usurer",
    "The Poacher",
    "The Glassblower",
    "The Herald",
    "The Physician",
    "The Beekeeper",
    "The Organist",
    "The Archivist",
    "The Tanner",
    "The Almoner",
    "The Chandler",
];

const SURNAMES: [&str; 28] = [
    "Marlow",
    "Hask",
    "Orsini",
    "Vane",
    "Calder",
    "Brandt",
    "Okoye",
    "Lindqvist",
    "Farrow",
    "Sorel",
    "Whitlock",
    "Amari",
    "Teague",
    "Novak",
    "Ashdown",
    "Rinaldi",
    "Quist",
    "Harrow",
    "Delacroix",
    "Penrose",
    "Varga",
    "Sato",
    "Holm",
    "Ibarra",
    "Keating",
    "Moreau",
    "Strand",
    "Yilmaz",
];

/// A mask that nobody at the table wears.
pub fn mask(seats: &[Holding]) -> String {
    let worn = seats.iter().filter_map(|holding| match holding {
        Holding::Person { mask, .. } => Some(&**mask),
        Holding::Nobody | Holding::Bot { .. } => None,
    });
    unused(&MASKS, &worn.collect()).to_owned()
}

/// A new mask for everybody.
pub fn mask_anew(seats: &mut [Holding]) {
    let mut masks = MASKS;
    secret::shuffle(&mut masks);
    for (holding, new) in seats.iter_mut().zip(masks) {
        if let Holding::Person { mask, .. } = holding {
            *mask = new.to_owned();
        }
    }
}

/// A name for a bot that no other bot at the table has.
pub fn bot_name(kinds: &[BotKind], bot: &str, seats: &[Holding]) -> String {
    let taken = seats.iter().filter_map(|holding| match holding {
        Holding::Bot { name, .. } => name.split(' ').next_back(),
        Holding::Nobody | Holding::Person { .. } => None,
    });
    let title = kinds.iter().find(|kind| kind.name == bot).map_or("Agent", |kind| kind.title);
    format!("{title} {}", unused(&SURNAMES, &taken.collect()))
}

fn unused<'n>(names: &[&'n str], taken: &BTreeSet<&str>) -> &'n str {
    let free: Vec<&str> = names.iter().copied().filter(|name| !taken.contains(name)).collect();
    free[secret::below(free.len() as u64) as usize]
}

/// The same names, with a number after duplicates. None is longer than 40 characters.
pub fn distinct(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut distinct = Vec::new();
    for name in names {
        let numbered = (2..).map(|number| {
            let end = format!(" ({number})");
            name.chars().take(40 - end.len()).collect::<String>() + &end
        });
        let mut choices = [name.clone()].into_iter().chain(numbered);
        let choice = choices.find(|choice| !taken.contains(&choice.to_lowercase()));
        let choice = choice.unwrap_or_default();
        taken.insert(choice.to_lowercase());
        distinct.push(choice);
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::PersonId;

    #[test]
    fn no_two_seats_wear_the_same_mask_or_have_the_same_bot() {
        let mut seats = Vec::new();
        for n in 0..8 {
            let mask = mask(&seats);
            let person = PersonId(n.to_string());
            seats.push(Holding::Person {
                person,
                name: String::new(),
                mask,
                picked: None,
                entropy: None,
            });
        }
        for _ in 0..8 {
            let name = bot_name(&[], "envoy", &seats);
            seats.push(Holding::Bot { bot: "envoy".into(), name });
        }
        let names = seats.iter().map(|holding| match holding {
            Holding::Person { mask, .. } => mask.clone(),
            Holding::Bot { name, .. } => name.clone(),
            Holding::Nobody => unreachable!(),
        });
        assert_eq!(names.collect::<BTreeSet<_>>().len(), 16);
    }

    #[test]
    fn the_second_anna_gets_a_number() {
        let names = ["Anna", "anna", "Bo", "Anna"].map(str::to_owned);
        assert_eq!(distinct(names), ["Anna", "anna (2)", "Bo", "Anna (3)"]);
        let long = "x".repeat(40);
        assert_eq!(distinct([long.clone(), long])[1].chars().count(), 40);
    }
}
