//! Made-up deals, entries and map features for random play: things that players might do at a table elsewhere. The
//! cards, relics and deals in here belong to nobody and are never sent to a player as options.

use parley::{Chance, Faith, Options as _, Seat};

use crate::Game;
use crate::deal::{Act, Term, When};
use crate::desk::command::{Command, Entry, Presence};
use crate::desk::correction::Correction;
use crate::desk::fact::Fact;
use crate::desk::feature::Feature;
use crate::desk::holdings::Holdings;
use crate::desk::state::DeskState;
use crate::galaxy::{Breach, Galaxy, PlanetId, Wormhole};
use crate::sight;
use crate::table::goods::{Bundle, Fragments};
use crate::table::hand::{Note, Place};
use crate::table::player::Planet;

/// Something that `seat` may do, listed or made up, each equally likely.
pub(super) fn choice(game: &Game, seat: Seat, chance: &mut Chance) -> Option<Command> {
    let options = parley::Game::options(game, seat);
    options.seat?;
    let mut all = options.commands.clone();
    made_up(&sight::state(game.state(), seat), seat, &mut all);
    while !all.is_empty() {
        let command = all.swap_remove(chance.index(all.len()));
        if options.contains(&command) {
            return Some(command);
        }
    }
    None
}

fn made_up(state: &DeskState, seat: Seat, list: &mut Vec<Command>) {
    // A player who is asked something answers it; the player who decides can choose anything else.
    let answers = state.offers.iter().any(|offer| offer.to == seat);
    let decides = state.table.moment.decides(state.table.speaker) == seat;
    if decides || !answers {
        for to in state.table.seats().filter(|to| *to != seat) {
            offers_to(state, seat, to, list);
        }
        entries(state, list);
    }
    if state.table.loose {
        counts(state, seat, list);
    }
    corrections(state, list);
    for relic in relics(state.table.player(seat).fragments) {
        list.push(Command::Book { entry: relic });
    }
    if let Some(galaxy) = state.galaxy.as_deref().filter(|_| decides) {
        features(galaxy, state.clock.step as usize, list);
        travels(galaxy, state.clock.step as usize, list);
    }
}

/// Corrections to ask for, to agree to and to decline.
fn corrections(state: &DeskState, list: &mut Vec<Command>) {
    let count = (state.clock.step % 4) as u16;
    let asked = state.table.seats().take(2).map(|of| {
        let facts = vec![Fact::TradeGoods { of, count }];
        Command::Correct { correction: Correction::Holdings { facts } }
    });
    list.extend(asked);
    for asked in &state.corrections {
        let correction = asked.correction.clone();
        list.push(Command::LeaveIt { correction: correction.clone() });
        list.push(Command::Correct { correction });
    }
    let settled = state.promises.iter().filter(|it| it.faith != Faith::Pending).take(1);
    list.extend(settled.map(|it| {
        let correction = Correction::Promise { promise: it.id, faith: Faith::Void };
        Command::Correct { correction }
    }));
}

/// Two ways to count one's holdings: with other players' notes, and without.
fn counts(state: &DeskState, seat: Seat, list: &mut Vec<Command>) {
    let hidden = state.table.notes.iter().filter(|(note, place)| {
        let shown = note.kind.spec().rests.shows_on_receipt();
        *place == Place::Unseen && note.issuer != seat && !shown
    });
    let hidden: Vec<Note> = hidden.map(|(note, _)| note).collect();
    let at = state.clock.step as usize * 3 + seat.index();
    let bare = Holdings {
        trade_goods: 3,
        resources: 4,
        influence: 4,
        action_cards: vec![format!("Card {at}")],
        secrets: vec!["Secret 1".to_owned()],
        ..Holdings::default()
    };
    let notes = hidden.get(at % hidden.len().max(1)).into_iter().copied().collect();
    list.extend(
        [Holdings { notes, ..bare.clone() }, bare].map(|holdings| Command::Count { holdings }),
    );
}

/// Common deals.
fn offers_to(state: &DeskState, seat: Seat, to: Seat, list: &mut Vec<Command>) {
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
    // A different note each time, so that the order of the offers does not reveal the hand.
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
    // Two players with a promise pending between them make no further ones.
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

fn entries(state: &DeskState, list: &mut Vec<Command>) {
    let number = state.clock.step % 5;
    let entries = [
        Entry::GainGoods { count: 2 },
        Entry::Replenish,
        Entry::Draw { card: format!("Card {number}") },
        Entry::DrawSecret { card: format!("Secret {number}") },
        Entry::GainRelic { relic: "Dynamis Core".to_owned() },
        Entry::LoseRelic { relic: "Dynamis Core".to_owned() },
        Entry::GainFragments { fragments: Fragments { cultural: 2, ..Fragments::NONE } },
        Entry::Ready { resources: 5, influence: 5 },
    ];
    list.extend(entries.map(|entry| Command::Book { entry }));
}

/// A relic for each set of two or three fragments that could be purged: of one kind as far as they go, and unknown
/// ones.
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

/// Features that may appear on the map, in another system at each step.
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

/// Movements on the map, in another system at each step.
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
    let planet =
        Planet { name: name(), demilitarized: true, pride_of_kenara: false, coexisting: false };
    list.push(Command::Book { entry: Entry::HoldPlanet { planet } });
}
