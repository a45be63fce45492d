//! Bots by name.

use bots::{CAST, NAMES, UnknownBot, by_name};

#[test]
fn every_name_is_a_bot() {
    for name in NAMES {
        for level in ["", ":easy", ":normal", ":hard"] {
            assert!(by_name(&format!("{name}{level}")).is_ok(), "{name}{level}");
        }
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
    assert_eq!(
        refused("Envoi").to_string(),
        format!(
            "there is no bot `Envoi`; did you mean `envoy`? The bots are {}.",
            NAMES.join(", ")
        )
    );
    assert_eq!(
        refused("envoy:heard").to_string(),
        "there is no level `heard`; did you mean `hard`? The levels are easy, normal and hard."
    );
}

#[test]
fn a_name_that_is_like_none_gets_the_list() {
    assert_eq!(
        refused("grandmaster").to_string(),
        format!("there is no bot `grandmaster`; the bots are {}.", NAMES.join(", "))
    );
}

#[test]
fn everybody_has_a_name_of_their_own_and_a_line_about_them() {
    let mut names: Vec<&str> =
        CAST.iter().flat_map(|one| [one.name, one.title, one.person]).collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
    assert!(CAST.iter().all(|one| one.about.ends_with('.') && one.about.len() <= 100));
}

#[test]
fn a_strategist_may_be_told_how_long_to_think() {
    for name in ["strategist:1", "strategist:200", "strategist:150ms"] {
        assert!(by_name(name).is_ok(), "{name}");
    }
    for name in ["strategist:", "strategist:0", "strategist:long", "strategist:2000000", "envoy:3"]
    {
        let level = name.split(':').nth(1).expect("it has a setting");
        assert!(refused(name).to_string().starts_with(&format!("there is no level `{level}`")));
    }
}
