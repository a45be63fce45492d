//! All that hosting asks of a game beyond its rules, and the games as whoever hosts them knows them.
//!
//! A game implements [`Ruleset`] once and is registered once; see `docs/new-game.md`.

mod entry;
mod questions;
mod rulesets;
mod saved;
mod settings;
pub mod shared;

use parley::{Chance, Game, Language, Seat, SeatSet, Seed};
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use self::entry::{GameEntry, Hosted, Shapes};
pub use self::questions::{About, Chronicle, Questions};
pub use self::rulesets::Rulesets;
pub use self::saved::{Facts, Heading, ProvedGame, SavedGame, Spoken, TextSpan, Tint, Untrue};
pub use self::settings::{AnySettings, Draw, Planned, SeatLabel, unplayable};
use crate::raw::RawJson;
use crate::store::Store;
use crate::wire::Problem;
use crate::wire::clock::Stage;
use crate::wire::table::QuickGame;

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
    /// What its tables are stored and asked for by, such as `backchannel`. It never changes.
    const NAME: &'static str;
    /// Whether seats are alike.
    const SEATING: Seating;
    /// The field of its settings that says how many seats there are.
    const SEATS_FIELD: &'static str;
    /// The bots that can take a seat, from the weakest to the strongest.
    const BOTS: &'static [BotKind] = &[];
    /// The one that takes the seat of whoever is away for long.
    const RELIEF: Option<&'static str> = None;
    /// The languages in which its log can be read, English among them.
    const LANGUAGES: &'static [Language] = &[Language::English];
    /// The categories by which the log of a saved game can be filtered; none, if it is only checked and not told.
    const CATEGORIES: &'static [&'static str] = &[];
    /// Whether texts or lists in its commands could be too long, so that each is held against its schema.
    const LONG_COMMANDS: bool = false;
    /// Its rules by section and clause, as Markdown.
    const RULEBOOK: &'static str;
    /// What is in its reference, as a summary.
    const REFERENCE: &'static str;

    /// What the owner of a table decides. What is left out has its default.
    type Settings: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static;
    /// All that a client needs to show the game and that never changes.
    type Reference: Serialize + JsonSchema + 'static;
    /// All that is agreed before play, ready to start from; large things in it are shared.
    type Basis: Clone + Send + Sync + 'static;
    /// What its tables share in memory, such as maps.
    type Cache: Default + Send + Sync + 'static;
    /// A line of the log: the notice, and how it reads. Messages are called by the name of its schema.
    type Line: Serialize + JsonSchema + Send;
    /// What of a view has changed.
    type ViewPatch<'a>: Serialize + JsonSchema;
    type OptionsPatch<'a>: Serialize + JsonSchema;

    /// Settings for the document of the API.
    fn example() -> Value;

    fn count_seats(settings: &Self::Settings) -> usize;

    /// What a table is called whose owner has no name for it.
    fn title(settings: &Self::Settings) -> String;

    /// What a seat is called before the start.
    fn label(settings: &Self::Settings, seat: Seat) -> SeatLabel;

    /// Whether a game can be played by settings that are new.
    ///
    /// # Errors
    /// `invalid` with the field of the table's settings, such as `game.seats`, and the fix.
    fn check(settings: &Self::Settings) -> Result<(), Problem>;

    /// The set-up by these settings, with seats called by these names.
    ///
    /// # Errors
    /// As [`check`](Ruleset::check).
    fn plan(
        settings: &Self::Settings,
        names: Vec<String>,
        masked: bool,
    ) -> Result<Self::Setup, Problem>;

    /// What the seats of a set-up are called.
    fn names(setup: &Self::Setup) -> Vec<String>;

    /// Leaves in the settings what those know who sit at these seats, and takes out names where seats wear masks.
    fn conceal(_settings: &mut Self::Settings, _seats: SeatSet, _masked: bool) {}

    /// The set-up as everybody at the table may see it.
    fn public(setup: Self::Setup) -> Self::Setup {
        setup
    }

    /// The `map` of the set-up, if many tables have the same and it is large: it is kept once, by its hash.
    ///
    /// # Errors
    /// If there is none by these settings.
    fn shared(_settings: &Self::Settings) -> Result<Option<RawJson>, Problem> {
        Ok(None)
    }

    /// The set-up as it is kept, where a shared map is its [hash](shared::MapReference).
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    fn kept(setup: &Self::Setup) -> serde_json::Result<RawJson> {
        RawJson::of(setup)
    }

    /// What a set-up that was [kept](Ruleset::kept) makes.
    fn basis(
        store: &dyn Store,
        cache: &Self::Cache,
        setup: &RawJson,
    ) -> impl Future<Output = Result<Self::Basis, Problem>> + Send;

    /// The game before its first event.
    fn begin(basis: &Self::Basis, seed: Seed) -> Self;

    fn setup(basis: &Self::Basis) -> Self::Setup;

    /// A line of the log about something that happened in that round.
    fn line(&self, notice: Self::Notice, round: u16, language: Language) -> Self::Line;

    fn current_round(&self) -> u16;

    /// Whose time runs, and for what.
    fn duty(&self) -> Option<Duty>;

    /// What waits for a seat, as its holder may know it.
    fn attention(view: &Self::View, options: &Self::Options, seat: Seat) -> Attention;

    /// The round, as everybody knows it.
    fn round(view: &Self::View) -> u16;

    /// What a caretaker does for an absent player: it holds and passes, and never signs, betrays or spends
    /// anything.
    fn caretake(&self, seat: Seat) -> Option<Self::Command>;

    /// A bot by its name.
    fn player(&self, _bot: &str) -> Option<Box<dyn BotPlayer<Self>>> {
        None
    }

    /// Whether a notice calls on its reader to answer.
    fn calls(notice: &Self::Notice, reader: Seat) -> Call;

    /// Whether a command only speaks about the game.
    fn is_word(_command: &Self::Command) -> bool {
        false
    }

    fn patch_view<'a>(before: &'a Self::View, after: &'a Self::View) -> Self::ViewPatch<'a>;

    /// `None` if nothing has changed.
    fn patch_options<'a>(
        before: &'a Self::Options,
        after: &'a Self::Options,
    ) -> Option<Self::OptionsPatch<'a>>;

    fn reference() -> Self::Reference;

    /// What a saved game is called.
    fn heading(setup: &Self::Setup) -> String {
        Self::names(setup).join(", ")
    }

    /// A line of a saved game's log, for a terminal.
    fn spoken(&self, _notice: &Self::Notice, _language: Language) -> Option<Spoken> {
        None
    }

    /// A game at once against bots, if it can be played like that.
    fn quick(_wanted: &QuickGame) -> Option<Quick<Self>> {
        None
    }

    /// What else people can ask about the game and its tables.
    fn questions<Q: Questions<Self>>(questions: Q) -> Q {
        questions
    }

    /// Shapes that clients read beside those of messages, settings and questions.
    fn describe(_generator: &mut SchemaGenerator) {}
}

/// Who may have which seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seating {
    /// Seats are alike and everybody has one. Where seats wear masks, the seed deals them out at the start.
    Dealt,
    /// Each seat is something of its own, such as a faction, and somebody may keep the books of several. Where seats
    /// wear masks, they are picked in secret.
    Picked,
}

/// A kind of bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotKind {
    /// What it is asked for by.
    pub name: &'static str,
    /// What stands before the surname of one at a table.
    pub title: &'static str,
}

/// A game at once.
pub struct Quick<G: Ruleset> {
    pub settings: G::Settings,
    /// The bots after the first seat, again and again.
    pub company: &'static [&'static str],
}

/// Whose time runs, and for what. A new one begins whenever it changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    pub seat: Seat,
    pub stage: Stage,
    /// Tells one turn of a seat from its next.
    pub round: u16,
}

/// What waits for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Attention {
    pub turn: bool,
    pub proposals: u16,
}

/// What a line of the log means to its reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    Nothing,
    Proposal,
    Signal,
    /// A turn began: everybody may speak again.
    Turn,
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

    /// A proposal or a signal has come in.
    fn answer(
        &mut self,
        view: &G::View,
        options: &mut G::Options,
        chance: &mut Chance,
        silent: bool,
    ) -> Option<G::Command>;
}
