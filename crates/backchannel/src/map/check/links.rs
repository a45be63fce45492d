//! Checks of links: that their ends exist, and that the map is connected.

use std::collections::BTreeMap;

use super::{MapFile, MapProblem, MapReport};
use crate::map::file::{LinkFile, LinkKind};

pub(super) fn check(file: &MapFile, report: &mut MapReport) {
    let mut roads = Roads::new(file);
    for (index, link) in file.links.iter().enumerate() {
        roads.add(index, link, report);
    }
    if roads.whole {
        roads.check(report);
    }
}

/// The valid links, by index in the list of territories.
struct Roads<'a> {
    file: &'a MapFile,
    index: BTreeMap<&'a str, usize>,
    /// For each pair, the link that leads along it.
    arcs: BTreeMap<(usize, usize), usize>,
    /// Whether every link so far is valid: only then can a territory be reported as unlinked.
    whole: bool,
}

impl<'a> Roads<'a> {
    fn new(file: &'a MapFile) -> Roads<'a> {
        let territories = file.territories.iter().enumerate();
        Roads {
            file,
            index: territories.rev().map(|(index, entry)| (&*entry.id, index)).collect(),
            arcs: BTreeMap::new(),
            whole: true,
        }
    }

    fn add(&mut self, number: usize, link: &LinkFile, report: &mut MapReport) {
        let from = self.end(format!("links[{number}].from"), &link.from, report);
        let to = self.end(format!("links[{number}].to"), &link.to, report);
        let (Some(from), Some(to)) = (from, to) else {
            self.whole = false;
            return;
        };
        if from == to {
            let field = format!("links[{number}].to");
            return report.error(MapProblem::LinkToItself { field, id: link.to.clone() });
        }
        let arcs = [(from, to), (to, from)];
        let arcs = if link.one_way { &arcs[..1] } else { &arcs[..] };
        if let Some(earlier) = arcs.iter().find_map(|arc| self.arcs.get(arc)) {
            return report.error(MapProblem::RepeatedLink {
                field: format!("links[{number}]"),
                earlier: format!("links[{earlier}]"),
                from: link.from.clone(),
                to: link.to.clone(),
            });
        }
        self.arcs.extend(arcs.iter().map(|arc| (*arc, number)));
    }

    fn end(&self, field: String, id: &str, report: &mut MapReport) -> Option<usize> {
        let found = self.index.get(id).copied();
        if found.is_none() {
            report.error(unknown(field, id, self.file));
        }
        found
    }

    fn check(&self, report: &mut MapReport) {
        let mut sound = Vec::new();
        for index in 0..self.file.territories.len() {
            match self.flaw(index) {
                Some(problem @ MapProblem::DeadEnd { .. }) => {
                    report.warn(problem);
                    sound.push(index);
                }
                Some(problem) => report.error(problem),
                None => sound.push(index),
            }
        }
        self.parts(&sound, report);
    }

    fn flaw(&self, index: usize) -> Option<MapProblem> {
        let entry = &self.file.territories[index];
        let (field, name) = (format!("territories[{index}]"), entry.name.clone());
        let near = |other: &usize| {
            self.arcs.contains_key(&(index, *other)) || self.arcs.contains_key(&(*other, index))
        };
        let all = 0..self.file.territories.len();
        match all.clone().filter(near).count() {
            0 => Some(MapProblem::Orphan { field, name }),
            _ if !all.clone().any(|from| self.crosses(from, index)) => {
                Some(MapProblem::Unattackable { field, name })
            }
            1 => Some(MapProblem::DeadEnd { field, name }),
            _ => None,
        }
    }

    fn crosses(&self, from: usize, to: usize) -> bool {
        let link = self.arcs.get(&(from, to));
        link.is_some_and(|number| self.file.links[*number].kind == LinkKind::Capture)
    }

    /// The map is connected if one territory reaches all others and is reached from all of them.
    fn parts(&self, sound: &[usize], report: &mut MapReport) {
        let Some(&first) = sound.first() else { return };
        let name = |index: usize| self.file.territories[index].name.clone();
        let there = self.reach(first, |from, to| self.crosses(from, to));
        if let Some(&lost) = sound.iter().find(|index| !there[**index]) {
            report.error(MapProblem::Apart { from: name(first), to: name(lost) });
        }
        let back = self.reach(first, |from, to| self.crosses(to, from));
        if let Some(&lost) = sound.iter().find(|index| there[**index] && !back[**index]) {
            report.error(MapProblem::Apart { from: name(lost), to: name(first) });
        }
    }

    fn reach(&self, first: usize, crosses: impl Fn(usize, usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.file.territories.len()];
        let mut open = vec![first];
        while let Some(from) = open.pop() {
            reached[from] = true;
            open.extend((0..reached.len()).filter(|to| !reached[*to] && crosses(from, *to)));
        }
        reached
    }
}

/// An id that no territory has, with the most similar one that exists.
pub(super) fn unknown(field: String, id: &str, file: &MapFile) -> MapProblem {
    let ids = file.territories.iter().map(|territory| &*territory.id);
    let similar = parley::similar(id, ids).map(str::to_owned);
    MapProblem::UnknownTerritory { field, id: id.to_owned(), similar }
}
