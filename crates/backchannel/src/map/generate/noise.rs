//! Smooth randomness over the sheet.

use parley::Chance;

use crate::map::file::Point;

/// A uniform number from 0 up to 1. Integers over a power of two are the same on every machine.
pub(super) fn unit(chance: &mut Chance) -> f32 {
    chance.below(1 << 20) as f32 / (1 << 20) as f32
}

/// Heights at the nodes of a coarse grid, interpolated in between.
pub(super) struct HeightField {
    columns: usize,
    step: f32,
    heights: Vec<f32>,
}

impl HeightField {
    pub(super) fn new(size: Point, step: f32, chance: &mut Chance) -> HeightField {
        let columns = (size[0] / step) as usize + 3;
        let rows = (size[1] / step) as usize + 3;
        HeightField { columns, step, heights: (0..columns * rows).map(|_| unit(chance)).collect() }
    }

    pub(super) fn at(&self, [x, y]: Point) -> f32 {
        let rows = self.heights.len() / self.columns;
        let (column, across) = split(x / self.step, self.columns);
        let (row, down) = split(y / self.step, rows);
        let height = |column, row| self.heights[row * self.columns + column];
        let above = blend(height(column, row), height(column + 1, row), across);
        let below = blend(height(column, row + 1), height(column + 1, row + 1), across);
        blend(above, below, down)
    }
}

fn split(place: f32, count: usize) -> (usize, f32) {
    let place = place.clamp(0.0, count as f32 - 1.001);
    (place as usize, place - (place as usize) as f32)
}

fn blend(one: f32, two: f32, part: f32) -> f32 {
    let smooth = part * part * (3.0 - 2.0 * part);
    one + (two - one) * smooth
}
