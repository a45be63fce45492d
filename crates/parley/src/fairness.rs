//! Where a seed comes from when nobody may choose it alone.
//!
//! The server draws a [`Secret`] and publishes its commitment before anybody sits down. Whoever sits down then adds
//! [`Entropy`]. The seed is a hash of all of it, and all of it is revealed at the end.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::{Commitment, Seat, Seed};

/// The server's part of a seed. It is drawn and committed to before anybody sits down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Secret(#[serde(with = "hex::serde")] [u8; 32]);

/// The random bytes that one seat adds to the seed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Entropy(#[serde(with = "hex::serde")] [u8; 32]);

/// A text that is not 32 bytes in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("32 bytes are 64 hexadecimal digits, and these are not")]
pub struct NotBytes;

macro_rules! hidden_bytes {
    ($Type:ident) => {
        impl $Type {
            pub const fn from_bytes(bytes: [u8; 32]) -> $Type {
                $Type(bytes)
            }
        }

        impl fmt::Display for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex::encode(self.0))
            }
        }

        /// It is secret until the end: `{:?}` does not print it.
        impl fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($Type), "(hidden)"))
            }
        }

        impl FromStr for $Type {
            type Err = NotBytes;

            fn from_str(text: &str) -> Result<$Type, NotBytes> {
                let mut bytes = [0; 32];
                hex::decode_to_slice(text, &mut bytes).map_err(|_| NotBytes)?;
                Ok($Type(bytes))
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<$Type, D::Error> {
                String::deserialize(reader)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

hidden_bytes!(Secret);
hidden_bytes!(Entropy);

/// Each hash has a tag of its own, so that none can be passed off as another.
const SECRET: &[u8] = b"parley/secret/1";
const SEED: &[u8] = b"parley/seed/1";
const SEATING: &[u8] = b"parley/seating/1";
const LOTS: &[u8] = b"parley/lots/1";

impl Secret {
    /// What is published before anybody adds entropy.
    pub fn commitment(&self) -> Commitment {
        Commitment::new(SECRET, &[&self.0])
    }
}

/// Everything that a seed is made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeedSource {
    pub secret: Secret,
    /// In the order in which people sat before seats were [shuffled](seating); bots add nothing.
    pub entropy: Vec<Option<Entropy>>,
}

impl SeedSource {
    pub fn seed(&self) -> Seed {
        let mut mixed = [SEED, &self.secret.0].concat();
        for entropy in &self.entropy {
            match entropy {
                Some(Entropy(bytes)) => mixed.extend([1].iter().chain(bytes)),
                None => mixed.push(0),
            }
        }
        Seed::from_bytes(Sha256::digest(mixed).into())
    }
}

/// The order into which a seed shuffles the seats of a table: where the holder of each seat sat before.
///
/// The server cannot influence it, and whoever knows the seed can compute it.
pub fn seating(seed: &Seed, seats: usize) -> Vec<Seat> {
    let mut places: Vec<Seat> = Seat::all(seats).collect();
    places.sort_by_cached_key(|place| Commitment::new(SEATING, &[seed.bytes(), &[place.0]]));
    places
}

/// The order in which places get what several of them want.
///
/// It follows from the secret, to which the server committed before anybody wanted anything, and not from the seed,
/// which is made when everybody has a seat.
pub fn lots(secret: &Secret, places: usize) -> Vec<Seat> {
    let mut order: Vec<Seat> = Seat::all(places).collect();
    order.sort_by_cached_key(|place| Commitment::new(LOTS, &[&secret.0, &[place.0]]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entropy(byte: u8) -> Option<Entropy> {
        Some(Entropy::from_bytes([byte; 32]))
    }

    fn seed(secret: u8, entropy: &[Option<Entropy>]) -> Seed {
        let secret = Secret::from_bytes([secret; 32]);
        SeedSource { secret, entropy: entropy.to_vec() }.seed()
    }

    #[test]
    fn the_seed_depends_on_everything_that_was_added_and_on_who_added_it() {
        let all = [
            seed(1, &[entropy(2), entropy(3)]),
            seed(1, &[entropy(3), entropy(2)]),
            seed(1, &[entropy(2), None]),
            seed(1, &[None, entropy(2)]),
            seed(1, &[None, None]),
            seed(1, &[None]),
            seed(9, &[entropy(2), entropy(3)]),
        ];
        for (place, one) in all.iter().enumerate() {
            assert!(!all[..place].contains(one), "{place}");
        }
    }

    /// What other programs compute from the description in docs/protocol.md.
    #[test]
    fn hashes_are_those_of_the_description() {
        let secret = Secret::from_bytes([7; 32]);
        assert_eq!(
            secret.commitment().to_string(),
            hex::encode(Sha256::digest([&b"parley/secret/1"[..], &[7; 32]].concat()))
        );
        let mixed = [&b"parley/seed/1"[..], &[7; 32], &[1], &[2; 32], &[0]].concat();
        assert_eq!(seed(7, &[entropy(2), None]).to_string(), hex::encode(Sha256::digest(mixed)));
        let mut places: Vec<u8> = (0..8).collect();
        places.sort_by_key(|place| {
            Sha256::digest([&b"parley/lots/1"[..], &[7; 32], &[*place]].concat())
        });
        assert_eq!(lots(&secret, 8), places.into_iter().map(Seat).collect::<Vec<_>>());
    }

    #[test]
    fn a_shuffle_puts_everybody_on_one_seat_and_each_seat_is_as_likely() {
        let mut first = [0; 4];
        for number in 0..4_000 {
            let mut places = seating(&Seed::numbered(number, 0), 4);
            first[places[0].index()] += 1;
            places.sort();
            assert_eq!(places, Seat::all(4).collect::<Vec<_>>());
        }
        assert!(first.iter().all(|times| (900..1_100).contains(times)), "{first:?}");
    }

    #[test]
    fn what_is_hidden_stays_out_of_logs() {
        let source =
            SeedSource { secret: Secret::from_bytes([0xab; 32]), entropy: vec![entropy(0xcd)] };
        let logged = format!("{source:?}");
        assert!(!logged.contains("abab") && !logged.contains("cdcd"), "{logged}");
    }
}
