//! Land and sea.

use parley::Chance;

use super::mesh::Mesh;
use super::noise::HeightField;
use crate::map::file::Point;

/// Cells kept clear along the sheet's edge.
const MARGIN: i32 = 3;
/// Lakes smaller than this many cells are filled in.
const LAKE: usize = 12;

/// The highest `count` cells of a height field that falls off towards the edge of the sheet. Parts of fewer than
/// `islet` cells become sea.
pub(super) fn rise(
    mesh: &Mesh,
    size: Point,
    count: usize,
    islet: usize,
    chance: &mut Chance,
) -> Vec<bool> {
    let hills = [210.0, 105.0, 48.0].map(|step| HeightField::new(size, step, chance));
    let height = |cell: usize| {
        let point = mesh.centre(cell);
        let [x, y] = [0, 1].map(|axis| point[axis] / size[axis] * 2.0 - 1.0);
        let edge = (x * x * x * x + y * y * y * y) * 0.9 + (x * x + y * y) * 0.2;
        let [broad, middling, fine] = hills.each_ref().map(|hills| hills.at(point));
        broad * 0.9 + middling * 0.5 + fine * 0.24 - edge
    };
    let inner = (0..mesh.len()).filter(|cell| !mesh.is_edge(*cell, MARGIN));
    let mut cells: Vec<_> = inner.map(|cell| (height(cell), cell)).collect();
    cells.sort_by(|one, two| two.0.total_cmp(&one.0));
    let mut land = vec![false; mesh.len()];
    for (_, cell) in cells.into_iter().take(count) {
        land[cell] = true;
    }
    flood(mesh, &mut land, false, LAKE);
    flood(mesh, &mut land, true, islet);
    land
}

/// Turns parts of fewer than `least` cells into their opposite.
fn flood(mesh: &Mesh, land: &mut [bool], is_land: bool, least: usize) {
    for part in parts(mesh, |cell| land[cell] == is_land) {
        if part.len() < least {
            for cell in part {
                land[cell] = !is_land;
            }
        }
    }
}

/// The cells for which `in_it` holds, as connected components.
pub(super) fn parts(mesh: &Mesh, in_it: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
    let mut seen = vec![false; mesh.len()];
    let mut parts = Vec::new();
    for first in 0..mesh.len() {
        if seen[first] || !in_it(first) {
            continue;
        }
        seen[first] = true;
        let mut part = vec![first];
        let mut next = 0;
        while let Some(cell) = part.get(next) {
            for near in mesh.around(*cell).into_iter().flatten() {
                if !seen[near] && in_it(near) {
                    seen[near] = true;
                    part.push(near);
                }
            }
            next += 1;
        }
        parts.push(part);
    }
    parts
}
