//! The OpenAPI document.

use aide::axum::ApiRouter;
use aide::openapi::{ApiKeyLocation, License, OpenApi, SecurityScheme, Server, Tag};
use aide::transform::TransformOpenApi;
use axum::Router;
use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::app::App;
use super::games::Games;
use super::shapes;
use crate::people::cookie;
use crate::people::person::SCHEMES;

const ABOUT: &str = "Tables at which people negotiate: accounts, lobbies and live games. \
    Sign in with the cookie that `POST /api/v1/guests` sets, or with a token. Every error \
    is `application/problem+json`.";

const TAGS: [(&str, &str); 5] = [
    ("people", "Guests, accounts, tokens and inboxes."),
    ("tables", "Tables: seats, settings, invitations, start and end."),
    ("play", "At a table: views, commands and streams."),
    ("after", "Finished games: replays and the record of honour."),
    ("reference", "Maps, cards, factions, rulebooks, and the judge."),
];

/// The document of a server that hosts these games.
pub fn document(games: &Games) -> OpenApi {
    let mut document = OpenApi::default();
    // Only the document is needed here.
    let _ = finish(super::router::api(games), games, &mut document);
    document
}

/// The routes and their documentation.
pub(super) fn finish(api: ApiRouter<App>, games: &Games, document: &mut OpenApi) -> Router<App> {
    aide::generate::in_context(|ctx| shapes::fill(&mut ctx.schema, games.rulesets()));
    api.finish_api_with(document, describe)
}

fn describe(api: TransformOpenApi<'_>) -> TransformOpenApi<'_> {
    let license = License { name: "MIT OR Apache-2.0".to_owned(), ..License::default() };
    let tagged = TAGS.iter().fold(api, |api, (name, about)| {
        let description = Some((*about).to_owned());
        api.tag(Tag { name: (*name).to_owned(), description, ..Tag::default() })
    });
    let [by_cookie, by_token] = SCHEMES;
    tagged
        .title("Backchannel")
        .summary("Negotiation at a table, over HTTP")
        .description(ABOUT)
        .version(env!("CARGO_PKG_VERSION"))
        .license(license)
        .server(Server { url: "/".to_owned(), ..Server::default() })
        .security_scheme(by_cookie, cookie_scheme())
        .security_scheme(by_token, token_scheme())
}

fn cookie_scheme() -> SecurityScheme {
    SecurityScheme::ApiKey {
        location: ApiKeyLocation::Cookie,
        name: cookie::NAME.to_owned(),
        description: Some("The cookie of a browser. Writes need our own `Origin`, too.".to_owned()),
        extensions: Default::default(),
    }
}

fn token_scheme() -> SecurityScheme {
    SecurityScheme::Http {
        scheme: "bearer".to_owned(),
        bearer_format: Some("bck_…".to_owned()),
        description: Some("A token with the scope that the route needs.".to_owned()),
        extensions: Default::default(),
    }
}

pub(super) async fn serve(document: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document).into_response()
}
