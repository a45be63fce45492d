//! Where a territory's troops and name are written, and how large.

use super::file::Point;
use super::outline::{Outline, OutlineSide};

/// Room for a badge with a troop number, centred on the anchor; the name goes below it.
pub(super) const BADGE: f32 = 11.0;
const LARGEST: f32 = 15.0;
const SMALLEST: f32 = 8.0;
/// The width of a capital and the height of a line, in parts of the letter size.
const LETTER: f32 = 0.70;
pub(super) const LINE: f32 = 1.08;

/// How fine a grid is searched for the best place, and how many of the roomiest are tried.
const STEP: f32 = 7.0;
const CANDIDATES: usize = 24;

/// A name broken into lines, and the letter size in which it fits its territory.
pub(super) struct Label {
    pub(super) lines: Vec<String>,
    pub(super) size: f32,
}

impl Label {
    /// The largest label that fits below a badge at `anchor`; the smallest if none does.
    pub(super) fn fit(name: &str, anchor: Point, outline: &Outline) -> Label {
        let mut size = LARGEST;
        loop {
            let fitting = (1..=3).map(|count| Label { lines: split(name, count), size });
            match fitting.into_iter().find(|label| label.fits(anchor, outline)) {
                Some(label) => return label,
                None if size <= SMALLEST => {
                    return Label { lines: split(name, 2), size };
                }
                None => size -= 0.5,
            }
        }
    }

    /// The line's baseline, from the anchor.
    pub(super) fn baseline(&self, line: usize) -> f32 {
        BADGE + self.size * (0.95 + LINE * line as f32)
    }

    fn fits(&self, [x, y]: Point, outline: &Outline) -> bool {
        let clear = |x, y| outline.side([x, y]) == OutlineSide::Inside;
        let rows = self.lines.iter().enumerate().all(|(line, text)| {
            let half = width(text, self.size) / 2.0 + 6.0;
            let base = y + self.baseline(line);
            (-4..=4).all(|step| {
                let across = x + half * step as f32 / 4.0;
                clear(across, base + 3.0) && clear(across, base - self.size)
            })
        });
        rows && [(0.0, -1.2), (-1.2, 0.0), (1.2, 0.0), (-0.85, -0.85), (0.85, -0.85)]
            .into_iter()
            .all(|(dx, dy)| clear(x + dx * BADGE, y + dy * BADGE))
    }
}

/// An upper bound of the width of a text, as if in capitals.
pub(super) fn width(text: &str, size: f32) -> f32 {
    text.chars().count() as f32 * size * LETTER
}

/// The words in at most `count` lines, as even as possible.
fn split(name: &str, count: usize) -> Vec<String> {
    let longest = name.chars().count();
    let lines = |limit: usize| {
        let mut lines: Vec<String> = Vec::new();
        for word in name.split_whitespace() {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + word.chars().count() <= limit => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    };
    let limit = (1..=longest).find(|limit| lines(*limit).len() <= count);
    lines(limit.unwrap_or(longest))
}

/// The best anchor for a name within a shape: where the label is largest, and then most central.
pub(super) fn place(name: &str, shape: &[Point]) -> Point {
    let outline = Outline::new(shape);
    let [low, high] = bounds(shape);
    let steps = |axis: usize| ((high[axis] - low[axis]) / STEP) as usize;
    let grid = (1..steps(1)).flat_map(|row| (1..steps(0)).map(move |column| (column, row)));
    let mut points: Vec<_> = grid
        .map(|(column, row)| [low[0] + STEP * column as f32, low[1] + STEP * row as f32])
        .filter(|point| outline.side(*point) == OutlineSide::Inside)
        .map(|point| (room(point, shape), point))
        .collect();
    points.sort_by(|one, two| two.0.total_cmp(&one.0));
    points.truncate(CANDIDATES);
    let worths = points.iter().map(|(room, point)| {
        let label = Label::fit(name, *point, &outline);
        let misfit = if label.fits(*point, &outline) { 0.0 } else { 200.0 };
        (label.size * 8.0 + room - misfit, *point)
    });
    let best = worths.max_by(|one, two| one.0.total_cmp(&two.0));
    best.map_or(low, |(_, point)| point)
}

/// How far the border is from the middle of the label.
fn room([x, y]: Point, shape: &[Point]) -> f32 {
    let far = |[px, py]: Point| {
        let (dx, dy) = ((px - x) * 0.7, py - y - BADGE);
        dx * dx + dy * dy
    };
    shape.iter().copied().map(far).fold(f32::MAX, f32::min).sqrt()
}

pub(super) fn bounds(shape: &[Point]) -> [Point; 2] {
    shape.iter().fold([[f32::MAX; 2], [f32::MIN; 2]], |[low, high], point| {
        [
            [low[0].min(point[0]), low[1].min(point[1])],
            [high[0].max(point[0]), high[1].max(point[1])],
        ]
    })
}
