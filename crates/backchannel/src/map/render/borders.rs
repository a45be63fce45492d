//! Borders that two territories share, found by their common points.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::ink::path;
use crate::map::file::Point;
use crate::map::{Map, Territory};

/// From peak to peak along a closed border.
const SPACING: f32 = 11.5;

/// Each shared border as lines, by the two territories it parts, lower first.
pub(super) struct Borders(BTreeMap<(Territory, Territory), Vec<Vec<Point>>>);

impl Borders {
    pub(super) fn of(map: &Map) -> Borders {
        let mut sides = BTreeMap::new();
        for territory in map.all() {
            for edge in edges(map, territory) {
                sides.entry(key(edge)).or_insert_with(Vec::new).push(territory);
            }
        }
        let mut borders: BTreeMap<_, Vec<Vec<Point>>> = BTreeMap::new();
        for one in map.all() {
            for [start, end] in edges(map, one) {
                let Some(two) = sides[&key([start, end])].iter().find(|two| **two > one) else {
                    continue;
                };
                let lines = borders.entry((one, *two)).or_default();
                match lines.last_mut() {
                    Some(line) if line.last() == Some(&start) => line.push(end),
                    _ => lines.push(vec![start, end]),
                }
            }
        }
        Borders(borders)
    }

    /// The lines between two territories; none if they do not touch.
    pub(super) fn between(&self, one: Territory, two: Territory) -> &[Vec<Point>] {
        self.0.get(&(one.min(two), one.max(two))).map_or(&[], Vec::as_slice)
    }

    /// Path data for the borders that are `wanted`.
    pub(super) fn lines(&self, wanted: impl Fn(Territory, Territory) -> bool) -> String {
        let borders = self.0.iter().filter(|((one, two), _)| wanted(*one, *two));
        borders.flat_map(|(_, lines)| lines).map(|line| path(line, false)).collect()
    }

    /// Borders that no link crosses.
    pub(super) fn closed<'a>(&'a self, map: &'a Map) -> impl Iterator<Item = &'a Vec<Point>> + 'a {
        let closed = self.0.iter().filter(|((one, two), _)| !map.near(*one).contains(*two));
        closed.flat_map(|(_, lines)| lines)
    }
}

/// A row of peaks along a line.
pub(super) fn peaks(line: &[Point]) -> String {
    let mut peaks = String::new();
    let mut left = SPACING / 2.0;
    for pair in line.windows(2) {
        let ([ax, ay], [bx, by]) = (pair[0], pair[1]);
        let (dx, dy) = (bx - ax, by - ay);
        let length = (dx * dx + dy * dy).sqrt();
        while left <= length {
            let (x, y) = (ax + dx * left / length, ay + dy * left / length);
            let _ = write!(peaks, "M{:.1} {:.1}l6.5 -12l6.5 12z", x - 6.5, y + 5.5);
            left += SPACING;
        }
        left -= length;
    }
    peaks
}

fn edges(map: &Map, territory: Territory) -> impl Iterator<Item = [Point; 2]> + '_ {
    let shape = &map.file().territories[territory.index()].shape;
    shape.iter().copied().zip(shape.iter().copied().cycle().skip(1)).map(|(a, b)| [a, b])
}

/// The same for both directions of an edge.
fn key([a, b]: [Point; 2]) -> [[u32; 2]; 2] {
    let (a, b) = (a.map(f32::to_bits), b.map(f32::to_bits));
    [a.min(b), a.max(b)]
}
