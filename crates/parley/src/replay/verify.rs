//! Verifies that a replay is what the rules and its seed make of its commands.

use thiserror::Error;

use super::{HeaderSeal, Replay, StepOutcome, Tampering, header};
use crate::{Game, Refusal, Seat, Seed, SeedSource, StateHash, Table};

/// Where a replay first differs from the game that its seed and commands make.
#[derive(Debug, Error)]
#[error("line {line}: {mismatch}")]
pub struct Divergence<G: Game> {
    pub line: usize,
    pub mismatch: Mismatch<G>,
}

/// How a line differs from what the rules and the seed make of it.
#[derive(Debug, Error)]
pub enum Mismatch<G: Game> {
    #[error("the game has no `seed` line, so nothing can be decided again; wait until it is over")]
    NoSeed,
    #[error("`{field}` {}", tampered(*how))]
    Header { field: String, how: Tampering },
    #[error("`secret` is not the one that `secret_commitment` in the header stands for")]
    OtherSecret,
    #[error("`seed` is not the one that `secret` and `entropy` make")]
    OtherSource,
    #[error("`entropy` is of {found} seats, and the table has {seats}")]
    EntropySeats { found: usize, seats: usize },
    #[error(
        "`seed` is not the one that `commitment` in the header stands for; one of them was changed"
    )]
    OtherSeed,
    #[error("`setup` cannot be played: {0}")]
    Setup(G::SetupError),
    #[error("`seat` is {}, and the table has seats 0 to {last}", seat.0)]
    NoSuchSeat { seat: Seat, last: usize },
    #[error(
        "it was decided by version {theirs} of the rules, and this program, which plays version {}, \
         decides otherwise; check it with the program that wrote it",
        G::VERSIONS.rules
    )]
    OtherRules { theirs: u16 },
    #[error("`command` is against the rules ({}): {refusal}", refusal.clause())]
    Refused { refusal: G::Refusal },
    #[error("`events[{at}]` is not what the command led to")]
    Event { at: usize },
    #[error("`hash` is {told}, and the state's is {found}")]
    Hash { told: StateHash, found: StateHash },
    #[error("the game is not over after the last command, so lines are missing before the `seed`")]
    Unfinished,
}

fn tampered(how: Tampering) -> &'static str {
    match how {
        Tampering::Changed => {
            "was changed after the game began: its hash is not the one committed to"
        }
        Tampering::Added => "was added after the game began: nobody committed to it",
        Tampering::Removed => "was taken out after the game began: it was committed to",
    }
}

/// Decides every command again and compares. Nothing in the file is trusted: the header must be the one that was
/// committed to, and everything else what the rules and the seed make of it.
///
/// The proof is about the game with this [`commitment`](Replay::commitment). Whether that is the one which was
/// published at the start, only those who saw it can tell.
///
/// Commands of earlier rules are decided again by the current rules. Hashes of another version are not compared:
/// [`Replay::unknown_hashes`] counts them.
///
/// # Errors
/// The first line that differs; [`Mismatch::OtherRules`] if the reason may be that the rules have changed.
pub fn verify<G: Game>(replay: &Replay<G>) -> Result<Table<G>, Divergence<G>> {
    let last = Replay::<G>::line_of(replay.steps.len());
    let at = |line| move |mismatch| Divergence { line, mismatch };
    let seed = replay.seed.ok_or(Mismatch::NoSeed).map_err(at(last))?;
    if let Some(seal) = &replay.seal {
        check_header(seal).map_err(at(1))?;
    }
    if let Some(source) = &replay.source {
        check_source(replay, source, seed).map_err(at(last))?;
    }
    if !replay.commits_to(&seed) {
        return Err(at(last)(Mismatch::OtherSeed));
    }
    let mut table =
        Table::<G>::open(&replay.setup, seed).map_err(Mismatch::Setup).map_err(at(1))?;
    let seats = table.game().seats().len();
    if let Some(found) = replay.source.as_ref().map(|it| it.entropy.len()).filter(|it| *it != seats)
    {
        return Err(at(last)(Mismatch::EntropySeats { found, seats }));
    }
    let opened = table.journal().entries().iter().map(|entry| &entry.event);
    let opened = compare(&replay.opening, opened, table.game());
    opened.map_err(|mismatch| blame(mismatch, &replay.opening)).map_err(at(2))?;
    for (number, step) in replay.steps.iter().enumerate() {
        let line = Replay::<G>::line_of(number);
        let followed = follow(&mut table, step.seat, &step.command, &step.outcome);
        followed.map_err(|mismatch| blame(mismatch, &step.outcome)).map_err(at(line))?;
    }
    if G::ENDS && !table.game().is_over() {
        return Err(at(last)(Mismatch::Unfinished));
    }
    Ok(table)
}

fn check_header<G: Game>(seal: &HeaderSeal) -> Result<(), Mismatch<G>> {
    match header::difference(&seal.committed, &seal.found) {
        Some((field, how)) => Err(Mismatch::Header { field, how }),
        None => Ok(()),
    }
}

fn check_source<G: Game>(
    replay: &Replay<G>,
    source: &SeedSource,
    seed: Seed,
) -> Result<(), Mismatch<G>> {
    let committed = replay.seal.as_ref().and_then(|seal| seal.secret_commitment);
    if committed != Some(source.secret.commitment()) {
        return Err(Mismatch::OtherSecret);
    }
    if source.seed() == seed { Ok(()) } else { Err(Mismatch::OtherSource) }
}

impl<G: Game> Replay<G> {
    /// Whether its commitment matches `seed` and the hashes of its header.
    fn commits_to(&self, seed: &Seed) -> bool {
        match &self.seal {
            Some(seal) => header::commitment(seed, &seal.committed) == self.commitment,
            None => self.commitment.matches(seed),
        }
    }
}

/// What other rules decided may differ from what ours make of it.
fn blame<G: Game>(mismatch: Mismatch<G>, told: &StepOutcome<G>) -> Mismatch<G> {
    let theirs = told.versions.rules;
    match mismatch {
        Mismatch::Refused { .. } | Mismatch::Event { .. } if theirs != G::VERSIONS.rules => {
            Mismatch::OtherRules { theirs }
        }
        mismatch => mismatch,
    }
}

fn follow<G: Game>(
    table: &mut Table<G>,
    seat: Seat,
    command: &G::Command,
    told: &StepOutcome<G>,
) -> Result<(), Mismatch<G>> {
    let seats = table.game().seats();
    if !seats.contains(seat) {
        return Err(Mismatch::NoSuchSeat { seat, last: seats.len().saturating_sub(1) });
    }
    let before = table.journal().entries().len();
    table.act(seat, command).map_err(|refusal| Mismatch::Refused { refusal })?;
    let happened = table.journal().entries()[before..].iter().map(|entry| &entry.event);
    compare(told, happened, table.game())
}

fn compare<'a, G: Game>(
    told: &StepOutcome<G>,
    happened: impl ExactSizeIterator<Item = &'a G::Event>,
    game: &G,
) -> Result<(), Mismatch<G>> {
    let count = happened.len();
    let differs = told.events.iter().zip(happened).position(|(told, real)| told != real);
    if let Some(at) = differs {
        return Err(Mismatch::Event { at });
    }
    if told.events.len() != count {
        return Err(Mismatch::Event { at: told.events.len().min(count) });
    }
    if told.versions.hash != G::HASH {
        return Ok(());
    }
    let found = game.digest();
    if told.hash == found { Ok(()) } else { Err(Mismatch::Hash { told: told.hash, found }) }
}
