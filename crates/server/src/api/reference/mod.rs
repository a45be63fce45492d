//! What does not change while the server runs: rulesets, rulebooks, and the judge, who remembers nothing.

mod backchannel;
mod cards;
mod judge;
mod rulebook;
mod twilight;

use std::marker::PhantomData;

use aide::OperationOutput;
use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode};
use axum::Json;
use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use super::app::App;
use super::describe::{describe, explain};

const TAG: &str = "reference";

/// Writes out what is always the same, so that nobody has to wait for it later.
pub fn prepare() {
    backchannel::prepare();
    rulebook::prepare();
    twilight::prepare();
}

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

/// It changes with the server and not before, so that it is written out once; a browser asks again now and
/// then.
struct Lasting<T> {
    json: Bytes,
    shape: PhantomData<fn() -> T>,
}

impl<T: Serialize> Lasting<T> {
    fn write(value: &T) -> Lasting<T> {
        let json = serde_json::to_vec(value).expect("reference data is plain");
        Lasting { json: json.into(), shape: PhantomData }
    }
}

impl<T> Clone for Lasting<T> {
    fn clone(&self) -> Lasting<T> {
        Lasting { json: self.json.clone(), shape: PhantomData }
    }
}

impl<T> IntoResponse for Lasting<T> {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "public, max-age=300"),
        ];
        (headers, self.json).into_response()
    }
}

impl<T: JsonSchema> OperationOutput for Lasting<T> {
    type Inner = T;

    fn inferred_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        Json::<T>::inferred_responses(ctx, operation)
    }
}
