//! Guests, accounts, sessions and tokens.

use axum::body::Body;
use axum::http::{Request, header};
use serde_json::{Value, json};
use server::config::{Config, Limits};
use server::store::RecordKind;

use crate::support::{TestCredentials, User, server, with};

#[tokio::test]
async fn a_guest_keeps_the_account_and_signs_in_elsewhere() {
    let server = server().await;
    let phone = server.guest("Anna").await;
    assert_eq!(phone.me["login"], Value::Null);
    let password = json!({ "login": "Anna.K", "password": "correct horse" });
    let me = phone.put("/me/password", password).await.ok();
    assert_eq!(me["login"], "Anna.K");

    let sign_in = json!({ "login": "anna.k", "password": "correct horse" });
    let answer = server.nobody().post("/session", sign_in).await;
    let laptop = User { way: TestCredentials::Cookie(answer.is(200).cookie()), ..server.nobody() };
    assert_eq!(laptop.get("/me").await.ok()["id"], phone.me["id"]);
    assert_ne!(format!("{:?}", laptop.way), format!("{:?}", phone.way));
}

#[tokio::test]
async fn an_unknown_name_and_a_wrong_password_get_the_same_answer() {
    let server = server().await;
    let anna = server.guest("Anna").await;
    anna.put("/me/password", json!({ "login": "anna", "password": "correct horse" })).await.ok();
    let nobody = server.nobody();
    let wrong =
        nobody.post("/session", json!({ "login": "anna", "password": "wrong horse" })).await;
    let unknown =
        nobody.post("/session", json!({ "login": "bert", "password": "wrong horse" })).await;
    assert_eq!(wrong.is(401).text, unknown.is(401).text);
    assert!(wrong.headers.contains_key(header::WWW_AUTHENTICATE));
}

#[tokio::test]
async fn the_cookie_cannot_be_read_by_scripts_and_insists_on_https_where_there_is_https() {
    let answer = server().await.nobody().post("/guests", json!({ "name": "Anna" })).await;
    let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"), "{cookie}");
    assert!(!cookie.contains("Secure"));
    let public_url = Some("https://table.test".to_owned());
    let https = with(Config { public_url, ..Config::default() }).await;
    let answer = https.nobody().post("/guests", json!({ "name": "Anna" })).await;
    assert!(answer.headers[header::SET_COOKIE].to_str().unwrap().ends_with("; Secure"));
    assert!(answer.headers.contains_key(header::STRICT_TRANSPORT_SECURITY));
}

#[tokio::test]
async fn a_secret_is_kept_as_its_fingerprint_only() {
    let server = server().await;
    let anna = server.guest("Anna").await;
    let TestCredentials::Cookie(secret) = &anna.way else { unreachable!() };
    assert_eq!(secret.len(), 64);
    assert!(!server.is_kept(RecordKind::Key, secret).await.unwrap());
    let fingerprint = server::secret::fingerprint(secret);
    assert!(server.is_kept(RecordKind::Key, &fingerprint).await.unwrap());
}

#[tokio::test]
async fn a_guest_who_is_here_only_changes_their_name() {
    let server = server().await;
    let anna = server.guest("Anna").await;
    let again = anna.post("/guests", json!({ "name": "Annabel" })).await;
    assert_eq!(again.is(200).json["id"], anna.me["id"]);
    assert_eq!(anna.get("/me").await.ok()["name"], "Annabel");
}

#[tokio::test]
async fn signing_out_ends_this_session_or_all_of_them() {
    let server = server().await;
    let phone = server.guest("Anna").await;
    phone.put("/me/password", json!({ "login": "anna", "password": "correct horse" })).await.ok();
    let sign_in = || async {
        let body = json!({ "login": "anna", "password": "correct horse" });
        let cookie = server.nobody().post("/session", body).await.cookie();
        User { way: TestCredentials::Cookie(cookie), ..server.nobody() }
    };
    let (laptop, tablet) = (sign_in().await, sign_in().await);
    let bot = laptop.token(&["read"]).await;
    let gone = laptop.delete("/session").await;
    assert!(gone.is(204).headers[header::SET_COOKIE].to_str().unwrap().contains("Max-Age=0"));
    laptop.get("/me").await.is(401);
    tablet.get("/me").await.is(200);
    tablet.delete("/sessions").await.is(204);
    phone.get("/me").await.is(401);
    tablet.get("/me").await.is(401);
    bot.get("/me").await.is(200);
}

#[tokio::test]
async fn a_new_password_needs_the_old_one_and_ends_other_sessions() {
    let server = server().await;
    let phone = server.guest("Anna").await;
    phone.put("/me/password", json!({ "login": "anna", "password": "correct horse" })).await.ok();
    let body = json!({ "login": "anna", "password": "correct horse" });
    let laptop = server.nobody().post("/session", body).await.cookie();
    let laptop = User { way: TestCredentials::Cookie(laptop), ..server.nobody() };
    let mut change = json!({ "login": "anna", "password": "another horse" });
    phone.put("/me/password", change.clone()).await.is(422).about("current");
    change["current"] = json!("correct horse");
    phone.put("/me/password", change).await.ok();
    phone.get("/me").await.is(200);
    laptop.get("/me").await.is(401);
}

#[tokio::test]
async fn a_sign_in_name_belongs_to_one_person() {
    let server = server().await;
    let (anna, bert) = (server.guest("Anna").await, server.guest("Bert").await);
    anna.put("/me/password", json!({ "login": "anna", "password": "correct horse" })).await.ok();
    let taken = json!({ "login": "ANNA", "password": "another horse" });
    bert.put("/me/password", taken).await.is(409).about("login");
}

#[tokio::test]
async fn a_recovery_link_signs_in_once_and_the_next_replaces_it() {
    let server = server().await;
    let anna = server.guest("Anna").await;
    let first = anna.post("/me/recovery", json!({})).await.is(201).json.clone();
    assert!(first["path"].as_str().unwrap().starts_with("/recover#"));
    let second = anna.post("/me/recovery", json!({})).await.ok();
    assert_eq!(anna.get("/me").await.ok()["has_recovery"], true);
    let recover = |code: &Value| {
        let (nobody, body) = (server.nobody(), json!({ "code": code }));
        async move { nobody.post("/session/recover", body).await }
    };
    recover(&first["code"]).await.is(401);
    let back = recover(&second["code"]).await;
    assert_eq!(back.is(200).json["id"], anna.me["id"]);
    assert_eq!(back.json["has_recovery"], false);
    recover(&second["code"]).await.is(401);
}

#[tokio::test]
async fn a_recovery_code_is_no_cookie_and_no_token() {
    let server = server().await;
    let anna = server.guest("Anna").await;
    let code = anna.post("/me/recovery", json!({})).await.ok()["code"].as_str().unwrap().to_owned();
    let as_cookie = User { way: TestCredentials::Cookie(code.clone()), ..server.nobody() };
    as_cookie.get("/me").await.is(401);
    let as_token = User { way: TestCredentials::Token(code), ..server.nobody() };
    as_token.get("/me").await.is(401);
    let TestCredentials::Cookie(secret) = anna.way.clone() else { unreachable!() };
    let cookie_as_token = User { way: TestCredentials::Token(secret), ..server.nobody() };
    cookie_as_token.get("/me").await.is(401);
}

#[tokio::test]
async fn a_token_is_shown_once_and_can_be_taken_back() {
    let server = server().await;
    let anna = server.guest("Anna").await;
    let wanted = json!({ "label": "my bot", "scopes": ["play", "read", "read"] });
    let issued = anna.post("/me/tokens", wanted).await.ok();
    assert!(issued["secret"].as_str().unwrap().starts_with("bck_"));
    assert_eq!(issued["scopes"], json!(["read", "play"]));
    let listed = anna.get("/me/tokens").await.ok();
    assert_eq!(listed[0]["label"], "my bot");
    assert_eq!(listed[0].get("secret"), None);
    let secret = issued["secret"].as_str().unwrap().to_owned();
    let bot = User { way: TestCredentials::Token(secret), ..server.nobody() };
    bot.get("/me").await.is(200);
    let path = format!("/me/tokens/{}", issued["id"].as_str().unwrap());
    server.guest("Bert").await.delete(&path).await.is(404);
    anna.delete(&path).await.is(204);
    bot.get("/me").await.is(401);
}

#[tokio::test]
async fn tokens_are_not_without_number() {
    let limits = Limits { tokens_per_person: 1, ..Limits::default() };
    let server = with(Config { limits, ..Config::default() }).await;
    let anna = server.guest("Anna").await;
    let body = json!({ "label": "bot", "scopes": ["read"] });
    anna.post("/me/tokens", body.clone()).await.is(201);
    anna.post("/me/tokens", body).await.is(429);
    anna.post("/me/tokens", json!({ "label": "bot", "scopes": [] })).await.is(422).about("scopes");
}

/// A request with Anna's cookie, and headers that say where it comes from.
async fn from(anna: &User, headers: &[(&str, &str)]) -> u16 {
    let TestCredentials::Cookie(secret) = &anna.way else { unreachable!() };
    let mut request = Request::builder()
        .method("PATCH")
        .uri("/api/v1/me")
        .header("host", "table.test")
        .header("cookie", format!("backchannel={secret}"))
        .header("content-type", "application/json");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    anna.send(request.body(Body::from("{}")).unwrap()).await.status
}

#[tokio::test]
async fn a_cookie_changes_nothing_from_somebody_elses_page() {
    let server = server().await;
    let anna = server.guest("Anna").await;
    assert_eq!(from(&anna, &[("origin", "http://table.test")]).await, 200);
    assert_eq!(from(&anna, &[("sec-fetch-site", "same-origin")]).await, 200);
    assert_eq!(from(&anna, &[]).await, 403);
    assert_eq!(from(&anna, &[("origin", "http://evil.test")]).await, 403);
    assert_eq!(from(&anna, &[("origin", "null")]).await, 403);
    assert_eq!(from(&anna, &[("sec-fetch-site", "cross-site")]).await, 403);
    let both = [("origin", "http://evil.test"), ("sec-fetch-site", "same-origin")];
    assert_eq!(from(&anna, &both).await, 403);
}

#[tokio::test]
async fn the_public_address_is_the_only_origin_once_it_is_known() {
    let public_url = Some("https://play.test".to_owned());
    let server = with(Config { public_url, ..Config::default() }).await;
    let anna = server.guest("Anna").await;
    assert_eq!(from(&anna, &[("origin", "https://play.test")]).await, 200);
    assert_eq!(from(&anna, &[("origin", "http://table.test")]).await, 403);
}

#[tokio::test]
async fn nobody_is_signed_in_from_somebody_elses_page() {
    let server = server().await;
    let request = Request::builder()
        .method("POST")
        .uri("/api/v1/guests")
        .header("host", "table.test")
        .header("origin", "http://evil.test")
        .header("content-type", "application/json")
        .body(Body::from(r#"{"name":"Eve"}"#));
    server.nobody().send(request.unwrap()).await.is(403);
}

#[tokio::test]
async fn whoever_finds_a_browser_open_cannot_go_on_guessing_the_password() {
    let limits = Limits { guesses_per_hour: 3, ..Limits::default() };
    let server = with(Config { limits, ..Config::default() }).await;
    let olga = server.guest("Olga").await;
    let new = json!({ "login": "olga", "password": "long enough" });
    olga.put("/me/password", new).await.ok();
    let guess =
        |n| json!({ "login": "olga", "password": "another one", "current": format!("guess {n}") });
    for n in 0..2 {
        olga.put("/me/password", guess(n)).await.is(422).about("current");
    }
    let refused = olga.put("/me/password", guess(2)).await;
    assert!(refused.is(429).json["retry_after"].as_u64().unwrap() > 60);
    // Others may try to sign in as she does, and she herself still can.
    let sign_in = json!({ "login": "olga", "password": "long enough" });
    server.nobody().post("/session", sign_in).await.ok();
}

#[tokio::test]
async fn whoever_tries_too_often_is_told_how_long_to_wait() {
    let limits = Limits {
        guests_per_hour: 2,
        sign_ins_per_minute: 2,
        writes_per_minute: 3,
        questions_per_minute: 1,
        ..Limits::default()
    };
    let server = with(Config { limits, ..Config::default() }).await;
    let anna = server.guest("Anna").await;
    server.guest("Bert").await;
    let third = server.nobody().post("/guests", json!({ "name": "Cleo" })).await;
    let wait: u32 = third.is(429).headers[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
    assert!((1..=1801).contains(&wait), "{wait}");
    let sign_in = json!({ "login": "anna", "password": "x" });
    for status in [401, 401, 429] {
        server.nobody().post("/session", sign_in.clone()).await.is(status);
    }
    for status in [200, 200, 200, 429] {
        anna.patch("/me", json!({})).await.is(status);
    }
    anna.get("/me").await.is(200);
    let map = json!({ "map_string": "1" });
    server.nobody().post("/twilight/galaxy", map.clone()).await.is(200);
    server.nobody().post("/twilight/galaxy", map).await.is(429);
}

#[tokio::test]
async fn names_are_seen_before_they_are_taken() {
    let server = server().await;
    for bad in ["", "   ", "a\u{202e}b", &"x".repeat(41)] {
        server.nobody().post("/guests", json!({ "name": bad })).await.is(422).about("name");
    }
    assert_eq!(server.guest("  Zoë ").await.me["name"], "Zoë");
}

#[tokio::test]
async fn a_webhook_needs_a_server_that_posts() {
    let off = server().await.guest("Anna").await;
    off.patch("/me", json!({ "webhook": "https://example.org" })).await.is(422).about("webhook");
    let server = with(Config { webhooks: true, ..Config::default() }).await;
    let anna = server.guest("Anna").await;
    let me = anna.patch("/me", json!({ "webhook": "https://example.org/hook" })).await.ok();
    assert_eq!(me["webhook"], "https://example.org/hook");
    anna.patch("/me", json!({ "webhook": "https://10.0.0.1/" })).await.is(422).about("webhook");
    assert_eq!(anna.patch("/me", json!({ "webhook": "" })).await.ok()["webhook"], Value::Null);
}
