//! Saved games can be read back, and every change to them is noticed.

mod support;

use std::path::Path;

use arena::simulate;
use backchannel::Game;
use parley::replay::{Mismatch, ReplayFault, read, verify};
use parley::{Game as _, Seed};
use support::plan;
use support::replay::{fault, mismatch, parsed, saved, with_line};

#[test]
fn a_saved_game_is_the_game_that_was_played() {
    let replay = parsed(&saved());
    let verified = verify(&replay).unwrap();
    let folded = replay.fold(replay.seed.unwrap()).unwrap();
    assert!(verified.game().is_over());
    assert_eq!(folded.game(), verified.game());
    assert_eq!(folded.journal().entries().len(), verified.journal().entries().len());
    assert_eq!(folded.game().digest(), replay.steps.last().unwrap().outcome.hash);
}

#[test]
fn the_seed_must_be_the_one_that_was_committed_to() {
    let text = saved();
    let last = text.lines().count();
    let other = format!("{{\"seed\":\"{}\"}}", Seed::numbered(1, 1));
    let forged = with_line(&text, last, |_| other.clone());
    assert!(matches!(mismatch(&forged), (line, Mismatch::OtherSeed) if line == last));
}

#[test]
fn a_changed_event_command_hash_or_seat_is_found_on_its_line() {
    let text = saved();
    let replay = parsed(&text);
    let mut forged = replay.clone();
    forged.steps[20].outcome.events.pop();
    assert!(matches!(verify(&forged).map(|_| ()).unwrap_err().line, 23));
    let mut forged = replay.clone();
    forged.steps[20].outcome.hash = forged.steps[19].outcome.hash;
    let found = verify(&forged).map(|_| ()).unwrap_err();
    assert!(matches!((found.line, found.mismatch), (23, Mismatch::Hash { .. })));
    let mut forged = replay.clone();
    forged.steps[20].seat = parley::Seat(200);
    let found = verify(&forged).map(|_| ()).unwrap_err().to_string();
    assert_eq!(found, "line 23: `seat` is 200, and the table has seats 0 to 2");
    let mut forged = replay.clone();
    forged.steps[20].command = backchannel::Command::Occupy { troops: u32::MAX };
    let found = verify(&forged).map(|_| ()).unwrap_err();
    assert!(matches!((found.line, found.mismatch), (23, Mismatch::Refused { .. })));
    let mut forged = replay;
    forged.opening.events.swap(0, 1);
    let found = verify(&forged).map(|_| ()).unwrap_err();
    assert!(matches!((found.line, found.mismatch), (2, Mismatch::Event { at: 0 })));
}

#[test]
fn a_game_without_its_end_is_not_taken_for_whole() {
    let text = saved();
    let count = text.lines().count();
    let unsealed: String = text.lines().take(count - 1).map(|line| format!("{line}\n")).collect();
    assert!(matches!(mismatch(&unsealed), (line, Mismatch::NoSeed) if line == count));
    let seed = text.lines().last().unwrap();
    let cut: String =
        text.lines().take(count - 5).chain([seed]).map(|line| format!("{line}\n")).collect();
    assert!(matches!(mismatch(&cut), (line, Mismatch::Unfinished) if line == count - 4));
}

#[test]
fn a_malformed_file_is_refused_with_its_line_and_field() {
    let text = saved();
    assert!(matches!(fault(""), (1, ReplayFault::Missing { wanted: "format" })));
    assert!(matches!(fault("\n"), (1, ReplayFault::BrokenOff)));
    assert!(matches!(fault("hello\n"), (1, ReplayFault::NotJson { .. })));
    for other in [0, 3] {
        let other_format = text.replacen("\"format\":2", &format!("\"format\":{other}"), 1);
        assert!(
            matches!(fault(&other_format), (1, ReplayFault::Format { found }) if found == other)
        );
    }
    let older = text.replacen("\"format\":2", "\"format\":1", 1);
    assert!(matches!(fault(&older), (1, ReplayFault::Field { field, .. }) if field == "hashes"));
    let other = text.replacen("backchannel/1", "twilight/1", 1);
    assert!(matches!(fault(&other), (1, ReplayFault::Rules { .. })));
    let odd = text.replacen("\"fog\":true", "\"fog\":\"thick\"", 1);
    assert!(
        matches!(fault(&odd), (1, ReplayFault::Field { field, .. }) if field == "setup.settings.fog")
    );
    let line = |number, new: &'static str| with_line(&text, number, |_| new.to_owned());
    assert!(matches!(
        fault(&line(2, "{\"seat\":0}")),
        (2, ReplayFault::Misplaced { field: "seat" })
    ));
    assert!(matches!(fault(&line(9, "{}")), (9, ReplayFault::NoField { field: "seat" })));
    assert!(matches!(fault(&line(9, "{\"seat\":0,\"com")), (9, ReplayFault::BrokenOff)));
    let bad = line(9, "{\"seat\":0,\"command\":{\"type\":\"fly\"},\"events\":[],\"hash\":\"\"}");
    assert!(
        matches!(fault(&bad), (9, ReplayFault::Field { field, .. }) if field.starts_with("command"))
    );
    let bad = line(9, "{\"seat\":0,\"command\":{\"type\":\"pass\"},\"events\":[],\"hash\":\"xy\"}");
    assert!(matches!(fault(&bad), (9, ReplayFault::Field { field, .. }) if field == "hash"));
    let after = format!("{text}{{}}\n");
    let lines = text.lines().count();
    assert!(matches!(fault(&after), (line, ReplayFault::AfterTheSeed) if line == lines + 1));
}

/// Damage to any single byte ends in an error, never in a panic.
#[test]
fn a_damaged_byte_never_panics_and_never_passes() {
    let text = saved();
    let bytes = text.as_bytes();
    let header = text.find('\n').unwrap();
    for at in (header..bytes.len()).step_by(97) {
        for byte in [b'0', b'9', b'"', b'}', b'\n', 0xff] {
            let mut damaged = bytes.to_vec();
            if damaged[at] == byte {
                continue;
            }
            damaged[at] = byte;
            if let Ok(replay) = read::<Game>(&damaged[..]) {
                assert!(
                    verify(&replay).is_err() || replay == parsed(&text),
                    "byte {at} changed to {byte} passed"
                );
            }
        }
    }
}

#[test]
fn a_damaged_header_never_panics_and_never_passes() {
    let text = saved();
    let header = text.find('\n').unwrap();
    for at in (0..header).step_by(23) {
        for byte in [b'0', b'9', b'-', b'"', b'['] {
            let mut damaged = text.as_bytes().to_vec();
            if damaged[at] == byte {
                continue;
            }
            damaged[at] = byte;
            if let Ok(replay) = read::<Game>(&damaged[..]) {
                assert!(
                    verify(&replay).is_err() || replay == parsed(&text),
                    "byte {at} changed to {byte} passed"
                );
            }
        }
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let error = simulate(&plan(2).save(Path::new("/proc/nowhere")), |_| ()).unwrap_err();
    assert!(error.to_string().starts_with("save: /proc/nowhere cannot be written"));
}
