//! Cards, hands of cards and the catalogue (section 3).

use arrayvec::ArrayVec;
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most kinds of card a catalogue may have.
pub const MOST_KINDS: usize = 32;

/// The most cards that fill one side of a proposal.
pub const MOST_SLOTS: usize = 4;

/// A kind of card, as an index into the catalogue. Cards of a kind are identical.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Card(pub u8);

impl Card {
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A multiset of cards: how many of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Cards([u8; MOST_KINDS]);

impl Cards {
    pub const NONE: Cards = Cards([0; MOST_KINDS]);

    /// How many of `card` there are; 0 for an unknown kind.
    #[inline]
    pub fn count(&self, card: Card) -> u8 {
        self.0.get(card.index()).copied().unwrap_or(0)
    }

    #[inline]
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Cards::NONE
    }

    #[inline]
    pub fn add(&mut self, card: Card) {
        self.0[card.index()] += 1;
    }

    /// Removes one `card`.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        let count = &mut self.0[card.index()];
        *count = count.checked_sub(1).expect("only a card that is there can be taken away");
    }

    pub fn add_all(&mut self, cards: impl IntoIterator<Item = Card>) {
        cards.into_iter().for_each(|card| self.add(card));
    }

    pub fn remove_all(&mut self, cards: impl IntoIterator<Item = Card>) {
        cards.into_iter().for_each(|card| self.remove(card));
    }

    pub fn contains_all(&self, cards: impl IntoIterator<Item = Card>) -> bool {
        let mut rest = *self;
        cards.into_iter().all(|card| {
            let there = rest.count(card) > 0;
            if there {
                rest.remove(card);
            }
            there
        })
    }

    /// The kinds that it contains, with their counts, in catalogue order.
    pub fn kinds(&self) -> impl Iterator<Item = (Card, u8)> {
        (0u8..).map(Card).zip(self.0).filter(|&(_, count)| count > 0)
    }

    /// Every single card, in catalogue order.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        self.kinds().flat_map(|(card, count)| std::iter::repeat_n(card, count.into()))
    }

    /// The `n`th single card in catalogue order.
    #[inline]
    pub fn nth(&self, mut n: u32) -> Option<Card> {
        for (kind, &count) in (0u8..).zip(&self.0) {
            match n.checked_sub(u32::from(count)) {
                Some(rest) => n = rest,
                None => return Some(Card(kind)),
            }
        }
        None
    }

    /// The cards that `keep` accepts.
    #[must_use]
    pub fn filter(&self, keep: impl Fn(Card) -> bool) -> Cards {
        let mut kept = *self;
        for (kind, count) in (0u8..).zip(&mut kept.0) {
            if *count > 0 && !keep(Card(kind)) {
                *count = 0;
            }
        }
        kept
    }

    /// In how many ways 0, 1, 2, … cards can be picked, where cards of a kind are identical.
    pub fn ways(&self) -> [u64; MOST_SLOTS + 1] {
        ways(self.kinds())
    }

    /// The `n`th of the [`ways`](Cards::ways) to pick `size` cards.
    pub fn nth_way(&self, size: usize, mut n: u64) -> Option<Slots> {
        let kinds: ArrayVec<(Card, u8), MOST_KINDS> = self.kinds().collect();
        let mut picked = Slots::NONE;
        let mut left = size;
        for (place, &(card, count)) in kinds.iter().enumerate() {
            let rest = ways(kinds[place + 1..].iter().copied());
            for taken in 0..=usize::from(count).min(left) {
                let ways = rest.get(left - taken).copied().unwrap_or(0);
                if n < ways {
                    (0..taken).for_each(|_| picked.push(card));
                    left -= taken;
                    break;
                }
                n -= ways;
            }
        }
        (left == 0 && n == 0).then_some(picked)
    }
}

/// Counts picks kind by kind: each takes some, or none, of the next.
fn ways(kinds: impl Iterator<Item = (Card, u8)>) -> [u64; MOST_SLOTS + 1] {
    let mut ways = [0; MOST_SLOTS + 1];
    ways[0] = 1;
    for (_, count) in kinds {
        for total in (1..=MOST_SLOTS).rev() {
            let most = usize::from(count).min(total);
            ways[total] += ways[total - most..total].iter().sum::<u64>();
        }
    }
    ways
}

/// Serialised as the list of its cards.
impl Serialize for Cards {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.total() as usize))?;
        self.iter().try_for_each(|card| list.serialize_element(&card))?;
        list.end()
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut heap = Cards::NONE;
        heap.add_all(cards);
        heap
    }
}

/// The cards that fill one side of a proposal, or that are burned in a gamble: a few, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Slots {
    cards: [Card; MOST_SLOTS],
    len: u8,
}

impl Slots {
    pub const NONE: Slots = Slots { cards: [Card(0); MOST_SLOTS], len: 0 };

    /// These cards, in catalogue order.
    ///
    /// # Errors
    /// If there are too many.
    pub fn new(cards: &[Card]) -> Result<Slots, TooManyCards> {
        if cards.len() > MOST_SLOTS {
            return Err(TooManyCards);
        }
        let mut slots = Slots::NONE;
        cards.iter().for_each(|&card| slots.push(card));
        slots.cards[..cards.len()].sort();
        Ok(slots)
    }

    fn push(&mut self, card: Card) {
        self.cards[usize::from(self.len)] = card;
        self.len += 1;
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.len.into()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..self.len()]
    }

    pub fn iter(&self) -> impl Iterator<Item = Card> {
        self.as_slice().iter().copied()
    }
}

/// More cards than fit one side of a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("no more than {MOST_SLOTS} cards go together")]
pub struct TooManyCards;

impl Serialize for Slots {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl<'de> Deserialize<'de> for Slots {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        Slots::new(&cards).map_err(serde::de::Error::custom)
    }
}
