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
