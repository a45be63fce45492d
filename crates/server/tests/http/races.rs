//! Concurrent requests: no update is lost, and nothing is given twice.

use futures::future::join_all;
use serde_json::{Value, json};

use crate::support::{server, settings};

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_given_once() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = olga.opens(json!({})).await;
    let mut guests = Vec::new();
    for n in 0..6 {
        guests.push(server.guest(&format!("Guest {n}")).await);
    }
    let path = table.path("/seats");
    let answers =
        join_all(guests.iter().map(|guest| guest.post(&path, json!({ "seat": 1 })))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 5);
    let answers = join_all(guests.iter().map(|guest| guest.post(&path, json!({})))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 2);
    let seen = olga.get(&table.path("")).await.ok();
    let people: std::collections::BTreeSet<&str> = (0..4)
        .map(|seat| seen["seats"][seat]["holder"]["person"]["id"].as_str().unwrap())
        .collect();
    assert_eq!(people.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_begins_once() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = olga.opens(json!({})).await;
    for seat in 1..4 {
        let path = table.path(&format!("/seats/{seat}/bot"));
        olga.put(&path, json!({ "bot": "random" })).await.ok();
    }
    let path = table.path("/start");
    let answers = join_all((0..5).map(|_| olga.post(&path, json!({})))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status == 409).count(), 4);
    assert_eq!(server.live.begun.lock().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_deleted_or_begun_and_never_both() {
    for _ in 0..5 {
        let server = server().await;
        let olga = server.guest("Olga").await;
        let table = olga.opens(json!({})).await;
        for seat in 1..4 {
            let path = table.path(&format!("/seats/{seat}/bot"));
            olga.put(&path, json!({ "bot": "random" })).await.ok();
        }
        let (start, path) = (table.path("/start"), table.path(""));
        let (begun, deleted) = tokio::join!(olga.post(&start, json!({})), olga.delete(&path));
        assert_ne!(begun.status == 200, deleted.status == 204, "{begun:?} {deleted:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_lets_in_one() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = olga.opens(json!({ "visibility": "private" })).await;
    let invitation = olga.post(&table.path("/invitations"), json!({})).await.ok();
    let path = format!("/invites/{}", invitation["code"].as_str().unwrap());
    let mut guests = Vec::new();
    for n in 0..5 {
        guests.push(server.guest(&format!("Guest {n}")).await);
    }
    let answers = join_all(guests.iter().map(|guest| guest.post(&path, json!({})))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recovery_code_signs_in_one() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let code = olga.post("/me/recovery", json!({})).await.ok()["code"].clone();
    let nobody = server.nobody();
    let body = json!({ "code": code });
    let answers = join_all((0..5).map(|_| nobody.post("/session/recover", body.clone()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_is_one_table() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = crate::support::TestTable(olga.post("/quick", json!({})).await.ok());
    server.finish(&table).await;
    let path = table.path("/rematch");
    let answers = join_all((0..4).map(|_| olga.post(&path, json!({})))).await;
    let ids: std::collections::BTreeSet<String> =
        answers.into_iter().map(|answer| answer.ok()["id"].to_string()).collect();
    assert_eq!(ids.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_holds_however_many_come_at_once() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({ "visibility": "private" })).await;
    let of = |many: usize, path: &str, body: Value| {
        let (olga, path) = (olga.clone(), path.to_owned());
        async move {
            let asked = (0..many).map(|_| olga.post(&path, body.clone()));
            let statuses = join_all(asked).await.into_iter().map(|answer| answer.status);
            let (made, refused) = statuses.partition::<Vec<u16>, _>(|status| *status == 201);
            assert!(refused.iter().all(|status| *status == 429), "{refused:?}");
            made.len()
        }
    };
    let token = json!({ "label": "bot", "scopes": ["read"] });
    assert_eq!(of(60, "/me/tokens", token.clone()).await, 20);
    assert_eq!(olga.get("/me/tokens").await.ok().as_array().unwrap().len(), 20);
    assert_eq!(of(60, "/tables", settings(json!({}))).await, 19, "and the one that was there");
    for _ in 0..45 {
        olga.post(&table.path("/invitations"), json!({})).await.is(201);
    }
    assert_eq!(of(10, &table.path("/invitations"), json!({})).await, 5);

    let id = olga.get("/me/tokens").await.ok()[7]["id"].as_str().unwrap().to_owned();
    olga.delete(&format!("/me/tokens/{id}")).await.is(204);
    assert_eq!(of(20, "/me/tokens", token).await, 1, "one that is taken back makes room for one");
    let others = sam.opens(json!({})).await;
    olga.post(&others.path("/seats"), json!({})).await.ok();
    sam.post(&others.path("/owner"), json!({ "seat": 1 })).await.is(429);
    olga.delete(&table.path("")).await.is(204);
    sam.post(&others.path("/owner"), json!({ "seat": 1 })).await.is(200);
    olga.post("/tables", settings(json!({}))).await.is(429);
    sam.post("/tables", settings(json!({}))).await.is(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_at_the_same_time_are_all_kept() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = olga.opens(json!({ "visibility": "private" })).await;
    let path = table.path("/invitations");
    let answers = join_all((0..8).map(|_| olga.post(&path, json!({})))).await;
    assert!(answers.iter().all(|answer| answer.status == 201));
    let seen = olga.get(&table.path("")).await.ok();
    assert_eq!(seen["invitations"].as_array().unwrap().len(), 8);
}
