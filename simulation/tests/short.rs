//! A short run of the simulated world, and proof that it notices bugs.

use simulation::{Mutant, SimulationPlan, SimulationReport, run};

fn plan(seed: u64, hours: f64) -> SimulationPlan {
    SimulationPlan { seed, hours, mutant: None, trace: false }
}

#[track_caller]
fn holds(report: &SimulationReport) {
    assert!(report.broken.is_none(), "{report}");
    assert!(report.counts.acknowledged > 50, "{report}");
    assert!(report.counts.messages > 200, "{report}");
    assert!(report.counts.inspections > 0, "{report}");
    assert!(report.faults.operations > 0 && report.faults.cancellations > 0, "{report}");
}

#[test]
fn a_seed_gives_the_same_world_again() {
    let (once, again) = (run(&plan(7, 0.12)), run(&plan(7, 0.12)));
    holds(&once);
    assert_eq!(once.hash, again.hash, "{once}\n{again}");
}

#[test]
fn other_worlds_keep_their_promises() {
    for seed in [1, 23] {
        holds(&run(&plan(seed, 0.4)));
    }
}

#[test]
fn every_mutant_is_caught() {
    for mutant in Mutant::ALL {
        let mutated = |seed| run(&SimulationPlan { mutant: Some(mutant), ..plan(seed, 0.4) });
        let caught = (1..=3).map(mutated).find(|report| report.broken.is_some());
        let caught = caught.unwrap_or_else(|| panic!("{mutant:?} was not noticed"));
        assert_eq!(run(&caught.plan).broken, caught.broken, "it happens again");
    }
}
