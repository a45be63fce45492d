//! The key with which a program may record the game of a table.

use parley::Seat;
use serde::{Deserialize, Serialize};

use crate::secret;
use crate::wire::Problem;
use crate::wire::feed::SHORT_KEY;

/// The feed of a table, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArmedFeed {
    /// A short key as it is, and the hash of any other.
    pub key: String,
    /// A short key is public: it is accepted from the server's own machine only.
    pub short: bool,
    /// The seat that records what arrives.
    pub seat: Seat,
    pub since: i64,
}

/// How the unique keys of feeds begin.
const PREFIX: &str = "feed:";

impl ArmedFeed {
    /// The unique key of the table that it belongs to.
    pub fn unique_key(&self) -> String {
        let kind = if self.short { "short:" } else { "" };
        format!("{PREFIX}{kind}{}", self.key)
    }

    pub fn is_unique_key(key: &str) -> bool {
        key.starts_with(PREFIX)
    }

    /// Another desk has that short key.
    pub fn taken() -> Problem {
        let sentence =
            "Another desk on this server takes posts with that key; stop it there first.";
        Problem::conflict(sentence).at("short_key")
    }

    /// The unique key of the table that takes posts with this key.
    pub fn record_key(key: &str) -> String {
        match is_short(key) {
            true => format!("{PREFIX}short:{key}"),
            false => format!("{PREFIX}{}", secret::fingerprint(key)),
        }
    }
}

/// Whether it is a short public key, such as `buddy`.
pub fn is_short(key: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    (1..=SHORT_KEY).contains(&key.len()) && key.chars().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_server_makes_is_never_short() {
        assert!(is_short("buddy") && !is_short("") && !is_short("a b") && !is_short("ü"));
        assert!(!is_short(&secret::secret()));
        let feed =
            |key: &str, short| ArmedFeed { key: key.to_owned(), short, seat: Seat(0), since: 0 };
        assert_eq!(feed("buddy", true).unique_key(), ArmedFeed::record_key("buddy"));
        let made = secret::secret();
        let kept = feed(&secret::fingerprint(&made), false);
        assert_eq!(kept.unique_key(), ArmedFeed::record_key(&made));
    }
}
