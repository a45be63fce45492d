//! Backchannel as hosted by the server.

mod cards;
mod company;
mod daily;
mod door;
mod foresight;
mod honours;
mod lesson;
mod memory;
mod phrases;
mod reasons;
mod reference;
mod render;
mod setting_words;
mod settings;
mod spoken;
mod vocabulary;
mod words;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use arena::standings;
use backchannel::catalogue::CardSpec;
use backchannel::map::MapFile;
use backchannel::palette;
use backchannel::quick::{self, QUICK_MAP, QUICK_SEATS};
use backchannel::refusal::PhaseName;
use backchannel::signal::Piece;
use backchannel::{
    Category, Command, Game, Notice, Options, Rules, Settings, Setup, View, brief, caretaker,
    narrate,
};
use bots::Bot;
use parley::{Chance, Game as _, Language, Seat, SeatSet, Seed};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::honours::HonourRoll;
use self::memory::Grudges;
use self::settings::MapChoice;
use super::patch::{BackchannelViewPatch, OptionsPatch};
use super::reference::BackchannelReference;
use server::raw::RawJson;
use server::ruleset::{
    About, Attention, BotKind, BotPlayer, BotReport, Call, Duty, Foreseen, MenuItem, Questions,
    Quick, Ruleset, SeatLabel, SeatResult, Seating, Spoken, shared, unplayable,
};
use server::store::Store;
use server::wire::Problem;
use server::wire::clock::Stage;
use server::wire::door::CommandPurpose;
use server::wire::reasons::BotReasons;
use server::wire::table::QuickGame;
use server::work::Work;

parley::wrapper! {
    /// The game in the form that the server hosts.
    pub struct Backchannel(Game);
}

/// What happened, as data and as text.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Backchannel")]
pub struct BackchannelLine {
    pub notice: Notice,
    pub line: Vec<Piece>,
    /// The filters that it appears under.
    pub filters: Vec<Category>,
    /// The round in which it happened.
    pub round: u16,
}

const CATEGORIES: [Category; 4] =
    [Category::Combat, Category::Public, Category::Signals, Category::Deals];

/// The rules for each map that is in use, shared by all tables on it.
#[derive(Default)]
pub struct Models(Mutex<HashMap<String, Weak<Rules>>>);

impl Models {
    fn find(&self, hash: &str) -> Option<Arc<Rules>> {
        self.lock().get(hash)?.upgrade()
    }

    fn add(&self, hash: String, rules: &Arc<Rules>) {
        let mut models = self.lock();
        models.retain(|_, model| model.strong_count() > 0);
        models.entry(hash).or_insert_with(|| Arc::downgrade(rules));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Weak<Rules>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a set-up that is specific to a table.
#[derive(Deserialize)]
struct Own {
    map: shared::MapReference,
    cards: Vec<CardSpec>,
    settings: Settings,
    names: Vec<String>,
    /// Not stored by releases in which nobody asked.
    #[serde(default)]
    people: SeatSet,
}

async fn rules(store: &dyn Store, models: &Models, own: Own) -> Result<Rules, Problem> {
    let Own { map, cards, settings, names, people } = own;
    if let Some(model) = models.find(&map.sha256).filter(|model| *cards == *model.cards.specs()) {
        let rules = model.for_table(settings, names);
        return rules.map(|rules| rules.with_people(people)).map_err(unplayable);
    }
    let record = shared::load(store, &map.sha256).await?;
    let rules = Work::Folding.run(move || {
        let map: MapFile = shared::read(&record)?.read().map_err(unplayable)?;
        Rules::new(Setup { map, cards, settings, names, people }).map_err(unplayable)
    });
    rules.await?
}

impl Ruleset for Backchannel {
    const NAME: &'static str = "backchannel";
    const SEATING: Seating = Seating::Dealt;
    const SEATS_FIELD: &'static str = "seats";
    const BOTS: &'static [BotKind] = &company::BOTS;
    const COMPANY: &'static [&'static str] = &company::COMPANY;
    const RELIEF: Option<&'static str> = Some("soldier");
    const CATEGORIES: &'static [&'static str] = &["combat", "public", "signals", "deals"];
    const LANGUAGES: &'static [Language] = &Language::ALL;
    const RULEBOOK: &'static str = include_str!("../../../docs/rules/backchannel.md");
    const REFERENCE: &'static str = "Maps, cards, seats, bots and signals";

    type Settings = settings::BackchannelOwnerSettings;
    type Reference = BackchannelReference;
    type Basis = Arc<Rules>;
    type Cache = Models;
    type Line = BackchannelLine;
    type ViewPatch<'a> = BackchannelViewPatch<'a>;
    type OptionsPatch<'a> = OptionsPatch<'a>;
    type Memory = Grudges;

    fn example() -> Value {
        json!({ "map": QUICK_MAP, "seats": QUICK_SEATS })
    }

    fn count_seats(settings: &settings::BackchannelOwnerSettings) -> usize {
        usize::from(settings.seats)
    }

    fn title(settings: &settings::BackchannelOwnerSettings) -> String {
        let map = settings::map(&settings.map);
        map.map_or_else(|_| "Backchannel".to_owned(), |map| map.file().name.clone())
    }

    fn label(_: &settings::BackchannelOwnerSettings, seat: Seat) -> SeatLabel {
        SeatLabel { given: None, free: palette::livery(seat).name.clone() }
    }

    fn least_delay(settings: &settings::BackchannelOwnerSettings) -> u32 {
        settings::least_delay(settings)
    }

    fn check(settings: &settings::BackchannelOwnerSettings) -> Result<(), Problem> {
        settings::check(settings)
    }

    fn plan(
        settings: &settings::BackchannelOwnerSettings,
        names: Vec<String>,
        _masked: bool,
    ) -> Result<Setup, Problem> {
        settings::plan(settings, names)
    }

    fn set_people(setup: &mut Setup, people: SeatSet) {
        setup.people = people;
    }

    /// Who is a bot behind a mask is part of it.
    fn public(setup: Setup) -> Setup {
        Setup { people: SeatSet::EMPTY, ..setup }
    }

    fn names(setup: &Setup) -> Vec<String> {
        setup.names.clone()
    }

    fn shared(settings: &settings::BackchannelOwnerSettings) -> Result<Option<RawJson>, Problem> {
        let map = settings::map(&settings.map)?;
        RawJson::of(map.file()).map(Some).map_err(|_| Problem::internal())
    }

    fn kept(setup: &Setup) -> serde_json::Result<RawJson> {
        #[derive(Serialize)]
        struct Referring<'a> {
            map: shared::MapReference,
            cards: &'a [CardSpec],
            settings: &'a Settings,
            names: &'a [String],
            people: SeatSet,
        }
        let Setup { map, cards, settings, names, people } = setup;
        let map = shared::MapReference::to(map)?;
        RawJson::of(&Referring { map, cards, settings, names, people: *people })
    }

    async fn basis(
        store: &dyn Store,
        models: &Models,
        setup: &RawJson,
    ) -> Result<Arc<Rules>, Problem> {
        let own: Own = setup.read().map_err(unplayable)?;
        let hash = own.map.sha256.clone();
        let rules = Arc::new(rules(store, models, own).await?);
        models.add(hash, &rules);
        Ok(rules)
    }

    fn begin(basis: &Arc<Rules>, seed: Seed) -> Backchannel {
        Backchannel(Game::deal(Arc::clone(basis), seed))
    }

    fn setup(basis: &Arc<Rules>) -> Setup {
        basis.setup()
    }

    fn line(&self, notice: Notice, round: u16, language: Language) -> BackchannelLine {
        let filters = CATEGORIES.into_iter().filter(|category| notice.is_in(*category)).collect();
        let line = narrate::line(&notice, self.0.rules(), language);
        BackchannelLine { notice, line, filters, round }
    }

    fn current_round(&self) -> u16 {
        self.0.round().0
    }

    fn duty(&self) -> Option<Duty> {
        let window = self.0.phase()? == PhaseName::Window;
        let stage = if window { Stage::Window } else { Stage::Turn };
        Some(Duty { seat: self.0.turn(), stage, round: self.0.round().0 })
    }

    fn attention(view: &View, options: &Options, seat: Seat) -> Attention {
        Attention {
            turn: view.turn == Some(seat),
            proposals: options.answer.len() as u16,
            due: Vec::new(),
        }
    }

    fn round(view: &View) -> u16 {
        view.round.0
    }

    fn caretake(&self, seat: Seat) -> Option<Command> {
        caretaker::caretake(&self.options(seat))
    }

    fn is_out(&self, seat: Seat) -> bool {
        !self.0.living().contains(seat)
    }

    fn player(
        &self,
        bot: &str,
        seat: Seat,
        memory: &Grudges,
    ) -> Option<Box<dyn BotPlayer<Backchannel>>> {
        let (character, level) = bots::find_character(bot)?;
        let mut bot = character.live_bot(level);
        bot.remind(&memory.deeds(seat), self.0.round());
        Some(Box::new(Seated { bot, rules: Arc::clone(self.0.rules()) }))
    }

    fn brief(&self, view: &View, language: Language) -> String {
        brief::brief(self.0.rules(), view, language)
    }

    fn menu(&self, view: &View, options: &Options, language: Language) -> Vec<MenuItem<Command>> {
        door::menu(self, view, options, language)
    }

    fn foresee(&self, seat: Seat, view: &View, command: &Command, language: Language) -> Foreseen {
        door::foresee(self, seat, view, command, language)
    }

    fn purpose(_: &View, command: &Command) -> Option<CommandPurpose> {
        door::purpose(command)
    }

    fn calls(notice: &Notice, reader: Seat) -> Call {
        match *notice {
            Notice::Proposed { to, .. } if to == reader => Call::Proposal,
            Notice::Signalled { from, .. } if from != reader => Call::Signal,
            Notice::TurnStarted { .. } => Call::Turn,
            _ => Call::Nothing,
        }
    }

    fn is_filed(notice: &Notice, filter: &str) -> bool {
        let named = Self::CATEGORIES.iter().zip(CATEGORIES).find(|(name, _)| **name == filter);
        named.is_some_and(|(_, category)| notice.is_in(category))
    }

    fn is_word(command: &Command) -> bool {
        matches!(command, Command::Signal { .. } | Command::React { .. })
    }

    fn patch_view<'a>(before: &'a View, after: &'a View) -> BackchannelViewPatch<'a> {
        BackchannelViewPatch::between(before, after)
    }

    fn patch_options<'a>(before: &'a Options, after: &'a Options) -> Option<OptionsPatch<'a>> {
        Some(OptionsPatch::between(Some(before), after)).filter(|patch| !patch.is_empty())
    }

    fn reference() -> BackchannelReference {
        reference::reference()
    }

    fn heading(setup: &Setup) -> String {
        format!("{}: {}", setup.map.name, setup.names.join(", "))
    }

    fn spoken(&self, notice: &Notice, language: Language) -> Option<Spoken> {
        Some(spoken::spoken(notice, self.0.rules(), language))
    }

    fn report(text: &[u8]) -> Result<Option<BotReport>, String> {
        let report = standings::read(text).map_err(|error| error.to_string())?;
        let whole = RawJson::of(&report).map_err(|error| error.to_string())?;
        let bots = report.bots.into_iter().map(|bot| bot.name).collect();
        Ok(Some(BotReport { games: report.games, bots, whole }))
    }

    fn report_schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<standings::LeagueReport>())
    }

    fn quick(wanted: &QuickGame) -> Option<settings::BackchannelOwnerSettings> {
        let seats = wanted.seats.unwrap_or(QUICK_SEATS);
        let map = wanted.map.clone().unwrap_or_else(|| quick::map_for(seats).to_owned());
        Some(settings::BackchannelOwnerSettings {
            map: MapChoice::Named(map),
            seats,
            settings: quick::settings(),
        })
    }

    fn daily(day: u32) -> Option<Quick<Backchannel>> {
        Some(daily::of(day))
    }

    fn result(&self, seat: Seat) -> Option<SeatResult> {
        let outcome = self.0.outcome()?;
        let score = outcome.scores.get(seat.index()).copied().unwrap_or_default();
        Some(SeatResult { won: outcome.winners.contains(seat), score: score.into() })
    }

    fn questions<Q: Questions<Backchannel>>(questions: Q) -> Q {
        let render = About {
            path: "render",
            id: "render_signal",
            summary: "How a signal would read",
            description: None,
        };
        let honours = About {
            path: "honours",
            id: "honours",
            summary: "The record of honour of a finished game",
            description: None,
        };
        let vocabulary = About {
            path: "vocabulary",
            id: "vocabulary",
            summary: "The words that a seat may put into its signals",
            description: None,
        };
        let lesson = About {
            path: "lesson",
            id: "lesson",
            summary: "The first lesson: a scripted story",
            description: Some(
                "What its one player sees at every step, and the only command that leads on.",
            ),
        };
        let phrases = About {
            path: "phrases",
            id: "quick_phrases",
            summary: "Signals that fit the moment, ready to send",
            description: None,
        };
        let questions = questions
            .lasting(lesson, lesson::lesson)
            .rules(render, render::render)
            .rules(vocabulary, vocabulary::vocabulary)
            .game(phrases, phrases::phrases)
            .over::<HonourRoll>(honours);
        foresight::questions(questions)
    }

    fn describe(generator: &mut SchemaGenerator) {
        generator.subschema_for::<backchannel::Refusal>();
    }
}

/// A bot with the rules of its table.
struct Seated {
    bot: Box<dyn Bot>,
    rules: Arc<Rules>,
}

impl BotPlayer<Backchannel> for Seated {
    fn act(
        &mut self,
        view: &View,
        options: &mut Options,
        chance: &mut Chance,
        silent: bool,
    ) -> Option<Command> {
        hush(options, silent);
        Some(self.bot.act(&self.rules, view, options, chance))
    }

    fn answer(
        &mut self,
        view: &View,
        options: &mut Options,
        chance: &mut Chance,
        silent: bool,
    ) -> Option<Command> {
        hush(options, silent);
        let is_out = options.seat.is_none();
        if is_out || (silent && options.answer.is_empty()) {
            return None;
        }
        self.bot.answer(&self.rules, view, options, chance)
    }

    fn reasons(&self) -> Option<BotReasons> {
        self.bot.reasons().map(|it| reasons::told(&self.rules, &it))
    }
}

/// A seat that has sent enough signals in this turn is offered no more.
fn hush(options: &mut Options, silent: bool) {
    if silent {
        (options.broadcast, options.signal) = (false, SeatSet::EMPTY);
        options.react.clear();
    }
}
