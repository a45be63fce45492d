//! A table in words: the position as text, a numbered menu, a command before it is sent.

use std::any::Any;
use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::State;
use parley::{Audience, Language, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Tables;
use super::answers::WrittenJson;
use super::ask::{Ask, GameQuery};
use super::audience::AudienceState;
use super::handlers::follow_from;
use super::live::LiveTable;
use super::trouble;
use super::viewer::{ViewQuery, Viewer};
use crate::http::body::JsonBody;
use crate::http::params::{PathParams, QueryParams};
use crate::lobby::record::TableRecord;
use crate::lobby::tables::TablePath;
use crate::people::address::Address;
use crate::people::connections;
use crate::people::person::{MaybeSignedIn, Reads, SignedIn};
use crate::ruleset::{Foreseen, GameEntry, MOST_MENU, Ruleset};
use crate::table::hall::Hall;
use crate::wire::door::{
    CommandDraft, CommandPreview, CommandPurpose, ForeseenNote, MenuPage, NumberedCommand,
    PurposeKind, TableBrief,
};
use crate::wire::problem::Problem;

/// The longest wait for news, in seconds: shorter than what most clients allow for a call.
pub const LONGEST_WAIT: u64 = 25;

/// What is asked about a table in words.
pub(crate) enum DoorQuestion {
    Brief,
    Menu(MenuQuery),
    Preview(Value),
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct WaitQuery {
    /// The last news that one has.
    #[serde(default)]
    pub since: Option<u32>,
    /// The seconds to wait for newer ones; at once, if none are named.
    #[serde(default)]
    #[schemars(range(min = 0, max = 25))]
    pub wait: Option<u64>,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
pub struct MenuQuery {
    /// Entries from this number on.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1000))]
    pub from: Option<u32>,
    #[serde(default)]
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<u32>,
    /// Only entries of this kind; their numbers stay the same.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub verb: Option<String>,
    /// Only what is for this, in whichever game; the numbers stay the same.
    #[serde(default)]
    pub purpose: Option<PurposeKind>,
}

impl MenuQuery {
    fn wants(&self, entry: &NumberedCommand) -> bool {
        let purpose = entry.purpose.map(CommandPurpose::kind);
        self.verb.as_deref().is_none_or(|verb| verb == entry.verb)
            && self.purpose.is_none_or(|wanted| purpose == Some(wanted))
    }
}

pub async fn brief(
    State(app): State<Hall>,
    person: MaybeSignedIn<Reads>,
    from: Address,
    PathParams(TablePath { id }): PathParams<TablePath>,
    (QueryParams(look), QueryParams(wait)): (QueryParams<ViewQuery>, QueryParams<WaitQuery>),
) -> Result<WrittenJson<TableBrief>, Problem> {
    app.rates.question(from)?;
    let viewer = Viewer::take(&app, &id, person.id(), &look).await?;
    viewer.seat()?;
    if let (Some(since), Some(seconds @ 1..)) = (wait.since, wait.wait) {
        let place = connections::open(&app, &person, from).await?;
        let mut news = follow_from(&app, &id, &viewer, Some(since)).await?;
        let most = LONGEST_WAIT.min(app.config.limits.request_seconds.saturating_sub(2));
        let patience = tokio::time::sleep(Duration::from_secs(seconds.min(most)));
        tokio::select! {
            biased;
            () = place.ended() => return Err(Problem::unauthenticated()),
            () = app.stopping.cancelled() => return Err(trouble::unavailable()),
            _ = news.recv() => {}
            () = patience => {}
        }
    }
    answer(&app, viewer, DoorQuestion::Brief).await
}

pub async fn menu(
    State(app): State<Hall>,
    from: Address,
    person: SignedIn<Reads>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    QueryParams(look): QueryParams<ViewQuery>,
    QueryParams(menu): QueryParams<MenuQuery>,
) -> Result<WrittenJson<MenuPage>, Problem> {
    app.rates.question(from)?;
    let viewer = Viewer::take(&app, &id, Some(person.id()), &look).await?;
    answer(&app, viewer, DoorQuestion::Menu(menu)).await
}

pub async fn preview(
    State(app): State<Hall>,
    from: Address,
    person: SignedIn<Reads>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    QueryParams(look): QueryParams<ViewQuery>,
    JsonBody(CommandDraft { command }): JsonBody<CommandDraft>,
) -> Result<WrittenJson<CommandPreview>, Problem> {
    app.rates.question(from)?;
    let viewer = Viewer::take(&app, &id, Some(person.id()), &look).await?;
    answer(&app, viewer, DoorQuestion::Preview(command)).await
}

async fn answer<T>(
    app: &Hall,
    viewer: Viewer,
    question: DoorQuestion,
) -> Result<WrittenJson<T>, Problem> {
    let seat = viewer.seat()?;
    let host = app.tables.host(&viewer.record)?;
    let said = host.describe(&app.tables, &viewer.record, (seat, viewer.language), question);
    said.await.map(WrittenJson::new)
}

impl<G: Ruleset> GameEntry<G> {
    /// Answers from what a seat has been shown.
    pub(super) async fn told_in_words(
        &self,
        tables: &Tables,
        record: &TableRecord,
        (seat, language): (Seat, Language),
        question: DoorQuestion,
    ) -> Result<String, Problem> {
        let draft = match &question {
            DoorQuestion::Preview(command) => Some(self.draft(command)?),
            DoorQuestion::Brief | DoorQuestion::Menu(_) => None,
        };
        let question: GameQuery = Box::new(move |live: &dyn Any| {
            let live = live.downcast_ref::<LiveTable<G>>().ok_or_else(Problem::internal)?;
            let state = live.audience_state(Audience::Seat(seat)).ok_or_else(Problem::internal)?;
            let spoken = InWords { live, state, seat, language };
            match (question, draft) {
                (DoorQuestion::Menu(menu), _) => json(&spoken.menu(&menu)),
                (DoorQuestion::Preview(_), Some(draft)) => json(&spoken.preview(&draft)),
                (DoorQuestion::Brief | DoorQuestion::Preview(_), _) => json(&spoken.brief()),
            }
        });
        tables.ask(&record.id, |reply| Ask::Question { question, reply }).await
    }

    fn draft(&self, command: &Value) -> Result<G::Command, Problem> {
        self.check_bounds(&crate::raw::RawJson::tree(command))?;
        serde_path_to_error::deserialize(command).map_err(|error| {
            trouble::unreadable(&error.path().to_string(), &error.inner().to_string())
        })
    }
}

struct InWords<'a, G: Ruleset> {
    live: &'a LiveTable<G>,
    state: &'a AudienceState<G>,
    seat: Seat,
    language: Language,
}

impl<G: Ruleset> InWords<'_, G> {
    fn brief(&self) -> TableBrief {
        let AudienceState { seq, signals, view, options, .. } = self.state;
        let attention = G::attention(view, options, self.seat);
        let over = self.live.is_over();
        TableBrief {
            seq: *seq,
            seat: self.seat,
            over,
            due: attention.turn && !over,
            proposals: if over { 0 } else { attention.proposals },
            signals: *signals,
            text: self.live.game.brief(view, self.language),
        }
    }

    fn menu(&self, query: &MenuQuery) -> MenuPage {
        let AudienceState { seq, view, options, .. } = self.state;
        let items = match self.live.is_over() {
            true => Vec::new(),
            false => self.live.game.menu(view, options, self.language),
        };
        let mut verbs = BTreeMap::new();
        for item in items.iter().take(MOST_MENU) {
            *verbs.entry(item.verb.clone()).or_default() += 1;
        }
        let mut entries: Vec<NumberedCommand> = (0..)
            .zip(items.into_iter().take(MOST_MENU))
            .map(|(n, item)| NumberedCommand {
                n,
                verb: item.verb,
                text: item.text,
                purpose: G::purpose(view, &item.command),
                command: serde_json::to_value(&item.command).unwrap_or_default(),
            })
            .filter(|entry| query.wants(entry))
            .collect();
        let total = entries.len() as u32;
        entries.retain(|entry| entry.n >= query.from.unwrap_or(0));
        entries.truncate(query.limit.unwrap_or(50).clamp(1, 200) as usize);
        let caretaker = self.live.game.caretake(self.seat).filter(|_| !self.live.is_over());
        let caretaker = caretaker.and_then(|command| serde_json::to_value(command).ok());
        MenuPage { seq: *seq, seat: self.seat, total, verbs, entries, caretaker }
    }

    fn preview(&self, command: &G::Command) -> CommandPreview {
        let AudienceState { seq, view, .. } = self.state;
        let game = &*self.live.game;
        let refusal = if self.live.company.closed {
            Some(note(&trouble::over()))
        } else {
            let decided = game.decide(self.seat, command, &mut Vec::new());
            decided.err().map(|refusal| note(&Problem::refused(&refusal)))
        };
        let Foreseen { text, mut notes } = game.foresee(self.seat, view, command, self.language);
        // What would follow from a command that is refused is of no use.
        if refusal.is_some() {
            notes.clear();
        }
        CommandPreview { seq: *seq, text, purpose: G::purpose(view, command), refusal, notes }
    }
}

fn note(problem: &Problem) -> ForeseenNote {
    ForeseenNote {
        text: problem.detail.clone(),
        clause: problem.clause.as_deref().map(str::to_owned),
    }
}

fn json(value: &impl Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|_| Problem::internal())
}
