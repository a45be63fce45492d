//! What one may not know looks like what does not exist.

use anyhow::Result;
use serde_json::{Value, json};

use super::Site;
use crate::person::Person;
use crate::table::{CrashTable, gather};

/// Everything that a response shows: status, names of headers, body.
async fn shape(
    site: &Site,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: Option<&Value>,
) -> Result<(u16, Vec<String>, String)> {
    let url = format!("http://{}/api/v1{path}", site.address);
    let mut request = reqwest::Client::new().request(method.parse()?, url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    if let Some(body) = body {
        request = request.json(body);
    }
    let answer = request.send().await?;
    let mut names: Vec<String> = answer.headers().keys().map(ToString::to_string).collect();
    names.sort();
    Ok((answer.status().as_u16(), names, answer.text().await?))
}

#[tokio::test]
async fn a_private_table_is_like_none() -> Result<()> {
    let site = Site::start("[limits]\n").await?;
    let table = CrashTable::begin(&site.address, json!({"visibility": "open"})).await?;
    let owner = &table.people[0];
    let hidden = gather(&site.address, owner, json!({"visibility": "private"})).await?;
    let unlisted = gather(&site.address, owner, json!({"visibility": "unlisted"})).await?;
    let stranger = Person::guest(&site.address, "Stranger").await?;
    let origin = format!("http://{}", site.address);
    let headers = [("cookie", &*stranger.cookie), ("origin", &*origin)];
    let order = json!({"id": "1", "command": {"type": "end_turn"}});
    let upgrade = [
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let made_up = "x".repeat(hidden.len());
    let requests: [(&str, &str, Option<&Value>); 9] = [
        ("GET", "", None),
        ("GET", "/view", None),
        ("GET", "/log", None),
        ("GET", "/setup", None),
        ("GET", "/replay", None),
        ("GET", "/view?invite=guess", None),
        ("GET", "/socket", None),
        ("POST", "/commands", Some(&order)),
        ("POST", "/start", None),
    ];
    for (method, path, body) in requests {
        let mut headers = headers.to_vec();
        if path == "/socket" {
            headers.extend(upgrade);
        }
        let ask = |id: &str| {
            let (site, path, headers) = (&site, format!("/tables/{id}{path}"), headers.clone());
            async move { shape(site, method, &path, &headers, body).await }
        };
        let nothing = ask(&made_up).await?;
        assert_eq!(nothing.0, 404, "{method} {path}: {}", nothing.2);
        for id in [&hidden, &unlisted] {
            assert_eq!(ask(id).await?, nothing, "{method} {path}");
        }
    }
    site.survived().await
}

#[tokio::test]
async fn wrong_codes_and_tokens_all_get_one_answer() -> Result<()> {
    let site = Site::start("[limits]\nsign_ins_per_minute = 1000\n").await?;
    let origin = format!("http://{}", site.address);
    let person = Person::guest(&site.address, "Anna").await?;
    let password = json!({"login": "anna", "password": "long enough"});
    person.send(&site.address, reqwest::Method::PUT, "/me/password", password).await?;
    let long = "z".repeat(64);
    let mut answers = Vec::new();
    for token in ["x", "0123456789abcdef", &long] {
        let bearer = format!("Bearer {token}");
        answers.push(shape(&site, "GET", "/me", &[("authorization", &bearer)], None).await?);
    }
    assert_eq!(answers[0].0, 401);
    assert!(answers.iter().all(|answer| answer == &answers[0]), "{answers:?}");
    let mut answers = Vec::new();
    for (login, password) in [("anna", "wrong but long"), ("nobody", "wrong but long")] {
        let body = json!({"login": login, "password": password});
        let headers = [("origin", &*origin)];
        answers.push(shape(&site, "POST", "/session", &headers, Some(&body)).await?);
    }
    assert_eq!(answers[0].0, 401);
    assert_eq!(answers[0], answers[1]);
    let mut answers = Vec::new();
    for code in ["x", "0123456789", &long] {
        let path = format!("/invites/{code}");
        answers.push(shape(&site, "GET", &path, &[("cookie", &*person.cookie)], None).await?);
    }
    assert_eq!(answers[0].0, 404);
    assert!(answers.iter().all(|answer| answer == &answers[0]), "{answers:?}");
    site.survived().await
}
