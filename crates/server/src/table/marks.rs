//! The marks of a table's commands, by which a retry is known.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};

/// Which step each marked command became. A process appends only to a table whose every step it has seen,
/// so what is not in here has not been carried out.
#[derive(Default)]
pub(crate) struct IdempotencyKeys {
    hasher: RandomState,
    /// By the hash of the mark: the mark itself is in the step.
    steps: HashMap<u64, u32>,
}

impl IdempotencyKeys {
    pub fn note(&mut self, mark: Option<&str>, seq: u32) {
        if let Some(mark) = mark {
            self.steps.insert(self.hasher.hash_one(mark), seq);
        }
    }

    /// The step that the command may have become; two marks may share a hash.
    pub fn find(&self, mark: &str) -> Option<u32> {
        self.steps.get(&self.hasher.hash_one(mark)).copied()
    }
}
