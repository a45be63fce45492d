//! Open streams and sockets: how many each person has, and which session or token opened them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;

use super::address::Address;
use super::person::{MaybeSignedIn, Need, SignedIn};
use super::record::KeyRecord;
use crate::config::Limits;
use crate::document;
use crate::people::People;
use crate::store::RemoteChange;
use crate::wire::{PersonId, Problem};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Whose {
    Person(PersonId),
    Address(IpAddr),
}

#[derive(Default, Debug)]
struct Open {
    counts: HashMap<Whose, u32>,
    /// The sessions and tokens that opened them. When one of these is dropped, its connections end.
    keys: HashMap<String, Key>,
}

#[derive(Debug)]
struct Key {
    count: u32,
    end: watch::Sender<()>,
}

/// Counts open connections, and closes them.
#[derive(Clone)]
pub struct Connections {
    open: Arc<Mutex<Open>>,
    per_person: u32,
    per_address: u32,
}

/// A slot for one connection, released when it is dropped.
#[derive(Debug)]
pub struct Connected {
    open: Arc<Mutex<Open>>,
    whose: Vec<Whose>,
    key: Option<(String, watch::Receiver<()>)>,
}

impl Connections {
    pub fn new(limits: &Limits) -> Connections {
        Connections {
            open: Arc::default(),
            per_person: limits.connections_per_person,
            per_address: limits.connections_per_address,
        }
    }

    /// A slot for a person, with the key that they used.
    fn enter(
        &self,
        person: Option<(&PersonId, &str)>,
        from: Address,
    ) -> Result<Connected, Problem> {
        let whose = person.map(|(id, _)| (Whose::Person(id.clone()), self.per_person));
        let wanted = whose.into_iter().chain([(Whose::Address(from.0), self.per_address)]);
        let wanted: Vec<(Whose, u32)> = wanted.collect();
        let mut open = lock(&self.open);
        if wanted.iter().any(|(whose, most)| open.counts.get(whose).is_some_and(|now| now >= most))
        {
            let sentence = "You have too many streams open; close some.";
            return Err(Problem::too_many(sentence, Some(10)));
        }
        let whose: Vec<Whose> = wanted.into_iter().map(|(whose, _)| whose).collect();
        for one in &whose {
            *open.counts.entry(one.clone()).or_default() += 1;
        }
        let key = person.map(|(_, key)| (key.to_owned(), open.come_by(key)));
        Ok(Connected { open: self.open.clone(), whose, key })
    }

    /// Closes whatever was opened by a session or token that has ended.
    pub fn end(&self, key: &str) {
        lock(&self.open).keys.remove(key);
    }

    fn keys(&self) -> Vec<String> {
        let mut keys: Vec<String> = lock(&self.open).keys.keys().cloned().collect();
        keys.sort_unstable();
        keys
    }

    /// All that are open.
    pub fn count(&self) -> u64 {
        let open = lock(&self.open);
        let addresses = open.counts.iter().filter(|(whose, _)| matches!(whose, Whose::Address(_)));
        addresses.map(|(_, count)| u64::from(*count)).sum()
    }
}

fn lock(open: &Mutex<Open>) -> MutexGuard<'_, Open> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Open {
    fn come_by(&mut self, key: &str) -> watch::Receiver<()> {
        let new = || Key { count: 0, end: watch::Sender::new(()) };
        let key = self.keys.entry(key.to_owned()).or_insert_with(new);
        key.count += 1;
        key.end.subscribe()
    }

    fn leave(&mut self, whose: &Whose) {
        if let Some(count) = self.counts.get_mut(whose) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(whose);
            }
        }
    }

    fn leave_by(&mut self, key: &str, mine: &watch::Receiver<()>) {
        // The same key may have been ended and used again.
        if let Some(Key { count, end }) = self.keys.get_mut(key)
            && mine.same_channel(&end.subscribe())
        {
            *count -= 1;
            if *count == 0 {
                self.keys.remove(key);
            }
        }
    }
}

impl Connected {
    /// Completes when the session or token that opened it has ended.
    pub async fn ended(&self) {
        match &self.key {
            Some((_, ends)) => while ends.clone().changed().await.is_ok() {},
            None => std::future::pending().await,
        }
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        self.whose.iter().for_each(|whose| open.leave(whose));
        if let Some((key, mine)) = &self.key {
            open.leave_by(key, mine);
        }
    }
}

/// A slot for a stream or a socket.
///
/// # Errors
/// `too_many` if the person or the address has reached its limit.
pub async fn open<N: Need>(
    app: &People,
    person: &MaybeSignedIn<N>,
    from: Address,
) -> Result<Connected, Problem> {
    let person = person.0.as_ref().map(SignedIn::holder);
    let place = app.connections.enter(person, from)?;
    // It may have been revoked since it was checked; from here on that closes the connection.
    if let Some((_, key)) = person
        && document::load::<KeyRecord>(&*app.store, key).await?.is_none()
    {
        return Err(Problem::unauthenticated());
    }
    Ok(place)
}

/// How soon a session or token that another process ended is noticed, if the notification was lost.
const LOOK_AGAIN: Duration = Duration::from_secs(10);

/// Closes the connections of sessions and tokens that other processes have ended, as long as the server runs. Those
/// that this process ends are closed at once.
pub async fn follow(app: &People) {
    if !app.config.shares_its_database() {
        return;
    }
    let mut others = app.store.listen();
    let mut often = tokio::time::interval(LOOK_AGAIN);
    loop {
        tokio::select! {
            heard = others.recv() => match heard {
                Ok(RemoteChange::Ended { key }) => app.connections.end(&key),
                Ok(RemoteChange::Moved { .. }) => {}
                Ok(RemoteChange::Gap) | Err(RecvError::Lagged(_)) => look_again(app).await,
                Err(RecvError::Closed) => return,
            },
            _ = often.tick() => look_again(app).await,
        }
    }
}

/// Closes the connections of sessions and tokens that no longer exist.
pub async fn look_again(app: &People) {
    for key in app.connections.keys() {
        if let Ok(None) = document::load::<KeyRecord>(&*app.store, &key).await {
            app.connections.end(&key);
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
        let anna = Some((&anna, "key"));
        let first = connections.enter(anna, home).unwrap();
        assert_eq!(connections.enter(anna, home).unwrap_err().status, 429);
        assert!(connections.enter(None, home).is_ok());
        drop(first);
        assert!(connections.enter(anna, home).is_ok());
        assert_eq!((connections.count(), connections.keys().len()), (0, 0));
    }

    #[tokio::test]
    async fn a_key_that_ends_takes_its_connections_along_and_no_others() {
        let connections = Connections::new(&Limits::default());
        let (anna, home) = (PersonId("anna".into()), Address("192.0.2.1".parse().unwrap()));
        let enter = |key| connections.enter(Some((&anna, key)), home).unwrap();
        let (one, two, other) = (enter("lost"), enter("lost"), enter("kept"));
        connections.end("lost");
        tokio::join!(one.ended(), two.ended());
        let new = enter("lost");
        drop((one, two));
        let still = |place: &Connected| place.key.as_ref().unwrap().1.has_changed().is_ok();
        assert!(still(&other) && still(&new));
        assert_eq!(connections.count(), 2);
    }
}
