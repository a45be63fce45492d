//! The card catalogue: what each kind of card does, as data (section 3).

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Agreement;
use crate::card::{Card, Cards, MOST_KINDS, MOST_SLOTS};

/// A kind of card as its designer writes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CardSpec {
    /// `a-z`, `0-9` and `-`.
    pub id: String,
    pub name: String,
    pub tier: u8,
    /// How many of them the deck holds.
    pub copies: u8,
    /// What it adds to a hand's value when a game's score is split (BC-903).
    pub worth: u32,
    pub kind: CardKind,
}

/// What a card is for: troops, an agreement or a tactic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CardKind {
    Troop {
        value: u32,
    },
    Agreement(Terms),
    Tactical {
        tactic: Tactic,
        /// How much of it: troops, dice, cards or rounds, as the tactic says.
        strength: u16,
    },
}

/// What an agreement card asks for and brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Terms {
    pub agreement: Agreement,
    /// Troop cards the proposer puts in.
    pub gives: u8,
    /// Troop cards the recipient puts in.
    pub asks: u8,
    /// Rounds it lasts; 0 for one that is carried out at once.
    pub rounds: u16,
}

/// What a tactical card does (BC-304).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Tactic {
    /// Breaks an agreement; strength is the number of rounds that the traitor mark lasts.
    Betrayal,
    /// Strength is the troops an attacker's source loses.
    Trap,
    /// Strength is the number of the defender's dice that gain 1.
    Fortify,
    /// Shows a territory and its neighbours.
    Recon,
    /// Shows everything that one seat holds: the second tier of Recon.
    Survey,
    /// Strength is what a seat's next deploy loses.
    Sabotage,
    /// Strength is the cards drawn in addition.
    Muster,
}

/// All kinds of card in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardCatalogue {
    cards: Arc<[CardSpec]>,
    deck: Cards,
}

impl CardCatalogue {
    /// The cards that come with the game.
    pub fn standard() -> CardCatalogue {
        static STANDARD: LazyLock<CardCatalogue> = LazyLock::new(|| {
            let cards: Vec<CardSpec> = serde_json::from_str(include_str!("../data/cards.json"))
                .expect("the cards that come with the game are well formed");
            CardCatalogue::new(cards).expect("the cards that come with the game pass their checks")
        });
        STANDARD.clone()
    }

    /// # Errors
    /// If a card is invalid; the error names it.
    pub fn new(cards: impl Into<Arc<[CardSpec]>>) -> Result<CardCatalogue, CatalogueError> {
        let cards = cards.into();
        check(&cards)?;
        let mut deck = Cards::NONE;
        for (kind, spec) in (0u8..).zip(&*cards) {
            (0..spec.copies).for_each(|_| deck.add(Card(kind)));
        }
        Ok(CardCatalogue { cards, deck })
    }

    pub fn specs(&self) -> &[CardSpec] {
        &self.cards
    }

    /// The whole deck before anything is dealt.
    pub fn deck(&self) -> Cards {
        self.deck
    }

    /// Every kind of card, in order.
    pub fn all(&self) -> impl Iterator<Item = Card> + use<> {
        (0..self.cards.len() as u8).map(Card)
    }

    pub fn exists(&self, card: Card) -> bool {
        card.index() < self.cards.len()
    }

    pub fn spec(&self, card: Card) -> &CardSpec {
        &self.cards[card.index()]
    }

    /// The card called `id`.
    pub fn find(&self, id: &str) -> Option<Card> {
        self.all().find(|&card| self.spec(card).id == id)
    }

    #[inline]
    pub fn kind(&self, card: Card) -> CardKind {
        self.cards[card.index()].kind
    }

    /// The troops that a card is worth; `None` unless it is a troop card.
    #[inline]
    pub fn value(&self, card: Card) -> Option<u32> {
        match self.cards.get(card.index())?.kind {
            CardKind::Troop { value } => Some(value),
            CardKind::Agreement(_) | CardKind::Tactical { .. } => None,
        }
    }

    /// The terms of an agreement card.
    #[inline]
    pub fn terms(&self, card: Card) -> Option<Terms> {
        match self.cards.get(card.index())?.kind {
            CardKind::Agreement(terms) => Some(terms),
            CardKind::Troop { .. } | CardKind::Tactical { .. } => None,
        }
    }

    /// The tactic of a tactical card and its strength.
    #[inline]
    pub fn tactic(&self, card: Card) -> Option<(Tactic, u16)> {
        match self.cards.get(card.index())?.kind {
            CardKind::Tactical { tactic, strength } => Some((tactic, strength)),
            CardKind::Troop { .. } | CardKind::Agreement(_) => None,
        }
    }

    /// The troop cards among `cards`.
    #[inline]
    pub fn troops(&self, cards: &Cards) -> Cards {
        cards.filter(|card| self.value(card).is_some())
    }

    /// The troops that `cards` are worth when they are handed over.
    pub fn total_value(&self, cards: impl IntoIterator<Item = Card>) -> u32 {
        cards.into_iter().filter_map(|card| self.value(card)).sum()
    }

    /// What a hand adds to its seat's score (BC-903).
    pub fn worth(&self, hand: &Cards) -> u32 {
        hand.kinds().map(|(card, count)| self.spec(card).worth * u32::from(count)).sum()
    }
}

/// Why a list of cards is not a catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CatalogueError {
    #[error("cards: {0} kinds are more than the {MOST_KINDS} that fit; leave some out")]
    TooManyKinds(usize),
    #[error("cards: there is no {0} card; a starting hand needs one")]
    Missing(&'static str),
    #[error("cards[{at}].id: `{id}` is taken; give each card an id of its own")]
    DuplicateId { at: usize, id: String },
    #[error("cards[{at}].id: `{id}` is not an id; use a-z, 0-9 and -, 40 at the most")]
    BadId { at: usize, id: String },
    #[error("cards[{at}].name: a card needs a name of 1 to 40 characters; give it one")]
    BadName { at: usize },
    #[error("cards[{at}].{field}: {value} is out of range; use {range}")]
    OutOfRange { at: usize, field: &'static str, value: u32, range: &'static str },
}

fn check(cards: &[CardSpec]) -> Result<(), CatalogueError> {
    if cards.len() > MOST_KINDS {
        return Err(CatalogueError::TooManyKinds(cards.len()));
    }
    for (at, card) in cards.iter().enumerate() {
        if cards[..at].iter().any(|other| other.id == card.id) {
            return Err(CatalogueError::DuplicateId { at, id: card.id.clone() });
        }
        check_card(at, card)?;
    }
    let has = |wanted: fn(&CardKind) -> bool| {
        cards.iter().any(|card| card.copies > 0 && wanted(&card.kind))
    };
    if !has(|kind| matches!(kind, CardKind::Troop { .. })) {
        return Err(CatalogueError::Missing("troop"));
    }
    if !has(|kind| matches!(kind, CardKind::Agreement(_))) {
        return Err(CatalogueError::Missing("agreement"));
    }
    Ok(())
}

fn check_card(at: usize, card: &CardSpec) -> Result<(), CatalogueError> {
    let within = |field, value: u32, range: std::ops::RangeInclusive<u32>, words| {
        if range.contains(&value) {
            Ok(())
        } else {
            Err(CatalogueError::OutOfRange { at, field, value, range: words })
        }
    };
    let plain = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-');
    if !(1..=40).contains(&card.id.len()) || !card.id.chars().all(plain) {
        return Err(CatalogueError::BadId { at, id: card.id.clone() });
    }
    if card.name.trim().is_empty() || card.name.chars().count() > 40 {
        return Err(CatalogueError::BadName { at });
    }
    within("tier", card.tier.into(), 1..=2, "1 or 2")?;
    within("copies", card.copies.into(), 0..=100, "0 to 100")?;
    within("worth", card.worth, 0..=100, "0 to 100")?;
    match card.kind {
        CardKind::Troop { value } => within("value", value, 1..=100, "1 to 100"),
        CardKind::Agreement(terms) => {
            // A traitor puts in one card more (BC-304), and that must fit too.
            let most = MOST_SLOTS as u32 - 1;
            within("gives", terms.gives.into(), 0..=most, "0 to 3")?;
            within("asks", terms.asks.into(), 0..=most, "0 to 3")?;
            within("rounds", terms.rounds.into(), 0..=100, "0 to 100")
        }
        CardKind::Tactical { strength, .. } => {
            within("strength", strength.into(), 1..=100, "1 to 100")
        }
    }
}
