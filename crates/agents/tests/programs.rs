//! What becomes of programs that play, and of those that do not.

use std::sync::Arc;
use std::time::{Duration, Instant};

use agents::{ErrorOutput, Fault, ProgramBot, ProgramSpec, TimeControl};
use backchannel::map::library;
use backchannel::{Game, Rules, Setup};
use bots::{Bot as _, Conduct, Forfeits};
use parley::contract::Subject as _;
use parley::{Audience, Game as _, Options as _, Seat, Seed};

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/actor.py");

fn program(arguments: &[&str], time: &str) -> ProgramBot {
    let command = ["python3", PROGRAM].iter().chain(arguments).map(|it| (*it).to_owned()).collect();
    let spec = ProgramSpec::new(command, TimeControl::parse(time).unwrap()).unwrap();
    ProgramBot::new(spec, ErrorOutput::Keep)
}

fn dealt() -> Game {
    let map = library::find("wherrymouth").unwrap().file().clone();
    let rules = Rules::new(Setup::standard(map, 2)).unwrap();
    let mut game = Game::deal(Arc::new(rules), Seed::numbered(7, 0));
    let mut events = Vec::new();
    game.opening(&mut events);
    events.iter().for_each(|event| game.evolve(event));
    game
}

/// Asks the bot for so many moves of its own, carries them out, and lets the other seat hold and pass.
fn play(bot: &mut ProgramBot, moves: usize) -> Conduct {
    let mut game = dealt();
    let seat = game.turn();
    let mut chance = Seed::numbered(1, 1).stream(0);
    let mut made = 0;
    while made < moves && !game.is_over() {
        let turn = game.turn();
        let options = game.options(turn);
        let command = if turn == seat {
            made += 1;
            bot.act(game.rules(), &game.view(Audience::Seat(seat)), &options, &mut chance)
        } else {
            backchannel::caretaker::caretake(&options).unwrap()
        };
        assert!(options.contains(&command), "{command:?}");
        let mut events = Vec::new();
        game.decide(turn, &command, &mut events).unwrap();
        events.iter().for_each(|event| game.evolve(event));
    }
    bot.end(game.rules(), &game.view(Audience::Seat(seat))).unwrap()
}

#[test]
fn a_program_that_answers_makes_its_moves_itself() {
    let mut bot = program(&["first"], "20s/60s");
    let conduct = play(&mut bot, 30);
    assert_eq!((conduct.forfeits, conduct.first), (Forfeits::default(), None));
}

#[test]
fn a_wrong_answer_may_be_corrected_and_an_old_one_is_skipped() {
    let conduct = play(&mut program(&["second thoughts"], "20s/60s"), 20);
    assert_eq!((conduct.forfeits, conduct.first), (Forfeits::default(), None));
}

#[test]
fn a_program_that_crashes_forfeits_everything_from_then_on() {
    let conduct = play(&mut program(&["crash"], "20s/60s"), 10);
    assert_eq!(conduct.forfeits, Forfeits { gone: 10, ..Forfeits::default() });
    let first = conduct.first.unwrap();
    assert!(first.contains("exit status: 3") && first.contains("this cannot go on"), "{first}");
}

#[test]
fn a_program_that_hangs_is_stopped_after_three_moves() {
    let started = Instant::now();
    let conduct = play(&mut program(&["hang"], "100ms/60s"), 10);
    assert_eq!(conduct.forfeits, Forfeits { late: 2, gone: 8, ..Forfeits::default() });
    assert!(conduct.first.unwrap().contains("It did not answer within 100 ms."));
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_program_that_has_used_up_its_time_is_not_asked_again() {
    let mut bot = program(&["hang"], "200ms/150ms");
    let conduct = play(&mut bot, 4);
    assert_eq!(conduct.forfeits, Forfeits { late: 2, gone: 2, ..Forfeits::default() });
    assert!(bot.faults().contains(&Fault::OutOfTime), "{:?}", bot.faults());
}

#[test]
fn nonsense_forfeits_the_move_and_says_why() {
    let cases = [
        ("nonsense", "A line has to be one JSON object. It wrote: er …"),
        ("long", "A line may have at most 65536 bytes."),
        ("bytes", "A line has to be UTF-8."),
        ("beyond", "The menu goes from 0 to "),
        ("cheat", "That command is not among the options of the seat now."),
        ("early", "There was no question 2; this is question 1."),
    ];
    for (kind, why) in cases {
        let mut bot = program(&[kind], "20s/60s");
        let conduct = play(&mut bot, 1);
        assert_eq!(conduct.forfeits, Forfeits { nonsense: 1, ..Forfeits::default() }, "{kind}");
        let first = conduct.first.unwrap();
        assert!(first.contains(why), "{kind}: {first}");
    }
}

/// Most programs never read what was refused: they are told apart from those that are late.
#[test]
fn a_wrong_answer_is_told_even_if_the_program_ignores_the_refusal() {
    let cases = [
        ("deaf", "A move is due, so it cannot be skipped."),
        ("stringly", "An answer has an `id` and one of"),
        ("open", "A line has to end with a newline."),
    ];
    for (kind, why) in cases {
        let conduct = play(&mut program(&[kind], "400ms/60s"), 1);
        assert_eq!(conduct.forfeits, Forfeits { nonsense: 1, ..Forfeits::default() }, "{kind}");
        let first = conduct.first.unwrap();
        assert!(first.starts_with(why) && first.contains("It wrote: {\"id\""), "{kind}: {first}");
    }
}

#[test]
fn lines_that_were_refused_before_an_answer_are_counted() {
    let mut bot = program(&["chatty"], "20s/60s");
    let game = dealt();
    let (seat, mut chance) = (game.turn(), Seed::numbered(1, 1).stream(0));
    bot.act(game.rules(), &game.view(Audience::Seat(seat)), &game.options(seat), &mut chance);
    let session = bot.session().unwrap();
    assert_eq!((session.answered, session.refused), (1, 1));
    let first = session.first_refused.as_ref().unwrap().to_string();
    assert_eq!(first, "A line has to be one JSON object. It wrote: thinking …");
}

#[test]
fn the_end_of_what_a_program_says_when_it_dies_is_repeated() {
    let first = |kind: &str| play(&mut program(&[kind], "20s/60s"), 1).first.unwrap();
    let told = first("story");
    assert!(told.starts_with("It ended during the game (exit status: 1)"), "{told}");
    assert!(told.ends_with("and lost at last"), "{told}");
    let told = first("stillborn");
    assert!(told.starts_with("It ended before it answered `hello`"), "{told}");
    assert!(told.ends_with("NameError: no such name"), "{told}");
    assert!(!told.contains("before the greeting"), "{told}");
}

#[test]
fn a_program_of_another_protocol_does_not_play() {
    let first = |kind: &str| play(&mut program(&[kind], "20s/60s"), 1).first.unwrap();
    assert_eq!(first("old"), "It speaks protocol 7, and this is protocol 1.");
    assert!(first("rude").contains("The first line has to be"), "{}", first("rude"));
}

#[test]
fn a_program_that_stays_is_killed() {
    let started = Instant::now();
    let conduct = play(&mut program(&["stays"], "20s/60s"), 2);
    assert_eq!(conduct.forfeits, Forfeits::default());
    assert!(started.elapsed() < Duration::from_secs(30));
}

/// Everything that a program reads, without what depends on the time.
fn lines(path: &std::path::Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let read = |line: &str| {
        let mut value: serde_json::Value = serde_json::from_str(line).unwrap();
        let fields = value.as_object_mut().unwrap();
        fields.remove("time_ms");
        fields.remove("left_ms");
        value
    };
    text.lines().map(read).collect()
}

#[test]
fn two_games_that_differ_in_secrets_are_the_same_lines_to_a_program() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one", "other"].map(|name| folder.path().join(name));
    let mut bots =
        [0, 1].map(|at: usize| program(&["first", paths[at].to_str().unwrap()], "20s/60s"));
    let mut game = dealt();
    let mut secrets = Seed::numbered(3, 3).stream(0);
    let mut chance = Seed::numbered(1, 1).stream(0);
    let mut different = 0;
    for _ in 0..60 {
        let turn = game.turn();
        let options = game.options(turn);
        let command = if turn == Seat(0) {
            let twin = game.twin(Seat(0), &mut secrets);
            different += u32::from(twin != game);
            let views = [&game, &twin].map(|it| (it.view(Audience::Seat(turn)), it.options(turn)));
            let [one, other] = &mut bots;
            let command = one.act(game.rules(), &views[0].0, &views[0].1, &mut chance);
            assert_eq!(other.act(twin.rules(), &views[1].0, &views[1].1, &mut chance), command);
            command
        } else {
            options.sample_move(&mut chance).unwrap()
        };
        let mut events = Vec::new();
        game.decide(turn, &command, &mut events).unwrap();
        events.iter().for_each(|event| game.evolve(event));
        if game.is_over() {
            break;
        }
    }
    let view = game.view(Audience::Seat(Seat(0)));
    bots.iter_mut().for_each(|bot| assert_eq!(bot.end(game.rules(), &view).unwrap().first, None));
    assert!(different > 5, "the twins were the same game");
    let [one, other] = paths.map(|path| lines(&path));
    assert!(one.len() > 10, "{}", one.len());
    assert_eq!(one, other);
}
