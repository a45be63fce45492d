//! The worked examples cover every step, every kind of term, every kind of ability and every open question.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde_json::Value;
use twilight::Step;
use twilight::ability::power;
use twilight::forms;
use twilight::table::question;

fn examples() -> Vec<Value> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(folder).expect("there are examples");
    let paths = files.map(|file| file.expect("a file").path());
    let json = paths.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let read = |path| std::fs::read_to_string(path).expect("a readable file");
    json.flat_map(|path| serde_json::from_str::<Vec<Value>>(&read(path)).expect("a list")).collect()
}

fn terms(example: &Value) -> impl Iterator<Item = &Value> {
    example["deal"]["terms"].as_array().into_iter().flatten()
}

#[test]
fn there_are_at_least_two_hundred() {
    assert!(examples().len() >= 200, "there are {}", examples().len());
}

#[test]
fn every_step_is_the_moment_of_an_example() {
    let all = examples();
    let seen: BTreeSet<&str> =
        all.iter().filter_map(|example| example["moment"]["step"].as_str()).collect();
    let missing: Vec<&str> =
        Step::ALL.iter().map(|step| step.id()).filter(|step| !seen.contains(step)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn every_kind_of_term_is_judged() {
    let all = examples();
    let seen: BTreeSet<&str> = all
        .iter()
        .flat_map(terms)
        .flat_map(|term| term.as_object().expect("an object").keys())
        .map(String::as_str)
        .collect();
    let verbs = forms::terms().acts.into_iter().map(|form| form.verb);
    let missing: Vec<&str> =
        verbs.chain(["do_not_play"]).filter(|verb| !seen.contains(verb)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn every_kind_of_ability_is_used_or_left_alone() {
    let all = examples();
    let named = |term: &Value| {
        let verbs = ["use", "do_not_use", "play", "do_not_play"];
        verbs.into_iter().find_map(|verb| power::find(term[verb].as_str()?))
    };
    let seen: BTreeSet<String> =
        all.iter().flat_map(terms).filter_map(named).map(|it| format!("{:?}", it.kind)).collect();
    let kinds = power::all().iter().map(|it| format!("{:?}", it.kind));
    let missing: BTreeSet<String> = kinds.filter(|kind| !seen.contains(kind)).collect();
    assert_eq!(missing, BTreeSet::new());
}

#[test]
fn every_open_question_is_the_point_of_an_example() {
    let all = examples();
    let seen: BTreeSet<&str> =
        all.iter().filter_map(|example| example["expect"]["open"].as_str()).collect();
    let missing: Vec<&str> = question::rows()
        .iter()
        .map(|row| row.id.as_ref())
        .filter(|id| !seen.contains(id))
        .collect();
    assert_eq!(missing, [""; 0]);
}
