//! `cargo xtask clauses`: every clause of the rules has a test named after it.

mod scan;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::shell;
use scan::{ClauseTest, ScannedClause};

pub(crate) fn run() -> Result<()> {
    let coverage = Coverage::gather()?;
    coverage.print();
    println!("\n{}", coverage.judge()?);
    Ok(())
}

/// One line with the coverage of the rules.
pub(crate) fn check() -> Result<String> {
    Coverage::gather()?.judge()
}

/// The clauses of the manuals with their tests, and the tests that name no clause.
struct Coverage {
    tests: BTreeMap<ScannedClause, Vec<ClauseTest>>,
    strays: Vec<ClauseTest>,
}

impl Coverage {
    fn gather() -> Result<Coverage> {
        let root = shell::root();
        let mut clauses = BTreeSet::new();
        for manual in files(&root.join("docs/rules"), "md")? {
            clauses.extend(scan::clauses(&read(&manual)?));
        }
        let mut tests = Vec::new();
        for source in files(&root.join("crates"), "rs")? {
            let name = source.strip_prefix(&root).unwrap_or(&source).display().to_string();
            tests.extend(scan::tests(&name, &read(&source)?));
        }
        Ok(Coverage::of(clauses, tests))
    }

    fn of(clauses: BTreeSet<ScannedClause>, tests: Vec<ClauseTest>) -> Coverage {
        let books: BTreeSet<String> = clauses.iter().map(|clause| clause.book.clone()).collect();
        let mut coverage = Coverage {
            tests: clauses.into_iter().map(|clause| (clause, Vec::new())).collect(),
            strays: Vec::new(),
        };
        for test in tests.into_iter().filter(|test| books.contains(&test.clause.book)) {
            match coverage.tests.get_mut(&test.clause) {
                Some(tests) => tests.push(test),
                None => coverage.strays.push(test),
            }
        }
        coverage
    }

    fn print(&self) {
        for (clause, tests) in &self.tests {
            println!("{clause}");
            for test in tests {
                println!("    {}:{}  {}", test.file, test.line, test.name);
            }
        }
    }

    fn judge(&self) -> Result<String> {
        let bare = self.tests.iter().filter(|(_, tests)| tests.is_empty());
        let bare: Vec<String> = bare.map(|(clause, _)| clause.to_string()).collect();
        if self.tests.is_empty() {
            bail!("docs/rules names no clause; mark each as in **BC-101**");
        }
        if !bare.is_empty() {
            bail!("no test is named after {}; write one for each", bare.join(", "));
        }
        if let Some(ClauseTest { name, file, line, clause }) = self.strays.first() {
            bail!("{file}:{line}: {name} is about {clause}, which docs/rules does not have");
        }
        let tests: usize = self.tests.values().map(Vec::len).sum();
        Ok(format!("{} clauses, {tests} tests named after them", self.tests.len()))
    }
}

/// The files with that extension in a directory and below, in order.
fn files(directory: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(directory)
        .with_context(|| format!("{} cannot be listed", directory.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, extension)?);
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{Coverage, scan};

    fn judge(manual: &str, source: &str) -> Result<String, String> {
        let coverage = Coverage::of(scan::clauses(manual).collect(), scan::tests("a.rs", source));
        coverage.judge().map_err(|error| error.to_string())
    }

    #[test]
    fn every_clause_needs_a_test_and_every_test_a_clause() {
        let test = "#[test]\nfn bc_101_it_is_so() {}\n";
        assert_eq!(judge("**BC-101** So.", test).unwrap(), "1 clauses, 1 tests named after them");
        let bare = judge("**BC-101** So. **BC-102** And so.", test).unwrap_err();
        assert_eq!(bare, "no test is named after BC-102; write one for each");
        let stray = judge("**BC-101** So.", &format!("{test}#[test]\nfn bc_999_odd() {{}}\n"));
        assert_eq!(
            stray.unwrap_err(),
            "a.rs:4: bc_999_odd is about BC-999, which docs/rules does not have"
        );
        assert!(judge("Nothing.", test).is_err());
    }
}
