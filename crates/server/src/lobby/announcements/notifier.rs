//! Tells the task that posts announcements which tables to look at.

use tokio::sync::broadcast;

use crate::wire::TableId;

/// A broadcast channel of tables whose webhook was set, or has answered.
#[derive(Clone)]
pub struct AnnouncementNotifier(broadcast::Sender<TableId>);

impl Default for AnnouncementNotifier {
    fn default() -> AnnouncementNotifier {
        AnnouncementNotifier(broadcast::channel(256).0)
    }
}

impl AnnouncementNotifier {
    pub fn notify(&self, table: &TableId) {
        // Without webhooks on this server nobody listens.
        let _ = self.0.send(table.clone());
    }

    pub fn listen(&self) -> broadcast::Receiver<TableId> {
        self.0.subscribe()
    }
}
