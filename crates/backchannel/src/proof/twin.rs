//! Makes a game that differs from another in everything that one seat may not know.

use parley::signal::Reaction;
use parley::{Chance, Round, Seat};

use crate::card::{Card, Cards};
use crate::command::Target;
use crate::evolve;
use crate::fog::{self, Glimpse, Memory};
use crate::map::{Territory, TerritorySet};
use crate::settings::Rules;
use crate::signal::Signal;
use crate::state::{Channel, Offer, Pending, Queued, Recon, State, TurnPhase};
use crate::treaty::{Treaty, sides};
use crate::{Agreement, Game};

pub(super) fn twin(game: &Game, seat: Seat, chance: &mut Chance) -> Game {
    if game.outcome().is_some() {
        // Everything is public now.
        return game.clone();
    }
    let (state, memory) = (game.state().clone(), game.memory().clone());
    let mut maker = Maker { rules: game.rules(), seat, chance, state, memory };
    maker.redeal_unseen_lands();
    maker.reset_defences();
    maker.rewrite_deals();
    maker.redeal_cards();
    maker.rewrite_treaties();
    maker.rewrite_seats();
    maker.rewrite_channels();
    Game::at(game.rules().clone(), maker.state, maker.memory)
}

struct Maker<'a> {
    rules: &'a Rules,
    /// The seat that must not notice any difference.
    seat: Seat,
    chance: &'a mut Chance,
    state: State,
    memory: Memory,
}

impl Maker<'_> {
    fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let seat = self.seat;
        self.state.living.into_iter().filter(move |&other| other != seat)
    }

    /// Ordered pairs of living seats that are not the observer.
    fn pairs(&self) -> Vec<(Seat, Seat)> {
        let others: Vec<Seat> = self.others().collect();
        let pairs = others.iter().flat_map(|&a| others.iter().map(move |&b| (a, b)));
        pairs.filter(|(a, b)| a != b).collect()
    }

    fn unseen(&self) -> TerritorySet {
        if fog::is_clear(self.rules, &self.state, self.seat) {
            return TerritorySet::EMPTY;
        }
        let sight = fog::sight(&self.rules.map, &self.state, self.seat);
        let busy = match self.state.phase {
            TurnPhase::Occupy { from, to, .. } => TerritorySet::only(from).with(to),
            _ => TerritorySet::EMPTY,
        };
        self.rules.map.all().minus(sight).minus(busy)
    }

    /// Owners and troops of unseen territories change; public totals do not.
    fn redeal_unseen_lands(&mut self) {
        let unseen: Vec<Territory> = self.unseen().into_iter().collect();
        let mut garrisons: Vec<(Option<Seat>, u32)> = unseen
            .iter()
            .map(|&place| (self.state.land(place).owner, self.state.land(place).troops))
            .collect();
        self.chance.shuffle(&mut garrisons);
        self.move_troops(&mut garrisons);
        for (&place, (owner, troops)) in unseen.iter().zip(garrisons) {
            let land = self.state.land_mut(place);
            (land.owner, land.troops) = (owner, troops);
        }
        for seat in Seat::all(self.rules.seats()) {
            let lands = self.rules.map.all().into_iter();
            let held = lands.filter(|&place| self.state.land(place).owner == Some(seat)).collect();
            let mine = self.state.seat_mut(seat);
            mine.lands = held;
            mine.eyes = fog::eyes(&self.rules.map, held);
        }
    }

    /// Shifts troops between garrisons of the same seat.
    fn move_troops(&mut self, garrisons: &mut [(Option<Seat>, u32)]) {
        if garrisons.is_empty() {
            return;
        }
        for _ in 0..4 {
            let from = self.chance.index(garrisons.len());
            let to = self.chance.index(garrisons.len());
            let ours = garrisons[from].0.is_some() && garrisons[from].0 == garrisons[to].0;
            if ours && from != to && garrisons[from].1 > 1 {
                let moved = 1 + self.chance.below(u64::from(garrisons[from].1 - 1)) as u32;
                garrisons[from].1 -= moved;
                garrisons[to].1 += moved;
            }
        }
    }

    fn reset_defences(&mut self) {
        for place in self.rules.map.all() {
            let owner = self.state.land(place).owner;
            let (trap, fortified) = match owner {
                Some(owner) if owner == self.seat => continue,
                Some(_) if self.chance.one_in(3) => (3, 1),
                _ => (0, 0),
            };
            let land = self.state.land_mut(place);
            (land.trap, land.fortified) = (trap, fortified);
        }
    }

    /// Proposals and accepted deals between others are added and removed; their cards stay with their owners.
    fn rewrite_deals(&mut self) {
        for (from, to) in self.pairs() {
            self.drop_deals(from, to);
            let number = self.chance.below(9) as u16;
            self.state.seat_mut(from).offers_made[to.index()] = number;
            let open_from = self.chance.below(9) as u16;
            let declined = self.chance.one_in(2);
            let seat = self.state.seat_mut(from);
            seat.open_from[to.index()] = open_from;
            seat.declined_by =
                if declined { seat.declined_by.with(to) } else { seat.declined_by.without(to) };
            if self.chance.one_in(3) {
                self.make_offer(from, to, number);
                if self.chance.one_in(2) {
                    self.accept_offer(from, to);
                }
            }
        }
    }

    fn drop_deals(&mut self, from: Seat, to: Seat) {
        if let Some(offer) = self.state.seat_mut(from).offers[to.index()].take() {
            let hand = &mut self.state.seat_mut(from).hand;
            hand.add(offer.card);
            hand.add_all(offer.slots.iter());
        }
        for deal in self.state.pending.clone() {
            if (deal.from, deal.to) == (from, to) {
                self.state.pending.retain(|other| *other != deal);
                self.state.seat_mut(from).hand.add(deal.offer.card);
                self.state.seat_mut(from).hand.add_all(deal.offer.slots.iter());
                self.state.seat_mut(to).hand.add_all(deal.filled.iter());
            }
        }
    }

    fn make_offer(&mut self, from: Seat, to: Seat, number: u16) {
        let hand = self.state.seat(from).hand;
        let cards = &self.rules.cards;
        let Some((card, terms)) =
            hand.kinds().find_map(|(card, _)| cards.terms(card).map(|terms| (card, terms)))
        else {
            return;
        };
        let Some(slots) = cards.troops(&hand).nth_way(terms.gives.into(), 0) else { return };
        let third = self.state.living.without(from).without(to).nth(0);
        let is_joint = terms.agreement == Agreement::JointOffensive;
        if is_joint && third.is_none() {
            return;
        }
        let expires = self.state.round + 1;
        let against = third.filter(|_| is_joint);
        let seat = self.state.seat_mut(from);
        seat.hand.remove(card);
        seat.hand.remove_all(slots.iter());
        seat.offers[to.index()] = Some(Offer { number, card, slots, against, expires });
    }

    fn accept_offer(&mut self, from: Seat, to: Seat) {
        let Some(offer) = self.state.seat(from).offers[to.index()] else { return };
        let asks = self.rules.cards.terms(offer.card).map_or(0, |terms| terms.asks);
        let free = self.rules.cards.troops(&self.state.seat(to).hand);
        let Some(filled) = free.nth_way(asks.into(), 0) else { return };
        self.state.seat_mut(to).hand.remove_all(filled.iter());
        self.state.seat_mut(from).offers[to.index()] = None;
        self.state.pending.push(Pending { from, to, offer, filled });
    }

    /// Other hands, the deck and the discards are mixed and dealt again, with the same number of cards for each.
    fn redeal_cards(&mut self) {
        let others: Vec<Seat> = self.others().collect();
        let mut pool: Vec<Card> =
            self.state.deck.iter().chain(self.state.discards.iter()).collect();
        pool.extend(
            others.iter().flat_map(|&seat| self.state.seat(seat).hand.iter().collect::<Vec<_>>()),
        );
        self.chance.shuffle(&mut pool);
        let mut pool = pool.into_iter();
        for seat in others {
            let count = self.state.seat(seat).hand.total() as usize;
            self.state.seat_mut(seat).hand = pool.by_ref().take(count).collect();
        }
        let deck = self.state.deck.total() as usize;
        self.state.deck = pool.by_ref().take(deck).collect();
        self.state.discards = pool.collect::<Cards>();
    }

    /// Private treaties between others are added and removed; ceasefires are public.
    fn rewrite_treaties(&mut self) {
        let seat = self.seat;
        self.state
            .treaties
            .retain(|treaty| treaty.concerns(seat) || treaty.agreement == Agreement::Ceasefire);
        for (a, b) in self.pairs() {
            if a < b && self.chance.one_in(2) {
                let agreement = if self.chance.one_in(2) {
                    Agreement::IntelPact
                } else {
                    Agreement::SafePassage
                };
                let ends = self.state.round + 2;
                let treaty = Treaty { agreement, sides: sides(a, b), against: None, ends };
                evolve::begin_treaty(&mut self.state, treaty);
            }
        }
        evolve::index_treaties(&mut self.state);
    }

    fn rewrite_seats(&mut self) {
        let partners = self.state.seat(self.seat).intel;
        for seat in self.others() {
            let queued = self.any_queued();
            let recon = self.any_recon();
            let numbers: [u32; 4] = std::array::from_fn(|_| self.chance.below(6) as u32);
            let round = self.state.round;
            let mine = self.state.seat_mut(seat);
            [mine.bonus, mine.debt, mine.maturing, mine.sabotage] = numbers;
            mine.queued = queued;
            // A partner's recon is part of what the observer sees.
            if !partners.contains(seat) {
                mine.recon = recon;
            }
            mine.attacked_in = std::array::from_fn(|by| Round((numbers[by % 4] + 1) as u16));
            let glimpse = Glimpse { troops: numbers[0], round, owner: Some(seat) };
            self.memory.set(seat, Territory(0), glimpse);
        }
        // Sabotage is announced when the deploy is counted, not before.
        self.state.seat_mut(self.seat).sabotage = self.chance.below(5) as u32;
        if let TurnPhase::Deploy { left } = &mut self.state.phase
            && self.state.turn != self.seat
        {
            *left = 1 + self.chance.below(9) as u32;
        }
    }

    fn any_queued(&mut self) -> Option<Queued> {
        match self.chance.below(4) {
            0 => None,
            1 => Some(Queued::Gamble),
            2 => Some(Queued::Apply { card: Card(0) }),
            _ => {
                let card = self.rules.cards.find("muster-1")?;
                Some(Queued::Play { card, target: Target::Nothing })
            }
        }
    }

    fn any_recon(&mut self) -> Option<Recon> {
        let place = Territory(self.chance.index(self.rules.map.len()) as u8);
        match self.chance.below(3) {
            0 => None,
            1 => Some(Recon::Around(place)),
            _ => Some(Recon::Holdings(self.seat)),
        }
    }

    fn rewrite_channels(&mut self) {
        for (from, to) in self.pairs() {
            let round = self.state.round;
            let last = self.any_signal(from);
            let reacted = self.chance.one_in(2);
            let channel = Channel {
                number: self.chance.below(5) as u16,
                spent: if self.chance.one_in(2) { round } else { Round::NEVER },
                reacted,
                last,
                reaction: reacted.then_some(Reaction(self.chance.below(6) as u8)),
            };
            self.state.seat_mut(from).channels[to.index()] = channel;
        }
    }

    fn any_signal(&mut self, from: Seat) -> Option<Signal> {
        let vocabulary = &self.rules.vocabulary;
        let n = self.chance.below(vocabulary.signals_count() + 1);
        vocabulary.nth_signal(from, n)
    }
}
