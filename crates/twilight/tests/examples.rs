//! The worked examples: each is judged and comes out as it says.

use std::path::PathBuf;

use twilight::situation::judge;
use twilight::situation::{Situation, parse};

fn examples() -> Vec<(String, Situation)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = [folder.clone(), folder.join("homebrew")].into_iter();
    let files = files.flat_map(|folder| std::fs::read_dir(folder).expect("there are examples"));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    paths.sort();
    let mut all = Vec::new();
    for path in paths {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let list = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        all.extend(list.into_iter().map(|situation| (name.clone(), situation)));
    }
    all
}

#[test]
fn every_example_comes_out_as_it_says() {
    let mut wrong = Vec::new();
    for (name, situation) in examples() {
        let about = situation.about.clone().unwrap_or_default();
        let found = judge(&situation).unwrap_or_else(|error| panic!("{name}, {about}: {error}"));
        let expect = situation.expect.as_ref().expect("an example says what it expects");
        let clause = found.decisive().map(|term| term.reason.clause.clone());
        let may = found.may.as_ref().map(|it| it.answer);
        let by = found.may.as_ref().map(|it| &it.by);
        let open = |id: &String| found.open.iter().any(|it| it.id == *id);
        let same = expect.class.is_none_or(|it| it == found.class)
            && (expect.class.is_some() || expect.may.is_some())
            && expect.may.is_none_or(|it| Some(it) == may)
            && expect.by.as_ref().is_none_or(|it| Some(it) == by)
            && expect.open.as_ref().is_none_or(open)
            && found.legal == expect.legal
            && expect.clause.as_ref().is_none_or(|it| Some(it) == clause.as_ref())
            && expect.per_term.is_none_or(|it| it == found.per_term)
            && expect.split.as_ref().is_none_or(|it| Some(it) == found.split.as_ref());
        if !same {
            wrong.push(format!(
                "{name}: expected {expect:?}\nfound legal: {}\n{found}",
                found.legal
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_at_least_sixty_and_each_gives_its_reason() {
    let all = examples();
    assert!(all.len() >= 60, "there are {}", all.len());
    for (name, situation) in all {
        let expect = situation.expect.expect("an example says what it expects");
        assert!(expect.because.len() > 20, "{name}: {:?}", situation.about);
    }
}
