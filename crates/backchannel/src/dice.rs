//! The dice of an attack (BC-205).

use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Serialize, Serializer};

/// The most dice that an attacker rolls (BC-205).
pub const ATTACK_DICE: usize = 3;
/// The most dice that a defender rolls (BC-205).
pub const DEFENCE_DICE: usize = 2;
/// What a fortified territory adds to a die of its defender (BC-304).
pub const FORTIFY_BONUS: u8 = 1;

/// A roll of the dice, highest first; 0 for a die that was not rolled.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dice {
    pub attack: [u8; ATTACK_DICE],
    pub defence: [u8; DEFENCE_DICE],
    /// How many of the defender's dice count 1 more.
    pub fortified: u8,
}

impl Dice {
    /// How many dice the attacker rolled.
    pub fn attackers(&self) -> u32 {
        self.attack.iter().filter(|&&die| die > 0).count() as u32
    }

    /// The highest dice are compared, then the next; ties go to the defender (BC-205).
    pub fn beaten(&self) -> Beaten {
        let mut beaten = Beaten::default();
        for (place, (&attack, &defence)) in self.attack.iter().zip(&self.defence).enumerate() {
            if attack == 0 || defence == 0 {
                break;
            }
            let bonus = if place < usize::from(self.fortified) { FORTIFY_BONUS } else { 0 };
            let wins = attack > defence + bonus;
            beaten.attack[place] = !wins;
            beaten.defence[place] = wins;
        }
        beaten
    }
}

/// Which dice of a roll were beaten, in the order in which they are listed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Beaten {
    pub attack: [bool; ATTACK_DICE],
    pub defence: [bool; DEFENCE_DICE],
}

/// How many are remembered; of more, the latest.
pub const MOST_EARLIER: usize = 9;

/// The rolls of an attack before its last one, in order. Every die is a digit of a number, so that an event stays
/// small; 0 is no roll.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(from = "Vec<u16>")]
pub struct EarlierRolls([u16; MOST_EARLIER]);

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EarlierRoll {
    pub dice: Dice,
    pub beaten: Beaten,
}

/// One more than the faces of a die: 0 is a die that was not rolled.
const BASE: u16 = 7;

impl EarlierRolls {
    pub(crate) fn push(&mut self, dice: Dice) {
        let all = dice.attack.into_iter().chain(dice.defence);
        let number = all.fold(0, |number, die| number * BASE + u16::from(die));
        match self.0.iter_mut().find(|it| **it == 0) {
            Some(free) => *free = number,
            None => {
                self.0.rotate_left(1);
                self.0[MOST_EARLIER - 1] = number;
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0[0] == 0
    }

    /// The rolls; the territory was as well `fortified` in all of them.
    pub fn list(&self, fortified: u8) -> impl Iterator<Item = EarlierRoll> {
        self.0.into_iter().take_while(|number| *number > 0).map(move |number| {
            let dice = read(number, fortified);
            EarlierRoll { dice, beaten: dice.beaten() }
        })
    }
}

fn read(mut number: u16, fortified: u8) -> Dice {
    let mut digit = || {
        let die = number % BASE;
        number /= BASE;
        die as u8
    };
    let mut dice = Dice { fortified, ..Dice::default() };
    (0..DEFENCE_DICE).rev().for_each(|place| dice.defence[place] = digit());
    (0..ATTACK_DICE).rev().for_each(|place| dice.attack[place] = digit());
    dice
}

/// The rolls before the last one, as those see them who saw the fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeenRolls {
    rolls: EarlierRolls,
    fortified: u8,
}

impl SeenRolls {
    pub(crate) fn new(rolls: EarlierRolls, fortified: u8) -> SeenRolls {
        SeenRolls { rolls, fortified }
    }

    pub fn is_empty(&self) -> bool {
        self.rolls.is_empty()
    }
}

impl Serialize for SeenRolls {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_seq(self.rolls.list(self.fortified))
    }
}

impl Serialize for EarlierRolls {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        let mut list = writer.serialize_seq(None)?;
        for number in self.0.iter().take_while(|number| **number > 0) {
            list.serialize_element(number)?;
        }
        list.end()
    }
}

impl From<Vec<u16>> for EarlierRolls {
    fn from(numbers: Vec<u16>) -> EarlierRolls {
        let mut rolls = EarlierRolls::default();
        rolls.0.iter_mut().zip(numbers).for_each(|(roll, number)| *roll = number);
        rolls
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roll(attack: [u8; 3], defence: [u8; 2]) -> Dice {
        Dice { attack, defence, fortified: 1 }
    }

    #[test]
    fn the_latest_rolls_are_remembered_face_by_face() {
        let mut rolls = EarlierRolls::default();
        let all: Vec<Dice> = (0..12).map(|n| roll([6, 1 + n % 6, 0], [5, n % 2])).collect();
        all.iter().for_each(|dice| rolls.push(*dice));
        let kept: Vec<Dice> = rolls.list(1).map(|it| it.dice).collect();
        assert_eq!(kept, all[3..]);
        let written = serde_json::to_string(&rolls).unwrap();
        assert_eq!(serde_json::from_str::<EarlierRolls>(&written).unwrap(), rolls);
    }

    #[test]
    fn there_may_be_none_and_a_list_that_is_too_long_is_cut() {
        assert!(EarlierRolls::default().is_empty());
        let long = EarlierRolls::from(vec![7; 40]);
        assert_eq!(long.list(0).count(), MOST_EARLIER);
    }
}
