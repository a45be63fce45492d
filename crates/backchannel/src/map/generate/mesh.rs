//! The mesh of small, slightly distorted hexagonal cells that land consists of.
//!
//! Three cells meet at every corner, so an area of whole cells has a border that never touches
//! itself, and two areas that meet have points in common.

use std::collections::BTreeMap;

use parley::Chance;

use super::noise::{HeightField, unit};
use crate::map::file::Point;

/// A place on the grid of centres and corners, in integers: half a cell's width across and half a side's length down
/// are one step each.
pub(super) type Knot = [i32; 2];

const CORNERS: [Knot; 6] = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]];
/// The cell beyond each side, where side `n` runs from corner `n` to the next.
const BEYOND: [Knot; 6] = [[1, -3], [2, 0], [1, 3], [-1, 3], [-2, 0], [-1, -3]];
const HALF_WIDTH: f32 = 0.866_025_4;

/// The cells of a sheet.
pub(super) struct Mesh {
    columns: i32,
    rows: i32,
    side: f32,
    corners: BTreeMap<Knot, Point>,
    around: Vec<[Option<usize>; 6]>,
}

impl Mesh {
    /// Cells with sides of about `side` that cover a sheet.
    pub(super) fn new(size: Point, side: f32, chance: &mut Chance) -> Mesh {
        let columns = (size[0] / (2.0 * HALF_WIDTH * side)) as i32 - 1;
        let rows = (size[1] / (1.5 * side)) as i32 - 1;
        let (corners, around) = (BTreeMap::new(), Vec::new());
        let mut mesh = Mesh { columns, rows, side, corners, around };
        mesh.around = (0..mesh.len()).map(|cell| mesh.beyond(cell)).collect();
        let knots: Vec<_> = (0..mesh.len()).flat_map(|cell| mesh.knots(cell)).collect();
        let waves = [HeightField::new(size, 150.0, chance), HeightField::new(size, 150.0, chance)];
        for knot in knots {
            let [x, y] = mesh.place(knot);
            let mut push = |wave: &HeightField| {
                (wave.at([x, y]) - 0.5) * 2.4 * side + (unit(chance) - 0.5) * 0.55 * side
            };
            let moved = [x + push(&waves[0]), y + push(&waves[1])];
            mesh.corners.entry(knot).or_insert(moved);
        }
        mesh
    }

    pub(super) fn len(&self) -> usize {
        (self.columns * self.rows) as usize
    }

    /// The cells beyond each of the six sides, in order; none off the sheet.
    pub(super) fn around(&self, cell: usize) -> [Option<usize>; 6] {
        self.around[cell]
    }

    fn beyond(&self, cell: usize) -> [Option<usize>; 6] {
        let [x, y] = self.knot(cell);
        BEYOND.map(|[dx, dy]| self.find([x + dx, y + dy]))
    }

    /// The six corners, in order.
    pub(super) fn knots(&self, cell: usize) -> [Knot; 6] {
        let [x, y] = self.knot(cell);
        CORNERS.map(|[dx, dy]| [x + dx, y + dy])
    }

    pub(super) fn corner(&self, knot: Knot) -> Point {
        self.corners[&knot]
    }

    pub(super) fn centre(&self, cell: usize) -> Point {
        self.place(self.knot(cell))
    }

    /// The centre as an exact knot.
    pub(super) fn knot(&self, cell: usize) -> Knot {
        let (column, row) = (cell as i32 % self.columns, cell as i32 / self.columns);
        [2 * column + row % 2, 3 * row]
    }

    /// Whether a cell is within `margin` cells of the sheet's edge.
    pub(super) fn is_edge(&self, cell: usize, margin: i32) -> bool {
        let (column, row) = (cell as i32 % self.columns, cell as i32 / self.columns);
        column.min(self.columns - 1 - column) < margin || row.min(self.rows - 1 - row) < margin
    }

    /// The cell around a point, possibly off by a neighbour.
    pub(super) fn at(&self, [x, y]: Point) -> Option<usize> {
        let row = ((y / self.side - 1.5) / 1.5).round() as i32;
        let across = (x / (HALF_WIDTH * self.side) - 2.0).round() as i32;
        self.find([across, 3 * row])
    }

    fn find(&self, [x, y]: Knot) -> Option<usize> {
        let row = y.div_euclid(3);
        let column = (x - row.rem_euclid(2)).div_euclid(2);
        let on = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        on.then(|| (row * self.columns + column) as usize)
    }

    fn place(&self, [x, y]: Knot) -> Point {
        [(x as f32 + 2.0) * HALF_WIDTH * self.side, (y as f32 / 2.0 + 1.5) * self.side]
    }
}

/// The square of the distance between two knots, in quarters of a side's.
pub(super) fn apart(one: Knot, two: Knot) -> i32 {
    let (dx, dy) = (one[0] - two[0], one[1] - two[1]);
    3 * dx * dx + dy * dy
}
