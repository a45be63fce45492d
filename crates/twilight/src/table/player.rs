//! A player and everything in their play area and hand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::ability::faction::Faction;
use crate::ability::row::{self, Kind};
use crate::ability::traits::{Trait, Traits};
use crate::room;
use crate::table::goods::{Bundle, Captive, Fragments};

/// The maximum number of action cards in a hand (TI-103).
pub const MOST_ACTION_CARDS: usize = 7;

/// A player and what they hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    pub name: String,
    pub faction: Faction,
    /// Abilities beyond those of the sheet: technologies, leaders and breakthroughs in use.
    pub gained: Vec<Ability>,
    /// Agents and the like that are exhausted until cards are readied.
    pub exhausted: Vec<Ability>,
    /// Whether Xander lets this player spend commodities as trade goods in this step.
    pub spends_commodities: bool,
    /// A change of the commodity value that no listed component explains.
    pub value_change: i16,
    pub trade_goods: u16,
    pub commodities: u16,
    pub fragments: Fragments,
    /// Promissory notes in hand: the number is public, the notes are not (TI-62).
    pub notes_in_hand: u8,
    /// Action cards: the number is public, the cards are not (TI-103). `None` is a card face down.
    pub action_cards: Vec<Option<String>>,
    /// Unscored secret objectives, hidden in the same way.
    pub secrets: Vec<Option<String>>,
    pub captives: Vec<Captive>,
    pub planets: Vec<Planet>,
    pub relics: Vec<String>,
    pub technologies: Vec<Technology>,
    /// The number of space stations the player controls.
    pub stations: u16,
    /// Total resources of ready planets.
    pub resources: u16,
    /// Total influence of ready planets.
    pub influence: u16,
    pub victory_points: u8,
    /// Lower goes first.
    pub initiative: u8,
    /// Strategy cards not used yet; a player who has any cannot pass (TI-87).
    pub strategy_cards: u8,
    pub passed: bool,
    /// Barred from voting, action cards and faction abilities until the agenda is over.
    pub silenced: bool,
    pub eliminated: bool,
    /// Whether the player has voted or abstained: all votes go to one outcome (TI-98).
    #[serde(default)]
    pub voted: bool,
    /// Cards, leaders and technologies that the desk knows by their window only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<String>,
    /// Those of them that are exhausted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<String>,
    /// Command tokens in the strategy pool, if somebody says how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy_tokens: Option<u16>,
    /// What a homebrew faction brings.
    #[serde(skip)]
    pub homebrew: Traits,
}

/// A planet whose card can be traded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Planet {
    #[schemars(length(max = room::WORD))]
    pub name: String,
    /// Whether a Demilitarized Zone is attached to it.
    #[serde(default)]
    pub demilitarized: bool,
    /// Whether Hacan's mech Pride of Kenara is on it.
    #[serde(default)]
    pub pride_of_kenara: bool,
    /// Whether units of another player coexist there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub coexisting: bool,
}

/// A technology that could be shared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Technology {
    #[schemars(length(max = room::WORD))]
    pub name: String,
    /// Faction technologies are never shared.
    #[serde(default)]
    pub of_faction: bool,
}

/// Relics that the rules name are matched loosely.
pub(crate) fn relic_name(name: &str) -> String {
    row::relic(name).map_or(name.trim(), |relic| relic.name).to_owned()
}

impl Player {
    pub fn new(name: impl Into<String>, faction: Faction) -> Player {
        Player {
            name: name.into(),
            faction,
            gained: Vec::new(),
            exhausted: Vec::new(),
            spends_commodities: false,
            value_change: 0,
            trade_goods: 0,
            commodities: 0,
            fragments: Fragments::NONE,
            notes_in_hand: 0,
            action_cards: Vec::new(),
            secrets: Vec::new(),
            captives: Vec::new(),
            planets: Vec::new(),
            relics: Vec::new(),
            technologies: Vec::new(),
            stations: 0,
            resources: 0,
            influence: 0,
            victory_points: 0,
            initiative: 0,
            strategy_cards: 0,
            passed: false,
            silenced: false,
            eliminated: false,
            voted: false,
            powers: Vec::new(),
            spent: Vec::new(),
            strategy_tokens: None,
            homebrew: Traits::default(),
        }
    }

    /// Whether the player can use the ability: those on the sheet always, others once gained, and none on the sheet
    /// while a Political Secret is in effect on the player.
    pub fn has(&self, ability: Ability) -> bool {
        let of_sheet = ability.kind() == Kind::Sheet && self.faction.has(ability);
        (of_sheet && !self.silenced) || self.gained.contains(&ability)
    }

    /// Whether an ability that the player can use has this trait.
    pub fn can(&self, asked: Trait) -> bool {
        let of_sheet = self.faction.can(asked) || self.homebrew.has(asked);
        (of_sheet && !self.silenced) || self.gained.iter().any(|ability| ability.has(asked))
    }

    pub fn has_relic(&self, name: &str) -> bool {
        self.relics.iter().any(|relic| relic == name)
    }

    /// The maximum number of commodities (TI-32): the sheet's value and what raises it.
    pub fn commodity_value(&self) -> u16 {
        let known = row::relics().filter(|relic| self.has_relic(relic.name));
        let value = u16::from(self.faction.spec().commodities)
            + known.map(|relic| relic.value).sum::<u16>();
        value.saturating_add(self.stations).saturating_add_signed(self.value_change)
    }

    /// Whether the player can cast votes and has not done so (TI-98).
    pub fn may_vote(&self) -> bool {
        !self.voted && !self.silenced && !self.can_never_vote()
    }

    /// Whether nothing on the sheet and no note bars the player from voting.
    pub(crate) fn can_ever_vote(&self) -> bool {
        !self.silenced && !self.can_never_vote()
    }

    fn can_never_vote(&self) -> bool {
        self.faction.may(Trait::CannotVote) || self.homebrew.has(Trait::CannotVote)
    }

    /// The amount that can be spent as trade goods.
    pub fn purse(&self) -> u16 {
        let lent = if self.spends_commodities { self.commodities } else { 0 };
        self.trade_goods.saturating_add(lent)
    }

    /// Spends trade goods first, then commodities if they can be spent as trade goods.
    pub(crate) fn spend(&mut self, goods: u16) {
        let lacking = goods.saturating_sub(self.trade_goods);
        self.trade_goods = self.trade_goods.saturating_sub(goods);
        if self.spends_commodities {
            self.commodities = self.commodities.saturating_sub(lacking);
        }
    }

    pub fn planet(&self, name: &str) -> Option<&Planet> {
        self.planets.iter().find(|planet| planet.name == name)
    }

    /// Removes what is given away from the player's holdings, except notes.
    pub(crate) fn pay(&mut self, bundle: &Bundle) {
        self.trade_goods = self.trade_goods.saturating_sub(bundle.trade_goods);
        self.commodities = self.commodities.saturating_sub(bundle.commodities);
        self.fragments = self.fragments.minus(bundle.fragments);
        bundle.action_cards.iter().for_each(|card| drop_card(&mut self.action_cards, card));
        bundle.secrets.iter().for_each(|card| drop_card(&mut self.secrets, card));
        bundle.captives.iter().for_each(|captive| drop_one(&mut self.captives, captive));
        bundle.relics.iter().for_each(|relic| drop_one(&mut self.relics, relic));
        self.planets.retain(|planet| !bundle.planets.contains(&planet.name));
    }

    /// Adds what is received, except notes and planets. A commodity becomes a trade good (TI-31).
    pub(crate) fn receive(&mut self, bundle: &Bundle) {
        let goods = bundle.trade_goods.saturating_add(bundle.commodities);
        self.trade_goods = self.trade_goods.saturating_add(goods);
        self.fragments = self.fragments.plus(bundle.fragments);
        self.action_cards.extend(bundle.action_cards.iter().cloned().map(Some));
        self.secrets.extend(bundle.secrets.iter().cloned().map(Some));
        self.relics.extend(bundle.relics.iter().cloned());
        for name in &bundle.technologies {
            if !self.technologies.iter().any(|known| known.name == *name) {
                self.technologies.push(Technology { name: name.clone(), of_faction: false });
            }
        }
    }
}

/// Whether all of these cards are in a hand; for a hand that is not `seen`, only whether it has that many.
pub(crate) fn covers(hand: &[Option<String>], asked: &[String], seen: bool) -> bool {
    let count = |name: &String| asked.iter().filter(|card| *card == name).count();
    let held = |name: &String| hand.iter().flatten().filter(|card| *card == name).count();
    hand.len() >= asked.len() && (!seen || asked.iter().all(|name| held(name) >= count(name)))
}

pub(crate) fn drop_card(cards: &mut Vec<Option<String>>, name: &str) {
    let exact = cards.iter().position(|card| card.as_deref() == Some(name));
    if let Some(at) = exact.or_else(|| cards.iter().position(Option::is_none)) {
        cards.remove(at);
    }
}

pub(crate) fn drop_one<T: PartialEq>(things: &mut Vec<T>, thing: &T) {
    if let Some(at) = things.iter().position(|held| held == thing) {
        things.remove(at);
    }
}
