//! A short run of the simulated world, and proof that it would notice.

use std::time::{SystemTime, UNIX_EPOCH};

use simulation::{Mutant, Plan, Report, run};

fn plan(seed: u64, hours: f64) -> Plan {
    Plan { seed, hours, mutant: None, trace: false }
}

#[track_caller]
fn holds(report: &Report) {
    assert!(report.broken.is_none(), "{report}");
    assert!(report.counts.acknowledged > 50, "{report}");
    assert!(report.counts.messages > 200, "{report}");
}

#[test]
fn a_seed_gives_the_same_world_again() {
    let (once, again) = (run(&plan(7, 0.12)), run(&plan(7, 0.12)));
    holds(&once);
    assert!(once.faults.crashes + once.faults.pauses + once.faults.jumps > 0, "{once}");
    assert_eq!(once.hash, again.hash, "{once}\n{again}");
}

#[test]
fn a_new_world_keeps_its_promises() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = now.as_nanos() as u64 % 1_000_000_000;
    println!("`cargo xtask simulate --seed {seed} --hours 1` has the same again");
    holds(&run(&plan(seed, 0.12)));
}

#[test]
fn every_mutant_is_caught() {
    for mutant in Mutant::ALL {
        let caught = (1..=3)
            .any(|seed| run(&Plan { mutant: Some(mutant), ..plan(seed, 0.4) }).broken.is_some());
        assert!(caught, "{mutant:?} was not noticed");
    }
}
