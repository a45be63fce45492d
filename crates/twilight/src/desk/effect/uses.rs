//! What abilities and cards of table H1 a player might use: everything that could be meant, right or wrong.

use parley::Seat;

use crate::ability::Ability;
use crate::desk::command::{Command, Invocation};
use crate::desk::effect::{Effect, Hand};
use crate::desk::state::State;
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

pub(crate) fn candidates(state: &State, seat: Seat, list: &mut Vec<Command>) {
    let mut effects = vec![
        Effect::CarthGains,
        Effect::Voidwatch,
        Effect::TheOracle,
        Effect::VisionariaSelect,
        Effect::XanderAlexinVictori { of: seat },
    ];
    effects
        .extend([Hand::Notes, Hand::ActionCards, Hand::Secrets].map(|hand| Effect::SoAta { hand }));
    let notes: Vec<Note> = state.table.notes.in_hand(seat).collect();
    effects.extend(notes.iter().map(|note| Effect::Mindsieve { note: *note }));
    effects.extend(notes.iter().map(|note| Effect::Research { note: *note }));
    let pair = state.exchanged.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
    effects.extend(pair.map(|of| Effect::LieInWait { of }));
    for other in state.table.seats().filter(|other| *other != seat) {
        against(other, &mut effects);
        let abilities = [Ability::TemporalCommandSuite, Ability::DeepgloomExecutable];
        let powers = abilities.map(Invocation::Ability).into_iter();
        let powers = powers.chain([Invocation::BlackMarketDealings]);
        list.extend(powers.map(|power| Command::Invoke { with: other, power }));
    }
    list.extend(effects.into_iter().map(|effect| Command::Use { effect }));
    answers(state, seat, &notes, list);
}

fn against(other: Seat, effects: &mut Vec<Effect>) {
    effects.extend([
        Effect::CarthReplenishes { of: other },
        Effect::XanderAlexinVictori { of: other },
        Effect::SulaMentarion { from: other },
        Effect::QuantumDatahubNode { with: other },
        Effect::Maban { at: other },
        Effect::Malevolency { to: other },
        Effect::Salvage { from: other },
        Effect::DiplomaticPressure { from: other },
    ]);
    let units = price::units().map(str::to_owned);
    effects.extend(units.map(|unit| Effect::TheStillnessOfStars { of: other, unit }));
    effects.extend(ONE_OF_EACH.map(|fragment| Effect::SeizeArtifact { from: other, fragment }));
}

/// What others demand of this player, and what lies open to it.
fn answers(state: &State, seat: Seat, notes: &[Note], list: &mut Vec<Command>) {
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
