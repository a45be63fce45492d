//! Traits of abilities, notes, laws and relics. Rules test for a trait, never for a particular card.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

macro_rules! traits {
    ($($(#[doc = $text:literal])* $name:ident,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum Trait {
            $($(#[doc = $text])* $name,)*
        }
    };
}

traits! {
    /// Can transact with players who are not neighbours (TI-08).
    ReachesAnybody,
    /// Action cards may be part of its transactions (TI-18).
    TradesActionCards,
    /// The card of the planet it stands on may be traded (TI-18).
    TradesItsPlanet,
    /// Can pillage players who transact or gain trade goods.
    Pillages,
    /// The issuer of the note does not pillage its holder.
    KeepsFromPillage,
    /// Neither gives nor receives an Alliance (TI-55, TI-58).
    HasNoAlliance,
    /// Treats alpha and beta wormholes as matching (TI-45).
    MatchesAlphaAndBeta,
    /// Can use only epsilon wormholes.
    UsesEpsilonOnly,
    /// Cannot vote by any means (TI-98).
    CannotVote,
    /// Votes before everybody else (TI-97).
    VotesFirst,
    /// Is a neighbour of everybody who is in or next to the Mecatol Rex system (TI-50).
    NeighboursMecatol,
    /// Needs only two matching fragments for a relic (TI-68).
    MakesRelicsOfTwo,
    /// Allows two players one more transaction, whether they are neighbours or not (TI-10).
    OpensATransaction,
    /// Has no effect in an agenda in which no transaction is possible anyway (TI-12).
    KeepsTheLimitOfAnAgenda,
    /// Commodities may exceed their value (TI-32).
    LiftsTheCap,
    /// Technologies may be part of a transaction (TI-18).
    SharesTechnologies,
    /// No transactions in the agenda phase (TI-11).
    ClosesTheAgendaPhase,
    /// The relic can be given (TI-69).
    CanBeTraded,
    /// The holder may use the issuer's commander.
    LendsTheCommander,
    /// Giving the issuer the full number of commodities earns both players a trade good.
    PaysForFullLoads,
    /// The rules do not say whether it can be given in a transaction (TI-108).
    IsOpenInTrade,
    /// Uses the secondary of Trade without a command token.
    TradesWithoutTokens,
    /// Gains command tokens instead of researching.
    NeverResearches,
    /// Has no limit of action cards (TI-103).
    HasNoHandLimit,
    /// Adds votes that depend on another player (TI-98).
    AddsVotes,
    /// Cannot give commodities in a transaction.
    KeepsItsCommodities,
    /// Makes no transactions in the agenda phase.
    KeepsOutOfAgendaTrades,
}

/// A set of traits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Traits(u32);

impl Traits {
    pub const NONE: Traits = Traits(0);

    #[inline]
    pub const fn has(self, asked: Trait) -> bool {
        self.0 & (1 << asked as u32) != 0
    }

    pub const fn only(one: Trait) -> Traits {
        Traits(1 << one as u32)
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
        Ok(named.into_iter().map(Traits::only).collect())
    }
}
