//! Checks of the drawing: points on the sheet, valid shapes, anchors inside them.

use super::{MapFile, MapProblem, MapReport, limit};
use crate::map::file::{Point, TerritoryFile};
use crate::map::outline::{Outline, OutlineSide};

pub(super) fn check(file: &MapFile, report: &mut MapReport) {
    let [width, height] = file.size;
    if !limit::SIZE.contains(&width) || !limit::SIZE.contains(&height) {
        return report.error(MapProblem::Size { width, height });
    }
    let territories = file.territories.iter().enumerate();
    // If there are more shapes than a map may have, they are not compared with each other.
    let outlines: Vec<_> = territories
        .take(*limit::TERRITORIES.end())
        .map(|(index, territory)| outline(index, territory, file.size, report))
        .collect();
    overlaps(&outlines, report);
}

/// The outline of a territory, if it is one.
fn outline(
    index: usize,
    territory: &TerritoryFile,
    size: Point,
    report: &mut MapReport,
) -> Option<Outline> {
    let shape = format!("territories[{index}].shape");
    let anchor = format!("territories[{index}].anchor");
    let count = territory.shape.len();
    if !limit::SHAPE_POINTS.contains(&count) {
        report.error(MapProblem::ShapePoints { field: shape, count });
        return None;
    }
    let strays = territory.shape.iter().enumerate().filter(|(_, point)| !on_sheet(**point, size));
    let stray = strays.map(|(place, point)| (format!("{shape}[{place}]"), *point)).next();
    let stray =
        stray.or((!on_sheet(territory.anchor, size)).then(|| (anchor.clone(), territory.anchor)));
    if let Some((field, [x, y])) = stray {
        report.error(MapProblem::OffTheDrawing { field, x, y });
        return None;
    }
    let outline = Outline::new(&territory.shape);
    if !outline.is_simple() {
        report.error(MapProblem::SelfCrossing { field: shape });
        return None;
    }
    if outline.side(territory.anchor) != OutlineSide::Inside {
        report.error(MapProblem::AnchorOutside { field: anchor });
    }
    Some(outline)
}

fn on_sheet([x, y]: Point, [width, height]: Point) -> bool {
    (0.0..=width).contains(&x) && (0.0..=height).contains(&y)
}

/// The first overlap of each shape: fixing it mostly fixes the others.
fn overlaps(outlines: &[Option<Outline>], report: &mut MapReport) {
    for (index, one) in outlines.iter().enumerate() {
        let Some(one) = one else { continue };
        let hit = |two: &Option<Outline>| two.as_ref().is_some_and(|two| one.overlaps(two));
        if let Some(other) = outlines[..index].iter().position(hit) {
            report.error(MapProblem::Overlap {
                field: format!("territories[{index}].shape"),
                other: format!("territories[{other}].shape"),
            });
        }
    }
}
