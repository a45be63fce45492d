//! The tables of the manual say what the data says. `MANUAL=write cargo test -p twilight --test manual` writes them anew.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::json;
use twilight::Step;
use twilight::ability::faction::{Expansion, Faction};
use twilight::ability::note::{NoteKind, Rest, Return, Window};
use twilight::ability::power::Who;
use twilight::ability::row::{self, Kind, Row};
use twilight::ability::usage::Price;

fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    for row in rows {
        writeln!(text, "| {} |", row.join(" | ")).expect("text grows");
    }
    text
}

/// A word of the data, as one would write it.
fn plain(word: impl serde::Serialize) -> String {
    json!(word).as_str().expect("a word").replace('-', " ")
}

fn factions() -> String {
    let box_of = |it: Expansion| match it {
        Expansion::Base => "base game",
        Expansion::ProphecyOfKings => "Prophecy of Kings",
        Expansion::Codex => "codex",
        Expansion::ThundersEdge => "Thunder's Edge",
    };
    let rows = Faction::all().map(|faction| {
        let spec = faction.spec();
        let notes: Vec<String> = spec.notes().map(|note| note.to_string()).collect();
        let value = spec.commodities.to_string();
        vec![spec.name.clone(), value, notes.join(", "), box_of(spec.expansion).to_owned()]
    });
    table(&["Faction", "Commodity value", "Notes of its own", "From"], rows)
}

fn notes() -> String {
    let rows = NoteKind::all().map(|kind| {
        let spec = kind.spec();
        let whose = kind.faction().map_or("everybody".to_owned(), |faction| faction.to_string());
        let (window, returns): (Window, Return) = (spec.window, spec.returns);
        let rests: Rest = spec.rests;
        let lies = format!("{}; {}", plain(rests), plain(returns));
        vec![spec.name.to_owned(), whose, plain(window), lies, spec.text.to_owned()]
    });
    table(&["Note", "Whose", "Played", "Lies; goes back", "What it does"], rows)
}

fn kind(row: &Row) -> &'static str {
    match row.kind {
        Kind::Sheet => "sheet",
        Kind::Technology => "technology",
        Kind::Agent => "agent",
        Kind::Commander => "commander",
        Kind::Hero => "hero",
        Kind::Unit => "unit",
        Kind::Breakthrough => "breakthrough",
        Kind::ActionCard => "action card",
        Kind::Note => "note",
        Kind::Law => "law",
        Kind::Event => "event",
        Kind::Relic => "relic",
        Kind::Rule => "rule",
        Kind::Edict => "edict",
        Kind::Planet => "legendary planet",
    }
}

fn when(row: &Row) -> String {
    let Some(deals) = &row.deals else { return String::new() };
    let who = match deals.who {
        Who::Decider => ", who decides",
        Who::NotActive => ", not the active player",
        Who::Anyone => "",
        Who::Active => ", the active player",
        Who::Asked => ", who is asked",
        Who::NotAsked => ", not the one who is asked",
        Who::NotDecider => ", not the one who decides",
        Who::Combatant => ", a side of the combat",
        Who::Defender => ", the defender",
        Who::Winner => ", the winner",
        Who::Present => ", with units there",
        Who::Speaker => ", the speaker",
        Who::Tyrant => ", the tyrant",
        Who::Roller => ", whose units roll",
        Who::Target => ", whose units are hit",
    };
    let steps: Vec<&str> = deals.steps.iter().map(|step| step.words()).collect();
    let steps = match steps.as_slice() {
        [] => "when it is set off".to_owned(),
        all if all.len() == Step::ALL.len() => "any time".to_owned(),
        all if all.len() == Step::ACTION_PHASE.len() => "any step of a turn".to_owned(),
        some => some.join("; "),
    };
    format!("{steps}{who}")
}

fn price(Price { trade_goods, influence }: Price) -> Option<String> {
    match (trade_goods, influence) {
        (0, 0) => None,
        (goods, 0) => Some(format!("{goods} trade goods")),
        (0, influence) => Some(format!("{influence} influence")),
        (goods, influence) => Some(format!("{goods} trade goods and {influence} influence")),
    }
}

fn abilities() -> String {
    let rows = row::all().iter().map(|row| {
        let whose = row.faction().map_or(String::new(), |faction| faction.to_string());
        let prices: Vec<String> = row.uses.iter().filter_map(|it| price(it.price)).collect();
        let text = row.text.to_owned();
        vec![row.name.to_owned(), kind(row).to_owned(), whose, when(row), prices.join(", "), text]
    });
    table(&["Name", "Kind", "Whose", "When", "Price", "What it does"], rows)
}

#[test]
fn the_tables_of_the_manual_are_those_of_the_data() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules/twilight.md");
    let manual = std::fs::read_to_string(&path).expect("the manual");
    let mut expected = manual.clone();
    for (heading, table) in [
        ("### Factions\n\n", factions()),
        ("### Promissory notes\n\n", notes()),
        ("### Abilities, cards and laws\n\n", abilities()),
    ] {
        let (before, after) = expected.split_once(heading).expect(heading);
        let rest = after.split_once("\n\n").map_or("", |(_, rest)| rest);
        let rest = if rest.is_empty() { String::new() } else { format!("\n{rest}") };
        expected = format!("{before}{heading}{table}{rest}");
    }
    if std::env::var_os("MANUAL").is_some() {
        std::fs::write(&path, &expected).expect("the manual can be written");
    }
    let differs = manual.lines().zip(expected.lines()).find(|(is, should)| is != should);
    assert_eq!(differs, None, "write it anew with MANUAL=write");
    assert_eq!(manual.lines().count(), expected.lines().count());
}
