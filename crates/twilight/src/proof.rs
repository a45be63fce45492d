//! What the contract suite needs to put this ruleset to the proof.

use parley::contract::{Lookalikes, Subject};
use parley::{Chance, Faith, OfferRef, Options as _, Seat, SeatSet};

use crate::Game;
use crate::command::{BLACK_MARKET, Command, Entry, Invocation, Loot};
use crate::condition::Condition;
use crate::deal::{Act, Hazard, Term, When};
use crate::goods::{Bundle, Captive};
use crate::hand::{Note, Place};
use crate::ledger::PromiseRef;
use crate::moment::Moment;
use crate::note::{NoteKind, Rest};
use crate::player::{MOST_ACTION_CARDS, Planet, Technology};
use crate::state::State;
use crate::step::Step;

impl Subject for Game {
    fn any_command(&self, chance: &mut Chance) -> Command {
        if chance.one_in(2) {
            let seat = any_seat(self.state(), chance);
            if let Some(command) = parley::Game::options(self, seat).sample_move(chance) {
                return command;
            }
        }
        nonsense(self.state(), chance)
    }

    fn audit(&self) -> Result<(), String> {
        audit(self.state())
    }

    fn twin(&self, seat: Seat, chance: &mut Chance) -> Game {
        Game::at(twin(self.state(), seat, chance))
    }

    fn is_quiet(&self, _: Seat, _: Seat, command: &Command) -> bool {
        // A note that is played, a hand that is laid open: that is how secrets come to light.
        !matches!(command, Command::PlayNote { .. } | Command::Leave)
    }

    fn lookalikes(&self, by: Seat, chance: &mut Chance) -> Option<Lookalikes<Command>> {
        let draw = |card: &str| Command::Book { entry: Entry::Draw { card: card.to_owned() } };
        let in_the_know = SeatSet::only(by);
        if chance.one_in(4) {
            let draw = |card: &str| Entry::DrawSecret { card: card.to_owned() };
            let (one, other) = (draw("Secret 1"), draw("Secret 2"));
            let [one, other] = [one, other].map(|entry| Command::Book { entry });
            return Some(Lookalikes { one, other, in_the_know });
        }
        if chance.one_in(2) {
            return Some(Lookalikes { one: draw("Sabotage"), other: draw("Bribery"), in_the_know });
        }
        let state = self.state();
        let to = state.table.seats().find(|to| *to != by && state.offer(by, *to).is_none())?;
        let words = |text: &str| {
            let act = Act::Words { text: text.to_owned() };
            vec![Term { by, act, when: When::SomeDay, after: None }]
        };
        let offer = |text| Command::Offer { to, terms: words(text) };
        let in_the_know = in_the_know.with(to);
        Some(Lookalikes { one: offer("peace"), other: offer("war"), in_the_know })
    }
}

/// Each note in one place, counts that are right, nothing over its cap.
fn audit(state: &State) -> Result<(), String> {
    let ensure = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
    let table = &state.table;
    for seat in table.seats() {
        let player = table.player(seat);
        let held = table.notes.in_hand(seat).count();
        ensure(held == usize::from(player.notes_in_hand), "a hand of notes is miscounted")?;
        let capped =
            table.in_force.age_of_commerce || player.commodities <= player.commodity_value();
        ensure(capped, "commodities are over their cap")?;
        let mut cards = player.action_cards.iter().chain(&player.secrets);
        ensure(cards.all(Option::is_some), "a card lost its face")?;
        if let Some(galaxy) = state.galaxy.as_deref().filter(|_| !player.eliminated) {
            let mut held = player.planets.iter().map(|planet| galaxy.find_planet(&planet.name));
            let strange = held.any(|id| id.is_ok_and(|id| galaxy.controller(id) != Some(seat)));
            ensure(!strange, "a planet has another controller on the map")?;
        }
        let holders = |relic: &String| {
            let players = table.players.iter().filter(|it| !it.eliminated);
            players.flat_map(|it| &it.relics).filter(|it| *it == relic).count()
        };
        ensure(player.relics.iter().all(|it| holders(it) <= 1), "a relic is in two places")?;
        let limit = player.action_cards.len() <= MOST_ACTION_CARDS || state.overfull().is_some();
        ensure(limit, "a hand is over its limit")?;
        let out = player.eliminated && held > 0;
        ensure(!out, "somebody who is out holds notes")?;
    }
    for (note, place) in table.notes.iter() {
        let lost = match place {
            Place::Hand(seat) => {
                note.kind.spec().rests == Rest::PlayAreaOnReceipt && seat != note.issuer
            }
            Place::Play(seat) => seat == note.issuer,
            Place::Unseen => true,
            Place::Gone => false,
        };
        ensure(!lost, "a note is where it cannot be")?;
    }
    let doubled = state.offers.iter().enumerate().any(|(at, offer)| {
        state.offers[..at].iter().any(|it| (it.from, it.to) == (offer.from, offer.to))
    });
    ensure(!doubled, "two offers stand between the same two")?;
    let kept = state.offers.iter().all(|offer| crate::decide::is_deliverable(state, offer));
    ensure(kept, "an offer stands that its maker cannot keep")?;
    let possible = !state.owed.iter().any(|owed| crate::decide::is_impossible(state, owed));
    ensure(possible, "something is owed that cannot be done")
}

/// The same desk with other cards in the hands that `seat` does not see. Cards that a pending offer
/// or obligation names stay where they are: the desk has checked that they are there.
fn twin(state: &State, seat: Seat, chance: &mut Chance) -> State {
    let mut twin = state.clone();
    let named = named_cards(state);
    let free: Vec<(Note, Seat)> = state
        .table
        .notes
        .iter()
        .filter_map(|(note, place)| match place {
            Place::Hand(holder) if holder != seat => Some((note, holder)),
            _ => None,
        })
        .filter(|(note, _)| {
            !named.0.contains(note) && note.kind.spec().rests != Rest::PlayAreaOnReceipt
        })
        .collect();
    let mut holders: Vec<Seat> = free.iter().map(|(_, holder)| *holder).collect();
    chance.shuffle(&mut holders);
    for ((note, _), holder) in free.iter().zip(holders) {
        twin.table.notes.put(*note, Place::Hand(holder));
    }
    for (index, player) in twin.table.players.iter_mut().enumerate() {
        if index == seat.index() {
            continue;
        }
        for card in player.action_cards.iter_mut().flatten() {
            if !named.1.contains(card) {
                let known = ["Bribery", "Sabotage", BLACK_MARKET];
                *card = known[chance.index(known.len())].to_owned();
            }
        }
        for card in player.secrets.iter_mut().flatten() {
            if !named.1.contains(card) {
                *card = format!("Secret {}", chance.below(5));
            }
        }
    }
    twin
}

fn named_cards(state: &State) -> (Vec<Note>, Vec<String>) {
    let offered = state.offers.iter().flat_map(|offer| offer.terms.iter());
    let owed = state.owed.iter().map(|owed| &owed.term);
    let (mut notes, mut cards) = (Vec::new(), Vec::new());
    for term in offered.chain(owed) {
        match &term.act {
            Act::Transfer { goods } => {
                notes.extend(goods.notes.iter().copied());
                cards.extend(goods.action_cards.iter().chain(&goods.secrets).cloned());
            }
            Act::UseNote { note } | Act::KeepNote { note } => notes.push(*note),
            Act::PlayCard { card, .. } => cards.push(card.clone()),
            _ => {}
        }
    }
    (notes, cards)
}

fn any_seat(state: &State, chance: &mut Chance) -> Seat {
    match chance.below(12) {
        0 => Seat(chance.below(256) as u8),
        _ => Seat(chance.below(state.table.players.len() as u64) as u8),
    }
}

fn any_note(state: &State, chance: &mut Chance) -> Note {
    let kinds: Vec<NoteKind> = NoteKind::all().collect();
    let all: Vec<Note> = state.table.notes.iter().map(|(note, _)| note).collect();
    match chance.below(6) {
        0 => Note { issuer: any_seat(state, chance), kind: kinds[chance.index(kinds.len())] },
        _ => all[chance.index(all.len())],
    }
}

fn any_bundle(state: &State, chance: &mut Chance) -> Bundle {
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

fn any_act(state: &State, chance: &mut Chance) -> Act {
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

fn any_term(state: &State, chance: &mut Chance) -> Term {
    let when = [When::Now, When::Now, When::ThisTurn, When::NextRound, When::At(any_step(chance))];
    let after = chance.one_in(8).then_some(Hazard::Dice);
    let (by, act) = (any_seat(state, chance), any_act(state, chance));
    Term { by, act, when: when[chance.index(when.len())], after }
}

fn any_entry(state: &State, chance: &mut Chance) -> Entry {
    let name = || "Quann".to_owned();
    let captive = Captive { owner: any_seat(state, chance), unit: "cruiser".to_owned() };
    let (pride_of_kenara, demilitarized) = (chance.one_in(2), chance.one_in(2));
    match chance.below(9) {
        0 => Entry::GainRelic { relic: "The Silver Flame".to_owned() },
        1 => Entry::LoseRelic { relic: "The Silver Flame".to_owned() },
        2 => Entry::Capture { captive },
        3 => Entry::FreeCaptive { captive },
        4 => Entry::GainTechnology { technology: Technology { name: name(), of_faction: false } },
        5 => Entry::LoseTechnology { name: name() },
        6 => Entry::Stations { count: chance.below(4) as u16 },
        7 => Entry::LosePlanet { name: name() },
        _ => Entry::HoldPlanet { planet: Planet { name: name(), demilitarized, pride_of_kenara } },
    }
}

fn nonsense(state: &State, chance: &mut Chance) -> Command {
    let seat = any_seat(state, chance);
    let number = chance.below(4) as u16;
    let promise = PromiseRef { from: seat, to: any_seat(state, chance), number, term: 0 };
    match chance.below(17) {
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
        _ => Command::Neighbour { with: seat, are: chance.one_in(2) },
    }
}
