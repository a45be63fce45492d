//! The web client, which is part of the binary.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::wire::Problem;

/// A server can be built before its client is; then it says so.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

/// Pages that the client draws itself, whatever comes after.
const PAGES: [&str; 8] = ["", "t", "i", "manual", "judge", "desk", "recover", "account"];

const NOT_BUILT: &str = include_str!("not_built.html");

/// A file of the client, or its page.
pub fn serve(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return Problem::not_found("address").into_response();
    }
    let path = path.trim_start_matches('/');
    let first = path.split('/').next().unwrap_or_default();
    if let Some(file) = Client::get(path).filter(|_| !path.is_empty()) {
        return answer(path, file, headers);
    }
    match (Client::get("index.html"), PAGES.contains(&first)) {
        (Some(index), true) => answer("index.html", index, headers),
        (Some(index), false) if !path.contains('.') => {
            (StatusCode::NOT_FOUND, answer("index.html", index, &HeaderMap::new())).into_response()
        }
        (None, true) => Html(NOT_BUILT).into_response(),
        _ => Problem::not_found("page").into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    // The builder puts a hash into the names of what it has built, so that they never change.
    let cache = match path.starts_with("assets/") {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == tag.as_bytes());
    let mut response = match known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(file.data.into_owned()).into_response(),
    };
    let fields = [
        (header::CONTENT_TYPE, media_type(path)),
        (header::CACHE_CONTROL, cache),
        (header::ETAG, &tag),
    ];
    for (name, value) in fields {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
