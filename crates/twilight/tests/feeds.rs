//! Reports of games that are recorded elsewhere: well-formed ones, and hostile ones.

use serde_json::{Value, json};
use twilight::ability::faction::Faction;
use twilight::ability::note::NoteKind;
use twilight::desk::condition::Condition;
use twilight::desk::fact::FeedSource::{Asyncti4, TabletopPlayground};
use twilight::feed::{self, FeedError, FeedMoment, FeedReport};
use twilight::galaxy::Galaxy;

fn faction(name: &str) -> Faction {
    Faction::find(name).expect("a faction")
}

fn playground(whole: &Value) -> FeedReport {
    feed::read(TabletopPlayground, whole.to_string().as_bytes()).expect("a report")
}

fn forum(whole: &Value) -> FeedReport {
    feed::read(Asyncti4, whole.to_string().as_bytes()).expect("a report")
}

/// In the shape that the mod posts, with hands that must not be read.
fn table() -> Value {
    serde_json::from_str(include_str!("data/feeds/ttpg.json")).expect("JSON")
}

#[test]
fn what_the_mod_posts_is_read() {
    let report = playground(&table());
    let sol = &report.players[0];
    assert_eq!((sol.faction, sol.trade_goods, sol.commodities), (faction("Sol"), Some(3), Some(2)));
    assert_eq!(sol.commodity_value, Some(4));
    assert_eq!(report.players[1].faction, faction("Keleres"));
    assert_eq!(report.players[1].trade_goods, Some(0), "some mods write 0.0");
    assert_eq!(report.unknown, ["Homebrewers"]);
    assert_eq!(report.speaker, Some(faction("Keleres")));
    assert_eq!(report.moment, Some(FeedMoment::Turn(faction("Sol"))));
    let law = |condition| report.laws.iter().find(|it| it.condition == condition).expect("a law");
    assert_eq!(law(Condition::MinisterOfCommerce).of, Some(faction("Sol")));
    assert!(law(Condition::AgeOfCommerce).holds && law(Condition::WormholeReconstruction).holds);
    assert!(!law(Condition::HiddenAgenda).holds);
    assert_eq!(report.systems[1].units, [faction("Sol")], "a command token is no unit");
    assert_eq!(report.systems[1].planets[0].controller, Some(faction("Sol")));
    assert_eq!(report.systems[2].planets[0].controller, Some(faction("Keleres")));
    assert!(Galaxy::from_map_string(&report.map_string.expect("a map")).is_ok());
}

#[test]
fn nothing_of_a_hand_is_read() {
    let (mut one, mut other) = (table(), table());
    one["players"][0]["handCards"] = json!(["Sabotage", "Bribery"]);
    other["players"][0]["handCards"] = json!(["Veto"]);
    one["players"][0]["handSummary"]["Promissory"] = json!(1);
    assert_eq!(playground(&one), playground(&other));
}

#[test]
fn an_old_mod_says_nothing_of_laws_and_maps() {
    let mut old = table();
    for field in ["laws", "galacticEvents", "mapString", "hexSummary"] {
        old.as_object_mut().expect("an object").remove(field);
    }
    let report = playground(&old);
    assert!(report.laws.is_empty() && report.map_string.is_none() && report.systems.is_empty());
}

/// In the shape of `web-data`.
fn game() -> Value {
    serde_json::from_str(include_str!("data/feeds/asyncti4.json")).expect("JSON")
}

#[test]
fn what_the_forum_bot_publishes_is_read() {
    let report = forum(&game());
    let hacan = &report.players[0];
    assert_eq!((hacan.trade_goods, hacan.points), (Some(5), Some(4)));
    assert_eq!(hacan.fragments.expect("fragments").industrial, 2);
    assert_eq!(hacan.commodity_value, Some(7));
    assert_eq!(hacan.debts, Some(vec![(faction("Sol"), 2)]), "of a colour that is at the table");
    let support = (faction("Sol"), NoteKind::find("Support for the Throne").expect("a note"));
    assert_eq!(hacan.notes, Some(vec![support]), "of those that are known here");
    let convoys = (faction("Hacan"), NoteKind::find("Trade Convoys").expect("a note"));
    assert_eq!(report.players[1].notes, Some(vec![convoys]));
    assert_eq!(report.players[1].debts, Some(Vec::new()));
    assert_eq!((&report.players[2].debts, &report.players[2].notes), (&None, &None));
    assert_eq!(report.players[1].fragments, None, "it does not say");
    assert_eq!(report.players[2].faction, faction("Keleres"));
    assert_eq!(report.speaker, Some(faction("Hacan")));
    assert_eq!(report.moment, Some(FeedMoment::Action(faction("Hacan"))));
    let near = (faction("Hacan"), faction("Sol"));
    assert!(report.neighbours.as_ref().expect("neighbours").contains(&near));
    let map = report.map_string.expect("a map");
    assert_eq!(map, "{18} 26 -1 -1 25 82B");
    assert!(Galaxy::from_map_string(&map).is_ok());
    let lodor = report.systems.iter().find(|it| it.tile == "26").expect("a system");
    assert_eq!(lodor.units, [faction("Sol")]);
    let centre = report.systems.iter().find(|it| it.tile == "18").expect("a system");
    assert!(centre.units.is_empty(), "a token is no unit");
    assert_eq!(centre.planets[0].controller, Some(faction("Hacan")));
}

#[test]
fn every_phase_of_the_forum_bot_leads_somewhere() {
    let phases = [
        ("strategy", Some(FeedMoment::Strategy)),
        ("status.homework", Some(FeedMoment::Status)),
        ("agenda.readyToFlip", Some(FeedMoment::AgendaRevealed)),
        ("agenda.whens", Some(FeedMoment::Whens)),
        ("agenda.afters", Some(FeedMoment::Afters)),
        ("agenda.voting", Some(FeedMoment::Voting(Some(faction("Hacan"))))),
        ("agenda.resolving", Some(FeedMoment::Resolving)),
        ("finished", None),
        ("setup.draft", None),
    ];
    for (phase, moment) in phases {
        let mut whole = game();
        whole["gameState"]["phase"] = json!(phase);
        assert_eq!(forum(&whole).moment, moment, "{phase}");
    }
}

#[test]
fn hostile_debts_and_notes_are_left_out() {
    let mut whole = game();
    let many: serde_json::Map<String, Value> =
        (0..10_000).map(|n| (format!("colour{n}"), json!(1))).collect();
    for (debts, notes) in [
        (json!("blue"), json!({ "blue_sftt": true })),
        (json!({ "blue": -1, "yellow": 1.5, "x": null }), json!([1, null, "_", "blue_", "_sftt"])),
        (json!({ "blue": 1e9 }), json!(["x".repeat(100_000)])),
        (Value::Object(many), json!(vec!["blue_nonsense"; 10_000])),
    ] {
        whole["playerData"][0]["debtTokens"] = debts;
        whole["playerData"][0]["promissoryNotesInPlayArea"] = notes;
        let hacan = &forum(&whole).players[0];
        assert!(hacan.debts.as_ref().is_none_or(Vec::is_empty), "{:?}", hacan.debts);
        assert!(hacan.notes.as_ref().is_none_or(Vec::is_empty), "{:?}", hacan.notes);
    }
}

#[test]
fn hostile_bytes_are_refused_or_left_out() {
    let refused = |bytes: &[u8]| feed::read(TabletopPlayground, bytes).expect_err("no report");
    assert!(matches!(refused(b"{"), FeedError::NotJson(_)));
    assert!(matches!(refused(b"\xff\xfe"), FeedError::NotJson(_)));
    assert!(matches!(refused(b"[]"), FeedError::NoPlayers("players")));
    assert!(matches!(refused(br#"{"players": []}"#), FeedError::NoFactions(_)));
    assert!(matches!(refused(&vec![b' '; feed::LARGEST + 1]), FeedError::TooLarge));
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(matches!(refused(deep.as_bytes()), FeedError::NotJson(_)), "no stack overflow");
    let strange = json!({
        "players": [
            {"factionShort": "Sol", "tradeGoods": -1, "commodities": 1e300, "score": 999, "color": 7, "laws": "x"},
            {"factionShort": "Hacan", "tradeGoods": 2.5, "commodities": "4"}, 7, null, [],
        ],
        "speaker": {"color": "blue"}, "turn": 3, "laws": [1, null, "x".repeat(100_000)],
        "mapString": "9".repeat(100_000), "hexSummary": "1+0+0,".repeat(100_000),
    });
    let report = playground(&strange);
    assert_eq!(report.players.len(), 2);
    for player in &report.players {
        assert_eq!((player.trade_goods, player.commodities, player.points), (None, None, None));
    }
    assert!(report.map_string.is_none() && report.speaker.is_none() && report.moment.is_none());
    assert!(report.systems.len() <= 128);
}
