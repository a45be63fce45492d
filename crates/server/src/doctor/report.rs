//! What the doctor found.

use std::fmt;

use serde::Serialize;

/// How many faults are listed; the others are only counted.
const MOST_TOLD: usize = 1_000;

/// What a database contains, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
pub struct DoctorReport {
    pub sound: bool,
    pub tables: u64,
    pub steps: u64,
    /// Everything other than tables.
    pub records: u64,
    pub faults: Vec<DoctorFault>,
    /// Faults beyond those that are listed.
    pub more_faults: u64,
}

/// A fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DoctorFault {
    /// `file`, `schema`, `table`, or another kind of record.
    pub of: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The step of the table that has the fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    pub what: String,
    pub rest: Salvageable,
}

/// How much of something with a fault can be saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "saved", rename_all = "snake_case")]
pub enum Salvageable {
    /// All of it: the faulty part can be recomputed.
    All,
    /// The first steps of a table.
    Steps {
        steps: u32,
    },
    /// Whatever is intact in it.
    Sound,
    Nothing,
}

impl DoctorReport {
    pub(super) fn add(&mut self, fault: DoctorFault) {
        if self.faults.len() < MOST_TOLD {
            self.faults.push(fault);
        } else {
            self.more_faults += 1;
        }
    }

    /// Whether the file is damaged so badly that nothing of it can be saved.
    pub fn is_lost(&self) -> bool {
        let damaged = self.faults.iter().any(|fault| fault.of == "file");
        damaged && self.tables + self.records == 0
    }

    /// The number of faults.
    pub fn wrong(&self) -> u64 {
        self.faults.len() as u64 + self.more_faults
    }
}

impl DoctorFault {
    /// A fault of the database as a whole.
    pub(super) fn whole(
        of: &'static str,
        what: impl Into<String>,
        rest: Salvageable,
    ) -> DoctorFault {
        DoctorFault { of, id: None, step: None, what: what.into(), rest }
    }

    pub(super) fn of(
        kind: &'static str,
        id: &str,
        what: impl Into<String>,
        rest: Salvageable,
    ) -> DoctorFault {
        DoctorFault { of: kind, id: Some(id.to_owned()), step: None, what: what.into(), rest }
    }
}

impl fmt::Display for DoctorFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.id {
            Some(id) => write!(f, "{} {id}: {}. ", self.of, self.what)?,
            None => write!(f, "{}: {}. ", self.of, self.what)?,
        }
        match self.rest {
            Salvageable::All => write!(f, "Nothing is lost."),
            Salvageable::Steps { steps: 0 } => {
                write!(f, "It can be saved as it was before its first step.")
            }
            Salvageable::Steps { steps } => write!(f, "Its first {steps} steps can be saved."),
            Salvageable::Sound => write!(f, "What is intact can be saved."),
            Salvageable::Nothing => write!(f, "It cannot be saved."),
        }
    }
}
