//! The judge: a situation in, a verdict out.

use twilight::deal::judgement::Judgement;
use twilight::galaxy::{MapString, System, Tiles};
use twilight::situation::{self, Situation};

use super::reference::word;
use super::{Twilight, consider};
use crate::reference::{DrawGalaxy, DrawnGalaxy, DrawnSystem};
use server::ruleset::{About, Questions};
use server::text::capital;
use server::wire::Problem;

/// Where it is asked.
pub const PATH: &str = "judge";

/// What the judge can be asked.
pub fn questions<Q: Questions<Twilight>>(questions: Q) -> Q {
    let judge = About {
        path: PATH,
        id: "judge",
        summary: "Is this deal binding?",
        description: Some(
            "A verdict term by term, each with the clause it rests on. Nothing is kept.",
        ),
    };
    let schema = About {
        path: "schema",
        id: "situation_schema",
        summary: "The JSON Schema of a situation",
        description: None,
    };
    let drawn = About {
        path: "galaxy",
        id: "galaxy",
        summary: "A map string as systems, for drawing",
        description: None,
    };
    let verdict = About {
        path: "verdict",
        id: "verdict",
        summary: "Whether a deal would bind, if it were struck now",
        description: None,
    };
    questions
        .anybody(judge, answer)
        .lasting(schema, situation::schema)
        .anybody(drawn, galaxy)
        .game(verdict, consider)
}

#[allow(clippy::needless_pass_by_value, reason = "a question is handed over")]
fn answer(situation: Situation) -> Result<Judgement, Problem> {
    let judged = situation::judge(&situation);
    judged.map_err(|error| Problem::invalid(error.field, capital(&error.wrong)))
}

fn galaxy(DrawGalaxy { map_string }: DrawGalaxy) -> Result<DrawnGalaxy, Problem> {
    let tiles = Tiles::standard();
    let map = MapString::parse(&map_string, tiles)
        .map_err(|error| Problem::invalid("map_string", capital(&error)))?;
    let galaxy = map.galaxy(tiles);
    let systems = galaxy.systems().map(|(_, system)| drawn(system)).collect();
    Ok(DrawnGalaxy { homes: map.homes().to_vec(), systems, galaxy })
}

fn drawn(system: &System) -> DrawnSystem {
    DrawnSystem {
        tile: system.tile.clone(),
        name: system.name.clone(),
        q: system.at.map(|at| at.q),
        r: system.at.map(|at| at.r),
        planets: system.planets.iter().map(|planet| planet.spec.name.clone()).collect(),
        wormholes: system.wormholes().iter().map(word).collect(),
        anomalies: system.anomalies.iter().map(word).collect(),
    }
}
