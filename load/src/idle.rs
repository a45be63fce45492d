//! Spectators at a table where nothing happens.

use anyhow::Result;
use futures::StreamExt as _;
use tokio::task::JoinHandle;

use crate::player::{LoadTable, Person};
use crate::server::ServerProcess;
use crate::workload;

/// The table and those who watch it, each reading whatever comes.
pub struct IdleSpectators {
    _table: LoadTable,
    _watchers: Vec<JoinHandle<()>>,
}

pub async fn watch(server: &ServerProcess, count: usize) -> Result<Option<IdleSpectators>> {
    if count == 0 {
        return Ok(None);
    }
    let table = LoadTable::open(server, &workload::ALL[0], usize::MAX).await?;
    let person = Person::guest(server, "Watcher").await?;
    let mut watchers = Vec::with_capacity(count);
    for _ in 0..count {
        let mut socket = person.socket(server, &table.id).await?;
        watchers.push(tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} }));
    }
    Ok(Some(IdleSpectators { _table: table, _watchers: watchers }))
}
