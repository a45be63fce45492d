//! BC-102: a map is data. The maps that come with the game are valid.

use std::collections::BTreeMap;

use backchannel::map::file::{LinkFile, LinkKind, Point};
use backchannel::map::{Map, MapFile, MapReport, ZoneRules, library};

fn all_maps() -> impl Iterator<Item = Map> {
    library::names().map(|id| library::find(id).expect("a name from the list"))
}

#[test]
fn bc_102_the_librarys_maps_have_neither_errors_nor_warnings() {
    for map in all_maps() {
        assert_eq!(Map::check(map.file()), MapReport::default(), "{}", map.file().id);
    }
}

#[test]
fn bc_101_there_is_a_map_for_every_number_of_seats() {
    for seats in 2..=8 {
        let fits = |map: &Map| (map.file().seats.least..=map.file().seats.most).contains(&seats);
        assert!(all_maps().any(|map| fits(&map)), "{seats} seats");
    }
}

#[test]
fn bc_102_the_library_shows_every_kind_of_link_and_zone() {
    let largest = library::find("broken-empire").expect("it is in the library");
    let file = largest.file();
    let one_way = |link: &&LinkFile| link.one_way && link.kind == LinkKind::Capture;
    assert!(file.links.iter().filter(one_way).count() >= 2);
    assert!(file.links.iter().filter(|link| link.kind == LinkKind::Bombard).count() >= 2);
    assert!(file.zones.iter().any(|zone| zone.troops < 0));
    assert!(file.zones.iter().any(|zone| zone.cards > 0));
    assert!(file.zones.iter().any(|zone| zone.cards < 0));
    assert!(file.territories.iter().any(|territory| territory.least.is_some()));
    assert!(file.territories.iter().any(|territory| territory.most.is_some()));
    let zones = largest.zones();
    let overlap = |(index, zone): (usize, &ZoneRules)| {
        zones[..index].iter().any(|other| !other.territories.and(zone.territories).is_empty())
    };
    assert!(zones.iter().enumerate().any(overlap));
}

#[test]
fn bc_102_a_map_under_another_name_is_not_found_and_the_right_one_is_named() {
    let error = library::find("broken-emprie").unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no map called \"broken-emprie\"; did you mean \"broken-empire\"?"
    );
    let error = library::find("atlantis").unwrap_err().to_string();
    assert!(library::names().all(|id| error.contains(id)), "{error}");
}

#[test]
fn bc_102_links_become_neighbours_targets_and_crossings() {
    let map = library::find("broken-empire").expect("it is in the library");
    let find = |name: &str| map.all().into_iter().find(|place| map.name(*place) == name).unwrap();
    let (hill, tessera) = (find("Vigil Hill"), find("Tessera"));
    assert!(map.crossings(hill).contains(tessera) && !map.targets(tessera).contains(hill));
    let (mole, throne) = (find("North Mole"), find("Throneholm"));
    assert!(map.targets(mole).contains(throne) && !map.crossings(mole).contains(throne));
    assert!(map.near(throne).contains(mole) && !map.targets(throne).contains(mole));
    assert_eq!((map.least(throne), map.most(throne)), (2, 12));
}

type Edge = [[u32; 2]; 2];

fn edges(shape: &[Point]) -> impl Iterator<Item = [Point; 2]> + '_ {
    (0..shape.len()).map(|index| [shape[index], shape[(index + 1) % shape.len()]])
}

fn key([a, b]: [Point; 2]) -> Edge {
    [a, b].map(|point| point.map(f32::to_bits))
}

fn distance([x, y]: Point, [[ax, ay], [bx, by]]: [Point; 2]) -> f32 {
    let (dx, dy) = (bx - ax, by - ay);
    let along = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    (ax + along * dx - x).hypot(ay + along * dy - y)
}

fn assert_tiles(file: &MapFile) {
    let shapes = || file.territories.iter().map(|territory| &territory.shape);
    let mut directed = BTreeMap::new();
    for edge in shapes().flat_map(|shape| edges(shape)) {
        assert_eq!(
            directed.insert(key(edge), edge),
            None,
            "{}: a border on one side twice",
            file.id
        );
    }
    let coast = directed.values().copied().filter(|[a, b]| !directed.contains_key(&key([*b, *a])));
    let next: BTreeMap<_, _> = coast.map(|[a, b]| (a.map(f32::to_bits), [a, b])).collect();
    // What is left without a neighbour is coast: long loops, and no sliver between two tiles.
    let mut left = next.clone();
    while let Some((_, first)) = left.pop_first() {
        let (mut twice_area, mut edge) = (0.0, first);
        loop {
            let [[ax, ay], [bx, by]] = edge;
            twice_area += ax * by - ay * bx;
            edge = next[&edge[1].map(f32::to_bits)];
            if edge == first {
                break;
            }
            left.remove(&edge[0].map(f32::to_bits));
        }
        assert!(twice_area.abs() > 8_000.0, "{}: a gap at {first:?}", file.id);
    }
    for (one, two) in shapes().flat_map(|one| shapes().map(move |two| (one, two))) {
        let stray = one
            .iter()
            .filter(|point| !two.contains(point))
            .find(|point| edges(two).any(|edge| distance(**point, edge) < 0.05));
        assert_eq!(stray, None, "{}: a point on a border that the neighbour lacks", file.id);
    }
}

#[test]
fn bc_102_neighbours_share_their_borders_point_for_point() {
    all_maps().for_each(|map| assert_tiles(map.file()));
}

#[test]
fn bc_102_a_map_survives_its_own_json() {
    for map in all_maps() {
        let json = serde_json::to_string(map.file()).unwrap();
        assert_eq!(Map::parse(&json), Ok(map));
    }
}
