//! Bonus zones.

use std::collections::BTreeSet;

use super::links::unknown;
use super::{MapFile, MapProblem, MapReport, limit};
use crate::map::file::ZoneFile;

pub(super) fn check(file: &MapFile, report: &mut MapReport) {
    if file.zones.is_empty() {
        report.warn(MapProblem::NoZones);
    }
    let ids: BTreeSet<_> = file.territories.iter().map(|territory| &*territory.id).collect();
    for (index, zone) in file.zones.iter().enumerate() {
        members(index, zone, &ids, file, report);
        reward(format!("zones[{index}].troops"), zone.troops, limit::TROOPS, report);
        reward(format!("zones[{index}].cards"), zone.cards, limit::CARDS, report);
        if zone.troops == 0 && zone.cards == 0 {
            let field = format!("zones[{index}]");
            report.warn(MapProblem::NoReward { field, name: zone.name.clone() });
        }
    }
}

fn members(
    index: usize,
    zone: &ZoneFile,
    ids: &BTreeSet<&str>,
    file: &MapFile,
    report: &mut MapReport,
) {
    if zone.territories.is_empty() {
        report.error(MapProblem::EmptyZone { field: format!("zones[{index}].territories") });
    }
    let mut listed = BTreeSet::new();
    for (place, id) in zone.territories.iter().enumerate() {
        let field = format!("zones[{index}].territories[{place}]");
        if !ids.contains(&**id) {
            report.error(unknown(field, id, file));
        } else if !listed.insert(id) {
            report.error(MapProblem::RepeatedInZone { field, id: id.clone() });
        }
    }
}

fn reward(field: String, reward: i32, most: i32, report: &mut MapReport) {
    if reward.unsigned_abs() > most.unsigned_abs() {
        report.error(MapProblem::Reward { field, reward, most });
    }
}
