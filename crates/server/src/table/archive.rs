//! What can be downloaded of a finished table: its replay, its history as an audience saw it, and the game's own
//! summary.

use std::io;

use parley::replay::{Header, ReplayWriter};
use parley::{Audience, Language, Seed, SeedSource, Versions};
use serde_json::Value;

use super::body::StepBody;
use super::live::{FoldError, LiveTable};
use super::origin::Origin;
use super::text_stream::TextStream;
use crate::lobby::record::Started;
use crate::ruleset::{Chronicle, Ruleset};
use crate::store::StoredStep;
use crate::wire::live::TableNews;

/// A finished game as a file that anybody can verify.
pub(crate) struct ReplayBuilder<G: Ruleset> {
    /// Without audiences.
    live: LiveTable<G>,
    writer: Option<ReplayWriter<G, Vec<u8>>>,
    seed: Seed,
    source: Option<SeedSource>,
    text: Vec<u8>,
}

impl<G: Ruleset> ReplayBuilder<G> {
    /// `setup` as it was at the start.
    pub fn new(origin: &Origin<G>, setup: &Value) -> Result<ReplayBuilder<G>, FoldError> {
        let started = origin.record.game.as_ref().ok_or(FoldError::NotStarted)?;
        let (seed, source) = (started.seed, started.source.clone());
        let header = header::<G>(started, setup).map_err(|error| unwritten(error.into()))?;
        let writer =
            ReplayWriter::begin(Vec::new(), &header, started.commitment).map_err(unwritten)?;
        let live = LiveTable::watched(origin, [])?;
        Ok(ReplayBuilder { live, writer: Some(writer), seed, source, text: Vec::new() })
    }
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

/// The versions that wrote a step. Before the first release they were not recorded, and hashes were different.
fn versions<G: Ruleset>(body: &StepBody<G>, game: &G) -> Versions {
    let first = Versions::FIRST;
    body.versions().unwrap_or_else(|| match body.hash() {
        Some(hash) if G::HASH == first.hash && hash != game.digest() => {
            Versions { hash: Versions::UNKNOWN_HASH, ..first }
        }
        _ => first,
    })
}

impl<G: Ruleset> TextStream for ReplayBuilder<G> {
    fn read(&mut self, step: &StoredStep) -> Result<(), FoldError> {
        let (body, _) = self.live.take(step)?;
        let Some(writer) = &mut self.writer else { return Ok(()) };
        writer.written_by(versions(&body, &self.live.game));
        match body {
            StepBody::Opened { events, hash, .. } => writer.opening(&events, hash),
            StepBody::Played { seat, command, events, hash, .. } => {
                writer.step(seat, &command, &events, hash)
            }
            StepBody::Company { .. } => Ok(()),
        }
        .map_err(unwritten)
    }

    fn end(&mut self) -> Result<(), FoldError> {
        let writer = self.writer.take().expect("it ends once");
        self.text = writer.seal(self.seed, self.source.as_ref()).map_err(unwritten)?;
        Ok(())
    }

    fn text(&mut self) -> &mut Vec<u8> {
        match &mut self.writer {
            Some(writer) => writer.out(),
            None => &mut self.text,
        }
    }
}

#[allow(clippy::needless_pass_by_value, reason = "it is handed over by map_err")]
fn unwritten(error: io::Error) -> FoldError {
    FoldError::Unwritten(error.to_string())
}

/// Everything that an audience was sent, from the first view on, as a list of messages.
pub(crate) struct HistoryBuilder<G: Ruleset> {
    live: LiveTable<G>,
    language: Language,
    text: Vec<u8>,
}

impl<G: Ruleset> HistoryBuilder<G> {
    pub fn new(
        origin: &Origin<G>,
        audience: Audience,
        language: Language,
    ) -> Result<HistoryBuilder<G>, FoldError> {
        let live = LiveTable::<G>::watched(origin, [audience])?;
        let quiet = TableNews {
            clock: None,
            paused: false,
            seats: Vec::new(),
            over: true,
            bot_pace_ms: 0,
            left_to_bots: false,
            skipped: false,
            memories: Vec::new(),
            words: Vec::new(),
        };
        let mut text = vec![b'['];
        text.extend(live.view_message(&live.audiences[0], Vec::new(), quiet).into_bytes());
        Ok(HistoryBuilder { live, language, text })
    }
}

impl<G: Ruleset> TextStream for HistoryBuilder<G> {
    fn read(&mut self, step: &StoredStep) -> Result<(), FoldError> {
        let (body, mut told) = self.live.take(step)?;
        if let Some(learned) = told.pop().filter(|learned| learned.anything) {
            let state = &self.live.audiences[0];
            let by = body.maker(step.seq);
            let message = self.live.news_message(state, &learned, self.language, (None, by));
            self.text.push(b',');
            self.text.extend(message.into_bytes());
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), FoldError> {
        self.text.push(b']');
        Ok(())
    }

    fn text(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }
}

/// The game's own summary of a finished game.
pub(crate) struct ChronicleBuilder<G: Ruleset, C> {
    game: Box<G>,
    chronicle: Option<C>,
    text: Vec<u8>,
}

impl<G: Ruleset, C: Chronicle<G>> ChronicleBuilder<G, C> {
    pub fn new(origin: &Origin<G>) -> Result<ChronicleBuilder<G, C>, FoldError> {
        let game = Box::new(origin.game()?);
        let chronicle = Some(C::begin(&game));
        Ok(ChronicleBuilder { game, chronicle, text: Vec::new() })
    }
}

impl<G: Ruleset, C: Chronicle<G>> TextStream for ChronicleBuilder<G, C> {
    fn read(&mut self, step: &StoredStep) -> Result<(), FoldError> {
        let Some(chronicle) = &mut self.chronicle else { return Ok(()) };
        for event in LiveTable::<G>::parse(step)?.events() {
            chronicle.before(&self.game, event);
            self.game.evolve(event);
            chronicle.after(&self.game);
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), FoldError> {
        let chronicle = self.chronicle.take().expect("it ends once");
        let told = chronicle.end(&self.game);
        self.text = serde_json::to_vec(&told).map_err(|error| unwritten(error.into()))?;
        Ok(())
    }

    fn text(&mut self) -> &mut Vec<u8> {
        &mut self.text
    }
}
