//! Addresses, and the errors for those that do not work.

use server::store::address;

use crate::home::{Home, keep, step};

on_both![a_database_of_a_newer_version_is_left_alone];

async fn complaint(address: &str) -> String {
    let Err(error) = address::open(address).await else { panic!("it opened") };
    error.to_string()
}

#[tokio::test]
async fn an_address_that_is_neither_is_explained_and_not_repeated() {
    let says = complaint("mysql://ann:secret@host/db").await;
    assert_eq!(
        says,
        "the address of a store begins with `sqlite:` or `postgres://`, not with `mysql:`"
    );
    let says = complaint("tables.db").await;
    assert_eq!(
        says,
        "the address of a store begins with `sqlite:` or `postgres://`, and this one does not"
    );
    assert!(complaint("sqlite:").await.contains("such as `sqlite:tables.db`"));
}

#[tokio::test]
async fn a_path_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/such/folder/x.db");
    let says = complaint(&format!("sqlite:{}", path.display())).await;
    assert!(
        says.contains(path.to_str().unwrap()) && says.contains("does its folder exist"),
        "{says}"
    );
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear all, ".repeat(1000)).unwrap();
    let says = complaint(&format!("sqlite:{}", path.display())).await;
    assert!(says.contains("another kind of file"), "{says}");
}

#[tokio::test]
async fn a_server_that_is_not_there_is_named_and_the_password_is_not() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let says = complaint(&format!("postgres://ann:s3cret@127.0.0.1:{port}/db")).await;
    assert_eq!(says, format!("no PostgreSQL server listens at 127.0.0.1:{port}"));
    for address in [
        "postgres://ann:12/s3cret@127.0.0.1/db",
        "postgresql://ann:x/s3cret@127.0.0.1/db",
        "postgres:s3cret",
    ] {
        let says = complaint(address).await;
        assert!(!says.contains("s3cret") && says.contains("address"), "{says}");
    }
}

#[tokio::test]
async fn a_database_that_does_not_exist_is_named() {
    let home = Home::postgres().await;
    let (server, _) = home.address().rsplit_once('/').unwrap();
    let says = complaint(&format!("{server}/nowhere")).await;
    assert!(says.ends_with("refuses: database \"nowhere\" does not exist"), "{says}");
}

async fn a_database_of_a_newer_version_is_left_alone(home: Home) {
    let store = home.open().await;
    keep(&*store, &[step("t", 0)]).await;
    drop(store);
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
        VALUES (9999, 'later', true, 'x', 0)";
    home.execute(newer).await;
    let says = complaint(home.address()).await;
    assert!(says.contains("newer version") && says.contains("9999"), "{says}");
}
