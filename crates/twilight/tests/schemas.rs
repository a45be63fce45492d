//! Everything that travels has a schema, and each name in it means one thing.

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::Value;
use twilight::deal::judgement::Judgement;
use twilight::situation::Situation;
use twilight::{Command, Notice, Options, Refusal, Setup, Verdict, View};

/// All definitions of one direction: what is read, or what is sent.
fn definitions(contract: &Contract) -> serde_json::Map<String, Value> {
    let settings = SchemaSettings::draft2020_12().with(|it| it.contract = contract.clone());
    let mut generator = settings.into_generator();
    fn add<T: JsonSchema>(generator: &mut schemars::SchemaGenerator) {
        generator.subschema_for::<T>();
    }
    add::<Setup>(&mut generator);
    add::<Command>(&mut generator);
    if *contract == Contract::Serialize {
        add::<View>(&mut generator);
        add::<Notice>(&mut generator);
        add::<Options>(&mut generator);
        add::<Verdict>(&mut generator);
        add::<Judgement>(&mut generator);
        add::<Refusal>(&mut generator);
    } else {
        add::<Situation>(&mut generator);
    }
    generator.take_definitions(true)
}

#[test]
fn no_two_types_share_a_name() {
    for contract in [Contract::Serialize, Contract::Deserialize] {
        let names = definitions(&contract);
        assert!(names.contains_key("Setup") && names.contains_key("Command"));
        let doubled: Vec<&String> =
            names.keys().filter(|name| name.ends_with(|it: char| it.is_ascii_digit())).collect();
        assert!(doubled.is_empty(), "{doubled:?}");
    }
}

#[test]
fn events_are_in_no_schema() {
    for contract in [Contract::Serialize, Contract::Deserialize] {
        let names = definitions(&contract);
        assert!(!names.contains_key("Event") && !names.contains_key("Sealed"));
    }
}

#[test]
fn factions_and_notes_travel_as_the_names_there_are() {
    let names = definitions(&Contract::Serialize);
    let has = |name: &str, id: &str| {
        let ids = names[name]["enum"].as_array().expect("a list of names");
        assert!(ids.contains(&Value::from(id)), "{name} has no {id}");
    };
    has("Faction", "hacan");
    has("NoteKind", "trade-agreement");
}

#[test]
fn what_options_keep_to_themselves_is_in_no_schema() {
    let names = definitions(&Contract::Serialize);
    let options = names["Options"]["properties"].as_object().expect("an object");
    assert!(options.contains_key("commands") && !options.contains_key("known"));
}
