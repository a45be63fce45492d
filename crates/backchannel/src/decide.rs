//! The entry point of every command: who may give it, and when. The rules themselves are in one module per concept.

use parley::Seat;

use crate::combat::{self, Attack, Conquest};
use crate::command::Command;
use crate::draft::Draft;
use crate::event::Event;
use crate::march::{self, Reinforcement};
use crate::proposal::{self, NewOffer};
use crate::refusal::{PhaseName, Refusal};
use crate::settings::Rules;
use crate::state::{State, TurnPhase};
use crate::tactical;
use crate::talk;
use crate::turn;

pub(crate) fn decide(
    rules: &Rules,
    state: &State,
    by: Seat,
    command: &Command,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    check_seat(rules, state, by)?;
    match *command {
        Command::Deploy { to, troops } => match phase(state, by, PhaseName::Deploy)? {
            TurnPhase::Deploy { left } => {
                turn::deploy(rules, state, by, (to, troops), left, events)
            }
            other => Err(wrong(PhaseName::Deploy, other)),
        },
        Command::Attack { from, to, mode } => {
            phase(state, by, PhaseName::Attack)?;
            combat::attack(rules, state, by, Attack { from, to, mode }, events)
        }
        Command::Occupy { troops } => match phase(state, by, PhaseName::Occupy)? {
            TurnPhase::Occupy { from, to, moved } => {
                combat::occupy(rules, state, by, Conquest { from, to, moved }, troops, events)
            }
            other => Err(wrong(PhaseName::Occupy, other)),
        },
        Command::EndAttack => {
            phase(state, by, PhaseName::Attack)?;
            events.push(Event::AttackEnded { seat: by });
            Ok(())
        }
        Command::Reinforce { from, to, troops } => {
            phase(state, by, PhaseName::Reinforce)?;
            march::reinforce(rules, state, by, Reinforcement { from, to, troops }, events)
        }
        Command::EndTurn => {
            phase(state, by, PhaseName::Reinforce)?;
            turn::end(rules, state, by, events);
            Ok(())
        }
        Command::Propose { to, card, slots, against } => {
            let offer = NewOffer { to, card, slots, against };
            in_window(rules, state, by, events, |events| {
                proposal::propose(rules, state, by, offer, events)
            })
        }
        Command::Play { card, target } => in_window(rules, state, by, events, |events| {
            tactical::play(rules, state, by, (card, target), events)
        }),
        Command::Apply { card } => in_window(rules, state, by, events, |events| {
            tactical::apply(rules, state, by, card, events)
        }),
        Command::Gamble { cards } => {
            in_window(rules, state, by, events, |events| tactical::gamble(state, by, cards, events))
        }
        Command::Pass => in_window(rules, state, by, events, |events| {
            events.push(Event::Passed { seat: by });
            Ok(())
        }),
        Command::Accept { proposal, slots } => {
            proposal::accept(rules, state, by, proposal, slots, events)
        }
        Command::Decline { proposal } => proposal::decline(state, by, proposal, events),
        Command::Signal { to, signal } => talk::signal(rules, state, by, to, signal, events),
        Command::React { signal, reaction } => {
            talk::react(rules, state, by, signal, reaction, events)
        }
    }
}

fn check_seat(rules: &Rules, state: &State, by: Seat) -> Result<(), Refusal> {
    if by.index() >= rules.seats() {
        return Err(Refusal::NoSuchSeat);
    }
    if state.outcome.is_some() {
        return Err(Refusal::GameOver);
    }
    if !state.living.contains(by) {
        return Err(Refusal::Out);
    }
    Ok(())
}

/// The phase, if it is `by`'s turn and the phase is the one that the command needs.
fn phase(state: &State, by: Seat, needs: PhaseName) -> Result<TurnPhase, Refusal> {
    if state.turn != by {
        return Err(Refusal::NotYourTurn);
    }
    if name(state.phase) == needs { Ok(state.phase) } else { Err(wrong(needs, state.phase)) }
}

fn wrong(needs: PhaseName, now: TurnPhase) -> Refusal {
    Refusal::WrongPhase { needs, now: name(now) }
}

pub(crate) fn name(phase: TurnPhase) -> PhaseName {
    match phase {
        TurnPhase::Deploy { .. } => PhaseName::Deploy,
        TurnPhase::Attack => PhaseName::Attack,
        TurnPhase::Occupy { .. } => PhaseName::Occupy,
        TurnPhase::Reinforce => PhaseName::Reinforce,
        TurnPhase::Window | TurnPhase::Over => PhaseName::Window,
    }
}

/// The one action of the window, after which the next turn begins (BC-401).
fn in_window(
    rules: &Rules,
    state: &State,
    by: Seat,
    events: &mut Vec<Event>,
    act: impl FnOnce(&mut Vec<Event>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    phase(state, by, PhaseName::Window)?;
    let start = events.len();
    act(events)?;
    turn::advance(&mut Draft::after(rules, state, events, start));
    Ok(())
}
