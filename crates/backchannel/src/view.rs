//! Everything that an audience may know of the current state, built up from nothing (BC-803, BC-807).

use parley::signal::Reaction;
use parley::{Audience, Clause, OfferRef, Refusal as _, Round, Seat, SeatSet};
use serde::Serialize;

use crate::Agreement;
use crate::card::{Card, Cards, Slots};
use crate::command::SignalRef;
use crate::ending;
use crate::fog::{self, Glimpse, Memory};
use crate::goal::{self, Goal, ZoneHoldings};
use crate::lockout::{Lockout, lockout};
use crate::map::{Territory, TerritorySet};
use crate::proposal;
use crate::refusal::{PhaseName, Refusal};
use crate::settings::Rules;
use crate::signal::Signal;
use crate::state::{Outcome, Queued, Recon, State, TurnPhase};
use crate::tactical;
use crate::treaty::Treaty;
use crate::view_change::ViewChange;

/// Everything that an audience may know of the current state.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BackchannelView"))]
pub struct View {
    pub round: Round,
    /// Whose turn it is, or whose between-turn window.
    pub turn: Option<Seat>,
    /// The phase of the turn; `null` when the game is over.
    pub phase: Option<PhaseName>,
    /// The public scoreboard, in seat order.
    pub scoreboard: Vec<Score>,
    /// What is known of each territory, in map order.
    pub lands: Vec<Land>,
    /// What is known of who holds each zone, in map order.
    pub zones: Vec<ZoneHoldings>,
    /// What wins, and who is about to.
    pub goal: Goal,
    /// Ceasefires in force, which are public (BC-606).
    pub truces: Vec<(Seat, Seat)>,
    /// What only the seat itself knows.
    pub own: Option<Own>,
    pub outcome: Option<Outcome>,
    /// Every seat's secrets, when the game is over (BC-904).
    pub opened: Vec<Own>,
}

/// What everybody knows about a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Score {
    pub seat: Seat,
    pub is_in: bool,
    pub territories: u32,
    pub troops: u32,
    pub cards: u32,
    /// The round until which it carries the traitor mark, if it does.
    pub traitor_until: Option<Round>,
    /// Ceasefires made and betrayals committed so far (BC-1001).
    pub ceasefires: u16,
    pub betrayals: u16,
}

/// What is known about a territory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Land {
    /// Visible now. Nobody holds a neutral territory.
    Seen {
        owner: Option<Seat>,
        troops: u32,
    },
    /// Last seen in `round`.
    Remembered {
        owner: Option<Seat>,
        troops: u32,
        round: Round,
    },
    Unknown,
}

impl Land {
    /// Its last known holder and number of troops.
    #[inline]
    pub fn known(&self) -> Option<(Option<Seat>, u32)> {
        match *self {
            Land::Seen { owner, troops } | Land::Remembered { owner, troops, .. } => {
                Some((owner, troops))
            }
            Land::Unknown => None,
        }
    }

    /// Its last known holder, and whether it is in sight.
    fn holding(&self) -> Option<(Option<Seat>, bool)> {
        let (owner, _) = self.known()?;
        Some((owner, matches!(self, Land::Seen { .. })))
    }
}

/// What only a seat itself knows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BackchannelOwn"))]
pub struct Own {
    pub seat: Seat,
    pub lands: TerritorySet,
    /// Cards that are free to use.
    pub hand: Cards,
    /// Cards that are committed to deals.
    pub locked: Cards,
    /// Troops left to deploy, in the seat's own deploy phase.
    pub deploy: u32,
    /// A conquest that waits to be occupied: from where, to where.
    pub occupying: Option<(Territory, Territory)>,
    /// Troops that arrive at the next turn start.
    pub bonus: u32,
    pub debt: Debt,
    pub queued: Option<Queued>,
    pub recon: Option<Recon>,
    pub traps: TerritorySet,
    pub fortified: TerritorySet,
    /// Open proposals that this seat has made.
    pub sent: Vec<Proposal>,
    /// Open proposals that wait for this seat's response.
    pub received: Vec<Proposal>,
    /// Accepted deals that take effect at the start of the next round.
    pub pending: Vec<Proposal>,
    pub treaties: Vec<Treaty>,
    pub lockouts: Vec<Lockout>,
    /// Other seats that this one may not propose to now, each with the reason.
    pub closed: Vec<Closed>,
    /// Whether a public signal may be sent in this round.
    pub may_broadcast: bool,
    /// Seats that may be sent a private signal in this round.
    pub may_signal: SeatSet,
    /// The last signal of each seat on each channel.
    pub heard: Vec<ReceivedSignal>,
    /// How others reacted to the last private signal that this seat sent them.
    pub reactions: Vec<ReceivedReaction>,
    /// The seats that have attacked this one, each with the last round in which it did.
    pub attackers: Vec<(Seat, Round)>,
    /// Who stands within reach of this seat, as far as it sees, the strongest first.
    pub borders: Vec<Border>,
}

/// Troops of another seat that could attack, and what they would meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Border {
    pub seat: Seat,
    /// Its troops on territories from which it could attack.
    pub troops: u32,
    /// This seat's troops on the territories that it could attack from there.
    pub facing: u32,
    /// Whether it is a danger: it has more than it would meet, and no ceasefire holds it back.
    pub menaces: bool,
}

/// A seat that may not be proposed to. The reason is serialised as a sentence with its clause.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(into = "ClosedWords")]
pub struct Closed {
    pub to: Seat,
    pub why: Refusal,
}

/// A seat that may not be proposed to, and why.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ClosedWords {
    to: Seat,
    text: String,
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    clause: Clause,
}

impl From<Closed> for ClosedWords {
    fn from(Closed { to, why }: Closed) -> ClosedWords {
        ClosedWords { to, text: why.to_string(), clause: why.clause() }
    }
}

/// What a seat owes for troop cards that it applied to itself (BC-403).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Debt {
    /// To be paid back at the next turn start.
    pub due: u32,
    /// To be paid back at the turn start after that.
    pub later: u32,
}

/// An open deal, as its two parties see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proposal {
    pub id: OfferRef,
    pub to: Seat,
    pub card: Card,
    pub agreement: Agreement,
    pub slots: Slots,
    /// Troop cards that the recipient puts in.
    pub asks: u8,
    /// What the recipient has put in.
    pub filled: Option<Slots>,
    pub against: Option<Seat>,
    pub expires: Round,
    /// When it takes effect, once it is accepted.
    pub activates: Option<Round>,
}

/// A signal that reached a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Heard"))]
pub struct ReceivedSignal {
    pub id: SignalRef,
    pub signal: Signal,
    pub reacted: bool,
}

/// A reaction to the `number`th private signal that a seat sent to `by`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReceivedReaction {
    pub by: Seat,
    pub number: u16,
    pub reaction: Reaction,
}

pub(crate) fn build(
    rules: &Rules,
    state: &State,
    memory: &Memory,
    audience: Audience,
    view: &mut View,
) {
    let sees_all = state.outcome.is_some() || audience == Audience::Replay;
    view.outcome = state.outcome;
    fill_turn(state, view);
    fill_scoreboard(rules, state, &mut view.scoreboard);
    fill_truces(state, &mut view.truces);
    fill_map(rules, state, memory, audience, sees_all, view);
    match audience.seat().filter(|seat| seat.index() < rules.seats()) {
        Some(seat) => fill_own(rules, state, seat, view.own.get_or_insert_with(|| Own::of(seat))),
        None => view.own = None,
    }
    view.opened.clear();
    if sees_all {
        view.opened.extend(Seat::all(rules.seats()).map(|seat| {
            let mut own = Own::of(seat);
            fill_own(rules, state, seat, &mut own);
            own
        }));
    }
}

/// Brings the view of a seat up to date, which was right before the events that made the `change`.
pub(crate) fn update(
    rules: &Rules,
    state: &State,
    memory: &Memory,
    seat: Seat,
    change: ViewChange,
    view: &mut View,
) {
    let audience = Audience::Seat(seat);
    let View { own: Some(own), .. } = &mut *view else {
        return build(rules, state, memory, audience, view);
    };
    if own.seat != seat {
        return build(rules, state, memory, audience, view);
    }
    match change {
        ViewChange::All => return build(rules, state, memory, audience, view),
        ViewChange::Lands => {
            fill_ground(state, seat, own);
            fill_scoreboard(rules, state, &mut view.scoreboard);
            fill_map(rules, state, memory, audience, false, view);
        }
        ViewChange::Troops(places) => {
            fill_scoreboard(rules, state, &mut view.scoreboard);
            for place in places {
                if let Land::Seen { troops, .. } = &mut view.lands[place.index()] {
                    *troops = state.land(place).troops;
                }
            }
            goal::fill(rules, state, &view.truces, &mut view.goal);
        }
    }
    fill_turn(state, view);
    if let Some(own) = &mut view.own {
        fill_part_in_turn(state, seat, own);
        fill_attackers(rules, state, seat, own);
        fill_borders(rules, state, seat, own);
    }
}

fn fill_turn(state: &State, view: &mut View) {
    let over = state.outcome.is_some();
    view.round = state.round;
    view.turn = (!over).then_some(state.turn);
    view.phase = (!over).then(|| crate::decide::name(state.phase));
}

/// The territories, and what is counted by who holds them.
fn fill_map(
    rules: &Rules,
    state: &State,
    memory: &Memory,
    audience: Audience,
    sees_all: bool,
    view: &mut View,
) {
    fill_lands(rules, state, memory, audience, sees_all, &mut view.lands);
    let lands = &view.lands;
    goal::fill_zones(&rules.map, |place| lands[place].holding(), &mut view.zones);
    goal::fill(rules, state, &view.truces, &mut view.goal);
}

fn fill_scoreboard(rules: &Rules, state: &State, scoreboard: &mut Vec<Score>) {
    scoreboard.clear();
    scoreboard.extend(Seat::all(rules.seats()).map(|id| {
        let seat = state.seat(id);
        Score {
            seat: id,
            is_in: state.living.contains(id),
            territories: seat.lands.len() as u32,
            troops: seat.troops,
            cards: seat.held.into(),
            traitor_until: state.is_traitor(id).then_some(seat.traitor_until),
            ceasefires: seat.ceasefires,
            betrayals: seat.betrayals,
        }
    }));
}

fn fill_lands(
    rules: &Rules,
    state: &State,
    memory: &Memory,
    audience: Audience,
    sees_all: bool,
    lands: &mut Vec<Land>,
) {
    let viewer = audience.seat().filter(|seat| seat.index() < rules.seats());
    let sight = if sees_all || fog::is_clear_to(rules, state, audience) {
        rules.map.all()
    } else {
        viewer.map_or(TerritorySet::EMPTY, |seat| fog::sight(&rules.map, state, seat))
    };
    lands.clear();
    lands.extend(rules.map.all().into_iter().map(|territory| {
        if sight.contains(territory) {
            let land = state.land(territory);
            return Land::Seen { owner: land.owner, troops: land.troops };
        }
        match viewer.and_then(|seat| memory.recall(seat, territory)) {
            // Everybody knows that a seat that is out holds nothing any more (BC-209).
            Some(Glimpse { owner: Some(owner), .. }) if !state.living.contains(owner) => {
                Land::Unknown
            }
            Some(Glimpse { owner, troops, round }) => Land::Remembered { owner, troops, round },
            None => Land::Unknown,
        }
    }));
}

fn fill_truces(state: &State, truces: &mut Vec<(Seat, Seat)>) {
    let ceasefires =
        state.treaties.iter().filter(|treaty| treaty.agreement == Agreement::Ceasefire);
    truces.clear();
    truces.extend(ceasefires.map(|treaty| treaty.sides));
    truces.sort_unstable();
}

impl Own {
    fn of(seat: Seat) -> Own {
        Own {
            seat,
            lands: TerritorySet::EMPTY,
            hand: Cards::NONE,
            locked: Cards::NONE,
            deploy: 0,
            occupying: None,
            bonus: 0,
            debt: Debt::default(),
            queued: None,
            recon: None,
            traps: TerritorySet::EMPTY,
            fortified: TerritorySet::EMPTY,
            sent: Vec::new(),
            received: Vec::new(),
            pending: Vec::new(),
            treaties: Vec::new(),
            lockouts: Vec::new(),
            closed: Vec::new(),
            may_broadcast: false,
            may_signal: SeatSet::EMPTY,
            heard: Vec::new(),
            reactions: Vec::new(),
            attackers: Vec::new(),
            borders: Vec::new(),
        }
    }
}

fn fill_own(rules: &Rules, state: &State, id: Seat, own: &mut Own) {
    let seat = state.seat(id);
    own.seat = id;
    own.hand = seat.hand;
    own.locked = ending::locked(state, id);
    own.debt = Debt { due: seat.debt, later: tactical::debt_to_come(rules, state, id) };
    own.queued = seat.queued;
    own.recon = seat.recon;
    fill_part_in_turn(state, id, own);
    fill_ground(state, id, own);
    fill_deals(rules, state, id, own);
    fill_talk(rules, state, id, own);
    fill_attackers(rules, state, id, own);
    fill_borders(rules, state, id, own);
}

fn fill_part_in_turn(state: &State, id: Seat, own: &mut Own) {
    let my_turn = state.turn == id;
    own.deploy = match state.phase {
        TurnPhase::Deploy { left } if my_turn => left,
        _ => 0,
    };
    own.occupying = match state.phase {
        TurnPhase::Occupy { from, to, .. } if my_turn => Some((from, to)),
        _ => None,
    };
}

fn fill_ground(state: &State, id: Seat, own: &mut Own) {
    let seat = state.seat(id);
    own.lands = seat.lands;
    own.bonus = seat.bonus;
    (own.traps, own.fortified) = (TerritorySet::EMPTY, TerritorySet::EMPTY);
    for place in seat.lands {
        let land = state.land(place);
        if land.trap > 0 {
            own.traps = own.traps.with(place);
        }
        if land.fortified > 0 {
            own.fortified = own.fortified.with(place);
        }
    }
}

/// Whoever could attack stands next to one of the seat's territories, so all of it is in sight.
fn fill_borders(rules: &Rules, state: &State, id: Seat, own: &mut Own) {
    let (mine, near) = (state.seat(id).lands, state.seat(id).eyes);
    own.borders.clear();
    for seat in state.living.into_iter().filter(|&seat| seat != id) {
        let (mut troops, mut faced) = (0, TerritorySet::EMPTY);
        for from in near.and(state.seat(seat).lands) {
            let targets = rules.map.targets(from).and(mine);
            if !targets.is_empty() {
                troops += state.land(from).troops;
                faced = faced.or(targets);
            }
        }
        if troops > 0 {
            let facing: u32 = faced.into_iter().map(|at| state.land(at).troops).sum();
            let menaces = troops > facing && !state.seat(id).truces.contains(seat);
            own.borders.push(Border { seat, troops, facing, menaces });
        }
    }
    own.borders.sort_by_key(|border| std::cmp::Reverse(border.troops));
}

fn fill_deals(rules: &Rules, state: &State, id: Seat, own: &mut Own) {
    let others = || Seat::all(rules.seats()).filter(|&other| other != id);
    let show = |from, to, offer: &crate::state::Offer, filled| {
        let terms = rules.cards.terms(offer.card)?;
        Some(Proposal {
            id: OfferRef { from, number: offer.number },
            to,
            card: offer.card,
            agreement: terms.agreement,
            slots: offer.slots,
            asks: terms.asks,
            filled,
            against: offer.against,
            expires: offer.expires,
            activates: filled.map(|_| state.round + 1),
        })
    };
    own.sent.clear();
    own.sent.extend(others().filter_map(|to| show(id, to, state.offer(id, to)?, None)));
    own.received.clear();
    own.received.extend(others().filter_map(|from| show(from, id, state.offer(from, id)?, None)));
    own.pending.clear();
    let mine = state.pending.iter().filter(|deal| deal.from == id || deal.to == id);
    own.pending
        .extend(mine.filter_map(|deal| show(deal.from, deal.to, &deal.offer, Some(deal.filled))));
    own.treaties.clear();
    own.treaties.extend(state.treaties.iter().filter(|treaty| treaty.concerns(id)));
    own.lockouts.clear();
    let living = others().filter(|with| state.living.contains(*with));
    own.lockouts.extend(living.filter_map(|with| lockout(state, id, with)));
    own.closed.clear();
    own.closed.extend(others().filter_map(|to| {
        let why = proposal::check_partner(rules, state, id, to).err()?;
        Some(Closed { to, why })
    }));
}

fn fill_talk(rules: &Rules, state: &State, id: Seat, own: &mut Own) {
    own.may_broadcast = crate::talk::may_broadcast(rules, state, id);
    own.may_signal = crate::talk::may_signal(rules, state, id);
    own.heard.clear();
    for from in Seat::all(rules.seats()).filter(|&from| from != id) {
        let sender = state.seat(from);
        let channel = &sender.channels[id.index()];
        if let Some(signal) = channel.last {
            let heard = SignalRef { from, public: false, number: channel.number };
            own.heard.push(ReceivedSignal { id: heard, signal, reacted: channel.reacted });
        }
        if let Some(signal) = sender.broadcast.last {
            let heard = SignalRef { from, public: true, number: sender.broadcast.number };
            let reacted = sender.broadcast.reacted.contains(id);
            own.heard.push(ReceivedSignal { id: heard, signal, reacted });
        }
    }
    own.reactions.clear();
    for by in Seat::all(rules.seats()).filter(|&by| by != id) {
        let channel = &state.seat(id).channels[by.index()];
        let reaction = channel.reaction;
        own.reactions.extend(reaction.map(|reaction| ReceivedReaction {
            by,
            number: channel.number,
            reaction,
        }));
    }
}

fn fill_attackers(rules: &Rules, state: &State, id: Seat, own: &mut Own) {
    let attacked_in = &state.seat(id).attacked_in;
    let others = Seat::all(rules.seats()).filter(|&by| by != id);
    let rounds = others.map(|by| (by, attacked_in[by.index()]));
    own.attackers.clear();
    own.attackers.extend(rounds.filter(|(_, round)| *round != Round::NEVER));
}
