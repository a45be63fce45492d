//! A game in the list, without its types.

use std::io::BufRead;
use std::sync::OnceLock;

use parley::replay::ReadError;
use parley::{Language, Versions};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::settings::Agreed;
use super::{
    AnySettings, BotKind, BotReport, FeedKind, Quick, Ruleset, SavedGame, Seating, saved,
    unplayable,
};
use crate::http::bounds::Bounds;
use crate::raw::RawJson;
use crate::text::sentence;
use crate::wire::live::{LogLine, Message};
use crate::wire::table::QuickGame;
use crate::wire::{GameSettings, Problem};

/// A game as the lobby sees it.
pub trait Hosted: Send + Sync {
    fn name(&self) -> &'static str;

    /// The versions of the rules and of the state hash that are used here.
    fn versions(&self) -> Versions;

    /// Whether it ends by its own rules.
    fn ends(&self) -> bool;

    fn seating(&self) -> Seating;

    fn seats_field(&self) -> &'static str;

    fn bots(&self) -> &'static [BotKind];

    /// The bots that take free seats unless others are chosen.
    fn company(&self) -> &'static [&'static str];

    /// Whether a bot can take over the seat of somebody who is away.
    fn has_relief(&self) -> bool;

    fn languages(&self) -> &'static [Language];

    /// Where its games may be recorded beside this server.
    fn feeds(&self) -> &'static [FeedKind];

    /// Whether its tables have something to announce.
    fn announces(&self) -> bool;

    fn rulebook(&self) -> &'static str;

    /// Parses stored settings.
    ///
    /// # Errors
    /// `quarantined` if they are invalid.
    fn read(&self, settings: &GameSettings) -> Result<Box<dyn AnySettings>, Problem>;

    /// Parses new settings.
    ///
    /// # Errors
    /// `invalid`, with the field and the fix.
    fn check(&self, settings: &GameSettings) -> Result<Box<dyn AnySettings>, Problem>;

    /// The settings of a quick game, if it has one.
    fn quick(&self, wanted: &QuickGame) -> Option<Box<dyn AnySettings>>;

    /// The settings and bots of the daily table on that day, if it has one.
    fn daily(&self, day: u32) -> Option<(Box<dyn AnySettings>, &'static [&'static str])>;

    /// Example settings for the OpenAPI document.
    fn example(&self) -> Value;

    /// Name and version of its rules, as replays have it.
    fn rules(&self) -> &'static str;

    /// The categories of a saved game's log; empty if the log cannot be shown.
    fn categories(&self) -> &'static [&'static str];

    /// Parses a replay.
    ///
    /// # Errors
    /// Names the line, the field and the fix.
    fn saved(&self, file: &mut dyn BufRead) -> Result<Box<dyn SavedGame>, ReadError>;

    /// Reads a report on games between bots; `None` if there are none of this game.
    ///
    /// # Errors
    /// Why it cannot be shown, as a sentence.
    fn report(&self, text: &[u8]) -> Result<Option<BotReport>, String>;

    /// Its part of the OpenAPI document.
    fn shapes(&self, generator: &mut SchemaGenerator) -> Shapes;
}

/// The game-specific schemas.
pub struct Shapes {
    pub settings: Schema,
    pub message: Schema,
    pub line: Schema,
    pub command: Schema,
    pub setup: Schema,
    pub report: Option<Schema>,
}

/// A game with what all its tables share.
pub struct GameEntry<G: Ruleset> {
    pub cache: G::Cache,
    settings: OnceLock<Bounds>,
    command: OnceLock<Bounds>,
}

impl<G: Ruleset> Default for GameEntry<G> {
    fn default() -> Self {
        GameEntry {
            cache: G::Cache::default(),
            settings: OnceLock::new(),
            command: OnceLock::new(),
        }
    }
}

type MessageOf<G> = Message<
    <G as parley::Game>::View,
    <G as Ruleset>::ViewPatch<'static>,
    <G as parley::Game>::Options,
    <G as Ruleset>::OptionsPatch<'static>,
    <G as Ruleset>::Line,
>;

impl<G: Ruleset> GameEntry<G> {
    /// Checks a command from a client against the limits of its schema.
    ///
    /// # Errors
    /// `invalid` with the field that is too long.
    pub fn check_bounds(&self, command: &RawJson) -> Result<(), Problem> {
        if !G::LONG_COMMANDS {
            return Ok(());
        }
        let Ok(tree) = command.read::<Value>() else { return Ok(()) };
        let bounds = self.command.get_or_init(Bounds::of::<G::Command>);
        bounds.check(&tree).map_err(|problem| problem.within("command"))
    }

    fn check_settings(&self, settings: &GameSettings) -> Result<(), Problem> {
        let tree = settings.whole().read::<Value>().map_err(Problem::malformed)?;
        let bounds = self.settings.get_or_init(Bounds::of::<G::Settings>);
        bounds.check(&tree).map_err(|problem| problem.within("game"))
    }
}

impl<G: Ruleset> Hosted for GameEntry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn versions(&self) -> Versions {
        G::VERSIONS
    }

    fn ends(&self) -> bool {
        G::ENDS
    }

    fn seating(&self) -> Seating {
        G::SEATING
    }

    fn seats_field(&self) -> &'static str {
        G::SEATS_FIELD
    }

    fn bots(&self) -> &'static [BotKind] {
        G::BOTS
    }

    fn company(&self) -> &'static [&'static str] {
        G::COMPANY
    }

    fn has_relief(&self) -> bool {
        G::RELIEF.is_some()
    }

    fn languages(&self) -> &'static [Language] {
        G::LANGUAGES
    }

    fn feeds(&self) -> &'static [FeedKind] {
        G::FEEDS
    }

    fn announces(&self) -> bool {
        G::ANNOUNCES
    }

    fn rulebook(&self) -> &'static str {
        G::RULEBOOK
    }

    fn read(&self, settings: &GameSettings) -> Result<Box<dyn AnySettings>, Problem> {
        let settings = settings.read::<G::Settings>().map_err(unplayable)?;
        Ok(Box::new(Agreed::<G>(settings)))
    }

    fn check(&self, settings: &GameSettings) -> Result<Box<dyn AnySettings>, Problem> {
        let read = settings.read::<G::Settings>().map_err(|error| {
            Problem::invalid(error.path().to_string(), sentence(error.inner())).within("game")
        })?;
        self.check_settings(settings)?;
        G::check(&read)?;
        Ok(Box::new(Agreed::<G>(read)))
    }

    fn quick(&self, wanted: &QuickGame) -> Option<Box<dyn AnySettings>> {
        Some(Box::new(Agreed::<G>(G::quick(wanted)?)))
    }

    fn daily(&self, day: u32) -> Option<(Box<dyn AnySettings>, &'static [&'static str])> {
        let Quick { settings, company } = G::daily(day)?;
        Some((Box::new(Agreed::<G>(settings)), company))
    }

    fn example(&self) -> Value {
        G::example()
    }

    fn rules(&self) -> &'static str {
        G::RULES
    }

    fn categories(&self) -> &'static [&'static str] {
        G::CATEGORIES
    }

    fn saved(&self, file: &mut dyn BufRead) -> Result<Box<dyn SavedGame>, ReadError> {
        saved::read::<G>(file)
    }

    fn report(&self, text: &[u8]) -> Result<Option<BotReport>, String> {
        G::report(text)
    }

    fn shapes(&self, generator: &mut SchemaGenerator) -> Shapes {
        Shapes {
            settings: tagged(G::NAME, G::Settings::json_schema(generator)),
            message: generator.subschema_for::<MessageOf<G>>(),
            line: generator.subschema_for::<LogLine<G::Line>>(),
            command: generator.subschema_for::<G::Command>(),
            setup: generator.subschema_for::<G::Setup>(),
            report: G::report_schema(generator),
        }
    }
}

/// Settings with the field that says which game they are for.
fn tagged(name: &str, mut settings: Schema) -> Schema {
    settings.remove("description");
    let fields = settings.ensure_object().entry("properties").or_insert_with(|| json!({}));
    fields["ruleset"] = json!({ "type": "string", "const": name });
    let required = settings.ensure_object().entry("required").or_insert_with(|| json!([]));
    if let Value::Array(required) = required {
        required.insert(0, "ruleset".into());
    }
    settings
}
