//! Webhooks: inbox notifications, posted to an address that the person chose.

pub(crate) mod client;
pub(crate) mod deliveries;
mod delivery;
pub(crate) mod job_queue;

use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;

use self::client::Client;
use self::deliveries::DeliveryStep;
use self::delivery::Delivery;
use self::job_queue::JobQueue;
use super::inbox;
use crate::document::{self, Kept, Saved};
use crate::lobby::Lobby;
use crate::people::me;
use crate::people::record::{PersonRecord, WEBHOOK_KEY, Webhook};
use crate::people::webhook::{Public, new_secret};
use crate::store::Page;
use crate::time::now;
use crate::wire::{PersonId, Problem};

pub use self::deliveries::DeliveryRecord;

/// How long to wait, so that changes in quick succession are posted once.
const GATHER: Duration = Duration::from_millis(100);
/// When to retry after the store has failed.
const TROUBLE: Duration = Duration::from_secs(1);

/// Posts notifications as long as the server runs; returns at once if webhooks are off.
pub async fn run(app: Lobby) {
    if !app.config.webhooks {
        return;
    }
    let client = Client::new(Public { all: app.config.private_webhooks });
    let (mut lobby, mut live) = (app.inbox_notifier.listen(), app.live.inbox_changes());
    let peace = Duration::from_secs(app.config.limits.webhook_seconds);
    let mut office = PostOffice { app, client, peace, jobs: JobQueue::default() };
    // What happened while no server was running.
    office.jobs.add(WebhookJob::Everybody, Duration::ZERO);
    loop {
        let rung = tokio::select! {
            rung = lobby.recv() => rung,
            rung = live.recv() => rung,
            job = office.jobs.next() => {
                office.run(job).await;
                continue;
            }
        };
        match rung {
            Ok(person) => office.jobs.add(WebhookJob::One(person), GATHER),
            // The receiver lagged: nobody knows whose changes were missed.
            Err(RecvError::Lagged(_)) => office.jobs.add(WebhookJob::Everybody, GATHER),
            Err(RecvError::Closed) => return,
        }
    }
}

/// A job of the webhook task.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum WebhookJob {
    /// Find everybody who has a webhook, and queue a job for each.
    Everybody,
    One(PersonId),
}

struct PostOffice {
    app: Lobby,
    client: Client,
    /// The minimum time between two posts to a person; what happens in between is posted afterwards.
    peace: Duration,
    jobs: JobQueue<WebhookJob>,
}

impl PostOffice {
    async fn run(&mut self, job: WebhookJob) {
        let done = match &job {
            WebhookJob::Everybody => self.look_at_everybody().await,
            WebhookJob::One(person) => self.look(person).await,
        };
        // Retrying does not help if a record cannot be read.
        if done.is_err_and(|problem| !problem.is_quarantined()) {
            tokio::time::sleep(TROUBLE).await;
            self.jobs.add(job, Duration::ZERO);
        }
    }

    /// Posts what is new for a person, or queues the next look.
    async fn look(&mut self, person: &PersonId) -> Result<(), Problem> {
        let Some(hook) = self.webhook_of(person).await? else { return Ok(()) };
        let store = &*self.app.store;
        let delivered = document::load::<DeliveryRecord>(store, &person.0).await?;
        let mut delivered =
            delivered.unwrap_or_else(|| Kept::new(DeliveryRecord::nothing(person.clone())));
        // Read after the delivery record: what is waiting is never older than that.
        let waiting = inbox::counted(&self.app, person).await?;
        match delivered.value.next(&waiting, self.peace, now()) {
            DeliveryStep::Nothing => {}
            DeliveryStep::Wait(wait) => self.jobs.add(WebhookJob::One(person.clone()), wait),
            DeliveryStep::Send { id, last } => {
                let mine = delivered.save(store).await? == Saved::Yes;
                // Look again: to see whether it was accepted, or what another server has posted.
                self.jobs.add(WebhookJob::One(person.clone()), GATHER);
                if mine {
                    let waiting = waiting.iter().map(|(waiting, _)| waiting);
                    let letter = Delivery::new(hook, id.clone(), waiting, &self.app.config);
                    self.send(person, letter, id, last);
                }
            }
        }
        Ok(())
    }

    fn send(&self, person: &PersonId, letter: Delivery, id: String, last: bool) {
        let (app, client, person) = (self.app.clone(), self.client.clone(), person.clone());
        tokio::spawn(async move {
            if letter.post(&client, last).await {
                // Otherwise it is posted again, and the receiver recognises it by its id.
                let _ = note_taken(&app, &person, &id).await;
            }
        });
    }

    async fn webhook_of(&self, person: &PersonId) -> Result<Option<Webhook>, Problem> {
        let record = document::load::<PersonRecord>(&*self.app.store, &person.0).await?;
        let Some(record) = record.map(|kept| kept.value) else { return Ok(None) };
        let Some(url) = &record.webhook else { return Ok(None) };
        if record.webhook_secret.is_some() {
            return Ok(record.webhook());
        }
        let sign = |person: &mut PersonRecord| {
            person.webhook_secret.get_or_insert_with(new_secret);
            Ok(())
        };
        tracing::debug!(url, "an address from before posts were signed gets a secret");
        Ok(me::change(&self.app, person, sign).await?.webhook())
    }

    async fn look_at_everybody(&mut self) -> Result<(), Problem> {
        let mut page = Page::first(100);
        loop {
            let found = document::find::<PersonRecord>(&*self.app.store, WEBHOOK_KEY, page).await?;
            let Some(last) = found.last() else { return Ok(()) };
            page = Page { after: Some(last.value.id.0.clone()), limit: 100 };
            for record in found {
                self.jobs.add(WebhookJob::One(record.value.id), Duration::ZERO);
            }
        }
    }
}

async fn note_taken(app: &Lobby, person: &PersonId, id: &str) -> Result<(), Problem> {
    let Some(mut delivered) = document::load::<DeliveryRecord>(&*app.store, &person.0).await?
    else {
        return Ok(());
    };
    if delivered.value.taken(id) {
        // If another request was faster, it has stored a newer delivery.
        let _ = delivered.save(&*app.store).await?;
    }
    Ok(())
}
