//! What is in force, what the situation declares itself, and what is in dispute.

use parley::{Seat, SeatSet};
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::error::{SituationError, Wrong};
use super::names::{self, Names};
use super::{Read, Situation};
use crate::ability::note::NoteKind;
use crate::ability::power::{self, Who};
use crate::ability::window::{Cost, Event, Opener, Whose};
use crate::room;
use crate::round::step::Step;
use crate::similar::{Unknown, fold};
use crate::table::scene::{Custom, Scene};

/// Facts in dispute: each doubles the number of verdicts.
pub const MOST_UNDECIDED: usize = 3;

/// Laws, edicts, events and cards that touch trade, and laws that somebody owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Force {
    AgeOfCommerce,
    HiddenAgenda,
    /// Played on the negotiation that is judged.
    BlackMarketDealings,
    /// The edict: a player cannot transact this round.
    Censure,
    /// The law: a player cannot play action cards.
    PoliticalCensure,
    MinisterOfCommerce,
    /// Everybody has one vote.
    RepresentativeGovernment,
    /// Mechs have no abilities.
    ArticlesOfWar,
    /// Alpha and beta wormholes match.
    WormholeReconstruction,
    /// Limits movement; neighbours stay what they are.
    EnforcedTravelBan,
    /// Limits movement; neighbours stay what they are.
    NexusSovereignty,
    ExecutiveSanctions,
    ChecksAndBalances,
    /// Commodities that are placed on planets are not in front of a player.
    TotalWar,
    MonumentsToTheAges,
    MercenariesForHire,
    AgeOfExploration,
    /// Twilight's Fall is played: kings, edicts, a benediction phase.
    TwilightsFall,
    MinisterOfPeace,
    MinisterOfWar,
    MinisterOfPolicy,
    MinisterOfExploration,
    MinisterOfIndustry,
    MinisterOfSciences,
    MinisterOfAntiquities,
    ImperialArbiter,
    CommitteeFormation,
}

impl Force {
    /// Every word, as it is written.
    fn words() -> Vec<String> {
        let schema = schemars::schema_for!(Force).to_value();
        let each = schema.get("oneOf").and_then(Value::as_array).into_iter().flatten();
        let plain = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
        let listed = each.flat_map(|one| {
            let several = one.get("enum").and_then(Value::as_array).into_iter().flatten();
            several.chain(one.get("const"))
        });
        listed.chain(plain).filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// The law that somebody owns, by its name.
    const fn owned(self) -> Option<&'static str> {
        Some(match self {
            Force::MinisterOfCommerce => "Minister of Commerce",
            Force::MinisterOfPeace => "Minister of Peace",
            Force::MinisterOfWar => "Minister of War",
            Force::MinisterOfPolicy => "Minister of Policy",
            Force::MinisterOfExploration => "Minister of Exploration",
            Force::MinisterOfIndustry => "Minister of Industry",
            Force::MinisterOfSciences => "Minister of Sciences",
            Force::MinisterOfAntiquities => "Minister of Antiquities",
            Force::ImperialArbiter => "Imperial Arbiter",
            Force::CommitteeFormation => "Committee Formation",
            _ => return None,
        })
    }
}

/// A word, or a law with the player whom it concerns.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ForceSpec {
    Word(Force),
    Of {
        law: Force,
        #[schemars(length(max = room::WORD))]
        of: String,
    },
}

impl<'de> Deserialize<'de> for ForceSpec {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<ForceSpec, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "a law or event is a word such as \"hidden_agenda\", or an object with `law` and `of`"
        )]
        enum Typed {
            Word(String),
            Of { law: String, of: String },
        }
        let force = |typed: &str| {
            let word = typed.trim().to_lowercase().replace([' ', '-'], "_");
            serde_json::from_value(Value::String(word)).map_err(|_| {
                let known = Force::words();
                let names = known.iter().map(|name| (name.as_str(), name.as_str()));
                D::Error::custom(Unknown::among("law or event", typed, names))
            })
        };
        Ok(match Typed::deserialize(reader)? {
            Typed::Word(typed) => ForceSpec::Word(force(&typed)?),
            Typed::Of { law, of } => ForceSpec::Of { law: force(&law)?, of },
        })
    }
}

impl ForceSpec {
    pub(super) fn force(&self) -> Force {
        match self {
            ForceSpec::Word(force) | ForceSpec::Of { law: force, .. } => *force,
        }
    }
}

/// An ability, card or note that the judge does not know, with its window.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CustomSpec {
    #[schemars(length(max = room::WORD))]
    pub name: String,
    /// The steps in which it can be used; empty if only something that has just happened opens it.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub steps: Vec<String>,
    /// Whose decision it is; the player who decides in the step if left out.
    #[serde(default = "decider")]
    pub who: Who,
    /// What opens it right after it has happened.
    #[serde(default)]
    #[schemars(length(max = room::GIFTS))]
    pub after: Vec<Event>,
    /// What it costs.
    #[serde(default)]
    pub cost: Cost,
    /// Who has it; anybody if left out.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub of: Vec<String>,
}

fn decider() -> Who {
    Who::Decider
}

/// A fact that is in dispute: fields of the situation by their path, such as `moment.units_of` or
/// `players.Ann.silenced`, as they are one way and the other.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Undecided {
    /// What is in dispute, in words.
    #[schemars(length(max = room::WORD))]
    pub what: String,
    #[schemars(extend("maxProperties" = room::GIFTS))]
    pub either: Map<String, Value>,
    #[schemars(extend("maxProperties" = room::GIFTS))]
    pub or: Map<String, Value>,
}

/// Adds what is in force to the scene.
pub(super) fn enforce(names: &Names<'_>, specs: &[ForceSpec], scene: &mut Scene) -> Read<()> {
    for (at, spec) in specs.iter().enumerate() {
        let field = format!("in_force[{at}]");
        let of = concerned(names, &field, spec)?;
        let whose = || of.ok_or_else(|| SituationError::at(field.clone(), Wrong::WhoseLaw));
        if let (Some(law), Some(owner)) = (spec.force().owned(), of) {
            scene.laws.push((law.to_owned(), owner));
        }
        match spec.force() {
            Force::Censure => scene.censured = scene.censured.with(whose()?),
            Force::PoliticalCensure => scene.cardless = scene.cardless.with(whose()?),
            Force::RepresentativeGovernment => scene.one_vote = true,
            Force::ArticlesOfWar => scene.idle_mechs = true,
            Force::TwilightsFall => scene.twilights_fall = true,
            Force::AgeOfCommerce
            | Force::HiddenAgenda
            | Force::BlackMarketDealings
            | Force::MinisterOfCommerce
            | Force::WormholeReconstruction
            | Force::EnforcedTravelBan
            | Force::NexusSovereignty
            | Force::ExecutiveSanctions
            | Force::ChecksAndBalances
            | Force::TotalWar
            | Force::MonumentsToTheAges
            | Force::MercenariesForHire
            | Force::AgeOfExploration
            | Force::MinisterOfPeace
            | Force::MinisterOfWar
            | Force::MinisterOfPolicy
            | Force::MinisterOfExploration
            | Force::MinisterOfIndustry
            | Force::MinisterOfSciences
            | Force::MinisterOfAntiquities
            | Force::ImperialArbiter
            | Force::CommitteeFormation => {}
        }
    }
    Ok(())
}

/// The player whom a law concerns.
pub(super) fn concerned(names: &Names<'_>, field: &str, spec: &ForceSpec) -> Read<Option<Seat>> {
    match spec {
        ForceSpec::Word(_) => Ok(None),
        ForceSpec::Of { of, .. } => names.seat(&format!("{field}.of"), of).map(Some),
    }
}

pub(super) fn custom(names: &Names<'_>, field: &str, spec: &CustomSpec) -> Read<Custom> {
    let steps = spec.steps.iter().enumerate();
    let steps = steps.map(|(at, typed)| names::step(&format!("{field}.steps[{at}]"), typed));
    let of = spec.of.iter().enumerate();
    let of = of.map(|(at, name)| names.seat(&format!("{field}.of[{at}]"), name));
    if fold(&spec.name).is_empty() {
        return Err(SituationError::at(format!("{field}.name"), Wrong::NoName));
    }
    if power::find(&spec.name).is_some() || NoteKind::find(&spec.name).is_ok() {
        let wrong = Wrong::Official(spec.name.clone());
        return Err(SituationError::at(format!("{field}.name"), wrong));
    }
    if spec.steps.is_empty() && spec.after.is_empty() {
        return Err(SituationError::at(format!("{field}.steps"), Wrong::NoWindow));
    }
    Ok(Custom {
        name: spec.name.trim().to_owned(),
        steps: steps.collect::<Read<Vec<Step>>>()?,
        who: spec.who,
        after: spec.after.iter().map(|event| Opener(*event, Whose::Any)).collect(),
        cost: spec.cost,
        of: Some(of.collect::<Read<SeatSet>>()?).filter(|of| !of.is_empty()),
    })
}

/// Every way in which the disputed facts can be: the situation with each, and in words what was taken to be so.
pub(super) fn ways(situation: &Situation) -> Read<Vec<Situation>> {
    if situation.undecided.len() > MOST_UNDECIDED {
        let (count, most) = (situation.undecided.len(), MOST_UNDECIDED as u64);
        return Err(SituationError::at("undecided", Wrong::TooManyEntries { count, most }));
    }
    let plain = Situation { undecided: Vec::new(), ..situation.clone() };
    let mut all =
        vec![serde_json::to_value(&plain).map_err(|error| unreadable("undecided", &error))?];
    for (at, fact) in situation.undecided.iter().enumerate() {
        let field = format!("undecided[{at}]");
        let mut both = Vec::new();
        for value in all {
            for (name, side) in [("either", &fact.either), ("or", &fact.or)] {
                let mut value = value.clone();
                for (path, new) in side {
                    set(&mut value, path, new)
                        .ok_or_else(|| missing(&format!("{field}.{name}"), path))?;
                }
                both.push(value);
            }
        }
        all = both;
    }
    let read = |value| serde_json::from_value(value).map_err(|it| unreadable("undecided", &it));
    all.into_iter().map(read).collect()
}

fn unreadable(field: &str, error: &serde_json::Error) -> SituationError {
    SituationError::at(field, Wrong::Json(error.to_string()))
}

fn missing(field: &str, path: &str) -> SituationError {
    SituationError::at(field, Wrong::NoSuchField(path.to_owned()))
}

/// Sets the field at a path; an element of a list is found by its number or its name.
fn set(value: &mut Value, path: &str, new: &Value) -> Option<()> {
    let (first, rest) = path.split_once('.').map_or((path, None), |(a, b)| (a, Some(b)));
    let next = match value {
        Value::Object(fields) => {
            if rest.is_none() {
                fields.insert(first.to_owned(), new.clone());
                return Some(());
            }
            fields.get_mut(first)?
        }
        Value::Array(list) => match first.parse::<usize>() {
            Ok(at) => list.get_mut(at)?,
            Err(_) => list.iter_mut().find(|it| is_called(it, first)).map(with_fields)?,
        },
        _ => return None,
    };
    match rest {
        Some(rest) => set(next, rest, new),
        None => {
            *next = new.clone();
            Some(())
        }
    }
}

fn is_called(value: &Value, name: &str) -> bool {
    let named = value.as_str().or_else(|| value.get("name").and_then(Value::as_str));
    named == Some(name) || value.get("player").and_then(Value::as_str) == Some(name)
}

/// A player who is only a name gets room for fields.
fn with_fields(value: &mut Value) -> &mut Value {
    if let Value::String(name) = value {
        *value = serde_json::json!({ "name": name });
    }
    value
}
