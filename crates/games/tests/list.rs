//! The list of games, and what each says of itself.

use games::{Backchannel, Twilight};
use server::api::read_rulebook;
use server::ruleset::Ruleset;

/// Whether a line of a book begins with a clause.
fn is_clause(line: &str) -> bool {
    let id = line.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(id, _)| id);
    id.and_then(|id| id.split_once('-')).is_some_and(|(book, number)| {
        book.len() == 2 && number.len() >= 2 && number.bytes().all(|it| it.is_ascii_digit())
    })
}

#[test]
fn every_clause_of_both_books_is_found_once() {
    for (text, least) in [(Backchannel::RULEBOOK, 50), (Twilight::RULEBOOK, 100)] {
        let book = read_rulebook(text);
        let clauses = book.sections.iter().flat_map(|section| &section.clauses);
        let mut ids: Vec<&String> = clauses.map(|clause| &clause.id).collect();
        let all = ids.len();
        assert_eq!(all, text.lines().filter(|line| is_clause(line)).count());
        assert!(all >= least, "{all}");
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }
}

#[test]
fn sections_have_the_anchors_of_their_links() {
    let book = read_rulebook(Backchannel::RULEBOOK);
    assert_eq!(book.sections[0].id, "1-the-table");
    assert!(book.intro.contains("#1-the-table"));
}

#[test]
fn every_bot_that_is_offered_can_play() {
    let names: Vec<&str> = Backchannel::BOTS.iter().map(|kind| kind.name).collect();
    assert_eq!(names[..bots::NAMES.len()], bots::NAMES);
    assert!(names.iter().all(|name| bots::by_name(name).is_ok()));
    assert!(Backchannel::RELIEF.is_some_and(|relief| names.contains(&relief)));
}

#[test]
fn what_is_shown_as_an_example_can_be_played() {
    let games = games::all();
    for game in games.rulesets().iter() {
        let mut example = game.example();
        example["ruleset"] = game.name().into();
        let settings = serde_json::from_value(example).expect("an example has a ruleset");
        let checked = game.check(&settings);
        let checked = checked.unwrap_or_else(|problem| panic!("{}: {problem:?}", game.name()));
        assert!(checked.seats() >= 2);
    }
}

#[test]
#[should_panic(expected = "two games are called `twilight`")]
fn no_game_is_registered_twice() {
    let _ = games::all().with::<Twilight>();
}
