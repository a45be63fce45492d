//! Seeded randomness: every random event in a game comes from its seed.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The secret that determines everything random in a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Seed(#[serde(with = "hex::serde")] [u8; 32]);

impl Seed {
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// A seed for experiments, made from a small number and a series.
    pub fn numbered(number: u64, series: u64) -> Seed {
        let mut hasher = Sha256::new();
        hasher.update(number.to_le_bytes());
        hasher.update(series.to_le_bytes());
        Seed(hasher.finalize().into())
    }

    /// The commitment that is published before the game, so that the seed can be checked after it.
    ///
    /// It does not cover the set-up: [`Header::commitment`](crate::replay::Header::commitment) does.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// What the bots of a game draw from. It tells nothing about the game's own chance.
    #[must_use]
    pub fn for_bots(&self) -> Seed {
        let mut hasher = Sha256::new();
        hasher.update(b"parley/bots/1");
        hasher.update(self.0);
        Seed(hasher.finalize().into())
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// An independent random stream, one of 2⁶⁴ that this seed has.
    #[inline]
    pub fn stream(&self, number: u64) -> Chance {
        let mut rng = ChaCha8Rng::from_seed(self.0);
        rng.set_stream(number);
        Chance(rng)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// A seed is a secret: `{:?}` does not print it.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed(secret, commits to {})", self.commitment())
    }
}

/// A text that is not a seed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a seed is 64 hexadecimal digits, and `{0}` is not")]
pub struct NotASeed(String);

impl FromStr for Seed {
    type Err = NotASeed;

    fn from_str(text: &str) -> Result<Seed, NotASeed> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| NotASeed(text.to_owned()))?;
        Ok(Seed(bytes))
    }
}

/// A SHA-256 hash that is published before what it commits to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Commitment(#[serde(with = "hex::serde")] [u8; 32]);

impl Commitment {
    /// The hash of `parts` under a tag that says what they are.
    pub(crate) fn new(tag: &[u8], parts: &[&[u8]]) -> Commitment {
        let mut hasher = Sha256::new();
        hasher.update(tag);
        parts.iter().for_each(|part| hasher.update(part));
        Commitment(hasher.finalize().into())
    }

    /// Whether `seed` is the one that was committed to.
    pub fn matches(&self, seed: &Seed) -> bool {
        seed.commitment() == *self
    }
}

/// A text that is not a commitment.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a commitment is 64 hexadecimal digits, and `{0}` is not")]
pub struct NotACommitment(String);

impl FromStr for Commitment {
    type Err = NotACommitment;

    fn from_str(text: &str) -> Result<Commitment, NotACommitment> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| NotACommitment(text.to_owned()))?;
        Ok(Commitment(bytes))
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

/// A random stream. Everything it returns is exactly uniform.
#[derive(Clone)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// A uniform choice from `0..n`.
    ///
    /// # Panics
    /// If `n` is 0: there is nothing to choose from.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "a choice needs something to choose from");
        match u32::try_from(n) {
            Ok(n) => u64::from(self.below_u32(n)),
            Err(_) => self.below_u64(n),
        }
    }

    /// A uniform choice of an index into something of length `n`.
    #[inline]
    pub fn index(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// `true` with probability 1 in `n`.
    #[inline]
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below_u32(n) == 0
    }

    /// Shuffles `items`.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// Lemire's multiplication with rejection: unbiased, and almost never a second draw.
    #[inline]
    fn below_u32(&mut self, n: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(n);
            if product as u32 >= n || product as u32 >= n.wrapping_neg() % n {
                return (product >> 32) as u32;
            }
        }
    }

    fn below_u64(&mut self, n: u64) -> u64 {
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(n);
            if product as u64 >= n.wrapping_neg() % n {
                return (product >> 64) as u64;
            }
        }
    }
}
