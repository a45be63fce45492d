//! The judge's door: a situation in, a verdict out.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::State;
use serde_json::Value;
use twilight::galaxy::{MapString, System, Tiles};
use twilight::judgement::Judgement;
use twilight::situation::Situation;

use super::Lasting;
use super::twilight::word;
use crate::api::answer::Answer;
use crate::api::app::App;
use crate::api::body::{Body, LargeBody};
use crate::lobby::settings::capital;
use crate::people::address::Address;
use crate::wire::Problem;
use crate::wire::reference::{DrawGalaxy, DrawnGalaxy, DrawnSystem};
use crate::work::Work;

pub(super) async fn judge(
    State(app): State<App>,
    from: Address,
    LargeBody(situation): LargeBody<Situation>,
) -> Answer<Judgement> {
    app.rates.question(from)?;
    let judged = Work::Judging.run(move || twilight::judgement::judge(&situation)).await?;
    judged.map(Json).map_err(|error| Problem::invalid(error.field, capital(&error.wrong)))
}

static SCHEMA: LazyLock<Lasting<Value>> =
    LazyLock::new(|| Lasting::write(&twilight::situation::schema()));

pub(super) async fn schema() -> Result<Lasting<Value>, Problem> {
    Ok(SCHEMA.clone())
}

pub(super) async fn galaxy(
    State(app): State<App>,
    from: Address,
    Body(DrawGalaxy { map_string }): Body<DrawGalaxy>,
) -> Answer<DrawnGalaxy> {
    app.rates.question(from)?;
    Work::Judging.run(move || draw(&map_string)).await?.map(Json)
}

fn draw(map_string: &str) -> Result<DrawnGalaxy, Problem> {
    let tiles = Tiles::standard();
    let map = MapString::parse(map_string, tiles)
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
