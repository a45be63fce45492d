//! Tells open inboxes that there is something new.

use tokio::sync::broadcast;

use super::record::TableRecord;
use crate::wire::PersonId;

#[derive(Clone)]
pub struct Bell(broadcast::Sender<PersonId>);

impl Default for Bell {
    fn default() -> Bell {
        Bell(broadcast::channel(1024).0)
    }
}

impl Bell {
    /// For everybody who has to do with a table.
    pub fn ring(&self, table: &TableRecord) {
        for person in table.people() {
            self.ring_for(person);
        }
    }

    pub fn ring_for(&self, person: &PersonId) {
        // Nobody listens: then nobody has to be told.
        let _ = self.0.send(person.clone());
    }

    pub fn listen(&self) -> broadcast::Receiver<PersonId> {
        self.0.subscribe()
    }
}
