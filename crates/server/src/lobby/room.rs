//! What every handler about a table that gathers has at hand.

use std::ops::Deref;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::bell::Bell;
use super::live::LiveTables;
use crate::people::People;
use crate::ruleset::Rulesets;

#[derive(Clone)]
pub struct Lobby {
    pub people: People,
    /// The games that can be played.
    pub rulesets: Rulesets,
    /// The tables in play.
    pub live: Arc<dyn LiveTables>,
    /// Rings when something in somebody's inbox has changed.
    pub bell: Bell,
    /// Cancelled when the server stops: streams and sockets end, so that their clients come back.
    pub stopping: CancellationToken,
}

impl Lobby {
    pub fn new(people: People, rulesets: Rulesets, live: Arc<dyn LiveTables>) -> Lobby {
        let (bell, stopping) = (Bell::default(), CancellationToken::new());
        Lobby { people, rulesets, live, bell, stopping }
    }
}

impl Deref for Lobby {
    type Target = People;

    fn deref(&self) -> &People {
        &self.people
    }
}
