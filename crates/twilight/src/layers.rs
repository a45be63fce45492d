//! Folders build on each other in one direction: a test of the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// What each module of the crate names of the others.
fn uses() -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut uses = BTreeMap::<String, BTreeSet<String>>::new();
    for (module, text) in sources(&root) {
        let named = uses.entry(module.clone()).or_default();
        for path in text.split("crate::").skip(1) {
            named.extend(first_names(path).filter(|name| *name != module));
        }
    }
    let known: BTreeSet<String> = uses.keys().cloned().collect();
    uses.values_mut().for_each(|named| named.retain(|name| known.contains(name)));
    uses
}

/// Each file with the module at the top of which it is a part.
fn sources(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                let inside = path.strip_prefix(root).unwrap().with_extension("");
                let module = inside.iter().next().unwrap().to_str().unwrap().to_owned();
                found.push((module, fs::read_to_string(path).unwrap()));
            }
        }
    }
    found.retain(|(module, _)| module != "lib");
    found
}

/// The modules that follow `crate::`, of which there may be several in braces.
fn first_names(path: &str) -> impl Iterator<Item = String> {
    let inner = path.strip_prefix('{').and_then(|rest| rest.split_once("};"));
    let parts: Vec<&str> = match inner {
        Some((inner, _)) => inner.split(',').collect(),
        None => vec![path],
    };
    let is_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let name = move |part: &str| {
        let part = part.trim();
        part[..part.find(|letter| !is_name(letter)).unwrap_or(part.len())].to_owned()
    };
    parts.into_iter().map(name).filter(|name| !name.is_empty()).collect::<Vec<_>>().into_iter()
}

#[test]
fn no_module_builds_on_one_that_builds_on_it() {
    let mut uses = uses();
    assert!(uses["desk"].contains("deal"), "the sources are read: {uses:?}");
    // Whoever builds on nothing that is left is taken away, until nobody is.
    while let Some(done) = uses.iter().find(|(_, named)| named.is_empty()).map(|it| it.0.clone()) {
        uses.remove(&done);
        uses.values_mut().for_each(|named| named.retain(|name| *name != done));
    }
    assert!(uses.is_empty(), "these build on each other: {uses:#?}");
}
