//! What leaves the engine is what its JSON Schema says: nothing is missing, and nothing is there that
//! the schema does not name.

#![cfg(feature = "schema")]

use std::collections::BTreeSet;

use backchannel::catalogue::{CardCatalogue, CardSpec};
use backchannel::honour::{HonourRecord, Honours};
use backchannel::map::{MapFile, library};
use backchannel::palette::{Livery, liveries};
use backchannel::signal::{Piece, SignalPromise, Signals, WordKind};
use backchannel::{
    Category, Command, Game, Notice, Options, Outcome, Refusal, Setup, View, narrate,
};
use jsonschema::Validator;
use parley::signal::{ConjunctionSpec, TemplateSpec};
use parley::{
    Audience, Chance, Clause, Commitment, Game as _, Language, Options as _, Refusal as _, Seat,
    Seed, StateHash, Table,
};
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Value, json};

/// Forbids whatever an object's schema does not name.
#[derive(Clone)]
struct Closed;

impl Transform for Closed {
    fn transform(&mut self, schema: &mut Schema) {
        if schema.get("properties").is_some() {
            schema.insert("additionalProperties".to_owned(), false.into());
        }
        transform_subschemas(self, schema);
    }
}

/// A validator of one type, and the variants that it has met.
struct Check {
    schema: Value,
    validator: Validator,
    met: BTreeSet<String>,
}

impl Check {
    fn of<T: JsonSchema>() -> Check {
        let settings = SchemaSettings::default().for_serialize().with_transform(Closed);
        let schema = settings.into_generator().into_root_schema_for::<T>().to_value();
        let validator = jsonschema::validator_for(&schema).expect("the schema is one");
        Check { schema, validator, met: BTreeSet::new() }
    }

    #[track_caller]
    fn pass(&mut self, value: &impl Serialize) {
        let value = serde_json::to_value(value).expect("it is plain data");
        if let Err(error) = self.validator.validate(&value) {
            panic!("{error} at {} of {value}", error.instance_path());
        }
        if let Some(variant) = value.get("type").and_then(Value::as_str) {
            self.met.insert(variant.to_owned());
        }
    }

    /// The variants that a tagged type has and that were never met.
    fn unmet(&self) -> Vec<&str> {
        let variants = self.schema["oneOf"].as_array().expect("it has variants");
        let tags = variants.iter().map(|one| &one["properties"]["type"]["const"]);
        tags.map(|tag| tag.as_str().expect("variants are tagged"))
            .filter(|tag| !self.met.contains(*tag))
            .collect()
    }
}

struct Checks {
    view: Check,
    options: Check,
    command: Check,
    notice: Check,
    refusal: Check,
    clause: Check,
    category: Check,
    line: Check,
}

impl Checks {
    fn new() -> Checks {
        Checks {
            view: Check::of::<View>(),
            options: Check::of::<Options>(),
            command: Check::of::<Command>(),
            notice: Check::of::<Notice>(),
            refusal: Check::of::<Refusal>(),
            clause: Check::of::<Clause>(),
            category: Check::of::<Category>(),
            line: Check::of::<Vec<Piece>>(),
        }
    }

    /// What each audience knows of the present, and what each seat may do.
    fn present(&mut self, game: &Game) {
        audiences(game).for_each(|audience| self.view.pass(&game.view(audience)));
        game.seats().into_iter().for_each(|seat| self.options.pass(&game.options(seat)));
    }

    /// What each audience was told of what happened since entry `from`.
    fn log(&mut self, table: &Table<Game>, from: usize) {
        for audience in audiences(table.game()) {
            for notice in table.journal().log_since(from, audience) {
                self.notice.pass(&notice);
                self.category.pass(&notice.category());
                self.line.pass(&narrate::line(&notice, table.game().rules(), Language::English));
            }
        }
    }

    /// Plays a game, and looks at every `pace`th of its positions.
    fn play(&mut self, setup: &Setup, seed: Seed, pace: usize) {
        let mut table = Table::<Game>::open(setup, seed).expect("it can be played");
        let mut chance = seed.stream(1 << 42);
        self.log(&table, 0);
        for step in 0.. {
            if step % pace == 0 || table.game().is_over() {
                self.present(table.game());
            }
            if table.game().is_over() {
                break;
            }
            let from = table.journal().entries().len();
            let (seat, command) = choose(table.game(), &mut chance);
            self.command.pass(&command);
            table.act(seat, &command).expect("an option is legal");
            if let Err(refusal) = table.game().decide(seat, &command, &mut Vec::new()) {
                self.refusal.pass(&refusal);
                self.clause.pass(&refusal.clause());
            }
            self.log(&table, from);
        }
        check_aftermath(&table);
    }
}

/// Everybody who may look.
fn audiences(game: &Game) -> impl Iterator<Item = Audience> {
    let players = game.seats().into_iter().map(Audience::Seat);
    players.chain([Audience::Spectator, Audience::Replay])
}

/// Somebody's move, most often of the seat whose turn it is: answers come late, and proposals lapse.
fn choose(game: &Game, chance: &mut Chance) -> (Seat, Command) {
    let awaited = game.awaiting();
    let turn = game.view(Audience::Spectator).turn.filter(|turn| awaited.contains(*turn));
    let anybody = awaited.nth(chance.index(awaited.len())).expect("somebody is awaited");
    let seat = turn.filter(|_| !chance.one_in(20)).unwrap_or(anybody);
    let options = game.options(seat);
    let word = if chance.one_in(6) { options.sample_word(chance) } else { None };
    let command = word.or_else(|| options.sample_move(chance));
    (seat, command.expect("who is awaited can do something"))
}

fn setup(map: &str, seats: usize, rounds: u16) -> Setup {
    let map = library::find(map).expect("the library has it").file().clone();
    let mut setup = Setup::standard(map, seats);
    setup.settings.round_limit = Some(rounds);
    setup.settings.proposal_rounds = 1;
    setup
}

#[test]
fn whatever_is_told_of_a_game_is_what_the_schema_says() {
    let mut checks = Checks::new();
    for (map, seats, rounds, fog) in [
        ("wherrymouth", 2, 8, true),
        ("passes-of-sarn", 4, 3, true),
        ("trade-wind-sea", 5, 2, false),
        ("broken-empire", 8, 2, true),
    ] {
        let mut setup = setup(map, seats, rounds);
        setup.settings.fog = fog;
        checks.play(&setup, Seed::numbered(seats as u64, 1), 1);
    }
    // Some things happen rarely where moves are random.
    for number in 0..200 {
        if checks.command.unmet().is_empty() && checks.notice.unmet().is_empty() {
            break;
        }
        checks.play(&setup("wherrymouth", 4, 40), Seed::numbered(number, 2), 10);
    }
    assert_eq!(checks.command.unmet(), [""; 0]);
    assert_eq!(checks.notice.unmet(), [""; 0]);
    assert!(checks.refusal.met.len() > 5, "{:?}", checks.refusal.met);
}

fn check_aftermath(table: &Table<Game>) {
    let events = table.journal().entries().iter().map(|entry| &entry.event);
    let record = HonourRecord::of(table.game(), events);
    Check::of::<HonourRecord>().pass(&record);
    Check::of::<Vec<Honours>>().pass(&record.honours());
    Check::of::<Outcome>().pass(&table.game().view(Audience::Spectator).outcome);
    Check::of::<StateHash>().pass(&table.game().digest());
}

#[test]
fn whatever_is_agreed_before_play_is_what_the_schema_says() {
    let (mut setups, mut maps) = (Check::of::<Setup>(), Check::of::<MapFile>());
    for id in library::names() {
        let map = library::find(id).expect("the library knows its maps");
        let map = map.file();
        maps.pass(map);
        setups.pass(&Setup::standard(map.clone(), usize::from(map.seats.most)));
    }
    Check::of::<Vec<CardSpec>>().pass(&CardCatalogue::standard().specs());
    Check::of::<Vec<Livery>>().pass(&liveries());
    Check::of::<Vec<Language>>().pass(&Language::ALL);
    let seed = Seed::numbered(1, 1);
    Check::of::<Seed>().pass(&seed);
    Check::of::<Commitment>().pass(&seed.commitment());
}

#[test]
fn the_sentences_are_what_the_schema_says() {
    let mut templates = Check::of::<TemplateSpec<WordKind, SignalPromise>>();
    let mut conjunctions = Check::of::<ConjunctionSpec>();
    let catalogue = Signals::standard().catalogue();
    catalogue.templates().for_each(|(_, spec)| templates.pass(spec));
    catalogue.conjunctions().for_each(|(_, spec)| conjunctions.pass(spec));
}

#[test]
fn a_client_may_leave_out_what_has_a_default() {
    let schema = schemars::schema_for!(Command).to_value();
    let schema = jsonschema::validator_for(&schema).expect("the schema is one");
    let agree = |command: Value| {
        let reads = serde_json::from_value::<Command>(command.clone()).is_ok();
        assert_eq!(schema.is_valid(&command), reads, "{command}");
        reads
    };
    assert!(agree(json!({"type": "propose", "to": 1, "card": 3, "slots": []})));
    assert!(agree(json!({"type": "signal", "signal": {"first": {"template": 0}}})));
    assert!(agree(json!({"type": "attack", "from": 0, "to": 1, "mode": {"stop_loss": 4}})));
    assert!(!agree(json!({"type": "propose", "to": 1, "card": 3})));
    assert!(!agree(json!({"type": "propose", "to": 1, "card": 3, "slots": [0, 0, 0, 0, 0]})));
    assert!(!agree(json!({"type": "attack", "from": 0, "to": 256, "mode": "once"})));
    assert!(!agree(json!({"type": "occupy", "troops": 1, "to": 1})));
    assert!(!agree(json!({"type": "surrender"})));
}

#[test]
fn a_field_too_many_or_too_few_is_noticed() {
    let table = Table::<Game>::open(&setup("wherrymouth", 2, 5), Seed::numbered(1, 1));
    let view = table.expect("it can be played").game().view(Audience::Seat(Seat(0)));
    let view = serde_json::to_value(view).expect("it is plain data");
    let check = Check::of::<View>();
    assert!(check.validator.is_valid(&view));

    let mut more = view.clone();
    more["own"]["secret"] = 1.into();
    assert!(!check.validator.is_valid(&more));

    let mut less = view;
    less["scoreboard"][0].as_object_mut().expect("scores are objects").remove("troops");
    assert!(!check.validator.is_valid(&less));
}

#[test]
fn no_two_types_go_by_one_name() {
    let mut generator = SchemaGenerator::default();
    generator.subschema_for::<(Setup, View, Options, Command, Notice, Refusal)>();
    generator.subschema_for::<(HonourRecord, Honours, Vec<Piece>, Category, Livery, Language)>();
    generator.subschema_for::<(TemplateSpec<WordKind, SignalPromise>, ConjunctionSpec)>();
    generator.subschema_for::<(Audience, Clause, Seed, Commitment, StateHash)>();
    let names: Vec<&str> = generator.definitions().keys().map(String::as_str).collect();
    // A second type of a name would have a number put to it.
    let numbered = |name: &&&str| name.ends_with(|last: char| last.is_ascii_digit());
    assert_eq!(names.iter().find(numbered), None);
    for name in [
        "BackchannelCommand",
        "BackchannelNotice",
        "BackchannelOptions",
        "BackchannelOwn",
        "BackchannelRefusal",
        "BackchannelSettings",
        "BackchannelSetup",
        "BackchannelView",
        "CardTarget",
        "FightReport",
        "GameOutcome",
        "HonourRecord",
        "SignalPromise",
    ] {
        assert!(names.contains(&name), "{name} is not among {names:?}");
    }
}
