//! What becomes of a SQLite file underfoot.

use std::fs;
use std::path::PathBuf;

use server::store::sqlite::SqliteStore;
use server::store::{Kind, Store, StoreError, address};
use tempfile::TempDir;

use crate::home::{keep, person, step};

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    (folder, path)
}

async fn nothing_is_acknowledged(store: &SqliteStore) {
    let refused = |error: &StoreError| matches!(error, StoreError::Replaced);
    assert!(store.append(&[step("t", 1)]).await.is_err_and(|error| refused(&error)));
    assert!(store.put(&person("bob")).await.is_err_and(|error| refused(&error)));
    assert!(store.remove(Kind::Person, "ann").await.is_err_and(|error| refused(&error)));
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
