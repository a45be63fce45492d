//! The router of the whole server.

use aide::axum::ApiRouter;
use aide::axum::routing::get_with;
use aide::openapi::OpenApi;
use aide::transform::TransformOperation;
use axum::Router;
use axum::body::Bytes;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::app::App;
use super::games::Games;
use super::questions::REFERENCE;
use super::{health, layers, mcp_door, metered, openapi, page, rulebook};
use crate::http::describe::describe;
use crate::wire::Problem;
use crate::{feed, lobby, people, reports, table, web};

/// The routes of the API, including those of the games.
pub(super) fn api(games: &Games) -> ApiRouter<App> {
    let routes = people::routes().merge(lobby::routes()).merge(table::routes());
    let routes = routes.merge(reports::routes()).merge(feed::routes());
    let list = describe(REFERENCE, "rulesets", "The games of this server");
    let routes = routes
        .api_route("/rulesets", get_with(rulebook::list, list))
        .api_route("/rules/{book}", get_with(rulebook::get, book(games)));
    let routes = games.routes.iter().fold(routes, |routes, add| add(routes));
    ApiRouter::new().nest("/api/v1", routes)
}

fn book(games: &Games) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    let names: Vec<_> = games.books.iter().map(|(name, _)| format!("`{name}`")).collect();
    move |op| {
        let op = describe(REFERENCE, "rulebook", "A rulebook by section and clause")(op);
        op.description(&format!("There is one for each ruleset: {}.", names.join(", ")))
    }
}

/// The routes of the API alone, for callers in the same process.
pub fn api_router(app: &App) -> Router {
    openapi::finish(api(&app.games), &app.games, &mut OpenApi::default()).with_state(app.clone())
}

/// The whole server: the API, its document, health checks, metrics, and the web client.
pub fn router(app: &App) -> Router {
    let mut document = OpenApi::default();
    let api = openapi::finish(api(&app.games), &app.games, &mut document);
    let document = Bytes::from(serde_json::to_vec(&document).unwrap_or_default());
    let door = mcp_door::routes(api.clone().with_state(app.clone()), app);
    let router = feed::posts(api, &app.games.feeds())
        .route("/api/openapi.json", get(move || openapi::serve(document.clone())))
        .route("/api/docs", get(page::html))
        .route("/api/docs/page.js", get(page::script))
        .route("/api/docs/page.css", get(page::style))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metered::text))
        .fallback(otherwise)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app.clone())
        .merge(door);
    layers::around(router, app)
}

async fn otherwise(request: Request) -> Response {
    if request.uri().path().starts_with("/api/") {
        return Problem::not_found("address").into_response();
    }
    web::serve(request.method(), request.uri().path(), request.headers())
}

async fn wrong_method() -> Problem {
    Problem::method_not_allowed()
}
