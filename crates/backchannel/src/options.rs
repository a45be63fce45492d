//! Everything that a seat may do now, in a form from which every legal command can be built.

use std::sync::Arc;

use parley::signal::Reaction;
use parley::{OfferRef, Seat, SeatSet};
use serde::{Serialize, Serializer};

use crate::card::{Card, Cards, MOST_SLOTS, Slots};
use crate::combat::{self, Conquest};
use crate::command::{Command, Mode, SignalRef, Target};
use crate::garrison;
use crate::map::{Territory, TerritorySet};
use crate::march;
use crate::proposal;
use crate::settings::Rules;
use crate::signal::Vocabulary;
pub use crate::span::Span;
use crate::state::{State, TurnPhase};
use crate::tactical::{self, GAMBLE_CARDS};
pub use crate::tactical::{BetrayalPrice, Targets};
use crate::talk;
use crate::treaty::TreatyRef;

/// Everything that a seat can do now. Whatever is empty or `false` is not possible.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "BackchannelOptions")
)]
pub struct Options {
    pub seat: Option<Seat>,
    /// Deploy 1 to `most` troops on any of these.
    pub deploy: Vec<Placing>,
    pub attack: Vec<Assault>,
    /// Occupy with this many troops.
    pub occupy: Option<Span>,
    pub reinforce: Vec<March>,
    pub end_attack: bool,
    pub end_turn: bool,
    /// Proposals; slots are filled with any `slots` of the free troop cards.
    pub propose: Vec<Pitch>,
    pub play: Vec<Ploy>,
    /// Agreements in force that could be betrayed.
    pub treaties: Vec<TreatyRef>,
    /// Troop cards that the seat can apply to itself.
    pub apply: Vec<Card>,
    /// Whether any three of the free cards can be burned.
    pub gamble: bool,
    pub pass: bool,
    /// Proposals that wait for a response.
    pub answer: Vec<Answer>,
    /// The hand without locked cards.
    pub free: Cards,
    /// The troop cards in it.
    pub free_troops: Cards,
    /// The number of ways to pick each number of troop cards.
    #[serde(skip)]
    troop_ways: [u64; MOST_SLOTS + 1],
    /// The number of ways to burn three cards.
    #[serde(skip)]
    gamble_ways: u64,
    pub broadcast: bool,
    /// Seats that can be sent a signal.
    pub signal: SeatSet,
    /// Signals that can be reacted to.
    pub react: Vec<SignalRef>,
    #[serde(skip)]
    vocabulary: Option<Arc<Vocabulary>>,
}

/// The possible placements of a deploy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Placing {
    pub on: Territory,
    pub most: u32,
}

/// A possible attack; also as a blitz or stop-loss if `stop_loss` is present.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Assault {
    pub from: Territory,
    pub to: TerritorySet,
    /// The numbers of troops at which a stop-loss may stop; `None` if it and blitz are not allowed.
    pub stop_loss: Option<Span>,
}

/// A move of 1 to `most` troops to any of several places.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct March {
    pub from: Territory,
    pub to: TerritorySet,
    pub most: u32,
}

/// A possible proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pitch {
    pub card: Card,
    pub to: SeatSet,
    /// Troop cards to put in.
    pub slots: u8,
    /// Troop cards that its recipient puts in.
    pub asks: u8,
    /// Whether it names a third seat.
    pub names_third: bool,
    /// The seats it may name, except the one it is sent to.
    pub against: SeatSet,
    /// The seats it may name with each partner; empty if it names none.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<ThirdSeats>"))]
    pub thirds: Thirds,
}

/// The third seats of a proposal by partner, computed from two sets so that listing options allocates nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Thirds {
    to: SeatSet,
    against: SeatSet,
}

/// The seats that a proposal to one partner may name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThirdSeats {
    pub to: Seat,
    pub against: SeatSet,
}

impl Thirds {
    /// The seats that a proposal to `to` may name.
    pub fn with(&self, to: Seat) -> SeatSet {
        if self.to.contains(to) { self.against.without(to) } else { SeatSet::EMPTY }
    }

    pub fn iter(&self) -> impl Iterator<Item = ThirdSeats> {
        self.to.into_iter().map(|to| ThirdSeats { to, against: self.with(to) })
    }
}

impl Serialize for Thirds {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_seq(self.iter())
    }
}

/// A tactical card and its possible targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ploy {
    pub card: Card,
    pub targets: Targets,
    /// What it costs besides the card, as sentences, if it breaks an agreement.
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<String>>"))]
    pub price: Option<BetrayalPrice>,
}

/// A proposal that waits for a response. Declining is always possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    pub proposal: OfferRef,
    /// Troop cards that accepting takes.
    pub slots: u8,
    /// Whether the seat has that many free troop cards, and so may accept.
    pub affordable: bool,
}

/// What is left out can be derived from the rest, or is the same for everybody at a table.
impl PartialEq for Options {
    fn eq(&self, other: &Options) -> bool {
        let Options {
            seat,
            deploy,
            attack,
            occupy,
            reinforce,
            end_attack,
            end_turn,
            propose,
            play,
            treaties,
            apply,
            gamble,
            pass,
            answer,
            free,
            free_troops,
            troop_ways: _,
            gamble_ways: _,
            broadcast,
            signal,
            react,
            vocabulary: _,
        } = self;
        (seat, occupy, end_attack, end_turn)
            == (&other.seat, &other.occupy, &other.end_attack, &other.end_turn)
            && (gamble, pass, free, free_troops)
                == (&other.gamble, &other.pass, &other.free, &other.free_troops)
            && (broadcast, signal, react) == (&other.broadcast, &other.signal, &other.react)
            && (deploy, attack, reinforce) == (&other.deploy, &other.attack, &other.reinforce)
            && (propose, play, apply) == (&other.propose, &other.play, &other.apply)
            && (treaties, answer) == (&other.treaties, &other.answer)
    }
}

impl Options {
    fn clear(&mut self) {
        self.seat = None;
        self.deploy.clear();
        self.attack.clear();
        self.occupy = None;
        self.reinforce.clear();
        (self.end_attack, self.end_turn, self.gamble, self.pass) = (false, false, false, false);
        self.gamble_ways = 0;
        self.propose.clear();
        self.play.clear();
        self.treaties.clear();
        self.apply.clear();
        self.answer.clear();
        (self.free, self.free_troops) = (Cards::NONE, Cards::NONE);
        (self.broadcast, self.signal) = (false, SeatSet::EMPTY);
        self.react.clear();
    }
}

pub(crate) fn list(rules: &Rules, state: &State, seat: Seat, options: &mut Options) {
    list_moves(rules, state, seat, options);
    if options.seat.is_some() {
        options.broadcast = talk::may_broadcast(rules, state, seat);
        options.signal = talk::may_signal(rules, state, seat);
        options.react.extend(talk::reactable(rules, state, seat));
    }
}

/// Everything but signals and reactions.
pub(crate) fn list_moves(rules: &Rules, state: &State, seat: Seat, options: &mut Options) {
    options.clear();
    if !options
        .vocabulary
        .as_ref()
        .is_some_and(|vocabulary| Arc::ptr_eq(vocabulary, &rules.vocabulary))
    {
        options.vocabulary = Some(Arc::clone(&rules.vocabulary));
    }
    if state.outcome.is_some() || seat.index() >= rules.seats() || !state.living.contains(seat) {
        return;
    }
    options.seat = Some(seat);
    list_answers(rules, state, seat, options);
    let my_turn = state.turn == seat;
    if (my_turn && state.phase == TurnPhase::Window) || !options.answer.is_empty() {
        options.free = state.seat(seat).hand;
        options.free_troops = rules.cards.troops(&options.free);
        options.troop_ways = options.free_troops.ways();
    }
    if my_turn {
        list_turn(rules, state, seat, options);
    }
}

fn list_answers(rules: &Rules, state: &State, seat: Seat, options: &mut Options) {
    for from in state.living {
        if let Some(offer) = state.offer(from, seat) {
            let proposal = OfferRef { from, number: offer.number };
            let slots = proposal::asks(rules, offer);
            let affordable = rules.cards.troops(&state.seat(seat).hand).total() >= slots.into();
            options.answer.push(Answer { proposal, slots, affordable });
        }
    }
}

fn list_turn(rules: &Rules, state: &State, seat: Seat, options: &mut Options) {
    match state.phase {
        TurnPhase::Deploy { left } => {
            options.deploy.extend(state.seat(seat).lands.into_iter().filter_map(|on| {
                let most = left.min(garrison::room_on(rules, state, on));
                (most > 0).then_some(Placing { on, most })
            }));
        }
        TurnPhase::Attack => {
            list_attacks(rules, state, seat, &mut options.attack);
            options.end_attack = true;
        }
        TurnPhase::Occupy { from, to, moved } => {
            let conquest = Conquest { from, to, moved };
            options.occupy = Some(combat::occupation(rules, state, conquest));
        }
        TurnPhase::Reinforce => {
            list_marches(rules, state, seat, &mut options.reinforce);
            options.end_turn = true;
        }
        TurnPhase::Window => list_window(rules, state, seat, options),
        TurnPhase::Over => {}
    }
}

fn list_attacks(rules: &Rules, state: &State, seat: Seat, attacks: &mut Vec<Assault>) {
    let spared = combat::spared(rules, state, seat);
    for from in state.seat(seat).lands {
        let to = combat::targets(rules, state, from, spared);
        if !to.is_empty() {
            let stop_loss = combat::stop_loss(rules, state.land(from).troops);
            attacks.push(Assault { from, to, stop_loss });
        }
    }
}

fn list_marches(rules: &Rules, state: &State, seat: Seat, marches: &mut Vec<March>) {
    let roads = march::roads(rules, state, seat);
    let mut joined = TerritorySet::EMPTY;
    for from in state.seat(seat).lands {
        let free = march::free_troops(rules, state, from);
        if free == 0 {
            continue;
        }
        // If all roads lead both ways, everybody within reach reaches the same territories.
        if !rules.two_way || !joined.contains(from) {
            joined = march::reach(rules, state, seat, roads, from).with(from);
        }
        let mut to = joined.without(from);
        if rules.caps {
            to = list_capped(rules, state, from, to, free, marches);
        }
        if !to.is_empty() {
            marches.push(March { from, to, most: free });
        }
    }
}

/// Lists separately those of `to` that do not have room for all who are `free` to come, and returns the others.
fn list_capped(
    rules: &Rules,
    state: &State,
    from: Territory,
    to: TerritorySet,
    free: u32,
    marches: &mut Vec<March>,
) -> TerritorySet {
    let mut roomy = to;
    for place in to {
        let most = garrison::room_on(rules, state, place);
        if most < free {
            roomy = roomy.without(place);
            if most > 0 {
                marches.push(March { from, to: TerritorySet::only(place), most });
            }
        }
    }
    roomy
}

fn list_window(rules: &Rules, state: &State, seat: Seat, options: &mut Options) {
    options.pass = true;
    options.treaties.extend(tactical::betrayable(rules, state, seat));
    options.gamble_ways = options.free.ways()[usize::from(GAMBLE_CARDS)];
    options.gamble = options.gamble_ways > 0;
    let hand = options.free;
    options.apply.extend(options.free_troops.kinds().map(|(card, _)| card));
    let open: SeatSet = state
        .living
        .into_iter()
        .filter(|&to| proposal::check_partner(rules, state, seat, to).is_ok())
        .collect();
    for (card, _) in hand.kinds() {
        if let Some(terms) = rules.cards.terms(card) {
            let slots = proposal::slots_needed(state, seat, terms.gives);
            let names_third = terms.agreement == crate::Agreement::JointOffensive;
            let against = if names_third { state.living.without(seat) } else { SeatSet::EMPTY };
            let to = if names_third && against.len() < 2 { SeatSet::EMPTY } else { open };
            if !to.is_empty() && options.free_troops.total() >= slots.into() {
                let asks = terms.asks;
                let thirds = if names_third { Thirds { to, against } } else { Thirds::default() };
                options.propose.push(Pitch { card, to, slots, asks, names_third, against, thirds });
            }
        } else if let Some((tactic, strength)) = rules.cards.tactic(card)
            && let Some(targets) = tactical::targets(rules, state, seat, tactic)
        {
            let price = tactical::price(rules, tactic, strength);
            options.play.push(Ploy { card, targets, price });
        }
    }
}

/// Counts, lists and looks up concrete commands.
mod commands;
