//! Closed outlines, compared exactly.
//!
//! Points are snapped to a fine grid and kept as integers, so that "on the border" is exact and not a matter of
//! rounding.

use super::file::Point;

type Spot = [i64; 2];

/// Grid lines to a unit of the drawing; even, so that the middle of two spots is a spot.
const GRID: f32 = 1024.0;

/// Where a spot is relative to an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutlineSide {
    Inside,
    Border,
    Outside,
}

/// A closed outline with its bounding box.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    spots: Vec<Spot>,
    low: Spot,
    high: Spot,
}

impl Outline {
    pub(super) fn new(shape: &[Point]) -> Outline {
        let spots: Vec<_> = shape.iter().copied().map(snap).collect();
        let bound = |pick: fn(i64, i64) -> i64| {
            let first = spots.first().copied().unwrap_or_default();
            spots
                .iter()
                .fold(first, |so_far, spot| [pick(so_far[0], spot[0]), pick(so_far[1], spot[1])])
        };
        Outline { low: bound(i64::min), high: bound(i64::max), spots }
    }

    /// Whether it is one line that neither crosses nor touches itself.
    pub(super) fn is_simple(&self) -> bool {
        let edges: Vec<_> = self.edges().collect();
        let count = edges.len();
        let mut pairs = (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two)));
        count >= 3
            && pairs.all(|(one, two)| {
                let ((a, b), (c, d)) = (edges[one], edges[two]);
                if two == one + 1 {
                    !on(a, (c, d)) && !on(d, (a, b))
                } else if one == 0 && two == count - 1 {
                    !on(b, (c, d)) && !on(c, (a, b))
                } else {
                    !boxes_meet((a, b), (c, d)) || !touch((a, b), (c, d))
                }
            })
    }

    pub(super) fn side(&self, point: Point) -> OutlineSide {
        self.side_of(snap(point))
    }

    fn side_of(&self, spot: Spot) -> OutlineSide {
        let mut inside = false;
        for (a, b) in self.edges() {
            if on(spot, (a, b)) {
                return OutlineSide::Border;
            }
            if (a[1] > spot[1]) != (b[1] > spot[1]) && (turn(a, b, spot) > 0) == (b[1] > a[1]) {
                inside = !inside;
            }
        }
        if inside { OutlineSide::Inside } else { OutlineSide::Outside }
    }

    /// Whether the two share more than a border.
    pub(super) fn overlaps(&self, other: &Outline) -> bool {
        if !boxes_meet((self.low, self.high), (other.low, other.high)) {
            return false;
        }
        let crossed = self
            .facing(other)
            .any(|edge| other.facing(self).any(|two| boxes_meet(edge, two) && cross(edge, two)));
        // Where nothing crosses, the pieces between touching points lie wholly on one side.
        crossed || self.enters(other) || other.enters(self) || self.coincides(other)
    }

    fn enters(&self, other: &Outline) -> bool {
        let mut middles = self.facing(other).flat_map(|edge| other.middles(edge));
        middles.any(|spot| other.side_of(spot) == OutlineSide::Inside)
    }

    fn coincides(&self, other: &Outline) -> bool {
        self.low == other.low
            && self.high == other.high
            && self
                .edges()
                .flat_map(|edge| other.middles(edge))
                .all(|spot| other.side_of(spot) == OutlineSide::Border)
    }

    /// The middles of the pieces into which the corners of this outline cut an edge.
    fn middles(&self, (a, b): (Spot, Spot)) -> Vec<Spot> {
        let mut cuts: Vec<Spot> =
            self.spots.iter().copied().filter(|spot| on(*spot, (a, b))).collect();
        cuts.extend([a, b]);
        cuts.sort_unstable();
        cuts.dedup();
        cuts.windows(2).map(|pair| middle(pair[0], pair[1])).collect()
    }

    fn edges(&self) -> impl Iterator<Item = (Spot, Spot)> + '_ {
        let ends = self.spots.iter().cycle().skip(1);
        self.spots.iter().copied().zip(ends.copied())
    }

    /// The edges that come near another outline.
    fn facing<'a>(&'a self, other: &'a Outline) -> impl Iterator<Item = (Spot, Spot)> + 'a {
        self.edges().filter(|edge| boxes_meet(*edge, (other.low, other.high)))
    }
}

fn snap([x, y]: Point) -> Spot {
    let whole = |number: f32| (number.clamp(-20_000.0, 20_000.0) * GRID).round() as i64 * 2;
    [whole(x), whole(y)]
}

fn middle(a: Spot, b: Spot) -> Spot {
    [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}

/// Positive if `a`, `b`, `c` turn one way, negative if the other, 0 if they are in line.
fn turn(a: Spot, b: Spot, c: Spot) -> i64 {
    ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])).signum()
}

fn on(spot: Spot, (a, b): (Spot, Spot)) -> bool {
    let within = |axis: usize| (a[axis].min(b[axis])..=a[axis].max(b[axis])).contains(&spot[axis]);
    within(0) && within(1) && turn(a, b, spot) == 0
}

/// Whether two edges pass through each other.
fn cross((a, b): (Spot, Spot), (c, d): (Spot, Spot)) -> bool {
    turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

fn touch(one: (Spot, Spot), two: (Spot, Spot)) -> bool {
    cross(one, two) || on(one.0, two) || on(one.1, two) || on(two.0, one) || on(two.1, one)
}

fn boxes_meet((a, b): (Spot, Spot), (c, d): (Spot, Spot)) -> bool {
    (0..2).all(|axis| {
        a[axis].min(b[axis]) <= c[axis].max(d[axis]) && c[axis].min(d[axis]) <= a[axis].max(b[axis])
    })
}
