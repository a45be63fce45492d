//! A folder of reports.

use std::collections::HashMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use crate::once;
use crate::ruleset::{BotReport, Rulesets};
use crate::wire::Problem;
use crate::wire::report::ReportEntry;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 2 << 20;
/// How many reports are listed, the latest of them.
const MOST_LISTED: usize = 100;
/// How many files of the folder are examined.
const MOST_FILES: usize = 10_000;
/// The longest name, in characters.
pub(super) const LONGEST_NAME: usize = 100;

/// A folder of reports, and what is known of those that were read before.
pub(super) struct ReportFolder {
    path: PathBuf,
    rulesets: Rulesets,
    known: Mutex<HashMap<String, (FileState, ReportEntry)>>,
}

/// Changes when a file is rewritten.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FileState {
    written_at: i64,
    bytes: u64,
}

struct ReportFile {
    name: String,
    path: PathBuf,
    state: FileState,
}

impl ReportFolder {
    pub fn new(path: PathBuf, rulesets: Rulesets) -> ReportFolder {
        ReportFolder { path, rulesets, known: Mutex::default() }
    }

    pub fn list(&self) -> Vec<ReportEntry> {
        let mut files = self.files();
        files.sort_by(|a, b| (b.state.written_at, &a.name).cmp(&(a.state.written_at, &b.name)));
        files.truncate(MOST_LISTED);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::take(&mut *known);
        let entries = files.iter().map(|file| match before.get(&file.name) {
            Some((state, entry)) if *state == file.state => entry.clone(),
            _ => self.entry(file),
        });
        let entries: Vec<ReportEntry> = entries.collect();
        let remembered = files.into_iter().zip(&entries);
        known.extend(remembered.map(|(file, entry)| (file.name, (file.state, entry.clone()))));
        entries
    }

    pub fn find(&self, name: &str) -> Result<BotReport, Problem> {
        let file = self.files().into_iter().find(|file| file.name == name);
        let file = file.ok_or_else(|| Problem::not_found("report"))?;
        self.read(&file).map_err(Problem::impossible)
    }

    /// The files of the folder that could be reports.
    fn files(&self) -> Vec<ReportFile> {
        let listed = match fs::read_dir(&self.path) {
            Ok(listed) => listed,
            Err(error) => {
                if once::is_new(("reports", error.to_string())) {
                    let folder = self.path.display();
                    tracing::warn!(%folder, %error, "the folder of reports cannot be read");
                }
                return Vec::new();
            }
        };
        listed.take(MOST_FILES).filter_map(|file| ReportFile::at(&file.ok()?.path())).collect()
    }

    fn entry(&self, file: &ReportFile) -> ReportEntry {
        let (name, written_at) = (file.name.clone(), file.state.written_at);
        match self.read(file) {
            Ok(BotReport { games, bots, .. }) => {
                ReportEntry { name, written_at, games, bots, fault: None }
            }
            Err(fault) => {
                ReportEntry { name, written_at, games: 0, bots: Vec::new(), fault: Some(fault) }
            }
        }
    }

    fn read(&self, file: &ReportFile) -> Result<BotReport, String> {
        let text = file.text()?;
        for game in self.rulesets.iter() {
            if let Some(report) = game.report(&text)? {
                return Ok(report);
            }
        }
        Err("No game of this server has reports.".to_owned())
    }
}

impl ReportFile {
    /// `None` if it cannot be a report: the folder may contain other files.
    fn at(path: &Path) -> Option<ReportFile> {
        let name = path.file_name()?.to_str()?.strip_suffix(".json")?;
        let fits = !name.is_empty() && name.chars().count() <= LONGEST_NAME;
        let plain = fits && !name.starts_with('.') && !name.chars().any(char::is_control);
        let about = fs::metadata(path).ok().filter(|about| plain && about.is_file())?;
        let state = FileState { written_at: written_at(&about), bytes: about.len() };
        Some(ReportFile { name: name.to_owned(), path: path.to_owned(), state })
    }

    fn text(&self) -> Result<Vec<u8>, String> {
        let too_large = || format!("It is larger than {} MiB.", LARGEST >> 20);
        if self.state.bytes > LARGEST {
            return Err(too_large());
        }
        let mut text = Vec::new();
        // The file may have grown since its size was read.
        let read =
            File::open(&self.path).and_then(|it| it.take(LARGEST + 1).read_to_end(&mut text));
        match read {
            Ok(read) if read as u64 > LARGEST => Err(too_large()),
            Ok(_) => Ok(text),
            Err(error) => Err(unread(&error)),
        }
    }
}

/// The path is left out: clients need not know where the host keeps its files.
fn unread(error: &io::Error) -> String {
    format!("It cannot be read: {}.", error.kind())
}

fn written_at(about: &Metadata) -> i64 {
    let since = about.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    since.and_then(|since| i64::try_from(since.as_millis()).ok()).unwrap_or_default()
}
