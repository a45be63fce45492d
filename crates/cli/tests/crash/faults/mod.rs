//! What can befall a server from outside.

mod abort;
mod clock;
mod database;
mod disk;
mod hang_ups;
mod kill;
mod lock;
mod pause;
mod stop;

use anyhow::Result;
use tokio::time::Instant;

use crate::chance::Chance;
use crate::crowd::Crowd;
use crate::world::World;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// `kill -9`, and a new process.
    Kill,
    /// `SIGTERM`, and a new process.
    Stop,
    /// `SIGABRT`, and a new process.
    Abort,
    /// Many clients break off what they have asked for.
    HangUps,
    /// The process stands still for a moment.
    Pause,
    /// The disk is full until the server says so, and a moment longer.
    Disk,
    /// Another program holds the database file.
    Lock,
    /// The wall clock jumps by hours, while the server runs or between two processes.
    Clock,
    /// The database crashes, is away, stands still, or ends its sessions.
    Database,
}

impl Fault {
    pub const ALL: [Fault; 9] = [
        Fault::Kill,
        Fault::Stop,
        Fault::Abort,
        Fault::HangUps,
        Fault::Pause,
        Fault::Disk,
        Fault::Lock,
        Fault::Clock,
        Fault::Database,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Fault::Kill => "kill",
            Fault::Stop => "stop",
            Fault::Abort => "abort",
            Fault::HangUps => "hang-ups",
            Fault::Pause => "pause",
            Fault::Disk => "disk",
            Fault::Lock => "lock",
            Fault::Clock => "clock",
            Fault::Database => "database",
        }
    }

    /// Does it and takes it away again, and says when that was: from then on the server has to recover.
    pub async fn strike(
        self,
        world: &mut World,
        crowd: &Crowd,
        chance: &mut Chance,
    ) -> Result<Instant> {
        match self {
            Fault::Kill => kill::strike(world).await,
            Fault::Stop => stop::strike(world, crowd).await,
            Fault::Abort => abort::strike(world).await,
            Fault::HangUps => hang_ups::strike(world, crowd, chance).await,
            Fault::Pause => pause::strike(world, chance).await,
            Fault::Disk => disk::strike(world, crowd, chance).await,
            Fault::Lock => lock::strike(world, chance).await,
            Fault::Clock => clock::strike(world, chance).await,
            Fault::Database => database::strike(world, chance).await,
        }
    }
}
