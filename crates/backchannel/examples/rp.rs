use backchannel::{
    map::{Map, MapFile},
    *,
};
use parley::{Audience, Game as _, Options as _, Seat, Seed};
use std::{sync::Arc, time::Instant};
fn grid(w: usize, h: usize) -> MapFile {
    let mut t = vec![];
    let mut l = vec![];
    for y in 0..h {
        for x in 0..w {
            let (fx, fy) = (x as f32 * 100.0, y as f32 * 100.0);
            t.push(serde_json::json!({"id": format!("t{x}-{y}"), "name": format!("Place {x} {y}"), "shape": [[fx,fy],[fx+100.0,fy],[fx+100.0,fy+100.0],[fx,fy+100.0]], "anchor": [fx+50.0,fy+50.0]}));
            if x + 1 < w {
                l.push(
                    serde_json::json!({"from": format!("t{x}-{y}"), "to": format!("t{}-{y}", x+1)}),
                );
            }
            if y + 1 < h {
                l.push(
                    serde_json::json!({"from": format!("t{x}-{y}"), "to": format!("t{x}-{}", y+1)}),
                );
            }
        }
    }
    let mut z = vec![];
    for q in 0..4 {
        z.push(serde_json::json!({"id": format!("z{q}"), "name": format!("The zone {q}"), "troops": 2, "territories": (0..3).map(|k| format!("t{k}-{q}")).collect::<Vec<_>>() }));
    }
    serde_json::from_value(serde_json::json!({"id":"grid","name":"The grid","seats":{"least":2,"most":8},"size":[w as f32*100.0,h as f32*100.0],"territories":t,"links":l,"zones":z})).unwrap()
}
fn main() {
    let _ = Map::new(grid(6, 4)).map_err(|e| println!("{e:?}"));
    let views = std::env::args().nth(1).as_deref() == Some("views");
    let rules = Arc::new(Rules::new(Setup::standard(grid(6, 4), 4)).unwrap());
    println!("size {}", std::mem::size_of::<Game>());
    println!("event {} command {}", std::mem::size_of::<Event>(), std::mem::size_of::<Command>());
    let mut options = Options::default();
    let mut events = vec![];
    let mut view = View::default();
    let t = Instant::now();
    let mut n = 0u64;
    let mut ev = 0u64;
    let mut rounds = 0u64;
    let mut games = 0;
    let mut kinds = std::collections::BTreeMap::new();
    while t.elapsed().as_secs_f64() < 3.0 {
        let mut g = Game::deal(rules.clone(), Seed::numbered(1, games));
        games += 1;
        let mut c = Seed::numbered(2, games).stream(0);
        events.clear();
        g.opening(&mut events);
        for e in &events {
            g.evolve(e);
        }
        while !g.is_over() {
            let w = g.awaiting();
            let seat = if w.len() > 1 && c.one_in(4) {
                w.nth(c.index(w.len())).unwrap()
            } else {
                g.turn()
            };
            g.options_into(seat, &mut options);
            let cmd = if c.one_in(16) {
                options.sample_word(&mut c).or_else(|| options.sample_move(&mut c))
            } else {
                options.sample_move(&mut c)
            };
            let Some(cmd) = cmd else { continue };
            events.clear();
            g.decide(seat, &cmd, &mut events).unwrap();
            for e in &events {
                g.evolve(e);
            }
            ev += events.len() as u64;
            n += 1;
            if views {
                for s in Seat::all(4) {
                    g.view_into(Audience::Seat(s), &mut view);
                    std::hint::black_box(&view);
                }
            }
            if games == 1 {
                *kinds
                    .entry(format!("{cmd:?}").split(' ').next().unwrap().to_owned())
                    .or_insert(0) += 1;
            }
        }
        rounds += g.round().0 as u64;
    }
    let s = t.elapsed().as_secs_f64();
    println!(
        "{games} games {n} actions {:.0}/s  events {:.0}/s rounds {:.1} actions/game {:.0}",
        n as f64 / s,
        ev as f64 / s,
        rounds as f64 / games as f64,
        n as f64 / games as f64
    );
    println!("{kinds:?}");
}
