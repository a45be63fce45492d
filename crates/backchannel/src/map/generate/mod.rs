//! Generates balanced maps, the same for the same seed on every machine.
//!
//! Only additions, multiplications, divisions and square roots are used, because those are exact everywhere.

mod grow;
mod land;
mod lanes;
mod mesh;
mod names;
mod noise;
mod trace;
mod zones;

use parley::{Chance, Seed};

use super::check::limit;
use super::file::{LinkFile, LinkKind, Point, SeatCounts, TerritoryFile, ZoneFile};
use super::{Map, MapFile, MapReport, label, library};
use grow::Centre;
use mesh::Mesh;
use names::NameSupply;

/// The random streams of the seed from here on are for maps, well away from those of the game.
const STREAMS: u64 = 0x006d_6170 << 32;

const TERRITORIES_A_SEAT: usize = 6;
/// A cell's side, the cells of a territory and the smallest number that leaves room for a name.
const SIDE: f32 = 15.5;
const CELLS: usize = 36;
const FEWEST_CELLS: usize = 18;
/// The most links of one territory, so that every place can be defended.
const MOST_LINKS: usize = 8;

/// A map for that many seats, 2 to 8; a number out of that range counts as the nearest in it.
///
/// Who moves later gets what they get on the most similar map of the library (BC-106).
/// It passes its checks without a warning, has no dead end, and divides its territories into zones of 3 to 6 whose
/// rewards follow from size and exposure.
pub fn generate(seats: u8, seed: Seed) -> Map {
    let seats = seats.clamp(*limit::SEATS.start(), *limit::SEATS.end());
    (STREAMS..)
        .find_map(|stream| draw(seats, &mut seed.stream(stream)))
        .expect("nine draws in ten are good, and there is no end of streams")
}

/// One attempt; `None` if it is not good enough to play.
fn draw(seats: u8, chance: &mut Chance) -> Option<Map> {
    let count = TERRITORIES_A_SEAT * usize::from(seats);
    let size = sheet(count);
    let mesh = Mesh::new(size, SIDE, chance);
    let land = land::rise(&mesh, size, count * CELLS, 2 * CELLS, chance);
    let owners = settle(&mesh, &land, count, chance)?;
    let borders = grow::borders(&mesh, &owners);
    let lanes = lanes::choose(
        &lanes::possible(&mesh, &owners, &borders),
        &borders,
        &islands(&mesh, &owners, count),
    );
    let links: Vec<_> = borders.into_iter().chain(lanes).collect();
    let near = near(&links, count);
    if near.iter().any(|near| !(2..=MOST_LINKS).contains(&near.len())) {
        return None;
    }
    let zones = zones::part(&near, chance)?;
    let shapes = trace::shapes(&mesh, &owners, count, chance)?;
    let file = write(seats, size, shapes, &links, &zones, &near, &mut NameSupply::new(chance));
    (Map::check(&file) == MapReport::default()).then(|| Map::linked(file))
}

/// A sheet of which a little less than half is land.
fn sheet(territories: usize) -> Point {
    let cell = 2.598 * SIDE * SIDE;
    let area = cell * (territories * CELLS) as f32 / 0.45;
    let height = (area / 1.45).sqrt();
    [height * 1.45, height].map(|length| (length / 10.0).round() * 10.0)
}

/// Distributes the land; `None` if some territory is too small.
fn settle(
    mesh: &Mesh,
    land: &[bool],
    count: usize,
    chance: &mut Chance,
) -> Option<Vec<Option<usize>>> {
    let centres = centres(mesh, land, count, chance)?;
    let mut centres: Vec<_> = centres.into_iter().map(|cell| Centre { cell, lead: 0 }).collect();
    for _ in 0..20 {
        let owners = grow::grow(mesh, land, &centres);
        grow::relax(mesh, &owners, &mut centres);
    }
    let mut owners = grow::grow(mesh, land, &centres);
    grow::widen(mesh, &mut owners);
    let cells = |owner| owners.iter().filter(|other| **other == Some(owner)).count();
    (0..count).all(|owner| cells(owner) >= FEWEST_CELLS).then_some(owners)
}

/// Starting points, distributed over the landmasses by their size.
fn centres(mesh: &Mesh, land: &[bool], count: usize, chance: &mut Chance) -> Option<Vec<usize>> {
    let parts = land::parts(mesh, |cell| land[cell]);
    let cells: usize = parts.iter().map(Vec::len).sum();
    let mut centres = Vec::new();
    let mut passed = 0;
    for part in parts {
        passed += part.len();
        let share = (passed * count + cells / 2) / cells - centres.len();
        if share == 0 {
            return None;
        }
        for _ in 0..share {
            // The best of a few candidates, by the distance to those already there.
            let picks: [usize; 12] = std::array::from_fn(|_| part[chance.index(part.len())]);
            let alone = |cell: &usize| {
                let far = |other: &usize| mesh::apart(mesh.knot(*cell), mesh.knot(*other));
                centres.iter().map(far).min().unwrap_or(i32::MAX)
            };
            centres.push(picks.into_iter().max_by_key(alone)?);
        }
    }
    Some(centres)
}

/// Which landmass each territory is on.
fn islands(mesh: &Mesh, owners: &[Option<usize>], count: usize) -> Vec<usize> {
    let mut islands = vec![0; count];
    for (island, part) in land::parts(mesh, |cell| owners[cell].is_some()).iter().enumerate() {
        part.iter().filter_map(|cell| owners[*cell]).for_each(|owner| islands[owner] = island);
    }
    islands
}

fn near(links: &[(usize, usize)], count: usize) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); count];
    for (one, two) in links {
        near[*one].push(*two);
        near[*two].push(*one);
    }
    near
}

fn write(
    seats: u8,
    size: Point,
    shapes: Vec<Vec<Point>>,
    links: &[(usize, usize)],
    zones: &[Vec<usize>],
    near: &[Vec<usize>],
    names: &mut NameSupply,
) -> MapFile {
    let territories: Vec<_> = shapes.into_iter().map(|shape| territory(names, shape)).collect();
    let id = |place: usize| territories[place].id.clone();
    let links = links.iter().map(|(from, to)| LinkFile {
        from: id(*from),
        to: id(*to),
        one_way: false,
        kind: LinkKind::Capture,
    });
    let zones = zones.iter().enumerate().map(|(number, zone)| ZoneFile {
        id: format!("zone-{}", number + 1),
        name: names.realm(),
        territories: zone.iter().map(|member| id(*member)).collect(),
        troops: zones::reward(near, zone),
        cards: 0,
    });
    let (links, zones) = (links.collect(), zones.collect());
    let least = (seats - 1).max(*limit::SEATS.start());
    let similar = |seats: u8| library::similar_head_starts(territories.len(), seats.into());
    let head_starts = (least..=seats).filter_map(similar);
    let root = names.place();
    MapFile {
        id: format!("lands-of-{}", root.to_lowercase()),
        name: format!("The Lands of {root}"),
        about: format!("A country for {seats} that no atlas knows."),
        seats: SeatCounts { least, most: seats },
        head_starts: head_starts.collect(),
        size,
        territories,
        links,
        zones,
    }
}

fn territory(names: &mut NameSupply, shape: Vec<Point>) -> TerritoryFile {
    let name = names.place();
    TerritoryFile {
        id: name.to_lowercase(),
        anchor: label::place(&name, &shape).map(trace::tenths),
        name,
        shape,
        least: None,
        most: None,
    }
}
