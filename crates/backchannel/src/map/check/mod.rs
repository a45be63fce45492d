//! A map is checked before play: errors refuse it, warnings do not (BC-102).

mod drawing;
mod links;
mod problem;
mod texts;
mod zones;

pub use problem::MapProblem;

use super::MapFile;
use super::file::TerritoryFile;
use super::head_start::first_misfit;

/// The limits of a map.
pub(crate) mod limit {
    use std::ops::RangeInclusive;

    pub(crate) const TERRITORIES: RangeInclusive<usize> = 6..=crate::map::MOST_TERRITORIES;
    pub(crate) const TERRITORIES_A_SEAT: usize = 2;
    pub(crate) const ZONES: usize = 32;
    pub(crate) const SEATS: RangeInclusive<u8> = 2..=8;
    pub(crate) const MOST_NAME: usize = 100;
    pub(crate) const NAME_CHARACTERS: RangeInclusive<usize> = 5..=MOST_NAME;
    pub(crate) const ID_CHARACTERS: usize = 40;
    pub(crate) const LEAST: RangeInclusive<u32> = 1..=20;
    /// A territory is dealt with 3 troops, so at least that many fit.
    pub(crate) const MOST: u32 = 3;
    pub(crate) const TROOPS: i32 = 20;
    pub(crate) const CARDS: i32 = 5;
    pub(crate) const SIZE: RangeInclusive<f32> = 100.0..=10_000.0;
    pub(crate) const MOST_POINTS: usize = 300;
    pub(crate) const SHAPE_POINTS: RangeInclusive<usize> = 3..=MOST_POINTS;
    /// Only for new maps: these limits are in the schema, and exceeding them is not an error in an older map.
    #[cfg(feature = "schema")]
    pub(crate) const ABOUT: usize = 1_000;
    #[cfg(feature = "schema")]
    pub(crate) const LINKS: usize = 512;
}

/// Everything that is wrong with a map, in the order of its file.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct MapReport {
    /// These refuse the map.
    pub errors: Vec<MapProblem>,
    /// These are for its designer to consider.
    pub warnings: Vec<MapProblem>,
}

impl MapReport {
    pub(super) fn of(file: &MapFile) -> MapReport {
        let mut report = MapReport::default();
        counts(file, &mut report);
        head_starts(file, &mut report);
        texts::check(file, &mut report);
        for (index, territory) in file.territories.iter().enumerate() {
            troops(index, territory, &mut report);
        }
        drawing::check(file, &mut report);
        links::check(file, &mut report);
        zones::check(file, &mut report);
        report
    }

    fn error(&mut self, problem: MapProblem) {
        self.errors.push(problem);
    }

    fn warn(&mut self, problem: MapProblem) {
        self.warnings.push(problem);
    }
}

fn counts(file: &MapFile, report: &mut MapReport) {
    let count = file.territories.len();
    if count < *limit::TERRITORIES.start() {
        report.error(MapProblem::TooFewTerritories { count });
    }
    if count > *limit::TERRITORIES.end() {
        report.error(MapProblem::TooManyTerritories { count });
    }
    if file.zones.len() > limit::ZONES {
        report.error(MapProblem::TooManyZones { count: file.zones.len() });
    }
    let (least, most) = (file.seats.least, file.seats.most);
    if !limit::SEATS.contains(&least) || !limit::SEATS.contains(&most) || least > most {
        report.error(MapProblem::Seats { least, most });
    } else if count < usize::from(most) * limit::TERRITORIES_A_SEAT {
        report.error(MapProblem::Crowded { most, territories: count });
    }
}

fn head_starts(file: &MapFile, report: &mut MapReport) {
    if let Some(at) = first_misfit(&file.head_starts) {
        report.error(MapProblem::HeadStarts { field: format!("head_starts[{at}]") });
    }
}

fn troops(index: usize, territory: &TerritoryFile, report: &mut MapReport) {
    let least = territory.least.unwrap_or(1);
    if !limit::LEAST.contains(&least) {
        report.error(MapProblem::Least { field: format!("territories[{index}].least"), least });
    }
    let floor = least.clamp(limit::MOST, *limit::LEAST.end());
    if let Some(most) = territory.most.filter(|most| *most < floor) {
        report.error(MapProblem::Most { field: format!("territories[{index}].most"), most, floor });
    }
}
