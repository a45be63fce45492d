//! The bots at all kinds of tables: every command they give is checked against their options.

use crate::support::{grid, play, quick, rough_grid, rules_for};
use backchannel::{Setup, settings::Settings};
use bots::{Bot, NAMES, by_name};

/// Plays a few games with every bot in every place.
fn play_some(setup: &Setup) {
    let rules = rules_for(setup.clone());
    for seed in 0..6 {
        let named = |seat: usize| quick(NAMES[(seed as usize + seat) % NAMES.len()]);
        let mut bots: Vec<Box<dyn Bot>> = (0..rules.seats()).map(named).collect();
        play(&rules, seed, &mut bots);
    }
}

#[test]
fn two_to_eight_seats() {
    for seats in 2..=8 {
        play_some(&Setup::standard(grid(), seats));
    }
}

#[test]
fn a_map_with_guns_one_way_links_limits_and_a_curse() {
    for seats in [2, 4, 6] {
        play_some(&Setup::standard(rough_grid(), seats));
    }
}

#[test]
fn other_settings() {
    let standard = Settings::default();
    for settings in [
        Settings { fog: false, ..standard.clone() },
        Settings { shared_victory: false, proposal_rounds: 1, ..standard.clone() },
        Settings { deploy_floor: 10, map_share: Some(60), ..standard.clone() },
    ] {
        play_some(&Setup { settings, ..Setup::standard(grid(), 4) });
    }
}

#[test]
fn without_a_last_round_soldiers_still_come_to_an_end() {
    let settings = Settings { round_limit: None, ..Settings::default() };
    let rules = rules_for(Setup { settings, ..Setup::standard(grid(), 4) });
    for seed in 0..20 {
        let mut bots = ["soldier"; 4].map(|name| by_name(name).expect("a name from the list"));
        let game = play(&rules, seed, &mut bots);
        assert!(game.rounds.0 <= 80, "it took {} rounds", game.rounds.0);
    }
}
