//! Links and invitations.

use serde_json::{Value, json};
use server::config::{Config, Limits};

use crate::support::{TestTable, User, server, with};

async fn invited(owner: &User, table: &TestTable, body: Value) -> String {
    let invitation = owner.post(&table.path("/invitations"), body).await.ok();
    format!("/invites/{}", invitation["code"].as_str().unwrap())
}

#[tokio::test]
async fn a_link_survives_signing_in() {
    let server = server().await;
    let olga = server.guest("Olga").await;
    let table = olga.opens(json!({ "visibility": "unlisted" })).await;
    let link = format!("/invites/{}", table.invite());
    let seen = server.nobody().get(&link).await.ok();
    assert_eq!(seen["title"], "Friday");
    assert_eq!((&seen["table"], &seen["ruleset"]), (&table.0["id"], &json!("backchannel")));
    assert_eq!(seen.as_object().unwrap().len(), 4);
    server.nobody().post(&link, json!({})).await.is(401);
    let sam = server.guest("Sam").await;
    assert_eq!(sam.post(&link, json!({})).await.ok()["id"], table.0["id"]);
    sam.get(&table.path("")).await.is(200);
    sam.post(&table.path("/seats"), json!({})).await.is(200);
}

#[tokio::test]
async fn an_invitation_is_for_whoever_opens_it_first() {
    let server = server().await;
    let [olga, sam, ida] =
        [server.guest("Olga").await, server.guest("Sam").await, server.guest("Ida").await];
    let table = olga.opens(json!({ "visibility": "private" })).await;
    let link = invited(&olga, &table, json!({})).await;
    server.nobody().get(&link).await.is(200);
    sam.post(&link, json!({})).await.is(200);
    sam.post(&link, json!({})).await.is(200);
    sam.get(&link).await.is(200);
    ida.post(&link, json!({})).await.is(404);
    ida.get(&link).await.is(404);
    server.nobody().get(&link).await.is(404);
    ida.get(&table.path("")).await.is(404);
    assert_eq!(olga.get(&table.path("")).await.ok()["invitations"], json!([]));
}

#[tokio::test]
async fn an_invitation_with_a_name_is_for_that_person() {
    let server = server().await;
    let [olga, sam, ida] =
        [server.guest("Olga").await, server.guest("Sam").await, server.guest("Ida").await];
    sam.put("/me/password", json!({ "login": "sam", "password": "correct horse" })).await.ok();
    let table = olga.opens(json!({ "visibility": "private" })).await;
    let link = invited(&olga, &table, json!({ "login": "SAM" })).await;
    ida.post(&link, json!({})).await.is(404);
    sam.get(&table.path("")).await.is(200);
    let waiting = sam.get("/inbox").await.ok();
    assert_eq!(waiting["tables"][0]["table"], table.0["id"]);
    assert_eq!(waiting["tables"][0]["seat"], Value::Null);
    sam.post(&link, json!({})).await.is(200);
    let nobody = json!({ "login": "nobody" });
    olga.post(&table.path("/invitations"), nobody).await.is(422).about("login");
}

#[tokio::test]
async fn an_invitation_can_be_taken_back() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({ "visibility": "private" })).await;
    let invitation = olga.post(&table.path("/invitations"), json!({})).await.ok();
    let code = invitation["code"].as_str().unwrap();
    olga.delete(&table.path(&format!("/invitations/{code}"))).await.is(204);
    olga.delete(&table.path(&format!("/invitations/{code}"))).await.is(404);
    sam.post(&format!("/invites/{code}"), json!({})).await.is(404);
}

#[tokio::test]
async fn the_link_of_a_private_table_does_nothing() {
    let server = server().await;
    let (olga, sam) = (server.guest("Olga").await, server.guest("Sam").await);
    let table = olga.opens(json!({ "visibility": "unlisted" })).await;
    let link = format!("/invites/{}", table.invite());
    let private = crate::support::settings(json!({ "visibility": "private" }));
    let after = olga.patch(&table.path(""), private).await.ok();
    assert_eq!(after["invite"], Value::Null);
    sam.get(&link).await.is(404);
    sam.post(&link, json!({})).await.is(404);
    sam.get(&table.path(&format!("?invite={}", table.invite()))).await.is(404);
    let sit = json!({ "invite": table.invite() });
    sam.post(&table.path("/seats"), sit).await.is(404);
}

#[tokio::test]
async fn invitations_are_not_without_number() {
    let limits = Limits { invitations_per_table: 1, ..Limits::default() };
    let server = with(Config { limits, ..Config::default() }).await;
    let olga = server.guest("Olga").await;
    let table = olga.opens(json!({ "visibility": "private" })).await;
    invited(&olga, &table, json!({})).await;
    olga.post(&table.path("/invitations"), json!({})).await.is(429);
}
