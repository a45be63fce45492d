//! The costs of units, so that a situation can leave them out.

use crate::similar::{fold, is};

/// Each unit, its cost in resources, and how many units that buys.
const PRICES: [(&str, u16, u16); 9] = [
    ("dreadnought", 4, 1),
    ("carrier", 3, 1),
    ("cruiser", 2, 1),
    ("destroyer", 1, 1),
    ("fighter", 1, 2),
    ("infantry", 1, 2),
    ("mech", 2, 1),
    ("war sun", 12, 1),
    ("flagship", 8, 1),
];

/// The units that the desk knows.
pub fn units() -> impl Iterator<Item = &'static str> {
    PRICES.iter().map(|(name, ..)| *name)
}

/// The printed cost of `count` of a unit, if the desk knows the unit.
pub fn of(unit: &str, count: u16) -> Option<u16> {
    let folded = fold(unit);
    let singular = folded.strip_suffix('s').unwrap_or(&folded);
    let known = |name: &str| is(name, &folded) || is(name, singular);
    let (_, cost, per) = PRICES.into_iter().find(|(name, ..)| known(name))?;
    Some(cost.saturating_mul(count.div_ceil(per)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_cost_what_is_printed_on_the_sheet() {
        let costs = [("war sun", 12), ("flagship", 8), ("dreadnought", 4), ("carrier", 3)];
        let cheap =
            [("cruiser", 2), ("mech", 2), ("destroyer", 1), ("fighter", 1), ("infantry", 1)];
        for (unit, cost) in costs.into_iter().chain(cheap) {
            assert_eq!(of(unit, 1), Some(cost), "{unit}");
        }
        assert_eq!(units().count(), 9);
    }

    #[test]
    fn fighters_and_infantry_come_two_for_one() {
        assert_eq!(
            (of("fighters", 2), of("Infantry", 3), of("Dreadnoughts", 2)),
            (Some(1), Some(2), Some(8))
        );
        assert_eq!(of("space dock", 1), None, "structures are not produced");
    }
}
