//! A table in memory: the game, who plays each seat, the clock, and the state of every audience.

use std::panic::{AssertUnwindSafe, catch_unwind};

use parley::{Audience, Language, Seat, StateHash, Versions};
use serde::Serialize;
use thiserror::Error;

use super::audience::{AudienceState, Learned, Recalled};
use super::body::{Count, StepBody, TableChange};
use super::clock::TableClock;
use super::company::Company;
use super::fold::COUNTED;
use super::origin::Origin;
use super::tail::Tail;
use crate::ruleset::{BotMemory as _, MemoryStamp, Ruleset, SeatResult};
use crate::store::{self, StoredStep};
use crate::time::Time;
use crate::wire::clock::ClockFace;
use crate::wire::daily::DailyResult;
use crate::wire::live::{LogLine, Message, MoveMaker, PlayedBy, TableNews};

/// A table, as a fold over its steps.
pub(crate) struct LiveTable<G: Ruleset> {
    /// On the heap, so that a task that owns a table is not as large as its game.
    pub game: Box<G>,
    pub company: Company,
    clock: TableClock,
    time: Time,
    pub audiences: Vec<AudienceState<G>>,
    /// What its bots remember.
    pub memory: G::Memory,
    /// The round in which each seat left the game, if it has.
    left_in: Vec<Option<u16>>,
    /// Who made the last step, if it was a seat.
    pub moved_by: Option<Seat>,
    /// How many steps there have been.
    pub steps: u32,
    /// The witnesses of the last events.
    pub tail: Tail<G>,
}

/// Why a table cannot be loaded.
#[derive(Debug, Error)]
pub(crate) enum FoldError {
    #[error("the table was never started")]
    NotStarted,
    #[error("its set-up or its map is missing or cannot be played")]
    Unplayable,
    #[error("it cannot be serialised: {0}")]
    Unwritten(String),
    #[error("step {seq} cannot be read: {reason}")]
    Step { seq: u32, reason: String },
    #[error("step {seq} is missing")]
    Missing { seq: u32 },
    #[error("its status is in a damaged row")]
    Status,
    #[error("its set-up has {game} seats and its record {record}")]
    Seats { game: usize, record: usize },
    #[error("step {seq} has an impossible time")]
    Time { seq: u32 },
    #[error("step {seq} is about seat {seat}, which the table does not have")]
    NoSuchSeat { seq: u32, seat: u8 },
    #[error("the events of step {seq} cannot happen there")]
    Impossible { seq: u32 },
    #[error("step {seq} opens a table that is open already")]
    OpenedTwice { seq: u32 },
    #[error("the first step does not open the table")]
    NotOpened,
    #[error("the command of step {seq} is against the rules: {reason}")]
    Refused { seq: u32, reason: String },
    #[error("the events of step {seq} are not what its command leads to")]
    Events { seq: u32 },
    #[error("step {seq} has the idempotency key of an earlier one")]
    TwiceTheId { seq: u32 },
    #[error("the state after step {seq} does not match its hash")]
    Hash { seq: u32 },
    #[error("it was played by version {theirs} of the rules, and this program only knows {ours}")]
    Newer { theirs: u16, ours: u16 },
}

/// Whether the steps lead to the state whose hash was stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(crate) enum HashCheck {
    /// It is the same.
    Same,
    /// The hash is of another version, so it cannot be compared.
    Unknown,
}

impl FoldError {
    /// The step with the fault.
    pub fn seq(&self) -> Option<u32> {
        match *self {
            FoldError::Step { seq, .. }
            | FoldError::Missing { seq }
            | FoldError::Hash { seq }
            | FoldError::Time { seq }
            | FoldError::NoSuchSeat { seq, .. }
            | FoldError::Impossible { seq }
            | FoldError::OpenedTwice { seq }
            | FoldError::Refused { seq, .. }
            | FoldError::Events { seq }
            | FoldError::TwiceTheId { seq } => Some(seq),
            FoldError::NotOpened => Some(0),
            FoldError::NotStarted
            | FoldError::Status
            | FoldError::Unplayable
            | FoldError::Unwritten(_)
            | FoldError::Newer { .. }
            | FoldError::Seats { .. } => None,
        }
    }
}

/// The end of the year 9999, so that adding hours to a time cannot overflow.
const LATEST: i64 = 253_402_300_799_999;

/// What each of [`LiveTable::audiences`] learned from a step.
pub(crate) type StepNews<G> = Vec<Learned<<G as parley::Game>::Notice>>;

impl<G: Ruleset> LiveTable<G> {
    /// A table before its first step, with these audiences.
    pub fn watched(
        origin: &Origin<G>,
        audiences: impl IntoIterator<Item = Audience>,
    ) -> Result<LiveTable<G>, FoldError> {
        let (record, game) = (&origin.record, origin.game()?);
        check_known::<G>(record.game.as_ref().and_then(|started| started.versions))?;
        let seats = (game.seats().len(), record.seats.len());
        if seats.0 != seats.1 {
            return Err(FoldError::Seats { game: seats.0, record: seats.1 });
        }
        Ok(LiveTable {
            audiences: audiences
                .into_iter()
                .map(|audience| AudienceState::new(audience, &game))
                .collect(),
            company: Company::of::<G>(record),
            clock: TableClock::new(record.settings.clock, record.seats.len()),
            time: origin.time.clone(),
            memory: G::Memory::begin(&game),
            left_in: vec![None; seats.0],
            moved_by: None,
            steps: 0,
            tail: Tail::default(),
            game: Box::new(game),
        })
    }

    /// The opening, before anybody moves.
    pub fn open(&mut self, at: i64) -> (StepBody<G>, StepNews<G>) {
        let mut events = Vec::new();
        self.game.opening(&mut events);
        let told = self.advance(&events, None);
        self.settle(at);
        (StepBody::Opened { v: Some(G::VERSIONS), events, hash: self.game.digest() }, told)
    }

    /// Carries a command out, in memory only.
    ///
    /// # Errors
    /// If the rules forbid it. Then nothing has changed.
    pub fn act(
        &mut self,
        seat: Seat,
        command: G::Command,
        hand: PlayedBy,
        at: i64,
    ) -> Result<(StepBody<G>, StepNews<G>), G::Refusal> {
        let mut events = Vec::new();
        self.game.decide(seat, &command, &mut events)?;
        let told = self.play(&events, seat, hand);
        self.settle(at);
        let counted = self.audience_state(Audience::Seat(seat)).map_or(0, |state| state.seq);
        let hash = self.game.digest();
        let v = Some(G::VERSIONS);
        let counts = self.steps.is_multiple_of(COUNTED).then(|| self.counts());
        let thought = None;
        let body = StepBody::Played {
            v,
            seat,
            hand,
            command,
            events,
            hash,
            told: counted,
            counts,
            thought,
        };
        Ok((body, told))
    }

    /// Applies a change around the game, in memory only.
    pub fn change(&mut self, change: TableChange, at: i64) -> StepBody<G> {
        self.company.apply(change);
        self.settle(at);
        StepBody::Company { v: Some(G::VERSIONS), change }
    }

    /// Applies a stored step. After an error the table must not be used.
    ///
    /// # Errors
    /// If it is not the next one, cannot be parsed, or cannot have happened.
    pub fn follow(&mut self, step: &StoredStep) -> Result<StepNews<G>, FoldError> {
        self.take(step).map(|(_, told)| told)
    }

    /// The same, and returns the parsed step.
    pub fn take(&mut self, step: &StoredStep) -> Result<(StepBody<G>, StepNews<G>), FoldError> {
        let body = self.read(step)?;
        let told = self.enact(&body, step.at)?;
        Ok((body, told))
    }

    /// Parses the next step.
    ///
    /// # Errors
    /// If it has another number, cannot be parsed, or refers to something that the table does not have.
    pub fn read(&self, step: &StoredStep) -> Result<StepBody<G>, FoldError> {
        if step.seq != self.steps {
            return Err(FoldError::Missing { seq: self.steps });
        }
        let body = LiveTable::parse(step)?;
        self.check_seat(&body, step.seq)?;
        Ok(body)
    }

    /// Parses a step, whatever its number.
    ///
    /// # Errors
    /// If it cannot be parsed, or was written by a newer version of the rules.
    pub fn parse(step: &StoredStep) -> Result<StepBody<G>, FoldError> {
        let seq = step.seq;
        let body: StepBody<G> =
            store::read(&step.body).map_err(|reason| FoldError::Step { seq, reason })?;
        check_known::<G>(body.versions())?;
        if !(0..=LATEST).contains(&step.at) {
            return Err(FoldError::Time { seq });
        }
        match (&body, seq) {
            (StepBody::Opened { .. }, 0) => Ok(body),
            (StepBody::Opened { .. }, _) => Err(FoldError::OpenedTwice { seq }),
            (_, 0) => Err(FoldError::NotOpened),
            _ => Ok(body),
        }
    }

    fn check_seat(&self, body: &StepBody<G>, seq: u32) -> Result<(), FoldError> {
        match body.seat() {
            Some(seat) if !self.game.seats().contains(seat) => {
                Err(FoldError::NoSuchSeat { seq, seat: seat.0 })
            }
            _ => Ok(()),
        }
    }

    /// Applies the parsed next step.
    ///
    /// # Errors
    /// If it cannot have happened.
    pub fn enact(&mut self, body: &StepBody<G>, at: i64) -> Result<StepNews<G>, FoldError> {
        let seq = self.steps;
        self.check_seat(body, seq)?;
        // The rules assume that events are their own, but whoever can write to the database can write any: a panic
        // breaks this table, and no other.
        let repeated = catch_unwind(AssertUnwindSafe(|| self.repeat(body, at)));
        repeated.map_err(|_| FoldError::Impossible { seq })
    }

    /// The sequence numbers of every seat.
    fn counts(&self) -> Vec<Count> {
        let seats = self.audiences.iter().filter(|state| state.audience.seat().is_some());
        seats.map(AudienceState::count).collect()
    }

    fn repeat(&mut self, body: &StepBody<G>, at: i64) -> StepNews<G> {
        let told = match body {
            StepBody::Opened { events, .. } => self.advance(events, None),
            StepBody::Played { seat, hand, events, .. } => self.play(events, *seat, *hand),
            StepBody::Company { change, .. } => {
                self.company.apply(*change);
                Vec::new()
            }
        };
        self.settle(at);
        told
    }

    /// The events are authoritative and the hash is a check: one of another version says nothing about them. A step
    /// without a version is of the first release or older.
    ///
    /// # Errors
    /// If the hash differs.
    pub fn compare(
        &self,
        seq: u32,
        hash: StateHash,
        versions: Option<Versions>,
    ) -> Result<HashCheck, FoldError> {
        match versions {
            Some(Versions { hash: version, .. }) if version != G::HASH => Ok(HashCheck::Unknown),
            _ if self.game.digest() == hash => Ok(HashCheck::Same),
            Some(_) => Err(FoldError::Hash { seq }),
            None => Ok(HashCheck::Unknown),
        }
    }

    fn play(&mut self, events: &[G::Event], seat: Seat, hand: PlayedBy) -> StepNews<G> {
        let duty = self.game.duty();
        let told = self.advance(events, Some(seat));
        if duty.is_some_and(|duty| duty.seat == seat) && self.game.duty() != duty {
            self.company.ended(seat, hand);
        }
        told
    }

    fn advance(&mut self, events: &[G::Event], acted: Option<Seat>) -> StepNews<G> {
        let mut notices: Vec<Vec<G::Notice>> = self.audiences.iter().map(|_| Vec::new()).collect();
        self.recall_first();
        let remembered = self.memory_stamp();
        self.moved_by = acted;
        for event in events {
            self.memory.observe(&self.game, event);
            let witness = self.game.witness(event);
            self.tail.push(self.steps, witness);
            for (state, heap) in self.audiences.iter().zip(&mut notices) {
                heap.extend(G::notice(event, witness, state.audience));
            }
            self.game.evolve(event);
        }
        self.tail.end(self.steps, self.game.current_round());
        self.note_who_left();
        self.memory.settle(&self.game, &self.company.bots());
        let acted = acted.map(Audience::Seat);
        let watching = self.audiences.iter_mut().zip(notices);
        let told = watching
            .map(|(state, heap)| state.learn(&self.game, heap, Some(state.audience) == acted));
        let mut told: StepNews<G> = told.collect();
        if self.memory_stamp() != remembered {
            self.remind(&mut told);
        }
        told
    }

    fn note_who_left(&mut self) {
        let round = self.game.current_round();
        for (seat, left) in Seat::all(self.left_in.len()).zip(&mut self.left_in) {
            if left.is_none() && self.game.is_out(seat) {
                *left = Some(round);
            }
        }
    }

    /// What came of a finished game for a seat.
    pub fn result(&self, seat: Seat) -> Option<DailyResult> {
        let SeatResult { won, score } = self.game.result(seat)?;
        let left = self.left_in.get(seat.index()).copied().flatten();
        Some(DailyResult { won, score, rounds: left.unwrap_or(self.game.current_round()) })
    }

    /// Whenever it changes, anybody may be told something else of memories.
    fn memory_stamp(&self) -> (MemoryStamp, bool) {
        (self.memory.stamp(&self.game), self.is_over())
    }

    /// What an audience may know of the memory of the bots, and of words kept and broken.
    fn recalled(&self, audience: Audience) -> Recalled {
        (self.memories(audience), self.memory.words(&self.game, audience))
    }

    /// Notes what audiences that have just come know already.
    fn recall_first(&mut self) {
        for at in 0..self.audiences.len() {
            let AudienceState { audience, recalled, .. } = &self.audiences[at];
            if recalled.is_none() {
                self.audiences[at].recalled = Some(self.recalled(*audience));
            }
        }
    }

    fn remind(&mut self, told: &mut StepNews<G>) {
        for (at, learned) in told.iter_mut().enumerate() {
            let now = Some(self.recalled(self.audiences[at].audience));
            learned.reminded = self.audiences[at].recalled != now;
            self.audiences[at].recalled = now;
        }
    }

    fn settle(&mut self, at: i64) {
        self.steps += 1;
        self.clock.follow(self.game.duty(), self.time.served(at), self.company.paused);
    }

    /// When the current player times out.
    pub fn deadline(&self) -> Option<i64> {
        self.clock.deadline().map(|served| self.time.when(served))
    }

    pub fn clock_face(&self, now: i64) -> Option<ClockFace> {
        self.clock.face().map(|face| ClockFace { deadline: self.deadline(), now, ..face })
    }

    pub fn is_over(&self) -> bool {
        self.game.is_over() || self.company.closed
    }

    pub fn audience_state(&self, audience: Audience) -> Option<&AudienceState<G>> {
        self.audiences.iter().find(|state| state.audience == audience)
    }

    /// Whether a proposal is waiting for that seat.
    pub fn waits(&self, seat: Seat) -> bool {
        let state = self.audience_state(Audience::Seat(seat));
        state.is_some_and(|state| G::attention(&state.view, &state.options, seat).proposals > 0)
    }

    /// Everything that an audience may know, as a message.
    pub fn view_message(
        &self,
        state: &AudienceState<G>,
        log: Vec<LogLine<G::Line>>,
        table: TableNews,
    ) -> String {
        let seat = state.audience.seat();
        json(&Message::View::<_, (), _, (), _> {
            seq: state.seq,
            seat,
            view: &state.view,
            options: seat.map(|_| &state.options),
            log,
            table,
        })
    }

    /// What an audience has just learned, as a message. Must be called right after the step.
    pub fn news_message(
        &self,
        state: &AudienceState<G>,
        learned: &Learned<G::Notice>,
        language: Language,
        (table, by): (Option<TableNews>, Option<MoveMaker>),
    ) -> String {
        json(&Message::News::<(), _, (), _, _> {
            seq: state.seq,
            log: state.log_lines(&self.game, learned.notices.clone(), language),
            view: state.view_patch(),
            options: state.options_patch(),
            table,
            by,
        })
    }
}

/// Newer rules may mean something else by the same events.
fn check_known<G: Ruleset>(versions: Option<Versions>) -> Result<(), FoldError> {
    let (theirs, ours) = (versions.unwrap_or(Versions::FIRST).rules, G::VERSIONS.rules);
    if theirs > ours { Err(FoldError::Newer { theirs, ours }) } else { Ok(()) }
}

/// Most messages and steps are shorter, so they are written without reallocation.
const USUAL_BYTES: usize = 1024;

pub(super) fn json(message: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(USUAL_BYTES);
    serde_json::to_writer(&mut text, message).expect("a message is plain data");
    String::from_utf8(text).expect("JSON is text")
}
