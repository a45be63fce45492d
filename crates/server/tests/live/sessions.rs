//! Streams and sockets end with the session or the token that opened them.

use serde_json::json;

use crate::test_server::{TestServer, settings};
use crate::user::{Events, TestSocket, User};

/// The close code of a socket whose session or token has ended.
const SIGNED_OUT: Option<u16> = Some(4401);

/// All that somebody can have open.
struct Open {
    socket: TestSocket,
    table: Events,
    inbox: Events,
}

impl Open {
    async fn by(user: &User, table: &str) -> Open {
        let mut open = Open {
            socket: user.socket(table, "").await,
            table: user.events(&format!("/tables/{table}/events"), None).await,
            inbox: user.events("/inbox/events", None).await,
        };
        assert_eq!(open.socket.next().await["type"], "view");
        assert_eq!(open.table.next().await.data["type"], "view");
        open.inbox.next().await;
        open
    }

    async fn closes(mut self) {
        assert_eq!(self.socket.hangs_up().await, SIGNED_OUT);
        self.table.ends().await;
        self.inbox.ends().await;
    }

    async fn is_open(&mut self) {
        self.socket.say(r#"{"type":"ping"}"#).await;
        while self.socket.next().await["type"] != "pong" {}
    }
}

async fn seated(server: &TestServer) -> ([User; 2], String) {
    let people = server.guests(["Olga", "Sam"]).await;
    let table = server.table(&people, settings(2, 4, json!({}))).await;
    (people, table)
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_closes_what_this_browser_has_open() {
    let server = TestServer::open().await;
    let ([olga, sam], table) = seated(&server).await;
    let (hers, mut his) = (Open::by(&olga, &table).await, Open::by(&sam, &table).await);
    olga.delete("/session").await.is(204);
    hers.closes().await;
    his.is_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_password_closes_the_other_browsers_and_signing_out_everywhere_all_of_them() {
    let server = TestServer::open().await;
    let ([olga, _], table) = seated(&server).await;
    let password = json!({ "login": "olga", "password": "correct horse" });
    olga.put("/me/password", password).await.ok();
    let other = olga.signed_in("olga", "correct horse").await;
    let (program, _) = olga.program(&["read", "play"]).await;
    let mut here = Open::by(&olga, &table).await;
    let (there, mut bot) = (Open::by(&other, &table).await, Open::by(&program, &table).await);
    let new = json!({ "login": "olga", "password": "battery staple", "current": "correct horse" });
    olga.put("/me/password", new).await.ok();
    there.closes().await;
    here.is_open().await;
    let back = olga.signed_in("olga", "battery staple").await;
    let there = Open::by(&back, &table).await;
    olga.delete("/sessions").await.is(204);
    here.closes().await;
    there.closes().await;
    bot.is_open().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_that_is_taken_back_closes_what_it_has_open() {
    let server = TestServer::open().await;
    let ([olga, _], table) = seated(&server).await;
    let (lost, id) = olga.program(&["read", "play"]).await;
    let (kept, _) = olga.program(&["read", "play"]).await;
    let (theirs, mut others) = (Open::by(&lost, &table).await, Open::by(&kept, &table).await);
    let mut hers = Open::by(&olga, &table).await;
    olga.delete(&format!("/me/tokens/{id}")).await.is(204);
    theirs.closes().await;
    others.is_open().await;
    hers.is_open().await;
    assert_eq!(lost.try_socket(&table, "").await.err(), Some(401));
}
