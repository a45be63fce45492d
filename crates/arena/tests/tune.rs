//! The tuner finds what is better, and finds it again.

mod support;

use arena::league::{Fixtures, LeaguePlan, run};
use arena::standings::Standings;
use arena::{Dial, FitPlan, SeatRow, TuneError, TunePlan, tune};
use backchannel::{Command, Options, Rules, View};
use bots::{Bot, Random, Soldier};
use parley::Chance;

#[derive(Debug)]
enum Stopped {
    Tune(TuneError),
}

impl From<TuneError> for Stopped {
    fn from(error: TuneError) -> Stopped {
        Stopped::Tune(error)
    }
}

fn dial(name: &str, least: f32, most: f32, start: f32) -> Dial {
    Dial { name: name.to_owned(), least, most, start }
}

fn plan(generations: u64) -> TunePlan {
    TunePlan { generations, candidates: 20, seed: 3 }
}

#[test]
fn the_top_of_a_hill_is_found_and_found_again() {
    let dials = [dial("x", -4.0, 4.0, -3.0), dial("y", 0.0, 100.0, 50.0)];
    let hill = |_: u64, at: &[f32]| -> Result<f64, Stopped> {
        Ok(-f64::from((at[0] - 2.0).powi(2)) - f64::from(((at[1] - 80.0) / 20.0).powi(2)))
    };
    let tuned = tune(&dials, &plan(30), hill).unwrap();
    assert!(
        (tuned.values[0] - 2.0).abs() < 0.3 && (tuned.values[1] - 80.0).abs() < 5.0,
        "{tuned:?}"
    );
    assert!(tuned.generations[29].mean > tuned.generations[0].mean);
    assert_eq!(tune(&dials, &plan(30), hill).unwrap(), tuned);
    let edge = tune(&dials, &plan(30), |_, at| Ok::<_, Stopped>(f64::from(at[0]))).unwrap();
    assert!(edge.values[0] > 3.5 && edge.values[0] <= 4.0);
}

#[test]
fn what_is_out_of_range_is_refused() {
    let flat = |_: u64, _: &[f32]| -> Result<f64, Stopped> { Ok(0.0) };
    let refused = |dials: &[Dial], plan: TunePlan| match tune(dials, &plan, flat) {
        Err(Stopped::Tune(error)) => error.to_string(),
        Ok(_) => String::new(),
    };
    let fine = [dial("x", 0.0, 1.0, 0.5)];
    assert_eq!(refused(&fine, plan(1)), "");
    assert_eq!(refused(&[], plan(1)), "dials: 0 is out of range; use 1 to 64");
    assert_eq!(refused(&fine, plan(0)), "generations: 0 is out of range; use 1 to 1000");
    assert!(
        refused(&fine, TunePlan { candidates: 2, ..plan(1) })
            .starts_with("candidates: 2 is out of range")
    );
    assert!(refused(&[dial("x", 0.0, 1.0, 2.0)], plan(1)).starts_with("x: its range is empty"));
    assert!(refused(&[dial("x", 1.0, 1.0, 1.0)], plan(1)).starts_with("x: its range is empty"));
}

/// Plays like a soldier, but at random in so many of ten moves.
struct Drunkard {
    soldier: Soldier,
    random: Random,
    tenths: u64,
}

impl Bot for Drunkard {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        match chance.below(10) < self.tenths {
            true => self.random.act(rules, view, options, chance),
            false => self.soldier.act(rules, view, options, chance),
        }
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        self.soldier.answer(rules, view, options, chance)
    }
}

#[test]
fn a_bot_is_fitted_against_a_field() {
    let league = LeaguePlan {
        bots: vec!["candidate".to_owned(), "random".to_owned(), "random".to_owned()],
        games: 12,
        maps: vec!["wherrymouth".to_owned()],
        seats: vec![3],
        ..LeaguePlan::default()
    };
    let find = |name: &str, _: usize| backchannel::map::library::find(name);
    let share = |generation: u64, values: &[f32]| -> Result<f64, Stopped> {
        let league = LeaguePlan { seed: generation, ..league.clone() };
        let tables = league.tables(find).unwrap();
        let tenths = values[0].round() as u64;
        let make = |name: &str| -> Result<Box<dyn Bot>, bots::UnknownBot> {
            match name {
                "candidate" => {
                    Ok(Box::new(Drunkard { soldier: Soldier::default(), random: Random, tenths }))
                }
                other => bots::by_name(other),
            }
        };
        let mut standings = Standings::default();
        let add = |rows: Vec<SeatRow>| {
            standings.add(&rows);
            Ok(())
        };
        run(&Fixtures::new(&league, &tables), &tables, &make, 0, 2, |rows| rows, add).unwrap();
        let report = standings.report();
        Ok(report.bots.iter().find(|bot| bot.name == "candidate").unwrap().mean_score)
    };
    let dials = [dial("tenths", 0.0, 10.0, 9.0)];
    let tuned = tune(&dials, &TunePlan { generations: 4, candidates: 8, seed: 1 }, share).unwrap();
    assert!(tuned.values[0] < 7.0, "{tuned:?}");
}

#[test]
fn thresholds_are_fitted_within_their_ranges_and_again_the_same() {
    let league = LeaguePlan {
        bots: vec!["envoy".to_owned(), "soldier".to_owned()],
        games: 6,
        maps: vec!["wherrymouth".to_owned()],
        seats: vec![3],
        ..LeaguePlan::default()
    };
    let tables = league.tables(|name, _| backchannel::map::library::find(name)).unwrap();
    let only = ["treachery".to_owned(), "talk".to_owned()];
    let heard = std::sync::atomic::AtomicU64::new(0);
    let fit = |only: &[String]| {
        let plan = FitPlan {
            league: &league,
            tables: &tables,
            only,
            start: bots::Policy::HONEST,
            tune: TunePlan { generations: 2, candidates: 4, seed: 9 },
            check_games: 12,
            threads: 2,
        };
        let hear = |games| {
            heard.fetch_add(games, std::sync::atomic::Ordering::Relaxed);
        };
        (plan.games(), plan.fit(hear))
    };
    let (games, fitted) = fit(&only);
    let fitted = fitted.unwrap();
    assert_eq!((games, heard.load(std::sync::atomic::Ordering::Relaxed)), (2 * 4 * 6 + 24, games));
    assert_eq!(fitted.fitted, ["treachery", "talk"]);
    assert_eq!(fitted.policy.peace, bots::Policy::HONEST.peace);
    for threshold in bots::Policy::THRESHOLDS {
        let value = fitted.policy.get(threshold.name).unwrap();
        assert!((threshold.least..=threshold.most).contains(&value), "{}", threshold.name);
    }
    assert_eq!(fitted.after.trials, 12);
    assert_eq!(fit(&only).1.unwrap().policy, fitted.policy);
    let unknown = fit(&["mercy".to_owned()]).1.unwrap_err().to_string();
    assert!(unknown.starts_with("only: there is no threshold \"mercy\"; they are least_worth,"));
}
