//! A changed set-up or seed source of a replay is noticed.

mod support;

use backchannel::Game;
use parley::SeedSource;
use parley::replay::{Mismatch, ReplayFault, read, verify};
use serde_json::{Value, json};
use support::replay::{drawn, fault, mismatch, parsed, played, saved, with_line};

/// Every value in a JSON tree, by its path.
fn leaves(value: &Value, path: Vec<String>, out: &mut Vec<Vec<String>>) {
    match value {
        Value::Object(fields) if !fields.is_empty() => fields.iter().for_each(|(field, value)| {
            leaves(value, [&path[..], std::slice::from_ref(field)].concat(), out);
        }),
        Value::Array(items) if !items.is_empty() => items
            .iter()
            .enumerate()
            .for_each(|(at, value)| leaves(value, [&path[..], &[at.to_string()]].concat(), out)),
        _ => out.push(path),
    }
}

/// Another value of the same type, so that the file can still be parsed.
fn another(value: &Value) -> Value {
    match value {
        Value::Bool(it) => json!(!it),
        Value::Number(it) if it.is_f64() => json!(it.as_f64().unwrap() + 0.5),
        Value::Number(it) if it.as_u64() == Some(0) => json!(1),
        Value::Number(it) => json!(it.as_i64().unwrap() - 1),
        Value::String(it) if it.len() == 64 => json!("07".repeat(32)),
        Value::String(it) => json!(format!("{it}x")),
        Value::Null => json!(7),
        _ => json!([]),
    }
}

fn header(text: &str) -> Value {
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

fn with_header(text: &str, header: &Value) -> String {
    with_line(text, 1, |_| header.to_string())
}

/// The error for a file whose header was changed, from reading or from verifying it.
fn refused(text: &str) -> String {
    match read::<Game>(text.as_bytes()) {
        Err(error) => error.to_string(),
        Ok(replay) => match verify(&replay) {
            Err(divergence) => divergence.to_string(),
            Ok(_) => panic!("it passed"),
        },
    }
}

/// The field of the header for a path, as far as fields have hashes of their own.
fn named(path: &[String]) -> String {
    let names = path.iter().take_while(|name| name.parse::<usize>().is_err());
    names.take(3).cloned().collect::<Vec<_>>().join(".")
}

#[test]
fn whatever_is_changed_in_the_header_is_named() {
    for text in [saved(), drawn()] {
        let original = header(&text);
        let mut paths = Vec::new();
        leaves(&original, Vec::new(), &mut paths);
        assert!(paths.len() > 200);
        for path in paths {
            let mut forged = original.clone();
            let pointer = format!("/{}", path.join("/"));
            let value = forged.pointer_mut(&pointer).unwrap();
            *value = another(value);
            let told = refused(&with_header(&text, &forged));
            let field = named(&path);
            let field = field.strip_prefix("hashes.").unwrap_or(&field);
            assert!(told.contains(field), "{pointer}: {told}");
        }
    }
}

#[test]
fn a_field_of_the_header_that_is_added_or_taken_out_is_named() {
    let text = drawn();
    let original = header(&text);
    let mut forged = original.clone();
    forged["handicap"] = json!(3);
    let told = refused(&with_header(&text, &forged));
    assert_eq!(told, "line 1: `handicap` was added after the game began: nobody committed to it");
    let fields = |at: &str| original.pointer(at).unwrap().as_object().unwrap().keys();
    for at in ["", "/setup", "/setup/settings", "/setup/map"] {
        for field in fields(at) {
            let mut forged = original.clone();
            forged.pointer_mut(at).unwrap().as_object_mut().unwrap().remove(field);
            let told = refused(&with_header(&text, &forged));
            assert!(told.contains(&**field), "{at}/{field}: {told}");
        }
    }
}

/// White space and the order of fields are not covered, so they may change.
#[test]
fn a_header_that_is_written_otherwise_is_the_same() {
    let text = saved();
    let other = with_line(&text, 1, |_| {
        header(&text).to_string().replace(":{", " : { ").replace("400.0", "4e2")
    });
    assert_ne!(other, text);
    verify(&parsed(&other)).unwrap();
}

#[test]
fn the_seed_must_be_what_the_secret_and_the_seats_make() {
    let text = drawn();
    let last = text.lines().count();
    let shown: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut shown = shown.clone();
        change(&mut shown);
        mismatch(&with_line(&text, last, |_| shown.to_string()))
    };
    let other = || json!("07".repeat(32));
    let found = changed(&|shown| shown["secret"] = other());
    assert!(matches!(found, (line, Mismatch::OtherSecret) if line == last));
    for change in [
        &(|shown: &mut Value| shown["entropy"][0] = other()) as &dyn Fn(&mut Value),
        &|shown| shown["entropy"][0] = Value::Null,
        &|shown| shown["entropy"].as_array_mut().unwrap().swap(0, 1),
        &|shown| shown["entropy"].as_array_mut().unwrap().push(Value::Null),
        &|shown| shown["seed"] = other(),
    ] {
        assert!(matches!(changed(change), (line, Mismatch::OtherSource) if line == last));
    }
    let without = with_line(&text, last, |_| json!({ "seed": shown["seed"] }).to_string());
    assert!(
        matches!(fault(&without), (line, ReplayFault::NoField { field: "secret" }) if line == last)
    );
}

/// A replay cannot show a secret that nobody committed to.
#[test]
fn a_seed_that_was_chosen_has_no_source() {
    let text = saved();
    let last = text.lines().count();
    let claimed = with_line(&text, last, |line| {
        let mut shown: Value = serde_json::from_str(line).unwrap();
        shown["secret"] = json!("07".repeat(32));
        shown["entropy"] = json!([null, null, null]);
        shown.to_string()
    });
    assert!(matches!(mismatch(&claimed), (line, Mismatch::OtherSecret) if line == last));
}

#[test]
fn entropy_is_of_every_seat() {
    let replay = parsed(&drawn());
    let (seed, source) = (replay.seed.unwrap(), replay.source.clone().unwrap());
    assert_eq!((source.seed(), source.entropy.len()), (seed, 3));
    let fewer = SeedSource { entropy: source.entropy[..2].to_vec(), ..source };
    let (line, found) = mismatch(&played(&fewer));
    assert!(matches!(found, Mismatch::EntropySeats { found: 2, seats: 3 }), "{line}: {found}");
}
