//! Loads a table by folding its steps: page by page, and never on a request thread.
//!
//! The sequence numbers of a seat follow from its view after every step, which takes far longer to build than the
//! steps take to fold. So every so many steps have a checkpoint of them, and views are built only after the last
//! checkpoint.

use parley::{Audience, Seat, StateHash, Versions};

use super::TableContext;
use super::audience::AudienceState;
use super::body::{Count, StepBody};
use super::live::{FoldError, HashCheck, LiveTable, StepNews};
use super::origin::Origin;
use crate::once;
use crate::ruleset::Ruleset;
use crate::store::StoredStep;
use crate::wire::problem::Problem;
use crate::work::{Work, WorkPermit};

/// The interval of checkpoints, in steps.
pub(crate) const COUNTED: u32 = 64;
/// Steps without checkpoints were written before there were any; views are built once so many have come.
const PATIENCE: usize = 4 * COUNTED as usize;
/// The page size, in steps.
pub(crate) const PAGE: u32 = 1_024;

/// Observes the fold of a table.
pub(crate) trait Observer<G: Ruleset>: Send + 'static {
    /// A step was read.
    fn note(&mut self, _step: &StoredStep) {}

    /// Whether everything after these sequence numbers is to be observed.
    fn begins_after(&self, _counts: &[Count]) -> bool {
        false
    }

    /// An audience has seen a step.
    fn see(&mut self, _live: &LiveTable<G>, _told: StepNews<G>) {}
}

/// Observes nothing.
impl<G: Ruleset> Observer<G> for () {}

/// A table that is being loaded.
pub(crate) struct Fold<G: Ruleset, O = ()> {
    /// Has audiences only while views have to be built.
    live: LiveTable<G>,
    audiences: Vec<Audience>,
    /// The last checkpoint of the seats.
    counts: Vec<Count>,
    /// The steps since then.
    ahead: Vec<(i64, StepBody<G>)>,
    /// The last state hash, with its step and the versions that wrote it.
    last: Option<(u32, StateHash, Option<Versions>)>,
    observer: O,
    begun: bool,
}

impl<G: Ruleset, O: Observer<G>> Fold<G, O> {
    /// # Errors
    /// If the table was never started.
    pub fn new(
        origin: &Origin<G>,
        audiences: impl IntoIterator<Item = Audience>,
        observer: O,
    ) -> Result<Fold<G, O>, FoldError> {
        Ok(Fold {
            live: LiveTable::watched(origin, [])?,
            audiences: audiences.into_iter().collect(),
            counts: vec![Count::default(); origin.record.seats.len()],
            ahead: Vec::new(),
            last: None,
            observer,
            begun: false,
        })
    }

    /// Applies the next step.
    fn push(&mut self, step: &StoredStep) -> Result<(), FoldError> {
        let next = self.live.steps + self.ahead.len() as u32;
        if step.seq != next {
            return Err(FoldError::Missing { seq: next });
        }
        let body = LiveTable::parse(step)?;
        self.observer.note(step);
        self.last = body.hash().map(|hash| (step.seq, hash, body.versions())).or(self.last);
        let counts = body.counts().map(<[Count]>::to_vec);
        self.ahead.push((step.at, body));
        match counts {
            Some(counts) if self.may_skip(&counts) => self.skip(counts),
            _ if self.begun || self.ahead.len() >= PATIENCE => self.look(),
            _ => Ok(()),
        }
    }

    /// Builds views for the sequence numbers only.
    fn may_skip(&mut self, counts: &[Count]) -> bool {
        let counted = |it: &Audience| it.seat().is_some_and(|seat| seat.index() < counts.len());
        self.begun = self.begun || self.observer.begins_after(counts);
        !self.begun && self.audiences.iter().all(counted)
    }

    fn skip(&mut self, counts: Vec<Count>) -> Result<(), FoldError> {
        self.live.audiences.clear();
        for (at, body) in self.ahead.drain(..) {
            self.live.enact(&body, at)?;
        }
        self.counts = counts;
        Ok(())
    }

    fn look(&mut self) -> Result<(), FoldError> {
        if self.live.audiences.is_empty() {
            let count = |it: &Audience| Some(*self.counts.get(it.seat()?.index())?);
            let game = &*self.live.game;
            let open =
                |it: &Audience| AudienceState::after(*it, game, count(it).unwrap_or_default());
            self.live.audiences = self.audiences.iter().map(open).collect();
        }
        for (at, body) in self.ahead.drain(..) {
            let told = self.live.enact(&body, at)?;
            self.observer.see(&self.live, told);
        }
        Ok(())
    }

    /// # Errors
    /// If the state hash is not the stored one.
    fn finish(mut self) -> Result<(LiveTable<G>, O, HashCheck), FoldError> {
        self.look()?;
        let agreement = match self.last {
            Some((seq, hash, versions)) => self.live.compare(seq, hash, versions)?,
            None => HashCheck::Same,
        };
        Ok((self.live, self.observer, agreement))
    }
}

/// The steps of a table up to some step or time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Until {
    pub steps: u32,
    pub at: i64,
}

impl Until {
    pub const NOW: Until = Until { steps: u32::MAX, at: i64::MAX };

    fn has_come(self, step: &StoredStep) -> bool {
        step.seq < self.steps && step.at <= self.at
    }
}

/// Folds the steps of a table.
///
/// # Errors
/// If too many tables are being folded, or this one has a fault.
pub(crate) async fn fold<G: Ruleset, O: Observer<G>>(
    shared: &TableContext,
    origin: &Origin<G>,
    (work, until): (Work, Until),
    audiences: impl IntoIterator<Item = Audience>,
    observer: O,
) -> Result<(LiveTable<G>, O), Problem> {
    let permit = work.permit().await?;
    let table = &origin.record.id;
    let fold = Fold::new(origin, audiences, observer);
    let mut fold = fold.map_err(|broken| shared.broken(table, &broken))?;
    let mut from = 0;
    loop {
        let mut steps = shared.page(table, from).await?;
        let read = steps.len();
        steps.retain(|step| until.has_come(step));
        let last = steps.len() < read || read < PAGE as usize;
        from += read as u32;
        let folded = on(&permit, move || {
            steps.iter().try_for_each(|step| fold.push(step))?;
            Ok(fold)
        });
        fold = folded.await?.map_err(|broken| shared.broken(table, &broken))?;
        if last {
            let done = on(&permit, move || fold.finish()).await?;
            let (live, observer, agreement) =
                done.map_err(|broken| shared.broken(table, &broken))?;
            if agreement == HashCheck::Unknown && once::is_new(("hash", &table.0)) {
                tracing::warn!(
                    table = table.0,
                    "the last state hash of a table is of another version and was not compared; the table continues from its events"
                );
            }
            return Ok((live, observer));
        }
    }
}

async fn on<T: Send + 'static>(
    permit: &WorkPermit,
    work: impl FnOnce() -> Result<T, FoldError> + Send + 'static,
) -> Result<Result<T, FoldError>, Problem> {
    permit.run(work).await
}

/// Every seat of a table.
pub(crate) fn seats<G: Ruleset>(origin: &Origin<G>) -> impl Iterator<Item = Audience> + use<G> {
    Seat::all(origin.record.seats.len()).map(Audience::Seat)
}
