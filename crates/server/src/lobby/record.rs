//! A table as it is stored.

use std::collections::BTreeSet;

use parley::{Commitment, Entropy, Seat, Secret, Seed, SeedSource, Versions};
use serde::{Deserialize, Serialize};

use super::armed_feed::ArmedFeed;
use super::masks;
use crate::document::{self, Document};
use crate::raw::RawJson;
use crate::store::RecordKind;
use crate::wire::daily::{DailyResult, Day};
use crate::wire::person::PersonId;
use crate::wire::table::{Invitation, Standing, TableId, TableSettings, Visibility};
use crate::wire::{Problem, RulesetName};

/// Everything about a table except what happened at it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableRecord {
    pub id: TableId,
    pub owner: PersonId,
    #[serde(default)]
    pub owner_name: String,
    pub settings: TableSettings,
    pub standing: Standing,
    /// Who sits where, in seat order. It is frozen at the start.
    pub seats: Vec<Holding>,
    /// The code of the link.
    pub invite: String,
    #[serde(default)]
    pub invitations: Vec<Invitation>,
    /// Invitations that were used, so that the link still leads its owner here.
    #[serde(default)]
    pub claims: Vec<InvitationClaim>,
    /// People who were admitted by a link or an invitation.
    #[serde(default)]
    pub admitted: Vec<PersonId>,
    /// People whom the owner has removed.
    #[serde(default)]
    pub removed: Vec<PersonId>,
    /// The server's part of the seed, drawn when the table is created. Tables of the first release have none before
    /// they start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
    /// What the game was started with; `None` before.
    pub game: Option<Started>,
    pub rematch: Option<TableId>,
    /// A program that records the game, if the owner lets one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feed: Option<ArmedFeed>,
    /// Whose try at which daily table it is: its owner's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<DailyAttempt>,
    pub created_at: i64,
    pub ended_at: Option<i64>,
}

/// A try at a daily table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DailyAttempt {
    pub day: Day,
    /// What came of it; nothing before the end, and if it ended after the day.
    #[serde(default)]
    pub result: Option<DailyResult>,
}

/// What a game was started with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Started {
    pub at: i64,
    /// The ruleset's own set-up, as JSON; at a table with masks its names are masks.
    pub setup: RawJson,
    /// The name of each seat in the set-up; missing in older records.
    #[serde(default)]
    pub names: Vec<String>,
    /// The versions of the rules and of the state hash that it was started with; missing in the first release.
    #[serde(default)]
    pub versions: Option<Versions>,
    pub seed: Seed,
    /// What the seed is made of; in games of the first release the server drew it alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SeedSource>,
    /// Whether the seed shuffled the seats.
    #[serde(default)]
    pub shuffled: bool,
    /// The commitment to the seed and the set-up; in games of the first release to the seed alone.
    pub commitment: Commitment,
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Holding {
    Nobody,
    Person {
        person: PersonId,
        name: String,
        /// The name at a table with masks.
        mask: String,
        /// At a desk with masks, until the start; without it, the place is the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        picked: Option<Picked>,
        /// The seat's part of the seed. Nobody else sees it before the end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entropy: Option<Entropy>,
    },
    Bot {
        bot: String,
        name: String,
        /// The name at a table with masks; bots that were seated by older releases have none before the start.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        mask: String,
    },
}

/// The seat that somebody will get at a desk with masks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Picked {
    Seat(Seat),
    Any,
}

/// An invitation and who has used it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InvitationClaim {
    pub code: String,
    pub by: PersonId,
}

impl Holding {
    pub fn person(&self) -> Option<&PersonId> {
        match self {
            Holding::Person { person, .. } => Some(person),
            Holding::Nobody | Holding::Bot { .. } => None,
        }
    }

    pub fn entropy(&self) -> Option<Entropy> {
        match self {
            Holding::Person { entropy, .. } => *entropy,
            Holding::Nobody | Holding::Bot { .. } => None,
        }
    }

    pub fn is_free(&self) -> bool {
        *self == Holding::Nobody
    }
}

impl TableRecord {
    pub fn seats_of(&self, person: &PersonId) -> impl Iterator<Item = Seat> {
        let seats = self.seats.iter().enumerate();
        let seats = seats.filter(move |(_, holding)| holding.person() == Some(person));
        seats.map(|(index, _)| Seat(index as u8))
    }

    pub fn ruleset(&self) -> &RulesetName {
        self.settings.game.ruleset()
    }

    /// The server's part of the seed; `None` if it draws the seed alone.
    pub fn secret(&self) -> Option<Secret> {
        match &self.game {
            Some(started) => started.source.as_ref().map(|source| source.secret),
            None => self.secret,
        }
    }

    /// Whether seats wear masks now.
    pub fn is_masked(&self) -> bool {
        masks::are_worn(self.settings.anonymous, self.standing)
    }

    /// Everybody who has a part in it: the owner, the seats, and those who are invited or admitted.
    pub fn people(&self) -> BTreeSet<&PersonId> {
        let seated = self.seats.iter().filter_map(Holding::person);
        let invited = self.invitations.iter().filter_map(|it| Some(&it.to.as_ref()?.id));
        let people = seated.chain(invited).chain(&self.admitted).chain([&self.owner]);
        people.collect()
    }

    /// Whether its seed stays closed although it may be over: others still play the same one (until the day ends).
    pub fn is_sealed(&self, wall: i64) -> bool {
        self.daily.is_some_and(|daily| wall < daily.day.end())
    }

    /// Whether strangers find it in the list.
    pub fn is_listed(&self) -> bool {
        self.settings.visibility == Visibility::Open
            && match self.standing {
                Standing::Gathering => true,
                Standing::Playing => self.settings.spectators.allowed,
                Standing::Over => false,
            }
    }
}

/// The key of all tables of a person: those they own, sit at, or are invited to.
pub fn seat_key(person: &PersonId) -> String {
    format!("seat:{}", person.0)
}

/// Tables that a person owns and that are not over.
pub fn owner_key(person: &PersonId) -> String {
    format!("owner:{}", person.0)
}

/// Public tables, of one ruleset or of all.
pub fn listed_key(ruleset: Option<&RulesetName>) -> String {
    match ruleset {
        None => "listed".to_owned(),
        Some(ruleset) => format!("listed:{ruleset}"),
    }
}

/// The try of a person at the table of a day: nobody has two.
pub fn daily_key(day: Day, person: &PersonId) -> String {
    format!("daily:{day}:{}", person.0)
}

/// All tries of a person.
pub fn tries_key(person: &PersonId) -> String {
    format!("dailies:{}", person.0)
}

/// The tries of a day that were finished in time.
pub fn finished_key(day: Day) -> String {
    format!("daily_done:{day}")
}

pub fn invite_key(code: &str) -> String {
    format!("invite:{code}")
}

impl Document for TableRecord {
    const KIND: RecordKind = RecordKind::Table;

    fn taken(key: &str) -> Problem {
        match ArmedFeed::is_unique_key(key) {
            true => ArmedFeed::taken(),
            false => document::taken(key),
        }
    }

    fn id(&self) -> String {
        self.id.0.clone()
    }

    fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = self.people().into_iter().map(seat_key).collect();
        keys.extend(self.counted());
        if let Some(DailyAttempt { day, result }) = self.daily {
            keys.push(tries_key(&self.owner));
            keys.extend(result.map(|_| finished_key(day)));
        }
        if self.is_listed() {
            keys.extend([listed_key(None), listed_key(Some(self.ruleset()))]);
        }
        keys
    }

    fn summary(&self) -> Option<String> {
        document::summary(self)
    }

    fn unique(&self) -> Vec<String> {
        let invitations = self.invitations.iter().map(|it| &it.code);
        let claims = self.claims.iter().map(|it| &it.code);
        let links = invitations.chain(claims).chain([&self.invite]).map(|code| invite_key(code));
        let feed = self.feed.iter().map(ArmedFeed::unique_key);
        links.chain(feed).chain(self.daily.map(|it| daily_key(it.day, &self.owner))).collect()
    }

    fn counted(&self) -> Option<String> {
        (self.standing != Standing::Over).then(|| owner_key(&self.owner))
    }
}
