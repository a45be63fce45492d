//! The server is asked to stop: it tells every client, and exits by itself.

use anyhow::{Context as _, Result, ensure};
use futures::StreamExt as _;
use rustix::process::Signal;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::Message as Frame;

use crate::crowd::Crowd;
use crate::person::Socket;
use crate::world::{PATIENCE, World};

/// "Service restart."
const RESTART: u16 = 1012;

pub async fn strike(world: &mut World, crowd: &Crowd) -> Result<Instant> {
    let game = crowd.some_game();
    let mut socket = game.people[0].socket(&world.process.address, &game.table, "").await?;
    // From the first message on it is a socket like all others.
    socket.next().await.context("a socket begins with a view")??;
    world.process.signal(Signal::TERM)?;
    let code = timeout(PATIENCE, closed(socket)).await.context("no socket is closed")?;
    ensure!(code == Some(RESTART), "a socket is closed with {code:?} when the server stops");
    let status = timeout(PATIENCE, world.process.ended()).await.context("it does not stop")??;
    ensure!(status.success(), "it stops with {status}");
    let over = Instant::now();
    world.start_again().await?;
    Ok(over)
}

/// The code with which a socket was closed.
async fn closed(mut socket: Socket) -> Option<u16> {
    while let Some(Ok(frame)) = socket.next().await {
        if let Frame::Close(reason) = frame {
            return reason.map(|reason| reason.code.into());
        }
    }
    None
}
