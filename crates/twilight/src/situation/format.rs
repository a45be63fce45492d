//! The JSON format of a situation, as people write it. It is deliberately loose and is checked when it is read.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::board::GalaxySpec;
use super::facts::{CustomSpec, ForceSpec, MOST_UNDECIDED, Undecided};
use super::may::MaySpec;
use super::moment::MomentSpec;
use super::pack::Pack;
use crate::deal::judgement::Answered;
use crate::deal::verdict::Class;
use crate::room;
use crate::table::pairs::MOST_PLAYERS;
use crate::table::readings::Readings;

/// A situation at the table and a deal to be judged in it. Only what is relevant has to be given.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Situation {
    /// A one-line description, shown with the verdict.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub about: Option<String>,
    /// Everybody at the table, clockwise. A player may be a bare name.
    #[schemars(length(max = MOST_PLAYERS))]
    pub players: Vec<PlayerOrName>,
    /// The current moment.
    pub moment: MomentSpec,
    /// The speaker; the first player if left out.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub speaker: Option<String>,
    /// The tyrant of Twilight's Fall, who chooses and resolves edicts.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub tyrant: Option<String>,
    /// Pairs of neighbours. If left out, all players are neighbours.
    #[serde(default)]
    #[schemars(length(max = room::PAIRS), inner(inner(length(max = room::WORD))))]
    pub neighbours: Option<Vec<[String; 2]>>,
    /// A map from which neighbours are computed instead.
    #[serde(default)]
    pub galaxy: Option<GalaxySpec>,
    /// Pairs that are neighbours only by an effect that the rules leave open.
    #[serde(default)]
    #[schemars(length(max = room::PAIRS), inner(inner(length(max = room::WORD))))]
    pub disputed_neighbours: Vec<[String; 2]>,
    /// Players with units or planets in or next to the Mecatol Rex system.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub near_mecatol: Vec<String>,
    /// Players who have announced a retreat in this round of combat.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub retreating: Vec<String>,
    /// Pairs that have used their transaction of this turn or agenda.
    #[serde(default)]
    #[schemars(length(max = room::PAIRS), inner(inner(length(max = room::WORD))))]
    pub transacted: Vec<[String; 2]>,
    /// Transactions that an ability allows in addition to the ordinary one.
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub granted: Vec<GrantSpec>,
    /// A player whom an ability lets act outside their own turn.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub acting: Option<String>,
    /// The ability or card by which that player acts.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub acting_by: Option<String>,
    /// Laws, edicts, events and cards that change the rules: a word such as `age_of_commerce`, or with the player
    /// concerned, `{"law": "censure", "of": "Ann"}`.
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub in_force: Vec<ForceSpec>,
    /// How this table reads what the rules leave open.
    #[serde(default)]
    pub readings: Readings,
    /// Abilities, cards and notes that the judge does not know, each with its window.
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub custom: Vec<CustomSpec>,
    /// Homebrew: factions, notes, abilities, cards and tiles.
    #[serde(default)]
    #[schemars(length(max = room::GIFTS))]
    pub packs: Vec<Pack>,
    /// Facts that are themselves in dispute. The situation is judged both ways.
    #[serde(default)]
    #[schemars(length(max = MOST_UNDECIDED))]
    pub undecided: Vec<Undecided>,
    /// The deal to be judged.
    #[serde(default)]
    pub deal: Option<DealSpec>,
    /// A question without a deal: may this be used or played now, and by whom?
    #[serde(default)]
    pub may: Option<MaySpec>,
    /// The expected verdict, for worked examples.
    #[serde(default)]
    pub expect: Option<Expectation>,
}

/// A player, or only a name.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum PlayerOrName {
    Name(#[schemars(length(max = room::WORD))] String),
    Player(Box<PlayerSpec>),
}

/// Read by hand, so that an error names the field of the player.
impl<'de> Deserialize<'de> for PlayerOrName {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<PlayerOrName, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = PlayerOrName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name, or an object with a name")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<PlayerOrName, E> {
                Ok(PlayerOrName::Name(name.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PlayerOrName, A::Error> {
                let player = PlayerSpec::deserialize(MapAccessDeserializer::new(map))?;
                Ok(PlayerOrName::Player(Box::new(player)))
            }
        }

        reader.deserialize_any(Reader)
    }
}

/// A player and what they have. Anything left out is zero, empty or the default.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerSpec {
    #[schemars(length(max = room::WORD))]
    pub name: String,
    /// The faction; without one, a player has a commodity value of 4, no ability, no home system and no faction's note.
    #[serde(default)]
    #[schemars(schema_with = "super::listing::any_faction")]
    pub faction: Option<String>,
    #[serde(default)]
    pub trade_goods: Option<i64>,
    #[serde(default)]
    pub commodities: i64,
    /// The commodity value, if it differs from what the faction, relics and stations add up to.
    #[serde(default)]
    pub commodity_value: Option<i64>,
    #[serde(default)]
    pub fragments: FragmentsSpec,
    /// Other players' notes in hand, such as "Bob's Ceasefire". A player's own notes need not be listed.
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub notes: Vec<NoteSpec>,
    /// Other players' notes in the play area.
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub in_play: Vec<NoteSpec>,
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub action_cards: Vec<String>,
    /// Unscored secret objectives.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub secrets: Vec<String>,
    /// Other players' units that this player has captured.
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub captured: Vec<CaptiveSpec>,
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub planets: Vec<PlanetSpec>,
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub relics: Vec<String>,
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub technologies: Vec<TechnologySpec>,
    /// Command tokens in the strategy pool; if left out, there are enough.
    #[serde(default)]
    pub strategy_tokens: Option<i64>,
    /// Technologies, leaders and breakthroughs that are in use, and abilities that were spliced or lent.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub abilities: Vec<String>,
    /// Those of them that are exhausted.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub exhausted: Vec<String>,
    /// Whether Xander lets this player spend commodities as trade goods now.
    #[serde(default)]
    pub spends_commodities: bool,
    #[serde(default)]
    pub space_stations: i64,
    /// Total resources of ready planets.
    #[serde(default)]
    pub resources: i64,
    /// Total influence of ready planets.
    #[serde(default)]
    pub influence: i64,
    #[serde(default)]
    pub victory_points: i64,
    #[serde(default)]
    pub initiative: Option<i64>,
    /// Strategy cards that have not been used yet.
    #[serde(default)]
    pub strategy_cards: Option<i64>,
    #[serde(default)]
    pub passed: bool,
    /// Whether somebody has played this player's Political Secret on the current agenda.
    #[serde(default)]
    pub silenced: bool,
    #[serde(default)]
    pub eliminated: bool,
}

/// Relic fragments by kind.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FragmentsSpec {
    pub cultural: i64,
    pub hazardous: i64,
    pub industrial: i64,
    pub unknown: i64,
}

/// A note: "Ceasefire", "Bob's Ceasefire", or `{"note": "Ceasefire", "of": "Bob"}`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a note is \"Bob's Ceasefire\" or an object with `note` and `of`")]
pub enum NoteSpec {
    Name(#[schemars(length(max = room::WORD))] String),
    Full {
        #[schemars(length(max = room::WORD))]
        note: String,
        #[schemars(length(max = room::WORD))]
        of: String,
    },
}

/// A captured unit and its owner.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaptiveSpec {
    #[schemars(length(max = room::WORD))]
    pub unit: String,
    #[schemars(length(max = room::WORD))]
    pub of: String,
}

/// A planet by its name, or with its attachments.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a planet is a name or an object with a name")]
pub enum PlanetSpec {
    Name(#[schemars(length(max = room::WORD))] String),
    Full {
        #[schemars(length(max = room::WORD))]
        name: String,
        #[serde(default)]
        demilitarized_zone: bool,
        #[serde(default)]
        pride_of_kenara: bool,
        /// Whether units of another player coexist there.
        #[serde(default)]
        coexisting: bool,
    },
}

/// A technology by its name, or also with whether it is a faction technology.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a technology is a name or an object with a name")]
pub enum TechnologySpec {
    Name(#[schemars(length(max = room::WORD))] String),
    Full {
        #[schemars(length(max = room::WORD))]
        name: String,
        /// Whether it is a faction technology.
        faction: bool,
    },
}

/// A transaction that an ability allows in addition to the ordinary one.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GrantSpec {
    /// The ability: Temporal Command Suite or Deepgloom Executable.
    #[schemars(length(max = room::WORD))]
    pub by: String,
    #[schemars(inner(length(max = room::WORD)))]
    pub between: [String; 2],
}

/// A deal and its terms.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DealSpec {
    /// The two parties. If left out, the players who perform the terms. Among three or more, each pair is judged as a
    /// deal of its own.
    #[serde(default)]
    #[schemars(inner(length(max = room::WORD)))]
    pub between: Option<[String; 2]>,
    #[schemars(length(max = room::TERMS))]
    pub terms: Vec<TermSpec>,
}

/// A term: who performs it, one verb, and when. Without `when` it is due in this step.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TermSpec {
    #[schemars(length(max = room::WORD))]
    pub by: String,
    /// The player it is owed to, among three or more; otherwise the other party.
    #[schemars(length(max = room::WORD))]
    pub to: Option<String>,
    /// Hands things over to the other party.
    pub give: Option<BundleSpec>,
    /// Produces units: "dreadnought", or with a number and a cost.
    pub produce: Option<ProduceSpec>,
    /// Votes for an outcome.
    pub vote: Option<VoteSpec>,
    pub abstain: Option<bool>,
    /// Uses an ability, such as "Space Cannon".
    #[serde(rename = "use")]
    #[schemars(schema_with = "super::listing::any_ability")]
    pub uses: Option<String>,
    #[schemars(schema_with = "super::listing::any_ability")]
    pub do_not_use: Option<String>,
    pub use_note: Option<NoteSpec>,
    pub do_not_use_note: Option<NoteSpec>,
    #[schemars(length(max = room::WORD))]
    pub activate: Option<String>,
    #[schemars(length(max = room::WORD))]
    pub do_not_activate: Option<String>,
    #[schemars(length(max = room::WORD))]
    pub move_into: Option<String>,
    #[schemars(length(max = room::WORD))]
    pub do_not_move_into: Option<String>,
    /// A choice of the open step: a player, a strategy card, a place, a unit.
    #[schemars(length(max = room::WORD))]
    pub choose: Option<String>,
    #[schemars(length(max = room::WORD))]
    pub do_not_choose: Option<String>,
    /// Researches a technology.
    #[schemars(schema_with = "super::listing::any_technology")]
    pub research: Option<String>,
    /// Scores an objective.
    #[schemars(schema_with = "super::listing::any_objective")]
    pub score: Option<String>,
    /// Lets the other party replenish commodities with the Trade card.
    pub replenish: Option<bool>,
    pub pass: Option<bool>,
    /// Plays an action card, whatever its result.
    #[schemars(schema_with = "super::listing::any_card")]
    pub play: Option<String>,
    #[schemars(schema_with = "super::listing::any_card")]
    pub do_not_play: Option<String>,
    /// The result of an action card.
    pub result: Option<ResultSpec>,
    /// Pays later: a debt.
    pub pay_back: Option<BundleSpec>,
    /// Anything else, in your own words. Nobody can judge it, so a deal with it binds nobody.
    #[schemars(length(max = room::WORD))]
    pub say: Option<String>,
    /// The step in which an ability, a choice or a card is used, if it has several.
    #[schemars(length(max = room::WORD))]
    pub at: Option<String>,
    /// `now`, a step of this turn, `this_turn`, `this_agenda`, `this_phase`, `this_round`,
    /// `next_turn`, `next_agenda`, `next_round` or `some_day`.
    #[schemars(length(max = room::WORD))]
    pub when: Option<String>,
    /// `dice`, `hidden_draw`, `another_player` or `cancel_window`, if one of these comes in between.
    #[schemars(length(max = room::WORD))]
    pub after: Option<String>,
}

/// What is produced: one unit by its name, or more.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a unit is a name, or an object with `unit`, `count` and `cost`")]
pub enum ProduceSpec {
    Unit(#[schemars(length(max = room::WORD))] String),
    Full {
        #[schemars(length(max = room::WORD))]
        unit: String,
        #[serde(default = "one")]
        count: i64,
        /// The total cost, if it differs from the printed cost.
        #[serde(default)]
        cost: Option<i64>,
    },
}

fn one() -> i64 {
    1
}

/// The outcome, or the outcome with a number of votes.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a vote is an outcome, or an object with `outcome` and `votes`")]
pub enum VoteSpec {
    Outcome(#[schemars(length(max = room::WORD))] String),
    Full {
        #[schemars(length(max = room::WORD))]
        outcome: String,
        votes: i64,
    },
}

/// An action card and its promised result.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultSpec {
    #[schemars(length(max = room::WORD))]
    pub card: String,
    #[schemars(length(max = room::WORD))]
    pub result: String,
}

/// What one side hands over.
#[derive(Clone, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BundleSpec {
    pub trade_goods: i64,
    pub commodities: i64,
    pub fragments: FragmentsSpec,
    /// A promissory note; the giver's own if no issuer is named.
    pub note: Option<NoteSpec>,
    /// More than one note, to ask what the desk says about that.
    #[schemars(length(max = room::THINGS))]
    pub notes: Vec<NoteSpec>,
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub action_cards: Vec<String>,
    #[schemars(length(max = room::THINGS))]
    pub captured: Vec<CaptiveSpec>,
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub planets: Vec<String>,
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub relics: Vec<String>,
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub secrets: Vec<String>,
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub technologies: Vec<String>,
    /// Anything else: "speaker token", "a command token", "2 votes".
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub other: Vec<String>,
}

/// The verdict that a worked example expects.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The verdict on the deal.
    #[serde(default)]
    pub class: Option<Class>,
    /// The answer to the question `may`.
    #[serde(default)]
    pub may: Option<Answered>,
    /// Everybody who may, in the order of the seats.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub by: Option<Vec<String>>,
    /// The open question that decides.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub open: Option<String>,
    #[serde(default = "yes")]
    pub legal: bool,
    /// The clause of the deciding finding, such as `TI-78`.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub clause: Option<String>,
    #[serde(default)]
    pub per_term: Option<Class>,
    /// The numbers of the terms that would bind as a separate deal, from 1.
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub split: Option<Vec<usize>>,
    /// Why, in a sentence.
    #[schemars(length(max = 500))]
    pub because: String,
}

fn yes() -> bool {
    true
}
