//! Where the announcements of a table go, and how far they have come. It is kept in the store, so that a restart repeats
//! nothing and only one of several servers posts.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::discord;
use crate::document::Document;
use crate::lobby::live::{Announced, NewsPosition};
use crate::lobby::webhook::deliveries::until;
use crate::secret;
use crate::store::RecordKind;
use crate::wire::TableId;

/// How long to wait before each retry; longer than any attempt takes.
const AGAIN_MS: [i64; 5] = [10_000, 20_000, 60_000, 300_000, 1_800_000];

/// The key of all tables that announce something.
pub(super) const KEY: &str = "announces";

/// The webhook of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnnouncementRecord {
    pub table: TableId,
    pub url: String,
    /// When it was set, in milliseconds since 1970.
    pub since: i64,
    /// The first announcement that is not in a message yet.
    next: NewsPosition,
    /// When the last message was composed.
    at: i64,
    /// The last message, until it is accepted.
    message: Option<UnansweredMessage>,
    pub stopped: Option<StopReason>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct UnansweredMessage {
    id: String,
    body: String,
    tries: usize,
    again_at: i64,
}

/// Why nothing more is posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The game is over, and all was told.
    Over,
    /// The address refuses messages.
    Refused,
    /// The address could not be reached for long.
    Unreachable,
}

/// What is to be done for a table.
pub(super) enum AnnouncementStep {
    /// Look whether there is something new.
    Look,
    Wait(Duration),
    /// Send that message, once this record has been saved.
    Send(OutgoingMessage),
    /// Nothing, once this record has been saved.
    Stop,
}

pub(super) struct OutgoingMessage {
    pub id: String,
    pub body: String,
}

impl Document for AnnouncementRecord {
    const KIND: RecordKind = RecordKind::Announcements;

    fn id(&self) -> String {
        self.table.0.clone()
    }

    fn keys(&self) -> Vec<String> {
        self.stopped.is_none().then(|| KEY.to_owned()).into_iter().collect()
    }
}

impl AnnouncementRecord {
    /// Nothing that happened before `next` is told.
    pub fn new(table: TableId, url: String, next: NewsPosition, now: i64) -> AnnouncementRecord {
        AnnouncementRecord {
            table,
            url,
            since: now,
            next,
            at: i64::MIN,
            message: None,
            stopped: None,
        }
    }

    pub(super) fn position(&self) -> NewsPosition {
        self.next
    }

    /// What to do before looking for news: a message that was not accepted comes first.
    pub(super) fn next(&mut self, peace: Duration, now: i64) -> AnnouncementStep {
        let peace = peace.as_millis() as i64;
        let Some(UnansweredMessage { id, body, tries, again_at }) = self.message.clone() else {
            let wait = until(self.at.saturating_add(peace), now, peace);
            return wait.map_or(AnnouncementStep::Look, AnnouncementStep::Wait);
        };
        let longest = AGAIN_MS[AGAIN_MS.len() - 1];
        if let Some(wait) = until(again_at, now, longest) {
            return AnnouncementStep::Wait(wait);
        }
        if tries > AGAIN_MS.len() {
            self.stopped = Some(StopReason::Unreachable);
            return AnnouncementStep::Stop;
        }
        self.attempt(id, body, tries, now)
    }

    /// Puts as much into a message as fits; the rest is for the next one.
    pub(super) fn compose(
        &mut self,
        told: &Announced,
        link: Option<&str>,
        now: i64,
    ) -> AnnouncementStep {
        let (body, taken) = discord::message(told.news.iter().map(|(_, it)| it), link);
        self.next = told.news.get(taken).map_or(told.end, |(position, _)| *position);
        self.at = now;
        self.attempt(format!("msg_{}", secret::id()), body, 0, now)
    }

    fn attempt(&mut self, id: String, body: String, tries: usize, now: i64) -> AnnouncementStep {
        let again_at = now + AGAIN_MS.get(tries).unwrap_or(&AGAIN_MS[0]);
        let (tries, kept) = (tries + 1, (id.clone(), body.clone()));
        self.message = Some(UnansweredMessage { id, body, tries, again_at });
        AnnouncementStep::Send(OutgoingMessage { id: kept.0, body: kept.1 })
    }

    /// The message was accepted. Returns whether that is new.
    pub(super) fn taken(&mut self, id: &str) -> bool {
        self.message.take_if(|message| message.id == id).is_some()
    }

    /// The address will never accept this message, and probably no other. Returns whether that is new.
    pub(super) fn refused(&mut self, id: &str) -> bool {
        let new = self.message.as_ref().is_some_and(|message| message.id == id);
        if new {
            (self.message, self.stopped) = (None, Some(StopReason::Refused));
        }
        new
    }
}
