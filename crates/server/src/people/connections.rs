//! How many streams and sockets anybody has open.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::address::Address;
use crate::config::Limits;
use crate::wire::{PersonId, Problem};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Whose {
    Person(PersonId),
    Address(IpAddr),
}

/// Counts open connections.
#[derive(Clone)]
pub struct Connections {
    open: Arc<Mutex<HashMap<Whose, u32>>>,
    per_person: u32,
    per_address: u32,
}

/// A place for one connection, given back when it is dropped.
#[derive(Debug)]
pub struct Connected {
    open: Arc<Mutex<HashMap<Whose, u32>>>,
    whose: Vec<Whose>,
}

impl Connections {
    pub fn new(limits: &Limits) -> Connections {
        Connections {
            open: Arc::default(),
            per_person: limits.connections_per_person,
            per_address: limits.connections_per_address,
        }
    }

    /// # Errors
    /// `too_many` if the person or the address has as many as are allowed.
    pub fn enter(&self, person: Option<&PersonId>, from: Address) -> Result<Connected, Problem> {
        let person = person.map(|id| (Whose::Person(id.clone()), self.per_person));
        let wanted = person.into_iter().chain([(Whose::Address(from.0), self.per_address)]);
        let wanted: Vec<(Whose, u32)> = wanted.collect();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if wanted.iter().any(|(whose, most)| open.get(whose).is_some_and(|now| now >= most)) {
            let sentence = "You have too many streams open; close some.";
            return Err(Problem::too_many(sentence, Some(10)));
        }
        let whose: Vec<Whose> = wanted.into_iter().map(|(whose, _)| whose).collect();
        for one in &whose {
            *open.entry(one.clone()).or_default() += 1;
        }
        Ok(Connected { open: self.open.clone(), whose })
    }

    /// All that are open.
    pub fn count(&self) -> u64 {
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let addresses = open.iter().filter(|(whose, _)| matches!(whose, Whose::Address(_)));
        addresses.map(|(_, count)| u64::from(*count)).sum()
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        for whose in &self.whose {
            let left = open.get_mut(whose).map(|count| {
                *count -= 1;
                *count
            });
            if left == Some(0) {
                open.remove(whose);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_stream_makes_room() {
        let connections =
            Connections::new(&Limits { connections_per_person: 1, ..Limits::default() });
        let (anna, home) = (PersonId("anna".into()), Address("192.0.2.1".parse().unwrap()));
        let first = connections.enter(Some(&anna), home).unwrap();
        assert_eq!(connections.enter(Some(&anna), home).unwrap_err().status, 429);
        assert!(connections.enter(None, home).is_ok());
        drop(first);
        assert!(connections.enter(Some(&anna), home).is_ok());
        assert_eq!(connections.count(), 0);
    }
}
