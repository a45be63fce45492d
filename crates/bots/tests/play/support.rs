//! A map to play on and a table driver, for the tests of the bots.
//!
//! The map is a grid of six columns and four rows with five zones:
//!
//! ```text
//! a1 b1 | c1 d1 | e1 f1      west:   a1 b1 a2 b2   +2 troops    east:   e1 f1 e2 f2   +2 troops
//! a2 b2 | c2 d2 | e2 f2      centre: c2 d2 c3 d3   +3 troops
//! a3 b3 | c3 d3 | e3 f3      harbour: a4 b4        +1 card      marsh:  e4 f4         +1 troop
//! a4 b4 | c4 d4 | e4 f4
//! ```

use std::sync::Arc;

use backchannel::map::MapFile;
use backchannel::map::file::LinkKind;
use backchannel::view::ReceivedSignal;
use backchannel::{
    Agreement, Command, Event, Game, HonourRecord, Options, Outcome, Rules, Setup, View,
};
use bots::{Bot, by_name};
use parley::{Audience, Chance, Game as _, OfferRef, Options as _, Round, Seat, Seed};
use serde_json::json;

/// A bot by its name; a strategist with little thought, as it is not the quality of its play that is tested here.
pub(crate) fn quick(name: &str) -> Box<dyn Bot> {
    let name = if name == "strategist" { "strategist:4" } else { name };
    by_name(name).expect("a name from the list")
}

const COLUMNS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
const ROWS: usize = 4;

/// The largest number of commands that a game of up to forty rounds may take.
const MOST_COMMANDS: usize = 200_000;

fn id(x: usize, y: usize) -> String {
    format!("{}{}", COLUMNS[x], y + 1)
}

pub(crate) fn grid() -> MapFile {
    let (mut territories, mut links) = (Vec::new(), Vec::new());
    for y in 0..ROWS {
        for x in 0..COLUMNS.len() {
            let (left, top) = (x as f32 * 100.0, y as f32 * 100.0);
            let (right, bottom) = (left + 100.0, top + 100.0);
            territories.push(json!({
                "id": id(x, y),
                "name": format!("Square {}", id(x, y)),
                "shape": [[left, top], [right, top], [right, bottom], [left, bottom]],
                "anchor": [left + 50.0, top + 50.0],
            }));
            if x + 1 < COLUMNS.len() {
                links.push(json!({"from": id(x, y), "to": id(x + 1, y)}));
            }
            if y + 1 < ROWS {
                links.push(json!({"from": id(x, y), "to": id(x, y + 1)}));
            }
        }
    }
    let file = json!({
        "id": "grid", "name": "The grid", "seats": {"least": 2, "most": 8}, "size": [600, 400],
        "territories": territories,
        "links": links,
        "zones": [
            {"id": "west", "name": "The west", "territories": ["a1", "b1", "a2", "b2"], "troops": 2},
            {"id": "east", "name": "The east", "territories": ["e1", "f1", "e2", "f2"], "troops": 2},
            {"id": "centre", "name": "The centre", "territories": ["c2", "d2", "c3", "d3"], "troops": 3},
            {"id": "harbour", "name": "The harbour", "territories": ["a4", "b4"], "cards": 1},
            {"id": "marsh", "name": "The marsh", "territories": ["e4", "f4"], "troops": 1},
        ],
    });
    serde_json::from_value(file).expect("the grid is a map file")
}

/// The grid with everything that a map may have besides: guns, one-way links, a curse, tight places.
pub(crate) fn rough_grid() -> MapFile {
    let mut map = grid();
    map.territories[2].most = Some(4);
    map.territories[9].most = Some(6);
    map.territories[14].least = Some(3);
    map.links[0].one_way = true;
    map.links[7].kind = LinkKind::Bombard;
    map.links[20].kind = LinkKind::Bombard;
    map.zones[0].troops = -3;
    map.zones[3].cards = -1;
    map
}

pub(crate) fn rules(seats: usize) -> Arc<Rules> {
    rules_for(Setup::standard(grid(), seats))
}

pub(crate) fn rules_for(setup: Setup) -> Arc<Rules> {
    Arc::new(Rules::new(setup).expect("the grid can be played"))
}

/// A game that was played to its end.
pub(crate) struct FinishedGame {
    pub outcome: Outcome,
    pub rounds: Round,
    /// Who gave which command, in order.
    pub commands: Vec<(Seat, Command)>,
    /// The round of each command.
    pub rounds_of: Vec<Round>,
    /// The windows in which somebody could have proposed something to the first seat: who, in which round, and what.
    pub open_to_first: Vec<OpenWindow>,
    pub honour: HonourRecord,
    pub hash: String,
}

/// A window in which a seat could propose something to the first one.
pub(crate) struct OpenWindow {
    pub by: Seat,
    pub round: Round,
    pub kinds: Vec<Agreement>,
}

/// What a seat has been asked about already.
#[derive(Default)]
struct Seen {
    proposals: Vec<OfferRef>,
    signals: Vec<(Seat, bool, u16)>,
}

impl Seen {
    /// Whether the view has something that arrived since the last time.
    fn news(&mut self, view: &View) -> bool {
        let Some(own) = &view.own else { return false };
        let mut news = false;
        for proposal in &own.received {
            if !self.proposals.contains(&proposal.id) {
                self.proposals.push(proposal.id);
                news = true;
            }
        }
        for ReceivedSignal { id, .. } in &own.heard {
            let key = (id.from, id.public, id.number);
            if !self.signals.contains(&key) {
                self.signals.retain(|&(from, public, _)| (from, public) != (id.from, id.public));
                self.signals.push(key);
                news = true;
            }
        }
        news
    }
}

/// Lets the bots play one game; every command is checked against the options of its seat.
pub(crate) fn play(rules: &Arc<Rules>, seed: u64, bots: &mut [Box<dyn Bot>]) -> FinishedGame {
    let mut table = Driver::open(rules, seed);
    while table.game.outcome().is_none() {
        assert!(table.commands.len() < MOST_COMMANDS, "a game without an end");
        // Nobody moves before everybody has answered.
        while Seat::all(bots.len()).any(|seat| table.ask(seat, &mut *bots[seat.index()])) {}
        if table.game.outcome().is_none() {
            let seat = table.game.turn();
            table.turn(seat, &mut *bots[seat.index()]);
        }
    }
    FinishedGame {
        outcome: table.game.outcome().expect("the game is over"),
        rounds: table.game.round(),
        commands: table.commands,
        rounds_of: table.rounds_of,
        open_to_first: table.open_to_first,
        honour: table.honour,
        hash: table.game.digest().to_string(),
    }
}

struct Driver {
    game: Game,
    view: View,
    options: Options,
    events: Vec<Event>,
    chances: Vec<Chance>,
    seen: Vec<Seen>,
    commands: Vec<(Seat, Command)>,
    rounds_of: Vec<Round>,
    open_to_first: Vec<OpenWindow>,
    honour: HonourRecord,
}

impl Driver {
    fn open(rules: &Arc<Rules>, seed: u64) -> Driver {
        let mut game = Game::deal(Arc::clone(rules), Seed::numbered(seed, 1));
        let mut events = Vec::new();
        let mut honour = HonourRecord::begin(&game);
        game.opening(&mut events);
        for event in &events {
            game.evolve(event);
            honour.observe(rules, event);
        }
        let whims = Seed::numbered(seed, 2);
        Driver {
            game,
            view: View::default(),
            options: Options::default(),
            events,
            chances: (0..rules.seats() as u64).map(|seat| whims.stream(seat)).collect(),
            seen: (0..rules.seats()).map(|_| Seen::default()).collect(),
            commands: Vec::new(),
            rounds_of: Vec::new(),
            open_to_first: Vec::new(),
            honour,
        }
    }

    fn look(&mut self, seat: Seat) {
        self.game.view_into(Audience::Seat(seat), &mut self.view);
    }

    /// Asks a seat for an answer if something new has reached it; returns whether it had one.
    fn ask(&mut self, seat: Seat, bot: &mut dyn Bot) -> bool {
        self.look(seat);
        if !self.seen[seat.index()].news(&self.view) {
            return false;
        }
        self.game.options_into(seat, &mut self.options);
        if self.options.seat.is_none() {
            return false;
        }
        let chance = &mut self.chances[seat.index()];
        let answer = bot.answer(self.game.rules(), &self.view, &self.options, chance);
        if let Some(command) = answer {
            self.carry_out(seat, command);
        }
        answer.is_some()
    }

    fn turn(&mut self, seat: Seat, bot: &mut dyn Bot) {
        self.look(seat);
        self.game.options_into(seat, &mut self.options);
        let chance = &mut self.chances[seat.index()];
        let open = self.options.propose.iter().filter(|pitch| pitch.to.contains(Seat(0)));
        let cards = &self.game.rules().cards;
        let kinds: Vec<_> =
            open.filter_map(|pitch| Some(cards.terms(pitch.card)?.agreement)).collect();
        if !kinds.is_empty() {
            self.open_to_first.push(OpenWindow { by: seat, round: self.game.round(), kinds });
        }
        let command = bot.act(self.game.rules(), &self.view, &self.options, chance);
        self.carry_out(seat, command);
    }

    fn carry_out(&mut self, seat: Seat, command: Command) {
        assert!(self.options.contains(&command), "{seat} may not {command:?}");
        self.commands.push((seat, command));
        self.rounds_of.push(self.game.round());
        self.events.clear();
        let decided = self.game.decide(seat, &command, &mut self.events);
        assert_eq!(decided, Ok(()), "{seat} was refused {command:?}");
        for event in &self.events {
            self.game.evolve(event);
            self.honour.observe(self.game.rules(), event);
        }
    }
}
