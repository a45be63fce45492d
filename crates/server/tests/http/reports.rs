//! The reports that a host puts into a folder.

use std::fs;
use std::path::Path;

use arena::standings::Standings;
use serde_json::{Value, json};
use server::config::Config;
use tempfile::TempDir;

use crate::support::{TestServer, server, with};

/// A report on no games at all is the smallest there is.
fn report() -> String {
    serde_json::to_string(&Standings::default().report()).unwrap()
}

async fn showing(folder: &TempDir) -> TestServer {
    with(Config { reports: Some(folder.path().to_owned()), ..Config::default() }).await
}

fn put(folder: &Path, name: &str, text: impl AsRef<[u8]>) {
    fs::write(folder.join(name), text).unwrap();
}

async fn listed(server: &TestServer) -> Vec<(String, bool)> {
    let all = server.nobody().get("/reports").await.ok();
    let mut all: Vec<(String, bool)> =
        all.as_array().unwrap().iter().map(name_and_soundness).collect();
    all.sort();
    all
}

fn name_and_soundness(entry: &Value) -> (String, bool) {
    (entry["name"].as_str().unwrap().to_owned(), entry["fault"].is_null())
}

#[tokio::test]
async fn a_server_without_a_folder_shows_nothing() {
    let server = server().await;
    assert_eq!(server.nobody().get("/reports").await.ok(), json!([]));
    server.nobody().get("/reports/league").await.is(404);
}

#[tokio::test]
async fn a_report_is_listed_and_shown_to_everybody() {
    let folder = TempDir::new().unwrap();
    put(folder.path(), "Spring league.json", report());
    let server = showing(&folder).await;
    assert_eq!(listed(&server).await, [("Spring league".to_owned(), true)]);
    let shown = server.nobody().get("/reports/Spring%20league").await.ok();
    assert_eq!((&shown["games"], &shown["bots"]), (&json!(0), &json!([])));
    put(folder.path(), "Autumn.json", report());
    assert_eq!(listed(&server).await.len(), 2, "without a restart");
    fs::remove_file(folder.path().join("Spring league.json")).unwrap();
    assert_eq!(listed(&server).await, [("Autumn".to_owned(), true)]);
    server.nobody().get("/reports/Spring%20league").await.is(404);
}

#[tokio::test]
async fn a_bad_file_is_named_with_a_sentence_and_the_others_are_shown() {
    let folder = TempDir::new().unwrap();
    let report = report();
    let lopsided = report.replace(r#""meetings":[]"#, r#""meetings":[[]]"#);
    assert_ne!(lopsided, report);
    let bad: [(&str, Vec<u8>, &str); 5] = [
        ("half", report.as_bytes()[..report.len() / 2].to_vec(), "It is not a report"),
        ("other", b"{\"games\": 1}".to_vec(), "It is not a report"),
        ("binary", vec![0xff; 64], "It is not a report"),
        ("lopsided", lopsided.into_bytes(), "`meetings` does not have a row"),
        ("huge", vec![b' '; (2 << 20) + 1], "It is larger than 2 MiB."),
    ];
    for (name, text, _) in &bad {
        put(folder.path(), &format!("{name}.json"), text);
    }
    put(folder.path(), "sound.json", &report);
    let server = showing(&folder).await;
    let all = server.nobody().get("/reports").await.ok();
    for (name, _, why) in &bad {
        let entry = all.as_array().unwrap().iter().find(|entry| entry["name"] == *name).unwrap();
        let fault = entry["fault"].as_str().unwrap();
        assert!(fault.starts_with(why) && fault.ends_with('.'), "{fault}");
        assert!(!fault.contains(&*folder.path().to_string_lossy()), "{fault}");
        let problem = server.nobody().get(&format!("/reports/{name}")).await.is(422).json.clone();
        assert_eq!((&problem["type"], &problem["detail"]), (&json!("invalid"), &json!(fault)));
    }
    server.nobody().get("/reports/sound").await.ok();
}

#[tokio::test]
async fn nothing_outside_the_folder_can_be_read() {
    let outside = TempDir::new().unwrap();
    put(outside.path(), "secret.json", report());
    let folder = outside.path().join("reports");
    fs::create_dir(&folder).unwrap();
    fs::create_dir(folder.join("nested.json")).unwrap();
    put(&folder, "notes.txt", report());
    put(&folder, ".hidden.json", report());
    put(&folder, "sound.json", report());
    let server = with(Config { reports: Some(folder), ..Config::default() }).await;
    assert_eq!(listed(&server).await, [("sound".to_owned(), true)]);
    for name in
        ["..%2Fsecret", "%2e%2e%2fsecret", "..", "nested", "notes", ".hidden", "sound.json", "%00"]
    {
        let answer = server.nobody().get(&format!("/reports/{name}")).await;
        assert!((400..500).contains(&answer.status), "{name}: {}", answer.text);
    }
}
