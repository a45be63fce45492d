//! The idempotency keys of a table's commands.

use std::hash::BuildHasher as _;

use foldhash::HashMap;
use foldhash::quality::RandomState;

/// Which step each command became. A process appends only to a table whose every step it has read, so a command
/// that is not in here has not been carried out.
#[derive(Default)]
pub(crate) struct IdempotencyKeys {
    hasher: RandomState,
    /// By the hash of the key; the key itself is in the step.
    steps: HashMap<u64, u32>,
}

impl IdempotencyKeys {
    pub fn note(&mut self, key: Option<&str>, seq: u32) {
        if let Some(key) = key {
            self.steps.insert(self.hasher.hash_one(key), seq);
        }
    }

    /// The step that the command may have become; two keys may share a hash.
    pub fn find(&self, key: &str) -> Option<u32> {
        self.steps.get(&self.hasher.hash_one(key)).copied()
    }
}
