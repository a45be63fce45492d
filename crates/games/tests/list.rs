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
fn the_bots_that_fill_free_seats_all_deal_and_are_all_different() {
    let reference = serde_json::to_value(Backchannel::reference()).unwrap();
    let company = reference["company"].as_array().unwrap();
    assert!(company.len() >= 3);
    let mut characters = Vec::new();
    for name in company {
        let (character, level) = bots::find_character(name.as_str().unwrap()).unwrap();
        assert!(character.deals, "{name} is silent");
        assert_eq!(level, bots::Level::Normal);
        characters.push(character.name);
    }
    characters.sort_unstable();
    characters.dedup();
    assert_eq!(characters.len(), company.len());
}

#[test]
fn every_character_has_a_name_of_its_own_and_every_kind_of_bot_is_one_of_them() {
    let mut persons: Vec<&str> = bots::CAST.iter().map(|one| one.person).collect();
    persons.sort_unstable();
    persons.dedup();
    assert_eq!(persons.len(), bots::CAST.len());
    for kind in Backchannel::BOTS {
        let (character, _) = bots::find_character(kind.name).unwrap();
        assert_eq!((kind.character, kind.person), (character.name, character.person));
        assert!(!kind.person.contains(' '), "the last word of a name is a bot's own");
    }
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
