//! What happens when a SQLite file is deleted, replaced or overwritten.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use server::backup::backup;
use server::doctor::Doctor;
use server::store::sqlite::SqliteStore;
use server::store::{NewStep, RecordKind, Store, StoreError, address};
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tempfile::TempDir;

use crate::home::{keep, person, seqs, step};

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    (folder, path)
}

async fn nothing_is_acknowledged(store: &SqliteStore) {
    let refused = |error: &StoreError| matches!(error, StoreError::Replaced);
    assert!(store.append(&[step("t", 1)]).await.is_err_and(|error| refused(&error)));
    assert!(store.put(&person("bob")).await.is_err_and(|error| refused(&error)));
    assert!(store.remove(RecordKind::Person, "ann").await.is_err_and(|error| refused(&error)));
    assert!(store.probe().await.is_err_and(|error| refused(&error)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_file_takes_no_more_writes() {
    let (_folder, path) = folder();
    let store = SqliteStore::open(&path).await.unwrap();
    keep(&store, &[step("t", 0)]).await;
    fs::remove_file(&path).unwrap();
    nothing_is_acknowledged(&store).await;
    assert!(!path.exists(), "and no new one is made in its place");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_file_takes_no_more_writes() {
    let (_folder, path) = folder();
    let store = SqliteStore::open(&path).await.unwrap();
    keep(&store, &[step("t", 0)]).await;
    let copy = path.with_extension("copy");
    fs::copy(&path, &copy).unwrap();
    fs::rename(&copy, &path).unwrap();
    nothing_is_acknowledged(&store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_log_takes_no_more_writes() {
    let (_folder, path) = folder();
    let store = SqliteStore::open(&path).await.unwrap();
    keep(&store, &[step("t", 0)]).await;
    fs::remove_file(path.with_extension("db-wal")).unwrap();
    nothing_is_acknowledged(&store).await;
}

/// A server's store with a few steps, which a checkpoint has copied into the file.
async fn in_use(path: &Path) -> SqliteStore {
    let store = SqliteStore::open_exclusively(path).await.unwrap();
    keep(&store, &[step("t", 0)]).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    store
}

/// Overwrites a file as `cp` does: it stays the same file with other contents.
fn overwrite(path: &Path, contents: &[u8]) {
    fs::write(path, contents).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_overwritten_in_place_takes_no_more_writes() {
    let (folder, path) = folder();
    let other = folder.path().join("other.db");
    drop(SqliteStore::open(&other).await.unwrap());
    let store = in_use(&path).await;
    let before = fs::read(&path).unwrap();
    keep(&store, &[step("u", 0)]).await;
    for contents in [fs::read(&other).unwrap(), before, vec![]] {
        overwrite(&path, &contents);
        nothing_is_acknowledged(&store).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_overwritten_with_what_it_was_takes_no_more_writes() {
    let (_folder, path) = folder();
    let store = in_use(&path).await;
    let then = fs::read(&path).unwrap();
    overwrite(&path, &[]);
    nothing_is_acknowledged(&store).await;
    overwrite(&path, &then);
    nothing_is_acknowledged(&store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_overwritten_while_everybody_plays_takes_no_more_writes() {
    let (folder, path) = folder();
    let other = folder.path().join("other.db");
    drop(in_use(&other).await);
    let other = fs::read(&other).unwrap();
    let store = in_use(&path).await;
    let mut seq = 1;
    // Checkpoints begin and end meanwhile, and one of them may be at work when it happens.
    while seq < 400 {
        keep(&store, &[step("t", seq)]).await;
        seq += 1;
    }
    overwrite(&path, &other);
    assert!(matches!(store.append(&[step("t", seq)]).await, Err(StoreError::Replaced)));
    nothing_is_acknowledged(&store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_is_overwritten_in_place_takes_no_more_writes() {
    for contents in [vec![], vec![7; 1 << 20]] {
        let (_folder, path) = folder();
        let store = in_use(&path).await;
        overwrite(&path.with_extension("db-wal"), &contents);
        nothing_is_acknowledged(&store).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_only_looks_stops_nobody() {
    let (folder, path) = folder();
    let address = format!("sqlite:{}", path.display());
    let store = in_use(&path).await;
    for seq in 1..20 {
        keep(&store, &[step("t", seq)]).await;
        let mut shell = SqliteConnection::connect(&address).await.unwrap();
        shell.execute("SELECT count(*) FROM steps").await.unwrap();
        shell.close().await.unwrap();
        drop(address::open(&address).await.unwrap());
        Doctor::open(&address).await.unwrap();
        backup(games::all().hosts(), &address, &folder.path().join(format!("{seq}.db")))
            .await
            .unwrap();
        fs::hard_link(&path, folder.path().join(format!("{seq}.link"))).unwrap();
        store.probe().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_has_become_long_is_begun_anew() {
    let (_folder, path) = folder();
    let store = SqliteStore::open_exclusively(&path).await.unwrap();
    let long = |seq| NewStep { body: "x".repeat(1 << 20), ..step("t", seq) };
    let mut longest = 0;
    for seq in 0..150 {
        keep(&store, &[long(seq)]).await;
        longest = fs::metadata(path.with_extension("db-wal")).unwrap().len().max(longest);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(longest < 140 << 20, "{longest}");
    assert_eq!(seqs(&store, "t").await.len(), 150);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_comes_back_is_written_again() {
    let (_folder, path) = folder();
    let store = SqliteStore::open(&path).await.unwrap();
    keep(&store, &[step("t", 0)]).await;
    let away = path.with_extension("away");
    fs::rename(&path, &away).unwrap();
    nothing_is_acknowledged(&store).await;
    fs::rename(&away, &path).unwrap();
    store.probe().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_one_file_is_told_so() {
    let (folder, path) = folder();
    let address = format!("sqlite:{}", path.display());
    let first = address::open_to_write(&address).await.unwrap();
    // By another path to the same file.
    fs::create_dir(folder.path().join("in")).unwrap();
    for same in [address.clone(), format!("sqlite:{}/in/../store.db", folder.path().display())] {
        let Err(error) = address::open_to_write(&same).await else { panic!("it opened") };
        assert!(error.to_string().contains("in use by another server"), "{error}");
    }
    address::open(&address).await.expect("whoever only looks may look");
    drop(first);
    address::open_to_write(&address).await.expect("it is free again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_by_another_name_of_the_file_is_told_so() {
    let (folder, path) = folder();
    let first = SqliteStore::open_exclusively(&path).await.unwrap();
    let link = folder.path().join("link.db");
    fs::hard_link(&path, &link).unwrap();
    let Err(error) = SqliteStore::open_exclusively(&link).await else { panic!("it opened") };
    assert!(error.to_string().contains("in use by another server"), "{error}");
    drop(first);
    SqliteStore::open_exclusively(&link).await.expect("it is free again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_file_is_for_its_owner_only_and_another_stays_as_it_is() {
    let (folder, path) = folder();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let store = in_use(&path).await;
    assert_eq!((mode(&path), mode(&path.with_extension("db-wal"))), (0o600, 0o600));
    drop(store);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    drop(SqliteStore::open_exclusively(&path).await.unwrap());
    assert_eq!(mode(&path), 0o640);
    let shared = folder.path().join("shared.db");
    drop(SqliteStore::open(&shared).await.unwrap());
    assert_eq!(mode(&shared), 0o600);
}
