//! The document on security names tests as proof: they are there.

use std::path::Path;

/// Each file that the document leads to in its table of promises, with the tests that it names from it.
fn named(document: &str) -> Vec<(&str, Vec<&str>)> {
    let rows = document.lines().filter(|line| line.starts_with('|'));
    let links = rows.flat_map(|row| row.split("](../").skip(1));
    let file = links.filter_map(|link| {
        let (path, rest) = link.split_once(')')?;
        let own = rest.split("[`").next().unwrap_or_default();
        let tests = own.split('`').skip(1).step_by(2).filter(|it| !it.contains(' '));
        Some((path, tests.collect()))
    });
    file.collect()
}

#[test]
fn every_test_that_the_document_names_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(root.join("docs/security.md")).expect("it is there");
    let named = named(&document);
    assert!(named.len() > 30, "the tables of promises were not read: {named:?}");
    for (path, tests) in named {
        let file = root.join(path);
        assert!(file.exists(), "{path} is named and not there");
        if tests.is_empty() {
            continue;
        }
        let source = std::fs::read_to_string(file).expect("a test file is text");
        for test in tests {
            assert!(source.contains(&format!("fn {test}(")), "{path} has no test {test}");
        }
    }
}
