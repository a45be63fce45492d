//! What a verified replay proves, and what it does not, in words and as JSON.

use std::fmt;
use std::path::Path;

use parley::{Commitment, SeedSource};
use serde_json::{Value, json};
use server::ruleset::Facts;

/// What is known of a replay once every line of it has been decided again.
pub(super) struct Proof {
    commands: usize,
    events: usize,
    commitment: Commitment,
    /// Whether the commitment covers the set-up.
    setup: bool,
    seed: Origin,
    /// Whether missing lines at the end would have been noticed.
    end: bool,
    /// State hashes of another version, which could not be compared.
    unknown_hashes: usize,
}

/// Where the seed comes from.
enum Origin {
    Chosen,
    /// A secret and what seats added to it, in seat order before any shuffle.
    Drawn {
        added: Vec<bool>,
    },
}

impl Proof {
    pub(super) fn of(facts: Facts) -> Proof {
        let Facts { commands, events, commitment, setup, source, end, unknown_hashes } = facts;
        let added = |source: SeedSource| source.entropy.iter().map(Option::is_some).collect();
        let seed = source.map_or(Origin::Chosen, |source| Origin::Drawn { added: added(source) });
        Proof { commands, events, commitment, setup, seed, end, unknown_hashes }
    }

    pub(super) fn json(&self, given: Option<Commitment>) -> Value {
        let added = self.seed.contributions();
        json!({
            "verified": true,
            "commands": self.commands,
            "events": self.events,
            "commitment": self.commitment,
            "commitment_given": given.is_some(),
            "proves": { "setup": self.setup, "seed": added > 0, "end": self.end },
            "seats_that_added_entropy": added,
            "unknown_hashes": self.unknown_hashes,
        })
    }

    pub(super) fn text(&self, file: &Path, given: Option<Commitment>) -> String {
        let Proof { commands, events, commitment, .. } = self;
        let (finding, compared) = match given {
            Some(_) => ("verified", "as you gave it."),
            None => (
                "consistent",
                "what follows holds only if this is the one that was shown when the game began. Compare \
                 the two, or use --commitment.",
            ),
        };
        format!(
            "{} is {finding}: from its seed, its {commands} commands lead to the {events} events {}\n  Commitment: {commitment}; {compared}\n  Set-up: {}\n  Seed: {}\n{}",
            file.display(),
            self.hashes_sentence(),
            self.setup_sentence(),
            self.seed,
            self.end_sentence(),
        )
    }

    fn hashes_sentence(&self) -> String {
        match self.unknown_hashes {
            0 => "and every state hash in it.".to_owned(),
            some => {
                format!("in it; {some} state hashes are of another version and were not compared.")
            }
        }
    }

    fn setup_sentence(&self) -> &'static str {
        if self.setup {
            "it is the one that this commitment stands for, in every field."
        } else {
            "not proven. A file of the first format commits to the seed alone: map, cards, settings and \
             names may have been changed since."
        }
    }

    fn end_sentence(&self) -> &'static str {
        if self.end {
            ""
        } else {
            "  End: not proven. A desk ends when it is closed, so that lines may be missing at the end.\n"
        }
    }
}

impl Origin {
    /// How many seats added to the seed.
    fn contributions(&self) -> usize {
        match self {
            Origin::Chosen => 0,
            Origin::Drawn { added } => added.iter().filter(|added| **added).count(),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Origin::Drawn { added } = self else {
            return f.write_str("fixed before the first move, and chosen by whoever ran the game.");
        };
        match self.contributions() {
            0 => f.write_str(
                "made of the server's secret alone, which was committed to when the table was made; \
                 no seat added random bytes.",
            ),
            some => write!(
                f,
                "made of the server's secret, which was committed to when the table was made, and of \
                 random bytes from {some} of {} seats.",
                added.len()
            ),
        }
    }
}
