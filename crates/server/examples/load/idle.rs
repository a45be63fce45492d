//! People who only look on, at a table where nothing happens.

use anyhow::Result;
use futures::StreamExt as _;
use tokio::task::JoinHandle;

use crate::player::{Person, Table};
use crate::server::Server;

/// The table and those who watch it, each reading whatever comes.
pub struct Audience {
    _table: Table,
    _watchers: Vec<JoinHandle<()>>,
}

pub async fn watch(server: &Server, count: usize) -> Result<Option<Audience>> {
    if count == 0 {
        return Ok(None);
    }
    let table = Table::open(server, usize::MAX).await?;
    let person = Person::guest(server, "Watcher").await?;
    let mut watchers = Vec::with_capacity(count);
    for _ in 0..count {
        let mut socket = person.socket(server, &table.id).await?;
        watchers.push(tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} }));
    }
    Ok(Some(Audience { _table: table, _watchers: watchers }))
}
