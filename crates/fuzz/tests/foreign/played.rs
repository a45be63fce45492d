//! Games in progress, with the commands that led there.

use backchannel::map::library;
use parley::contract::Subject;
use parley::{Audience, Chance, Game, Seat, Seed, Table};
use serde_json::Value;
use twilight::ability::faction::Faction;
use twilight::desk::setup::Sitting;
use twilight::galaxy::Galaxy;

/// Commands between two positions that are kept.
const STRIDE: usize = 60;

pub struct RecordedGame<G: Game> {
    pub positions: Vec<G>,
    pub commands: Vec<(Seat, G::Command)>,
}

impl<G: Subject> RecordedGame<G> {
    /// A new game that is played at random.
    pub fn at_random(setup: &G::Setup, seed: u64, most: usize) -> RecordedGame<G> {
        let seed = Seed::numbered(9, seed);
        let table = Table::<G>::open(setup, seed).expect("a set-up that can be played");
        RecordedGame::from(table, most)
    }

    /// Plays on at random, and keeps a position every so often.
    pub fn from(mut table: Table<G>, most: usize) -> RecordedGame<G> {
        let mut played =
            RecordedGame { positions: vec![table.game().clone()], commands: Vec::new() };
        let mut chance = Seed::numbered(9, 0).stream(1 << 40);
        while played.commands.len() < most && !table.game().is_over() {
            let Some((seat, command)) = choose(table.game(), &mut chance) else { continue };
            table.act(seat, &command).expect("a choice is legal");
            played.commands.push((seat, command));
            if played.commands.len() % STRIDE == 0 {
                played.positions.push(table.game().clone());
            }
        }
        played
    }

    /// Some of the commands as JSON, of as many kinds as there are.
    pub fn samples(&self) -> Vec<Value> {
        let mut samples: Vec<Value> = Vec::new();
        for (_, command) in &self.commands {
            let value = serde_json::to_value(command).expect("a command is plain data");
            let alike = samples.iter().filter(|known| known["type"] == value["type"]).count();
            if alike < 4 {
                samples.push(value);
            }
        }
        samples
    }
}

fn choose<G: Subject>(game: &G, chance: &mut Chance) -> Option<(Seat, G::Command)> {
    let seats = game.seats();
    let seat = seats.nth(chance.index(seats.len()))?;
    Some((seat, game.choice(seat, chance)?))
}

/// Calls everything that can be asked of a game.
pub fn look_around<G: Game>(game: &G) {
    let seats = game.seats().iter().map(Audience::Seat);
    for audience in seats.chain([Audience::Spectator, Audience::Replay]) {
        serde_json::to_vec(&game.view(audience)).expect("a view is plain data");
    }
    for seat in game.seats() {
        serde_json::to_vec(&game.options(seat)).expect("options are plain data");
    }
    game.digest();
}

/// Tables of every size and kind of Backchannel.
pub fn wars() -> Vec<backchannel::Setup> {
    let war = |(map, seats): (&str, usize)| {
        let map = library::find(map).expect("it is in the library");
        backchannel::Setup::standard(map.file().clone(), seats)
    };
    [("wherrymouth", 2), ("passes-of-sarn", 4), ("broken-empire", 8)].map(war).to_vec()
}

/// Desks with and without a map.
pub fn desks() -> Vec<twilight::Setup> {
    let factions: Vec<Faction> = Faction::all().collect();
    let desk = |(number, chosen): (usize, &[Faction])| {
        let sit = |(seat, faction): (usize, &Faction)| Sitting {
            trade_goods: 4,
            resources: 5,
            influence: 5,
            abilities: faction.abilities().to_vec(),
            action_cards: ["Sabotage", "Salvage"].map(str::to_owned).to_vec(),
            ..Sitting::new(format!("Player {seat}"), *faction)
        };
        let mut setup = twilight::Setup::standard(chosen.iter().enumerate().map(sit).collect());
        setup.desk = number != 1;
        setup.agendas = number != 2;
        if number > 0 {
            let map = Galaxy::from_map_string("26 25 39 40 19 20").expect("a map");
            setup.galaxy = Some(Box::new(map));
        }
        setup
    };
    factions.chunks(6).take(4).enumerate().map(desk).collect()
}
