//! Bots by name.

use bots::{NAMES, UnknownBot, by_name};

#[test]
fn every_name_is_a_bot() {
    for name in NAMES {
        assert!(by_name(name).is_ok(), "{name}");
    }
}

#[track_caller]
fn refused(name: &str) -> UnknownBot {
    match by_name(name) {
        Ok(_) => panic!("`{name}` is a bot"),
        Err(unknown) => unknown,
    }
}

#[test]
fn a_slip_of_the_pen_gets_a_suggestion() {
    assert_eq!(refused("solider").similar, Some("soldier"));
    assert_eq!(
        refused("Envoi").to_string(),
        "there is no bot `Envoi`; did you mean `envoy`? The bots are random, soldier, envoy, strategist."
    );
}

#[test]
fn a_name_that_is_like_none_gets_the_list() {
    assert_eq!(
        refused("grandmaster").to_string(),
        "there is no bot `grandmaster`; the bots are random, soldier, envoy, strategist."
    );
}

#[test]
fn a_strategist_may_be_told_how_long_to_think() {
    for name in ["strategist:1", "strategist:200", "strategist:150ms"] {
        assert!(by_name(name).is_ok(), "{name}");
    }
    for name in ["strategist:", "strategist:0", "strategist:long", "strategist:2000000", "envoy:3"]
    {
        assert_eq!(refused(name).name, name);
    }
    assert_eq!(refused("strategist:0").similar, Some("strategist"));
}
