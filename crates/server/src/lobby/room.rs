//! The state of handlers for tables that have not started.

use std::ops::Deref;
use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::announcements::AnnouncementNotifier;
use super::inbox_notifier::InboxNotifier;
use super::live::LiveTables;
use crate::people::People;
use crate::ruleset::Rulesets;

/// The state of lobby handlers, which includes that for people.
#[derive(Clone)]
pub struct Lobby {
    pub people: People,
    /// The games that can be played.
    pub rulesets: Rulesets,
    /// The tables in play.
    pub live: Arc<dyn LiveTables>,
    /// Broadcasts whose inbox has changed.
    pub inbox_notifier: InboxNotifier,
    /// Tells which tables have something to announce.
    pub announcement_notifier: AnnouncementNotifier,
    /// Cancelled when the server stops: streams and sockets end, so that their clients reconnect.
    pub stopping: CancellationToken,
}

impl Lobby {
    pub fn new(people: People, rulesets: Rulesets, live: Arc<dyn LiveTables>) -> Lobby {
        let (inbox_notifier, stopping) = (InboxNotifier::default(), CancellationToken::new());
        let announcement_notifier = AnnouncementNotifier::default();
        Lobby { people, rulesets, live, inbox_notifier, announcement_notifier, stopping }
    }

    /// What the wall clock shows, in milliseconds since 1970: it decides which day it is.
    pub fn wall(&self) -> i64 {
        self.time.on_the_wall(self.time.now())
    }
}

impl Deref for Lobby {
    type Target = People;

    fn deref(&self) -> &People {
        &self.people
    }
}
