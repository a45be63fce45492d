//! What does not change while the server runs: rulesets, rulebooks, and the judge, who remembers nothing.

mod backchannel;
mod cards;
mod judge;
mod rulebook;
mod twilight;

use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use axum::http::{HeaderName, header};

use super::app::App;
use super::describe::{describe, explain};

const TAG: &str = "reference";

pub fn routes() -> ApiRouter<App> {
    let backchannel = describe(TAG, "backchannel", "Maps, cards, seats, bots and signals");
    let twilight = describe(TAG, "twilight", "Factions, notes, steps and abilities");
    let book = explain(
        TAG,
        "rulebook",
        "A rulebook by section and clause",
        "There are two: `backchannel` and `twilight`.",
    );
    let judge = explain(
        TAG,
        "judge",
        "Is this deal binding?",
        "A verdict term by term, each with the clause it rests on. Nothing is kept.",
    );
    let schema = describe(TAG, "situation_schema", "The JSON Schema of a situation");
    let galaxy = describe(TAG, "galaxy", "A map string as systems, for drawing");
    ApiRouter::new()
        .api_route("/rulesets/backchannel", get_with(backchannel::get, backchannel))
        .api_route("/rulesets/twilight", get_with(twilight::get, twilight))
        .api_route("/rules/{book}", get_with(rulebook::get, book))
        .api_route("/twilight/judge", post_with(judge::judge, judge))
        .api_route("/twilight/schema", get_with(judge::schema, schema))
        .api_route("/twilight/galaxy", post_with(judge::galaxy, galaxy))
}

/// It changes with the server and not before; a browser asks again now and then.
type Lasting<T> = ([(HeaderName, &'static str); 1], axum::Json<T>);

fn lasting<T>(value: T) -> Lasting<T> {
    ([(header::CACHE_CONTROL, "public, max-age=300")], axum::Json(value))
}
