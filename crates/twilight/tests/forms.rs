//! Forms ask for what commands take, and say when an ability can be used and what it costs.

use std::collections::{BTreeMap, BTreeSet};

use parley::{Game as _, Options as _, Seat, Seed};
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};
use twilight::ability::Ability;
use twilight::ability::faction::Faction;
use twilight::ability::power::Who;
use twilight::desk::command::{Command, Entry};
use twilight::desk::effect::Effect;
use twilight::desk::feature::Feature;
use twilight::desk::setup::{Setup, Sitting};
use twilight::forms::{self, FieldKind, UseForm};
use twilight::galaxy::Galaxy;
use twilight::situation;
use twilight::table::player::{Planet, Technology};
use twilight::table::price;
use twilight::{Act, Game, Moment, Refusal, Step, When};

fn effect(id: &str, mut fields: Value) -> Effect {
    fields["effect"] = json!(id);
    serde_json::from_value(fields).expect("an effect")
}

type Shapes = BTreeMap<String, BTreeSet<String>>;

/// The variants of a command's part, each with the fields that it takes.
fn shapes<T: JsonSchema>(tag: &str) -> Shapes {
    let schema = json!(schema_for!(T));
    let variants = schema["oneOf"].as_array().expect("variants");
    let shape = |variant: &Value| {
        let mut fields = variant["properties"].as_object().expect("fields").clone();
        let name = fields.remove(tag).expect("a tag")["const"].as_str().expect("a name").to_owned();
        (name, fields.into_iter().map(|(name, _)| name).collect())
    };
    variants.iter().map(shape).collect()
}

fn asked(fields: &[forms::Field]) -> BTreeSet<String> {
    fields.iter().map(|field| field.name.to_owned()).collect()
}

#[test]
fn every_entry_has_a_form_with_its_fields() {
    let forms = forms::entries().iter();
    let forms: Shapes = forms.map(|it| (it.entry.to_owned(), asked(it.fields))).collect();
    assert_eq!(forms, shapes::<Entry>("entry"));
}

#[test]
fn every_effect_has_a_form_with_its_fields() {
    let forms = forms::uses().into_iter().filter(|it| it.invoke.is_none());
    let forms: Shapes = forms.map(|it| (it.id.to_owned(), asked(&it.fields))).collect();
    assert_eq!(forms, shapes::<Effect>("effect"));
    let opens = forms::uses().into_iter().filter_map(|it| it.invoke).count();
    assert_eq!(opens, 3, "Black Market Dealings, Temporal Command Suite, Deepgloom Executable");
}

#[test]
fn everything_that_can_be_charted_has_a_form() {
    let named = |it: Feature| json!(it)["feature"].as_str().expect("a name").to_owned();
    let mut setup = setup(&["creuss", "nomad", "empyrean", "jolnar", "rebellion"]);
    setup.galaxy = Some(Box::new(Galaxy::from_map_string("26 -1 -1 25 -1 -1").expect("a map")));
    for player in &mut setup.players {
        player.abilities = player.faction.abilities().to_vec();
    }
    let mut game = Game::start(&setup, Seed::numbered(1, 1)).expect("it can be played");
    let mut forms = BTreeSet::new();
    for seat in Seat::all(5) {
        let mut events = Vec::new();
        let moment = Moment::turn(seat, Step::Activation);
        game.decide(seat, &Command::SetMoment { moment }, &mut events).expect("a desk");
        events.iter().for_each(|event| game.evolve(event));
        forms.extend(game.options(seat).charts.into_iter().map(|it| named(it.feature)));
    }
    assert_eq!(forms, shapes::<Feature>("feature").into_keys().collect());
}

#[test]
fn what_can_be_reported_is_listed_and_nothing_else_is() {
    let deeds: Vec<String> =
        forms::terms().acts.into_iter().filter(|it| it.deed).map(|it| it.act).collect();
    let game = desk();
    assert!(deeds.len() > 5);
    let word = json!("x");
    let note = json!({ "issuer": 0, "kind": "ceasefire" });
    for (act, fields) in shapes::<Act>("act") {
        let value = |field: &String| match field.as_str() {
            "cost" | "votes" => json!(1),
            "at" => Value::Null,
            "goods" => json!({ "trade_goods": 1 }),
            "note" => note.clone(),
            _ => word.clone(),
        };
        let mut written: serde_json::Map<String, Value> =
            fields.iter().map(|field| (field.clone(), value(field))).collect();
        written.insert("act".to_owned(), json!(act));
        let act: Act = serde_json::from_value(written.into()).expect("an act");
        let report = Command::Report { act: act.clone(), units_of: Default::default() };
        let refused = game.decide(Seat(0), &report, &mut Vec::new()).err();
        let no_deed = refused == Some(Refusal::NotADeed);
        let named = json!(act)["act"].as_str().expect("a name").to_owned();
        assert_eq!(no_deed, !deeds.contains(&named), "{named}: {refused:?}");
    }
}

#[test]
fn every_act_has_a_form_under_its_name_at_the_desk_and_before_the_judge() {
    let acts = forms::terms().acts;
    let named: BTreeSet<String> = acts.iter().map(|it| it.act.clone()).collect();
    assert_eq!(named, shapes::<Act>("act").into_keys().collect());
    let schema = situation::schema();
    let terms = &schema["$defs"]["TermSpec"]["properties"];
    for form in &acts {
        assert!(terms[form.verb].is_object(), "{}: {terms}", form.verb);
    }
    let debt = acts.iter().find(|it| it.act == "pay_back").expect("a debt");
    assert_eq!(debt.when, When::NextRound, "what is paid now is no debt");
}

#[test]
fn what_is_decided_before_the_desk_opens_has_the_defaults_of_the_set_up() {
    let form = forms::setup();
    let read: Setup = serde_json::from_value(json!({ "players": [] })).expect("a set-up");
    let usual = json!(read);
    for it in &form.switches {
        let on = usual[it.field].as_bool().unwrap_or_default();
        assert_eq!(on, it.on, "{}", it.field);
    }
    for it in &form.readings {
        assert_eq!(usual["readings"][it.field], json!(it.usual), "{}", it.field);
        for choice in it.choices {
            let mut set = json!({ "players": [], "readings": {} });
            set["readings"][it.field] = json!(choice.value);
            let set: Setup = serde_json::from_value(set).expect(choice.value);
            assert_eq!(json!(set)["readings"][it.field], choice.value);
        }
    }
    let readings = usual["readings"].as_object().expect("readings");
    assert_eq!(form.readings.len(), readings.len());
}

#[test]
fn what_a_field_is_ticked_for_is_a_field_of_it() {
    let fields = forms::entries().iter().flat_map(|it| it.fields);
    let ticked: Vec<_> = fields.filter(|it| !it.ticks.is_empty()).collect();
    assert_eq!(ticked.len(), 2);
    for field in ticked {
        let mut written = json!({ "name": "x" });
        for tick in field.ticks {
            written[tick.name] = json!(true);
        }
        match field.kind {
            FieldKind::Planet => drop(serde_json::from_value::<Planet>(written).expect("a planet")),
            _ => drop(serde_json::from_value::<Technology>(written).expect("a technology")),
        }
    }
}

fn setup(factions: &[&str]) -> Setup {
    let sit = |name: &&str| Sitting::new(*name, Faction::find(name).expect("a faction"));
    let mut setup = Setup::standard(factions.iter().map(sit).collect());
    setup.desk = true;
    setup
}

fn desk() -> Game {
    let factions = ["Hacan", "Empyrean", "Naalu", "Yssaril", "Deepwrought", "Keleres"];
    let all = factions.iter().flat_map(|it| Faction::find(it).expect("it").abilities().to_vec());
    let lent: Vec<Ability> = all.filter(|it| it.can_be_lent()).collect();
    let sit = |faction: &&str| {
        let faction = Faction::find(faction).expect("a faction");
        let abilities = faction.abilities().iter().chain(&lent).copied();
        Sitting {
            trade_goods: 9,
            influence: 5,
            abilities: abilities.collect::<BTreeSet<_>>().into_iter().collect(),
            action_cards: ["Salvage", "Diplomatic Pressure", "Seize Artifact", "Lie in Wait"]
                .map(str::to_owned)
                .to_vec(),
            ..Sitting::new(faction.id(), faction)
        }
    };
    let mut setup = Setup::standard(factions.iter().map(sit).collect());
    setup.desk = true;
    setup.neighbours = vec![(Seat(0), Seat(1)), (Seat(1), Seat(2)), (Seat(0), Seat(2))];
    Game::start(&setup, Seed::numbered(1, 1)).expect("it can be played")
}

fn form(effect: &Effect) -> UseForm {
    let id = json!(effect)["effect"].clone();
    forms::uses().into_iter().find(|it| id == it.id && it.invoke.is_none()).expect("a form")
}

/// The moment that a step of the first seat's turn is, or that of a step outside turns.
fn moments(step: Step) -> Vec<Moment> {
    let seats = || Seat::all(6).map(Some).chain([None]);
    let all = seats().flat_map(|active| seats().map(move |asked| (active, asked)));
    all.filter_map(|(active, asked)| Moment::new(step, active, asked).ok()).collect()
}

#[test]
fn an_ability_is_offered_in_its_window_and_to_those_who_can_use_it_then() {
    let start = desk();
    let mut offered = BTreeSet::new();
    for moment in Step::ALL.iter().flat_map(|step| moments(*step)) {
        let mut game = start.clone();
        let mut events = Vec::new();
        if game.decide(Seat(0), &Command::SetMoment { moment }, &mut events).is_err() {
            continue;
        }
        events.iter().for_each(|event| game.evolve(event));
        for seat in Seat::all(6) {
            for command in game.options(seat).commands {
                let Command::Use { effect } = command else { continue };
                let form = form(&effect);
                let step = moment.step();
                let open = form.window.is_empty() || form.window.contains(&step);
                assert!(open, "{effect:?} in {step:?}");
                let decides = moment.asked().or(moment.active());
                match form.who {
                    Who::Decider => assert_eq!(decides, Some(seat), "{effect:?} in {step:?}"),
                    Who::NotActive | Who::Present => {
                        assert_ne!(moment.active(), Some(seat), "{effect:?}");
                    }
                    Who::Active => assert_eq!(moment.active(), Some(seat), "{effect:?}"),
                    Who::Asked => assert_eq!(moment.asked(), Some(seat), "{effect:?}"),
                    Who::Anyone | Who::Winner => {}
                    other => panic!("{effect:?} is for {other:?}"),
                }
                offered.insert(form.id);
            }
        }
    }
    assert!(offered.len() >= 9, "{offered:?}");
}

#[test]
fn what_an_ability_costs_is_what_is_paid_for_it() {
    let mut game = desk();
    let act = |game: &mut Game, by: Seat, command: &Command| {
        let mut events = Vec::new();
        game.decide(by, command, &mut events).expect("it is allowed");
        events.iter().for_each(|event| game.evolve(event));
    };
    let moment = Moment::of(Step::EndOfStrategy);
    act(&mut game, Seat(0), &Command::SetMoment { moment });
    let effect = effect("quantum_datahub_node", json!({ "with": Seat(1) }));
    let price = form(&effect).price.trade_goods;
    assert!(price > 0);
    let goods = |game: &Game| game.view(parley::Audience::Spectator).players[0].trade_goods;
    let before = goods(&game);
    act(&mut game, Seat(0), &Command::Use { effect });
    assert_eq!(before - goods(&game), price);
    assert!(game.options(Seat(0)).moves() > 0);
}

#[test]
fn units_cost_what_is_printed_on_the_sheet() {
    let prices = |unit| (1..=4).map(|count| price::of(unit, count).expect("a price")).collect();
    let expected: [(&str, Vec<u16>); 3] = [
        ("infantry", vec![1, 1, 2, 2]),
        ("fighter", vec![1, 1, 2, 2]),
        ("dreadnought", vec![4, 8, 12, 16]),
    ];
    for (unit, costs) in expected {
        let found: Vec<u16> = prices(unit);
        assert_eq!(found, costs, "{unit}");
    }
    assert!(price::units().all(|unit| unit != "space dock"), "structures are not produced");
}

#[test]
fn a_field_that_is_given_twice_is_refused() {
    let read = |text: &str| serde_json::from_str::<Effect>(text).map_err(|error| error.to_string());
    assert!(read(r#"{"effect": "maban", "at": 1}"#).is_ok());
    let error = read(r#"{"effect": "maban", "at": 1, "at": 2}"#).unwrap_err();
    assert!(error.contains("duplicate field `at`"), "{error}");
}

#[test]
fn a_desk_can_be_opened_as_its_form_is_filled_in() {
    let start = forms::setup().start;
    let sitting = |faction: &Faction| Sitting::new(faction.id(), *faction);
    let players = start.factions.iter().take(start.players).map(sitting).collect();
    assert_eq!(start.factions.iter().collect::<BTreeSet<_>>().len(), Faction::all().len());
    assert!(Game::start(&Setup::standard(players), Seed::numbered(1, 0)).is_ok());
    assert!(start.sample.players > start.players, "the sample seats more players");
}
