//! Broadcasts whose inbox has changed.

use tokio::sync::broadcast;

use super::record::TableRecord;
use crate::wire::PersonId;

/// A broadcast channel of the people whose inbox has changed.
#[derive(Clone)]
pub struct InboxNotifier(broadcast::Sender<PersonId>);

impl Default for InboxNotifier {
    fn default() -> InboxNotifier {
        InboxNotifier(broadcast::channel(1024).0)
    }
}

impl InboxNotifier {
    /// Notifies everybody who has a part in a table.
    pub fn notify(&self, table: &TableRecord) {
        for person in table.people() {
            self.notify_person(person);
        }
    }

    pub fn notify_person(&self, person: &PersonId) {
        // Without subscribers there is nobody to notify.
        let _ = self.0.send(person.clone());
    }

    pub fn listen(&self) -> broadcast::Receiver<PersonId> {
        self.0.subscribe()
    }
}
