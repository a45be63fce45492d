//! The table before the first move (BC-103, BC-106).

use arrayvec::ArrayVec;
use parley::{Chance, Round, Seat, SeatSet, Seed};

use crate::card::{Card, Cards};
use crate::catalogue::CardKind;
use crate::fog;
use crate::garrison;
use crate::map::{MOST_TERRITORIES, Territory};
use crate::settings::{MOST_SEATS, Rules};
use crate::state::{LandState, SeatState, State, TurnPhase};

/// The random stream that only the set-up uses.
const DEALING: u64 = u64::MAX;

pub(crate) fn deal(rules: &Rules, seed: Seed) -> State {
    let mut chance = seed.stream(DEALING);
    let mut state = bare(rules, seed);
    deal_territories(rules, &mut state, &mut chance);
    deal_hands(rules, &mut state, &mut chance);
    state
}

/// A table on which nothing has been dealt.
pub(crate) fn bare(rules: &Rules, seed: Seed) -> State {
    State {
        seed,
        spun: 0,
        round: Round::NEVER,
        turn: Seat(0),
        phase: TurnPhase::Window,
        living: SeatSet::first(rules.seats()),
        lands: [LandState::default(); MOST_TERRITORIES],
        seats: [SeatState::NEW; MOST_SEATS],
        deck: rules.cards.deck(),
        discards: Cards::NONE,
        pending: ArrayVec::new(),
        treaties: ArrayVec::new(),
        outcome: None,
    }
}

fn deal_territories(rules: &Rules, state: &mut State, chance: &mut Chance) {
    let map = &rules.map;
    let mut order: Vec<Territory> = map.all().into_iter().collect();
    chance.shuffle(&mut order);
    let dealt = order.len() - order.len() % rules.seats();
    for (place, &territory) in order.iter().enumerate() {
        let land = state.land_mut(territory);
        let fitting = |troops: u32| troops.clamp(map.least(territory), map.most(territory));
        if place < dealt {
            let owner = Seat((place % rules.seats()) as u8);
            land.owner = Some(owner);
            land.troops = fitting(rules.numbers().starting_troops);
            let troops = land.troops;
            let seat = state.seat_mut(owner);
            seat.lands = seat.lands.with(territory);
            seat.troops += troops;
        } else {
            land.troops = fitting(rules.numbers().neutral_troops);
        }
    }
    place_head_starts(rules, state, &order[..dealt]);
    for seat in Seat::all(rules.seats()) {
        let seat = state.seat_mut(seat);
        seat.eyes = fog::eyes(map, seat.lands);
    }
}

/// Each seat's extra troops, one on each of its territories in the order in which they were dealt, round and round. What
/// does not fit anywhere is lost.
fn place_head_starts(rules: &Rules, state: &mut State, dealt: &[Territory]) {
    for seat in Seat::all(rules.seats()) {
        let mut left = rules.head_start(seat).troops;
        let own = || dealt.iter().skip(seat.index()).step_by(rules.seats());
        while left > 0 && own().any(|&place| garrison::room_on(rules, state, place) > 0) {
            for &place in own() {
                if left > 0 && garrison::room_on(rules, state, place) > 0 {
                    state.land_mut(place).troops += 1;
                    state.seat_mut(seat).troops += 1;
                    left -= 1;
                }
            }
        }
    }
}

/// First the guaranteed cards of every seat, then the rest: no seat draws the cards that another is guaranteed.
fn deal_hands(rules: &Rules, state: &mut State, chance: &mut Chance) {
    let numbers = rules.numbers();
    let is_agreement = |card| matches!(rules.cards.kind(card), CardKind::Agreement(_));
    let is_troop = |card| matches!(rules.cards.kind(card), CardKind::Troop { .. });
    let rest = numbers.starting_hand - numbers.starting_agreements - numbers.starting_troop_cards;
    for seat in Seat::all(rules.seats()) {
        deal_cards(state, seat, numbers.starting_agreements, is_agreement, chance);
        deal_cards(state, seat, numbers.starting_troop_cards, is_troop, chance);
    }
    for seat in Seat::all(rules.seats()) {
        deal_cards(state, seat, rest, |_| true, chance);
    }
    for seat in Seat::all(rules.seats()) {
        let room = numbers.hand_limit - numbers.starting_hand;
        deal_cards(state, seat, rules.head_start(seat).cards.min(room), |_| true, chance);
    }
}

fn deal_cards(
    state: &mut State,
    seat: Seat,
    count: u8,
    wanted: impl Fn(Card) -> bool,
    chance: &mut Chance,
) {
    for _ in 0..count {
        let eligible = state.deck.filter(&wanted);
        let total = eligible.total();
        if total == 0 {
            return;
        }
        let card = eligible.nth(chance.below(total.into()) as u32);
        if let Some(card) = card {
            state.deck.remove(card);
            state.seat_mut(seat).hand.add(card);
            state.seat_mut(seat).held += 1;
        }
    }
}
