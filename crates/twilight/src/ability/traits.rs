//! What the rules ask of an ability, a note, a law or a relic: never which one it is, always what it does.

use serde::{Deserialize, Deserializer};

macro_rules! traits {
    ($($(#[doc = $text:literal])* $name:ident,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Trait {
            $($(#[doc = $text])* $name,)*
        }
    };
}

traits! {
    /// Transacts with those who are no neighbours (TI-08).
    ReachesAnybody,
    /// Action cards may be part of its transactions (TI-18).
    TradesActionCards,
    /// The card of the planet it stands on may be traded (TI-18).
    TradesItsPlanet,
    /// May rob those who transact or gain trade goods.
    Pillages,
    /// The issuer of the note does not rob its holder.
    KeepsFromPillage,
    /// Gives no Alliance and is given none (TI-55, TI-58).
    HasNoAlliance,
    /// Alpha and beta wormholes match for it (TI-45).
    MatchesAlphaAndBeta,
    /// Uses no wormhole but epsilon.
    UsesEpsilonOnly,
    /// Cannot vote by any means (TI-98).
    CannotVote,
    /// Votes before everybody else (TI-97).
    VotesFirst,
    /// Neighbour of all who are at or next to Mecatol Rex (TI-50).
    NeighboursMecatol,
    /// Two matching fragments make a relic (TI-68).
    MakesRelicsOfTwo,
    /// Lets two players transact beside the usual one, neighbours or not (TI-10).
    OpensATransaction,
    /// Opens nothing in an agenda that is not open anyway (TI-12).
    KeepsTheLimitOfAnAgenda,
    /// Commodities may exceed their value (TI-32).
    LiftsTheCap,
    /// Technologies may be part of a transaction (TI-18).
    SharesTechnologies,
    /// No transactions in the agenda phase (TI-11).
    ClosesTheAgendaPhase,
    /// A relic that may be given (TI-69).
    CanBeTraded,
    /// The holder may use the issuer's commander.
    LendsTheCommander,
    /// A full load of commodities to its issuer pays both a trade good.
    PaysForFullLoads,
    /// Whether it may be given in a transaction the rules leave open (TI-108).
    IsOpenInTrade,
}

/// So many of them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Traits(u32);

impl Traits {
    #[inline]
    pub const fn has(self, asked: Trait) -> bool {
        self.0 & (1 << asked as u32) != 0
    }

    #[must_use]
    pub const fn and(self, more: Traits) -> Traits {
        Traits(self.0 | more.0)
    }
}

impl FromIterator<Traits> for Traits {
    fn from_iter<I: IntoIterator<Item = Traits>>(all: I) -> Traits {
        all.into_iter().fold(Traits::default(), Traits::and)
    }
}

impl<'de> Deserialize<'de> for Traits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Traits, D::Error> {
        let named = Vec::<Trait>::deserialize(deserializer)?;
        Ok(named.into_iter().map(|it| Traits(1 << it as u32)).collect())
    }
}
