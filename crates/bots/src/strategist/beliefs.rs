//! What a strategist believes of the things that it cannot see.

use backchannel::imagined::{Guess, LandGuess, SeatGuess, ceasefire};
use backchannel::refusal::PhaseName;
use backchannel::settings::MOST_SEATS;
use backchannel::view::{Land, Own};
use backchannel::{
    Agreement, Card, Cards, Queued, Recon, Rules, Territory, TerritorySet, Treaty, View,
};
use parley::{Chance, Round, Seat, SeatSet};

/// How likely a territory out of sight has not changed hands for a round: 1 in `CHANGES` does.
const CHANGES: u64 = 4;

/// Rounds that a ceasefire between others usually lasts.
const TRUCE_ROUNDS: u16 = 3;

/// Attempts to place everybody's troops within the limits of the map.
const ATTEMPTS: u32 = 8;

/// What was seen earlier and still says something about what is hidden now.
#[derive(Clone, Default, Debug)]
pub(crate) struct Beliefs {
    /// The seats that have conquered something since their last turn start, as far as can be told.
    conquered: SeatSet,
    /// The territories of each seat when they were last counted.
    held: [u32; MOST_SEATS],
    /// Own cards, and those of partners, that went to the discards.
    spent: Cards,
    /// Own cards when they were last counted, whether locked or not.
    mine: Cards,
    /// When each ceasefire was first seen.
    truces: Vec<((Seat, Seat), Round)>,
    /// The last turn that was looked at.
    turn: Option<(Round, Seat)>,
}

impl Beliefs {
    /// Takes in a view; the more often, the better.
    pub(crate) fn observe(&mut self, view: &View) {
        let Some(own) = &view.own else { return };
        let turn = view.turn.map(|seat| (view.round, seat));
        if self.turn != turn {
            self.turn = turn;
            if view.turn == Some(own.seat) {
                self.conquered = self.conquered.without(own.seat);
            }
        }
        for score in &view.scoreboard {
            let held = &mut self.held[score.seat.index()];
            if score.territories > *held && *held > 0 {
                self.conquered = self.conquered.with(score.seat);
            } else if score.territories < *held && score.seat != own.seat {
                self.conquered = self.conquered.without(score.seat);
            }
            *held = score.territories;
        }
        self.count_cards(own);
        self.truces.retain(|(pair, _)| view.truces.contains(pair));
        for &pair in &view.truces {
            if !self.truces.iter().any(|&(known, _)| known == pair) {
                self.truces.push((pair, view.round));
            }
        }
    }

    /// What has left the own hand was discarded, until the deck is shuffled again.
    fn count_cards(&mut self, own: &Own) {
        let mut mine = own.hand;
        mine.add_all(own.locked.iter());
        for (card, before) in self.mine.kinds() {
            for _ in mine.count(card)..before {
                self.spent.add(card);
            }
        }
        self.mine = mine;
    }

    /// A guess at everything hidden that fits the view.
    pub(crate) fn sample(&self, rules: &Rules, view: &View, chance: &mut Chance) -> Option<Guess> {
        let own = view.own.as_ref()?;
        let mut guess = Guess {
            lands: vec![LandGuess::default(); rules.map.len()],
            seats: vec![SeatGuess::default(); rules.seats()],
            ..Guess::default()
        };
        for attempt in 1..=ATTEMPTS {
            let placed = ArmyGuesser::new(rules, view, chance).place(&mut guess.lands);
            if placed || attempt == ATTEMPTS {
                break;
            }
        }
        set_defences(own, chance, &mut guess.lands);
        self.deal_cards(rules, view, own, chance, &mut guess);
        self.guess_seats(rules, view, own, chance, &mut guess);
        self.guess_treaties(view, own, chance, &mut guess);
        guess_turn(rules, view, own, &mut guess);
        Some(guess)
    }

    fn deal_cards(
        &self,
        rules: &Rules,
        view: &View,
        own: &Own,
        chance: &mut Chance,
        guess: &mut Guess,
    ) {
        let mut pool = rules.cards.deck();
        let mut known = [0; MOST_SEATS];
        for card in own.hand.iter().chain(own.locked.iter()) {
            pool_take(&mut pool, card);
        }
        for (seat, card) in locked_by_others(own) {
            pool_take(&mut pool, card);
            known[seat.index()] += 1;
        }
        let mut discards = Cards::NONE;
        for card in self.spent.iter() {
            if pool_take(&mut pool, card) {
                discards.add(card);
            }
        }
        let others = view.scoreboard.iter().filter(|score| score.seat != own.seat);
        for score in others.filter(|score| score.is_in) {
            let free = score.cards.saturating_sub(known[score.seat.index()]);
            let hand = &mut guess.seats[score.seat.index()].hand;
            for _ in 0..free {
                // With few cards left, those thought discarded must have been shuffled again.
                let from = if pool.is_empty() { &mut discards } else { &mut pool };
                if let Some(card) = draw(from, chance) {
                    hand.add(card);
                }
            }
        }
        for _ in 0..self.unknown_discards(rules, view, discards.total()) {
            draw(&mut pool, chance);
        }
        guess.deck = pool;
    }

    /// About how many cards were discarded that were never seen.
    fn unknown_discards(&self, rules: &Rules, view: &View, known: u32) -> u32 {
        let numbers = rules.numbers();
        let a_round = u32::from(numbers.cards_per_turn) * 3 / 2;
        let drawn = u32::from(numbers.starting_hand) + a_round * u32::from(view.round.0);
        let held: u32 = view.scoreboard.iter().map(|score| score.cards).sum();
        let total = rules.cards.deck().total().max(1);
        (drawn * rules.seats() as u32).saturating_sub(held + known) % total
    }

    fn guess_seats(
        &self,
        rules: &Rules,
        view: &View,
        own: &Own,
        chance: &mut Chance,
        guess: &mut Guess,
    ) {
        let seen = seen(view);
        let troop_card = rules.cards.all().find(|&card| rules.cards.value(card).is_some());
        for (score, seat) in view.scoreboard.iter().zip(&mut guess.seats) {
            seat.conquered = self.conquered.contains(score.seat);
            if score.seat == own.seat || !score.is_in {
                continue;
            }
            let acted = view.round > Round(1) || view.turn.is_some_and(|turn| turn > score.seat);
            seat.queued = match chance.below(8) {
                0..=2 if acted => troop_card.map(|card| Queued::Apply { card }),
                3 if acted => Some(Queued::Gamble),
                _ => None,
            };
            if acted && chance.one_in(4) {
                seat.bonus = 3;
            }
        }
        if rules.settings().fog {
            explain_sight(rules, own, seen, guess);
        }
    }

    fn guess_treaties(&self, view: &View, own: &Own, chance: &mut Chance, guess: &mut Guess) {
        let me = own.seat;
        for &(a, b) in view.truces.iter().filter(|&&(a, b)| a != me && b != me) {
            let seen = self.truces.iter().find(|(pair, _)| *pair == (a, b));
            let began = seen.map_or(view.round, |&(_, round)| round);
            let ends = (began + TRUCE_ROUNDS).max(view.round + 1);
            guess.treaties.push(ceasefire((a, b), ends));
        }
        let others = view.scoreboard.iter().filter(|score| score.is_in && score.seat != me);
        let others: SeatSet = others.map(|score| score.seat).collect();
        for a in others {
            for b in others.into_iter().filter(|&b| b > a) {
                let (agreement, against) = match chance.below(16) {
                    0 => (Agreement::IntelPact, None),
                    1 => (Agreement::SafePassage, None),
                    2 => (Agreement::JointOffensive, Some(me)),
                    _ => continue,
                };
                let ends = view.round + 2;
                guess.treaties.push(Treaty { agreement, sides: (a, b), against, ends });
            }
        }
    }
}

/// The cards that others have committed to deals with this seat.
fn locked_by_others(own: &Own) -> impl Iterator<Item = (Seat, Card)> {
    let deals = own.received.iter().chain(&own.pending);
    let cards = deals.flat_map(|deal| {
        let from = deal.slots.as_slice().iter().copied().chain([deal.card]);
        let to = deal.filled.iter().flat_map(|filled| filled.as_slice().iter().copied());
        from.map(|card| (deal.id.from, card)).chain(to.map(|card| (deal.to, card)))
    });
    cards.filter(|(seat, _)| *seat != own.seat)
}

fn pool_take(pool: &mut Cards, card: Card) -> bool {
    let there = pool.count(card) > 0;
    if there {
        pool.remove(card);
    }
    there
}

fn draw(from: &mut Cards, chance: &mut Chance) -> Option<Card> {
    let total = from.total();
    let card = (total > 0).then(|| from.nth(chance.below(total.into()) as u32)).flatten()?;
    from.remove(card);
    Some(card)
}

fn seen(view: &View) -> TerritorySet {
    let places = (0u8..).map(Territory).zip(&view.lands);
    places.filter(|(_, land)| matches!(land, Land::Seen { .. })).map(|(place, _)| place).collect()
}

/// Own defences are at least of the first tier; others have few.
fn set_defences(own: &Own, chance: &mut Chance, lands: &mut [LandGuess]) {
    for (place, land) in (0u8..).map(Territory).zip(lands) {
        let mine = own.lands.contains(place);
        land.trap = if mine || chance.one_in(40) { 3 } else { 0 };
        land.fortified = u8::from(mine || chance.one_in(40));
    }
}

/// What is seen beyond the own sight and that of intel partners is seen through a partner's recon.
fn explain_sight(rules: &Rules, own: &Own, seen: TerritorySet, guess: &mut Guess) {
    let map = &rules.map;
    let eyes =
        |lands: TerritorySet| lands.into_iter().fold(lands, |seen, place| seen.or(map.near(place)));
    let lands_of = |seat: Seat, lands: &[LandGuess]| -> TerritorySet {
        let places = map.all().into_iter();
        places.filter(|place| lands[place.index()].owner == Some(seat)).collect()
    };
    let shown = |recon: Recon, lands: &[LandGuess]| match recon {
        Recon::Around(centre) => map.near(centre).with(centre),
        Recon::Holdings(seat) => lands_of(seat, lands),
    };
    let pacts = own.treaties.iter().filter(|treaty| treaty.agreement == Agreement::IntelPact);
    let partners: SeatSet = pacts.filter_map(|treaty| treaty.partner(own.seat)).collect();
    let mut plain = eyes(own.lands);
    plain = own.recon.map_or(plain, |recon| plain.or(shown(recon, &guess.lands)));
    for partner in partners {
        plain = plain.or(eyes(lands_of(partner, &guess.lands)));
    }
    if plain == seen {
        return;
    }
    let around = map.all().into_iter().map(Recon::Around);
    let recons: Vec<Recon> = around.chain(Seat::all(rules.seats()).map(Recon::Holdings)).collect();
    for first in partners {
        for &recon in &recons {
            let with_one = plain.or(shown(recon, &guess.lands));
            if with_one == seen {
                guess.seats[first.index()].recon = Some(recon);
                return;
            }
            if !seen.contains_all(with_one) {
                continue;
            }
            for second in partners.into_iter().filter(|&second| second > first) {
                let other =
                    recons.iter().find(|&&other| with_one.or(shown(other, &guess.lands)) == seen);
                if let Some(&other) = other {
                    guess.seats[first.index()].recon = Some(recon);
                    guess.seats[second.index()].recon = Some(other);
                    return;
                }
            }
        }
    }
}

/// What the seat at turn is about to do, if it is another one.
fn guess_turn(rules: &Rules, view: &View, own: &Own, guess: &mut Guess) {
    let Some(turn) = view.turn.filter(|&turn| turn != own.seat) else { return };
    let held = view.scoreboard[turn.index()].territories;
    let base = held / rules.numbers().territories_per_troop.max(1);
    guess.deploy = base.max(rules.settings().deploy_floor);
    let holds = |place: &Territory| guess.lands[place.index()].owner == Some(turn);
    let mut lands = rules.map.all().into_iter().filter(holds);
    let pair = lands.clone().find_map(|from| {
        let ahead = rules.map.crossings(from).into_iter().find(holds);
        ahead.map(|to| (from, to))
    });
    // With no two neighbours to move between, there is nothing to move.
    guess.occupying = pair.or_else(|| lands.next().map(|only| (only, only)));
}

/// Who is where out of sight, and how strong: as public totals allow, and as it was last seen.
struct ArmyGuesser<'a> {
    rules: &'a Rules,
    view: &'a View,
    chance: &'a mut Chance,
    /// Territories of each seat that are out of sight and not placed yet, and then neutral ones.
    missing: [u32; MOST_SEATS + 1],
    /// Troops of each seat that are out of sight.
    troops: [u32; MOST_SEATS],
}

const NEUTRAL: usize = MOST_SEATS;

impl ArmyGuesser<'_> {
    fn new<'a>(rules: &'a Rules, view: &'a View, chance: &'a mut Chance) -> ArmyGuesser<'a> {
        let mut missing = [0; MOST_SEATS + 1];
        let mut troops = [0; MOST_SEATS];
        for score in &view.scoreboard {
            missing[score.seat.index()] = score.territories;
            troops[score.seat.index()] = score.troops;
        }
        missing[NEUTRAL] = (rules.map.len() as u32).saturating_sub(missing.iter().sum());
        for land in &view.lands {
            let Land::Seen { owner, troops: there } = *land else { continue };
            let at = owner.map_or(NEUTRAL, Seat::index);
            missing[at] = missing[at].saturating_sub(1);
            if let Some(total) = owner.and_then(|owner| troops.get_mut(owner.index())) {
                *total = total.saturating_sub(there);
            }
        }
        ArmyGuesser { rules, view, chance, missing, troops }
    }

    /// Whether everybody's troops found room.
    fn place(mut self, lands: &mut [LandGuess]) -> bool {
        let mut hidden = Vec::with_capacity(lands.len());
        for (place, known) in (0u8..).map(Territory).zip(&self.view.lands) {
            match *known {
                Land::Seen { owner, troops } => {
                    (lands[place.index()].owner, lands[place.index()].troops) = (owner, troops);
                }
                Land::Remembered { .. } | Land::Unknown => hidden.push(place),
            }
        }
        self.chance.shuffle(&mut hidden);
        let mut open = TerritorySet::EMPTY;
        for &place in &hidden {
            match self.recalled(place) {
                Some(owner) => lands[place.index()].owner = owner,
                None => open = open.with(place),
            }
        }
        for &place in &hidden {
            if !open.contains(place) {
                continue;
            }
            let owner = self.likely(place, open, lands);
            lands[place.index()].owner = owner;
            open = open.without(place);
        }
        self.garrison(&hidden, lands) && self.can_deploy(lands)
    }

    /// Whether the seat at turn has room for the troops that it is still deploying, if it is.
    fn can_deploy(&self, lands: &[LandGuess]) -> bool {
        let turn = self.view.turn.filter(|_| self.view.phase == Some(PhaseName::Deploy));
        let has_room = |place: Territory| {
            let land = &lands[place.index()];
            land.owner == turn && land.troops < self.rules.map.most(place)
        };
        turn.is_none() || self.rules.map.all().into_iter().any(has_room)
    }

    /// The owner who was last seen there, if that is still likely and possible.
    fn recalled(&mut self, place: Territory) -> Option<Option<Seat>> {
        let Land::Remembered { owner, round, .. } = self.view.lands[place.index()] else {
            return None;
        };
        let age = self.view.round.0.saturating_sub(round.0).min(6);
        let at = owner.map_or(NEUTRAL, Seat::index);
        let unchanged = (0..age).all(|_| self.chance.below(CHANGES) > 0);
        if !unchanged || self.missing[at] == 0 {
            return None;
        }
        self.missing[at] -= 1;
        Some(owner)
    }

    /// Somebody with territories that are not placed yet, most likely a neighbour.
    fn likely(
        &mut self,
        place: Territory,
        open: TerritorySet,
        lands: &[LandGuess],
    ) -> Option<Seat> {
        let mut weights = self.missing.map(u64::from);
        for near in self.rules.map.near(place).minus(open) {
            let at = lands[near.index()].owner.map_or(NEUTRAL, Seat::index);
            weights[at] *= 3;
        }
        let mut n = self.chance.below(weights.iter().sum::<u64>().max(1));
        for (at, &weight) in weights.iter().enumerate() {
            if n < weight {
                self.missing[at] -= 1;
                return (at != NEUTRAL).then_some(Seat(at as u8));
            }
            n -= weight;
        }
        None
    }

    /// One troop everywhere, and the rest in armies, rather at borders.
    fn garrison(&mut self, hidden: &[Territory], lands: &mut [LandGuess]) -> bool {
        let neutral = self.rules.numbers().neutral_troops;
        for &place in hidden {
            let owner = lands[place.index()].owner;
            let recalled = match self.view.lands[place.index()] {
                Land::Remembered { owner: then, troops, .. } if then == owner => Some(troops),
                _ => None,
            };
            let troops = match owner {
                None => recalled.unwrap_or(neutral),
                Some(owner) => {
                    let left = &mut self.troops[owner.index()];
                    *left = left.saturating_sub(1);
                    1
                }
            };
            lands[place.index()].troops = troops.clamp(1, self.rules.map.most(place));
        }
        let mut fits = true;
        for seat in Seat::all(self.rules.seats()) {
            fits &= self.muster(seat, hidden, lands);
        }
        fits
    }

    fn muster(&mut self, seat: Seat, hidden: &[Territory], lands: &mut [LandGuess]) -> bool {
        let map = &self.rules.map;
        let foreign = |place: &Territory| lands[place.index()].owner != Some(seat);
        let weight = |place: Territory| {
            let border = map.near(place).into_iter().any(|near| foreign(&near));
            let recalled = match self.view.lands[place.index()] {
                Land::Remembered { owner, troops, .. } if owner == Some(seat) => troops.min(30),
                _ => 2,
            };
            u64::from(recalled) * if border { 3 } else { 1 }
        };
        let own: Vec<(Territory, u64)> = hidden
            .iter()
            .filter(|&place| !foreign(place))
            .map(|&place| (place, weight(place)))
            .collect();
        let mut left = self.troops[seat.index()];
        let chunk = (left / 5).max(1);
        while left > 0 {
            let room =
                |place: Territory| map.most(place).saturating_sub(lands[place.index()].troops);
            let open = || own.iter().filter(|&&(place, _)| room(place) > 0);
            let total: u64 = open().map(|&(_, weight)| weight).sum();
            let Some(&(first, _)) = own.first() else { return false };
            if total == 0 {
                lands[first.index()].troops += left;
                return false;
            }
            let mut n = self.chance.below(total);
            let drawn = open().find(|&&(_, weight)| {
                let found = n < weight;
                n = n.saturating_sub(weight);
                found
            });
            let place = drawn.map_or(first, |&(place, _)| place);
            let troops = chunk.min(left).min(room(place));
            lands[place.index()].troops += troops;
            left -= troops;
        }
        true
    }
}
