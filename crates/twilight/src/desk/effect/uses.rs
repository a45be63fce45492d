//! Every ability and card that a player might try to use, legal or not.

use parley::Seat;

use crate::ability::Ability;
use crate::ability::traits::Trait;
use crate::ability::usage::{Parameter, ParameterKind, Use};
use crate::desk::command::{Command, Invocation};
use crate::desk::effect::{Effect, Given, Hand};
use crate::desk::state::DeskState;
use crate::table::goods::{Bundle, Fragments};
use crate::table::hand::Note;
use crate::table::price;

/// One fragment of each kind.
const ONE_OF_EACH: [Fragments; 4] = [
    Fragments { cultural: 1, ..Fragments::NONE },
    Fragments { hazardous: 1, ..Fragments::NONE },
    Fragments { industrial: 1, ..Fragments::NONE },
    Fragments { unknown: 1, ..Fragments::NONE },
];

pub(crate) fn candidates(state: &DeskState, seat: Seat, list: &mut Vec<Command>) {
    let effects = Use::effects().flat_map(|which| effects(state, seat, which));
    list.extend(effects.map(|effect| Command::Use { effect }));
    for with in state.table.seats().filter(|other| *other != seat) {
        list.extend(invocations().map(|power| Command::Invoke { with, power }));
    }
    answers(state, seat, list);
}

fn invocations() -> impl Iterator<Item = Invocation> {
    let abilities = Ability::all().filter(|it| it.has(Trait::OpensATransaction));
    abilities.map(Invocation::Ability).chain([Invocation::BlackMarketDealings])
}

/// A use with every possible value of each of its fields.
fn effects(state: &DeskState, seat: Seat, which: Use) -> Vec<Effect> {
    let mut all = vec![Effect { which, given: Vec::new() }];
    for asked in &which.spec.fields {
        let answers = given(state, seat, *asked);
        let with = |effect: Effect| {
            answers.iter().map(move |more| {
                let given = effect.given.iter().chain([more]).cloned().collect();
                Effect { which, given }
            })
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

fn given(state: &DeskState, seat: Seat, asked: Parameter) -> Vec<Given> {
    match asked.kind {
        ParameterKind::Seat => {
            let seats = state.table.seats().filter(|it| asked.own || *it != seat);
            seats.map(Given::Seat).collect()
        }
        ParameterKind::Pair => {
            let pairs = state.exchanged.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
            pairs.map(|(a, b)| Given::Pair(a, b)).collect()
        }
        ParameterKind::Note => state.table.notes.in_hand(seat).map(Given::Note).collect(),
        ParameterKind::Hand => Hand::ALL.map(Given::Hand).to_vec(),
        ParameterKind::Unit => price::units().map(|unit| Given::Unit(unit.to_owned())).collect(),
        ParameterKind::Fragment => ONE_OF_EACH.map(Given::Fragment).to_vec(),
    }
}

/// What others demand of this player, and the hands that are revealed to it.
fn answers(state: &DeskState, seat: Seat, list: &mut Vec<Command>) {
    let notes: Vec<Note> = state.table.notes.in_hand(seat).collect();
    for (to, _) in state.demands.iter().filter(|(_, from)| *from == seat) {
        let gifts = notes.iter().map(|note| Bundle::note(*note));
        list.extend(gifts.map(|goods| Command::Give { to: *to, goods }));
    }
    let waived = state.demands.iter().chain(&state.takings).filter(|(by, _)| *by == seat);
    list.extend(waived.map(|(_, from)| Command::Waive { from: *from }));
    for (_, from) in state.takings.iter().filter(|(by, _)| *by == seat) {
        let cards = state.table.player(*from).action_cards.iter().flatten();
        list.extend(cards.map(|card| Command::Take { from: *from, card: card.clone() }));
    }
}
