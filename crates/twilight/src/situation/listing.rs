//! The names that the judge knows, for people who look for the right one.

use schemars::{Schema, SchemaGenerator, json_schema};

use crate::ability::faction::Faction;
use crate::ability::note::NoteKind;
use crate::ability::power::{self, Power};
use crate::ability::row::Kind;
use crate::deal::lexicon;
use crate::galaxy::Tiles;
use crate::room;
use crate::round::step::Step;
use crate::table::question;

/// What can be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Listing {
    Abilities,
    Steps,
    Cards,
    Notes,
    Factions,
    /// The open questions with their readings.
    Questions,
    Technologies,
    Objectives,
    /// Systems and planets.
    Systems,
}

impl Listing {
    pub const ALL: [Listing; 9] = [
        Listing::Abilities,
        Listing::Steps,
        Listing::Cards,
        Listing::Notes,
        Listing::Factions,
        Listing::Questions,
        Listing::Technologies,
        Listing::Objectives,
        Listing::Systems,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Listing::Abilities => "abilities",
            Listing::Steps => "steps",
            Listing::Cards => "cards",
            Listing::Notes => "notes",
            Listing::Factions => "factions",
            Listing::Questions => "questions",
            Listing::Technologies => "technologies",
            Listing::Objectives => "objectives",
            Listing::Systems => "systems",
        }
    }
}

/// Each name, with when it is used or what it is.
pub fn listed(what: Listing) -> Vec<(String, String)> {
    let row = |name: &str, words: String| (name.to_owned(), words);
    match what {
        Listing::Abilities => {
            let all = power::all().iter().filter(|it| it.kind != Kind::ActionCard);
            all.map(|it| row(it.name, window(it))).collect()
        }
        Listing::Cards => {
            let all = power::all().iter().filter(|it| it.kind == Kind::ActionCard);
            all.map(|it| row(it.name, window(it))).collect()
        }
        Listing::Steps => Step::ALL.iter().map(|it| row(it.id(), it.words().to_owned())).collect(),
        Listing::Notes => NoteKind::all()
            .map(|it| {
                row(it.spec().name, it.faction().map_or_else(String::new, |of| of.to_string()))
            })
            .collect(),
        Listing::Factions => {
            let official = Faction::all().map(|it| row(&it.spec().short, it.spec().name.clone()));
            let kings = super::pack::twilights_fall().factions.iter();
            official.chain(kings.map(|it| row(&it.name, "Twilight's Fall".to_owned()))).collect()
        }
        Listing::Technologies => {
            let all = power::all().iter().filter(|it| it.kind == Kind::Technology);
            let whose = |it: &Power| it.faction.map_or_else(String::new, |of| of.to_string());
            all.map(|it| row(it.name, whose(it))).collect()
        }
        Listing::Objectives => {
            let public = lexicon::public_objectives().map(|name| row(name, "public".to_owned()));
            let secret = lexicon::secret_objectives().map(|name| row(name, "secret".to_owned()));
            public.chain(secret).collect()
        }
        Listing::Systems => {
            let systems = Tiles::standard().iter().filter(|tile| tile.lanes.is_empty());
            systems.map(|tile| row(&tile.id, tile.title())).collect()
        }
        Listing::Questions => question::rows()
            .iter()
            .map(|it| {
                let [one, other] = it.readings.each_ref().map(|reading| reading.id.as_ref());
                row(&it.id, format!("{} [{one} | {other}]", it.question))
            })
            .collect(),
    }
}

/// A schema that suggests the known names and allows others, which may be spelled loosely or declared.
fn suggested(names: &[String]) -> Schema {
    json_schema!({
        "type": ["string", "null"],
        "maxLength": room::WORD,
        "anyOf": [{ "enum": names }, { "type": "string", "maxLength": room::WORD }, { "type": "null" }],
    })
}

fn names_of(what: Listing) -> Vec<String> {
    listed(what).into_iter().map(|(name, _)| name).collect()
}

pub(super) fn any_ability(_: &mut SchemaGenerator) -> Schema {
    let both = [Listing::Abilities, Listing::Cards];
    suggested(&both.into_iter().flat_map(names_of).collect::<Vec<_>>())
}

pub(super) fn any_card(_: &mut SchemaGenerator) -> Schema {
    suggested(&names_of(Listing::Cards))
}

pub(super) fn any_technology(_: &mut SchemaGenerator) -> Schema {
    suggested(&names_of(Listing::Technologies))
}

pub(super) fn any_objective(_: &mut SchemaGenerator) -> Schema {
    suggested(&names_of(Listing::Objectives))
}

pub(super) fn any_faction(_: &mut SchemaGenerator) -> Schema {
    suggested(&names_of(Listing::Factions))
}

pub(super) fn any_step(_: &mut SchemaGenerator) -> Schema {
    let names = names_of(Listing::Steps);
    json_schema!({
        "type": "string",
        "maxLength": room::WORD,
        "anyOf": [{ "enum": names }, { "type": "string", "maxLength": room::WORD }],
    })
}

/// The window of something in a few words.
fn window(power: &Power) -> String {
    let steps: Vec<&str> = power.steps.iter().map(|step| step.id()).collect();
    match steps.as_slice() {
        _ if power.passive => "always in effect".to_owned(),
        [] => "after something has happened".to_owned(),
        all if all.len() == Step::ALL.len() => "at any time".to_owned(),
        all if all.len() >= Step::ACTION_PHASE.len() => "in the action phase".to_owned(),
        some => some.join(", "),
    }
}
