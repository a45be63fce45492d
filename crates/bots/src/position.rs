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

#[cfg(test)]
mod tests {
    use backchannel::map::library;
    use backchannel::{Rules, Scenario, Setup, Territory};
    use parley::{Audience, Game as _, Seat};

    use crate::front::{Attitude, Front};
    use crate::weights::Weights;

    /// Red holds the whole of a zone at Wherrymouth if `whole`, and all of it but one territory if not.
    fn position(whole: bool) -> (Rules, Front) {
        let map = library::find("wherrymouth").expect("the library has it").file().clone();
        let ids: Vec<String> = map.zones[0].territories.clone();
        let places = map.territories.clone();
        let setup = Setup::standard(map, 2);
        let rules = Rules::new(setup.clone()).expect("it can be played");
        let mut scenario = Scenario::new(setup).expect("it can be played");
        for id in ids.iter().skip(usize::from(!whole)) {
            scenario = scenario.land(id, Seat(0), 3);
        }
        let zone = rules.map.zones()[0].territories;
        let is_far = |place: Territory| rules.map.near(place).with(place).and(zone).is_empty();
        let mut all = rules.map.all().into_iter();
        let far = all.find(|&place| is_far(place)).expect("a zone is not the map");
        let game = scenario
            .land(&places[far.index()].id, Seat(1), 3)
            .attacking(Seat(0))
            .game()
            .expect("a position");
        let view = game.view(Audience::Seat(Seat(0)));
        let mut front = Front::default();
        front.read(&rules, &view, &Attitude::default(), &Weights::STANDARD);
        (rules, front)
    }

    #[test]
    fn the_next_deploy_counts_the_zones_that_are_held_whole() {
        let (rules, whole) = position(true);
        let reward = rules.map.zones()[0].troops as f32;
        assert!(reward > 0.0);
        assert_eq!(super::income(&rules, &whole), 3.0 + reward);
        let (rules, broken) = position(false);
        assert_eq!(super::income(&rules, &broken), 3.0);
    }

    #[test]
    fn a_position_is_worth_its_troops_its_land_and_its_income() {
        let (rules, whole) = position(true);
        let (_, broken) = position(false);
        let reward = rules.map.zones()[0].troops as f32;
        // A territory with three troops, and three turns of the zone.
        let more = 3.0 + 1.5 + 3.0 * reward;
        let gained = super::worth(&rules, &whole) - super::worth(&rules, &broken);
        assert!((gained - more).abs() < 0.01, "{gained} and not {more}");
    }
}
