//! Whatever is wrong with a request, the response has the same form.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::json;
use server::config::{Config, Limits};

use crate::support::{TestResponse, server, with};

async fn send(method: &str, path: &str, kind: Option<&str>, body: impl Into<Body>) -> TestResponse {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(kind) = kind {
        request = request.header(header::CONTENT_TYPE, kind);
    }
    server().await.nobody().send(request.body(body.into()).unwrap()).await
}

const JSON: Option<&str> = Some("application/json");
const GUESTS: &str = "/api/v1/guests";

#[tokio::test]
async fn a_body_that_cannot_be_read_is_told_why() {
    send("POST", GUESTS, JSON, "{").await.is(400);
    send("POST", GUESTS, JSON, "").await.is(400);
    send("POST", GUESTS, JSON, r#"{"name":"A"} {}"#).await.is(400);
    send("POST", GUESTS, None, r#"{"name":"A"}"#).await.is(415);
    send("POST", GUESTS, Some("text/plain"), r#"{"name":"A"}"#).await.is(415);
    send("POST", GUESTS, Some("application/json; charset=utf-8"), r#"{"name":"A"}"#).await.is(201);
    send("POST", GUESTS, JSON, r#"{"name":7}"#).await.is(422).about("name");
    send("POST", GUESTS, JSON, r#"{"nom":"A"}"#).await.is(422);
    send("POST", GUESTS, JSON, "[]").await.is(422);
}

#[tokio::test]
async fn a_body_that_is_too_large_is_not_read() {
    let limits = Limits { body_bytes: 100, ..Limits::default() };
    let server = with(Config { limits, ..Config::default() }).await;
    let long = json!({ "name": "x".repeat(200) });
    server.nobody().post("/guests", long).await.is(413);
}

#[tokio::test]
async fn addresses_and_methods_that_are_not_there_are_problems_too() {
    send("GET", "/api/v1/nowhere", None, "").await.is(404);
    send("GET", "/api/nowhere", None, "").await.is(404);
    let answer = send("PUT", GUESTS, None, "").await;
    assert_eq!(answer.is(405).headers[header::ALLOW], "POST");
    send("GET", "/api/v1/tables?ruleset=chess", None, "").await.is(400);
    let anna = server().await.guest("Anna").await;
    anna.delete("/tables/x/seats/nine").await.is(404);
    anna.get("/tables/%00").await.is(404);
    anna.get("/tables/%FF").await.is(404);
    assert_eq!(anna.get("/tables?after=%00").await.ok(), json!([]));
    let odd = json!({ "login": "\u{0}", "password": "x" });
    server().await.nobody().post("/session", odd).await.is(401);
}

#[tokio::test]
async fn a_wrong_token_is_refused_even_where_none_is_needed() {
    let server = server().await;
    let request = |value: &str| {
        let request = Request::builder().uri("/api/v1/tables/none").header("authorization", value);
        request.body(Body::empty()).unwrap()
    };
    server.nobody().send(request("Bearer bck_wrong")).await.is(401);
    server.nobody().send(request("Basic YTpi")).await.is(401);
}
