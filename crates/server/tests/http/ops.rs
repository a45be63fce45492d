//! Health checks and metrics, and the headers of every response.

use axum::body::Body;
use axum::http::Request;

use server::config::Config;

use crate::support::{TestResponse, TestServer, server, with};

#[tokio::test]
async fn a_host_sees_that_it_is_there_and_can_work() {
    let server = server().await;
    assert_eq!(server.nobody().page("/healthz").await.text, "ok\n");
    assert_eq!(server.nobody().page("/readyz").await.text, "ready\n");
}

async fn metrics(server: &TestServer, token: Option<&str>) -> TestResponse {
    let request = Request::builder().uri("/metrics");
    let request = match token {
        Some(token) => request.header("authorization", format!("Bearer {token}")),
        None => request,
    };
    server.nobody().send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn metrics_are_for_those_who_have_the_token() {
    const TOKEN: &str = "0123456789abcdef";
    let closed = server().await;
    for token in [None, Some(""), Some(TOKEN)] {
        metrics(&closed, token).await.is(404);
    }
    let metrics_token = Some(TOKEN.to_owned());
    let open = with(Config { metrics_token, ..Config::default() }).await;
    for token in [None, Some(""), Some("0123456789abcdeg"), Some("0123456789abcde")] {
        metrics(&open, token).await.is(401);
    }
    open.nobody().get("/me").await.is(401);
    let text = metrics(&open, Some(TOKEN)).await.text;
    assert!(text.contains("http_requests_total"), "{text}");
    assert!(text.contains("/api/v1/me"), "{text}");
}

#[tokio::test]
async fn metrics_can_have_an_address_of_their_own() {
    let nowhere = "127.0.0.1:0".parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let db = format!("sqlite:{}", folder.path().join("game.db").display());
    let config = Config { addr: nowhere, metrics_addr: Some(nowhere), db, ..Config::default() };
    let server = server::serve::Server::start(games::all(), config).await.unwrap();
    let (game, apart) = (server.address().unwrap(), server.metrics_address().unwrap());
    let running = tokio::spawn(server.run(std::future::pending()));
    let status = async |address, path| {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        client.get(format!("http://{address}/{path}")).send().await.unwrap().status().as_u16()
    };
    assert_eq!(status(game, "healthz").await, 200);
    assert_eq!(status(game, "metrics").await, 404);
    assert_eq!(status(apart, "metrics").await, 200);
    assert_eq!(status(apart, "healthz").await, 404);
    running.abort();
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
