//! Abilities, components and leaders that bear on trading or on who neighbours whom (tables H1 and H2).

pub mod faction;
pub(crate) mod known;
pub mod note;
pub mod power;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An ability, component or leader of one faction that bears on trading or on who neighbours whom
/// (tables H1 and H2).
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
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
    /// There from the first turn on, with Prophecy of Kings.
    Agent,
    /// A commander or a hero, to be unlocked.
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
            A::Carth | A::TheStillnessOfStars | A::XanderAlexinVictori => Source::Agent,
            A::SulaMentarion | A::Maban | A::TheOracle | A::SoAta => Source::Leader,
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

    /// What is printed on the component.
    pub const fn name(self) -> &'static str {
        use Ability as A;
        match self {
            A::GuildShips => "Guild Ships",
            A::Arbiters => "Arbiters",
            A::MastersOfTrade => "Masters of Trade",
            A::PrideOfKenara => "Pride of Kenara",
            A::Carth => "Carth of Golden Sands",
            A::QuantumDatahubNode => "Quantum Datahub Node",
            A::Pillage => "Pillage",
            A::SulaMentarion => "S'ula Mentarion",
            A::QuantumEntanglement => "Quantum Entanglement",
            A::HilColish => "Hil Colish",
            A::Telepathic => "Telepathic",
            A::Maban => "M'aban",
            A::TheOracle => "The Oracle",
            A::Mindsieve => "Mindsieve",
            A::GalacticThreat => "Galactic Threat",
            A::SpatialConduitCylinders => "Spatial Conduit Cylinders",
            A::LazaxGateFolding => "Lazax Gate Folding",
            A::Quash => "Quash",
            A::StallTactics => "Stall Tactics",
            A::Scheming => "Scheming",
            A::SoAta => "So Ata",
            A::DeepgloomExecutable => "Deepgloom Executable",
            A::Zeal => "Zeal",
            A::DarkWhispers => "Dark Whispers",
            A::Voidwatch => "Voidwatch",
            A::VoidTether => "Void Tether",
            A::Hubris => "Hubris",
            A::Imperia => "Imperia",
            A::Fabrication => "Fabrication",
            A::TemporalCommandSuite => "Temporal Command Suite",
            A::Memoria => "Memoria II",
            A::SlumberstateComputing => "Slumberstate Computing",
            A::Devour => "Devour",
            A::TheStillnessOfStars => "The Stillness of Stars",
            A::CouncilPatronage => "Council Patronage",
            A::XanderAlexinVictori => "Xander Alexin Victori III",
            A::IihqModernization => "I.I.H.Q. Modernization",
            A::Sundered => "Sundered",
            A::Incursion => "Incursion",
            A::VisionariaSelect => "Visionaria Select",
        }
    }

    /// A commander, whom an Alliance lends.
    pub const fn is_commander(self) -> bool {
        matches!(self, Ability::SulaMentarion | Ability::Maban | Ability::SoAta)
    }

    /// Whether another faction can come to have it: technologies are copied, leaders lent. What is printed on a
    /// sheet, stands on the board or was broken through to is its faction's own.
    pub const fn can_be_lent(self) -> bool {
        matches!(self.source(), Source::Technology | Source::Agent | Source::Leader)
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
