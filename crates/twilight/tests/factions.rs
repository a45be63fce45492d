//! The factions and their notes, against what is printed (section 13 of the manual, TI-55 … TI-66).

use twilight::ability::Ability;
use twilight::ability::faction::{Expansion, Faction};
use twilight::ability::note::{NoteKind, Rest, Return, Window, starting_notes};
use twilight::ability::row::Kind;

/// Faction, commodity value, faction notes.
const TABLE: [(&str, u8, &[&str]); 31] = [
    ("Arborec", 3, &["Stymie"]),
    ("Barony of Letnev", 2, &["War Funding"]),
    ("Clan of Saar", 3, &["Ragh's Call"]),
    ("Embers of Muaat", 4, &["Fires of the Gashlai"]),
    ("Emirates of Hacan", 6, &["Trade Convoys"]),
    ("Federation of Sol", 4, &["Military Support"]),
    ("Ghosts of Creuss", 4, &["Creuss IFF"]),
    ("L1Z1X Mindnet", 2, &["Cybernetic Enhancements"]),
    ("Mentak Coalition", 2, &["Promise of Protection"]),
    ("Naalu Collective", 3, &["Gift of Prescience"]),
    ("Nekro Virus", 3, &["Antivirus"]),
    ("Sardakk N'orr", 3, &["Tekklar Legion"]),
    ("Universities of Jol-Nar", 4, &["Research Agreement"]),
    ("Winnu", 3, &["Acquiescence"]),
    ("Xxcha Kingdom", 4, &["Political Favor"]),
    ("Yin Brotherhood", 2, &["Greyfire Mutagen"]),
    ("Yssaril Tribes", 3, &["Spy Net"]),
    ("Argent Flight", 3, &["Strike Wing Ambuscade"]),
    ("Empyrean", 4, &["Dark Pact", "Blood Pact"]),
    ("Mahact Gene-Sorcerers", 3, &["Scepter of Dominion"]),
    ("Naaz-Rokha Alliance", 3, &["Black Market Forgery"]),
    ("Nomad", 4, &["The Cavalry"]),
    ("Titans of Ul", 2, &["Terraform"]),
    ("Vuil'raith Cabal", 2, &["Crucible"]),
    ("Council Keleres", 2, &["Keleres Rider"]),
    ("Last Bastion", 1, &["Raise the Standard"]),
    ("Crimson Rebellion", 2, &["Sever"]),
    ("Deepwrought Scholarate", 3, &["Share Knowledge"]),
    ("Firmament", 3, &["Black Ops"]),
    ("Obsidian", 3, &["Malevolency"]),
    ("Ral Nel Consortium", 4, &["Nano-Link Permit"]),
];

fn ability(id: &str) -> Ability {
    Ability::find(id).expect("an ability")
}

fn faction(name: &str) -> Faction {
    Faction::find(name).unwrap()
}

fn note(name: &str) -> NoteKind {
    NoteKind::find(name).unwrap()
}

#[test]
fn ti_32_every_faction_has_the_commodity_value_and_notes_that_are_printed() {
    assert_eq!(Faction::all().len(), TABLE.len());
    for (name, commodities, notes) in TABLE {
        let spec = faction(name).spec();
        assert_eq!(spec.commodities, commodities, "{name}");
        let own: Vec<NoteKind> = spec.notes().collect();
        assert_eq!(own, notes.iter().map(|name| note(name)).collect::<Vec<_>>(), "{name}");
    }
}

#[test]
fn every_faction_note_belongs_to_the_faction_that_lists_it() {
    for faction in Faction::all() {
        for kind in faction.spec().notes() {
            assert_eq!(kind.faction(), Some(faction), "{kind}");
        }
    }
    for kind in NoteKind::all() {
        let listed = kind.faction().is_none_or(|by| by.spec().notes().any(|own| own == kind));
        assert!(listed, "{kind}");
    }
}

#[test]
fn ti_55_a_player_begins_with_five_generic_notes_and_their_factions_own() {
    let notes = starting_notes(faction("Sol"), true);
    assert_eq!(notes, NoteKind::generic().chain([note("Military Support")]).collect::<Vec<_>>());
    assert_eq!(notes.len(), 6);
}

#[test]
fn ti_55_without_prophecy_of_kings_there_is_no_alliance() {
    let notes = starting_notes(faction("Sol"), false);
    assert!(!notes.contains(&NoteKind::ALLIANCE));
    assert_eq!(notes.len(), 5);
}

#[test]
fn ti_55_empyrean_has_two_notes_of_its_own() {
    let notes = starting_notes(faction("Empyrean"), true);
    assert!(notes.contains(&note("Dark Pact")) && notes.contains(&note("Blood Pact")));
    assert_eq!(notes.len(), 7);
}

#[test]
fn ti_55_mahact_has_no_alliance() {
    let mahact = faction("Mahact");
    assert!(!starting_notes(mahact, true).contains(&NoteKind::ALLIANCE));
    assert!(!NoteKind::ALLIANCE.is_issued_by(mahact));
    assert!(NoteKind::ALLIANCE.is_issued_by(faction("Sol")));
    assert!(!note("Dark Pact").is_issued_by(mahact));
}

#[test]
fn ti_60_generic_notes_return_as_is_printed() {
    let expected = [
        (NoteKind::CEASEFIRE, "Ceasefire", Window::IssuerActivatesHoldersSystem, Return::AfterUse),
        (NoteKind::TRADE_AGREEMENT, "Trade Agreement", Window::IssuerReplenishes, Return::AfterUse),
        (NoteKind::POLITICAL_SECRET, "Political Secret", Window::AgendaRevealed, Return::AfterUse),
        (
            NoteKind::SUPPORT_FOR_THE_THRONE,
            "Support for the Throne",
            Window::Receipt,
            Return::ActivatesIssuersSystem,
        ),
        (NoteKind::ALLIANCE, "Alliance", Window::Receipt, Return::ActivatesIssuersSystem),
    ];
    assert!(NoteKind::generic().eq(expected.iter().map(|(kind, ..)| *kind)));
    for (kind, name, window, returns) in expected {
        let spec = kind.spec();
        assert_eq!((spec.name, spec.window, spec.returns), (name, window, returns));
    }
}

#[test]
fn ti_63_only_support_and_alliance_are_face_up_on_receipt_among_the_generic_notes() {
    for kind in NoteKind::generic() {
        let at_once = kind.spec().rests == Rest::PlayAreaOnReceipt;
        let expected = [NoteKind::SUPPORT_FOR_THE_THRONE, NoteKind::ALLIANCE].contains(&kind);
        assert_eq!(at_once, expected, "{kind}");
        assert_eq!(kind.spec().mandatory, expected, "{kind}");
    }
}

#[test]
fn ti_61_notes_played_to_the_play_area_do_not_return_after_use() {
    for kind in NoteKind::all().filter(|kind| kind.spec().rests == Rest::PlayAreaWhenPlayed) {
        assert_ne!(kind.spec().returns, Return::AfterUse, "{kind}");
    }
    for name in ["Trade Convoys", "Promise of Protection", "Antivirus", "Dark Pact", "Blood Pact"] {
        assert_eq!(note(name).spec().returns, Return::ActivatesIssuersSystem, "{name}");
    }
}

#[test]
fn ti_108_what_is_open_about_a_note_is_said() {
    assert!(note("Malevolency").spec().open.as_ref().is_some_and(|open| open.contains("TI-108")));
}

#[test]
fn a_faction_is_found_however_its_name_is_spelt() {
    for name in ["hacan", "Hacan", "THE EMIRATES OF HACAN", "Emirates of Hacan", " hacan "] {
        assert_eq!(faction(name).id(), "hacan", "{name}");
    }
    for (name, id) in [
        ("Sardakk Norr", "norr"),
        ("N’orr", "norr"),
        ("Vuil'Raith", "cabal"),
        ("jol nar", "jolnar"),
        ("Naaz Rokha", "naaz-rokha"),
        ("Crimson Rebellion", "rebellion"),
    ] {
        assert_eq!(faction(name).id(), id, "{name}");
    }
}

#[test]
fn no_two_factions_or_notes_share_a_name() {
    for faction in Faction::all() {
        let spec = faction.spec();
        for name in [&spec.id, &spec.name, &spec.short] {
            assert_eq!(Faction::find(name), Ok(faction), "{name}");
        }
    }
    for kind in NoteKind::all() {
        assert_eq!(NoteKind::find(kind.spec().name), Ok(kind));
        assert_eq!(NoteKind::find(kind.id()), Ok(kind));
    }
}

#[test]
fn a_typo_in_a_name_gets_a_did_you_mean() {
    let sentence = Faction::find("Hakan").unwrap_err().to_string();
    assert_eq!(sentence, r#"there is no faction called "Hakan"; did you mean "Hacan"?"#);
    let sentence = NoteKind::find("Ceasfire").unwrap_err().to_string();
    assert_eq!(
        sentence,
        r#"there is no promissory note called "Ceasfire"; did you mean "Ceasefire"?"#
    );
    let sentence = NoteKind::find("support").unwrap_err().to_string();
    let both = r#"did you mean "Support for the Throne" or "Military Support"?"#;
    assert!(sentence.ends_with(both), "{sentence}");
}

#[test]
fn a_name_like_no_other_gets_the_whole_list() {
    let sentence = Faction::find("Zyxwvut Hegemony").unwrap_err().to_string();
    assert!(sentence.contains("choose one of Arborec, Letnev, Saar"), "{sentence}");
}

#[test]
fn factions_and_notes_travel_as_their_ids() {
    let hacan = faction("Hacan");
    assert_eq!(serde_json::to_string(&hacan).unwrap(), r#""hacan""#);
    assert_eq!(serde_json::from_str::<Faction>(r#""The Emirates of Hacan""#).unwrap(), hacan);
    let error = serde_json::from_str::<NoteKind>(r#""Trade Agrement""#).unwrap_err().to_string();
    assert!(error.contains(r#"did you mean "Trade Agreement"?"#), "{error}");
}

#[test]
fn abilities_of_tables_h1_and_h2_are_where_they_belong() {
    for (name, ability) in [
        ("Hacan", ability("guild-ships")),
        ("Hacan", ability("arbiters")),
        ("Mentak", ability("pillage")),
        ("Creuss", ability("quantum-entanglement")),
        ("Argent", ability("zeal")),
        ("Nekro", ability("galactic-threat")),
        ("Mahact", ability("hubris")),
        ("Crimson Rebellion", ability("incursion")),
    ] {
        let having: Vec<_> = Faction::all().filter(|by| by.has(ability)).collect();
        assert_eq!(having, [faction(name)], "{ability:?}");
        assert_eq!(ability.kind(), Kind::Sheet);
    }
    assert_eq!(ability("void-tether").kind(), Kind::Breakthrough);
    assert_eq!(ability("temporal-command-suite").kind(), Kind::Technology);
}

#[test]
fn every_box_brings_as_many_factions_as_it_says() {
    let count = |from| Faction::all().filter(|by| by.spec().expansion == from).count();
    assert_eq!(count(Expansion::Base), 17);
    assert_eq!(count(Expansion::ProphecyOfKings), 7);
    assert_eq!(count(Expansion::Codex), 1);
    assert_eq!(count(Expansion::ThundersEdge), 6);
}

#[test]
fn a_new_ability_comes_after_those_that_were_there() {
    let place = |id: &str| Ability::all().position(|ability| ability.id() == id);
    let places = [("guild-ships", 0), ("carth", 4), ("voidwatch", 24), ("visionaria-select", 39)];
    for (id, expected) in places {
        assert_eq!(place(id), Some(expected), "{id}: states are encoded by this");
    }
}

/// A stored state has abilities by their place in this list: it only grows, at its end.
const IN_ORDER: [&str; 40] = [
    "guild-ships",
    "arbiters",
    "masters-of-trade",
    "pride-of-kenara",
    "carth",
    "quantum-datahub-node",
    "pillage",
    "sula-mentarion",
    "quantum-entanglement",
    "hil-colish",
    "telepathic",
    "maban",
    "the-oracle",
    "mindsieve",
    "galactic-threat",
    "spatial-conduit-cylinders",
    "lazax-gate-folding",
    "quash",
    "stall-tactics",
    "scheming",
    "so-ata",
    "deepgloom-executable",
    "zeal",
    "dark-whispers",
    "voidwatch",
    "void-tether",
    "hubris",
    "imperia",
    "fabrication",
    "temporal-command-suite",
    "memoria",
    "slumberstate-computing",
    "devour",
    "the-stillness-of-stars",
    "council-patronage",
    "xander-alexin-victori",
    "iihq-modernization",
    "sundered",
    "incursion",
    "visionaria-select",
];

#[test]
fn abilities_keep_the_places_by_which_they_are_stored() {
    let ids: Vec<&str> = Ability::all().map(Ability::id).collect();
    assert_eq!(ids[..IN_ORDER.len()], IN_ORDER);
}
