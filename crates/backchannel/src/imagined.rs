//! Games as a seat imagines them: what its view shows, and a guess at everything that it does not.

use std::sync::Arc;

use parley::{Round, Seat, SeatSet, Seed};
use thiserror::Error;

use crate::Agreement;
use crate::Game;
use crate::card::Cards;
use crate::evolve;
use crate::fog::{self, Glimpse, Memory};
use crate::garrison;
use crate::lockout::LockoutCause;
use crate::map::Territory;
use crate::refusal::PhaseName;
use crate::settings::Rules;
use crate::setup;
use crate::state::{Offer, Pending, Queued, Recon, State, TurnPhase};
use crate::treaty::{Treaty, sides};
use crate::view::{Land, Own, Proposal, View};

/// A guess at what a view does not show. Where the view does show it, the guess is not used.
///
/// Open proposals between other seats, and deals that they are about to carry out, are not guessed: there are none.
#[derive(Clone, Debug, Default)]
pub struct Guess {
    /// Every territory, in map order.
    pub lands: Vec<LandGuess>,
    /// Every seat, in order.
    pub seats: Vec<SeatGuess>,
    /// The cards in the deck; what nobody holds otherwise was discarded.
    pub deck: Cards,
    /// The troops that the seat at turn has left to deploy.
    pub deploy: u32,
    /// The conquest for which the seat at turn decides on a garrison: from where, to where.
    pub occupying: Option<(Territory, Territory)>,
    /// The agreements in force between others, with the ceasefires that everybody knows of.
    pub treaties: Vec<Treaty>,
}

/// A guess at a territory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LandGuess {
    pub owner: Option<Seat>,
    pub troops: u32,
    /// The strength of its trap; 0 if there is none. The view only tells which own territories have one.
    pub trap: u16,
    /// The dice of its fortification; 0 if there is none.
    pub fortified: u8,
}

/// A guess at a seat. Of the viewer itself only `sabotage` and `conquered` are unknown.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct SeatGuess {
    /// The cards that are not locked in a deal with the viewer.
    pub hand: Cards,
    pub bonus: u32,
    pub debt: u32,
    /// What its next deploy loses.
    pub sabotage: u32,
    /// Whether it conquered anything in its current or last turn.
    pub conquered: bool,
    pub queued: Option<Queued>,
    pub recon: Option<Recon>,
}

/// Why a guess does not fit a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GuessError {
    #[error("only a seat of a game in play can imagine it")]
    NoSeat,
    #[error("the guess is for another table")]
    OtherTable,
    #[error("{0} holds another number of territories")]
    Lands(Seat),
    #[error("{0} has another number of troops")]
    Troops(Seat),
    #[error("{0} holds another number of cards")]
    Hand(Seat),
    #[error("there are not that many cards of a kind")]
    Cards,
    #[error("the ceasefires between others are not those of the view")]
    Ceasefires,
    #[error("{0} has no room for the troops that it is deploying")]
    NoRoom(Seat),
}

impl Game {
    /// A game that looks to its viewer as `view` does. Everything that the viewer may not know comes from `guess`, and
    /// all chance from `seed`.
    ///
    /// # Errors
    /// If the guess contradicts the view.
    pub fn imagined(
        rules: Arc<Rules>,
        view: &View,
        guess: &Guess,
        seed: Seed,
    ) -> Result<Game, GuessError> {
        let own = view.own.as_ref().filter(|_| view.outcome.is_none()).ok_or(GuessError::NoSeat)?;
        let fits = view.lands.len() == rules.map.len() && view.scoreboard.len() == rules.seats();
        if !fits || guess.lands.len() != rules.map.len() || guess.seats.len() != rules.seats() {
            return Err(GuessError::OtherTable);
        }
        let state = setup::bare(&rules, seed);
        let mut maker = Maker { rules: &rules, view, own, guess, state, memory: Memory::new() };
        maker.set_lands();
        maker.set_seats();
        maker.set_moment()?;
        maker.set_deals();
        maker.set_treaties()?;
        maker.set_talk();
        maker.set_cards()?;
        maker.check_totals()?;
        maker.remember();
        let (state, memory) = (maker.state, maker.memory);
        Ok(Game::at(rules, state, memory))
    }
}

struct Maker<'a> {
    rules: &'a Rules,
    view: &'a View,
    own: &'a Own,
    guess: &'a Guess,
    state: State,
    memory: Memory,
}

impl Maker<'_> {
    fn set_lands(&mut self) {
        let places = self.rules.map.all().into_iter();
        for ((place, known), guess) in places.zip(&self.view.lands).zip(&self.guess.lands) {
            let (owner, troops) = match *known {
                Land::Seen { owner, troops } => (owner, troops),
                Land::Remembered { .. } | Land::Unknown => (guess.owner, guess.troops),
            };
            let mine = owner == Some(self.own.seat);
            let defended = |known: bool, strength: u16| match mine {
                true => u16::from(known) * strength.max(1),
                false => strength * u16::from(owner.is_some()),
            };
            let land = self.state.land_mut(place);
            (land.owner, land.troops) = (owner, troops);
            land.trap = defended(self.own.traps.contains(place), guess.trap);
            let dice = defended(self.own.fortified.contains(place), guess.fortified.into());
            land.fortified = dice as u8;
            if let Some(owner) = owner.filter(|owner| owner.index() < self.rules.seats()) {
                let seat = self.state.seat_mut(owner);
                seat.lands = seat.lands.with(place);
                seat.troops += troops;
            }
        }
    }

    fn set_seats(&mut self) {
        let round = self.view.round;
        self.state.living = SeatSet::EMPTY;
        for (score, guess) in self.view.scoreboard.iter().zip(&self.guess.seats) {
            if score.is_in {
                self.state.living = self.state.living.with(score.seat);
            }
            let seat = self.state.seat_mut(score.seat);
            seat.eyes = fog::eyes(&self.rules.map, seat.lands);
            seat.held = score.cards as u8;
            seat.traitor_until = score.traitor_until.unwrap_or(Round::NEVER);
            (seat.ceasefires, seat.betrayals) = (score.ceasefires, score.betrayals);
            // How many windows a seat has had does not matter by itself.
            seat.windows = round.0;
            (seat.sabotage, seat.conquered) = (guess.sabotage, guess.conquered);
            if score.seat == self.own.seat {
                (seat.hand, seat.bonus, seat.debt) =
                    (self.own.hand, self.own.bonus, self.own.debt.due);
                (seat.queued, seat.recon) = (self.own.queued, self.own.recon);
            } else if score.is_in {
                (seat.hand, seat.bonus, seat.debt) = (guess.hand, guess.bonus, guess.debt);
                (seat.queued, seat.recon) = (guess.queued, guess.recon);
            }
        }
    }

    fn set_moment(&mut self) -> Result<(), GuessError> {
        let (turn, phase) = self.view.turn.zip(self.view.phase).ok_or(GuessError::NoSeat)?;
        let my_turn = turn == self.own.seat;
        self.state.round = self.view.round;
        self.state.turn = turn;
        self.state.phase = match phase {
            PhaseName::Deploy if my_turn => TurnPhase::Deploy { left: self.own.deploy },
            PhaseName::Deploy => {
                let room = garrison::room(self.rules, &self.state, self.state.seat(turn).lands);
                let left = self.guess.deploy.max(1).min(room);
                (left > 0).then_some(TurnPhase::Deploy { left }).ok_or(GuessError::NoRoom(turn))?
            }
            PhaseName::Attack => TurnPhase::Attack,
            PhaseName::Occupy => {
                let way = if my_turn { self.own.occupying } else { self.guess.occupying };
                let (from, to) = way.ok_or(GuessError::OtherTable)?;
                // Whoever is in a conquest before it is occupied has moved in with the last roll.
                let moved = self.state.land(to).troops;
                TurnPhase::Occupy { from, to, moved }
            }
            PhaseName::Reinforce => TurnPhase::Reinforce,
            PhaseName::Window => TurnPhase::Window,
        };
        Ok(())
    }

    fn set_deals(&mut self) {
        for sent in self.own.sent.iter().chain(&self.own.received) {
            let from = self.state.seat_mut(sent.id.from);
            from.offers[sent.to.index()] = Some(offer(sent));
            from.offers_made[sent.to.index()] = sent.id.number;
        }
        for deal in &self.own.pending {
            let made = &mut self.state.seat_mut(deal.id.from).offers_made[deal.to.index()];
            *made = deal.id.number.max(*made);
            let filled = deal.filled.unwrap_or(crate::Slots::NONE);
            let pending = Pending { from: deal.id.from, to: deal.to, offer: offer(deal), filled };
            self.state.pending.push(pending);
        }
        let me = self.own.seat;
        for lockout in &self.own.lockouts {
            let declined = lockout.after == LockoutCause::Decline;
            self.close(me, lockout.with, lockout.windows);
            if declined {
                let seat = self.state.seat_mut(me);
                seat.declined_by = seat.declined_by.with(lockout.with);
            } else {
                // A deal closes the windows of both sides.
                self.close(lockout.with, me, lockout.windows);
            }
        }
    }

    fn close(&mut self, seat: Seat, with: Seat, windows: u16) {
        let in_window = self.state.turn == seat && self.state.phase == TurnPhase::Window;
        let seat = self.state.seat_mut(seat);
        let next = seat.windows + u16::from(!in_window);
        seat.open_from[with.index()] = next + windows;
    }

    fn set_treaties(&mut self) -> Result<(), GuessError> {
        let me = self.own.seat;
        let others = self.guess.treaties.iter().filter(|treaty| !treaty.concerns(me));
        let known = self.own.treaties.iter().chain(others);
        self.state.treaties.extend(known.copied().take(self.state.treaties.remaining_capacity()));
        evolve::index_treaties(&mut self.state);
        let truced = |treaty: &&Treaty| treaty.agreement == Agreement::Ceasefire;
        let mut truces: Vec<(Seat, Seat)> =
            self.state.treaties.iter().filter(truced).map(|treaty| treaty.sides).collect();
        truces.sort_unstable();
        if truces == self.view.truces { Ok(()) } else { Err(GuessError::Ceasefires) }
    }

    fn set_talk(&mut self) {
        let (me, round) = (self.own.seat, self.view.round);
        let silent = self.state.living.without(me).minus(self.own.may_signal);
        for to in silent {
            self.state.seat_mut(me).channels[to.index()].spent = round;
        }
        if !self.own.may_broadcast {
            self.state.seat_mut(me).broadcast.spent = round;
        }
        for heard in &self.own.heard {
            let sender = self.state.seat_mut(heard.id.from);
            if heard.id.public {
                sender.broadcast.number = heard.id.number;
                sender.broadcast.last = Some(heard.signal);
                if heard.reacted {
                    sender.broadcast.reacted = sender.broadcast.reacted.with(me);
                }
            } else {
                let channel = &mut sender.channels[me.index()];
                channel.number = heard.id.number;
                channel.last = Some(heard.signal);
                channel.reacted = heard.reacted;
            }
        }
        let mine = self.state.seat_mut(me);
        for known in &self.own.reactions {
            let channel = &mut mine.channels[known.by.index()];
            (channel.number, channel.reacted) = (known.number, true);
            channel.reaction = Some(known.reaction);
        }
        for &(by, round) in &self.own.attackers {
            mine.attacked_in[by.index()] = round;
        }
    }

    /// The deck is as guessed, and the discards are what is left of all cards.
    fn set_cards(&mut self) -> Result<(), GuessError> {
        let mut rest = self.rules.cards.deck();
        let mut take = |cards: &Cards| {
            let there = rest.contains_all(cards.iter());
            if there {
                rest.remove_all(cards.iter());
            }
            there.then_some(()).ok_or(GuessError::Cards)
        };
        for seat in Seat::all(self.rules.seats()) {
            let (hand, locked) =
                (self.state.seat(seat).hand, crate::ending::locked(&self.state, seat));
            take(&hand)?;
            take(&locked)?;
            if hand.total() + locked.total() != u32::from(self.state.seat(seat).held) {
                return Err(GuessError::Hand(seat));
            }
        }
        take(&self.guess.deck)?;
        self.state.deck = self.guess.deck;
        self.state.discards = rest;
        Ok(())
    }

    fn check_totals(&self) -> Result<(), GuessError> {
        for score in &self.view.scoreboard {
            let seat = self.state.seat(score.seat);
            if seat.lands.len() as u32 != score.territories {
                return Err(GuessError::Lands(score.seat));
            }
            if seat.troops != score.troops {
                return Err(GuessError::Troops(score.seat));
            }
        }
        Ok(())
    }

    /// The viewer remembers what its view says; the others remember what they do not see as it is.
    fn remember(&mut self) {
        if !self.rules.settings().fog {
            return;
        }
        let me = self.own.seat;
        for (place, known) in self.rules.map.all().into_iter().zip(&self.view.lands) {
            if let Land::Remembered { owner, troops, round } = *known {
                self.memory.set(me, place, Glimpse { troops, round, owner });
            }
            let land = *self.state.land(place);
            let glimpse =
                Glimpse { troops: land.troops, round: self.view.round, owner: land.owner };
            for other in self.state.living.without(me) {
                self.memory.set(other, place, glimpse);
            }
        }
    }
}

fn offer(proposal: &Proposal) -> Offer {
    let Proposal { id, card, slots, against, expires, .. } = *proposal;
    Offer { number: id.number, card, slots, against, expires }
}

/// A ceasefire between two seats that is known to be in force, with a guess at its end.
pub fn ceasefire((a, b): (Seat, Seat), ends: Round) -> Treaty {
    Treaty { agreement: Agreement::Ceasefire, sides: sides(a, b), against: None, ends }
}
