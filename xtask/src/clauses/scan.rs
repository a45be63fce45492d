//! Finds clauses in manuals and tests in sources.

use std::fmt;

/// A numbered clause, such as BC-504.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ScannedClause {
    pub book: String,
    pub number: u16,
}

impl fmt::Display for ScannedClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.book, self.number)
    }
}

/// A test that is named after a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClauseTest {
    pub clause: ScannedClause,
    pub name: String,
    pub file: String,
    pub line: usize,
}

/// The clauses that a manual defines: `**BC-504**`. One that is only mentioned is not in bold.
pub(crate) fn clauses(manual: &str) -> impl Iterator<Item = ScannedClause> {
    manual.split("**").skip(1).step_by(2).filter_map(|bold| {
        let (book, number) = bold.split_once('-')?;
        let is_book = !book.is_empty() && book.bytes().all(|byte| byte.is_ascii_uppercase());
        let number = number.parse().ok()?;
        is_book.then(|| ScannedClause { book: book.to_owned(), number })
    })
}

/// The tests of a source file that are named after a clause: `fn bc_504_…` under `#[test]`.
pub(crate) fn tests(file: &str, source: &str) -> Vec<ClauseTest> {
    let mut found = Vec::new();
    let mut is_test = false;
    for (line, number) in source.lines().map(str::trim).zip(1..) {
        if line.starts_with("#[") {
            is_test |= line == "#[test]" || line.ends_with("::test]");
        } else if !line.starts_with("//") {
            if let Some((clause, name)) = named(line).filter(|_| is_test) {
                found.push(ClauseTest { clause, name, file: file.to_owned(), line: number });
            }
            is_test = false;
        }
    }
    found
}

/// The clause that the function on this line is named after.
fn named(line: &str) -> Option<(ScannedClause, String)> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let name = line.strip_prefix("fn ")?.split(['(', '<']).next()?;
    let (book, rest) = name.split_once('_')?;
    let number = rest.split('_').next()?.parse().ok()?;
    Some((ScannedClause { book: book.to_uppercase(), number }, name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{clauses, tests};

    #[test]
    fn clauses_are_in_bold_and_mentions_are_not() {
        let manual = "**BC-101** Two seats, see BC-803.\n- **TI-7** *Example*, **bold** words.";
        let found: Vec<String> = clauses(manual).map(|clause| clause.to_string()).collect();
        assert_eq!(found, ["BC-101", "TI-7"]);
    }

    #[test]
    fn only_tests_count_as_tests() {
        let source = "#[test]\n/// Why.\n#[ignore]\nfn bc_101_seats() {\nfn bc_102_helper() {}\n}\n\
                      #[tokio::test]\nasync fn ti_7_x() {}\nfn bc_103_plain() {}\n";
        let found: Vec<_> = tests("a.rs", source).into_iter().map(|test| test.name).collect();
        assert_eq!(found, ["bc_101_seats", "ti_7_x"]);
    }
}
