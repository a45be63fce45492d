//! Scenes for the clause tests: a small map, a few seats, and what follows from a command.
//!
//! The map is a grid of four columns and three rows, called `a1` to `d3`:
//!
//! ```text
//! a1 - b1 - c1 - d1      the north: a1 b1          +2 troops
//!  |    |    |    |      the south: a3 b3          +1 card
//! a2 - b2 - c2 - d2      the marsh: d2 d3          -3 troops
//!  |    |    |    |      the moor:  c1 d1          -1 card
//! a3 - b3 - c3 - d3      one way:   a3 → d1        guns: a1 → c2
//! ```

use backchannel::card::Slots;
use backchannel::event::{Battle, DeployCount};
use backchannel::map::MapFile;
use backchannel::signal::{Phrase, Signal, Signals, Word};
use backchannel::{
    Agreement, Card, Command, Event, Game, Mode, Notice, Options, Refusal, Scenario, Setup,
    SignalRef, Target, Territory, TreatyRef, View,
};
use parley::signal::Reaction;
use parley::{Audience, Game as _, OfferRef, Seat, Seed, Table};
use serde_json::json;

pub const RED: Seat = Seat(0);
pub const BLUE: Seat = Seat(1);
pub const GREEN: Seat = Seat(2);
pub const GOLD: Seat = Seat(3);

pub fn grid() -> MapFile {
    let (columns, rows) = (["a", "b", "c", "d"], ["1", "2", "3"]);
    let id = |x: usize, y: usize| format!("{}{}", columns[x], rows[y]);
    let mut territories = Vec::new();
    let mut links = Vec::new();
    for y in 0..3 {
        for x in 0..4 {
            let (left, top) = (x as f32 * 100.0, y as f32 * 100.0);
            let (right, bottom) = (left + 100.0, top + 100.0);
            territories.push(json!({
                "id": id(x, y),
                "name": format!("Square {}", id(x, y)),
                "shape": [[left, top], [right, top], [right, bottom], [left, bottom]],
                "anchor": [left + 50.0, top + 50.0],
            }));
            if x < 3 {
                links.push(json!({"from": id(x, y), "to": id(x + 1, y)}));
            }
            if y < 2 {
                links.push(json!({"from": id(x, y), "to": id(x, y + 1)}));
            }
        }
    }
    links.push(json!({"from": "a3", "to": "d1", "one_way": true}));
    links.push(json!({"from": "a1", "to": "c2", "one_way": true, "kind": "bombard"}));
    let file = json!({
        "id": "grid", "name": "The grid", "seats": {"least": 2, "most": 6}, "size": [400, 300],
        "territories": territories,
        "links": links,
        "zones": [
            {"id": "north", "name": "The north", "territories": ["a1", "b1"], "troops": 2},
            {"id": "south", "name": "The south", "territories": ["a3", "b3"], "cards": 1},
            {"id": "marsh", "name": "The marsh", "territories": ["d2", "d3"], "troops": -3},
            {"id": "moor", "name": "The moor", "territories": ["c1", "d1"], "cards": -1},
        ],
    });
    serde_json::from_value(file).expect("the grid is a map file")
}

/// A table of `seats` on the grid, with standard settings.
pub fn setup(seats: usize) -> Setup {
    Setup::standard(grid(), seats)
}

/// An empty scenario for `seats` on the grid.
pub fn given(seats: usize) -> Scenario {
    Scenario::new(setup(seats)).expect("the grid can be played")
}

/// The same with settings of one's own.
pub fn given_with(seats: usize, change: impl FnOnce(&mut Setup)) -> Scenario {
    let mut setup = setup(seats);
    change(&mut setup);
    Scenario::new(setup).expect("the grid can be played")
}

/// A plain war of three: Red in columns a and b, Blue in c, Green in d; three troops each.
pub fn three() -> Scenario {
    spread(given(3))
}

/// Gives Red columns a and b, Blue column c and Green column d, with three troops each.
pub fn spread(scenario: Scenario) -> Scenario {
    let columns = [("a", RED), ("b", RED), ("c", BLUE), ("d", GREEN)];
    columns.into_iter().fold(scenario, |scenario, (column, seat)| {
        ["1", "2", "3"]
            .into_iter()
            .fold(scenario, |scenario, row| scenario.land(&format!("{column}{row}"), seat, 3))
    })
}

/// The territory called `id` on the grid.
pub fn at(id: &str) -> Territory {
    let place = grid().territories.iter().position(|territory| territory.id == id);
    Territory(place.expect("the grid has that square") as u8)
}

/// The standard card called `id`.
pub fn card(id: &str) -> Card {
    backchannel::CardCatalogue::standard().find(id).expect("the standard cards have that one")
}

pub fn slots(ids: &[&str]) -> Slots {
    let cards: Vec<Card> = ids.iter().map(|id| card(id)).collect();
    Slots::new(&cards).expect("so many cards go together")
}

pub fn deploy(to: &str, troops: u32) -> Command {
    Command::Deploy { to: at(to), troops }
}

pub fn attack(from: &str, to: &str, mode: Mode) -> Command {
    Command::Attack { from: at(from), to: at(to), mode }
}

pub fn reinforce(from: &str, to: &str, troops: u32) -> Command {
    Command::Reinforce { from: at(from), to: at(to), troops }
}

pub fn propose(to: Seat, id: &str, with: &[&str]) -> Command {
    Command::Propose { to, card: card(id), slots: slots(with), against: None }
}

pub fn propose_against(to: Seat, id: &str, with: &[&str], against: Seat) -> Command {
    Command::Propose { to, card: card(id), slots: slots(with), against: Some(against) }
}

pub fn play(id: &str, target: Target) -> Command {
    Command::Play { card: card(id), target }
}

pub fn play_on(id: &str, place: &str) -> Command {
    play(id, Target::Territory(at(place)))
}

/// Accepts the first proposal that `from` ever made.
pub fn accept(from: Seat, with: &[&str]) -> Command {
    Command::Accept { proposal: OfferRef { from, number: 1 }, slots: slots(with) }
}

pub fn decline(from: Seat) -> Command {
    Command::Decline { proposal: OfferRef { from, number: 1 } }
}

/// A table at which commands are given and looked back on.
pub struct Scene {
    pub table: Table<Game>,
}

/// Sits down at a position.
pub fn play_from(scenario: Scenario) -> Scene {
    Scene { table: Table::at(scenario.game().expect("the position can be played")) }
}

impl Scene {
    /// Gives a command that the rules allow, and returns what happened.
    #[track_caller]
    pub fn does(&mut self, seat: Seat, command: Command) -> Vec<Event> {
        match self.table.act(seat, &command) {
            Ok(events) => events.to_vec(),
            Err(refusal) => panic!("{seat} was refused {command:?}: {refusal}"),
        }
    }

    /// Gives a command that the rules forbid, checks that nothing changed, and returns why.
    #[track_caller]
    pub fn refused(&mut self, seat: Seat, command: Command) -> Refusal {
        let before = self.table.game().encode();
        match self.table.act(seat, &command) {
            Ok(events) => panic!("{seat} was allowed {command:?}: {events:?}"),
            Err(refusal) => {
                assert_eq!(self.table.game().encode(), before, "a refusal changes nothing");
                refusal
            }
        }
    }

    pub fn game(&self) -> &Game {
        self.table.game()
    }

    pub fn view(&self, seat: Seat) -> View {
        self.game().view(Audience::Seat(seat))
    }

    /// What only `seat` knows.
    pub fn own(&self, seat: Seat) -> backchannel::view::Own {
        self.view(seat).own.expect("a seat has a view of its own")
    }

    pub fn options(&self, seat: Seat) -> Options {
        self.game().options(seat)
    }

    /// The log of `seat`.
    pub fn log(&self, seat: Seat) -> Vec<Notice> {
        self.table.journal().log(Audience::Seat(seat)).collect()
    }

    /// Troops on a square, as seen from above.
    pub fn troops(&self, id: &str) -> u32 {
        self.land(id).1
    }

    /// Who holds a square, and with how many troops, as seen from above.
    pub fn land(&self, id: &str) -> (Option<Seat>, u32) {
        self.game().view(Audience::Replay).lands[at(id).index()].known().expect("seen from above")
    }

    /// How many of a card `seat` has free.
    pub fn has(&self, seat: Seat, id: &str) -> u8 {
        self.own(seat).hand.count(card(id))
    }

    /// Plays the shortest of turns for whoever's turn it is, up to and including its window.
    #[track_caller]
    pub fn skip_turn(&mut self) {
        let seat = self.game().turn();
        for _ in 0..100 {
            let options = self.options(seat);
            let command = if let Some(placing) = options.deploy.first() {
                Command::Deploy { to: placing.on, troops: placing.most }
            } else if let Some(span) = options.occupy {
                Command::Occupy { troops: span.least }
            } else if options.end_attack {
                Command::EndAttack
            } else if options.end_turn {
                Command::EndTurn
            } else {
                self.does(seat, Command::Pass);
                return;
            };
            self.does(seat, command);
        }
        panic!("a turn without an end");
    }

    /// Skips turns until it is `seat`'s turn.
    #[track_caller]
    pub fn skip_to(&mut self, seat: Seat) {
        for _ in 0..16 {
            if self.game().turn() == seat {
                return;
            }
            self.skip_turn();
        }
        panic!("{seat}'s turn never comes");
    }

    /// Skips turns until round `round` begins.
    #[track_caller]
    pub fn skip_to_round(&mut self, round: u16) {
        while self.game().round().0 < round {
            self.skip_turn();
        }
    }

    /// Skips the phases of `seat`'s turn, which it must be, until its window is open.
    #[track_caller]
    pub fn skip_to_window(&mut self, seat: Seat) {
        assert_eq!(self.game().turn(), seat, "it is not that seat's turn");
        for _ in 0..100 {
            let options = self.options(seat);
            if options.pass {
                return;
            }
            let command = if let Some(placing) = options.deploy.first() {
                Command::Deploy { to: placing.on, troops: placing.most }
            } else if let Some(span) = options.occupy {
                Command::Occupy { troops: span.least }
            } else if options.end_attack {
                Command::EndAttack
            } else {
                Command::EndTurn
            };
            self.does(seat, command);
        }
        panic!("a turn without an end");
    }
}

/// Seeds to try one's luck with.
pub fn seeds(count: u64) -> impl Iterator<Item = Seed> {
    (0..count).map(|number| Seed::numbered(number, 0))
}

/// The number of the clause that a refusal cites.
pub fn clause(refusal: Refusal) -> u16 {
    parley::Refusal::clause(&refusal).number
}

/// How `by`'s deploy was counted.
#[track_caller]
pub fn counted(events: &[Event], by: Seat) -> DeployCount {
    let count = events.iter().find_map(|event| match *event {
        Event::DeployCounted { seat, count } if seat == by => Some(count),
        _ => None,
    });
    count.expect("a turn of that seat has started")
}

/// The cards that `by` drew.
pub fn drawn(events: &[Event], by: Seat) -> Vec<Card> {
    let card = |event: &Event| match *event {
        Event::Drew { seat, card } if seat == by => Some(card),
        _ => None,
    };
    events.iter().filter_map(card).collect()
}

/// The fight, if there was one.
pub fn battle(events: &[Event]) -> Option<Battle> {
    events.iter().find_map(|event| match *event {
        Event::Fought { battle } => Some(battle),
        _ => None,
    })
}

impl Scene {
    /// Ends this turn without an action, skips to the next turn of `seat`, and returns what
    /// happened from that turn's start on.
    #[track_caller]
    pub fn start_of(&mut self, seat: Seat) -> Vec<Event> {
        self.skip_turn();
        self.skip_to(seat);
        let entries = self.table.journal().entries();
        let starts = entries.iter().rposition(|entry| entry.event == Event::TurnStarted { seat });
        entries[starts.expect("the turn has started")..].iter().map(|entry| entry.event).collect()
    }

    /// Storms a square against which `seat` has overwhelming odds, and moves in with few.
    #[track_caller]
    pub fn takes(&mut self, seat: Seat, from: &str, to: &str) -> Vec<Event> {
        let events = self.does(seat, attack(from, to, Mode::Blitz));
        assert_eq!(self.land(to).0, Some(seat), "the odds were overwhelming");
        if let Some(span) = self.options(seat).occupy {
            self.does(seat, Command::Occupy { troops: span.least });
        }
        events
    }
}

/// A war in which nobody draws cards: Red has a1 a2 a3 b1 b2, Blue b3 and column c, Green column d,
/// with three troops each. Red sees neither c3 nor d2 d3; Blue not a2; Green none of a1 a2 b1 b2 b3.
pub fn calm() -> Scenario {
    calm_with(3, |_| {})
}

/// The same with settings of one's own. A fourth seat is out unless it is given land.
pub fn calm_with(seats: usize, change: impl FnOnce(&mut Setup)) -> Scenario {
    let scenario = given_with(seats, |setup| {
        setup.settings.numbers.cards_per_turn = 0;
        setup.settings.numbers.cards_for_conquest = 0;
        change(setup);
    });
    spread(scenario).land("b3", BLUE, 3)
}

impl Scene {
    /// How a command would be answered, without carrying it out.
    pub fn answer(&self, seat: Seat, command: Command) -> Result<(), Refusal> {
        self.game().decide(seat, &command, &mut Vec::new())
    }

    pub fn log_of(&self, audience: Audience) -> Vec<Notice> {
        self.table.journal().log(audience).collect()
    }

    /// The last line of the log of `seat` that `wanted` picks out.
    #[track_caller]
    pub fn last(&self, seat: Seat, wanted: impl Fn(&Notice) -> bool) -> Notice {
        *self.log(seat).iter().rfind(|line| wanted(line)).expect("the log has such a line")
    }
}

/// Things to try that somebody might learn from.
fn probes() -> Vec<Command> {
    let mut probes = vec![Command::Pass, Command::EndTurn, Command::EndAttack];
    for from in Seat::all(4) {
        for number in 0..4 {
            let proposal = OfferRef { from, number };
            probes.push(Command::Decline { proposal });
            probes.push(Command::Accept { proposal, slots: slots(&[]) });
            probes.push(Command::Accept { proposal, slots: slots(&["troops-1"]) });
            for public in [false, true] {
                let signal = SignalRef { from, public, number };
                probes.push(Command::React { signal, reaction: Reaction(0) });
            }
        }
        probes.extend(["ceasefire-1", "tribute-1", "levy-1"].map(|id| propose(from, id, &[])));
        probes.push(propose(from, "ceasefire-1", &["troops-1"]));
        probes.extend(["sabotage-1", "recon-2"].map(|id| play(id, Target::Seat(from))));
        for agreement in Agreement::ALL {
            let treaty = TreatyRef { with: from, agreement, against: None };
            probes.push(play("betrayal-1", Target::Treaty(treaty)));
        }
    }
    let all = || (0..12).map(Territory);
    for to in all() {
        probes.push(Command::Deploy { to, troops: 1 });
        probes.extend(["trap-1", "fortify-1", "recon-1"].map(|id| play(id, Target::Territory(to))));
        for from in all() {
            probes.push(Command::Attack { from, to, mode: Mode::Once });
            probes.push(Command::Reinforce { from, to, troops: 1 });
        }
    }
    probes
}

/// Two games that differ only in a secret look alike to `audience`: what it sees, what its log says,
/// what it may do, and how it is answered when it tries what it may not.
#[track_caller]
pub fn assert_alike(one: &Scene, other: &Scene, audience: Audience) {
    assert_eq!(one.log_of(audience), other.log_of(audience), "the logs differ");
    assert_eq!(one.game().view(audience), other.game().view(audience), "the views differ");
    let Some(seat) = audience.seat() else { return };
    assert_eq!(one.options(seat), other.options(seat), "the options differ");
    for probe in probes() {
        assert_eq!(
            one.answer(seat, probe),
            other.answer(seat, probe),
            "{probe:?} tells them apart"
        );
    }
}

/// The same for a seat and for a spectator.
#[track_caller]
pub fn assert_alike_outside(one: &Scene, other: &Scene, seat: Seat) {
    assert_alike(one, other, Audience::Seat(seat));
    assert_alike(one, other, Audience::Spectator);
}

/// A signal of one phrase, by the id of its template.
pub fn phrase(id: &str, word: Option<Word>) -> Signal {
    let template = Signals::standard().catalogue().template_named(id);
    let template = template.expect("the catalogue has that template");
    Signal::single(Phrase { template, filler: word })
}

/// Says something to one seat.
pub fn tell(to: Seat, id: &str, word: Option<Word>) -> Command {
    Command::Signal { to: Some(to), signal: phrase(id, word) }
}

/// Says something to all.
pub fn announce(id: &str, word: Option<Word>) -> Command {
    Command::Signal { to: None, signal: phrase(id, word) }
}

/// Reacts to the `number`th private signal from a seat.
pub fn react(from: Seat, number: u16) -> Command {
    react_to(SignalRef { from, public: false, number })
}

pub fn react_to(signal: SignalRef) -> Command {
    Command::React { signal, reaction: Reaction(0) }
}
