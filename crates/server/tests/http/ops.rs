//! What whoever hosts it asks for, and what surrounds every answer.

use axum::body::Body;
use axum::http::Request;

use crate::support::server;

#[tokio::test]
async fn a_host_sees_that_it_is_there_and_can_work() {
    let server = server().await;
    assert_eq!(server.nobody().page("/healthz").await.text, "ok\n");
    assert_eq!(server.nobody().page("/readyz").await.text, "ready\n");
    server.nobody().get("/me").await.is(401);
    let text = server.nobody().page("/metrics").await.text;
    assert!(text.contains("http_requests_total"), "{text}");
    assert!(text.contains("/api/v1/me"), "{text}");
}

#[tokio::test]
async fn every_answer_is_guarded_and_has_an_id() {
    let server = server().await;
    for path in ["/", "/api/docs", "/api/v1/me", "/api/nowhere"] {
        let answer = server.nobody().page(path).await;
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer");
        assert_eq!(answer.headers["x-request-id"].len(), 16);
    }
    assert_eq!(server.nobody().get("/me").await.headers["cache-control"], "no-store");
}

#[tokio::test]
async fn text_is_made_smaller_for_those_who_can_read_it() {
    let server = server().await;
    let request = Request::builder()
        .uri("/api/v1/rules/backchannel")
        .header("accept-encoding", "gzip")
        .body(Body::empty());
    let answer = server.nobody().send(request.unwrap()).await;
    assert_eq!(answer.headers["content-encoding"], "gzip");
}

#[tokio::test]
async fn client_pages_are_there_and_others_are_not() {
    let server = server().await;
    for page in ["/", "/t/abc", "/i/code", "/manual/backchannel", "/judge", "/account"] {
        let answer = server.nobody().page(page).await;
        assert_eq!(answer.status, 200, "{page}");
        assert!(answer.headers["content-type"].to_str().unwrap().starts_with("text/html"));
    }
    assert_eq!(server.nobody().page("/nowhere.png").await.status, 404);
    assert_eq!(server.nobody().page("/../../Cargo.toml").await.status, 404);
}
