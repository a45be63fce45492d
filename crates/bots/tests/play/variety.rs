//! What the cast does in ordinary games: every agreement, every card, most of the catalogue.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use backchannel::map::library;
use backchannel::signal::Signals;
use backchannel::{CardKind, Command, Rules, Setup};
use bots::meaning::Meanings;
use bots::{Bot, CAST};

use crate::support::{FinishedGame, play, quick};

/// Games of everybody who deals, in turns, on one map.
fn games(count: u64) -> (Arc<Rules>, Vec<FinishedGame>) {
    let map = library::find("passes-of-sarn").expect("the library has it").file().clone();
    let rules = Arc::new(Rules::new(Setup::standard(map, 5)).expect("it can be played"));
    let cast: Vec<&str> = CAST.iter().filter(|one| one.deals).map(|one| one.name).collect();
    let games = (0..count).map(|seed| {
        let named = |seat: usize| cast[(seed as usize + seat) % cast.len()];
        let bots = (0..5).map(|seat| quick(named(seat)));
        let mut bots: Vec<Box<dyn Bot>> = bots.collect();
        play(&rules, seed, &mut bots)
    });
    let games = games.collect();
    (rules, games)
}

#[test]
fn every_agreement_is_offered_and_accepted_and_every_card_is_played() {
    let (rules, games) = games(250);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for card in rules.cards.all() {
        match rules.cards.kind(card) {
            CardKind::Agreement(terms) => {
                counts.insert(format!("{} offered", terms.agreement.id()), 0);
                counts.insert(format!("{} accepted", terms.agreement.id()), 0);
            }
            CardKind::Tactical { .. } => {
                counts.insert(rules.cards.spec(card).id.clone(), 0);
            }
            CardKind::Troop { .. } => {}
        }
    }
    let mut betrayed = 0;
    for game in &games {
        for &(_, command) in &game.commands {
            match command {
                Command::Propose { card, .. } => {
                    let kind = rules.cards.terms(card).expect("it is an agreement").agreement;
                    *counts.entry(format!("{} offered", kind.id())).or_default() += 1;
                }
                Command::Play { card, .. } => {
                    *counts.entry(rules.cards.spec(card).id.clone()).or_default() += 1;
                }
                _ => {}
            }
        }
        for deal in &game.honour.agreements {
            *counts.entry(format!("{} accepted", deal.agreement.id())).or_default() += 1;
            betrayed += u32::from(deal.betrayed_by.is_some());
        }
    }
    let missing: Vec<&String> = counts.iter().filter(|(_, n)| **n == 0).map(|(id, _)| id).collect();
    assert!(missing.is_empty(), "{missing:?} never happened: {counts:?}");
    assert!(betrayed > 0);
}

#[test]
fn somebody_says_at_least_half_of_the_catalogue() {
    let (_, games) = games(60);
    let catalogue = Signals::standard().catalogue();
    let (mut said, mut joined, mut reacted) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (_, command) in games.iter().flat_map(|game| &game.commands) {
        match command {
            Command::Signal { signal, .. } => {
                said.extend(signal.phrases().map(|phrase| phrase.template));
                joined.extend(signal.then.map(|then| then.by));
            }
            Command::React { reaction, .. } => {
                reacted.insert(*reaction);
            }
            _ => {}
        }
    }
    let all = catalogue.templates().len();
    assert!(2 * said.len() >= all, "{} of {all} templates", said.len());
    assert!(2 * joined.len() >= catalogue.conjunctions().len(), "{joined:?}");
    assert!(reacted.len() == catalogue.reactions().len(), "{reacted:?}");
}

#[test]
fn the_table_of_meanings_has_every_word_of_the_catalogue_and_no_other() {
    let table = include_str!("../../data/meanings.json");
    assert!(Meanings::from_json(table).is_ok());
    for id in ["leave_alone", "even_if", "salute", "shared_victory"] {
        let lacking = table.replace(&format!("\"{id}\""), "\"nonsense\"");
        let refused = Meanings::from_json(&lacking).err();
        assert!(refused.is_some_and(|error| error.contains(id)), "{id}");
    }
    let more = table.replacen('{', "{ \"gestures\": {},", 1);
    assert!(Meanings::from_json(&more).is_err());
}
