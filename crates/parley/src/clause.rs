//! Rule clauses and the refusals that cite them.

use std::fmt;

use serde::Serialize;

/// A numbered clause of a rulebook, such as `BC-504`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Clause {
    pub book: &'static str,
    pub number: u16,
}

impl Clause {
    pub const fn new(book: &'static str, number: u16) -> Clause {
        Clause { book, number }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.book, self.number)
    }
}

impl Serialize for Clause {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Why a command was refused. `Display` is a whole sentence for the person who sent it.
///
/// A refusal can be observed: it may only depend on what its seat may know.
pub trait Refusal: std::error::Error + Clone + PartialEq {
    /// The clause that the command would have broken.
    fn clause(&self) -> Clause;
}
