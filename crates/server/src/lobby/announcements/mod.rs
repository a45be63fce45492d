//! Announcements: what everybody may know of a table, posted to a webhook that its owner chose.

mod discord;
pub mod handlers;
mod notifier;
mod record;

use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Bytes;
use http_body_util::Full;
use hyper::{Request, StatusCode};
use tokio::sync::broadcast::error::RecvError;

pub use self::notifier::AnnouncementNotifier;
pub use self::record::{AnnouncementRecord, StopReason};
use self::record::{AnnouncementStep, KEY, OutgoingMessage};
use crate::document::{self, Kept, Saved};
use crate::lobby::Lobby;
use crate::lobby::record::TableRecord;
use crate::lobby::webhook::client::Client;
use crate::lobby::webhook::job_queue::JobQueue;
use crate::people::webhook::Public;
use crate::store::Page;
use crate::time::now;
use crate::wire::table::Standing;
use crate::wire::{Problem, TableId};

/// How long to wait, so that news in quick succession are one message.
const GATHER: Duration = Duration::from_millis(300);
/// How often to look for tables that another process has set up.
const LOOK_AGAIN: Duration = Duration::from_secs(60);
/// When to retry after the store has failed.
const TROUBLE: Duration = Duration::from_secs(1);

/// Posts announcements as long as the server runs; returns at once if webhooks are off.
pub async fn run(app: Lobby) {
    if !app.config.webhooks {
        return;
    }
    let client = Client::new(Public { all: app.config.private_webhooks });
    let (mut set, mut moved) = (app.announcement_notifier.listen(), app.live.table_changes());
    let peace = Duration::from_secs(app.config.limits.webhook_seconds);
    let (tables, jobs) = (BTreeSet::new(), JobQueue::default());
    let mut crier = Crier { app, client, peace, tables, jobs };
    // What happened while no server was running.
    crier.jobs.add(AnnouncementJob::All, Duration::ZERO);
    loop {
        let rung = tokio::select! {
            rung = set.recv() => {
                if let Ok(table) = &rung {
                    crier.tables.insert(table.clone());
                }
                rung
            }
            rung = moved.recv() => rung,
            job = crier.jobs.next() => {
                crier.run(job).await;
                continue;
            }
        };
        match rung {
            Ok(table) if crier.tables.contains(&table) => {
                crier.jobs.add(AnnouncementJob::One(table), GATHER);
            }
            Ok(_) => {}
            Err(RecvError::Lagged(_)) => crier.jobs.add(AnnouncementJob::All, GATHER),
            Err(RecvError::Closed) => return,
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum AnnouncementJob {
    /// Find every table that announces something, and queue a job for each.
    All,
    One(TableId),
}

struct Crier {
    app: Lobby,
    client: Client,
    /// The minimum time between two messages of a table; what happens in between is posted afterwards.
    peace: Duration,
    /// The tables that announce something.
    tables: BTreeSet<TableId>,
    jobs: JobQueue<AnnouncementJob>,
}

impl Crier {
    async fn run(&mut self, job: AnnouncementJob) {
        let done = match &job {
            AnnouncementJob::All => self.find_tables().await,
            AnnouncementJob::One(table) => self.look(table).await,
        };
        // Retrying does not help if a record or a table cannot be read.
        if done.is_err_and(|problem| !problem.is_quarantined()) {
            tokio::time::sleep(TROUBLE).await;
            self.jobs.add(job, Duration::ZERO);
        }
    }

    async fn find_tables(&mut self) -> Result<(), Problem> {
        let (mut page, mut tables) = (Page::first(100), BTreeSet::new());
        loop {
            let found = document::find::<AnnouncementRecord>(&*self.app.store, KEY, page).await?;
            let Some(last) = found.last() else { break };
            page = Page { after: Some(last.value.table.0.clone()), limit: 100 };
            tables.extend(found.into_iter().map(|record| record.value.table));
        }
        for table in tables.difference(&self.tables) {
            self.jobs.add(AnnouncementJob::One(table.clone()), Duration::ZERO);
        }
        self.tables = tables;
        self.jobs.add(AnnouncementJob::All, LOOK_AGAIN);
        Ok(())
    }

    /// Posts what is new at a table, or queues the next look.
    async fn look(&mut self, table: &TableId) -> Result<(), Problem> {
        let kept = document::load::<AnnouncementRecord>(&*self.app.store, &table.0).await?;
        let Some(mut kept) = kept.filter(|kept| kept.value.stopped.is_none()) else {
            self.tables.remove(table);
            return Ok(());
        };
        let mut step = kept.value.next(self.peace, now());
        if let AnnouncementStep::Look = step {
            let Some(new) = self.news(&mut kept).await? else { return Ok(()) };
            step = new;
        }
        match step {
            AnnouncementStep::Look => {}
            AnnouncementStep::Wait(wait) => {
                self.jobs.add(AnnouncementJob::One(table.clone()), wait);
            }
            AnnouncementStep::Stop => drop(kept.save(&*self.app.store).await?),
            AnnouncementStep::Send(message) => {
                let mine = kept.save(&*self.app.store).await? == Saved::Yes;
                // Look again: to see whether it was accepted, or what another server has posted.
                self.jobs.add(AnnouncementJob::One(table.clone()), GATHER);
                if mine {
                    self.send(table.clone(), &kept.value.url, message);
                }
            }
        }
        Ok(())
    }

    async fn news(
        &mut self,
        kept: &mut Kept<AnnouncementRecord>,
    ) -> Result<Option<AnnouncementStep>, Problem> {
        let table = kept.value.table.clone();
        let Some(record) = document::load::<TableRecord>(&*self.app.store, &table.0).await? else {
            return Ok(None);
        };
        let record = record.value;
        let told = self.app.live.announced(&record, kept.value.position()).await?;
        if let Some(wait) = told.more_in {
            self.jobs.add(AnnouncementJob::One(table.clone()), wait);
        }
        if told.news.is_empty() {
            let done = record.standing == Standing::Over && told.more_in.is_none();
            kept.value.stopped = done.then_some(StopReason::Over);
            return Ok(done.then_some(AnnouncementStep::Stop));
        }
        let link = self.app.config.origin().map(|base| format!("{base}/t/{}", table.0));
        Ok(Some(kept.value.compose(&told, link.as_deref(), now())))
    }

    fn send(&self, table: TableId, url: &str, message: OutgoingMessage) {
        let (app, client, url) = (self.app.clone(), self.client.clone(), url.to_owned());
        tokio::spawn(async move {
            let outcome = post(&client, &url, message.body).await;
            metrics::counter!("announcements_total", "outcome" => outcome.name()).increment(1);
            // If that cannot be noted, the message is sent again.
            let _ = note(&app, &table, &message.id, outcome).await;
            app.announcement_notifier.notify(&table);
        });
    }
}

/// What became of an attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PostOutcome {
    Delivered,
    /// There is nobody who takes such messages.
    Refused,
    Failed,
}

impl PostOutcome {
    fn name(self) -> &'static str {
        match self {
            PostOutcome::Delivered => "delivered",
            PostOutcome::Refused => "refused",
            PostOutcome::Failed => "failed",
        }
    }
}

async fn post(client: &Client, url: &str, body: String) -> PostOutcome {
    let request = Request::post(url)
        .header("content-type", "application/json")
        .header("user-agent", "backchannel")
        .body(Full::new(Bytes::from(body)));
    let Ok(request) = request else { return PostOutcome::Refused };
    match client.post(request).await {
        Some(status) if status.is_success() => PostOutcome::Delivered,
        Some(StatusCode::REQUEST_TIMEOUT | StatusCode::TOO_MANY_REQUESTS) => PostOutcome::Failed,
        Some(status) if status.is_client_error() => PostOutcome::Refused,
        Some(_) | None => PostOutcome::Failed,
    }
}

async fn note(app: &Lobby, table: &TableId, id: &str, outcome: PostOutcome) -> Result<(), Problem> {
    if outcome == PostOutcome::Failed {
        return Ok(());
    }
    let change = |record: &mut AnnouncementRecord| {
        match outcome {
            PostOutcome::Delivered => record.taken(id),
            PostOutcome::Refused => record.refused(id),
            PostOutcome::Failed => false,
        };
        Ok(())
    };
    document::change(&*app.store, &table.0, change).await.map(drop)
}
