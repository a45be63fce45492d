//! What a finished table leaves behind: its replay, its history as anybody saw it, its record of honour.

use std::io;

use backchannel::signal::Language;
use backchannel::{Outcome, honour};
use parley::replay::{Header, Writer};
use parley::{Audience, Game as _, Versions};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::body::Body;
use super::live::{Broken, Live};
use super::origin::Origin;
use crate::lobby::record::Started;
use crate::ruleset::Ruleset;
use crate::store::Step;
use crate::wire::live::TableNews;

/// A finished game as a file that anybody can check; `setup` as it was written at the start.
pub(crate) fn replay<G: Ruleset>(
    origin: &Origin<G>,
    setup: &Value,
    steps: &[Step],
) -> Result<Vec<u8>, Broken> {
    let started = origin.record.game.as_ref().ok_or(Broken::NotStarted)?;
    let (seed, source) = (started.seed, started.source.as_ref());
    let mut live = Live::<G>::watched(origin, [])?;
    let mut bodies = Vec::with_capacity(steps.len());
    for step in steps {
        let (body, _) = live.take(step)?;
        bodies.push((versions(&body, &live.game), body));
    }
    let write = || -> io::Result<Vec<u8>> {
        let header = header::<G>(started, setup)?;
        let mut writer = Writer::<G, _>::begin(Vec::new(), &header, started.commitment)?;
        for (versions, body) in &bodies {
            writer.written_by(*versions);
            match body {
                Body::Opened { events, hash, .. } => writer.opening(events, *hash)?,
                Body::Played { seat, command, events, hash, .. } => {
                    writer.step(*seat, command, events, *hash)?;
                }
                Body::Company { .. } => {}
            }
        }
        writer.seal(seed, source)
    };
    write().map_err(|error| Broken::Unwritten(error.to_string()))
}

/// What the commitment of a game covers beside its seed.
pub(crate) fn header<G: Ruleset>(started: &Started, setup: &Value) -> serde_json::Result<Header> {
    let begun_by = started.versions.unwrap_or(Versions::FIRST);
    match &started.source {
        Some(source) => {
            let secret = source.secret.commitment();
            Header::drawn::<G>(setup, begun_by, secret, started.shuffled)
        }
        None => Header::first_format::<G>(setup),
    }
}

/// What wrote a step down that led to `game`. Before the first release nobody said, and hashes were others.
fn versions<G: Ruleset>(body: &Body<G>, game: &G) -> Versions {
    let first = Versions::FIRST;
    body.versions().unwrap_or_else(|| match body.hash() {
        Some(hash) if G::HASH == first.hash && hash != game.digest() => {
            Versions { hash: Versions::UNKNOWN_HASH, ..first }
        }
        _ => first,
    })
}

/// Everything that an audience was told, from the first view on, as messages.
pub(crate) fn history<G: Ruleset>(
    origin: &Origin<G>,
    steps: &[Step],
    eyes: Audience,
    language: Language,
) -> Result<Vec<String>, Broken> {
    let mut live = Live::<G>::watched(origin, [eyes])?;
    let quiet = TableNews { clock: None, paused: false, seats: Vec::new(), over: true };
    let mut messages = vec![live.view_message(&live.eyes[0], Vec::new(), quiet)];
    for step in steps {
        let Some(learned) = live.follow(step)?.pop() else { continue };
        if learned.anything {
            messages.push(live.news_message(&live.eyes[0], &learned, language, None));
        }
    }
    Ok(messages)
}

/// How honourably everybody played, and how their fortunes went.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "GameHonours")]
pub struct Honours {
    pub outcome: Option<Outcome>,
    pub record: honour::Record,
    /// Each seat's record in numbers.
    pub honours: Vec<honour::Honours>,
    /// The scoreboard at the start of each round, and at the end.
    pub series: Vec<Moment>,
}

/// The scoreboard of one moment, in seat order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ScoreMoment")]
pub struct Moment {
    pub round: u16,
    pub territories: Vec<u32>,
    pub troops: Vec<u32>,
    pub cards: Vec<u32>,
}

impl Moment {
    fn of(game: &backchannel::Game) -> Moment {
        let view = game.view(Audience::Spectator);
        let each =
            |of: fn(&backchannel::view::Score) -> u32| view.scoreboard.iter().map(of).collect();
        Moment {
            round: view.round.0,
            territories: each(|score| score.territories),
            troops: each(|score| score.troops),
            cards: each(|score| score.cards),
        }
    }
}

pub(crate) fn honours(
    origin: &Origin<backchannel::Game>,
    steps: &[Step],
) -> Result<Honours, Broken> {
    let mut live = Live::<backchannel::Game>::watched(origin, [])?;
    let mut honour = honour::Record::begin(&live.game);
    let mut series = Vec::new();
    let mut round = 0;
    for step in steps {
        let body = serde_json::from_str(&step.body)
            .map_err(|error| Broken::Step { seq: step.seq, reason: error.to_string() })?;
        let (Body::<backchannel::Game>::Opened { events, .. } | Body::Played { events, .. }) = body
        else {
            continue;
        };
        for event in &events {
            honour.observe(live.game.rules(), event);
            live.game.evolve(event);
            if live.game.round().0 != round {
                round = live.game.round().0;
                series.push(Moment::of(&live.game));
            }
        }
    }
    series.push(Moment::of(&live.game));
    Ok(Honours { outcome: live.game.outcome(), honours: honour.honours(), record: honour, series })
}
