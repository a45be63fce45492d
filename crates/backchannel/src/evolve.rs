//! Applies events. There is no rule here: every choice was made when the event was decided.

use parley::{Round, Seat, SeatSet};

use crate::Agreement;
use crate::event::Event;
use crate::fog;
use crate::lockout::{LockoutCause, lock_out};
use crate::map::{Map, Territory};
use crate::settings::MOST_SEATS;
use crate::state::{Offer, Pending, Phase, Queued, State};
use crate::treaty::{Treaty, sides};

pub(crate) fn evolve(map: &Map, state: &mut State, event: &Event) {
    match *event {
        Event::RoundStarted { round } => state.round = round,
        Event::TurnStarted { seat } => {
            state.turn = seat;
            state.phase = Phase::Deploy { left: 0 };
        }
        Event::Faded { seat } => fade(state, seat),
        Event::Fizzled { seat, .. } => state.seat_mut(seat).queued = None,
        Event::TrapSet { seat, on, strength } => {
            state.seat_mut(seat).queued = None;
            state.land_mut(on).trap = strength;
        }
        Event::Fortified { seat, on, dice } => {
            state.seat_mut(seat).queued = None;
            state.land_mut(on).fortified = dice;
        }
        Event::ReconOpened { seat, recon } => {
            let seat = state.seat_mut(seat);
            seat.queued = None;
            seat.recon = Some(recon);
        }
        Event::Sabotaged { seat, by, troops } => {
            state.seat_mut(by).queued = None;
            state.seat_mut(seat).sabotage += u32::from(troops);
        }
        Event::Mustered { seat, cards } => {
            let seat = state.seat_mut(seat);
            seat.queued = None;
            seat.muster = cards;
        }
        Event::Reinforcements { seat, troops, debt } => {
            let seat = state.seat_mut(seat);
            seat.queued = None;
            seat.bonus += troops;
            seat.maturing += debt;
        }
        Event::Betrayed { by, treaty, marked_until } => {
            end_treaty(state, &treaty);
            let seat = state.seat_mut(by);
            seat.queued = None;
            seat.betrayals += 1;
            seat.traitor_until = seat.traitor_until.max(marked_until);
        }
        Event::Reshuffled => {
            let discards = std::mem::take(&mut state.discards);
            state.deck.add_all(discards.iter());
        }
        Event::Drew { seat, card } => {
            state.spun += 1;
            state.deck.remove(card);
            let seat = state.seat_mut(seat);
            // The draw of a gamble is the last thing its action does.
            seat.queued = None;
            seat.hand.add(card);
            seat.held += 1;
        }
        Event::DeployCounted { seat, count } => {
            state.phase = match count.total {
                0 => Phase::Attack,
                left => Phase::Deploy { left },
            };
            let seat = state.seat_mut(seat);
            seat.bonus = 0;
            seat.sabotage = 0;
            seat.muster = 0;
            seat.conquered = false;
            seat.debt = seat.debt - count.repaid + std::mem::take(&mut seat.maturing);
        }
        Event::Deployed { seat, to, troops } => {
            place(state, seat, to, troops);
            if let Phase::Deploy { left } = state.phase {
                state.phase = if left > troops {
                    Phase::Deploy { left: left - troops }
                } else {
                    Phase::Attack
                };
            }
        }
        Event::TrapSprung { attacker, owner, from, to, lost, .. } => {
            state.land_mut(to).trap = 0;
            note_attack(state, attacker, owner);
            remove(state, attacker, from, lost);
        }
        Event::Fought { battle } => {
            state.spun += 1;
            remove(state, battle.attacker, battle.from, battle.attacker_lost);
            match battle.defender {
                Some(defender) => {
                    remove(state, defender, battle.to, battle.defender_lost);
                    note_attack(state, battle.attacker, defender);
                }
                None => state.land_mut(battle.to).troops -= battle.defender_lost,
            }
        }
        Event::Conquered { by, from, to, loser, moved } => {
            conquer(map, state, by, to, loser);
            shift(state, from, to, moved);
            state.phase = Phase::Occupy { from, to, moved };
        }
        Event::Bounty { seat, troops } => state.seat_mut(seat).bonus += troops,
        Event::Occupied { from, to, troops, .. } => {
            shift(state, from, to, troops);
            state.phase = Phase::Attack;
        }
        Event::AttackEnded { .. } => state.phase = Phase::Reinforce,
        Event::Reinforced { from, to, troops, .. } => shift(state, from, to, troops),
        Event::TurnEnded { seat } => {
            state.phase = Phase::Window;
            state.seat_mut(seat).windows += 1;
        }
        Event::Proposed { from, to, number, card, slots, against, expires } => {
            let seat = state.seat_mut(from);
            seat.hand.remove(card);
            seat.hand.remove_all(slots.iter());
            seat.offers_made[to.index()] = number;
            seat.offers[to.index()] = Some(Offer { number, card, slots, against, expires });
        }
        Event::Played { seat, card, action } => {
            discard(state, seat, [card]);
            state.seat_mut(seat).queued = Some(action);
        }
        Event::Gambled { seat, cards } => {
            discard(state, seat, cards.iter());
            state.seat_mut(seat).queued = Some(Queued::Gamble);
        }
        Event::Passed { .. } => {}
        Event::Accepted { from, to, filled, .. } => accept(state, from, to, filled),
        Event::Declined { from, to, .. } => {
            unlock(state, from, to);
            lock_out(state, from, to, LockoutCause::Decline);
        }
        Event::Lapsed { from, to, .. } | Event::Voided { from, to, .. } => unlock(state, from, to),
        Event::Undone { from, to, number } => {
            if let Some(deal) = take_pending(state, from, to, number) {
                state.seat_mut(from).hand.add(deal.offer.card);
                state.seat_mut(from).hand.add_all(deal.offer.slots.iter());
                state.seat_mut(to).hand.add_all(deal.filled.iter());
            }
        }
        Event::Activated { from, to, number, deal } => {
            spend_pending(state, from, to, number);
            state.seat_mut(to).bonus += deal.to_recipient;
            state.seat_mut(from).bonus += deal.to_proposer;
            if let Some(ends) = deal.ends {
                let sides = sides(from, to);
                let (agreement, against) = (deal.agreement, deal.against);
                begin_treaty(state, Treaty { agreement, sides, against, ends });
            }
        }
        Event::TreatyEnded { treaty } => end_treaty(state, &treaty),
        Event::Signalled { from, to, number, signal } => {
            let round = state.round;
            match to {
                Some(to) => {
                    let channel = &mut state.seat_mut(from).channels[to.index()];
                    channel.number = number;
                    channel.spent = round;
                    (channel.reacted, channel.reaction) = (false, None);
                    channel.last = Some(signal);
                    state.seat_mut(to).channels[from.index()].spent = Round::NEVER;
                }
                None => {
                    let broadcast = &mut state.seat_mut(from).broadcast;
                    broadcast.number = number;
                    broadcast.spent = round;
                    broadcast.reacted = SeatSet::EMPTY;
                    broadcast.last = Some(signal);
                }
            }
        }
        Event::Reacted { by, signal, reaction } => {
            let sender = state.seat_mut(signal.from);
            if signal.public {
                sender.broadcast.reacted = sender.broadcast.reacted.with(by);
            } else {
                let channel = &mut sender.channels[by.index()];
                (channel.reacted, channel.reaction) = (true, Some(reaction));
                channel.spent = Round::NEVER;
            }
        }
        Event::Eliminated { seat, .. } => {
            state.living = state.living.without(seat);
            let seat = state.seat_mut(seat);
            seat.queued = None;
            seat.recon = None;
            (seat.bonus, seat.debt, seat.maturing, seat.sabotage) = (0, 0, 0, 0);
        }
        Event::Inherited { by, from, card } => {
            state.spun += 1;
            let loser = state.seat_mut(from);
            loser.hand.remove(card);
            loser.held -= 1;
            let heir = state.seat_mut(by);
            heir.hand.add(card);
            heir.held += 1;
        }
        Event::HandDiscarded { seat } => {
            let hand = state.seat(seat).hand;
            discard(state, seat, hand.iter());
        }
        Event::GameOver { outcome } => {
            state.phase = Phase::Over;
            state.outcome = Some(outcome);
        }
    }
}

fn place(state: &mut State, seat: Seat, on: Territory, troops: u32) {
    state.land_mut(on).troops += troops;
    state.seat_mut(seat).troops += troops;
}

fn remove(state: &mut State, seat: Seat, from: Territory, troops: u32) {
    state.land_mut(from).troops -= troops;
    state.seat_mut(seat).troops -= troops;
}

fn shift(state: &mut State, from: Territory, to: Territory, troops: u32) {
    state.land_mut(from).troops -= troops;
    state.land_mut(to).troops += troops;
}

fn note_attack(state: &mut State, attacker: Seat, defender: Seat) {
    let round = state.round;
    state.seat_mut(defender).attacked_in[attacker.index()] = round;
}

fn conquer(map: &Map, state: &mut State, by: Seat, to: Territory, loser: Option<Seat>) {
    let land = state.land_mut(to);
    land.owner = Some(by);
    land.trap = 0;
    land.fortified = 0;
    let winner = state.seat_mut(by);
    winner.lands = winner.lands.with(to);
    winner.eyes = winner.eyes.or(map.near(to)).with(to);
    winner.conquered = true;
    if let Some(loser) = loser {
        let loser = state.seat_mut(loser);
        loser.lands = loser.lands.without(to);
        loser.eyes = fog::eyes(map, loser.lands);
    }
}

fn fade(state: &mut State, seat: Seat) {
    for territory in state.seat(seat).lands {
        state.land_mut(territory).fortified = 0;
    }
    state.seat_mut(seat).recon = None;
}

fn discard(state: &mut State, seat: Seat, cards: impl IntoIterator<Item = crate::Card>) {
    for card in cards {
        state.discards.add(card);
        let seat = state.seat_mut(seat);
        seat.hand.remove(card);
        seat.held -= 1;
    }
}

fn unlock(state: &mut State, from: Seat, to: Seat) {
    let seat = state.seat_mut(from);
    if let Some(offer) = seat.offers[to.index()].take() {
        seat.hand.add(offer.card);
        seat.hand.add_all(offer.slots.iter());
    }
}

fn accept(state: &mut State, from: Seat, to: Seat, filled: crate::Slots) {
    state.seat_mut(to).hand.remove_all(filled.iter());
    if let Some(offer) = state.seat_mut(from).offers[to.index()].take() {
        state.pending.push(Pending { from, to, offer, filled });
    }
    lock_out(state, from, to, LockoutCause::Deal);
    lock_out(state, to, from, LockoutCause::Deal);
}

fn take_pending(state: &mut State, from: Seat, to: Seat, number: u16) -> Option<Pending> {
    let at = state
        .pending
        .iter()
        .position(|deal| (deal.from, deal.to, deal.offer.number) == (from, to, number))?;
    Some(state.pending.remove(at))
}

fn spend_pending(state: &mut State, from: Seat, to: Seat, number: u16) {
    let Some(deal) = take_pending(state, from, to, number) else { return };
    state.discards.add(deal.offer.card);
    state.discards.add_all(deal.offer.slots.iter());
    state.discards.add_all(deal.filled.iter());
    state.seat_mut(from).held -= 1 + deal.offer.slots.len() as u8;
    state.seat_mut(to).held -= deal.filled.len() as u8;
}

pub(crate) fn begin_treaty(state: &mut State, treaty: Treaty) {
    match state.treaties.iter_mut().find(|old| treaty.renews(old)) {
        Some(old) => old.ends = old.ends.max(treaty.ends),
        None => state.treaties.push(treaty),
    }
    if treaty.agreement == Agreement::Ceasefire {
        state.seat_mut(treaty.sides.0).ceasefires += 1;
        state.seat_mut(treaty.sides.1).ceasefires += 1;
    }
    index_treaties(state);
}

fn end_treaty(state: &mut State, treaty: &Treaty) {
    state.treaties.retain(|other| !treaty.renews(other));
    index_treaties(state);
}

/// Recomputes the cached sets of treaty partners.
pub(crate) fn index_treaties(state: &mut State) {
    for seat in Seat::all(MOST_SEATS) {
        let partners = |agreement| -> SeatSet {
            let bound = state.treaties.iter().filter(|treaty| treaty.agreement == agreement);
            bound.filter_map(|treaty| treaty.partner(seat)).collect()
        };
        let (truces, intel, passage) = (
            partners(Agreement::Ceasefire),
            partners(Agreement::IntelPact),
            partners(Agreement::SafePassage),
        );
        let seat = state.seat_mut(seat);
        (seat.truces, seat.intel, seat.passage) = (truces, intel, passage);
    }
}
