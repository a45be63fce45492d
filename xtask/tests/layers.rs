//! The modules of every crate depend on each other in one direction.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Which other top-level modules of its crate each top-level module names.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// A source file, with its path below `src`.
type Source = (PathBuf, String);

const ROOTS: [&str; 2] = ["lib", "main"];

#[test]
fn no_module_depends_on_one_that_depends_on_it() {
    let crates = crates();
    assert!(crates.len() >= 13, "{crates:?}");
    let cycles: BTreeMap<_, _> = crates
        .into_iter()
        .map(|folder| (folder.clone(), cyclic(uses(&sources(&folder.join("src"))))))
        .filter(|(_, cyclic)| !cyclic.is_empty())
        .collect();
    assert!(cycles.is_empty(), "these modules depend on each other: {cycles:#?}");
}

#[test]
fn what_crosses_the_wire_and_what_a_game_is_know_no_table() {
    let uses = uses(&sources(&workspace().join("crates/server/src")));
    assert!(uses["table"].contains("lobby"), "the sources are read: {uses:?}");
    for module in ["wire", "ruleset"] {
        assert!(!uses[module].contains("table"), "{module}: {:?}", uses[module]);
    }
}

#[test]
fn a_cycle_is_found_however_a_module_is_named() {
    for text in [
        "use crate::one::One;",
        "use crate::{card::Card, one::{One, Two}};",
        "use super::one;",
        "fn f() { crate::one::go(); }",
        "use crate::{card::Card, One};",
    ] {
        let found = cyclic(uses(&example(text)));
        assert_eq!(found.keys().collect::<Vec<_>>(), ["one", "two"], "{text}");
    }
    for text in ["// use crate::one;", "use crate::card;", "use other_crate::one;"] {
        assert!(cyclic(uses(&example(text))).is_empty(), "{text}");
    }
}

/// A crate in which `one` depends on `two`, and `two` says `text`.
fn example(text: &str) -> Vec<Source> {
    let file = |path: &str, text: &str| (PathBuf::from(path), text.to_owned());
    vec![
        file("lib.rs", "mod card;\npub mod one;\nmod two;\npub use self::one::{One, Two};\n"),
        file("card.rs", ""),
        file("one.rs", "use crate::two;\n#[cfg(test)]\nmod tests;\n"),
        file("one/tests.rs", "use crate::three;"),
        file("two.rs", text),
        file("three.rs", "use crate::one;"),
    ]
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn crates() -> Vec<PathBuf> {
    let inner = fs::read_dir(workspace().join("crates")).unwrap();
    let outer = fs::read_dir(workspace()).unwrap();
    let folders = inner.chain(outer).map(|entry| entry.unwrap().path());
    folders
        .filter(|folder| folder.join("Cargo.toml").exists() && folder.join("src").exists())
        .collect()
}

fn sources(root: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(root).unwrap().to_owned(), text));
            }
        }
    }
    found
}

fn uses(sources: &[Source]) -> Uses {
    let tests: Vec<PathBuf> = sources.iter().flat_map(test_modules).collect();
    let exported = exported(sources);
    let mut uses = Uses::new();
    for (path, text) in sources {
        let module = top(path);
        let is_test = tests.iter().any(|test| path.with_extension("").starts_with(test));
        if ROOTS.contains(&module.as_str()) || is_test {
            continue;
        }
        let used = uses.entry(module.clone()).or_default();
        let names = named(text, path.components().count() == 1).into_iter();
        used.extend(names.map(|name| exported.get(&name).cloned().unwrap_or(name)));
        used.remove(&module);
    }
    let known: BTreeSet<String> = uses.keys().cloned().collect();
    uses.values_mut().for_each(|used| used.retain(|name| known.contains(name)));
    uses
}

/// The top-level module that a file is part of.
fn top(path: &Path) -> String {
    path.with_extension("").iter().next().unwrap().to_str().unwrap().to_owned()
}

/// The modules that a file declares for tests only.
fn test_modules((path, text): &Source) -> Vec<PathBuf> {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let folder = match ROOTS.contains(&name) || name == "mod" {
        true => path.parent().unwrap().to_owned(),
        false => path.with_extension(""),
    };
    let after = text.split("#[cfg(test)]\n").skip(1);
    let module =
        |rest: &str| rest.strip_prefix("mod ")?.split_once(';').map(|it| folder.join(it.0));
    after.filter_map(module).collect()
}

/// The names that the root of a crate exports, with the module of each.
fn exported(sources: &[Source]) -> BTreeMap<String, String> {
    let roots = sources
        .iter()
        .filter(|(path, _)| ROOTS.iter().any(|it| path == Path::new(&format!("{it}.rs"))));
    let statements = roots.flat_map(|(_, text)| text.split("pub use ").skip(1));
    let mut exported = BTreeMap::new();
    for statement in statements {
        let Some((path, _)) = statement.split_once(';') else { continue };
        let path = path.trim_start_matches("self::").trim_start_matches("crate::");
        let Some((module, names)) = path.split_once("::") else { continue };
        let names = names.split(|letter| !is_name(letter)).filter(|name| !name.is_empty());
        exported.extend(names.map(|name| (name.to_owned(), module.to_owned())));
    }
    exported
}

/// What follows `crate::` in a file and, in a top-level one, `super::`.
fn named(text: &str, is_top: bool) -> Vec<String> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut names = Vec::new();
    for root in if is_top { &["crate::", "super::"][..] } else { &["crate::"] } {
        for (at, _) in code.match_indices(root) {
            if !code[..at].ends_with(is_name) {
                names.extend(first_names(&code[at + root.len()..]));
            }
        }
    }
    names
}

/// The first names of a path, of which there are several if it begins with a brace.
fn first_names(path: &str) -> Vec<String> {
    let name =
        |part: &str| part.trim().split(|letter| !is_name(letter)).next().unwrap_or("").to_owned();
    let Some(inner) = path.strip_prefix('{') else { return vec![name(path)] };
    let mut depth = 0;
    let mut names = vec![name(inner)];
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(name(&inner[at + 1..])),
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// What is left after everything that depends on nothing, or that nothing depends on, has been removed.
fn cyclic(mut uses: Uses) -> Uses {
    loop {
        let used: BTreeSet<String> = uses.values().flatten().cloned().collect();
        let is_cyclic =
            |(name, uses): (&String, &BTreeSet<String>)| !uses.is_empty() && used.contains(name);
        let kept: BTreeSet<String> =
            uses.iter().filter(|it| is_cyclic(*it)).map(|it| it.0.clone()).collect();
        if kept.len() == uses.len() {
            return uses;
        }
        uses.retain(|name, _| kept.contains(name));
        uses.values_mut().for_each(|used| used.retain(|name| kept.contains(name)));
    }
}
