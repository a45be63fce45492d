//! News of the inbox, posted to an address of the person's own.

mod client;
mod later;
mod post;
mod told;

use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;

use self::client::Client;
use self::later::{Errand, Later};
use self::post::Letter;
use self::told::DeliveryStep;
use super::inbox;
use crate::document::{self, Kept, Saved};
use crate::lobby::Lobby;
use crate::people::me;
use crate::people::record::{PersonRecord, WEBHOOK_KEY, Webhook};
use crate::people::webhook::{Public, new_secret};
use crate::store::Page;
use crate::time::now;
use crate::wire::{PersonId, Problem};

pub use self::told::DeliveryRecord;

/// What happens in one go is told in one go.
const GATHER: Duration = Duration::from_millis(100);
/// A store that fails is asked again after so long.
const TROUBLE: Duration = Duration::from_secs(1);

/// Posts news for as long as the server runs; it returns at once if it has no webhooks.
pub async fn run(app: Lobby) {
    if !app.config.webhooks {
        return;
    }
    let client = Client::new(Public { all: app.config.private_webhooks });
    let (mut lobby, mut live) = (app.bell.listen(), app.live.inbox_changes());
    let peace = Duration::from_secs(app.config.limits.webhook_seconds);
    let mut office = PostOffice { app, client, peace, later: Later::default() };
    // Whatever came when no server was there to tell it.
    office.later.add(Errand::Everybody, Duration::ZERO);
    loop {
        let rung = tokio::select! {
            rung = lobby.recv() => rung,
            rung = live.recv() => rung,
            errand = office.later.next() => {
                office.run(errand).await;
                continue;
            }
        };
        match rung {
            Ok(person) => office.later.add(Errand::One(person), GATHER),
            // Nobody knows whose news were missed.
            Err(RecvError::Lagged(_)) => office.later.add(Errand::Everybody, GATHER),
            Err(RecvError::Closed) => return,
        }
    }
}

struct PostOffice {
    app: Lobby,
    client: Client,
    /// Whoever has been told is left in peace for so long; what comes in meanwhile is told afterwards.
    peace: Duration,
    later: Later,
}

impl PostOffice {
    async fn run(&mut self, errand: Errand) {
        let done = match &errand {
            Errand::Everybody => self.look_at_everybody().await,
            Errand::One(person) => self.look(person).await,
        };
        // To ask again does not mend a record that cannot be read.
        if done.is_err_and(|problem| !problem.is_quarantined()) {
            tokio::time::sleep(TROUBLE).await;
            self.later.add(errand, Duration::ZERO);
        }
    }

    /// Tells somebody what is new, or looks again when it is time to.
    async fn look(&mut self, person: &PersonId) -> Result<(), Problem> {
        let Some(hook) = self.webhook_of(person).await? else { return Ok(()) };
        let store = &*self.app.store;
        let told = document::load::<DeliveryRecord>(store, &person.0).await?;
        let mut told = told.unwrap_or_else(|| Kept::new(DeliveryRecord::nothing(person.clone())));
        // Read after what was told: what waits is never older than that.
        let waiting = inbox::counted(&self.app, person).await?;
        match told.value.next(&waiting, self.peace, now()) {
            DeliveryStep::Nothing => {}
            DeliveryStep::Wait(wait) => self.later.add(Errand::One(person.clone()), wait),
            DeliveryStep::Send { id, last } => {
                let mine = told.save(store).await? == Saved::Yes;
                // Whether it was taken, or what another server has told.
                self.later.add(Errand::One(person.clone()), GATHER);
                if mine {
                    let waiting = waiting.iter().map(|(waiting, _)| waiting);
                    let letter = Letter::new(hook, id.clone(), waiting, &self.app.config);
                    self.send(person, letter, id, last);
                }
            }
        }
        Ok(())
    }

    fn send(&self, person: &PersonId, letter: Letter, id: String, last: bool) {
        let (app, client, person) = (self.app.clone(), self.client.clone(), person.clone());
        tokio::spawn(async move {
            if letter.post(&client, last).await {
                // Otherwise it is sent once more, and its reader knows it by its id.
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
                self.later.add(Errand::One(record.value.id), Duration::ZERO);
            }
        }
    }
}

async fn note_taken(app: &Lobby, person: &PersonId, id: &str) -> Result<(), Problem> {
    let Some(mut told) = document::load::<DeliveryRecord>(&*app.store, &person.0).await? else {
        return Ok(());
    };
    if told.value.taken(id) {
        // Whoever was faster has written a newer letter.
        let _ = told.save(&*app.store).await?;
    }
    Ok(())
}
