//! The state of handlers for tables in play.

use std::ops::Deref;

use super::Tables;
use crate::lobby::Lobby;

/// The state of handlers for tables in play, which includes that of the lobby.
#[derive(Clone)]
pub struct Hall {
    pub lobby: Lobby,
    pub tables: Tables,
}

impl Deref for Hall {
    type Target = Lobby;

    fn deref(&self) -> &Lobby {
        &self.lobby
    }
}
