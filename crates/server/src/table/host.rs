//! Games as their tables are played: the caller does not know which game it is.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::body::Body;
use parley::{Audience, Language, Seat};
use serde::Serialize;
use tokio::sync::mpsc;

use super::ask::{Ask, GameQuery};
use super::audit::{self, Audit};
use super::door::DoorQuestion;
use super::fold::PAGE;
use super::handlers::LogQuery;
use super::live::{FoldError, LiveTable};
use super::origin::Origin;
use super::text_stream::TextStream;
use super::viewer::Viewer;
use super::{Tables, archive, past, text_stream, trouble};
use crate::http::body::ArrivedBody;
use crate::lobby::live::{Announced, NewsPosition};
use crate::lobby::record::TableRecord;
use crate::once;
use crate::raw::RawJson;
use crate::ruleset::{Chronicle, GameEntry, Ruleset, shared};
use crate::store::Store;
use crate::wire::game::GameSettings;
use crate::wire::problem::Problem;
use crate::wire::reasons::Explanation;
use crate::work::Work;

/// Plays the tables of one game.
#[async_trait]
pub(crate) trait Host: Send + Sync {
    fn name(&self) -> &'static str;

    /// Loads a table into memory.
    async fn wake(
        self: Arc<Self>,
        tables: &Tables,
        record: TableRecord,
    ) -> Result<mpsc::Sender<Box<Ask>>, Problem>;

    /// A page of an audience's log, as JSON.
    async fn log(
        &self,
        tables: &Tables,
        viewer: Viewer,
        lines: LogQuery,
    ) -> Result<String, Problem>;

    /// The set-up, as everybody may see it, as JSON.
    async fn setup(&self, tables: &Tables, record: TableRecord) -> Result<String, Problem>;

    /// The replay of a table that is over.
    async fn replay(&self, tables: &Tables, record: TableRecord) -> Result<Body, Problem>;

    /// The history of a table that is over, message by message.
    async fn history(
        &self,
        tables: &Tables,
        record: TableRecord,
        audience: Audience,
        language: Language,
    ) -> Result<Body, Problem>;

    /// Why a bot made a move of a table that is over, if that takes no longer than `patience`.
    async fn explain(
        &self,
        tables: &Tables,
        record: TableRecord,
        step: u32,
        patience: Duration,
    ) -> Result<Explanation, Problem>;

    /// The table in words, as JSON.
    async fn describe(
        &self,
        tables: &Tables,
        record: &TableRecord,
        reader: (Seat, Language),
        question: DoorQuestion,
    ) -> Result<String, Problem>;

    /// The command that records what a game elsewhere reports, as JSON.
    async fn feed(
        &self,
        tables: &Tables,
        record: &TableRecord,
        source: &'static str,
        report: ArrivedBody,
    ) -> Result<RawJson, Problem>;

    /// What a table has to announce from a position on, as spectators may know it now.
    async fn announced(
        &self,
        tables: &Tables,
        record: &TableRecord,
        from: NewsPosition,
    ) -> Result<Announced, Problem>;

    /// # Errors
    /// If they are not settings of this game.
    fn check_settings(&self, settings: &GameSettings) -> Result<(), String>;

    /// Begins to check the stored steps of a table.
    async fn audit(
        &self,
        store: &dyn Store,
        record: TableRecord,
    ) -> Result<Box<dyn Audit>, FoldError>;
}

/// The games whose tables are played here.
#[derive(Clone, Default)]
pub struct GameHosts(Vec<Arc<dyn Host>>);

impl GameHosts {
    pub(crate) fn add(&mut self, host: Arc<dyn Host>) {
        self.0.push(host);
    }

    pub(crate) fn find(&self, name: &str) -> Option<&Arc<dyn Host>> {
        self.0.iter().find(|host| host.name() == name)
    }

    /// The same for the doctor.
    ///
    /// # Errors
    /// If its game is unknown here, or its settings are invalid.
    pub(crate) fn reading(&self, record: &TableRecord) -> Result<&Arc<dyn Host>, String> {
        let name = record.ruleset();
        let host = self.find(&name.0);
        let host = host.ok_or_else(|| format!("its game `{name}` is not hosted here"))?;
        let read = host.check_settings(&record.settings.game);
        read.map_err(|reason| format!("its record cannot be read ({reason})"))?;
        Ok(host)
    }

    /// # Errors
    /// `quarantined` if the game of that table is not played here.
    pub(crate) fn of(&self, record: &TableRecord) -> Result<Arc<dyn Host>, Problem> {
        let name = record.ruleset();
        self.find(&name.0).cloned().ok_or_else(|| {
            if once::is_new(("ruleset", name)) {
                tracing::error!(%name, "there are tables of a game that this server does not host");
            }
            trouble::quarantined()
        })
    }
}

#[async_trait]
impl<G: Ruleset> Host for GameEntry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    async fn wake(
        self: Arc<Self>,
        tables: &Tables,
        record: TableRecord,
    ) -> Result<mpsc::Sender<Box<Ask>>, Problem> {
        tables.wake(self, record).await
    }

    async fn log(
        &self,
        tables: &Tables,
        viewer: Viewer,
        lines: LogQuery,
    ) -> Result<String, Problem> {
        let Viewer { record, audience, language } = viewer;
        let (id, horizon) = (record.id.clone(), tables.horizon(&record, audience));
        let origin = self.origin(tables, record).await?;
        let broken = |broken| tables.broken(&id, &broken);
        let log = past::LogPage::new(&origin, audience, lines);
        let mut log = log.map_err(broken)?;
        let permit = Work::Archive.permit().await?;
        let mut from = 0;
        loop {
            let mut steps = tables.page(&id, from).await?;
            let count = steps.len();
            from += count as u32;
            steps.retain(|step| step.at <= horizon);
            let last = count < PAGE as usize || steps.len() < count;
            let read = permit.run(move || log.read(&steps).map(|more| (log, more)));
            let (read, more) = read.await?.map_err(broken)?;
            log = read;
            if last || !more {
                break;
            }
        }
        let json = permit.run(move || serde_json::to_string(&log.lines(language))).await?;
        json.map_err(|_| Problem::internal())
    }

    async fn setup(&self, tables: &Tables, record: TableRecord) -> Result<String, Problem> {
        let origin = self.origin(tables, record).await?;
        json(&G::public(G::setup(&origin.basis)))
    }

    async fn replay(&self, tables: &Tables, record: TableRecord) -> Result<Body, Problem> {
        let started = record.game.as_ref().ok_or_else(trouble::not_started)?;
        let setup = shared::whole(tables.store(), &started.setup).await?;
        self.told(tables, record, |origin| archive::ReplayBuilder::new(origin, &setup)).await
    }

    async fn history(
        &self,
        tables: &Tables,
        record: TableRecord,
        audience: Audience,
        language: Language,
    ) -> Result<Body, Problem> {
        let history = |origin: &Origin<G>| archive::HistoryBuilder::new(origin, audience, language);
        self.told(tables, record, history).await
    }

    async fn explain(
        &self,
        tables: &Tables,
        record: TableRecord,
        step: u32,
        patience: Duration,
    ) -> Result<Explanation, Problem> {
        self.rethink(tables, record, step, patience).await
    }

    async fn describe(
        &self,
        tables: &Tables,
        record: &TableRecord,
        reader: (Seat, Language),
        question: DoorQuestion,
    ) -> Result<String, Problem> {
        self.told_in_words(tables, record, reader, question).await
    }

    async fn feed(
        &self,
        tables: &Tables,
        record: &TableRecord,
        source: &'static str,
        report: ArrivedBody,
    ) -> Result<RawJson, Problem> {
        let ArrivedBody { bytes, place } = report;
        let read = move || G::read_feed(source, &bytes);
        let command = Work::Setup.run(read).await??;
        drop(place);
        let command = self.consult(tables, record, command).await?;
        serde_json::from_str(&command).map_err(|_| Problem::internal())
    }

    async fn announced(
        &self,
        tables: &Tables,
        record: &TableRecord,
        from: NewsPosition,
    ) -> Result<Announced, Problem> {
        self.collect_news(tables, record, from).await
    }

    fn check_settings(&self, settings: &GameSettings) -> Result<(), String> {
        settings.read::<G::Settings>().map(drop).map_err(|error| error.to_string())
    }

    async fn audit(
        &self,
        store: &dyn Store,
        record: TableRecord,
    ) -> Result<Box<dyn Audit>, FoldError> {
        audit::begin::<G>(store, record).await
    }
}

/// The extra endpoints of a game.
impl<G: Ruleset> GameEntry<G> {
    pub(super) async fn origin(
        &self,
        tables: &Tables,
        record: TableRecord,
    ) -> Result<Origin<G>, Problem> {
        if &*record.ruleset().0 != G::NAME {
            return Err(Problem::not_found("thing at this table"));
        }
        Origin::of(tables.store(), &self.cache, record).await
    }

    /// A text about a finished table, as the body of a response.
    async fn told<T: TextStream>(
        &self,
        tables: &Tables,
        record: TableRecord,
        text: impl FnOnce(&Origin<G>) -> Result<T, FoldError> + Send,
    ) -> Result<Body, Problem> {
        let id = record.id.clone();
        let origin = self.origin(tables, record).await?;
        let text = text(&origin).map_err(|broken| tables.broken(&id, &broken))?;
        text_stream::body(tables, id, text).await
    }

    /// The game's own summary of a finished table.
    pub(crate) async fn chronicle<C: Chronicle<G>>(
        &self,
        tables: &Tables,
        record: TableRecord,
    ) -> Result<Body, Problem> {
        self.told(tables, record, archive::ChronicleBuilder::<G, C>::new).await
    }

    /// The rules of a table, for a question about them.
    pub(crate) async fn basis(
        &self,
        tables: &Tables,
        record: TableRecord,
    ) -> Result<G::Basis, Problem> {
        Ok(self.origin(tables, record).await?.basis)
    }

    /// Queries the current state of a table's game.
    pub(crate) async fn consult<B: Serialize>(
        &self,
        tables: &Tables,
        record: &TableRecord,
        answer: impl FnOnce(&G) -> Result<B, Problem> + Send + 'static,
    ) -> Result<String, Problem> {
        if &*record.ruleset().0 != G::NAME {
            return Err(Problem::not_found("thing at this table"));
        }
        let question: GameQuery = Box::new(move |live: &dyn Any| {
            let live = live.downcast_ref::<LiveTable<G>>().ok_or_else(Problem::internal)?;
            json(&answer(&live.game)?)
        });
        tables.ask(&record.id, |reply| Ask::Question { question, reply }).await
    }
}

fn json(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|_| Problem::internal())
}
