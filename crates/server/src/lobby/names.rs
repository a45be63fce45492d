//! The names of seats: masks, bot names, and duplicate names.

use std::collections::BTreeSet;

use super::record::Holding;
use crate::ruleset::BotKind;
use crate::secret;
use crate::wire::table::BotLevel;

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

/// The names of further bots of one character, in this order.
const SECOND_NAMES: [&str; 12] = [
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
    "Teague",
    "Novak",
];

/// A mask that nobody at the table wears.
pub fn mask(seats: &[Holding]) -> String {
    let worn = seats.iter().filter_map(|holding| match holding {
        Holding::Person { mask, .. } | Holding::Bot { mask, .. } => Some(&**mask),
        Holding::Nobody => None,
    });
    let worn: BTreeSet<&str> = worn.collect();
    let free: Vec<&str> = MASKS.iter().copied().filter(|mask| !worn.contains(mask)).collect();
    free[secret::below(free.len() as u64) as usize].to_owned()
}

/// A new mask for everybody.
pub fn mask_anew(seats: &mut [Holding]) {
    let mut masks = MASKS;
    secret::shuffle(&mut masks);
    for (holding, new) in seats.iter_mut().zip(masks) {
        match holding {
            Holding::Person { mask, .. } | Holding::Bot { mask, .. } => new.clone_into(mask),
            Holding::Nobody => {}
        }
    }
}

/// A bot on a seat. The first of a character has the character's own name; others have names that no other bot at the
/// table has.
pub fn seat_bot(kinds: &[BotKind], bot: &str, seats: &[Holding]) -> Holding {
    let taken = seats.iter().filter_map(|holding| match holding {
        Holding::Bot { name, .. } => name.split(' ').next_back(),
        Holding::Nobody | Holding::Person { .. } => None,
    });
    let taken: BTreeSet<&str> = taken.collect();
    let kind = kinds.iter().find(|kind| kind.name == bot);
    let (title, person) = kind.map_or(("Agent", None), |kind| (kind.title, Some(kind.person)));
    let others = SECOND_NAMES.into_iter().filter(|name| kinds.iter().all(|it| it.person != *name));
    let name = person.into_iter().chain(others).find(|name| !taken.contains(name));
    let name = format!("{title} {}", name.unwrap_or(SECOND_NAMES[0]));
    Holding::Bot { bot: bot.to_owned(), name, mask: mask(seats) }
}

/// The same character at another level, if it has one.
pub fn at_level<'k>(kinds: &'k [BotKind], bot: &'k str, level: Option<BotLevel>) -> &'k str {
    let Some(level) = level else { return bot };
    let character = kinds.iter().find(|kind| kind.name == bot).map(|kind| kind.character);
    let same = |kind: &&BotKind| Some(kind.character) == character && kind.level == level;
    kinds.iter().find(same).map_or(bot, |kind| kind.name)
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

    const fn kind(
        name: &'static str,
        level: BotLevel,
        title: &'static str,
        person: &'static str,
    ) -> BotKind {
        BotKind { name, character: "envoy", level, title, person }
    }

    const KINDS: [BotKind; 3] = [
        kind("envoy", BotLevel::Normal, "Envoy", "Ashdown"),
        kind("envoy:hard", BotLevel::Hard, "Envoy", "Ashdown"),
        BotKind { character: "broker", ..kind("broker", BotLevel::Normal, "Broker", "Hask") },
    ];

    #[test]
    fn the_first_of_a_character_has_its_name_and_no_other_has_a_name_of_the_cast() {
        let mut seats = Vec::new();
        let mut names = Vec::new();
        for bot in ["envoy", "envoy:hard", "broker", "envoy", "broker"] {
            let holding = seat_bot(&KINDS, bot, &seats);
            if let Holding::Bot { name, .. } = &holding {
                names.push(name.clone());
            }
            seats.push(holding);
        }
        let wanted =
            ["Envoy Ashdown", "Envoy Orsini", "Broker Hask", "Envoy Vane", "Broker Calder"];
        assert_eq!(names, wanted);
    }

    #[test]
    fn a_character_comes_at_another_level_if_it_has_one() {
        let hard = Some(BotLevel::Hard);
        assert_eq!(at_level(&KINDS, "envoy", hard), "envoy:hard");
        assert_eq!(at_level(&KINDS, "envoy:hard", Some(BotLevel::Normal)), "envoy");
        assert_eq!(at_level(&KINDS, "envoy", None), "envoy");
        assert_eq!(at_level(&KINDS, "broker", hard), "broker");
    }

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
            let bot = seat_bot(&KINDS, "envoy", &seats);
            seats.push(bot);
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
