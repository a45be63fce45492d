//! `backchannel doctor` and `backup`, as somebody types them.

mod support;

use std::path::Path;

use support::{run, text};

fn file(folder: &Path, name: &str) -> String {
    text(&folder.join(name)).to_owned()
}

/// A new database with nothing in it.
fn empty(folder: &Path) -> String {
    let (nothing, db) = (file(folder, "nothing.ndjson"), file(folder, "tables.db"));
    let lines = "{\"format\":{\"version\":1}}\n{\"end\":{\"lines\":1}}\n";
    std::fs::write(&nothing, lines).expect("there is room");
    let db = format!("sqlite:{db}");
    run(&["import", &nothing, "--db", &db]).ok();
    db
}

#[test]
fn a_sound_database_is_told_in_one_sentence_or_as_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = empty(folder.path());
    let told = run(&["doctor", "--db", &db]).ok();
    assert_eq!(told, "0 tables with 0 steps, and 0 other records\nNothing is wrong.\n");
    let told = run(&["doctor", "--db", &db, "--json"]).json();
    assert_eq!((&told["sound"], &told["faults"]), (&true.into(), &serde_json::json!([])));
}

#[test]
fn what_is_sound_is_saved_to_a_new_file_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let (db, saved) = (empty(folder.path()), file(folder.path(), "saved.ndjson"));
    run(&["doctor", "--db", &db, "--save", &saved]).ok();
    let other = format!("sqlite:{}", file(folder.path(), "other.db"));
    assert!(run(&["import", &saved, "--db", &other]).ok().starts_with("0 tables"));
    let again = run(&["doctor", "--db", &db, "--save", &saved]).fails(2);
    assert!(again.contains("saved.ndjson exists and is not overwritten"), "{again}");
}

#[test]
fn a_database_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = file(folder.path(), "none.db");
    let told = run(&["doctor", "--db", &format!("sqlite:{path}")]).fails(2);
    assert!(told.contains("none.db"), "{told}");
    assert!(!Path::new(&path).exists());
}

#[test]
fn a_copy_is_checked_and_never_written_over_anything() {
    let folder = tempfile::tempdir().expect("a folder");
    let (db, copy) = (empty(folder.path()), file(folder.path(), "copy.db"));
    assert!(run(&["backup", &copy, "--db", &db]).ok().contains("is a complete copy"));
    let told = run(&["backup", &copy, "--db", &db]).fails(2);
    assert!(told.contains("exists and is not overwritten"), "{told}");
    run(&["doctor", "--db", &format!("sqlite:{copy}")]).ok();
    let left: Vec<_> = std::fs::read_dir(folder.path()).expect("a folder").flatten().collect();
    let left = left.iter().filter(|it| it.file_name().to_string_lossy().starts_with('.')).count();
    assert_eq!(left, 0, "nothing is left lying about");
}

#[test]
fn postgres_is_told_which_tool_copies_it() {
    let told =
        run(&["backup", "copy.dump", "--db", "postgres://somebody@localhost/games"]).fails(2);
    assert!(told.contains("pg_dump --format=custom --file=copy.dump"), "{told}");
}
