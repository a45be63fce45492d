//! What holds of every decision, at random positions.

use crate::support::{decision, rules, wander};
use parley::contract::Subject as _;
use parley::{Game as _, Options as _};

#[test]
fn it_only_does_what_its_options_list() {
    let mut decided = 0;
    for (map, seats) in [("passes-of-sarn", 4), ("wherrymouth", 2), ("broken-empire", 7)] {
        let rules = rules(map, seats);
        for number in 0..6 {
            wander(&rules, number, 25, |game, _| {
                for seat in game.seats() {
                    let Some(command) = decision(game, seat, 2).0 else { continue };
                    assert!(game.options(seat).contains(&command), "{seat}: {command:?}");
                    decided += 1;
                }
            });
        }
    }
    assert!(decided > 300, "only {decided} decisions");
}

#[test]
fn it_decides_alike_for_the_same_seed_and_number_of_visits() {
    let rules = rules("passes-of-sarn", 4);
    for number in 0..4 {
        wander(&rules, number, 60, |game, _| {
            assert_eq!(decision(game, game.turn(), 12), decision(game, game.turn(), 12));
        });
    }
}

#[test]
fn what_it_may_not_know_changes_neither_its_decisions_nor_its_reasons() {
    let mut thought = 0;
    for (map, seats) in [("passes-of-sarn", 4), ("trade-wind-sea", 5)] {
        let rules = rules(map, seats);
        for number in 0..8 {
            wander(&rules, number, 40, |game, chance| {
                for seat in game.seats() {
                    let twin = game.twin(seat, chance);
                    let (one, other) = (decision(game, seat, 6), decision(&twin, seat, 6));
                    assert_eq!(one, other, "{seat} on {map}");
                    let played_out = one
                        .1
                        .is_some_and(|reasons| reasons.weighed.iter().any(|one| one.worlds > 0));
                    thought += usize::from(played_out);
                }
            });
        }
    }
    assert!(thought > 100, "only {thought} decisions");
}
/// How long a decision takes is a matter of the machine; how much is played out for it is not.
#[test]
fn it_plays_out_no_more_worlds_than_it_may() {
    let rules = rules("broken-empire", 8);
    let mut most = 0;
    wander(&rules, 3, 30, |game, _| {
        for visits in [4, 32] {
            let Some(reasons) = decision(game, game.turn(), visits).1 else { continue };
            let worlds: u32 = reasons.weighed.iter().map(|one| one.worlds).sum();
            assert!(worlds <= visits + visits / 2, "{worlds} worlds for {visits} visits");
            most = most.max(worlds);
        }
    });
    assert!(most >= 16, "at most {most} worlds");
}
