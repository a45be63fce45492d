//! What to expect of a battle, from what its attacker sees (BC-205, BC-206).

use std::sync::LazyLock;

use parley::Seat;
use serde::Serialize;

use crate::command::Mode;
use crate::event::{ATTACK_DICE, DEFENCE_DICE};
use crate::map::Territory;
use crate::settings::Rules;
use crate::view::{Land, View};

/// Larger armies are judged by their ratio.
const MOST: u32 = 200;

/// How often each loss of the attacker comes up among all throws of some dice.
#[derive(Clone, Copy, Debug)]
pub struct Throws {
    /// Throws that cost the attacker none, one and two troops; the defender loses the rest of the pairs.
    pub losing: [u32; DEFENCE_DICE + 1],
    /// Pairs of dice that are compared.
    pub pairs: usize,
    pub all: u32,
}

/// Counts all throws of `attackers` dice against `defenders` dice, none of them fortified.
pub fn throws(attackers: usize, defenders: usize) -> Throws {
    let dice = attackers + defenders;
    let all = 6u32.pow(dice as u32);
    let mut losing = [0; DEFENCE_DICE + 1];
    for outcome in 0..all {
        let mut faces = [0; ATTACK_DICE + DEFENCE_DICE];
        let mut rest = outcome;
        for face in &mut faces[..dice] {
            *face = rest % 6;
            rest /= 6;
        }
        let (attack, defence) = faces[..dice].split_at_mut(attackers);
        attack.sort_unstable_by(|a, b| b.cmp(a));
        defence.sort_unstable_by(|a, b| b.cmp(a));
        let lost = attack.iter().zip(defence.iter()).filter(|(a, d)| a <= d).count();
        losing[lost] += 1;
    }
    Throws { losing, pairs: attackers.min(defenders), all }
}

/// The odds of an attack in each of its modes, as far as its attacker can know them: no Fortify and no trap that
/// nobody has seen is part of it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttackOdds {
    /// Whether the target can fall at all: guns never drive out the last troop (BC-102).
    pub takes: bool,
    pub once: Expected,
    /// `None` if there are too few troops for it.
    pub blitz: Option<Expected>,
    /// A blitz that stops at the number that was asked about.
    pub stop_loss: Option<Expected>,
}

/// What is expected of an attack.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "ExpectedBattle"))]
pub struct Expected {
    /// How likely the target falls, from 0 to 1.
    pub win: f64,
    /// Troops that the attacker loses on average.
    pub lost: f64,
    /// Troops that the defender loses on average.
    pub killed: f64,
}

/// The odds of an attack, from the view of its attacker alone; `None` if it does not know who stands there.
pub fn attack_odds(
    rules: &Rules,
    view: &View,
    from: Territory,
    to: Territory,
    stop_at: Option<u32>,
) -> Option<AttackOdds> {
    let (_, source) = view.lands.get(from.index()).and_then(Land::known)?;
    let (_, target) = view.lands.get(to.index()).and_then(Land::known)?;
    let takes = rules.map.crossings(from).contains(to);
    let odds =
        BattleOdds { source, target, least: rules.map.least(from), shelter: u32::from(!takes) };
    let long = crate::combat::stop_loss(rules, source);
    let stop_at = stop_at.filter(|&keep| long.is_some_and(|span| span.contains(keep)));
    Some(AttackOdds {
        takes,
        once: odds.expect(Mode::Once),
        blitz: long.map(|_| odds.expect(Mode::Blitz)),
        stop_loss: stop_at.map(|keep| odds.expect(Mode::StopLoss(keep))),
    })
}

/// A battle before its first roll.
#[derive(Clone, Copy)]
struct BattleOdds {
    source: u32,
    target: u32,
    /// Troops that stay in the source.
    least: u32,
    /// Troops of the target that cannot be killed.
    shelter: u32,
}

impl BattleOdds {
    fn expect(self, mode: Mode) -> Expected {
        let larger = self.source.max(self.target);
        if larger <= MOST || mode == Mode::Once {
            return self.follow(mode).rounded();
        }
        let small = |troops: u32| (u64::from(troops) * u64::from(MOST) / u64::from(larger)) as u32;
        let least = small(self.source).min(self.least);
        let target = small(self.target).max(self.shelter + u32::from(self.target > self.shelter));
        let battle = BattleOdds { source: small(self.source), target, least, ..self };
        let mode = match mode {
            Mode::StopLoss(keep) => Mode::StopLoss(small(keep)),
            Mode::Once | Mode::Blitz => mode,
        };
        let scale = f64::from(larger) / f64::from(MOST);
        let Expected { win, lost, killed } = battle.follow(mode);
        Expected { win, lost: lost * scale, killed: killed * scale }.rounded()
    }

    fn goes_on(&self, source: u32, target: u32, mode: Mode) -> bool {
        let rolled = (source, target) != (self.source, self.target);
        let stops = match mode {
            Mode::Once => rolled,
            Mode::Blitz => false,
            Mode::StopLoss(keep) => source <= keep,
        };
        source > self.least && target > self.shelter && !stops
    }

    /// Follows how likely each pair of strengths is, from the first to the last; every roll makes one side smaller.
    fn follow(self, mode: Mode) -> Expected {
        let wide = self.target as usize + 1;
        let mut likely = vec![0.0; (self.source as usize + 1) * wide];
        likely[self.source as usize * wide + self.target as usize] = 1.0;
        let mut expected = Expected::default();
        for source in (0..=self.source).rev() {
            for target in (0..=self.target).rev() {
                let chance: f64 = likely[source as usize * wide + target as usize];
                if chance == 0.0 {
                    continue;
                }
                if !self.goes_on(source, target, mode) {
                    expected.win += if target == 0 { chance } else { 0.0 };
                    expected.lost += chance * f64::from(self.source - source);
                    expected.killed += chance * f64::from(self.target - target);
                    continue;
                }
                let Throws { losing, pairs, all } = thrown(source - self.least, target);
                for (lost, count) in losing.into_iter().enumerate().take(pairs + 1) {
                    let killed = (pairs - lost).min((target - self.shelter) as usize);
                    let next = (source as usize - lost) * wide + target as usize - killed;
                    likely[next] += chance * f64::from(count) / f64::from(all);
                }
            }
        }
        expected
    }
}

impl Expected {
    fn rounded(self) -> Expected {
        let round = |number: f64| (number * 1000.0).round() / 1000.0;
        Expected { win: round(self.win), lost: round(self.lost), killed: round(self.killed) }
    }
}

/// The throws of so many troops against so many, each counted once for all battles.
fn thrown(attackers: u32, defenders: u32) -> Throws {
    static ALL: LazyLock<[[Throws; DEFENCE_DICE]; ATTACK_DICE]> = LazyLock::new(|| {
        std::array::from_fn(|attackers| {
            std::array::from_fn(|defenders| throws(attackers + 1, defenders + 1))
        })
    });
    ALL[(attackers as usize).min(ATTACK_DICE) - 1][(defenders as usize).min(DEFENCE_DICE) - 1]
}

impl crate::game::Game {
    /// The odds of an attack that `seat` may make now.
    ///
    /// # Errors
    /// What the referee would say to the attack.
    pub fn attack_odds(
        &self,
        seat: Seat,
        from: Territory,
        to: Territory,
        stop_at: Option<u32>,
    ) -> Result<Option<AttackOdds>, crate::refusal::Refusal> {
        use parley::Game as _;
        let attack = crate::command::Command::Attack { from, to, mode: Mode::Once };
        self.decide(seat, &attack, &mut Vec::new())?;
        let view = self.view(parley::Audience::Seat(seat));
        Ok(attack_odds(self.rules(), &view, from, to, stop_at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn battle(source: u32, target: u32) -> BattleOdds {
        BattleOdds { source, target, least: 1, shelter: 0 }
    }

    fn close(number: f64, other: f64) -> bool {
        (number - other).abs() < 0.0015
    }

    #[test]
    fn one_roll_of_three_dice_against_two_has_the_known_odds() {
        let Throws { losing, pairs, all } = throws(3, 2);
        assert_eq!((losing, pairs, all), ([2890, 2611, 2275], 2, 7776));
        let once = battle(10, 2).expect(Mode::Once);
        assert!(close(once.win, 2890.0 / 7776.0), "{once:?}");
        assert!(close(once.lost, (2611.0 + 2.0 * 2275.0) / 7776.0), "{once:?}");
    }

    #[test]
    fn a_blitz_of_one_against_one_is_a_single_die() {
        let blitz = battle(2, 1).expect(Mode::Blitz);
        assert!(close(blitz.win, 15.0 / 36.0) && close(blitz.lost, 21.0 / 36.0), "{blitz:?}");
    }

    #[test]
    fn a_stop_loss_loses_less_and_wins_less_than_a_blitz() {
        let (blitz, stop) =
            (battle(12, 8).expect(Mode::Blitz), battle(12, 8).expect(Mode::StopLoss(7)));
        assert!(stop.win < blitz.win && stop.lost < blitz.lost && stop.killed < blitz.killed);
        assert!(stop.lost <= 6.0, "{stop:?}");
    }

    #[test]
    fn guns_never_take_and_never_kill_the_last() {
        let guns = BattleOdds { shelter: 1, ..battle(60, 4) }.expect(Mode::Blitz);
        assert_eq!(guns.win, 0.0);
        assert!(guns.killed > 2.9 && guns.killed <= 3.0, "{guns:?}");
    }

    #[test]
    fn armies_beyond_the_table_are_judged_by_their_ratio() {
        let large = battle(4000, 2000).expect(Mode::Blitz);
        assert!(large.win > 0.999 && large.lost > 1000.0 && large.killed > 1990.0, "{large:?}");
        assert!(battle(2000, 4000).expect(Mode::Blitz).win < 0.001);
        assert!(battle(1_000_000, 1).expect(Mode::Blitz).win > 0.999);
    }
}
