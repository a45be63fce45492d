//! External faults of a server.

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

use crate::chance::SplitMix64;
use crate::crowd::Crowd;
use crate::world::World;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CrashFault {
    /// `kill -9`, and a new process.
    Kill,
    /// `SIGTERM`, and a new process.
    Stop,
    /// `SIGABRT`, and a new process.
    Abort,
    /// Many clients abort their requests.
    HangUps,
    /// The process is paused for a moment.
    Pause,
    /// The disk is full until the server says so, and a moment longer.
    Disk,
    /// Another program locks the database file.
    Lock,
    /// The wall clock jumps by hours, while the server runs or between two processes.
    Clock,
    /// The database crashes, is unreachable, hangs, or terminates its sessions.
    Database,
}

impl CrashFault {
    pub const ALL: [CrashFault; 9] = [
        CrashFault::Kill,
        CrashFault::Stop,
        CrashFault::Abort,
        CrashFault::HangUps,
        CrashFault::Pause,
        CrashFault::Disk,
        CrashFault::Lock,
        CrashFault::Clock,
        CrashFault::Database,
    ];

    pub fn name(self) -> &'static str {
        match self {
            CrashFault::Kill => "kill",
            CrashFault::Stop => "stop",
            CrashFault::Abort => "abort",
            CrashFault::HangUps => "hang-ups",
            CrashFault::Pause => "pause",
            CrashFault::Disk => "disk",
            CrashFault::Lock => "lock",
            CrashFault::Clock => "clock",
            CrashFault::Database => "database",
        }
    }

    /// Injects the fault and removes it again, and returns when that was: from then on the server has to recover.
    pub async fn strike(
        self,
        world: &mut World,
        crowd: &Crowd,
        chance: &mut SplitMix64,
    ) -> Result<Instant> {
        match self {
            CrashFault::Kill => kill::strike(world).await,
            CrashFault::Stop => stop::strike(world, crowd).await,
            CrashFault::Abort => abort::strike(world).await,
            CrashFault::HangUps => hang_ups::strike(world, crowd, chance).await,
            CrashFault::Pause => pause::strike(world, chance).await,
            CrashFault::Disk => disk::strike(world, crowd, chance).await,
            CrashFault::Lock => lock::strike(world, chance).await,
            CrashFault::Clock => clock::strike(world, chance).await,
            CrashFault::Database => database::strike(world, chance).await,
        }
    }
}
