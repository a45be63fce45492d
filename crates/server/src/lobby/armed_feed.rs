//! The key with which a program may record the game of a table.

use parley::Seat;
use serde::{Deserialize, Serialize};

use crate::secret;

/// The longest short key.
pub const SHORT_KEY: usize = 16;

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

impl ArmedFeed {
    /// The unique key of the table that it belongs to.
    pub fn unique_key(&self) -> String {
        let kind = if self.short { "short:" } else { "" };
        format!("feed:{kind}{}", self.key)
    }

    /// The unique key of the table that takes posts with this key.
    pub fn record_key(key: &str) -> String {
        match is_short(key) {
            true => format!("feed:short:{key}"),
            false => format!("feed:{}", secret::fingerprint(key)),
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
