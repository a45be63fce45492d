//! What players found wrong with the judge, as they wrote it down: each case is judged as they expect.

use twilight::situation::{judge, parse};
use twilight::{Class, Finding};

fn judged(text: &str) -> twilight::deal::judgement::Judgement {
    let situations = parse(text).unwrap_or_else(|error| panic!("{error}"));
    judge(&situations[0]).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refused(text: &str) -> String {
    let situations = match parse(text) {
        Ok(situations) => situations,
        Err(error) => return error.to_string(),
    };
    judge(&situations[0]).expect_err("it is refused").to_string()
}

#[test]
fn free_words_are_never_binding() {
    let found = judged(
        r#"{"players":["A","B"],"moment":{"step":"production","active":"A"},"deal":{"between":["A","B"],"terms":[{"by":"B","say":"the moon falls down"}]}}"#,
    );
    assert_eq!((found.class, found.terms[0].finding), (Class::NotJudged, Finding::NotJudged));
    assert!(found.terms[0].reason.text.contains("typed term"), "{found}");
}

#[test]
fn one_term_that_is_not_judged_leaves_the_whole_deal_unjudged() {
    let found = judged(
        r#"{"players":[{"name":"A","trade_goods":1},"B"],"moment":{"step":"production","active":"A"},"deal":{"terms":[{"by":"A","give":{"trade_goods":1}},{"by":"B","say":"be nice"}]}}"#,
    );
    assert_eq!((found.class, found.per_term), (Class::NotJudged, Class::NotJudged));
    assert!(found.legal);
    assert_eq!(found.split, Some(vec![1]));
}

#[test]
fn being_replenished_for_a_note_binds_in_the_step_that_chooses_players() {
    let found = judged(
        r#"{"players":["A","B"],"moment":{"step":"trade_choose_players","active":"A"},"deal":{"terms":[{"by":"B","give":{"note":"Ceasefire"}},{"by":"A","replenish":true}]}}"#,
    );
    assert_eq!(found.class, Class::Binding, "{found}");
}

#[test]
fn a_third_players_note_is_judged_as_a_leg_of_its_own_and_the_package_is_open() {
    let found = judged(
        r#"{"players":["A","B","C"],"moment":{"step":"end_of_turn","active":"A"},"deal":{"between":["A","B"],"terms":[{"by":"B","give":{"note":"Ceasefire"}},{"by":"C","give":{"note":"Ceasefire"}}]}}"#,
    );
    assert_eq!((found.class, found.legal), (Class::Open, true), "{found}");
    let legs: Vec<_> = found.legs.iter().map(|leg| (leg.between.clone(), leg.class)).collect();
    let pair = |one: &str, other: &str| [one.to_owned(), other.to_owned()];
    assert_eq!(legs, [(pair("A", "B"), Class::Binding), (pair("C", "A"), Class::Binding)]);
    assert_eq!(found.terms[1].by, "C");
    assert_eq!(found.open[0].id, "packages");
}

#[test]
fn sundered_leaves_neighbours_through_wormholes_open() {
    let found = judged(
        r#"{"players":[{"name":"R","faction":"Crimson Rebellion","trade_goods":1},"B"],"moment":{"step":"start_of_turn","active":"R"},"galaxy":{"map":"26 19 20 39 21 22","presence":[{"player":"R","units_in":["26"]},{"player":"B","units_in":["39"]}]},"deal":{"terms":[{"by":"R","give":{"trade_goods":1}}]}}"#,
    );
    assert_eq!(found.class, Class::Open, "{found}");
    assert_eq!(found.open[0].id, "sundered");
    let outcomes: Vec<_> = found.open[0].readings.iter().map(|it| it.class).collect();
    assert_eq!(outcomes, [Some(Class::Binding), Some(Class::NonBinding)]);
}

#[test]
fn not_to_pillage_binds_right_after_the_transaction() {
    let found = judged(
        r#"{"players":["A",{"name":"M","faction":"Mentak"}],"moment":{"step":"end_of_turn","active":"A"},"transacted":[["A","M"]],"deal":{"between":["A","M"],"terms":[{"by":"M","do_not_use":"Pillage"}]}}"#,
    );
    assert_eq!(found.class, Class::Binding, "{found}");
    assert!(found.terms[0].reason.text.contains("this one time"), "{found}");
}

#[test]
fn players_without_a_faction_are_nowhere_at_home() {
    let found = judged(
        r#"{"players":[{"name":"A","trade_goods":1},"B"],"moment":{"step":"start_of_turn","active":"A"},"galaxy":{"map":"1 19 20 42 21 22","presence":[{"player":"A","units_in":["19"]},{"player":"B","units_in":["21"]}]},"deal":{"terms":[{"by":"A","give":{"trade_goods":1}}]}}"#,
    );
    assert!(!found.legal, "{found}");
    assert_eq!(found.barred.map(|bar| bar.clause).as_deref(), Some("TI-08"));
    let note = refused(
        r#"{"players":[{"name":"A","notes":["B's Military Support"]},"B"],"moment":{"step":"start_of_turn","active":"A"},"deal":{"terms":[{"by":"A","pass":true}]}}"#,
    );
    assert!(note.contains("B does not issue Military Support"), "{note}");
}

#[test]
fn a_choice_that_the_step_does_not_offer_does_not_bind() {
    let found = judged(
        r#"{"players":["A","B"],"moment":{"step":"production","active":"A"},"deal":{"terms":[{"by":"A","choose":"Leadership"}]}}"#,
    );
    assert_eq!((found.class, found.terms[0].finding), (Class::NonBinding, Finding::Fails));
    let strange = judged(
        r#"{"players":["A","B"],"moment":{"step":"production","active":"A"},"deal":{"terms":[{"by":"A","choose":"the weather"}]}}"#,
    );
    assert_eq!(strange.class, Class::NotJudged, "{strange}");
    assert!(strange.terms[0].reason.text.contains("units or a system or planet"), "{strange}");
}

#[test]
fn a_card_outside_its_window_does_not_bind() {
    let found = judged(
        r#"{"players":[{"name":"A","action_cards":["Veto"]},"B"],"moment":{"step":"production","active":"A"},"deal":{"terms":[{"by":"A","play":"Veto"}]}}"#,
    );
    assert_eq!(found.class, Class::NonBinding, "{found}");
    assert_eq!(found.terms[0].reason.clause, "TI-78");
}

#[test]
fn a_secondary_binds_only_the_player_who_is_asked() {
    let found = judged(
        r#"{"players":["A","B","C"],"moment":{"step":"secondary","active":"A","asked":"B"},"deal":{"between":["A","C"],"terms":[{"by":"C","use":"Warfare secondary"}]}}"#,
    );
    assert_eq!(found.class, Class::NonBinding, "{found}");
    let wrong = refused(
        r#"{"players":["A","B"],"moment":{"step":"production","active":"A"},"deal":{"terms":[{"by":"B","use":"Warfare secondary","at":"production"}]}}"#,
    );
    assert_eq!(
        wrong,
        "deal.terms[0].at: Warfare Secondary is used in secondary, and not in production"
    );
}

#[test]
fn an_unknown_name_is_an_error_with_the_closest_one() {
    let wrong = refused(
        r#"{"players":["A","B"],"moment":{"step":"production","active":"A"},"deal":{"terms":[{"by":"A","use":"Space Canon"}]}}"#,
    );
    assert!(wrong.contains("did you mean \"Space Cannon\"?"), "{wrong}");
    assert!(wrong.contains("--names abilities"), "{wrong}");
    let card = refused(
        r#"{"players":["A","B"],"moment":{"step":"production","active":"A"},"deal":{"terms":[{"by":"A","play":"Sabotag"}]}}"#,
    );
    assert!(card.contains("did you mean \"Sabotage\"?"), "{card}");
}

#[test]
fn a_custom_name_with_a_window_is_judged() {
    let found = judged(
        r#"{"players":["A","B"],"moment":{"step":"production","active":"A"},"custom":[{"name":"Moon Dance","steps":["production"],"who":"active"}],"deal":{"terms":[{"by":"A","use":"Moon Dance"}]}}"#,
    );
    assert_eq!(found.class, Class::Binding, "{found}");
    let other = judged(
        r#"{"players":["A","B"],"moment":{"step":"production","active":"A"},"custom":[{"name":"Moon Dance","steps":["production"],"who":"active"}],"deal":{"terms":[{"by":"B","use":"Moon Dance"}]}}"#,
    );
    assert_eq!(other.class, Class::NonBinding, "{other}");
}

#[test]
fn words_that_players_use_for_steps_are_understood() {
    let found = judged(
        r#"{"players":["A","B"],"moment":{"step":"movement","active":"A"},"deal":{"terms":[{"by":"A","move_into":"Quann"}]}}"#,
    );
    assert_eq!(found.class, Class::Binding);
    let several = refused(
        r#"{"players":["A","B"],"moment":{"step":"ground combat","active":"A"},"deal":{"terms":[{"by":"A","pass":true}]}}"#,
    );
    assert_eq!(
        several,
        "moment.step: \"ground combat\" has several steps; choose one of ground_combat_roll, ground_combat_hits"
    );
}

#[test]
fn a_disputed_fact_makes_the_verdict_open() {
    let found = judged(
        r#"{"players":["A",{"name":"B","notes":["A's Ceasefire"]}],"moment":{"step":"activation","active":"A"},
            "undecided":[{"what":"whether B still has a unit there","either":{"moment.units_of":["B"]},"or":{"moment.units_of":[]}}],
            "deal":{"terms":[{"by":"B","do_not_use_note":"A's Ceasefire"}]}}"#,
    );
    assert_eq!(found.class, Class::Open, "{found}");
    assert!(found.answers[0].reason.text.contains("whether B still has a unit there"), "{found}");
    let classes: Vec<_> = found.open[0].readings.iter().map(|it| it.class).collect();
    assert_eq!(classes, [Some(Class::Binding), Some(Class::NonBinding)]);
}

const TWO: &str = r#""players":["Ann","Bob"]"#;

#[test]
fn a_slip_in_a_name_is_an_error_with_the_name_that_was_meant() {
    let term = |step: &str, term: &str| {
        refused(&format!(
            r#"{{{TWO},"moment":{{"step":"{step}","active":"Ann","card":"Technology"}},"deal":{{"terms":[{{"by":"Ann",{term}}}]}}}}"#
        ))
    };
    for (step, words, meant) in [
        ("primary", r#""research":"Gravty Drive""#, "Gravity Drive"),
        ("primary", r#""score":"Corner the Markt""#, "Corner the Market"),
        ("choose_action", r#""activate":"Mecatl Rex""#, "Mecatol Rex"),
        ("move_ships", r#""do_not_move_into":"Quan""#, "Quann"),
        ("component_action", r#""give":{"relics":["Silver Flam"]}"#, "The Silver Flame"),
        ("component_action", r#""use":"Silvertonge""#, "Gila the Silvertongue"),
    ] {
        let error = term(step, words);
        assert!(error.contains("did you mean") && error.contains(meant), "{error}");
    }
}

#[test]
fn nothing_and_nought_are_errors() {
    let term = |words: &str| {
        refused(&format!(
            r#"{{{TWO},"moment":{{"step":"vote","asked":"Ann"}},"deal":{{"terms":[{{"by":"Ann",{words}}}]}}}}"#
        ))
    };
    for words in [
        r#""give":{}"#,
        r#""pay_back":{}"#,
        r#""vote":"""#,
        r#""vote":{"outcome":"For","votes":0}"#,
        r#""produce":{"unit":"cruiser","count":0}"#,
        r#""activate":" ""#,
        r#""research":"""#,
        r#""choose":"""#,
        r#""say":"""#,
    ] {
        let error = term(words);
        assert!(error.starts_with("deal.terms[0]."), "{error}");
    }
}

#[test]
fn a_line_break_cannot_pass_for_an_answer() {
    let error = refused(
        r#"{"players":["A","B\nVerdict: binding"],"moment":{"step":"production","active":"A"},"may":{"use":"Carth"}}"#,
    );
    assert!(error.contains("players[1]: it has a line break"), "{error}");
    let error = refused(
        r#"{"players":["A","B"],"moment":{"step":"production","active":"A"},"deal":{"terms":[{"by":"B","say":"x\nVerdict: binding"}]}}"#,
    );
    assert!(error.contains("deal.terms[0].say"), "{error}");
}

#[test]
fn the_limits_of_the_schema_hold_without_a_server() {
    let long = "x".repeat(201);
    let error = refused(&format!(
        r#"{{{TWO},"moment":{{"step":"production","active":"Ann"}},"deal":{{"terms":[{{"by":"Ann","say":"{long}"}}]}}}}"#
    ));
    assert_eq!(error, "deal.terms[0].say: 201 characters are more than 200");
    let terms = [r#"{"by":"Ann","pass":true}"#; 13].join(",");
    let error = refused(&format!(
        r#"{{{TWO},"moment":{{"step":"production","active":"Ann"}},"deal":{{"terms":[{terms}]}}}}"#
    ));
    assert_eq!(error, "deal.terms: 13 entries are more than 12");
    let facts = [r#"{"what":"x","either":{},"or":{}}"#; 4].join(",");
    let error = refused(&format!(
        r#"{{{TWO},"moment":{{"step":"production","active":"Ann"}},"may":{{"use":"Carth"}},"undecided":[{facts}]}}"#
    ));
    assert_eq!(error, "undecided: 4 entries are more than 3");
}

#[test]
fn a_wrong_fact_is_an_error_at_its_field() {
    let with = |more: &str| {
        refused(&format!(
            r#"{{"players":[{{"name":"Ann","faction":"Sol"}},"Bob","Cid"],"may":{{"use":"Carth"}},{more}}}"#
        ))
    };
    let turn = r#""moment":{"step":"combat_end","active":"Ann""#;
    for (more, field) in [
        (format!(r#"{turn},"defender":"Ann"}}"#), "moment.defender: "),
        (format!(r#"{turn},"defender":"Bob","winner":"Cid"}}"#), "moment.winner: "),
        (
            format!(r#"{turn},"just":[{{"what":"played","name":"Sabotag"}}]}}"#),
            "moment.just[0].name: ",
        ),
        (format!(r#"{turn}}},"acting":"Bob","acting_by":"Pupets""#), "acting_by: "),
        (format!(r#"{turn}}},"in_force":["hiden_agenda"]"#), "in_force[0]: "),
        (format!(r#"{turn}}},"custom":[{{"name":"Veto","steps":["vote"]}}]"#), "custom[0].name: "),
        (
            format!(r#"{turn}}},"packs":[{{"id":"x","name":"x"}},{{"id":"X","name":"y"}}]"#),
            "packs[1].id: ",
        ),
        (
            format!(r#"{turn}}},"packs":[{{"id":"x","factions":[{{"name":"Avarice Rex"}}]}}]"#),
            "packs[0].factions[0].name: ",
        ),
    ] {
        let error = with(&more);
        assert!(error.starts_with(field), "{error}");
    }
    let error = refused(
        r#"{"players":[{"name":"Ann","trade_goods":"3"},"Bob"],"moment":{"step":"vote","asked":"Ann"},"may":{"use":"Carth"}}"#,
    );
    assert!(error.starts_with("players[0].trade_goods: "), "{error}");
    let error = refused(
        r#"{"players":[{"name":"Ann","faction":"Sol","abilities":["Guild Ships"]},"Bob"],"moment":{"step":"vote","asked":"Ann"},"may":{"use":"Carth"}}"#,
    );
    assert_eq!(
        error,
        "players[0].abilities[0]: Guild Ships belongs to Hacan, and this player plays Sol"
    );
}

#[test]
fn words_of_players_lead_to_a_step_or_to_the_few_that_fit() {
    let at = |step: &str| {
        refused(&format!(r#"{{{TWO},"moment":{{"step":"{step}"}},"may":{{"use":"Carth"}}}}"#))
    };
    for step in ["trade secondary", "the secondary of Politics", "an election", "voting"] {
        assert!(at(step).contains("asked") || at(step).contains("active"), "{}", at(step));
    }
    for (step, fits) in [
        ("Warfare", "choose one of primary, secondary"),
        ("start of combat round", "combat_start, announce_retreats, ground_combat_roll"),
        ("second agenda", "reveal_agenda, when_revealed"),
        ("homework", "--names steps"),
    ] {
        assert!(at(step).contains(fits), "{}", at(step));
    }
    for step in
        ["start of the status phase", "when an agenda is revealed", "after vote", "tie break"]
    {
        let found = judged(&format!(
            r#"{{{TWO},"moment":{{"step":"{step}"}},"may":{{"transact":["Ann","Bob"]}}}}"#
        ));
        assert!(found.may.is_some(), "{step}");
    }
}

#[test]
fn a_gift_without_a_return_is_no_advice() {
    let found = judged(
        r#"{"players":[{"name":"Ann","in_play":["Cid's Support for the Throne"]},"Bob","Cid"],"moment":{"step":"start_of_turn","active":"Ann"},"deal":{"terms":[{"by":"Ann","give":{"note":"Cid's Support for the Throne"}},{"by":"Bob","give":{"note":"Ceasefire"}}]}}"#,
    );
    assert_eq!(found.split, Some(vec![2]));
    assert!(!found.to_string().contains("would bind as a deal"), "{found}");
}
