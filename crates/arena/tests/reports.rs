//! What a report says adds up, and does not depend on the machine.

mod support;

use arena::{ArenaPlan, SimError, simulate};
use support::{plan, setup};

#[test]
fn every_game_has_one_win_to_give() {
    let report = simulate(&plan(4).games(40).seed(1), |_| ()).unwrap();
    let results = &report.results;
    assert_eq!(report.games, 40);
    assert!((results.wins.values().sum::<f64>() - 40.0).abs() < 1e-9);
    assert!((results.wins_by_seat.iter().sum::<f64>() - 40.0).abs() < 1e-9);
    assert!((results.scores.values().sum::<f64>() - 100.0).abs() < 1e-9);
    assert_eq!(results.endings.values().sum::<u64>(), 40);
    let rate = results.win_rates["random"];
    assert_eq!((rate.places, rate.rate, rate.high), (4, 1.0, 1.0));
}

#[test]
fn every_proposal_comes_to_something() {
    let results = simulate(&plan(4).games(400).seed(2), |_| ()).unwrap().results;
    let all = results.deals.all;
    assert!(all.proposed > 100 && all.accepted > 0 && all.betrayed > 0, "{all:?}");
    assert_eq!(
        all.proposed,
        all.accepted + all.declined + all.lapsed + all.voided + all.open,
        "{all:?}"
    );
    assert!(all.activated <= all.accepted);
    let kinds = results.deals.by_agreement.values();
    assert_eq!(kinds.map(|kind| kind.proposed).sum::<u64>(), all.proposed);
    assert_eq!(results.deals.by_agreement.len(), 7);
    for at_once in ["supply_pact", "tribute", "levy"] {
        assert_eq!(results.deals.by_agreement[at_once].betrayed, 0);
    }
}

#[test]
fn the_number_of_threads_does_not_show() {
    let plan = ArenaPlan::new(setup(3), ["random", "soldier", "envoy"]).games(30).seed(3);
    let one = simulate(&plan, |_| ()).unwrap();
    for threads in [2, 5, 64] {
        let many = simulate(&plan.clone().threads(threads), |_| ()).unwrap();
        assert_eq!((many.games, many.actions), (one.games, one.actions));
        assert_eq!(many.results, one.results);
    }
}

#[test]
fn another_seed_is_another_tournament() {
    let actions = |seed| simulate(&plan(3).games(5).seed(seed), |_| ()).unwrap().actions;
    assert_ne!(actions(4), actions(5));
}

#[test]
fn progress_hears_of_every_game() {
    let heard = std::sync::atomic::AtomicU64::new(0);
    let count = |games| {
        heard.fetch_add(games, std::sync::atomic::Ordering::Relaxed);
    };
    simulate(&plan(2).games(9).threads(2), count).unwrap();
    assert_eq!(heard.into_inner(), 9);
}

/// If these numbers change, the rules, the cards, the bot or the random generator has changed.
#[test]
fn a_small_tournament_ends_as_it_always_has() {
    let report = simulate(&plan(3).games(6).seed(42), |_| ()).unwrap();
    let results = &report.results;
    let deals = results.deals.all;
    let told = format!(
        "{} actions, {} words, {:?} rounds, wins by seat {:?}, {} proposed, {} accepted, {} betrayed",
        report.actions,
        results.words,
        (results.rounds.least, results.rounds.median, results.rounds.most),
        results.wins_by_seat,
        deals.proposed,
        deals.accepted,
        deals.betrayed,
    );
    assert_eq!(
        told,
        "2256 actions, 145 words, (13, 16, 28) rounds, wins by seat [3.5, 1.5, 1.0], \
         25 proposed, 13 accepted, 0 betrayed"
    );
}

#[test]
fn a_plan_that_cannot_be_carried_out_says_what_to_change() {
    let sentence = |plan: ArenaPlan| simulate(&plan, |_| ()).unwrap_err().to_string();
    assert_eq!(sentence(plan(3).games(0)), "games: 0 is out of range; use 1 to 1000000000");
    assert_eq!(sentence(plan(3).threads(0)), "threads: 0 is out of range; use 1 to 256");
    let none: [&str; 0] = [];
    assert!(sentence(ArenaPlan::new(setup(3), none)).starts_with("bots: nobody is to play; name"));
    assert_eq!(
        sentence(ArenaPlan::new(setup(2), ["random"; 3])),
        "bots: 3 bots do not fit on 2 seats; name fewer or add seats"
    );
    let unknown = sentence(ArenaPlan::new(setup(2), ["rnadom"]));
    assert!(unknown.starts_with("bots: there is no bot") && unknown.contains("rnadom"));
    assert!(sentence(plan(1)).starts_with("names: a table has 2 to 8 seats, not 1;"));
}

#[test]
fn an_endless_game_is_an_error_and_the_first_one_is_named() {
    for threads in [1, 3] {
        let short = ArenaPlan { most_actions: 10, ..plan(3).games(20).threads(threads) };
        match simulate(&short, |_| ()).unwrap_err() {
            SimError::Game { game, .. } => assert_eq!(game, 1),
            other => panic!("{other}"),
        }
    }
}
