//! People who only look on.

use anyhow::Result;
use futures::StreamExt as _;
use tokio::task::JoinHandle;

use crate::player::{Person, Table};
use crate::server::Server;

/// Opens that many sockets and reads whatever comes.
pub async fn watch(server: &Server, table: &Table, count: usize) -> Result<Vec<JoinHandle<()>>> {
    let mut watchers = Vec::with_capacity(count);
    if count == 0 {
        return Ok(watchers);
    }
    let person = Person::guest(server, "Watcher").await?;
    for _ in 0..count {
        let mut socket = person.socket(server, &table.id).await?;
        watchers.push(tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} }));
    }
    Ok(watchers)
}
