//! The daily table: one game a day, the same for everybody who has an account, with one try.
//!
//! Its seed is made of a secret that the server draws once for the day and commits to. Nobody adds to it, or it would not
//! be the same for everybody; and nobody is shown it before the day ends.

use axum::Json;
use axum::extract::State;
use parley::{Secret, SeedSource};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::access::Visitor;
use super::record::{DailyAttempt, Holding, TableRecord, daily_key, finished_key, tries_key};
use super::{names, settings, shown, start, tables};
use crate::document::{self, Document, Kept, Saved};
use crate::http::answer::{Created, JsonResult};
use crate::http::params::PathParams;
use crate::lobby::Lobby;
use crate::people::person::{Hosts, MaybeSignedIn, Reads, SignedIn};
use crate::people::record::PersonRecord;
use crate::ruleset::Hosted;
use crate::secret;
use crate::store::{Page, RecordKind, Store};
use crate::wire::daily::{DailyEntry, DailyOpponent, DailyResult, DailyTable, DailyTry, Day};
use crate::wire::table::{TableDetails, TableId};
use crate::wire::{GameSettings, PersonId, Problem};

/// How many of the best results are kept.
const MOST_BEST: usize = 20;
/// The longest streak that is counted, in pages of tries.
const STREAK_PAGES: usize = 10;
const STREAK_PAGE: u32 = 100;

/// The game of one day, as it is stored: later versions of the server may choose otherwise for the same day.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DailyRecord {
    day: Day,
    secret: Secret,
    game: GameSettings,
    /// The bots on the seats after the first.
    bots: Vec<String>,
    /// The best results, the best first.
    #[serde(default)]
    best: Vec<BestTry>,
}

/// One of the best results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BestTry {
    pub table: TableId,
    pub person: PersonId,
    pub name: String,
    pub result: DailyResult,
}

impl Document for DailyRecord {
    const KIND: RecordKind = RecordKind::Daily;

    fn id(&self) -> String {
        self.day.to_string()
    }

    fn keys(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The day in the path.
#[derive(Deserialize, JsonSchema)]
pub struct DayPath {
    pub day: Day,
}

pub async fn today(
    State(app): State<Lobby>,
    person: MaybeSignedIn<Reads>,
) -> JsonResult<DailyTable> {
    let daily = of_today(&app).await?;
    Ok(Json(told(&app, daily, person.id()).await?))
}

pub async fn of_day(
    State(app): State<Lobby>,
    person: MaybeSignedIn<Reads>,
    PathParams(DayPath { day }): PathParams<DayPath>,
) -> JsonResult<DailyTable> {
    let daily = document::load::<DailyRecord>(&*app.store, &day.to_string()).await?;
    let daily = daily.ok_or_else(|| Problem::not_found("daily table on that day"))?;
    Ok(Json(told(&app, daily.value, person.id()).await?))
}

pub async fn play(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
) -> Result<Created<TableDetails>, Problem> {
    if person.record.login.is_none() {
        let sentence = "The daily table is for accounts; keep your name with a password first.";
        return Err(Problem::forbidden(sentence));
    }
    let daily = of_today(&app).await?;
    let day = daily.day;
    if attempt(&*app.store, day, person.id()).await?.is_some() {
        return Err(had_a_try());
    }
    let table = prepare(&app, &daily, &person.record).await?;
    let table = start::begin_aside(&app, table).await?;
    let table = match tables::add(&app, table).await {
        Ok(table) => table,
        // Of two requests at the same time, one is first.
        Err(problem) => {
            let tried = attempt(&*app.store, day, person.id()).await?.is_some();
            return Err(if tried { had_a_try() } else { problem });
        }
    };
    app.live.begin(&table).await?;
    metrics::counter!("games_started_total").increment(1);
    Ok(Created(shown::table(&app, &table, Visitor::known(person.id())).await?))
}

fn had_a_try() -> Problem {
    Problem::conflict("You have had your try at today's table; the next one opens at midnight UTC.")
}

/// The game of today. Whoever asks first on a day makes it.
async fn of_today(app: &Lobby) -> Result<DailyRecord, Problem> {
    let day = Day::at(app.wall());
    let id = day.to_string();
    if let Some(daily) = document::load::<DailyRecord>(&*app.store, &id).await? {
        return Ok(daily.value);
    }
    let offered = app.rulesets.iter().find_map(|game| game.daily(day.number()));
    let (game, company) = offered.ok_or_else(no_daily_table)?;
    let made = Kept::new(DailyRecord {
        day,
        secret: Secret::from_bytes(secret::random()),
        game: game.write()?,
        bots: company.iter().map(|bot| (*bot).to_owned()).collect(),
        best: Vec::new(),
    });
    match made.save(&*app.store).await? {
        Saved::Yes => Ok(made.value),
        Saved::Overtaken | Saved::Taken(_) => {
            let theirs = document::load::<DailyRecord>(&*app.store, &id).await?;
            theirs.map(|daily| daily.value).ok_or_else(Problem::unavailable)
        }
    }
}

fn no_daily_table() -> Problem {
    Problem::not_found("daily table: none of the games has one")
}

/// The try of a person on that day.
async fn attempt(
    store: &dyn Store,
    day: Day,
    person: &PersonId,
) -> Result<Option<TableRecord>, Problem> {
    let found = document::find_one::<TableRecord>(store, &daily_key(day, person)).await?;
    Ok(found.map(|table| table.value))
}

/// The table of a person, before it is begun.
async fn prepare(
    app: &Lobby,
    daily: &DailyRecord,
    person: &PersonRecord,
) -> Result<TableRecord, Problem> {
    let game = app.rulesets.of(&daily.game)?;
    let title = format!("Daily table, {}", daily.day.in_words());
    let wanted = start::quick_settings(title, daily.game.clone());
    let checked = settings::check_aside(&app.rulesets, wanted).await?;
    let mut table = tables::new(game, checked, person);
    seat_bots(game, &daily.bots, &mut table.seats);
    table.secret = Some(daily.secret);
    table.daily = Some(DailyAttempt { day: daily.day, result: None });
    Ok(table)
}

fn seat_bots(game: &dyn Hosted, bots: &[String], seats: &mut [Holding]) {
    for (place, bot) in (1..seats.len()).zip(bots.iter().cycle()) {
        seats[place] = names::seat_bot(game.bots(), bot, seats);
    }
}

async fn told(
    app: &Lobby,
    daily: DailyRecord,
    person: Option<&PersonId>,
) -> Result<DailyTable, Problem> {
    let (store, day) = (&*app.store, daily.day);
    let game = app.rulesets.of(&daily.game)?;
    let agreed = game.read(&daily.game)?;
    let mut seats = vec![Holding::Nobody; agreed.seats()];
    seat_bots(game, &daily.bots, &mut seats);
    let opponents = seats.iter().filter_map(|holding| match holding {
        Holding::Bot { bot, name, .. } => {
            Some(DailyOpponent { bot: bot.clone(), name: name.clone() })
        }
        Holding::Nobody | Holding::Person { .. } => None,
    });
    let over = app.wall() >= day.end();
    let source = SeedSource { secret: daily.secret, entropy: vec![None; seats.len()] };
    let (yours, streak) = match person {
        None => (None, 0),
        Some(person) => (attempt(store, day, person).await?, streak(store, day, person).await?),
    };
    let entry = |best: BestTry| DailyEntry {
        yours: Some(&best.person) == person,
        name: best.name,
        result: best.result,
    };
    Ok(DailyTable {
        day,
        ends_at: day.end(),
        ruleset: daily.game.ruleset().clone(),
        map: daily.game.map(),
        opponents: opponents.collect(),
        secret_commitment: daily.secret.commitment(),
        secret: over.then_some(daily.secret),
        seed: over.then(|| source.seed()),
        yours: yours.map(|table| DailyTry {
            table: table.id,
            standing: table.standing,
            result: table.daily.and_then(|it| it.result),
        }),
        best: daily.best.into_iter().map(entry).collect(),
        finished: store.count(RecordKind::Table, &finished_key(day)).await?,
        streak,
    })
}

/// On how many days in a row somebody has finished their try. That of `day` may still come.
async fn streak(store: &dyn Store, day: Day, person: &PersonId) -> Result<u32, Problem> {
    let (mut streak, mut wanted) = (0, Some(day));
    let mut page = Page::first(STREAK_PAGE);
    for _ in 0..STREAK_PAGES {
        let tries = document::list::<TableRecord>(store, &tries_key(person), page.clone()).await?;
        for attempt in tries.iter().filter_map(|table| table.daily).filter(|it| it.day <= day) {
            let missed = wanted == Some(day) && (attempt.day < day || attempt.result.is_none());
            if missed {
                wanted = day.before();
            }
            match attempt.result {
                Some(_) if Some(attempt.day) == wanted => {
                    (streak, wanted) = (streak + 1, attempt.day.before());
                }
                None if attempt.day == day => {}
                _ => return Ok(streak),
            }
        }
        page.after = tries.last().map(|table| table.id.0.clone());
        if tries.len() < STREAK_PAGE as usize {
            break;
        }
    }
    Ok(streak)
}

/// Enters a result into the best of its day. Entering it again changes nothing.
///
/// # Errors
/// If it cannot be written now.
pub async fn enter(store: &dyn Store, day: Day, entry: &BestTry) -> Result<(), Problem> {
    let enter = |daily: &mut DailyRecord| {
        if daily.best.iter().all(|it| it.table != entry.table) {
            let better = |it: &BestTry| it.result.rank() <= entry.result.rank();
            let place = daily.best.partition_point(better);
            daily.best.insert(place, entry.clone());
            daily.best.truncate(MOST_BEST);
        }
        Ok(())
    };
    document::change(store, &day.to_string(), enter).await.map(drop)
}
