//! Whole games between bots: how strong they are, and what they never do.

use crate::support::{FinishedGame, play, rules};
use std::sync::Arc;

use backchannel::map::library;
use backchannel::{CardKind, Command, Rules, Setup, Tactic};
use bots::{Bot, Random, Soldier, by_name};
use parley::Seat;

type Maker = fn() -> Box<dyn Bot>;

fn random() -> Box<dyn Bot> {
    Box::new(Random)
}

fn soldier() -> Box<dyn Bot> {
    Box::new(Soldier::default())
}

fn envoy() -> Box<dyn Bot> {
    by_name("envoy").expect("it is in the cast")
}

fn strategist() -> Box<dyn Bot> {
    by_name("strategist:8").expect("it is in the cast")
}

/// Plays one game for each seed in the Passes of Sarn, without head starts; the first bot changes its seat from game to
/// game.
fn series(makers: [Maker; 4], seeds: std::ops::Range<u64>) -> Vec<(FinishedGame, [Maker; 4])> {
    let map = library::find("passes-of-sarn").expect("the library has it").file().clone();
    let mut setup = Setup::standard(map, 4);
    setup.settings.head_starts = Some(Vec::new());
    let rules = Arc::new(Rules::new(setup).expect("it can be played"));
    seeds
        .map(|seed| {
            let mut makers = makers;
            makers.rotate_right(seed as usize % 4);
            let mut bots = makers.map(|maker| maker());
            (play(&rules, seed, &mut bots), makers)
        })
        .collect()
}

/// The games of a series that the bot made by `maker` won alone.
fn won(games: &[(FinishedGame, [Maker; 4])], maker: Maker) -> usize {
    let is_winner = |(game, makers): &&(FinishedGame, [Maker; 4])| {
        let winners = game.outcome.winners;
        winners.len() == 1 && winners.into_iter().all(|seat| made(makers, seat, maker))
    };
    games.iter().filter(is_winner).count()
}

/// The share of all points that the bots made by `maker` got.
fn score(games: &[(FinishedGame, [Maker; 4])], maker: Maker) -> f64 {
    let points = games.iter().flat_map(|(game, makers)| {
        let seats = Seat::all(4).filter(|&seat| made(makers, seat, maker));
        seats.map(|seat| f64::from(game.outcome.scores[seat.index()]))
    });
    points.sum::<f64>() / (10_000.0 * games.len() as f64)
}

fn made(makers: &[Maker; 4], seat: Seat, maker: Maker) -> bool {
    std::ptr::fn_addr_eq(makers[seat.index()], maker)
}

#[test]
fn a_soldier_beats_three_players_without_a_plan() {
    let games = series([soldier, random, random, random], 0..60);
    assert!(won(&games, soldier) >= 57, "{} of 60", won(&games, soldier));
}

#[test]
fn an_envoy_beats_three_players_without_a_plan_or_shares_with_one() {
    let games = series([envoy, random, random, random], 0..240);
    let victories = games.iter().filter(|(game, makers)| {
        let mut winners = game.outcome.winners.into_iter();
        winners.any(|seat| made(makers, seat, envoy))
    });
    let victories = victories.count();
    assert!(victories >= 225, "{victories} of 240");
    assert!(won(&games, envoy) >= 192, "{} of 240 alone", won(&games, envoy));
}

#[test]
fn two_envoys_do_better_than_two_soldiers() {
    let games = series([envoy, envoy, soldier, soldier], 0..100);
    assert!(score(&games, envoy) > 0.6, "{} of the score", score(&games, envoy));
}

/// A fair share of the score would be a quarter; `experiments/strategist.toml` has the real figures.
#[test]
fn a_strategist_that_thinks_little_beats_three_envoys() {
    let games = series([strategist, envoy, envoy, envoy], 0..40);
    let share = score(&games, strategist);
    assert!(share > 0.3, "{share} of the score");
}

#[test]
fn soldiers_fight_until_one_is_left() {
    let games = series([soldier; 4], 0..60);
    let mut rounds: Vec<u16> = games.iter().map(|(game, _)| game.rounds.0).collect();
    rounds.sort_unstable();
    assert!(rounds[30] <= 15, "half of the games last longer than {} rounds", rounds[30]);
    let decided = games.iter().filter(|(game, _)| game.outcome.winners.len() == 1).count();
    assert!(decided >= 58, "only {decided} of 60 games have one winner");
}

#[test]
fn a_soldier_neither_proposes_nor_accepts_nor_speaks() {
    for (game, makers) in series([soldier, random, random, soldier], 0..20) {
        for (seat, command) in game.commands {
            let silent = !matches!(
                command,
                Command::Propose { .. }
                    | Command::Accept { .. }
                    | Command::Signal { .. }
                    | Command::React { .. }
            );
            assert!(silent || !made(&makers, seat, soldier), "{seat}: {command:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let table: [Maker; 4] = [soldier, random, envoy, envoy];
    let (once, again) = (series(table, 0..8), series(table, 0..8));
    for ((one, _), (two, _)) in once.iter().zip(&again) {
        assert_eq!(one.commands, two.commands);
        assert_eq!(one.hash, two.hash);
    }
}

#[test]
fn an_envoy_never_betrays() {
    let rules = rules(4);
    for (game, makers) in series([envoy, random, envoy, random], 0..40) {
        for (seat, command) in game.commands {
            let betrays =
                matches!(command, Command::Play { card, .. } if is_betrayal(&rules, card));
            assert!(!betrays || !made(&makers, seat, envoy), "{seat}: {command:?}");
        }
    }
}

fn is_betrayal(rules: &Rules, card: backchannel::Card) -> bool {
    matches!(rules.cards.kind(card), CardKind::Tactical { tactic: Tactic::Betrayal, .. })
}

#[test]
fn envoys_talk_and_deal_with_each_other() {
    let games = series([envoy; 4], 0..20);
    let count = |is: fn(&Command) -> bool| {
        games.iter().flat_map(|(game, _)| &game.commands).filter(|(_, command)| is(command)).count()
    };
    assert!(count(|command| matches!(command, Command::Signal { to: Some(_), .. })) > 100);
    assert!(count(|command| matches!(command, Command::Signal { to: None, .. })) > 5);
    assert!(count(|command| matches!(command, Command::React { .. })) > 5);
    let accepted = count(|command| matches!(command, Command::Accept { .. }));
    let proposed = count(|command| matches!(command, Command::Propose { .. }));
    assert!(accepted > 20 && 2 * accepted > proposed, "{accepted} of {proposed} accepted");
}

/// Whoever is honest at a table with one who is not, one without a plan and one who is silent.
#[test]
fn who_is_honest_keeps_every_word() {
    let map = library::find("passes-of-sarn").expect("the library has it").file().clone();
    let rules = Arc::new(Rules::new(Setup::standard(map, 5)).expect("it can be played"));
    for honest in ["envoy", "grudger", "warden", "broker"] {
        let mut promises = 0;
        // In that last game a breaker is out before it can be hunted.
        for seed in (0..60).chain([421]) {
            let mut bots = [honest, honest, "turncoat", "random", "soldier"].map(named);
            let game = play(&rules, seed, &mut bots);
            for honours in game.honour.honours().iter().take(2) {
                promises += honours.promises_made;
                let broken = &game.honour.promises;
                assert_eq!(honours.promises_broken, 0, "{honest} {seed}: {broken:?}");
                assert_eq!(honours.betrayals, 0);
            }
        }
        assert!(promises > 60, "{honest} made only {promises} promises");
    }
}

fn named(name: &'static str) -> Box<dyn Bot> {
    by_name(name).expect("it is in the cast")
}

/// How many times its fair share one bot wins against three of another.
fn edge(one: Maker, three: Maker, seeds: std::ops::Range<u64>) -> f64 {
    4.0 * score(&series([one, three, three, three], seeds), one)
}

#[test]
fn a_turncoat_beats_envoys_and_wardens_cut_its_edge() {
    let turncoat: Maker = || named("turncoat");
    let warden: Maker = || named("warden");
    let among_envoys = edge(turncoat, envoy, 0..240);
    let among_wardens = edge(turncoat, warden, 0..240);
    assert!(among_envoys > 1.05, "{among_envoys} of its share among envoys");
    assert!(
        among_wardens < among_envoys - 0.1,
        "{among_wardens} among wardens, {among_envoys} among envoys"
    );
}

#[test]
fn levels_differ() {
    let easy: Maker = || named("envoy:easy");
    let hard: Maker = || named("envoy:hard");
    let (weak, strong) = (edge(easy, envoy, 0..120), edge(hard, envoy, 0..120));
    assert!(weak < 0.9 && strong > 1.05, "easy {weak}, hard {strong}");
}

#[test]
fn a_betrayed_bot_remembers_who_and_when() {
    let map = library::find("passes-of-sarn").expect("the library has it").file().clone();
    let rules = Arc::new(Rules::new(Setup::standard(map, 4)).expect("it can be played"));
    let mut remembered = 0;
    for seed in 0..20 {
        let mut bots = ["turncoat", "grudger", "grudger", "warden"].map(named);
        let game = play(&rules, seed, &mut bots);
        for deed in bots[1..].iter().flat_map(|bot| bot.memory()) {
            assert_eq!(deed.about, Seat(0), "{deed:?} {seed} {:?}", game.honour.honours());
            assert!(deed.round <= game.rounds && deed.deed.is_breach());
            remembered += 1;
        }
        let mut reminded = named("grudger");
        reminded.remind(&bots[1].memory(), game.rounds);
        assert_eq!(reminded.memory(), bots[1].memory(), "another can take its place");
    }
    assert!(remembered > 10, "only {remembered} breaches are remembered");
}
