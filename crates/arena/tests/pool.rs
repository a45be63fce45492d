//! The frozen pool is what it was.

use arena::league::{LeaguePlan, by_name};
use arena::{Pool, PoolGolden, PoolTable};
use backchannel::map::{generate, library};
use backchannel::{Map, Setup};
use parley::Seed;
use sha2::{Digest as _, Sha256};

/// The SHA-256 of the file. A pool is never changed: what should be different is another pool.
const FROZEN: &str = include_str!("data/ref-1.sha256");

/// Who is in it. Those whose thresholds are fitted again, or that think for long, are not.
const POOL: [&str; 7] = ["random", "soldier", "envoy", "turncoat", "grudger", "warden", "broker"];

fn path(name: &str) -> String {
    format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `POOL=write cargo test -p arena --test pool` freezes the pool anew, which is only right before a release.
fn freeze() {
    let named = |name: &str, seats: usize| -> (Map, bool) {
        match name.strip_prefix("random:") {
            Some(seed) => {
                (generate::generate(seats as u8, Seed::numbered(seed.parse().unwrap(), 0)), true)
            }
            None => (library::find(name).unwrap(), false),
        }
    };
    let tables = [
        ("wherrymouth", 3),
        ("passes-of-sarn", 4),
        ("trade-wind-sea", 5),
        ("random:90001", 3),
        ("random:90002", 4),
    ];
    let tables = tables.map(|(name, seats)| {
        let (map, held_out) = named(name, seats);
        PoolTable {
            map: name.to_owned(),
            held_out,
            setup: Setup::standard(map.file().clone(), seats),
        }
    });
    let mut pool = Pool {
        name: "ref-1".to_owned(),
        bots: POOL.map(ToOwned::to_owned).to_vec(),
        seed: 1_001,
        games: 3_000,
        tables: tables.to_vec(),
        golden: PoolGolden { games: 35, rows: String::new() },
    };
    pool.golden.rows = pool.rows_hash(pool.golden.games, &by_name).unwrap();
    let text = serde_json::to_string(&pool).unwrap() + "\n";
    std::fs::write(path("data/ref-1.json"), &text).unwrap();
    std::fs::write(path("tests/data/ref-1.sha256"), hash(&text) + "\n").unwrap();
}

#[test]
fn ref_1_is_what_was_frozen_and_its_bots_play_as_they_did() {
    if std::env::var_os("POOL").is_some_and(|value| value == "write") {
        return freeze();
    }
    assert_eq!(hash(include_str!("../data/ref-1.json")), FROZEN.trim());
    let pool = Pool::reference();
    let found = pool.rows_hash(pool.golden.games, &by_name).unwrap();
    assert_eq!(
        found, pool.golden.rows,
        "the rules or a bot of ref-1 play differently: results against it can no longer be compared with older ones"
    );
}

#[test]
fn ref_1_has_maps_that_no_tuning_has_seen() {
    let pool = Pool::reference();
    assert!(pool.tables.iter().any(|table| table.held_out));
    let tuned_on = LeaguePlan::default().maps;
    let held_out = pool.tables.iter().filter(|table| table.held_out);
    assert!(held_out.into_iter().all(|table| !tuned_on.contains(&table.map)));
}

#[test]
fn a_newcomer_is_rated_on_the_scale_of_the_pool() {
    let pool =
        Pool { bots: ["random", "soldier"].map(ToOwned::to_owned).to_vec(), ..Pool::reference() };
    let heard = std::sync::atomic::AtomicU64::new(0);
    let hear = |games, _| {
        heard.fetch_add(games, std::sync::atomic::Ordering::Relaxed);
    };
    let result = pool.challenge("envoy", 60, 2, &by_name, hear).unwrap();
    assert_eq!((result.bots, result.report.games), (3, 60));
    assert_eq!(heard.into_inner(), 60);
    let of =
        |name: &str| result.report.bots.iter().find(|bot| bot.name == name).unwrap().bradley_terry;
    assert!((of("random").rating + of("soldier").rating - 3000.0).abs() < 1e-6);
    assert_eq!(of("envoy"), result.rating);
    assert!(result.rating.low > of("random").high && result.rank <= 2);
    // A bot of the pool can be rated too; it plays against the others.
    assert_eq!(pool.challenge("soldier", 30, 1, &by_name, |_, _| ()).unwrap().bots, 2);
    assert!(pool.challenge("nobody", 30, 1, &by_name, |_, _| ()).is_err());
}
