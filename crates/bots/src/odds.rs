//! The expected result of a battle that is fought to its end (BC-205).

use std::sync::LazyLock;

use backchannel::odds::{Throws, throws};
use backchannel::{ATTACK_DICE, DEFENCE_DICE};

/// Larger armies are judged by their ratio.
const MOST: usize = 48;

/// What to expect when some troops attack others until one side is gone.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Odds {
    /// How likely the target falls.
    pub win: f32,
    /// Attackers that are left if it falls.
    pub left: f32,
    /// Attackers that are lost, either way.
    pub lost: f32,
    /// Defenders that are lost, either way.
    pub killed: f32,
}

/// The odds of `attackers` that may leave their territory against `defenders`.
#[inline]
pub(crate) fn odds(attackers: u32, defenders: u32) -> Odds {
    static TABLE: LazyLock<Vec<Odds>> = LazyLock::new(table);
    let (attackers, defenders) = (attackers as usize, defenders as usize);
    let larger = attackers.max(defenders);
    if larger < MOST {
        return TABLE[attackers * MOST + defenders];
    }
    let scale = larger as f32 / (MOST - 1) as f32;
    let small = |troops: usize| troops * (MOST - 1) / larger;
    let Odds { win, left, lost, killed } =
        TABLE[small(attackers) * MOST + small(defenders).max(usize::from(defenders > 0))];
    Odds { win, left: left * scale, lost: lost * scale, killed: killed * scale }
}

fn table() -> Vec<Odds> {
    let mut table = vec![Odds::default(); MOST * MOST];
    // The first decision of a bot waits for this, so each roll is worked out once.
    let rolls = [1, 2, 3].map(|attackers| [1, 2].map(|defenders| roll(attackers, defenders)));
    for attackers in 0..MOST {
        for defenders in 0..MOST {
            let fought_out = fought_out(&table, &rolls, attackers, defenders);
            table[attackers * MOST + defenders] = fought_out;
        }
    }
    table
}

/// The odds of a battle from those of all smaller ones.
fn fought_out(
    table: &[Odds],
    rolls: &[[Vec<f32>; 2]; 3],
    attackers: usize,
    defenders: usize,
) -> Odds {
    if defenders == 0 {
        return Odds { win: 1.0, left: attackers as f32, ..Odds::default() };
    }
    if attackers == 0 {
        return Odds::default();
    }
    let mut odds = Odds::default();
    let mut survivors = 0.0;
    let rolls = &rolls[attackers.min(ATTACK_DICE) - 1][defenders.min(DEFENCE_DICE) - 1];
    let dice = rolls.len() - 1;
    for (lost, &chance) in rolls.iter().enumerate() {
        let killed = dice - lost;
        let then = table[(attackers - lost) * MOST + defenders - killed];
        odds.win += chance * then.win;
        survivors += chance * then.win * then.left;
        odds.lost += chance * (lost as f32 + then.lost);
        odds.killed += chance * (killed as f32 + then.killed);
    }
    odds.left = if odds.win > 0.0 { survivors / odds.win } else { 0.0 };
    odds
}

/// How likely one roll costs the attacker 0, 1, … troops; the defender loses the rest of the dice.
fn roll(attackers: usize, defenders: usize) -> Vec<f32> {
    let Throws { losing, pairs, all } = throws(attackers, defenders);
    losing[..=pairs].iter().map(|&count| count as f32 / all as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_roll_of_three_dice_against_two_has_the_known_odds() {
        let close = |share: f32, of: f32| (share - of / 7776.0).abs() < 1e-6;
        let rolls = roll(3, 2);
        assert!(close(rolls[0], 2890.0) && close(rolls[1], 2611.0) && close(rolls[2], 2275.0));
    }

    #[test]
    fn more_attackers_win_more_often_and_nobody_is_lost_twice() {
        for defenders in 1..MOST as u32 {
            for attackers in 1..MOST as u32 {
                let now = odds(attackers, defenders);
                assert!(now.win >= odds(attackers - 1, defenders).win - 1e-6);
                assert!(now.lost <= attackers as f32 + 1e-3);
                assert!(now.killed <= defenders as f32 + 1e-3);
            }
        }
    }

    #[test]
    fn armies_beyond_the_table_are_judged_by_their_ratio() {
        assert!(odds(400, 200).win > 0.99);
        assert!(odds(200, 400).win < 0.05);
        assert!(odds(1000, 1).win > 0.99);
    }
}
