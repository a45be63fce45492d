//! Signals and reactions: who may say what, and how often (section 7).

use parley::signal::Reaction;
use parley::{Seat, SeatSet};

use crate::command::SignalRef;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::settings::Rules;
use crate::signal::{Signal, Signals};
use crate::state::State;

pub(crate) fn signal(
    rules: &Rules,
    state: &State,
    from: Seat,
    to: Option<Seat>,
    signal: Signal,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    check_on(rules)?;
    if let Some(to) = to {
        check_listener(rules, state, from, to)?;
    }
    let catalogue = Signals::standard().catalogue();
    rules.vocabulary.check(catalogue, from, &signal).map_err(|why| Refusal::BadSignal { why })?;
    let number = match to {
        Some(to) if !may_signal(rules, state, from).contains(to) => {
            return Err(Refusal::PrivateLimit);
        }
        None if !may_broadcast(rules, state, from) => return Err(Refusal::PublicLimit),
        Some(to) => state.seat(from).channels[to.index()].number,
        None => state.seat(from).broadcast.number,
    };
    events.push(Event::Signalled { from, to, number: number.wrapping_add(1), signal });
    Ok(())
}

/// No signal is sent and no reaction given where signals are off (BC-1104).
fn check_on(rules: &Rules) -> Result<(), Refusal> {
    if rules.signals() { Ok(()) } else { Err(Refusal::SignalsOff) }
}

fn check_listener(rules: &Rules, state: &State, from: Seat, to: Seat) -> Result<(), Refusal> {
    if to.index() >= rules.seats() {
        return Err(Refusal::NoSuchSeat);
    }
    if to == from {
        return Err(Refusal::SignalToYourself);
    }
    if !state.living.contains(to) {
        return Err(Refusal::ListenerOut);
    }
    Ok(())
}

/// Whether a seat can still send its public signal of this round.
pub(crate) fn may_broadcast(rules: &Rules, state: &State, seat: Seat) -> bool {
    rules.signals()
        && state.outcome.is_none()
        && state.living.contains(seat)
        && state.seat(seat).broadcast.spent != state.round
}

/// The seats to which a seat can still send its private signal of this round, or send again (BC-703).
pub(crate) fn may_signal(rules: &Rules, state: &State, seat: Seat) -> SeatSet {
    if !rules.signals() || state.outcome.is_some() || !state.living.contains(seat) {
        return SeatSet::EMPTY;
    }
    let channels = &state.seat(seat).channels;
    let unspent = |to: &Seat| channels[to.index()].spent != state.round;
    state.living.without(seat).into_iter().filter(unspent).collect()
}

pub(crate) fn react(
    rules: &Rules,
    state: &State,
    by: Seat,
    signal: SignalRef,
    reaction: Reaction,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    check_on(rules)?;
    match reacted(rules, state, by, signal) {
        None => Err(Refusal::UnknownSignal),
        Some(true) => Err(Refusal::AlreadyReacted),
        Some(false) if !Signals::standard().catalogue().knows_reaction(reaction) => {
            Err(Refusal::NoSuchReaction)
        }
        Some(false) => {
            events.push(Event::Reacted { by, signal, reaction });
            Ok(())
        }
    }
}

/// Whether `by` has reacted to a signal; `None` unless it is the last one that `by` received on its channel.
fn reacted(rules: &Rules, state: &State, by: Seat, signal: SignalRef) -> Option<bool> {
    if signal.from == by || signal.from.index() >= rules.seats() {
        return None;
    }
    let sender = state.seat(signal.from);
    let (last, number, reacted) = if signal.public {
        let broadcast = &sender.broadcast;
        (broadcast.last, broadcast.number, broadcast.reacted.contains(by))
    } else {
        let channel = &sender.channels[by.index()];
        (channel.last, channel.number, channel.reacted)
    };
    (last.is_some() && number == signal.number).then_some(reacted)
}

/// The signals that `by` may react to.
pub(crate) fn reactable(rules: &Rules, state: &State, by: Seat) -> impl Iterator<Item = SignalRef> {
    Seat::all(rules.seats()).filter(move |&from| from != by).flat_map(move |from| {
        let sender = state.seat(from);
        let channel = &sender.channels[by.index()];
        let private = (channel.last.is_some() && !channel.reacted).then_some(SignalRef {
            from,
            public: false,
            number: channel.number,
        });
        let broadcast = &sender.broadcast;
        let public = (broadcast.last.is_some() && !broadcast.reacted.contains(by))
            .then_some(SignalRef { from, public: true, number: broadcast.number });
        private.into_iter().chain(public)
    })
}
