//! All that a player may do now.

use parley::{Faith, OfferRef, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{Command, Entry, Loot, Presence};
use crate::condition::Condition;
use crate::deal::{Act, Term, When};
use crate::decide::allows;
use crate::feature::Feature;
use crate::galaxy::{Breach, Galaxy, PlanetId, Wormhole};
use crate::goods::{Bundle, Fragments};
use crate::hand::Note;
use crate::moment::Moment;
use crate::player::{DYNAMIS_CORE, Planet};
use crate::sight;
use crate::state::State;
use crate::step::Step;
use crate::uses;

/// All that a player may do now.
///
/// A deal can say anything, so not every command is on the list: [`contains`](parley::Options::contains)
/// answers for any command from what this player may know, and what is listed is what a player or a
/// program can choose from without inventing terms.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Options {
    pub seat: Option<Seat>,
    pub commands: Vec<Command>,
    #[serde(skip)]
    known: Option<Box<State>>,
}

impl parley::Options for Options {
    type Command = Command;

    fn moves(&self) -> u64 {
        self.commands.len() as u64
    }

    fn words(&self) -> u64 {
        0
    }

    fn nth_move(&self, n: u64) -> Option<Command> {
        self.commands.get(usize::try_from(n).ok()?).cloned()
    }

    fn nth_word(&self, _: u64) -> Option<Command> {
        None
    }

    fn contains(&self, command: &Command) -> bool {
        let (Some(seat), Some(known)) = (self.seat, &self.known) else { return false };
        allows(known, seat, command)
    }
}

pub(crate) fn list(state: &State, seat: Seat, options: &mut Options) {
    *options = Options::default();
    if !state.table.is_in(seat) {
        return;
    }
    let known = sight::state(state, seat);
    options.seat = Some(seat);
    candidates(&known, seat, &mut options.commands);
    options.commands.retain(|command| allows(&known, seat, command));
    options.known = Some(Box::new(known));
}

fn candidates(state: &State, seat: Seat, list: &mut Vec<Command>) {
    let table = &state.table;
    let player = table.player(seat);
    list.extend(table.moment.step().next().iter().map(|to| Command::Advance { to: *to }));
    for offer in state.offers.iter().filter(|offer| offer.to == seat) {
        let offer = OfferRef { from: offer.from, number: offer.number };
        list.extend([Command::Accept { offer }, Command::Decline { offer }]);
    }
    let sent = state.offers.iter().filter(|offer| offer.from == seat);
    list.extend(sent.map(|offer| Command::Withdraw { to: offer.to }));
    for (_, victim) in state.pillages.iter().filter(|(by, _)| *by == seat) {
        let takes = [Some(Loot::TradeGood), Some(Loot::Commodity), None];
        list.extend(takes.map(|takes| Command::Pillage { victim: *victim, takes }));
    }
    uses::candidates(state, seat, list);
    list.extend(table.notes.in_hand(seat).map(|note| Command::PlayNote { note }));
    for owed in state.owed.iter().filter(|owed| owed.by == seat) {
        let (act, units_of) = (owed.term.act.clone(), Default::default());
        list.push(Command::Report { act, units_of });
    }
    let owed = state.owed.iter().filter(|owed| owed.to == seat);
    list.extend(owed.map(|owed| Command::Release { promise: owed.id }));
    let pending = state.promises.iter().filter(|promise| promise.faith == Faith::Pending);
    for promise in pending.take(MOST_SETTLED) {
        let faiths = [Faith::Kept, Faith::Broken, Faith::Void];
        list.extend(faiths.map(|faith| Command::Settle { promise: promise.id, faith }));
    }
    // Who is asked something answers it; who decides has everything else to choose from.
    let answers = state.offers.iter().any(|offer| offer.to == seat);
    let decides = table.moment.decides(table.speaker) == seat;
    if decides || !answers {
        for to in table.seats().filter(|to| *to != seat) {
            offers_to(state, seat, to, list);
        }
        entries(state, list);
    }
    for relic in relics(player.fragments) {
        list.push(Command::Book { entry: relic });
    }
    if let Some(galaxy) = state.galaxy.as_deref().filter(|_| decides) {
        features(galaxy, state.clock.step as usize, list);
        travels(galaxy, state.clock.step as usize, list);
    }
    if decides && table.moment.step() == Step::ResolveOutcome {
        let each = Condition::ALL.into_iter().flat_map(|it| [(it, true), (it, false)]);
        list.extend(each.map(|(condition, begins)| Command::Declare { condition, begins }));
    }
    if decides && table.moment.step() == Step::PoliticsChooseSpeaker {
        list.extend(table.seats().map(|seat| Command::Speaker { seat }));
    }
    let secrets = player.secrets.iter().flatten();
    let returns = secrets.map(|card| Entry::ReturnSecret { card: card.clone() });
    list.extend(returns.map(|entry| Command::Book { entry }));
    let cards = player.action_cards.iter().flatten();
    let discards = cards.map(|card| Entry::Discard { card: card.clone() });
    list.extend(discards.map(|entry| Command::Book { entry }));
    if state.desk && decides {
        list.extend(moments(seat).into_iter().map(|moment| Command::SetMoment { moment }));
    }
}

/// Promises that are listed for a word at one time: the oldest first.
const MOST_SETTLED: usize = 3;

/// Deals that are struck again and again.
fn offers_to(state: &State, seat: Seat, to: Seat, list: &mut Vec<Command>) {
    let player = state.table.player(seat);
    let other = state.table.player(to);
    let give = |by: Seat, goods: Bundle| term(by, Act::Transfer { goods }, When::Now);
    let mut offer = |terms: Vec<Term>| list.push(Command::Offer { to, terms });
    if let Some(planet) = player.planets.first() {
        let planets = vec![planet.name.clone()];
        offer(vec![give(seat, Bundle { planets, ..Bundle::default() })]);
    }
    let washed = player.commodities.min(other.trade_goods);
    offer(vec![give(seat, Bundle::commodities(washed)), give(to, Bundle::trade_goods(washed))]);
    offer(vec![give(seat, Bundle::trade_goods(1))]);
    // A different note each time, so that a hand does not show by the order in which it is offered.
    let notes: Vec<Note> = state.table.notes.in_hand(seat).collect();
    if let Some(note) = notes.get(state.clock.step as usize % notes.len().max(1)) {
        offer(vec![give(seat, Bundle::note(*note)), give(to, Bundle::trade_goods(1))]);
        offer(vec![term(seat, Act::KeepNote { note: *note }, When::Now)]);
    }
    offer(vec![
        give(to, Bundle::trade_goods(1)),
        term(seat, Act::PayBack { goods: Bundle::trade_goods(1) }, When::NextRound),
    ]);
    let dreadnought = Act::Produce { unit: "dreadnought".to_owned(), cost: 4 };
    offer(vec![give(to, Bundle::trade_goods(1)), term(seat, dreadnought, When::Now)]);
    let vote = Act::Vote { outcome: "for".to_owned(), votes: 1 };
    offer(vec![give(to, Bundle::trade_goods(1)), term(seat, vote, When::Now)]);
    if let Some(note) = notes.iter().find(|note| note.issuer != seat) {
        offer(vec![
            give(to, Bundle::trade_goods(1)),
            term(seat, Act::UseNote { note: *note }, When::Now),
        ]);
        offer(vec![
            give(to, Bundle::trade_goods(1)),
            term(seat, Act::KeepNote { note: *note }, When::Now),
        ]);
    }
    let quiet = Act::Refrain { power: "Space Cannon".to_owned(), at: None };
    offer(vec![give(seat, Bundle::trade_goods(1)), term(to, quiet, When::Now)]);
    // Those who have nothing but words for each other have said them.
    if state
        .promises
        .iter()
        .any(|it| it.faith == Faith::Pending && it.id.from == seat && it.id.to == to)
    {
        return;
    }
    let peace = Act::LeaveAlone { system: "home".to_owned() };
    offer(vec![term(seat, peace.clone(), When::ThisRound), term(to, peace, When::ThisRound)]);
}

fn term(by: Seat, act: Act, when: When) -> Term {
    Term { by, act, when, after: None }
}

fn entries(state: &State, list: &mut Vec<Command>) {
    let number = state.clock.step % 5;
    let entries = [
        Entry::GainGoods { count: 2 },
        Entry::Replenish,
        Entry::Draw { card: format!("Card {number}") },
        Entry::DrawSecret { card: format!("Secret {number}") },
        Entry::GainRelic { relic: DYNAMIS_CORE.to_owned() },
        Entry::LoseRelic { relic: DYNAMIS_CORE.to_owned() },
        Entry::GainFragments { fragments: Fragments { cultural: 2, ..Fragments::NONE } },
        Entry::Ready { resources: 5, influence: 5 },
    ];
    list.extend(entries.map(|entry| Command::Book { entry }));
}

/// A relic of every set that could be purged, three or two: as many of a kind as there are, and unknown ones.
fn relics(held: Fragments) -> Vec<Entry> {
    let kinds = [
        Fragments { cultural: held.cultural, ..Fragments::NONE },
        Fragments { hazardous: held.hazardous, ..Fragments::NONE },
        Fragments { industrial: held.industrial, ..Fragments::NONE },
    ];
    let sets = kinds.into_iter().flat_map(|kind| [(kind, 3), (kind, 2)]);
    let sets = sets.map(|(kind, size)| {
        let most = |count: u16| count.min(size);
        let (cultural, hazardous) = (most(kind.cultural), most(kind.hazardous));
        let industrial = most(kind.industrial);
        let unknown = size - cultural - hazardous - industrial;
        Fragments { cultural, hazardous, industrial, unknown }
    });
    sets.map(|fragments| Entry::MakeRelic { fragments, relic: "A relic".to_owned() }).collect()
}

/// What may come to lie on the map: at another place at each step.
fn features(galaxy: &Galaxy, step: usize, list: &mut Vec<Command>) {
    let planets: Vec<PlanetId> = galaxy.planets().collect();
    let name = |at: usize| planets.get(at % planets.len().max(1)).map(|it| galaxy.planet_name(*it));
    let (Some(here), Some(there)) = (name(step), name(step + 1)) else { return };
    let (here, there) = (|| here.to_owned(), || there.to_owned());
    let both = [true, false].into_iter().flat_map(|lies| {
        [
            Feature::HilColish { system: lies.then(here) },
            Feature::VoidTether { between: (here(), there()), lies },
            Feature::Memoria { flagship: lies.then(here), mechs: vec![there()] },
            Feature::Wormhole { system: here(), kind: Wormhole::Alpha, lies },
            Feature::Breach { system: here(), breach: lies.then_some(Breach::Active) },
            Feature::Ingress { system: here(), lies },
        ]
    });
    let conduit = Feature::Conduit { active: here() };
    list.extend(both.chain([conduit]).map(|feature| Command::Chart { feature }));
}

/// Comings and goings on the map: another place at each step.
fn travels(galaxy: &Galaxy, step: usize, list: &mut Vec<Command>) {
    let planets: Vec<PlanetId> = galaxy.planets().collect();
    let Some(planet) = planets.get(step % planets.len().max(1)) else { return };
    let name = || galaxy.planet_name(*planet).to_owned();
    let changes = [
        Presence::Enter(name()),
        Presence::Leave(name()),
        Presence::Take(name()),
        Presence::Lose(name()),
    ];
    list.extend(changes.map(|change| Command::Board { change }));
    let planet = Planet { name: name(), demilitarized: true, pride_of_kenara: false };
    list.push(Command::Book { entry: Entry::HoldPlanet { planet } });
}

/// Moments at which a desk is asked most often.
fn moments(seat: Seat) -> Vec<Moment> {
    vec![
        Moment::turn(seat, Step::StartOfTurn),
        Moment::turn(seat, Step::ChooseAction),
        Moment::turn(seat, Step::SpaceCannonOffense),
        Moment::turn(seat, Step::Production),
        Moment::of(Step::WhenRevealed),
        Moment::of(Step::Vote).asking(seat),
    ]
}
