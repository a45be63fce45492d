//! The frozen pool is what it was.

use arena::league::{LeaguePlan, by_name};
use arena::{FitError, FitPlan, Pool, PoolGolden, PoolTable, TunePlan};
use backchannel::map::{generate, library};
use backchannel::{Map, Setup};
use bots::{FrozenBot, FrozenKind};
use parley::Seed;
use sha2::{Digest as _, Sha256};

/// The SHA-256 of the file. A pool is never changed: what should be different is another pool.
const FROZEN: &str = include_str!("data/ref-1.sha256");

/// Who is in it. Those whose thresholds are fitted again, or that think for long, are not.
const POOL: [&str; 7] = ["random", "soldier", "envoy", "turncoat", "grudger", "warden", "broker"];

fn frozen(names: &[&str]) -> Vec<FrozenBot> {
    names.iter().map(|name| FrozenBot::of(name).expect("it is in the cast")).collect()
}

fn path(name: &str) -> String {
    format!("{}/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `POOL=write cargo test -p arena --test pool` freezes a pool that there is not yet. One that there is stays as it is.
fn freeze() {
    let file = path("data/ref-1.json");
    assert!(!std::path::Path::new(&file).exists(), "a pool never changes: give the new one a name");
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
        bots: frozen(&POOL),
        seed: 1_001,
        games: 3_000,
        tables: tables.to_vec(),
        golden: PoolGolden { games: 35, rows: String::new() },
    };
    pool.golden.rows = pool.rows_hash(pool.golden.games, &by_name).unwrap();
    let text = serde_json::to_string(&pool).unwrap() + "\n";
    std::fs::write(file, &text).unwrap();
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
fn ref_1_pins_every_number_that_its_bots_play_by() {
    for bot in &Pool::reference().bots {
        assert_eq!(bot.engine, 1, "{}", bot.name);
        let text = serde_json::to_value(bot).unwrap();
        let told = match &bot.kind {
            FrozenKind::Random => continue,
            FrozenKind::Soldier { .. } => &text["kind"]["soldier"],
            FrozenKind::Negotiator { .. } => {
                let policy = &text["kind"]["negotiator"]["policy"];
                let pinned = policy.as_object().unwrap();
                assert_eq!(pinned.len(), bots::Policy::THRESHOLDS.len(), "{}", bot.name);
                &text["kind"]["negotiator"]
            }
        };
        assert!(told["weights"].as_object().unwrap().len() > 20, "{}", bot.name);
    }
}

#[test]
fn a_frozen_bot_follows_its_own_numbers_and_not_the_cast() {
    let mut pool = Pool { golden: Pool::reference().golden, ..Pool::reference() };
    let before = pool.rows_hash(7, &by_name).unwrap();
    for bot in &mut pool.bots {
        if let FrozenKind::Negotiator { policy, .. } = &mut bot.kind {
            policy.eagerness = 0.0;
        }
    }
    assert_ne!(pool.rows_hash(7, &by_name).unwrap(), before);
}

#[test]
fn ref_1_has_maps_that_no_tuning_has_seen() {
    let pool = Pool::reference();
    let held_out: Vec<&str> = pool.held_out().map(|table| table.map.as_str()).collect();
    assert_eq!(held_out, ["random:90001", "random:90002"]);
    for table in pool.tables() {
        let plan = LeaguePlan {
            bots: vec!["soldier".to_owned()],
            games: 1,
            maps: vec![table.map.clone()],
            ..LeaguePlan::default()
        };
        let tables = [table];
        let fit = FitPlan {
            league: &plan,
            tables: &tables,
            only: &["talk".to_owned()],
            start: bots::fit_start(),
            tune: TunePlan { generations: 1, candidates: 4, seed: 0 },
            check_games: 1,
            threads: 1,
        };
        let refused = matches!(fit.fit(|_| ()), Err(FitError::HeldOut { .. }));
        assert_eq!(refused, held_out.contains(&plan.maps[0].as_str()), "{}", plan.maps[0]);
    }
}

#[test]
fn a_newcomer_is_rated_on_the_scale_of_the_pool() {
    let pool = Pool { bots: frozen(&["random", "soldier"]), ..Pool::reference() };
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
