//! Arbitrary commands, sensible or not.

use parley::{Chance, Faith, OfferRef, Seat, SeatSet};

use crate::ability::Ability;
use crate::ability::note::NoteKind;
use crate::ability::usage::{ParameterKind, Use};
use crate::deal::ledger::PromiseRef;
use crate::deal::{Act, Hazard, Term, When};
use crate::desk::command::{Command, Entry, Invocation, Loot};
use crate::desk::condition::Condition;
use crate::desk::effect::look::Seen;
use crate::desk::effect::{Effect, Given, Hand};
use crate::desk::feature::Feature;
use crate::desk::holdings::Holdings;
use crate::desk::state::DeskState;
use crate::galaxy::{Breach, Wormhole};
use crate::round::moment::Moment;
use crate::round::step::Step;
use crate::table::goods::{Bundle, Captive, Fragments};
use crate::table::hand::Note;
use crate::table::player::{Planet, Technology};

use super::private::any_card;

pub(super) fn any_seat(state: &DeskState, chance: &mut Chance) -> Seat {
    match chance.below(12) {
        0 => Seat(chance.below(256) as u8),
        _ => Seat(chance.below(state.table.players.len() as u64) as u8),
    }
}

fn any_note(state: &DeskState, chance: &mut Chance) -> Note {
    let kinds: Vec<NoteKind> = NoteKind::all().collect();
    let all: Vec<Note> = state.table.notes.iter().map(|(note, _)| note).collect();
    match chance.below(6) {
        0 => Note { issuer: any_seat(state, chance), kind: kinds[chance.index(kinds.len())] },
        _ => all[chance.index(all.len())],
    }
}

fn any_bundle(state: &DeskState, chance: &mut Chance) -> Bundle {
    let mut bundle = Bundle::default();
    match chance.below(8) {
        0 => bundle.notes = vec![any_note(state, chance)],
        1 => bundle.notes = (0..2).map(|_| any_note(state, chance)).collect(),
        2 => bundle.action_cards = vec![format!("Card {}", chance.below(5))],
        3 => bundle.other = vec!["speaker token".to_owned()],
        4 => bundle.fragments.cultural = chance.below(3) as u16,
        5 => bundle.commodities = chance.below(4) as u16,
        6 => bundle.trade_goods = chance.below(20_000) as u16,
        _ => bundle.trade_goods = chance.below(4) as u16,
    }
    bundle
}

fn any_step(chance: &mut Chance) -> Step {
    Step::ALL[chance.index(Step::ALL.len())]
}

fn any_act(state: &DeskState, chance: &mut Chance) -> Act {
    let text = || "Quann".to_owned();
    match chance.below(18) {
        0..=3 => Act::Transfer { goods: any_bundle(state, chance) },
        4 => Act::Produce { unit: "carrier".to_owned(), cost: chance.below(9) as u16 },
        5 => Act::Vote { outcome: text(), votes: chance.below(8) as u16 },
        6 => Act::Abstain,
        7 => Act::Use { power: "Bombardment".to_owned(), at: None },
        8 => Act::Refrain { power: "Sorcery".to_owned(), at: Some(any_step(chance)) },
        9 => Act::UseNote { note: any_note(state, chance) },
        10 => Act::KeepNote { note: any_note(state, chance) },
        11 => Act::Activate { system: text() },
        12 => Act::StayOut { system: text() },
        13 => Act::Choose { what: text(), at: None },
        14 => Act::Replenish,
        15 => Act::Pass,
        16 => Act::PlayCard { card: format!("Card {}", chance.below(5)), at: None },
        _ => Act::Words { text: "x".repeat(chance.below(300) as usize) },
    }
}

fn any_term(state: &DeskState, chance: &mut Chance) -> Term {
    let when = [When::Now, When::Now, When::ThisTurn, When::NextRound, When::At(any_step(chance))];
    let after = chance.one_in(8).then_some(Hazard::Dice);
    let (by, act) = (any_seat(state, chance), any_act(state, chance));
    Term { by, act, when: when[chance.index(when.len())], after }
}

fn any_entry(state: &DeskState, chance: &mut Chance) -> Entry {
    let name = || "Quann".to_owned();
    let captive = Captive { owner: any_seat(state, chance), unit: "cruiser".to_owned() };
    let (pride_of_kenara, demilitarized) = (chance.one_in(2), chance.one_in(2));
    let ability = any_ability(chance);
    match chance.below(12) {
        0 => Entry::GainRelic { relic: "The Silver Flame".to_owned() },
        1 => Entry::LoseRelic { relic: "The Silver Flame".to_owned() },
        2 => Entry::Capture { captive },
        3 => Entry::FreeCaptive { captive },
        4 => Entry::GainTechnology { technology: Technology { name: name(), of_faction: false } },
        5 => Entry::LoseTechnology { name: name() },
        6 => Entry::Stations { count: chance.below(4) as u16 },
        7 => Entry::LosePlanet { name: name() },
        8 => Entry::GainAbility { ability },
        9 => Entry::LoseAbility { ability },
        10 => Entry::MakeRelic { fragments: any_fragments(chance), relic: name() },
        _ => Entry::HoldPlanet {
            planet: Planet { name: name(), demilitarized, pride_of_kenara, coexisting: false },
        },
    }
}

pub(super) fn nonsense(state: &DeskState, chance: &mut Chance) -> Command {
    let seat = any_seat(state, chance);
    let number = chance.below(4) as u16;
    let promise = PromiseRef { from: seat, to: any_seat(state, chance), number, term: 0 };
    match chance.below(24) {
        0..=3 => {
            let count = chance.below(4);
            let terms = (0..count).map(|_| any_term(state, chance)).collect();
            Command::Offer { to: seat, terms }
        }
        4 => Command::Accept { offer: OfferRef { from: seat, number } },
        5 => Command::Withdraw { to: seat },
        6 => Command::Advance { to: any_step(chance) },
        7 => Command::SetMoment { moment: Moment::turn(seat, any_step(chance)) },
        8 => {
            let units_of = SeatSet::only(Seat(chance.below(4) as u8));
            Command::Report { act: any_act(state, chance), units_of }
        }
        9 => Command::Give { to: seat, goods: any_bundle(state, chance) },
        10 => Command::PlayNote { note: any_note(state, chance) },
        11 => Command::Pillage { victim: seat, takes: Some(Loot::TradeGood) },
        12 if chance.one_in(2) => {
            Command::Invoke { with: seat, power: Invocation::BlackMarketDealings }
        }
        12 => Command::Settle { promise, faith: Faith::Kept },
        13 => Command::Speaker { seat },
        15 => {
            let condition = Condition::ALL[chance.index(Condition::ALL.len())];
            Command::Declare { condition, begins: chance.one_in(2) }
        }
        14 => Command::Book { entry: any_entry(state, chance) },
        16 | 17 => Command::Use { effect: any_effect(state, chance) },
        18 => Command::Take { from: seat, card: any_card(chance) },
        19 => Command::Waive { from: seat },
        20 => Command::Show { to: seat, cards: any_cards(state, chance) },
        22 => Command::Count { holdings: any_holdings(state, chance) },
        21 => Command::Chart { feature: any_feature(chance) },
        _ => Command::Neighbour { with: seat, are: chance.one_in(2) },
    }
}

fn any_cards(state: &DeskState, chance: &mut Chance) -> Seen {
    let notes = (0..chance.below(3)).map(|_| any_note(state, chance)).collect();
    let action_cards = (0..chance.below(2)).map(|_| any_card(chance)).collect();
    Seen { notes, action_cards, secrets: Vec::new() }
}

fn any_holdings(state: &DeskState, chance: &mut Chance) -> Holdings {
    let cards = any_cards(state, chance);
    Holdings {
        trade_goods: chance.below(20_000) as u16,
        commodities: chance.below(9) as u16,
        fragments: any_fragments(chance),
        notes: cards.notes,
        action_cards: cards.action_cards,
        ..Holdings::default()
    }
}

fn any_fragments(chance: &mut Chance) -> Fragments {
    let mut count = || chance.below(3) as u16;
    Fragments { cultural: count(), hazardous: count(), industrial: 0, unknown: count() }
}

fn any_ability(chance: &mut Chance) -> Ability {
    let all: Vec<Ability> = Ability::all().collect();
    all[chance.index(all.len())]
}

fn any_feature(chance: &mut Chance) -> Feature {
    let places = ["Lodor", "Quann", "Mecatol Rex", "Atlantis"];
    let mut place = || places[chance.index(places.len())].to_owned();
    let (system, other) = (place(), place());
    let lies = chance.one_in(2);
    match chance.below(7) {
        0 => Feature::HilColish { system: lies.then_some(system) },
        1 => Feature::VoidTether { between: (system, other), lies },
        2 => Feature::Memoria { flagship: lies.then_some(system), mechs: vec![other] },
        3 => Feature::Conduit { active: system },
        4 => Feature::Breach { system, breach: lies.then_some(Breach::Active) },
        5 => Feature::Ingress { system, lies },
        _ => Feature::Wormhole { system, kind: Wormhole::Alpha, lies },
    }
}

fn any_effect(state: &DeskState, chance: &mut Chance) -> Effect {
    let all: Vec<Use> = Use::effects().collect();
    let which = all[chance.index(all.len())];
    let given = which.spec.fields.iter().map(|asked| match asked.kind {
        ParameterKind::Seat => Given::Seat(any_seat(state, chance)),
        ParameterKind::Pair => Given::Pair(any_seat(state, chance), any_seat(state, chance)),
        ParameterKind::Note => Given::Note(any_note(state, chance)),
        ParameterKind::Hand => Given::Hand(Hand::Secrets),
        ParameterKind::Unit => Given::Unit("cruiser".to_owned()),
        ParameterKind::Fragment => Given::Fragment(any_fragments(chance)),
    });
    Effect { which, given: given.collect() }
}
