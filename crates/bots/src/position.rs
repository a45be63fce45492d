//! What a position is worth, in troops.

use backchannel::Rules;

use crate::front::Front;

/// Turns of income that count.
const TURNS: f32 = 3.0;

/// What the whole position of the seat that reads the map is worth: what it has, what it will get, what it may lose.
pub(crate) fn worth(rules: &Rules, front: &Front) -> f32 {
    front.power(front.me) + TURNS * income(rules, front) - at_risk(front)
}

/// The troops that the next deploy brings (BC-203).
pub(crate) fn income(rules: &Rules, front: &Front) -> f32 {
    let lands = front.mine.len() as u32 / rules.numbers().territories_per_troop.max(1);
    let zones = rules.map.zones().iter().filter(|zone| front.mine.contains_all(zone.territories));
    let bonus: i32 = zones.map(|zone| zone.troops).sum();
    (lands.max(rules.settings().deploy_floor) as f32 + bonus as f32).max(0.0)
}

/// What is expected to be lost before the next turn.
fn at_risk(front: &Front) -> f32 {
    front.border.into_iter().map(|place| front.danger(place) * front.worth(place).max(0.0)).sum()
}
