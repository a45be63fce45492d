//! Posts of a program that records a game. The key in the address says for which table.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequestParts as _, Query, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::record;
use crate::document;
use crate::http::body;
use crate::lobby::armed_feed::{ArmedFeed, is_short};
use crate::lobby::record::TableRecord;
use crate::people::address::Address;
use crate::ruleset::FeedKind;
use crate::table::hall::Hall;
use crate::wire::Problem;
use crate::wire::feed::LARGEST_REPORT;
use crate::wire::table::Standing;

#[derive(Deserialize)]
struct PostQuery {
    #[serde(default)]
    key: String,
}

pub(super) async fn take(kind: FeedKind, State(app): State<Hall>, request: Request) -> Response {
    match try_take(kind, &app, request).await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(problem) => problem.into_response(),
    }
}

async fn try_take(kind: FeedKind, app: &Hall, request: Request) -> Result<(), Problem> {
    // A page in a browser always says where it comes from, and no page has any business here.
    if request.headers().contains_key(header::ORIGIN) {
        return Err(Problem::forbidden(
            "Pages cannot post here; the program that records the game does.",
        ));
    }
    let (mut parts, body) = request.into_parts();
    let from = Address::from_request_parts(&mut parts, &app.people).await?;
    app.rates.question(from)?;
    let Query(PostQuery { key }) = Query::try_from_uri(&parts.uri)
        .map_err(|_| Problem::malformed("The address has no key; add ?key= and the key."))?;
    if is_short(&key) && !is_local(&parts.extensions, &parts.headers) {
        return Err(no_such_key());
    }
    let table =
        document::find_one::<TableRecord>(&*app.store, &ArmedFeed::record_key(&key)).await?;
    let table = table.map(|kept| kept.value).filter(|it| it.standing == Standing::Playing);
    let (table, feed) =
        table.and_then(|it| Some((it.id.clone(), it.feed?))).ok_or_else(no_such_key)?;
    let request = Request::from_parts(parts, body);
    let report = body::receive(request, &app.config.limits, LARGEST_REPORT).await?;
    record(app, &table, feed.seat, kind.name, report).await.map(drop)
}

/// The same for a key that does not exist, one whose table is over, and a short key from elsewhere.
fn no_such_key() -> Problem {
    Problem::not_found("key, or no desk takes posts with it")
}

/// Whether the request was made on this machine and was not passed on by a proxy.
fn is_local(extensions: &axum::http::Extensions, headers: &HeaderMap) -> bool {
    const PASSED_ON: [&str; 4] = ["x-forwarded-for", "forwarded", "via", "x-real-ip"];
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    let near = peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback());
    near && !PASSED_ON.iter().any(|name| headers.contains_key(*name))
}
