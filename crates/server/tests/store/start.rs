//! What a server does at startup if its database is damaged or unreachable.

use std::fs;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::pin::pin;
use std::time::Duration;

use server::config::Config;
use server::serve::{ServeError, Server};
use server::store::address;
use server::store::sqlite::SqliteStore;
use sqlx::{Connection as _, Executor as _, PgConnection, SqliteConnection};

use crate::home::Home;

fn config(db: &str, addr: SocketAddr) -> Config {
    Config { db: db.to_owned(), addr, ..Config::default() }
}

/// Damages the page at which a table begins.
async fn damage(path: &Path, table: &str) {
    let mut on = SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    let sql = "SELECT rootpage FROM sqlite_schema WHERE name = $1";
    let page: i64 = sqlx::query_scalar(sql).bind(table).fetch_one(&mut on).await.unwrap();
    on.close().await.unwrap();
    // What was written is in the file when all connections of before are closed.
    while path.with_extension("db-wal").exists() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut bytes = fs::read(path).unwrap();
    let at = (page as usize - 1) * 4096;
    bytes[at..at + 8].fill(0xff);
    fs::write(path, bytes).unwrap();
}

/// The error with which a server refuses to start on that file.
async fn refusal(path: &Path) -> String {
    let config = config(&format!("sqlite:{}", path.display()), ([127, 0, 0, 1], 0).into());
    let started =
        tokio::time::timeout(Duration::from_secs(20), Server::start(games::all(), config)).await;
    let Err(ServeError::Store(error)) = started.expect("it does not wait") else {
        panic!("it started")
    };
    error.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_does_not_start_on_a_damaged_file_and_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside.db");
    drop(SqliteStore::open(&inside).await.unwrap());
    damage(&inside, "records").await;
    let at_the_beginning = folder.path().join("beginning.db");
    fs::write(&at_the_beginning, vec![7; 1 << 16]).unwrap();
    for path in [inside, at_the_beginning] {
        let says = refusal(&path).await;
        for part in [path.to_str().unwrap(), "damaged", "`backchannel doctor`", "backup"] {
            assert!(says.contains(part), "{says}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_database_hangs_at_the_start_says_that_it_is_not_ready() {
    let home = Home::postgres().await;
    drop(address::open(home.address()).await.unwrap());
    let mut other = PgConnection::connect(home.address()).await.unwrap();
    let mut holding = other.begin().await.unwrap();
    holding.execute("LOCK TABLE records IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let addr = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut start = pin!(Server::start(games::all(), config(home.address(), addr)));
    let status = async |path: &str| {
        let answer = reqwest::get(format!("http://{addr}{path}")).await;
        answer.ok().map(|answer| answer.status().as_u16())
    };
    let asked = async {
        // Until it listens there is no answer.
        while status("/healthz").await.is_none() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        [status("/healthz").await, status("/readyz").await]
    };
    tokio::select! {
        _ = &mut start => panic!("it started"),
        answers = asked => assert_eq!(answers, [Some(200), Some(503)]),
        () = tokio::time::sleep(Duration::from_secs(20)) => panic!("nobody answers"),
    }
    holding.rollback().await.unwrap();
    let server = start.await.expect("it goes on by itself");
    tokio::spawn(server.run(std::future::pending()));
    assert_eq!(status("/readyz").await, Some(200));
}
