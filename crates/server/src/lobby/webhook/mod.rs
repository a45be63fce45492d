//! News of the inbox, posted to an address of the person's own.

mod address;
mod post;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect::Policy;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep_until};

use self::address::Public;
use super::inbox;
use crate::api::app::App;
use crate::document;
use crate::people::me;
use crate::people::record::{PersonRecord, WEBHOOK_KEY, Webhook};
use crate::store::Page;
use crate::wire::PersonId;
use crate::wire::inbox::{Inbox, Waiting};

pub use self::address::check;
pub use self::post::new_secret;

/// Posts news for as long as the server runs; it returns at once if it has no webhooks.
pub async fn run(app: App) {
    let resolver = Arc::new(Public { all: app.config.private_webhooks });
    let client = reqwest::Client::builder()
        .dns_resolver(resolver)
        .redirect(Policy::none())
        .no_proxy()
        .timeout(Duration::from_secs(5))
        .user_agent("backchannel")
        .build();
    let Some(client) = client.ok().filter(|_| app.config.webhooks) else { return };
    let (mut lobby, mut live) = (app.bell.listen(), app.live.inbox_changes());
    let peace = Duration::from_secs(app.config.limits.webhook_seconds);
    let (told, later) = (HashMap::new(), BTreeSet::new());
    let mut office = PostOffice { app, client, peace, told, later };
    loop {
        let rung = tokio::select! {
            rung = lobby.recv() => rung,
            rung = live.recv() => rung,
            person = office.next() => Ok(person),
        };
        match rung {
            Ok(person) => office.look(person).await,
            // Nobody knows whose news were missed.
            Err(RecvError::Lagged(_)) => office.look_at_everybody().await,
            Err(RecvError::Closed) => return,
        }
    }
}

/// What was told to more people than this is forgotten, the longest ago first; they may hear it twice.
const MOST_REMEMBERED: usize = 10_000;

struct PostOffice {
    app: App,
    client: reqwest::Client,
    /// Whoever has been told is left in peace for so long; what comes in meanwhile is told afterwards.
    peace: Duration,
    told: HashMap<PersonId, Told>,
    /// Whose inbox is to be looked at again, and when.
    later: BTreeSet<(Instant, PersonId)>,
}

/// What somebody was told last.
struct Told {
    at: Instant,
    inbox: Inbox,
}

impl PostOffice {
    /// The next person whose peace is over.
    async fn next(&mut self) -> PersonId {
        let Some((at, _)) = self.later.first() else { return std::future::pending().await };
        sleep_until(*at).await;
        let (_, person) = self.later.pop_first().expect("it was there before the wait");
        person
    }

    /// Tells somebody what is new, now or when their peace is over.
    async fn look(&mut self, person: PersonId) {
        if let Some(last) = self.told.get(&person)
            && last.at.elapsed() < self.peace
        {
            self.later.insert((last.at + self.peace, person));
            return;
        }
        self.tell(person).await;
    }

    async fn tell(&mut self, person: PersonId) {
        let Some(hook) = self.webhook_of(&person).await else { return };
        let Ok(inbox) = inbox::of(&self.app, &person).await else { return };
        let before = self.told.get(&person).map(|last| &last.inbox);
        if !has_news(before, &inbox) {
            return;
        }
        let letter = post::Letter::new(hook, &inbox, &self.app.config);
        self.remember(person, inbox);
        tokio::spawn(letter.post(self.client.clone()));
    }

    async fn webhook_of(&self, person: &PersonId) -> Option<Webhook> {
        let record = document::load::<PersonRecord>(&*self.app.store, &person.0).await.ok()??.value;
        let url = record.webhook.as_ref()?;
        if record.webhook_secret.is_some() {
            return record.webhook();
        }
        let sign = |person: &mut PersonRecord| {
            person.webhook_secret.get_or_insert_with(new_secret);
            Ok(())
        };
        tracing::debug!(url, "an address from before posts were signed gets a secret");
        me::change(&self.app, person, sign).await.ok()?.webhook()
    }

    fn remember(&mut self, person: PersonId, inbox: Inbox) {
        if self.told.len() >= MOST_REMEMBERED
            && let Some(oldest) = self.told.iter().min_by_key(|(_, told)| told.at)
        {
            let oldest = oldest.0.clone();
            self.told.remove(&oldest);
        }
        self.told.insert(person, Told { at: Instant::now(), inbox });
    }

    async fn look_at_everybody(&mut self) {
        let mut page = Page::first(100);
        loop {
            let found = document::find::<PersonRecord>(&*self.app.store, WEBHOOK_KEY, page).await;
            let Some(last) = found.as_ref().ok().and_then(|found| found.last()) else { return };
            page = Page { after: Some(last.value.id.0.clone()), limit: 100 };
            for record in found.into_iter().flatten() {
                self.look(record.value.id).await;
            }
        }
    }
}

/// Something waits that did not wait before.
fn has_news(before: Option<&Inbox>, now: &Inbox) -> bool {
    now.tables.iter().filter(|it| it.is_urgent()).any(|it| {
        let last = before.and_then(|before| before.tables.iter().find(|old| old.table == it.table));
        last.is_none_or(|last| is_more(last, it))
    })
}

fn is_more(before: &Waiting, now: &Waiting) -> bool {
    let turn = now.your_turn && (!before.your_turn || now.round > before.round);
    turn || now.proposals > before.proposals || now.signals > before.signals
}
