//! Invalid set-ups: each is refused with the field that is wrong and the fix.

#[allow(dead_code, unreachable_pub, reason = "the clause tests use the rest of the harness")]
#[path = "clauses/support.rs"]
mod support;

use backchannel::catalogue::{CardSpec, CatalogueError, Terms};
use backchannel::{Agreement, CardKind, Rules, Settings, Setup, SetupError, Tactic};

use support::{grid, setup};

/// What is wrong with a table of three on the grid after `change`.
#[track_caller]
fn refused(change: impl FnOnce(&mut Setup)) -> SetupError {
    let mut setup = setup(3);
    change(&mut setup);
    Rules::new(setup).expect_err("that cannot be played")
}

#[track_caller]
fn allowed(change: impl FnOnce(&mut Setup)) {
    let mut setup = setup(3);
    change(&mut setup);
    if let Err(error) = Rules::new(setup) {
        panic!("that can be played: {error}");
    }
}

#[test]
fn the_standard_set_up_can_be_played_by_two_to_eight() {
    for (id, seats) in [("wherrymouth", 2..=4), ("trade-wind-sea", 4..=6), ("broken-empire", 6..=8)]
    {
        let map = backchannel::map::library::find(id).expect("the library has it");
        for seats in seats {
            let setup = Setup::standard(map.file().clone(), seats);
            assert!(Rules::new(setup).is_ok(), "{seats} seats");
        }
    }
}

#[test]
fn a_table_without_its_number_of_seats_is_refused() {
    for seats in [0, 1, 9] {
        let error = refused(|setup| setup.names = vec!["Ada".to_owned(); seats]);
        assert_eq!(error, SetupError::Seats(seats));
    }
    let error = refused(|setup| setup.names.truncate(1));
    assert_eq!(error.to_string(), "names: a table has 2 to 8 seats, not 1; give one name a seat");
}

#[test]
fn a_display_name_that_is_blank_or_endless_is_refused() {
    for name in ["", " \t", &"é".repeat(41)] {
        let error = refused(|setup| setup.names[1] = name.to_owned());
        assert_eq!(error, SetupError::Name { at: 1 });
        let text =
            "names[1]: a display name has 1 to 40 characters and is not blank; choose another";
        assert_eq!(error.to_string(), text);
    }
    allowed(|setup| setup.names[1] = "é".repeat(40));
}

#[test]
fn a_table_that_the_map_is_not_made_for_is_refused() {
    let sit = |setup: &mut Setup, seats: usize| {
        (setup.map.seats.least, setup.map.seats.most) = (3, 4);
        setup.names = vec!["Ada".to_owned(); seats];
    };
    for seats in [2, 5] {
        let error = refused(|setup| sit(setup, seats));
        let text =
            format!("names: the map is made for 3 to 4 seats, not {seats}; choose another map");
        assert_eq!(error.to_string(), text);
    }
    allowed(|setup| sit(setup, 3));
    allowed(|setup| sit(setup, 4));
}

#[test]
fn a_setting_out_of_its_range_is_refused_by_name() {
    type Change = fn(&mut Settings);
    let table: [(&str, u32, Change); 29] = [
        ("deploy_floor", 1, |it| it.deploy_floor = 1),
        ("deploy_floor", 11, |it| it.deploy_floor = 11),
        ("proposal_rounds", 0, |it| it.proposal_rounds = 0),
        ("proposal_rounds", 11, |it| it.proposal_rounds = 11),
        ("round_limit", 0, |it| it.round_limit = Some(0)),
        ("round_limit", 1001, |it| it.round_limit = Some(1001)),
        ("map_share", 0, |it| it.map_share = Some(0)),
        ("map_share", 101, |it| it.map_share = Some(101)),
        ("numbers.starting_troops", 0, |it| it.numbers.starting_troops = 0),
        ("numbers.starting_troops", 21, |it| it.numbers.starting_troops = 21),
        ("numbers.neutral_troops", 0, |it| it.numbers.neutral_troops = 0),
        ("numbers.neutral_troops", 21, |it| it.numbers.neutral_troops = 21),
        ("numbers.hand_limit", 0, |it| it.numbers.hand_limit = 0),
        ("numbers.hand_limit", 21, |it| it.numbers.hand_limit = 21),
        ("numbers.starting_hand", 11, |it| it.numbers.starting_hand = 11),
        ("numbers.starting_hand", 5, |it| it.numbers.hand_limit = 4),
        ("numbers.starting_troop_cards", 6, |it| it.numbers.starting_troop_cards = 5),
        ("numbers.starting_troop_cards", 6, |it| it.numbers.starting_agreements = 4),
        ("numbers.territories_per_troop", 0, |it| it.numbers.territories_per_troop = 0),
        ("numbers.territories_per_troop", 21, |it| it.numbers.territories_per_troop = 21),
        ("numbers.cards_per_turn", 21, |it| it.numbers.cards_per_turn = 21),
        ("numbers.cards_for_conquest", 21, |it| it.numbers.cards_for_conquest = 21),
        ("numbers.blitz_troops", 1, |it| it.numbers.blitz_troops = 1),
        ("numbers.blitz_troops", 21, |it| it.numbers.blitz_troops = 21),
        ("numbers.traitor_deploy", 21, |it| it.numbers.traitor_deploy = 21),
        ("numbers.joint_bounty", 21, |it| it.numbers.joint_bounty = 21),
        ("numbers.score", 101, |it| it.numbers.score = [50, 20, 31]),
        ("numbers.score", 99, |it| it.numbers.score = [50, 20, 29]),
        ("numbers.score", u32::MAX, |it| it.numbers.score = [u32::MAX, 1, 0]),
    ];
    for (name, number, change) in table {
        let error = refused(|setup| change(&mut setup.settings));
        let SetupError::OutOfRange { field, value, range } = error.clone() else {
            panic!("{name}: {error}");
        };
        assert_eq!((field, value), (name, number));
        let text = format!("settings.{name}: {number} is out of range; use {range}");
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn a_setting_at_the_edge_of_its_range_can_be_played() {
    let table: [fn(&mut Settings); 10] = [
        |it| (it.deploy_floor, it.proposal_rounds) = (2, 1),
        |it| (it.deploy_floor, it.proposal_rounds) = (10, 10),
        |it| (it.round_limit, it.map_share) = (Some(1), Some(1)),
        |it| (it.round_limit, it.map_share) = (Some(1000), Some(100)),
        |it| (it.round_limit, it.map_share) = (None, None),
        |it| (it.numbers.starting_troops, it.numbers.neutral_troops) = (1, 20),
        |it| (it.numbers.hand_limit, it.numbers.starting_hand) = (20, 20),
        |it| (it.numbers.blitz_troops, it.numbers.territories_per_troop) = (2, 1),
        |it| (it.numbers.cards_per_turn, it.numbers.joint_bounty) = (0, 20),
        |it| it.numbers.score = [0, 0, 100],
    ];
    for change in table {
        allowed(|setup| change(&mut setup.settings));
    }
}

#[test]
fn a_bad_map_is_refused_with_all_that_is_wrong_with_it() {
    let error = refused(|setup| {
        setup.map.territories[0].name = "Rum".to_owned();
        setup.map.zones[1].troops = 99;
    });
    let SetupError::Map(problems) = &error else { panic!("{error}") };
    assert_eq!(problems.len(), 2);
    let text = error.to_string();
    assert!(
        text.starts_with("map: `territories[0].name` has 3 characters; give it a name"),
        "{text}"
    );
    assert!(text.contains("; `zones[1].troops` is 99; set it between -20 and 20"), "{text}");
}

/// The error that the catalogue gives, which its set-up passes on as it is.
#[track_caller]
fn misprinted(change: impl FnOnce(&mut Vec<CardSpec>)) -> CatalogueError {
    match refused(|setup| change(&mut setup.cards)) {
        SetupError::Cards(error) => {
            assert_eq!(SetupError::Cards(error.clone()).to_string(), error.to_string());
            error
        }
        error => panic!("{error}"),
    }
}

#[test]
fn a_catalogue_of_more_kinds_than_fit_is_refused() {
    let fill = |cards: &mut Vec<CardSpec>, count: usize| {
        for number in cards.len()..count {
            let id = format!("more-{number}");
            cards.push(CardSpec { id, ..cards[0].clone() });
        }
    };
    let error = misprinted(|cards| fill(cards, 33));
    assert_eq!(error, CatalogueError::TooManyKinds(33));
    let text = "cards: 33 kinds are more than the 32 that fit; leave some out";
    assert_eq!(error.to_string(), text);
    allowed(|setup| fill(&mut setup.cards, 32));
}

#[test]
fn a_catalogue_without_troop_or_agreement_cards_is_refused() {
    let is_troop = |card: &CardSpec| matches!(card.kind, CardKind::Troop { .. });
    let is_agreement = |card: &CardSpec| matches!(card.kind, CardKind::Agreement(_));
    let error = misprinted(|cards| cards.retain(|card| !is_troop(card)));
    assert_eq!(error, CatalogueError::Missing("troop"));
    assert_eq!(error.to_string(), "cards: there is no troop card; a starting hand needs one");
    let error = misprinted(|cards| {
        cards.iter_mut().filter(|card| is_agreement(card)).for_each(|card| card.copies = 0);
    });
    assert_eq!(error, CatalogueError::Missing("agreement"), "a card without copies is none");
    allowed(|setup| setup.cards.retain(|card| is_troop(card) || is_agreement(card)));
}

#[test]
fn a_card_without_a_proper_id_or_name_is_refused() {
    for id in ["", "Ceasefire", "cease fire"] {
        let error = misprinted(|cards| cards[0].id = id.to_owned());
        assert_eq!(error, CatalogueError::BadId { at: 0, id: id.to_owned() });
    }
    for name in ["", " ", &"x".repeat(41)] {
        let error = misprinted(|cards| cards[1].name = name.to_owned());
        assert_eq!(error, CatalogueError::BadName { at: 1 });
    }
}

#[test]
fn two_cards_of_one_id_are_refused() {
    let error = misprinted(|cards| cards[3].id = cards[0].id.clone());
    assert_eq!(error, CatalogueError::DuplicateId { at: 3, id: "troops-1".to_owned() });
    let text = "cards[3].id: `troops-1` is taken; give each card an id of its own";
    assert_eq!(error.to_string(), text);
}

#[test]
fn a_card_out_of_range_is_refused_by_its_place_and_its_field() {
    let terms = |gives, asks, rounds| {
        CardKind::Agreement(Terms { agreement: Agreement::Levy, gives, asks, rounds })
    };
    let tactical = |strength| CardKind::Tactical { tactic: Tactic::Trap, strength };
    let troop = |value| CardKind::Troop { value };
    let kinds = [
        ("value", 0, troop(0)),
        ("value", 101, troop(101)),
        ("gives", 4, terms(4, 0, 0)),
        ("asks", 4, terms(0, 4, 0)),
        ("rounds", 101, terms(0, 0, 101)),
        ("strength", 0, tactical(0)),
        ("strength", 101, tactical(101)),
    ];
    let check = |name: &str, number: u32, change: &dyn Fn(&mut CardSpec)| {
        let error = misprinted(|cards| change(&mut cards[5]));
        let CatalogueError::OutOfRange { at: 5, field, value, range } = error.clone() else {
            panic!("{name}: {error}");
        };
        assert_eq!((field, value), (name, number));
        let text = format!("cards[5].{name}: {number} is out of range; use {range}");
        assert_eq!(error.to_string(), text);
    };
    for (name, number, kind) in kinds {
        check(name, number, &|card| card.kind = kind);
    }
    check("tier", 0, &|card| card.tier = 0);
    check("tier", 3, &|card| card.tier = 3);
    check("copies", 101, &|card| card.copies = 101);
    check("worth", 101, &|card| card.worth = 101);
    for kind in [troop(1), troop(100), terms(3, 3, 100), terms(0, 0, 0), tactical(100)] {
        allowed(|setup| setup.cards[5].kind = kind);
    }
}

#[test]
fn a_deck_that_cannot_fill_every_starting_hand_is_refused() {
    let copies = |setup: &mut Setup, troops: u8, agreements: u8, tactical: u8| {
        for card in &mut setup.cards {
            card.copies = match &*card.id {
                "troops-1" => troops,
                "levy-1" => agreements,
                "trap-1" => tactical,
                _ => 0,
            };
        }
    };
    allowed(|setup| copies(setup, 6, 3, 6));
    for (troops, agreements, tactical, kind, needed, there) in [
        (5, 3, 9, "troop cards", 6, 5),
        (6, 2, 9, "agreement cards", 3, 2),
        (6, 3, 5, "cards", 15, 14),
    ] {
        let error = refused(|setup| copies(setup, troops, agreements, tactical));
        assert_eq!(error, SetupError::ShortDeck { kind, needed, there });
        let text = format!(
            "cards: the starting hands take {needed} {kind} and the deck has {there}; add copies, \
             or lower settings.numbers.starting_hand and its parts"
        );
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn settings_that_are_left_out_have_their_defaults_and_unknown_ones_are_refused() {
    let settings: Settings = serde_json::from_str("{}").unwrap();
    assert_eq!(settings, Settings::default());
    let settings: Settings = serde_json::from_str(r#"{"numbers": {"hand_limit": 7}}"#).unwrap();
    assert_eq!((settings.numbers.hand_limit, settings.numbers.starting_hand), (7, 5));
    let error = serde_json::from_str::<Settings>(r#"{"fogg": true}"#).unwrap_err();
    assert!(error.to_string().contains("unknown field `fogg`"), "{error}");
}

#[test]
fn a_set_up_survives_being_written_down() {
    let setup = Setup::standard(grid(), 4);
    let text = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&text).unwrap(), setup);
}
