//! What a player is told that they can do now.

use parley::{OfferRef, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deal::ledger::Promise;
use crate::desk::command::{Command, Entry, Loot};
use crate::desk::condition::Condition;
use crate::desk::decide::allows;
use crate::desk::effect::uses;
use crate::desk::feature::Feature;
use crate::desk::laid;
use crate::desk::progress;
use crate::desk::state::DeskState;
use crate::desk::word;
use crate::forms::{self, FeatureForm};
use crate::galaxy::Galaxy;
use crate::round::step::Step;
use crate::shared::Shared;
use crate::sight;
use crate::table::hand::Place;
use crate::table::player::Player;

/// What a player can do now.
///
/// The list contains what the moment calls for, with names from the player's view and the printed game: moving on,
/// responding, using abilities, meeting obligations, recording what the step brings. Much more is accepted, because
/// deals, reports and entries can say anything: [`contains`](parley::Options::contains) answers for any command, by
/// what this player may know.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Options {
    pub seat: Option<Seat>,
    /// Each is complete and would be accepted as it is.
    pub commands: Vec<Command>,
    /// What may be charted, each with an empty name for every place that has to be filled in.
    pub charts: Vec<FeatureForm>,
    /// What may be taken off the map.
    pub removes: Vec<Feature>,
    #[serde(skip)]
    known: Option<Box<DeskState>>,
}

impl parley::Options for Options {
    type Command = Command;

    fn moves(&self) -> u64 {
        self.commands.len() as u64
    }

    fn nth_move(&self, n: u64) -> Option<Command> {
        self.commands.get(usize::try_from(n).ok()?).cloned()
    }

    fn contains(&self, command: &Command) -> bool {
        let (Some(seat), Some(known)) = (self.seat, &self.known) else { return false };
        allows(known, seat, command)
    }
}

pub(crate) fn list(state: &DeskState, seat: Seat, options: &mut Options) {
    *options = Options::default();
    if !state.table.is_in(seat) {
        return;
    }
    let known = sight::state(state, seat);
    options.seat = Some(seat);
    candidates(&known, seat, &mut options.commands);
    options.commands.retain(|command| allows(&known, seat, command));
    options.charts = forms::features(&known, seat);
    options.removes = laid::removable(&known, seat);
    options.known = Some(Box::new(known));
}

fn candidates(state: &DeskState, seat: Seat, list: &mut Vec<Command>) {
    let decides = state.table.moment.decides(state.table.speaker) == seat;
    list.extend(state.table.moment.step().next().iter().map(|to| Command::Advance { to: *to }));
    list.extend(progress::leaps(state).into_iter().map(|moment| Command::SetMoment { moment }));
    answers(state, seat, list);
    uses::candidates(state, seat, list);
    let playable = state.table.notes.iter().filter(|(note, place)| match place {
        Place::Hand(holder) => *holder == seat,
        Place::Unseen => state.table.loose && note.issuer != seat,
        Place::Play(_) | Place::Gone => false,
    });
    list.extend(playable.map(|(note, _)| Command::PlayNote { note }));
    obligations(state, seat, list);
    hand(state.table.player(seat), list);
    list.extend(entries(state, seat, decides).into_iter().map(|entry| Command::Book { entry }));
    if decides {
        outcomes(state, list);
    }
}

/// Offers and chances to pillage.
fn answers(state: &DeskState, seat: Seat, list: &mut Vec<Command>) {
    for offer in state.offers.iter().filter(|offer| offer.to == seat) {
        let offer = OfferRef { from: offer.from, number: offer.number };
        list.extend([Command::Accept { offer }, Command::Decline { offer }]);
    }
    let sent = state.offers.iter().filter(|offer| offer.from == seat);
    list.extend(sent.map(|offer| Command::Withdraw { to: offer.to }));
    for (_, victim) in state.pillages.iter().filter(|(by, _)| *by == seat) {
        let takes = [Some(Loot::TradeGood), Some(Loot::Commodity), None];
        list.extend(takes.map(|takes| Command::Pillage { victim: *victim, takes }));
    }
}

/// What this player owes and promised, and what is owed and promised to them.
fn obligations(state: &DeskState, seat: Seat, list: &mut Vec<Command>) {
    for owed in state.owed.iter().filter(|owed| owed.by == seat) {
        let (act, units_of) = (owed.term.act.clone(), Default::default());
        list.push(Command::Report { act, units_of });
    }
    let owed = state.owed.iter().filter(|owed| owed.to == seat);
    list.extend(owed.map(|owed| Command::Release { promise: owed.id }));
    let spoken = |promise: &&Shared<Promise>| word::may_say(promise, seat).next().is_some();
    for promise in state.promises.iter().filter(spoken).take(MOST_SETTLED) {
        let faiths = word::may_say(promise, seat);
        list.extend(faiths.map(|faith| Command::Settle { promise: promise.id, faith }));
    }
}

/// The maximum number of promises listed for a statement at one time, oldest first.
const MOST_SETTLED: usize = 3;

/// Cards that can be discarded.
fn hand(player: &Player, list: &mut Vec<Command>) {
    let cards = player.action_cards.iter().flatten().cloned();
    let secrets = player.secrets.iter().flatten().cloned();
    let discards = cards.map(|card| Entry::Discard { card });
    let returns = secrets.map(|card| Entry::ReturnSecret { card });
    list.extend(discards.chain(returns).map(|entry| Command::Book { entry }));
}

/// Trade goods gained by the Trade primary.
const TRADE_GOODS: u16 = 3;
/// Strategy cards are numbered from 1.
const STRATEGY_CARDS: u8 = 8;

/// What this player records in the current step.
fn entries(state: &DeskState, seat: Seat, decides: bool) -> Vec<Entry> {
    let player = state.table.player(seat);
    match state.table.moment.step() {
        Step::ChooseStrategyCard if decides => strategy_cards(state, player),
        Step::TradeGainGoods if decides => vec![Entry::GainGoods { count: TRADE_GOODS }],
        Step::TradeReplenish | Step::Secondary if decides => vec![Entry::Replenish],
        Step::TradeChoosePlayers if !decides => vec![Entry::Replenish],
        Step::ScoreObjectives => {
            let secrets = player.secrets.iter().flatten().cloned();
            let points = player.victory_points.checked_add(1);
            let points = points.map(|points| Entry::Points { points });
            secrets.map(|card| Entry::ScoreSecret { card }).chain(points).collect()
        }
        Step::ReadyCards | Step::ReadyPlanets => {
            state.galaxy.iter().map(|galaxy| ready(galaxy, seat)).collect()
        }
        _ => Vec::new(),
    }
}

/// Any strategy card; with two, the lower number counts (TI-87).
fn strategy_cards(state: &DeskState, player: &Player) -> Vec<Entry> {
    let held = player.strategy_cards;
    let lowest = if held > 0 { player.initiative } else { STRATEGY_CARDS };
    let strategy_cards = held.saturating_add(1).min(state.cards_each);
    (1..=lowest).map(|number| Entry::Initiative { number, strategy_cards }).collect()
}

/// All planets of a player, with their printed values.
fn ready(galaxy: &Galaxy, seat: Seat) -> Entry {
    let planets = galaxy.systems().flat_map(|(_, system)| &system.planets);
    let own = planets.filter(|planet| planet.controller == Some(seat));
    let (resources, influence) = own.fold((0, 0), |(resources, influence), planet| {
        (resources + u16::from(planet.spec.resources), influence + u16::from(planet.spec.influence))
    });
    Entry::Ready { resources, influence }
}

/// What the player who decides can record about the step: the speaker and laws.
fn outcomes(state: &DeskState, list: &mut Vec<Command>) {
    if state.table.moment.step() == Step::ResolveOutcome {
        let each = Condition::ALL.into_iter().flat_map(|it| [(it, true), (it, false)]);
        list.extend(each.map(|(condition, begins)| Command::Declare { condition, begins }));
    }
    if state.table.moment.step() == Step::PoliticsChooseSpeaker {
        list.extend(state.table.seats().map(|seat| Command::Speaker { seat }));
    }
}
