//! BC-102: generated maps are as good as hand-drawn ones.

use std::collections::{BTreeMap, BTreeSet};

use backchannel::map::generate::generate;
use backchannel::map::{Map, MapReport, Territory, TerritorySet};
use parley::Seed;

const SEEDS: u64 = 40;

/// Each number of seats has a test of its own, so that they run side by side.
fn for_each_seed(seats: u8, check: impl Fn(&Map)) {
    for number in 0..SEEDS {
        check(&generate(seats, Seed::numbered(number, u64::from(seats))));
    }
}

fn assert_balanced(seats: u8, map: &Map) {
    let id = &map.file().id;
    assert_eq!(Map::check(map.file()), MapReport::default(), "{id}");
    assert_eq!(map.len(), 6 * usize::from(seats), "{id}");
    assert_eq!(map.file().seats.most, seats, "{id}");
    for place in map.all() {
        assert!((2..=8).contains(&map.near(place).len()), "{id}: {}", map.name(place));
    }
    let names: BTreeSet<_> = map.all().into_iter().map(|place| map.name(place)).collect();
    assert_eq!(names.len(), map.len(), "{id}: a name comes twice");
    assert_zones(map);
    assert_even(map);
}

/// Zones part the map, hang together, and are paid alike for alike.
fn assert_zones(map: &Map) {
    let mut left = map.all();
    let mut paid = BTreeMap::new();
    for zone in map.zones() {
        assert!((3..=6).contains(&zone.territories.len()));
        assert!(left.contains_all(zone.territories), "zones overlap");
        left = left.minus(zone.territories);
        let first = zone.territories.nth(0).expect("a zone is not empty");
        assert_eq!(spread(map, first, zone.territories), zone.territories, "a zone in pieces");
        let guarded = |place: &Territory| !zone.territories.contains_all(map.near(*place));
        let exposed = zone.territories.into_iter().filter(guarded).count();
        let earlier = paid.insert((zone.territories.len(), exposed), zone.troops);
        assert!(earlier.is_none_or(|troops| troops == zone.troops));
        assert!(zone.troops >= 1);
    }
    assert!(left.is_empty());
    for ((size, exposed), troops) in &paid {
        let better = paid.iter().filter(|((s, e), _)| s >= size && e >= exposed);
        assert!(better.into_iter().all(|(_, more)| more >= troops), "harder is paid less");
    }
}

fn spread(map: &Map, first: Territory, within: TerritorySet) -> TerritorySet {
    let mut reached = TerritorySet::only(first);
    loop {
        let next = reached.into_iter().fold(reached, |all, place| all.or(map.near(place)));
        if next.and(within) == reached {
            return reached;
        }
        reached = next.and(within);
    }
}

/// No territory is more than a few times the size of another.
fn assert_even(map: &Map) {
    let area = |shape: &[[f32; 2]]| {
        let pairs = shape.iter().zip(shape.iter().cycle().skip(1));
        pairs.map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f32>().abs() / 2.0
    };
    let areas: Vec<_> = map.file().territories.iter().map(|place| area(&place.shape)).collect();
    let (least, most) = areas.iter().fold((f32::MAX, 0f32), |(l, m), a| (l.min(*a), m.max(*a)));
    assert!(most / least < 4.5, "{}: {least} to {most}", map.file().id);
}

macro_rules! balanced {
    ($($name:ident: $seats:literal),*) => {
        $(#[test]
        fn $name() {
            for_each_seed($seats, |map| assert_balanced($seats, map));
        })*
    };
}

balanced! {
    bc_102_maps_for_2_seats_are_balanced: 2,
    bc_102_maps_for_3_seats_are_balanced: 3,
    bc_102_maps_for_4_seats_are_balanced: 4,
    bc_102_maps_for_5_seats_are_balanced: 5,
    bc_102_maps_for_6_seats_are_balanced: 6,
    bc_102_maps_for_7_seats_are_balanced: 7,
    bc_102_maps_for_8_seats_are_balanced: 8
}

#[test]
fn bc_104_the_same_seed_gives_the_same_map() {
    for seats in 2..=8 {
        let draw = |number| generate(seats, Seed::numbered(number, 1));
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }
}

#[test]
fn bc_101_a_number_of_seats_out_of_range_counts_as_the_nearest() {
    let seed = Seed::numbered(0, 0);
    assert_eq!(generate(0, seed), generate(2, seed));
    assert_eq!(generate(255, seed), generate(8, seed));
}
