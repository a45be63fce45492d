//! Tables: settings, seats, and status.

use parley::{Commitment, Entropy, Seat, Secret, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::clock::ClockSettings;
use super::game::{GameSettings, RulesetName};
use super::person::{PersonId, PersonRef};

#[derive(
    Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct TableId(#[schemars(length(max = 40))] pub String);

/// Who may come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Listed for everybody.
    #[default]
    Open,
    /// Anybody with the link.
    Unlisted,
    /// Only those who are invited; the link does nothing for others.
    Private,
}

/// All that an owner decides before play. What is left out has its default.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({
    "title": "Friday evening",
    "visibility": "unlisted",
    "clock": { "pace": "post", "turn_hours": 24, "window_hours": 12 },
}))]
pub struct TableSettings {
    /// What it is called in lists, up to 60 characters.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub title: String,
    #[serde(default)]
    pub visibility: Visibility,
    /// Seats wear masks instead of names until the game is over; they are dealt anew at the start.
    #[serde(default)]
    pub anonymous: bool,
    #[serde(default = "yes")]
    pub allow_bots: bool,
    #[serde(default)]
    pub clock: ClockSettings,
    /// Time-outs after which a bot takes the seat until its owner comes back; never, if there is none.
    #[serde(default)]
    #[schemars(range(min = 1, max = 20))]
    pub relief_after: Option<u8>,
    #[serde(default)]
    pub spectators: Spectators,
    /// Milliseconds that a bot waits before each move, so that people can follow; 0 to 10000.
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

/// Whether others may look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spectators {
    pub allowed: bool,
    /// Seconds by which they see everything later, 0 to 86400.
    #[serde(default)]
    #[schemars(range(min = 0, max = 86400))]
    pub delay_seconds: u32,
}

impl Default for Spectators {
    fn default() -> Self {
        Spectators { allowed: true, delay_seconds: 0 }
    }
}

/// Where a table stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// People are still coming; everything can change.
    Gathering,
    Playing,
    Over,
}

/// A table as the person who asks sees it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Table")]
pub struct TableDetails {
    pub id: TableId,
    pub ruleset: RulesetName,
    pub standing: Standing,
    pub paused: bool,
    pub settings: TableSettings,
    pub seats: Vec<TableSeat>,
    /// The seats that you hold.
    pub yours: Vec<Seat>,
    pub you_own_it: bool,
    /// Whom it belongs to; nobody is named at a table of masks.
    pub owner: Option<PersonRef>,
    /// The code of the link that lets people in, for those who may pass it on.
    pub invite: Option<String>,
    /// Invitations that are not taken up, for the owner of a private table.
    pub invitations: Vec<Invitation>,
    /// Stands for the server's part in the seed, which it drew when the table was made.
    pub secret_commitment: Option<Commitment>,
    /// Stands for the seed and the whole set-up, and is shown from the start on.
    pub commitment: Option<Commitment>,
    /// The server's part in the seed, once the game is over; none if it drew the seed alone.
    pub secret: Option<Secret>,
    /// The seed itself, once the game is over.
    pub seed: Option<Seed>,
    /// Where the same people play again.
    pub rematch: Option<TableId>,
    /// Milliseconds since 1970.
    pub created_at: i64,
    pub started_at: Option<i64>,
    pub ended_at: Option<i64>,
}

/// A seat and who is on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Place")]
pub struct TableSeat {
    pub seat: Seat,
    /// What the seat is called at this table: a name, a mask or a bot's.
    pub name: String,
    pub holder: Holder,
    pub yours: bool,
    /// At a desk of masks, before the start: the seat that you have picked. Nobody else is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picked: Option<Seat>,
    /// A bot plays for the person who holds it.
    pub relieved: bool,
    /// Time-outs in a row.
    pub timeouts: u8,
    /// Whether this seat has asked for a pause.
    pub asks_pause: bool,
    /// What this seat added to the seed: your own, and everybody's once the game is over. Streams leave it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entropy: Option<Entropy>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Holder {
    Nobody,
    /// Who it is stays open at a table of masks until the end.
    Person {
        person: Option<PersonRef>,
    },
    Bot {
        bot: String,
    },
}

/// A private invitation. It works for whoever opens it first, or for the one it names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Invitation {
    pub code: String,
    pub to: Option<PersonRef>,
}

/// An open table in the list.
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

/// Takes a seat: a free one of the table's choosing, if none is named. At a desk of masks the seat is picked in
/// secret, and had from the start on.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "seat": 2 }))]
pub struct Sit {
    #[serde(default)]
    pub seat: Option<Seat>,
    /// The code of the link, unless the table is open.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub invite: Option<String>,
    /// 32 random bytes of your own for the seed, made after you saw the table's `secret_commitment`.
    #[serde(default)]
    pub entropy: Option<Entropy>,
}

/// Adds random bytes to the seed from a seat that one holds.
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

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "login": "anna" }))]
pub struct NewInvitation {
    /// Whom it is for; whoever opens it first, if nobody is named.
    #[serde(default)]
    pub person: Option<PersonId>,
    /// The same by their sign-in name.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub login: Option<String>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "seat": 1 }))]
pub struct Transfer {
    /// The seat of the person who becomes the owner.
    pub seat: Seat,
}

/// A game at once: yourself and bots.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "map": "wherrymouth", "seats": 4 }))]
pub struct QuickGame {
    /// A map of the library; a small one, if none is named.
    #[serde(default)]
    #[schemars(length(max = 60))]
    pub map: Option<String>,
    /// All seats, with your own.
    #[serde(default)]
    #[schemars(range(min = 2, max = 8))]
    pub seats: Option<u8>,
    /// The bots' kind; a mixed company, if none is named.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub bot: Option<String>,
    /// `false`: only gather, so that you can add to the seed before you start it.
    #[serde(default = "yes")]
    pub start: bool,
}

/// What a link leads to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Invited {
    pub table: TableId,
    pub title: String,
    pub ruleset: RulesetName,
    pub standing: Standing,
}
