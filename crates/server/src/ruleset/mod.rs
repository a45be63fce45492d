//! What the server needs to know about a game beyond its rules, and the games as the server sees them.
//!
//! A game implements [`Ruleset`] once and is registered once; see `docs/new-game.md`.

mod announcement;
mod door;
mod entry;
mod questions;
mod rulesets;
mod saved;
mod settings;
pub mod shared;

use parley::{Audience, Chance, Game, Language, Options as _, Seat, SeatSet, Seed};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::announcement::{Announcement, AnnouncementTone};
pub use self::door::{Foreseen, MOST_MENU, MenuItem, outline};
pub use self::entry::{GameEntry, Hosted, Shapes};
pub use self::questions::{About, Chronicle, Questions};
pub use self::rulesets::Rulesets;
pub use self::saved::{Facts, Heading, ProvedGame, SavedGame, Spoken, TextSpan, Tint, VerifyError};
pub use self::settings::{AnySettings, Draw, Planned, SeatLabel, unplayable};
use crate::raw::RawJson;
use crate::store::Store;
use crate::wire::Problem;
use crate::wire::clock::Stage;
use crate::wire::door::CommandPurpose;
use crate::wire::live::{GivenWord, SeatMemory};
use crate::wire::reasons::BotReasons;
use crate::wire::table::{BotLevel, QuickGame};

/// A game that can be hosted.
pub trait Ruleset:
    Game<
        Setup: Serialize + JsonSchema + Send + Sync,
        Command: JsonSchema + Send + Sync,
        Event: Send + Sync,
        Witness: Send + Sync,
        Notice: Send + Sync,
        Refusal: Serialize + Send,
        View: JsonSchema + Send + Sync,
        Options: JsonSchema + Send + Sync,
    >
{
    /// The name in records and requests, such as `backchannel`. It never changes.
    const NAME: &'static str;
    /// Whether seats are alike.
    const SEATING: Seating;
    /// The field of its settings that says how many seats there are.
    const SEATS_FIELD: &'static str;
    /// The bots that can take a seat, from the weakest to the strongest.
    const BOTS: &'static [BotKind] = &[];
    /// Those of them that take free seats unless others are chosen, in this order.
    const COMPANY: &'static [&'static str] = &[];
    /// The bot that takes over the seat of somebody who is away for long.
    const RELIEF: Option<&'static str> = None;
    /// Where its games may be recorded beside this server.
    const FEEDS: &'static [FeedKind] = &[];
    /// Whether it has something to [announce](Ruleset::announcements).
    const ANNOUNCES: bool = false;
    /// The languages of its log, including English.
    const LANGUAGES: &'static [Language] = &[Language::English];
    /// The categories by which the log of a saved game can be filtered; empty if saved games are only verified and
    /// not shown.
    const CATEGORIES: &'static [&'static str] = &[];
    /// Whether texts or lists in its commands could be too long, so that each is checked against its schema.
    const LONG_COMMANDS: bool = false;
    /// The path of the question that judges a situation, if there is one.
    const JUDGE: Option<&'static str> = None;
    /// Its rules by section and clause, as Markdown.
    const RULEBOOK: &'static str;
    /// A summary of its reference, for the OpenAPI document.
    const REFERENCE: &'static str;

    /// What the owner of a table decides. Omitted fields have their defaults.
    type Settings: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static;
    /// Everything that a client needs to show the game and that never changes.
    type Reference: Serialize + JsonSchema + 'static;
    /// Everything that is agreed before play, ready to start from; large parts are shared.
    type Basis: Clone + Send + Sync + 'static;
    /// What its tables share in memory, such as maps.
    type Cache: Default + Send + Sync + 'static;
    /// A line of the log: the notice, and its text. The name of its schema is the prefix of the message schemas.
    type Line: Serialize + JsonSchema + Send;
    /// What changed in a view.
    type ViewPatch<'a>: Serialize + JsonSchema;
    type OptionsPatch<'a>: Serialize + JsonSchema;
    /// What its bots remember; `()` for nothing.
    type Memory: BotMemory<Self>;

    /// Example settings for the OpenAPI document.
    fn example() -> Value;

    fn count_seats(settings: &Self::Settings) -> usize;

    /// The title of a table whose owner has not given one.
    fn title(settings: &Self::Settings) -> String;

    /// The name of a seat before the start.
    fn label(settings: &Self::Settings, seat: Seat) -> SeatLabel;

    /// How many seconds spectators lag behind at least: more than none where they see more than a seat does, and then
    /// nobody with a seat may watch as one.
    fn least_delay(_settings: &Self::Settings) -> u32 {
        0
    }

    /// Checks new settings.
    ///
    /// # Errors
    /// `invalid` with the field of the table's settings, such as `game.seats`, and the fix.
    fn check(settings: &Self::Settings) -> Result<(), Problem>;

    /// The set-up for these settings and names of seats.
    ///
    /// # Errors
    /// As [`check`](Ruleset::check).
    fn plan(
        settings: &Self::Settings,
        names: Vec<String>,
        masked: bool,
    ) -> Result<Self::Setup, Problem>;

    /// Notes the seats that people take, for rules that depend on whether only bots are left.
    fn set_people(_setup: &mut Self::Setup, _people: SeatSet) {}

    /// The names of the seats in a set-up.
    fn names(setup: &Self::Setup) -> Vec<String>;

    /// Removes from the settings what the holders of these seats may not know, and names where seats wear masks.
    fn conceal(_settings: &mut Self::Settings, _seats: SeatSet, _masked: bool) {}

    /// The set-up as everybody at the table may see it.
    fn public(setup: Self::Setup) -> Self::Setup {
        setup
    }

    /// The `map` of the set-up, if it is large and many tables share it: it is stored once, by its hash.
    ///
    /// # Errors
    /// If there is none for these settings.
    fn shared(_settings: &Self::Settings) -> Result<Option<RawJson>, Problem> {
        Ok(None)
    }

    /// The set-up as it is stored, with a shared map replaced by its [hash](shared::MapReference).
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    fn kept(setup: &Self::Setup) -> serde_json::Result<RawJson> {
        RawJson::of(setup)
    }

    /// The game's basis from a [stored](Ruleset::kept) set-up.
    fn basis(
        store: &dyn Store,
        cache: &Self::Cache,
        setup: &RawJson,
    ) -> impl Future<Output = Result<Self::Basis, Problem>> + Send;

    /// The game before its first event.
    fn begin(basis: &Self::Basis, seed: Seed) -> Self;

    fn setup(basis: &Self::Basis) -> Self::Setup;

    /// A line of the log for something that happened in that round.
    fn line(&self, notice: Self::Notice, round: u16, language: Language) -> Self::Line;

    fn current_round(&self) -> u16;

    /// Whose clock is running, and for what.
    fn duty(&self) -> Option<Duty>;

    /// What is waiting for a seat, as its holder may know it.
    fn attention(view: &Self::View, options: &Self::Options, seat: Seat) -> Attention;

    /// The round, as everybody knows it.
    fn round(view: &Self::View) -> u16;

    /// What a caretaker does for an absent player: it holds and passes, and never signs, betrays or spends anything.
    fn caretake(&self, seat: Seat) -> Option<Self::Command>;

    /// Whether a seat has left the game for good.
    fn is_out(&self, _seat: Seat) -> bool {
        false
    }

    /// A bot by its name, for a seat. It knows what that seat has been through, even if it has just been made.
    fn player(
        &self,
        _bot: &str,
        _seat: Seat,
        _memory: &Self::Memory,
    ) -> Option<Box<dyn BotPlayer<Self>>> {
        None
    }

    /// The position as plain text. It tells nothing that the view does not.
    fn brief(&self, view: &Self::View, _language: Language) -> String {
        outline(view)
    }

    /// What a seat may do now, as a numbered list in a fixed order; what cannot be listed may be sent all the same.
    fn menu(
        &self,
        _view: &Self::View,
        options: &Self::Options,
        _language: Language,
    ) -> Vec<MenuItem<Self::Command>> {
        let listed = (0..options.moves().min(MOST_MENU as u64)).filter_map(|n| options.nth_move(n));
        listed.map(MenuItem::plain).collect()
    }

    /// What a command is for, if it is talk or a deal: clients that know no game offer and answer deals by it.
    fn purpose(_view: &Self::View, _command: &Self::Command) -> Option<CommandPurpose> {
        None
    }

    /// A command of a seat in words, and what it would cost, block or lead to, as far as the seat may know.
    fn foresee(
        &self,
        _seat: Seat,
        _view: &Self::View,
        command: &Self::Command,
        _language: Language,
    ) -> Foreseen {
        Foreseen::plain(command)
    }

    /// Reads foreign bytes: what a game elsewhere reports. This may take a while and needs no table.
    ///
    /// # Errors
    /// `invalid` if it is no report of that kind.
    fn read_feed(_source: &str, _text: &[u8]) -> Result<FeedCommand<Self>, Problem> {
        Err(Problem::not_found("feed of this game"))
    }

    /// How `with` accepts what `by` offers them, if there is an open offer. Somebody who keeps both seats records what
    /// was agreed aloud in one go.
    fn acceptance(&self, _by: Seat, _with: Seat) -> Option<Self::Command> {
        None
    }

    /// Whether a notice asks its reader for an answer.
    fn calls(notice: &Self::Notice, reader: Seat) -> Call;

    /// Whether the log has a notice under one of the [categories](Ruleset::CATEGORIES).
    fn is_filed(_notice: &Self::Notice, _filter: &str) -> bool {
        true
    }

    /// Whether a command is only talk and changes nothing in the game.
    fn is_word(_command: &Self::Command) -> bool {
        false
    }

    /// What people who are not looking should hear of a step: from what spectators saw before and after it, and what
    /// they were told. It tells nothing else.
    fn announcements(
        &self,
        _before: &Self::View,
        _after: &Self::View,
        _notices: &[Self::Notice],
    ) -> Vec<Announcement> {
        Vec::new()
    }

    fn patch_view<'a>(before: &'a Self::View, after: &'a Self::View) -> Self::ViewPatch<'a>;

    /// `None` if nothing has changed.
    fn patch_options<'a>(
        before: &'a Self::Options,
        after: &'a Self::Options,
    ) -> Option<Self::OptionsPatch<'a>>;

    fn reference() -> Self::Reference;

    /// The title of a saved game.
    fn heading(setup: &Self::Setup) -> String {
        Self::names(setup).join(", ")
    }

    /// A line of a saved game's log, for a terminal.
    fn spoken(&self, _notice: &Self::Notice, _language: Language) -> Option<Spoken> {
        None
    }

    /// Reads a report on games between bots that the host wants to show; `None` if there are none of this game.
    ///
    /// # Errors
    /// Why it cannot be shown, as a sentence.
    fn report(_text: &[u8]) -> Result<Option<BotReport>, String> {
        Ok(None)
    }

    /// The schema of such a report.
    fn report_schema(_generator: &mut SchemaGenerator) -> Option<Schema> {
        None
    }

    /// A quick game against bots, if there is one.
    fn quick(_wanted: &QuickGame) -> Option<Self::Settings> {
        None
    }

    /// The game of a day, by its number since 1970: the same for everybody. `None` if there is no daily table.
    fn daily(_day: u32) -> Option<Quick<Self>> {
        None
    }

    /// What came of a finished game for a seat, where that can be compared.
    fn result(&self, _seat: Seat) -> Option<SeatResult> {
        None
    }

    /// Declares the extra endpoints of the game.
    fn questions<Q: Questions<Self>>(questions: Q) -> Q {
        questions
    }

    /// Further types that clients read, beside those of messages, settings and questions.
    fn describe(_generator: &mut SchemaGenerator) {}
}

/// A report on games between bots.
pub struct BotReport {
    pub games: u64,
    /// The names of the bots, the best first.
    pub bots: Vec<String>,
    /// All of it, for the client.
    pub whole: RawJson,
}

/// Who may have which seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// Seats are alike and everybody has one. With masks, the seed deals them at the start.
    Dealt,
    /// Each seat is something of its own, such as a faction, and one person may record for several. With masks, seats
    /// are picked in secret.
    Picked,
}

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotKind {
    /// The name in requests.
    pub name: &'static str,
    /// The name of the same character at its usual level.
    pub character: &'static str,
    pub level: BotLevel,
    /// The first part of its name at a table.
    pub title: &'static str,
    /// Its own name, which the first of its character at a table has.
    pub person: &'static str,
}

/// Where games may be recorded beside this server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeedKind {
    /// The name in requests.
    pub name: &'static str,
    /// The address at which a program posts its reports, if there is such a program.
    pub path: Option<&'static str>,
    /// The public address of a game's report, with `{game}` in place of its name.
    pub address: Option<&'static str>,
}

/// The command with which a table records a report that was read; an error if it is a report of another game.
pub type FeedCommand<G> = Box<dyn FnOnce(&G) -> Result<<G as Game>::Command, Problem> + Send>;

/// A game against chosen bots.
pub struct Quick<G: Ruleset> {
    pub settings: G::Settings,
    /// The bots after the first seat, repeated as needed.
    pub company: &'static [&'static str],
}

/// What came of a game for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatResult {
    pub won: bool,
    /// In hundredths of a percent.
    pub score: u32,
}

/// Whose clock is running, and for what. Whenever this changes, a new turn of the clock begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    pub seat: Seat,
    pub stage: Stage,
    /// Distinguishes one turn of a seat from the next.
    pub round: u16,
}

/// What is waiting for a seat.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Attention {
    pub turn: bool,
    pub proposals: u16,
    /// Promises that are due or can be paid now, each by a number that stays the same.
    pub due: Vec<u64>,
}

/// What a line of the log means to a bot that reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    Nothing,
    Proposal,
    Signal,
    /// A turn began: everybody may speak again.
    Turn,
}

/// What the bots of a table remember, computed from its events: nothing of it is stored, and a restart changes nothing.
pub trait BotMemory<G: Ruleset>: Send + Sync + 'static {
    fn begin(game: &G) -> Self;

    /// Called before an event is applied.
    fn observe(&mut self, game: &G, event: &G::Event);

    /// Called after a step, with the bots at the table.
    fn settle(&mut self, _game: &G, _bots: &[(Seat, &str)]) {}

    /// Whenever it changes, somebody may be told something else.
    fn stamp(&self, _game: &G) -> MemoryStamp {
        MemoryStamp::default()
    }

    /// What the bots hold against others, as far as `audience` knows of it itself. `bots` are those that may be
    /// recognised.
    fn recall(&self, game: &G, bots: &[(Seat, &str)], audience: Audience) -> Vec<SeatMemory>;

    /// Words of the last rounds that were kept or broken, as far as `audience` knows of it itself.
    fn words(&self, _game: &G, _audience: Audience) -> Vec<GivenWord> {
        Vec::new()
    }
}

/// The state of a [`BotMemory`], for comparison.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct MemoryStamp {
    pub round: u16,
    /// Words that were kept or broken so far.
    pub words: usize,
}

impl<G: Ruleset> BotMemory<G> for () {
    fn begin(_: &G) {}

    fn observe(&mut self, _: &G, _: &G::Event) {}

    fn recall(&self, _: &G, _: &[(Seat, &str)], _: Audience) -> Vec<SeatMemory> {
        Vec::new()
    }
}

/// A bot that plays one seat.
pub trait BotPlayer<G: Game>: Send {
    /// It is the seat's turn.
    fn act(
        &mut self,
        view: &G::View,
        options: &mut G::Options,
        chance: &mut Chance,
        silent: bool,
    ) -> Option<G::Command>;

    /// A proposal or a signal has arrived.
    fn answer(
        &mut self,
        view: &G::View,
        options: &mut G::Options,
        chance: &mut Chance,
        silent: bool,
    ) -> Option<G::Command>;

    /// Why it decided as it last did; `None` if it keeps no account of that.
    fn reasons(&self) -> Option<BotReasons> {
        None
    }
}
