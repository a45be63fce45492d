//! Borders: from cells to smooth outlines that neighbours share point for point.

use std::collections::BTreeMap;

use parley::Chance;

use super::mesh::{Knot, Mesh};
use super::noise::unit;
use crate::map::file::Point;

/// How far a border deviates from a straight line, as a fraction of its step.
const STRAY: f32 = 0.34;

/// The outline of each territory; `None` if one is in pieces or has a hole.
pub(super) fn shapes(
    mesh: &Mesh,
    owners: &[Option<usize>],
    count: usize,
    chance: &mut Chance,
) -> Option<Vec<Vec<Point>>> {
    let steps = steps(mesh, owners, count);
    let corners = smooth(mesh, &steps);
    let middles = middles(&steps, &corners, chance);
    steps.iter().map(|steps| walk(steps, &corners, &middles)).collect()
}

/// For each territory the steps around it, from corner to corner.
fn steps(mesh: &Mesh, owners: &[Option<usize>], count: usize) -> Vec<BTreeMap<Knot, Knot>> {
    let mut steps = vec![BTreeMap::new(); count];
    for (cell, owner) in owners.iter().enumerate() {
        let Some(owner) = owner else { continue };
        let knots = mesh.knots(cell);
        for (side, beyond) in mesh.around(cell).into_iter().enumerate() {
            if beyond.and_then(|cell| owners[cell]) != Some(*owner) {
                steps[*owner].insert(knots[side], knots[(side + 1) % 6]);
            }
        }
    }
    steps
}

/// Smooths corners towards their neighbours on the border, which removes the zigzag of the cells.
fn smooth(mesh: &Mesh, steps: &[BTreeMap<Knot, Knot>]) -> BTreeMap<Knot, Point> {
    let mut near: BTreeMap<Knot, Vec<Knot>> = BTreeMap::new();
    for (from, to) in steps.iter().flatten() {
        for (one, two) in [(from, to), (to, from)] {
            let list = near.entry(*one).or_default();
            if !list.contains(two) {
                list.push(*two);
            }
        }
    }
    let mut places: BTreeMap<_, _> = near.keys().map(|knot| (*knot, mesh.corner(*knot))).collect();
    for _ in 0..2 {
        let moved = near.iter().map(|(knot, near)| (*knot, drawn(places[knot], near, &places)));
        places = moved.collect();
    }
    places
}

fn drawn(place: Point, near: &[Knot], places: &BTreeMap<Knot, Point>) -> Point {
    let mean =
        |axis: usize| near.iter().map(|knot| places[knot][axis]).sum::<f32>() / near.len() as f32;
    [(place[0] + mean(0)) / 2.0, (place[1] + mean(1)) / 2.0]
}

/// A point beside the middle of each step, one for both sides of the border.
fn middles(
    steps: &[BTreeMap<Knot, Knot>],
    corners: &BTreeMap<Knot, Point>,
    chance: &mut Chance,
) -> BTreeMap<[Knot; 2], Point> {
    let mut middles = BTreeMap::new();
    for (from, to) in steps.iter().flatten() {
        middles.entry(key(*from, *to)).or_insert_with(|| {
            let ([ax, ay], [bx, by]) = (corners[from], corners[to]);
            let stray = (unit(chance) - 0.5) * STRAY;
            [(ax + bx) / 2.0 - (by - ay) * stray, (ay + by) / 2.0 + (bx - ax) * stray]
        });
    }
    middles
}

fn walk(
    steps: &BTreeMap<Knot, Knot>,
    corners: &BTreeMap<Knot, Point>,
    middles: &BTreeMap<[Knot; 2], Point>,
) -> Option<Vec<Point>> {
    let start = *steps.keys().next()?;
    let mut shape = Vec::new();
    let mut at = start;
    loop {
        let next = steps[&at];
        shape.extend([corners[&at], middles[&key(at, next)]].map(|point| point.map(tenths)));
        at = next;
        if at == start {
            return (shape.len() == 2 * steps.len()).then_some(shape);
        }
    }
}

fn key(one: Knot, two: Knot) -> [Knot; 2] {
    [one.min(two), one.max(two)]
}

pub(super) fn tenths(number: f32) -> f32 {
    (number * 10.0).round() / 10.0
}
