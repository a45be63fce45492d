//! Sea lanes: they connect islands to the rest, and dead ends to another territory.

use std::collections::BTreeMap;

use super::mesh::Mesh;
use crate::map::file::Point;

/// The longest lane that still looks like a short crossing.
const REACH: f32 = 260.0;

/// Every lane that could be drawn over open water, shortest first.
pub(super) fn possible(
    mesh: &Mesh,
    owners: &[Option<usize>],
    borders: &[(usize, usize)],
) -> Vec<(usize, usize)> {
    let coast: Vec<_> = (0..mesh.len())
        .filter_map(|cell| Some((cell, owners[cell]?)))
        .filter(|(cell, _)| {
            mesh.around(*cell).into_iter().flatten().any(|near| owners[near].is_none())
        })
        .map(|(cell, owner)| (mesh.centre(cell), owner))
        .collect();
    let mut nearest: BTreeMap<(usize, usize), (f32, Point, Point)> = BTreeMap::new();
    for (index, (here, one)) in coast.iter().enumerate() {
        for (there, two) in &coast[index + 1..] {
            let pair = (*one.min(two), *one.max(two));
            let apart = square(*here, *there);
            if one == two || apart > REACH * REACH || borders.binary_search(&pair).is_ok() {
                continue;
            }
            let entry = nearest.entry(pair).or_insert((apart, *here, *there));
            if apart < entry.0 {
                *entry = (apart, *here, *there);
            }
        }
    }
    let clear = |(pair, (_, here, there)): &((usize, usize), (f32, Point, Point))| {
        is_clear(mesh, owners, *pair, *here, *there)
    };
    let mut lanes: Vec<_> = nearest.into_iter().filter(clear).collect();
    lanes.sort_by(|one, two| one.1.0.total_cmp(&two.1.0));
    lanes.into_iter().map(|(pair, _)| pair).collect()
}

/// Whether the straight line crosses no third territory.
fn is_clear(
    mesh: &Mesh,
    owners: &[Option<usize>],
    (one, two): (usize, usize),
    here: Point,
    there: Point,
) -> bool {
    (1..24).all(|step| {
        let part = step as f32 / 24.0;
        let point = [0, 1].map(|axis| here[axis] + (there[axis] - here[axis]) * part);
        let owner = mesh.at(point).and_then(|cell| owners[cell]);
        owner.is_none_or(|owner| owner == one || owner == two)
    })
}

/// The lanes to draw: two for every island, and one for every dead end. `island` is which
/// landmass each territory is on.
pub(super) fn choose(
    possible: &[(usize, usize)],
    borders: &[(usize, usize)],
    island: &[usize],
) -> Vec<(usize, usize)> {
    let mut lanes: Vec<(usize, usize)> = Vec::new();
    let mut joined = island.to_vec();
    for &(one, two) in possible {
        let (here, there) = (joined[one], joined[two]);
        if here != there {
            lanes.push((one, two));
            joined.iter_mut().filter(|mark| **mark == there).for_each(|mark| *mark = here);
        }
    }
    for &(one, two) in possible {
        let uses = |lane: &&(usize, usize), place: usize| {
            island[lane.0] == island[place] || island[lane.1] == island[place]
        };
        let few = |place| lanes.iter().filter(|lane| uses(lane, place)).count() < 2;
        let fresh = lanes.iter().all(|(a, b)| ![one, two].contains(a) && ![one, two].contains(b));
        if island[one] != island[two] && fresh && (few(one) || few(two)) {
            lanes.push((one, two));
        }
    }
    for &(one, two) in possible {
        let ways = |place| {
            let links = borders.iter().chain(&lanes);
            links.filter(|(a, b)| *a == place || *b == place).count()
        };
        if (ways(one) < 2 || ways(two) < 2) && !lanes.contains(&(one, two)) {
            lanes.push((one, two));
        }
    }
    lanes
}

fn square(a: Point, b: Point) -> f32 {
    let (dx, dy) = (a[0] - b[0], a[1] - b[1]);
    dx * dx + dy * dy
}
