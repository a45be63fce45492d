//! Ids and names.

use std::collections::BTreeMap;

use super::{MapFile, MapProblem, MapReport, limit};

pub(super) fn check(file: &MapFile, report: &mut MapReport) {
    id("id".to_owned(), &file.id, report);
    name("name".to_owned(), &file.name, report);
    let territories = file.territories.iter().map(|territory| (&*territory.id, &*territory.name));
    list("territories", territories, report);
    list("zones", file.zones.iter().map(|zone| (&*zone.id, &*zone.name)), report);
}

fn list<'a>(list: &str, entries: impl Iterator<Item = (&'a str, &'a str)>, report: &mut MapReport) {
    let mut taken = BTreeMap::new();
    for (index, (entry, title)) in entries.enumerate() {
        let field = format!("{list}[{index}].id");
        match taken.get(entry) {
            Some(earlier) => report.error(MapProblem::RepeatedId {
                field,
                id: entry.to_owned(),
                earlier: format!("{list}[{earlier}]"),
            }),
            None => {
                taken.insert(entry, index);
                id(field, entry, report);
            }
        }
        name(format!("{list}[{index}].name"), title, report);
    }
}

fn id(field: String, id: &str, report: &mut MapReport) {
    let plain = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    if !(1..=limit::ID_CHARACTERS).contains(&id.len()) || !id.bytes().all(plain) {
        report.error(MapProblem::BadId { field, id: id.to_owned() });
    }
}

fn name(field: String, name: &str, report: &mut MapReport) {
    let count = name.chars().count();
    if !limit::NAME_CHARACTERS.contains(&count) {
        report.error(MapProblem::NameLength { field, count });
    } else if name.trim().len() != name.len() || name.chars().any(char::is_control) {
        report.error(MapProblem::NameText { field });
    }
}
