//! Links that the borders do not show: sea lanes, one-way roads and guns.

use std::fmt::Write;

use super::borders::Borders;
use crate::map::file::{LinkFile, LinkKind, Point};
use crate::map::{Map, Territory};

/// How far into the land a lane lands, and how far guns reach beyond the coast.
const LANDING: f32 = 9.0;
const IMPACT: f32 = 18.0;
/// Half the length of an arrow across a border.
const ACROSS: f32 = 19.0;

/// What a border cannot show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DrawnLink {
    Lane,
    OneWayLane,
    OneWayRoad,
    Guns,
    Closed,
}

impl DrawnLink {
    /// None for a link that its border shows well enough.
    fn of(link: &LinkFile, bordering: bool) -> Option<DrawnLink> {
        match (link.kind, link.one_way, bordering) {
            (LinkKind::Bombard, ..) => Some(DrawnLink::Guns),
            (LinkKind::Capture, true, true) => Some(DrawnLink::OneWayRoad),
            (LinkKind::Capture, true, false) => Some(DrawnLink::OneWayLane),
            (LinkKind::Capture, false, false) => Some(DrawnLink::Lane),
            (LinkKind::Capture, false, true) => None,
        }
    }

    /// Colour, dashes and meaning.
    pub(super) fn key(self) -> (&'static str, &'static str, &'static str) {
        match self {
            DrawnLink::Lane => ("#cfe0dc", "8 6", "sea lane"),
            DrawnLink::OneWayLane => ("#f3d98b", "8 6", "one way by sea, along the arrow"),
            DrawnLink::OneWayRoad => ("#f3d98b", "none", "one way, along the arrow"),
            DrawnLink::Guns => ("#f0604d", "0.1 6.5", "guns reach, nobody crosses"),
            DrawnLink::Closed => ("#cfc5ac", "none", "peaks, a closed border"),
        }
    }
}

/// The kinds that a map has, in order.
pub(super) fn kinds(map: &Map, borders: &Borders) -> Vec<DrawnLink> {
    let links = map.file().links.iter().filter_map(|link| {
        let [one, two] = [&link.from, &link.to].map(|id| find(map, id));
        DrawnLink::of(link, !borders.between(one, two).is_empty())
    });
    let closed = borders.closed(map).next().map(|_| DrawnLink::Closed);
    let mut kinds: Vec<_> = links.chain(closed).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

pub(super) fn draw(svg: &mut String, map: &Map, borders: &Borders) {
    svg.push_str("<g fill=\"none\" stroke-linecap=\"round\">");
    for link in &map.file().links {
        let ends = [&link.from, &link.to].map(|id| find(map, id));
        let lines = borders.between(ends[0], ends[1]);
        let Some(kind) = DrawnLink::of(link, !lines.is_empty()) else {
            continue;
        };
        let line = match lines.iter().max_by_key(|line| line.len()) {
            Some(line) => across(map, ends, line),
            None => ashore(map, ends, depths(link)),
        };
        stroke(svg, link, kind, line);
    }
    svg.push_str("</g>");
}

fn find(map: &Map, id: &str) -> Territory {
    let place = map.file().territories.iter().position(|territory| territory.id == id);
    Territory(place.unwrap_or_default() as u8)
}

fn stroke(svg: &mut String, link: &LinkFile, kind: DrawnLink, [a, b]: [Point; 2]) {
    let (colour, dashes, _) = kind.key();
    let (width, curve) = match kind {
        DrawnLink::Lane | DrawnLink::OneWayLane => (2.2, 0.12),
        DrawnLink::OneWayRoad | DrawnLink::Guns | DrawnLink::Closed => (3.2, 0.0),
    };
    let bend = bend(a, b, curve);
    let line =
        format!("M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}", a[0], a[1], bend[0], bend[1], b[0], b[1]);
    for (colour, opacity, width) in [("#12161a", 0.5, width + 2.4), (colour, 0.95, width)] {
        let _ = write!(
            svg,
            "<path d=\"{line}\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" \
             stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\"/>"
        );
    }
    tip(svg, link, bend, b, colour);
    match link.one_way {
        true => dot(svg, a, colour),
        false => tip(svg, link, bend, a, colour),
    }
}

/// What a link ends in: a burst for guns, an arrow for one way, else a landing.
fn tip(svg: &mut String, link: &LinkFile, from: Point, at: Point, colour: &str) {
    match (link.kind, link.one_way) {
        (LinkKind::Bombard, _) => burst(svg, at, colour),
        (LinkKind::Capture, true) => arrow(svg, from, at, colour),
        (LinkKind::Capture, false) => dot(svg, at, colour),
    }
}

fn dot(svg: &mut String, [x, y]: Point, colour: &str) {
    let _ = write!(
        svg,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.4\" fill=\"{colour}\" stroke=\"#12161a\" stroke-width=\"1.2\"/>"
    );
}

fn arrow(svg: &mut String, from: Point, at: Point, colour: &str) {
    let [dx, dy] = direction(from, at);
    let point = |along: f32, aside: f32| {
        format!("{:.1} {:.1}", at[0] + along * dx - aside * dy, at[1] + along * dy + aside * dx)
    };
    let _ = write!(
        svg,
        "<path d=\"M{}L{}L{}L{}Z\" fill=\"{colour}\" stroke=\"#12161a\" stroke-width=\"1.2\"/>",
        point(8.0, 0.0),
        point(-6.0, 7.5),
        point(-2.0, 0.0),
        point(-6.0, -7.5)
    );
}

fn burst(svg: &mut String, [x, y]: Point, colour: &str) {
    const RAYS: [Point; 8] = [
        [0.0, -1.0],
        [0.7, -0.7],
        [1.0, 0.0],
        [0.7, 0.7],
        [0.0, 1.0],
        [-0.7, 0.7],
        [-1.0, 0.0],
        [-0.7, -0.7],
    ];
    let mut star = String::new();
    for (ray, [dx, dy]) in RAYS.into_iter().enumerate() {
        let [nx, ny] = RAYS[(ray + 1) % RAYS.len()];
        let tip = [x + dx * 10.0, y + dy * 10.0];
        let dent = [x + (dx + nx) * 2.4, y + (dy + ny) * 2.4];
        let _ = write!(
            star,
            "{}{:.1} {:.1}L{:.1} {:.1}",
            if ray == 0 { 'M' } else { 'L' },
            tip[0],
            tip[1],
            dent[0],
            dent[1]
        );
    }
    let _ = write!(
        svg,
        "<path d=\"{star}Z\" fill=\"{colour}\" stroke=\"#12161a\" stroke-width=\"1.2\"/>"
    );
}

/// A short stroke over the middle of a shared border.
fn across(map: &Map, ends: [Territory; 2], line: &[Point]) -> [Point; 2] {
    let middle = line[line.len() / 2];
    let [one, two] = ends.map(|end| map.file().territories[end.index()].anchor);
    let [dx, dy] = direction(one, two);
    [-ACROSS, ACROSS].map(|along| [middle[0] + dx * along, middle[1] + dy * along])
}

/// How far inland the two ends of a link are drawn.
fn depths(link: &LinkFile) -> [f32; 2] {
    match (link.kind, link.one_way) {
        (LinkKind::Capture, _) => [LANDING, LANDING],
        (LinkKind::Bombard, true) => [LANDING, IMPACT],
        (LinkKind::Bombard, false) => [IMPACT, IMPACT],
    }
}

/// The shortest way over the water, from inside one land to inside the other.
fn ashore(map: &Map, ends: [Territory; 2], depths: [f32; 2]) -> [Point; 2] {
    let [one, two] = ends.map(|end| &map.file().territories[end.index()]);
    let pairs = one.shape.iter().flat_map(|a| two.shape.iter().map(move |b| [*a, *b]));
    let nearest = pairs.min_by(|[a, b], [c, d]| apart(*a, *b).total_cmp(&apart(*c, *d)));
    let [a, b] = nearest.unwrap_or([one.anchor, two.anchor]);
    let inland = |[x, y]: Point, anchor: Point, depth: f32| {
        let [dx, dy] = direction([x, y], anchor);
        [x + dx * depth, y + dy * depth]
    };
    [inland(a, one.anchor, depths[0]), inland(b, two.anchor, depths[1])]
}

fn apart(a: Point, b: Point) -> f32 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    dx * dx + dy * dy
}

fn direction(a: Point, b: Point) -> Point {
    let length = apart(a, b).sqrt().max(1e-3);
    [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
}

fn bend(a: Point, b: Point, part: f32) -> Point {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    [(a[0] + b[0]) / 2.0 - dy * part, (a[1] + b[1]) / 2.0 + dx * part]
}
