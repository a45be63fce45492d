//! Tests that the twin maker changes everything that is hidden.

use std::collections::{BTreeMap, BTreeSet};

use parley::contract::Subject as _;
use parley::{Chance, OfferRef, Seat, Seed, Table};
use serde_json::Value;

use super::audit;
use super::twin::twin;
use crate::Game;
use crate::ability::faction::Faction;
use crate::ability::note::NoteKind;
use crate::deal::{Act, Term, When};
use crate::desk::command::Command;
use crate::desk::setup::{Setup, Sitting};
use crate::desk::state::DeskState;
use crate::round::moment::Moment;
use crate::round::step::Step;
use crate::sight;
use crate::table::goods::Bundle;
use crate::table::hand::Note;

fn table(seed: Seed) -> Table<Game> {
    let sit = |(index, name): (usize, &&str)| Sitting {
        trade_goods: 4,
        resources: 5,
        influence: 5,
        action_cards: ["Sabotage", "Salvage"].map(str::to_owned).to_vec(),
        ..Sitting::new(format!("Player {index}"), Faction::find(name).expect("a faction"))
    };
    let factions = ["Sol", "Hacan", "Empyrean", "Naalu"];
    let mut setup = Setup::standard(factions.iter().enumerate().map(sit).collect());
    setup.neighbours = (0..4).map(|seat| (Seat(seat), Seat((seat + 1) % 4))).collect();
    setup.desk = true;
    Table::open(&setup, seed).expect("a table")
}

/// Every value of a desk, by the path of field names to it.
fn leaves<'a>(value: &'a Value, path: &str, all: &mut BTreeMap<String, Vec<&'a Value>>) {
    match value {
        // A note is one card.
        Value::Object(fields) if !fields.contains_key("issuer") => {
            fields.iter().for_each(|(name, it)| leaves(it, &format!("{path}.{name}"), all));
        }
        Value::Array(items) => items.iter().for_each(|it| leaves(it, path, all)),
        leaf => all.entry(path.to_owned()).or_default().push(leaf),
    }
}

/// The fields for which one desk has values that another lacks.
fn lacking(one: &Value, other: &Value) -> BTreeSet<String> {
    let (mut here, mut there) = (BTreeMap::new(), BTreeMap::new());
    leaves(one, "", &mut here);
    leaves(other, "", &mut there);
    let lacks = |(path, values): &(String, Vec<&Value>)| {
        let mut left = there.get(path).cloned().unwrap_or_default();
        !values.iter().all(|value| {
            let found = left.iter().position(|it| it == value);
            found.map(|at| left.swap_remove(at)).is_some()
        })
    };
    here.into_iter().filter(lacks).map(|(path, _)| path).collect()
}

/// The fields that differ.
fn differing(one: &Value, other: &Value) -> BTreeSet<String> {
    let (mut here, mut there) = (BTreeMap::new(), BTreeMap::new());
    leaves(one, "", &mut here);
    leaves(other, "", &mut there);
    let paths = here.keys().chain(there.keys());
    paths.filter(|path| here.get(*path) != there.get(*path)).cloned().collect()
}

fn json(state: &DeskState) -> Value {
    serde_json::to_value(state).expect("plain data")
}

fn act_at_random(table: &mut Table<Game>, chance: &mut Chance) {
    let seat = Seat(chance.below(4) as u8);
    if let Some(command) = table.game().choice(seat, chance) {
        table.act(seat, &command).expect("what is chosen is accepted");
    }
}

const POLITICAL_SECRETS: [Note; 2] = [
    Note { issuer: Seat(0), kind: NoteKind::POLITICAL_SECRET },
    Note { issuer: Seat(1), kind: NoteKind::POLITICAL_SECRET },
];

/// Gives the third player two notes that are played in the same window.
fn hand_over(table: &mut Table<Game>) {
    for note in POLITICAL_SECRETS {
        let give = Command::Give { to: Seat(2), goods: Bundle::note(note) };
        table.act(note.issuer, &give).expect("it is in hand");
    }
}

/// In that window the third and the fourth player agree a deal about one of them, if they still can.
fn bind(table: &mut Table<Game>, chance: &mut Chance) {
    let (by, to) = (Seat(2), Seat(3));
    let act = Act::KeepNote { note: POLITICAL_SECRETS[chance.index(2)] };
    let terms = vec![Term { by, act, when: When::Now, after: None }];
    let number = table.game().state().offers_made[2][3] + 1;
    let moment = Moment::of(Step::WhenRevealed);
    for (seat, command) in [
        (by, Command::SetMoment { moment }),
        (by, Command::Offer { to, terms }),
        (to, Command::Accept { offer: OfferRef { from: by, number } }),
    ] {
        if table.act(seat, &command).is_err() {
            return;
        }
    }
}

#[test]
fn whatever_is_hidden_is_another_in_some_twin() {
    let (mut hidden, mut varied) = (BTreeSet::new(), BTreeSet::new());
    for game in 0..4 {
        let seed = Seed::numbered(game, 21);
        let (mut table, mut chance) = (table(seed), seed.stream(1));
        hand_over(&mut table);
        for round in 0..150 {
            match round % 10 {
                0 => bind(&mut table, &mut chance),
                _ => act_at_random(&mut table, &mut chance),
            }
            let state = table.game().state();
            let seat = Seat(chance.below(4) as u8);
            let other = twin(state, seat, &mut chance);
            assert_eq!(sight::state(state, seat), sight::state(&other, seat));
            assert_eq!(audit(&other), Ok(()));
            hidden.extend(lacking(&json(state), &json(&sight::state(state, seat))));
            varied.extend(differing(&json(state), &json(&other)));
        }
    }
    for part in [
        ".table.notes",
        ".table.players.action_cards",
        ".table.players.secrets",
        ".offers.terms.act.act",
        ".offers_made",
        ".owed.id.number",
        ".owed.term.act.note",
        ".promises.term.act.act",
        ".promises.faith",
    ] {
        assert!(
            hidden.iter().any(|path| path.starts_with(part)),
            "{part} is never hidden: {hidden:?}"
        );
    }
    // The term shows that some card is not to be played, but not which.
    hidden.remove(".owed.term.act.act");
    let same: Vec<_> = hidden.difference(&varied).collect();
    assert!(same.is_empty(), "{same:?}");
}
