//! Everything under one roof.

use aide::axum::ApiRouter;
use aide::openapi::OpenApi;
use axum::Router;
use axum::body::Bytes;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::app::App;
use super::{health, layers, metered, openapi, page, reference};
use crate::wire::Problem;
use crate::{lobby, people, web};

/// The routes of the API, those of the tables in play among them.
pub(super) fn api(play: ApiRouter<App>) -> ApiRouter<App> {
    let routes = people::routes().merge(lobby::routes()).merge(reference::routes()).merge(play);
    ApiRouter::new().nest("/api/v1", routes)
}

/// The whole server: the API with the routes of the tables in play, its document, what hosts ask for, and
/// the web client.
pub fn router(app: &App, play: ApiRouter<App>) -> Router {
    let mut document = OpenApi::default();
    let api = api(play).finish_api_with(&mut document, openapi::describe);
    let document = Bytes::from(serde_json::to_vec(&document).unwrap_or_default());
    let router = api
        .route("/api/openapi.json", get(move || openapi::serve(document.clone())))
        .route("/api/docs", get(page::html))
        .route("/api/docs/page.js", get(page::script))
        .route("/api/docs/page.css", get(page::style))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metered::text))
        .fallback(otherwise)
        .method_not_allowed_fallback(wrong_method)
        .with_state(app.clone());
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
