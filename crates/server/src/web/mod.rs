//! The web client, which is embedded in the binary.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use client::Asset;
use sha2::{Digest as _, Sha256};

use crate::wire::Problem;

/// Paths under which the client does its own routing.
const PAGES: [&str; 13] = [
    "", "t", "i", "manual", "judge", "desk", "arena", "recover", "account", "daily", "lesson",
    "screen", "ledger",
];

/// A file of the client, or its page.
pub fn serve(method: &Method, path: &str, headers: &HeaderMap) -> Response {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return Problem::not_found("address").into_response();
    }
    let path = path.trim_start_matches('/');
    let first = path.split('/').next().unwrap_or_default();
    if let Some(file) = client::asset(path).filter(|_| !path.is_empty()) {
        return answer(path, file, headers);
    }
    match (client::asset("index.html"), PAGES.contains(&first)) {
        (Some(index), true) => answer("index.html", index, headers),
        (Some(index), false) if !path.contains('.') => {
            (StatusCode::NOT_FOUND, answer("index.html", index, &HeaderMap::new())).into_response()
        }
        _ => Problem::not_found("page").into_response(),
    }
}

fn answer(path: &str, file: Asset, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(file.bytes)[..16]));
    // The names of built files contain a hash, so they can be cached for ever.
    let cache = match file.immutable {
        true => "public, max-age=31536000, immutable",
        false => "no-cache",
    };
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|it| it.as_bytes() == tag.as_bytes());
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|it| it.to_str().ok());
    let gzip = file.gzip.filter(|_| accepted.is_some_and(|it| it.contains("gzip")));
    let bytes = gzip.unwrap_or(file.bytes);
    let mut response = match known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Body::from(bytes).into_response(),
    };
    let fields = [
        (header::CONTENT_TYPE, &*client::media_type(path)),
        (header::VARY, "accept-encoding"),
        (header::CACHE_CONTROL, cache),
        (header::ETAG, &tag),
    ];
    for (name, value) in fields {
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    }
    if gzip.is_some() && !known {
        let coding = HeaderValue::from_static("gzip");
        response.headers_mut().insert(header::CONTENT_ENCODING, coding);
    }
    response
}
