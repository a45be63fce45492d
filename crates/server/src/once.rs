//! Logs recurring faults once.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::sync::{LazyLock, Mutex, PoisonError};

/// How many are remembered; after that, some may be logged again.
const MOST: usize = 10_000;

/// Whether this process has not seen it before.
pub fn is_new(fault: impl Hash) -> bool {
    static SEEN: LazyLock<(RandomState, Mutex<HashSet<u64>>)> = LazyLock::new(Default::default);
    let (hasher, seen) = &*SEEN;
    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    if seen.len() >= MOST {
        seen.clear();
    }
    seen.insert(hasher.hash_one(fault))
}
