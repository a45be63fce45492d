//! The daily table: which map and which bots a day has.

use backchannel::Settings;
use backchannel::quick::{self, QUICK_MAP};
use server::ruleset::Quick;

use super::Backchannel;
use super::settings::{BackchannelOwnerSettings, MapChoice};

/// A game of an evening: who has the best score after this round wins.
const LAST_ROUND: u16 = 15;

/// The maps with their numbers of seats, one after the other.
const PLACES: [(&str, u8); 3] = [(QUICK_MAP, 4), ("passes-of-sarn", 4), ("wherrymouth", 4)];

/// The companies, one after the other. Their number has no divisor in common with that of the maps, so that every
/// company comes to every map. The strategist is left out: how far it sees depends on the machine.
const COMPANIES: [[&str; 3]; 7] = [
    ["envoy", "broker", "turncoat"],
    ["warden", "envoy", "grudger"],
    ["learner", "broker", "warden"],
    ["turncoat", "grudger", "envoy"],
    ["broker", "learner", "grudger"],
    ["envoy", "warden", "turncoat"],
    ["grudger", "turncoat", "learner"],
];

pub fn of(day: u32) -> Quick<Backchannel> {
    let day = day as usize;
    let (map, seats) = PLACES[day % PLACES.len()];
    let settings = BackchannelOwnerSettings {
        map: MapChoice::Named(map.to_owned()),
        seats,
        settings: Settings { round_limit: Some(LAST_ROUND), ..quick::settings() },
    };
    Quick { settings, company: &COMPANIES[day % COMPANIES.len()] }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use server::ruleset::Ruleset as _;

    use super::*;

    #[test]
    fn every_day_can_be_played_and_three_weeks_differ() {
        let mut seen = BTreeSet::new();
        for day in 20_000..20_021 {
            let Quick { settings, company } = of(day);
            Backchannel::check(&settings).expect("the settings are valid");
            assert_eq!(company.len() + 1, usize::from(settings.seats));
            assert!(company.iter().all(|bot| Backchannel::BOTS.iter().any(|it| it.name == *bot)));
            let MapChoice::Named(map) = settings.map else { panic!("it is in the library") };
            assert!(seen.insert((map, company)), "day {day} was there before");
        }
    }
}
