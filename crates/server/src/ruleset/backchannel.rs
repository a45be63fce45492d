//! Backchannel as a server hosts it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use backchannel::catalogue::CardSpec;
use backchannel::refusal::PhaseName;
use backchannel::signal::{Language, Piece};
use backchannel::{
    Category, Command, Game, Notice, Options, Rules, Settings, Setup, View, narrate,
};
use bots::Bot;
use parley::{Chance, Game as _, Seat, SeatSet, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::patch::{OptionsPatch, ViewPatch};
use super::{Attention, Call, Duty, Player, Ruleset, unplayable};
use crate::lobby::maps;
use crate::raw::Raw;
use crate::store::Store;
use crate::wire::Problem;
use crate::wire::clock::Stage;
use crate::work::Work;

/// What happened, as data and in words.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Backchannel")]
pub struct Line {
    pub notice: Notice,
    pub line: Vec<Piece>,
    /// The filters that show it.
    pub filters: Vec<Category>,
    /// The round in which it happened.
    pub round: u16,
}

const CATEGORIES: [Category; 4] =
    [Category::Combat, Category::Public, Category::Signals, Category::Deals];

/// The rules of some table on each map that is being played on. Other tables on it share them.
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

/// The part of a set-up that is each table's own.
#[derive(Deserialize)]
struct Own {
    map: maps::Reference,
    cards: Vec<CardSpec>,
    settings: Settings,
    names: Vec<String>,
}

async fn rules(store: &dyn Store, models: &Models, own: Own) -> Result<Rules, Problem> {
    let Own { map, cards, settings, names } = own;
    if let Some(model) = models.find(&map.sha256).filter(|model| *cards == *model.cards.specs()) {
        let rules = model.for_table(settings, names);
        return rules.map_err(unplayable);
    }
    let record = maps::load(store, &map.sha256).await?;
    let rules = Work::Folding.run(move || {
        let map = maps::read(&record)?;
        Rules::new(Setup { map, cards, settings, names }).map_err(unplayable)
    });
    rules.await?
}

impl Ruleset for Game {
    type Basis = Arc<Rules>;
    type Cache = Models;
    type Line = Line;
    type ViewPatch<'a> = ViewPatch<'a>;
    type OptionsPatch<'a> = OptionsPatch<'a>;

    async fn basis(store: &dyn Store, models: &Models, setup: &Raw) -> Result<Arc<Rules>, Problem> {
        let own: Own = setup.read().map_err(unplayable)?;
        let hash = own.map.sha256.clone();
        let rules = Arc::new(rules(store, models, own).await?);
        models.add(hash, &rules);
        Ok(rules)
    }

    fn begin(basis: &Arc<Rules>, seed: Seed) -> Game {
        Game::deal(Arc::clone(basis), seed)
    }

    fn setup(basis: &Arc<Rules>) -> Setup {
        basis.setup()
    }

    fn line(&self, notice: Notice, round: u16, language: Language) -> Line {
        let filters = CATEGORIES.into_iter().filter(|category| notice.is_in(*category)).collect();
        let line = narrate::line(&notice, self.rules(), language);
        Line { notice, line, filters, round }
    }

    fn current_round(&self) -> u16 {
        self.round().0
    }

    fn duty(&self) -> Option<Duty> {
        let window = self.phase()? == PhaseName::Window;
        let stage = if window { Stage::Window } else { Stage::Turn };
        Some(Duty { seat: self.turn(), stage, round: self.round().0 })
    }

    fn attention(view: &View, options: &Options, seat: Seat) -> Attention {
        Attention { turn: view.turn == Some(seat), proposals: options.answer.len() as u16 }
    }

    fn round(view: &View) -> u16 {
        view.round.0
    }

    fn caretake(&self, seat: Seat) -> Option<Command> {
        let options = self.options(seat);
        if let Some(placing) = options.deploy.iter().max_by_key(|placing| placing.most) {
            return Some(Command::Deploy { to: placing.on, troops: placing.most });
        }
        match options {
            Options { occupy: Some(span), .. } => Some(Command::Occupy { troops: span.least }),
            Options { end_attack: true, .. } => Some(Command::EndAttack),
            Options { end_turn: true, .. } => Some(Command::EndTurn),
            Options { pass: true, .. } => Some(Command::Pass),
            _ => None,
        }
    }

    fn player(&self, bot: &str) -> Option<Box<dyn Player<Game>>> {
        let bot = bots::by_name(bot).ok()?;
        Some(Box::new(Seated { bot, rules: Arc::clone(self.rules()) }))
    }

    fn calls(notice: &Notice, reader: Seat) -> Call {
        match *notice {
            Notice::Proposed { to, .. } if to == reader => Call::Proposal,
            Notice::Signalled { from, .. } if from != reader => Call::Signal,
            Notice::TurnStarted { .. } => Call::Turn,
            _ => Call::Nothing,
        }
    }

    fn is_word(command: &Command) -> bool {
        matches!(command, Command::Signal { .. } | Command::React { .. })
    }

    fn patch_view<'a>(before: &'a View, after: &'a View) -> ViewPatch<'a> {
        ViewPatch::between(before, after)
    }

    fn patch_options<'a>(before: &'a Options, after: &'a Options) -> Option<OptionsPatch<'a>> {
        Some(OptionsPatch::between(Some(before), after)).filter(|patch| !patch.is_empty())
    }
}

/// A bot with the rules of its table.
struct Seated {
    bot: Box<dyn Bot>,
    rules: Arc<Rules>,
}

impl Player<Game> for Seated {
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
}

/// A seat that has said enough for this turn is given nothing to say.
fn hush(options: &mut Options, silent: bool) {
    if silent {
        (options.broadcast, options.signal) = (false, SeatSet::EMPTY);
        options.react.clear();
    }
}
