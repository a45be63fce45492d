//! Which command an idempotency key stood for, so that a retry by number is the same command although the menu has changed.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// How many keys are remembered. A retry of an older one is refused, because its menu is gone.
const MOST: usize = 1024;

/// The latest keys and their commands.
#[derive(Default)]
pub struct RememberedKeys(Mutex<VecDeque<(String, Value)>>);

impl RememberedKeys {
    pub fn find(&self, key: &str) -> Option<Value> {
        let keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        keys.iter().find(|(known, _)| known == key).map(|(_, command)| command.clone())
    }

    pub fn add(&self, key: String, command: Value) {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.len() >= MOST {
            keys.pop_front();
        }
        keys.push_back((key, command));
    }
}
