//! The factions: what they start with and what makes them trade differently (table I).

use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::note::NoteKind;
use crate::similar::{Unknown, fold};

static FACTIONS: LazyLock<Vec<FactionSpec>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/factions.json")).expect("the factions are in order")
});

/// A faction, by its place in the list of all of them. Travels as its id, such as `"hacan"`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Faction(u8);

/// The box a faction came in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expansion {
    Base,
    ProphecyOfKings,
    Codex,
    ThundersEdge,
}

/// What is printed on a faction's sheet, as far as trading is concerned.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactionSpec {
    pub id: String,
    /// The full name, article and all.
    pub name: String,
    /// What the table calls it.
    pub short: String,
    /// Other names it goes by.
    also: Vec<String>,
    pub expansion: Expansion,
    /// TI-32: the commodity value of the sheet, before any modifier.
    pub commodities: u8,
    notes: Vec<String>,
    /// What it can do, or may come to be able to do, that bears on trading.
    pub abilities: Vec<Ability>,
    /// The tile that lies on the map where it begins; Keleres takes over another faction's.
    #[serde(default)]
    pub home: Option<String>,
}

/// An ability, component or leader of one faction that bears on trading or on who neighbours whom
/// (tables H1 and H2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ability {
    /// Hacan: transacts with those who are no neighbours.
    GuildShips,
    /// Hacan: action cards may be part of its transactions.
    Arbiters,
    /// Hacan: the secondary of Trade costs it no command token.
    MastersOfTrade,
    /// Hacan's mech: the card of its planet may be traded.
    PrideOfKenara,
    /// Hacan's agent: two commodities, or somebody else's replenishment.
    Carth,
    /// Hacan's technology: buys a swap of strategy cards, which is no transaction.
    QuantumDatahubNode,
    /// Mentak: takes from a neighbour who has three trade goods or more.
    Pillage,
    /// Mentak's commander: the loser of a space combat gives a note.
    SulaMentarion,
    /// Creuss: alpha and beta wormholes are one kind to it.
    QuantumEntanglement,
    /// Creuss' flagship: a delta wormhole wherever it is.
    HilColish,
    /// Naalu: initiative 0.
    Telepathic,
    /// Naalu's commander: looks at its neighbours' notes.
    Maban,
    /// Naalu's hero: everybody gives it a note.
    TheOracle,
    /// Naalu's breakthrough: a secondary bought with a note.
    Mindsieve,
    /// Nekro: cannot vote.
    GalacticThreat,
    /// Jol-Nar's technology: the active system touches all others with its units.
    SpatialConduitCylinders,
    /// Winnu's technology: Mecatol Rex has an alpha and a beta wormhole in its tactical actions.
    LazaxGateFolding,
    /// Xxcha: discards an agenda that was revealed.
    Quash,
    /// Yssaril: discards an action card as its action.
    StallTactics,
    /// Yssaril: draws one action card more.
    Scheming,
    /// Yssaril's commander: looks at the cards of those who come too near.
    SoAta,
    /// Yssaril's breakthrough: lends Stall Tactics or Scheming, and may transact when it does.
    DeepgloomExecutable,
    /// Argent: votes first.
    Zeal,
    /// Empyrean: a second note of its own.
    DarkWhispers,
    /// Empyrean's technology: who moves in on its units gives a note.
    Voidwatch,
    /// Empyrean's breakthrough: closes a border to everybody else.
    VoidTether,
    /// Mahact: no Alliance of its own and none from others.
    Hubris,
    /// Mahact: commanders' abilities through captured command tokens.
    Imperia,
    /// Naaz-Rokha: two matching fragments make a relic.
    Fabrication,
    /// Nomad's technology: readies another's agent, then may transact with them.
    TemporalCommandSuite,
    /// Nomad's flagship: it alone is adjacent to the systems of Nomad's mechs.
    Memoria,
    /// Titans' breakthrough: sleepers on other players' planets, by consent.
    SlumberstateComputing,
    /// Vuil'raith: captures what it destroys.
    Devour,
    /// Vuil'raith's agent: turns another's commodities into trade goods for a captured unit.
    TheStillnessOfStars,
    /// Keleres: replenishes and gains a trade good at the start of the strategy phase.
    CouncilPatronage,
    /// Keleres' agent: commodities may be spent as trade goods.
    XanderAlexinVictori,
    /// Keleres' breakthrough: neighbour of all who are at or next to Mecatol Rex.
    IihqModernization,
    /// Rebellion: uses no wormhole but epsilon.
    Sundered,
    /// Rebellion: systems with active breaches are adjacent.
    Incursion,
    /// Deepwrought's breakthrough: others pay trade goods and a note to research.
    VisionariaSelect,
}

/// Where an ability comes from. Only those of the sheet are there from the first turn on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    Sheet,
    Technology,
    Leader,
    Unit,
    Breakthrough,
}

impl Ability {
    pub const fn source(self) -> Source {
        use Ability as A;
        match self {
            A::QuantumDatahubNode
            | A::SpatialConduitCylinders
            | A::LazaxGateFolding
            | A::Voidwatch
            | A::TemporalCommandSuite => Source::Technology,
            A::Carth
            | A::SulaMentarion
            | A::Maban
            | A::TheOracle
            | A::SoAta
            | A::TheStillnessOfStars
            | A::XanderAlexinVictori => Source::Leader,
            A::PrideOfKenara | A::HilColish | A::Memoria => Source::Unit,
            A::Mindsieve
            | A::DeepgloomExecutable
            | A::VoidTether
            | A::SlumberstateComputing
            | A::IihqModernization
            | A::VisionariaSelect => Source::Breakthrough,
            _ => Source::Sheet,
        }
    }
}

impl FactionSpec {
    /// The notes that only this faction issues.
    pub fn notes(&self) -> impl Iterator<Item = NoteKind> {
        self.notes.iter().map(|id| NoteKind::find(id).expect("a faction's notes exist"))
    }

    fn names(&self) -> impl Iterator<Item = &str> + Clone {
        [&self.short, &self.name, &self.id].into_iter().chain(&self.also).map(String::as_str)
    }
}

impl Faction {
    /// Every faction, in the order of table I.
    pub fn all() -> impl ExactSizeIterator<Item = Faction> + Clone {
        (0..FACTIONS.len() as u8).map(Faction)
    }

    pub fn spec(self) -> &'static FactionSpec {
        &FACTIONS[usize::from(self.0)]
    }

    pub fn id(self) -> &'static str {
        &self.spec().id
    }

    /// Whether the ability is on its sheet or may come into its hands.
    pub fn has(self, ability: Ability) -> bool {
        self.spec().abilities.contains(&ability)
    }

    /// The faction of that id, full name or short name, however it is spelt: case, accents,
    /// apostrophes and "the" do not matter.
    ///
    /// # Errors
    /// Names the faction that was probably meant, or all there are.
    pub fn find(name: &str) -> Result<Faction, Unknown> {
        if let Some(faction) = Faction::all().find(|faction| faction.id() == name) {
            return Ok(faction);
        }
        let folded = fold(name);
        Faction::all()
            .find(|faction| faction.spec().names().any(|known| fold(known) == folded))
            .ok_or_else(|| Unknown::among("faction", name, names()))
    }
}

fn names() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    Faction::all().flat_map(|faction| {
        let spec = faction.spec();
        spec.names().map(|name| (name, spec.short.as_str()))
    })
}

impl fmt::Display for Faction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spec().short)
    }
}

impl Serialize for Faction {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Faction {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Faction::find(&name).map_err(serde::de::Error::custom)
    }
}
