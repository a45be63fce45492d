//! The file of a league: a line with the plan, then one line per seat and game.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::plan::LeaguePlan;
use super::table::{LeagueTable, TableStamp};
use crate::watch::SeatRow;

/// The version of the file format.
const FORMAT: u32 = 1;

/// The longest line of a file; ours are far shorter.
const LONGEST_LINE: u64 = 1 << 20;

/// How long finished games may wait to be written.
const PATIENCE: Duration = Duration::from_secs(1);

/// The first line: everything that the results depend on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeagueHeader {
    /// The number of the file's format.
    league: u32,
    pub plan: LeaguePlan,
    tables: Vec<TableStamp>,
}

impl LeagueHeader {
    pub fn new(plan: &LeaguePlan, tables: &[LeagueTable]) -> LeagueHeader {
        let tables = tables.iter().map(LeagueTable::stamp).collect();
        LeagueHeader { league: FORMAT, plan: plan.clone(), tables }
    }

    /// What differs, by the name of its field.
    fn difference(&self, other: &LeagueHeader) -> Option<&'static str> {
        let LeaguePlan { bots, games, maps, seats, schedule, seed, settings } = &self.plan;
        let there = &other.plan;
        let same = [
            ("format", self.league == other.league),
            ("bots", *bots == there.bots),
            ("games", *games == there.games),
            ("maps", *maps == there.maps),
            ("seats", *seats == there.seats),
            ("schedule", *schedule == there.schedule),
            ("seed", *seed == there.seed),
            ("settings", *settings == there.settings),
            ("maps or rules", self.tables == other.tables),
        ];
        same.into_iter().find(|(_, same)| !same).map(|(field, _)| field)
    }
}

/// Why a file of results cannot be used.
#[derive(Debug, Error)]
pub enum FileError {
    #[error("{} cannot be opened ({error}); check the path", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error(
        "{} has the results of another plan ({field} differ); choose another file or delete it",
        path.display()
    )]
    OtherPlan { path: PathBuf, field: &'static str },
    #[error("{}: {error}", path.display())]
    Row { path: PathBuf, error: RowError },
}

/// What is wrong with a line.
#[derive(Debug, Error)]
pub enum RowError {
    #[error(
        "the first line is not the plan of a league; choose a file that `arena run` has written"
    )]
    Header,
    #[error("line {line} cannot be read: {told}")]
    Line { line: u64, told: String },
    #[error("line {line} belongs to game {found}, not to game {wanted}; the file was changed")]
    Order { line: u64, found: u64, wanted: u64 },
    #[error("it cannot be read ({0})")]
    Io(#[from] io::Error),
}

/// Reads the games of a file, one after the other.
pub struct LeagueReader<R> {
    reader: R,
    pub header: LeagueHeader,
    line: u64,
    /// Where the last whole game ends, in bytes.
    end: u64,
    games: u64,
    text: Vec<u8>,
}

impl<R: BufRead> LeagueReader<R> {
    /// # Errors
    /// If the first line is not that of a league.
    pub fn new(reader: R) -> Result<LeagueReader<R>, RowError> {
        let mut league = LeagueReader {
            reader,
            header: LeagueHeader { league: 0, plan: LeaguePlan::default(), tables: Vec::new() },
            line: 0,
            end: 0,
            games: 0,
            text: Vec::new(),
        };
        if !league.advance()? {
            return Err(RowError::Header);
        }
        league.header = serde_json::from_slice(&league.text).map_err(|_| RowError::Header)?;
        league.end = league.text.len() as u64;
        let ours = league.header.league == FORMAT && league.header.plan.check().is_ok();
        if ours { Ok(league) } else { Err(RowError::Header) }
    }

    /// The rows of the next game. `None` at the end; an incomplete last game is ignored.
    ///
    /// # Errors
    /// If a line is not what it should be.
    pub fn next_game(&mut self) -> Result<Option<Vec<SeatRow>>, RowError> {
        let mut rows: Vec<SeatRow> = Vec::new();
        let mut bytes = 0;
        while rows.first().is_none_or(|row| rows.len() < usize::from(row.seats)) {
            if !self.advance()? {
                return Ok(None);
            }
            bytes += self.text.len() as u64;
            let row: SeatRow = serde_json::from_slice(&self.text)
                .map_err(|error| RowError::Line { line: self.line, told: error.to_string() })?;
            if !self.header.plan.bots.contains(&row.bot)
                || !self.header.plan.maps.contains(&row.map)
            {
                let told = format!("{} on {} is not in the plan", row.bot, row.map);
                return Err(RowError::Line { line: self.line, told });
            }
            let seat = rows.len();
            if row.game != self.games || usize::from(row.seat) != seat {
                let (line, found, wanted) = (self.line, row.game, self.games);
                return Err(RowError::Order { line, found, wanted });
            }
            rows.push(row);
        }
        self.end += bytes;
        self.games += 1;
        Ok(Some(rows))
    }

    /// Reads a line; `false` at the end of the file, or if the last line is incomplete.
    fn advance(&mut self) -> Result<bool, RowError> {
        self.text.clear();
        self.line += 1;
        let mut limited = io::Read::take(&mut self.reader, LONGEST_LINE);
        limited.read_until(b'\n', &mut self.text)?;
        if self.text.len() as u64 == LONGEST_LINE {
            let told = "it is too long".to_owned();
            return Err(RowError::Line { line: self.line, told });
        }
        Ok(self.text.last() == Some(&b'\n'))
    }
}

impl LeagueReader<BufReader<File>> {
    /// # Errors
    /// If the file cannot be opened or its first line is not that of a league.
    pub fn open(path: &Path) -> Result<LeagueReader<BufReader<File>>, FileError> {
        let file =
            File::open(path).map_err(|error| FileError::Io { path: path.to_owned(), error })?;
        LeagueReader::new(BufReader::new(file))
            .map_err(|error| FileError::Row { path: path.to_owned(), error })
    }
}

/// A file that results are written to, game by game.
pub struct LeagueFile {
    out: BufWriter<File>,
    flushed: Instant,
    /// Games that were in the file already.
    pub games: u64,
}

impl LeagueFile {
    /// Opens or creates the file of a plan. Whole games that are in it already stay; half a game is removed.
    ///
    /// # Errors
    /// If the file cannot be written, is not a file of results, or belongs to another plan.
    pub fn open(path: &Path, header: &LeagueHeader) -> Result<LeagueFile, FileError> {
        let io = |error| FileError::Io { path: path.to_owned(), error };
        let mut options = OpenOptions::new();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        let (games, end) = LeagueFile::resume(&file, header, path)?;
        file.set_len(end).map_err(io)?;
        file.seek(SeekFrom::Start(end)).map_err(io)?;
        let mut out = BufWriter::with_capacity(1 << 16, file);
        if end == 0 {
            serde_json::to_writer(&mut out, header).map_err(io::Error::from).map_err(io)?;
            out.write_all(b"\n").map_err(io)?;
        }
        Ok(LeagueFile { out, flushed: Instant::now(), games })
    }

    /// The whole games in a file, and where they end.
    fn resume(file: &File, header: &LeagueHeader, path: &Path) -> Result<(u64, u64), FileError> {
        let row = |error| FileError::Row { path: path.to_owned(), error };
        let io = |error| FileError::Io { path: path.to_owned(), error };
        let mut reader = BufReader::new(file);
        // An incomplete first line means that nothing else was written.
        let mut ours = serde_json::to_vec(header).map_err(io::Error::from).map_err(io)?;
        ours.push(b'\n');
        let length = file.metadata().map_err(io)?.len();
        if length < ours.len() as u64 {
            let mut begun = Vec::new();
            io::Read::read_to_end(&mut reader, &mut begun).map_err(io)?;
            if ours.starts_with(&begun) {
                return Ok((0, 0));
            }
            reader.seek(SeekFrom::Start(0)).map_err(io)?;
        }
        let mut reader = LeagueReader::new(reader).map_err(row)?;
        if let Some(field) = header.difference(&reader.header) {
            return Err(FileError::OtherPlan { path: path.to_owned(), field });
        }
        while reader.next_game().map_err(row)?.is_some() {}
        Ok((reader.games, reader.end))
    }

    /// The rows of a game as lines.
    pub fn lines(rows: &[SeatRow]) -> Vec<u8> {
        let mut lines = Vec::with_capacity(rows.len() * 512);
        for row in rows {
            serde_json::to_writer(&mut lines, row).expect("a row is plain data");
            lines.push(b'\n');
        }
        lines
    }

    /// Appends the lines of one game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        self.out.write_all(lines)?;
        if self.flushed.elapsed() >= PATIENCE {
            self.out.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }

    /// # Errors
    /// If the file cannot be written.
    pub fn close(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
