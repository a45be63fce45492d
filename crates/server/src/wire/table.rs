//! Tables: settings, seats, and status.

use parley::{Commitment, Entropy, Seat, Secret, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::clock::ClockSettings;
use super::daily::Day;
use super::game::{GameSettings, RulesetName};
use super::person::{PersonId, PersonRef};

#[derive(
    Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct TableId(#[schemars(length(max = 40))] pub String);

/// Who can join.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Listed publicly.
    #[default]
    Open,
    /// Anybody with the link.
    Unlisted,
    /// Only people who are invited; the link does not let others in.
    Private,
}

/// Everything that the owner decides before play. Fields that are left out get their defaults.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({
    "title": "Friday evening",
    "visibility": "unlisted",
    "clock": { "pace": "post", "turn_hours": 24, "window_hours": 12 },
}))]
pub struct TableSettings {
    /// The title shown in lists, up to 60 characters.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub title: String,
    #[serde(default)]
    pub visibility: Visibility,
    /// Whether names are hidden behind masks until the game is over; seats are then shuffled at the start.
    #[serde(default)]
    pub anonymous: bool,
    #[serde(default = "yes")]
    pub allow_bots: bool,
    #[serde(default)]
    pub clock: ClockSettings,
    /// After this many timeouts a bot takes the seat until its owner returns; `null` for never.
    #[serde(default)]
    #[schemars(range(min = 1, max = 20))]
    pub relief_after: Option<u8>,
    #[serde(default)]
    pub spectators: Spectators,
    /// Milliseconds that a bot waits before each move so that people can follow; 0 to 10000. It takes one and a half to
    /// four times as long to answer a signal or a proposal.
    #[serde(default = "pace")]
    #[schemars(range(min = 0, max = 10000))]
    pub bot_pace_ms: u32,
    pub game: GameSettings,
}

fn yes() -> bool {
    true
}

fn pace() -> u32 {
    700
}

/// Whether spectators are allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spectators {
    pub allowed: bool,
    /// The delay for spectators, 0 to 86400 seconds.
    #[serde(default)]
    #[schemars(range(min = 0, max = 86400))]
    pub delay_seconds: u32,
}

impl Default for Spectators {
    fn default() -> Self {
        Spectators { allowed: true, delay_seconds: 0 }
    }
}

/// The stage that a table is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// People are still joining; everything can change.
    Gathering,
    Playing,
    Over,
}

/// A table as the signed-in person sees it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Table")]
pub struct TableDetails {
    pub id: TableId,
    pub ruleset: RulesetName,
    pub standing: Standing,
    pub paused: bool,
    pub settings: TableSettings,
    pub seats: Vec<TableSeat>,
    /// Your seats.
    pub yours: Vec<Seat>,
    pub you_own_it: bool,
    /// The owner; `null` at a table with masks.
    pub owner: Option<PersonRef>,
    /// The code of the invite link, for those who may share it.
    pub invite: Option<String>,
    /// Open invitations, for the owner of a private table.
    pub invitations: Vec<Invitation>,
    /// A commitment to the server's part of the seed, which was drawn when the table was created.
    pub secret_commitment: Option<Commitment>,
    /// A commitment to the seed and the whole set-up, from the start of the game.
    pub commitment: Option<Commitment>,
    /// The server's part of the seed, once the game is over (and its day, at a daily table); `null` if the server drew the whole seed.
    pub secret: Option<Secret>,
    /// The seed itself, once the game is over.
    pub seed: Option<Seed>,
    /// The table of the rematch.
    pub rematch: Option<TableId>,
    /// The day, if it is somebody's try at a daily table. Its seed and its replay open when the day ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub daily: Option<Day>,
    /// Milliseconds since 1970.
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
}

/// A seat and who holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Place")]
pub struct TableSeat {
    pub seat: Seat,
    /// The display name of the seat at this table: a person's name, a mask or a bot's name.
    pub name: String,
    pub holder: Holder,
    pub yours: bool,
    /// At a desk with masks, before the start: the seat that you have picked. Only you are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picked: Option<Seat>,
    /// Whether a bot is playing for the person who holds it.
    pub relieved: bool,
    /// Consecutive timeouts.
    pub timeouts: u8,
    /// Whether this seat has asked for a pause.
    pub asks_pause: bool,
    /// What this seat added to the seed: your own, and everybody's once the game is over. Omitted from streams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entropy: Option<Entropy>,
}

/// Who holds a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Holder {
    Nobody,
    /// The person; hidden at a table with masks until the end. In play, a bot with a mask looks the same.
    Person {
        person: Option<PersonRef>,
    },
    Bot {
        /// The kind of bot: a character at a level.
        bot: String,
        /// Its own name, also where the seat is called by a mask.
        name: String,
    },
}

/// A private invitation, for the person it names or else for whoever opens it first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Invitation {
    pub code: String,
    pub to: Option<PersonRef>,
}

/// A listed table.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Listing {
    pub id: TableId,
    pub ruleset: RulesetName,
    pub standing: Standing,
    pub title: String,
    pub map: Option<String>,
    pub seats: u8,
    pub taken: u8,
    pub clock: ClockSettings,
    pub anonymous: bool,
    pub created_at: i64,
}

/// Takes a seat; any free one if none is named. At a desk with masks the seat is picked secretly and assigned at the
/// start.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "seat": 2 }))]
pub struct Sit {
    #[serde(default)]
    pub seat: Option<Seat>,
    /// The code of the invite link, unless the table is open.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub invite: Option<String>,
    /// 32 random bytes for the seed, made after you saw the table's `secret_commitment`.
    #[serde(default)]
    pub entropy: Option<Entropy>,
}

/// Adds random bytes to the seed from one of your seats.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({
    "entropy": "6f1d3a0c5b7e92484cc1f0b79d2e5a8316c4e7d90b2f48a5d3c6e1f7a8b90c2d",
}))]
pub struct AddEntropy {
    pub entropy: Entropy,
}

/// Puts a bot on a seat.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "bot": "envoy" }))]
pub struct SeatBot {
    /// A name from the list of bots.
    #[schemars(length(max = 40))]
    pub bot: String,
}

/// An invitation to be created.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "login": "anna" }))]
pub struct NewInvitation {
    /// The person it is for; without one, whoever opens it first.
    #[serde(default)]
    pub person: Option<PersonId>,
    /// The same by sign-in name.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub login: Option<String>,
}

/// Makes somebody else the owner of a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "seat": 1 }))]
pub struct Transfer {
    /// A seat of the person who becomes the owner.
    pub seat: Seat,
}

/// Chooses how fast the bots of a table move.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "bot_pace_ms": 250 }))]
pub struct PaceBots {
    /// Milliseconds that a bot waits before each move.
    #[schemars(range(min = 0, max = 10000))]
    pub bot_pace_ms: u32,
}

/// Starts a game at once against bots.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "map": "wherrymouth", "seats": 4 }))]
pub struct QuickGame {
    /// A map of the library; one that leaves time for diplomacy if none is named.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub map: Option<String>,
    /// The number of seats, including your own.
    #[serde(default)]
    #[schemars(range(min = 2, max = 8))]
    pub seats: Option<u8>,
    /// The kind of bot; a mix if none is named.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub bot: Option<String>,
    /// How well the bots play; as they usually do if it is left out.
    #[serde(default)]
    pub level: Option<BotLevel>,
    /// `false` creates the table without starting it, so that you can add to the seed first.
    #[serde(default = "yes")]
    pub start: bool,
}

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BotLevel {
    Easy,
    Normal,
    Hard,
}

/// What a link leads to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Invited {
    pub table: TableId,
    pub title: String,
    pub ruleset: RulesetName,
    pub standing: Standing,
}
