//! The largest request of every route, at tables that are as large as they can be.

use serde_json::{Value, json};

use crate::large::{desk_for_eight, game_for_eight, letters, map_string, report, situation};
use crate::test_server::{TestServer, User};

/// A request by the owner of everything.
pub struct CostedRequest {
    /// The operation's name in the document of the API.
    pub operation: &'static str,
    pub method: &'static str,
    pub path: String,
    pub body: Value,
    /// The expected status, if it is refused.
    pub refused: Option<u16>,
}

/// Tables that are as large as they can be, and their owner, who has as much of everything as there may be.
pub struct World {
    pub owner: User,
    desk: String,
    /// A desk at which all have sat down.
    ready: String,
    gathering: String,
    playing: String,
    finished: String,
    /// A game that has not started.
    open: String,
    /// A desk of which the owner keeps every seat.
    alone: String,
    /// A game in which the owner may attack, and such an attack.
    fighting: (String, Value),
    /// A game in which the owner may propose something, and such a proposal.
    dealing: (String, Value),
    /// Today, as the daily table says it.
    day: String,
    /// Invitations.
    codes: [String; 2],
    token: String,
}

fn id(table: &Value) -> String {
    table["id"].as_str().unwrap().to_owned()
}

impl World {
    pub async fn make(server: &TestServer) -> World {
        let owner = server.guest("Olga").await;
        let others = many_tables(server).await;
        let finished = finished(&owner).await;
        let desk = full_desk(&owner, &others).await;
        owner.ok("POST", &format!("/tables/{desk}/start"), Value::Null).await;
        let ready = full_desk(&owner, &others).await;
        let playing = against_bots(&owner, game_for_eight()).await;
        let alone = kept_alone(&owner).await;
        let fighting = played_until(&owner, "attack").await;
        let mut dealing = played_until(&owner, "propose").await;
        dealing.1.as_object_mut().unwrap().remove("type");
        let day = owner.ok("GET", "/daily", Value::Null).await["day"].as_str().unwrap().to_owned();
        let gathering = id(&owner.ok("POST", "/tables", desk_for_eight()).await);
        let sit = json!({ "seat": 6 });
        others[0].ok("POST", &format!("/tables/{gathering}/seats"), sit).await;
        let mut open = String::new();
        for _ in 0..11 {
            open = id(&owner.ok("POST", "/tables", game_for_eight()).await);
        }
        let codes = [invite(&owner, &gathering).await, invite(&owner, &gathering).await];
        for _ in 0..47 {
            invite(&owner, &gathering).await;
        }
        for _ in 0..19 {
            let token = json!({ "label": letters(40, 1), "scopes": ["read"] });
            owner.ok("POST", "/me/tokens", token).await;
        }
        let token = id(&owner.ok("GET", "/me/tokens", Value::Null).await[0]);
        World {
            owner,
            desk,
            ready,
            gathering,
            playing,
            finished,
            open,
            alone,
            fighting,
            dealing,
            day,
            codes,
            token,
        }
    }

    /// One or more requests of every operation.
    #[rustfmt::skip]
    pub fn requests(&self) -> Vec<CostedRequest> {
        let World { desk, ready, gathering, playing, finished, open, alone, fighting: (fighting, attack), dealing: (dealing, proposal), day, codes: [code, unclaimed], token, .. } = self;
        let none = || Value::Null;
        let ask = |operation, method, path: String, body| CostedRequest { operation, method, path, body, refused: None };
        let refused = |status, asked: CostedRequest| CostedRequest { refused: Some(status), ..asked };
        let terms: Vec<_> = (0..12).map(|number| {
            json!({ "by": number % 2, "act": { "act": "words", "text": letters(80, number) } })
        }).collect();
        let order = |command: Value| json!({ "id": letters(40, 7), "seat": 0, "command": command });
        let entropy = json!({ "entropy": "ab".repeat(32) });
        vec![
            ask("me", "GET", "/me".into(), none()),
            ask("change_me", "PATCH", "/me".into(), json!({ "name": letters(24, 1) })),
            ask("set_password", "PUT", "/me/password".into(), json!({ "login": "olga", "password": "x".repeat(128) })),
            ask("sign_in", "POST", "/session".into(), json!({ "login": "olga", "password": "x".repeat(128) })),
            refused(401, ask("recover", "POST", "/session/recover".into(), json!({ "code": "x".repeat(60) }))),
            ask("guest", "POST", "/guests".into(), json!({ "name": letters(24, 1) })),
            ask("new_recovery", "POST", "/me/recovery".into(), none()),
            ask("tokens", "GET", "/me/tokens".into(), none()),
            ask("issue_token", "POST", "/me/tokens".into(), json!({ "label": letters(40, 1), "scopes": ["read", "play", "tables"] })),
            ask("take_back_token", "DELETE", format!("/me/tokens/{token}"), none()),
            ask("tables", "GET", "/tables".into(), none()),
            ask("inbox", "GET", "/inbox".into(), none()),
            ask("inbox_events", "GET", "/inbox/events".into(), none()),
            ask("rulesets", "GET", "/rulesets".into(), none()),
            ask("backchannel", "GET", "/rulesets/backchannel".into(), none()),
            ask("twilight", "GET", "/rulesets/twilight".into(), none()),
            ask("rulebook", "GET", "/rules/twilight".into(), none()),
            ask("lesson", "GET", "/backchannel/lesson".into(), none()),
            ask("situation_schema", "GET", "/twilight/schema".into(), none()),
            ask("galaxy", "POST", "/twilight/galaxy".into(), json!({ "map_string": map_string() })),
            ask("judge", "POST", "/twilight/judge".into(), situation()),
            ask("create_table", "POST", "/tables".into(), desk_for_eight()),
            ask("create_table", "POST", "/tables".into(), game_for_eight()),
            ask("quick_game", "POST", "/quick".into(), json!({ "seats": 4 })),
            ask("daily", "GET", "/daily".into(), none()),
            ask("play_daily", "POST", "/daily".into(), none()),
            ask("daily_of", "GET", format!("/daily/{day}"), none()),
            ask("change_table", "PATCH", format!("/tables/{gathering}"), desk_for_eight()),
            ask("table", "GET", format!("/tables/{gathering}"), none()),
            ask("table", "GET", format!("/tables/{desk}"), none()),
            ask("sit", "POST", format!("/tables/{gathering}/seats"), json!({ "seat": 7 })),
            ask("add_entropy", "PUT", format!("/tables/{gathering}/seats/0/entropy"), entropy),
            ask("seat_bot", "PUT", format!("/tables/{open}/seats/5/bot"), json!({ "bot": "random" })),
            ask("fill", "POST", format!("/tables/{open}/bots"), none()),
            ask("leave", "DELETE", format!("/tables/{gathering}/seats/7"), none()),
            ask("invited", "GET", format!("/invites/{code}"), none()),
            ask("claim_invite", "POST", format!("/invites/{code}"), none()),
            ask("invite", "POST", format!("/tables/{gathering}/invitations"), json!({})),
            ask("take_back_invitation", "DELETE", format!("/tables/{gathering}/invitations/{unclaimed}"), none()),
            ask("start", "POST", format!("/tables/{ready}/start"), none()),
            ask("view", "GET", format!("/tables/{desk}/view"), none()),
            ask("view", "GET", format!("/tables/{finished}/view?spectate=true"), none()),
            ask("brief", "GET", format!("/tables/{desk}/brief"), none()),
            ask("brief", "GET", format!("/tables/{playing}/brief"), none()),
            ask("menu", "GET", format!("/tables/{desk}/menu?limit=200"), none()),
            ask("menu", "GET", format!("/tables/{playing}/menu?limit=200"), none()),
            ask("preview", "POST", format!("/tables/{desk}/preview"), json!({ "command": { "type": "offer", "to": 1, "terms": terms } })),
            ask("setup", "GET", format!("/tables/{desk}/setup"), none()),
            ask("log", "GET", format!("/tables/{desk}/log?limit=500"), none()),
            ask("log", "GET", format!("/tables/{finished}/log?limit=500&before=100"), none()),
            ask("log", "GET", format!("/tables/{finished}/log?limit=500"), none()),
            ask("events", "GET", format!("/tables/{desk}/events?since=1"), none()),
            ask("events", "GET", format!("/tables/{finished}/events?spectate=true&since=1"), none()),
            ask("socket", "GET", format!("/tables/{desk}/socket"), none()),
            ask("command", "POST", format!("/tables/{desk}/commands"), order(json!({ "type": "offer", "to": 1, "terms": terms }))),
            refused(422, ask("command", "POST", format!("/tables/{desk}/commands"), order(json!({ "type": "ready" })))),
            ask("command", "POST", format!("/tables/{playing}/commands"), order(json!({ "type": "signal", "to": null, "signal": { "first": { "template": 33 } } }))),
            ask("render_signal", "POST", format!("/tables/{playing}/render"), json!({ "signal": { "first": { "template": 33 } } })),
            ask("vocabulary", "POST", format!("/tables/{playing}/vocabulary"), json!({})),
            ask("quick_phrases", "POST", format!("/tables/{playing}/phrases"), json!({})),
            // The odds of larger armies than 200 are those of their ratio.
            ask("attack_odds", "POST", format!("/tables/{fighting}/odds"), json!({ "from": attack["from"], "to": attack["to"], "stop_at": 2 })),
            ask("obstacle", "POST", format!("/tables/{playing}/obstacle"), json!({ "from": 0, "on": 1 })),
            ask("consequences", "POST", format!("/tables/{dealing}/consequences"), proposal.clone()),
            ask("verdict", "POST", format!("/tables/{desk}/verdict"), json!({ "to": 1, "terms": terms })),
            ask("arm_feed", "PUT", format!("/tables/{desk}/feed"), json!({})),
            ask("feed", "GET", format!("/tables/{desk}/feed"), none()),
            ask("disarm_feed", "DELETE", format!("/tables/{desk}/feed"), none()),
            ask("announce", "PUT", format!("/tables/{desk}/announcements"), json!({ "webhook": format!("http://127.0.0.1:9/{}", "x".repeat(480)) })),
            ask("announcements", "GET", format!("/tables/{desk}/announcements"), none()),
            ask("silence", "DELETE", format!("/tables/{desk}/announcements"), none()),
            ask("import", "POST", format!("/tables/{desk}/import"), json!({ "source": "asyncti4", "text": report() })),
            ask("pause", "POST", format!("/tables/{desk}/pause"), none()),
            ask("resume", "POST", format!("/tables/{desk}/resume"), none()),
            ask("pace_bots", "PUT", format!("/tables/{playing}/pace"), json!({ "bot_pace_ms": 10000 })),
            refused(409, ask("skip", "POST", format!("/tables/{playing}/skip"), none())),
            ask("agreed", "POST", format!("/tables/{alone}/agreed"), json!({ "id": letters(40, 8), "seat": 0, "with": 1, "command": { "type": "offer", "to": 1, "terms": terms } })),
            ask("relieve", "POST", format!("/tables/{playing}/seats/0/relief"), none()),
            ask("take_back", "DELETE", format!("/tables/{playing}/seats/0/relief"), none()),
            ask("rematch", "POST", format!("/tables/{finished}/rematch"), none()),
            ask("replay", "GET", format!("/tables/{finished}/replay"), none()),
            ask("history", "GET", format!("/tables/{finished}/history?eyes=0"), none()),
            ask("honours", "GET", format!("/tables/{finished}/honours"), none()),
            ask("reasons", "GET", format!("/tables/{finished}/reasons?step=500"), none()),
            ask("reports", "GET", "/reports".into(), none()),
            ask("report", "GET", "/reports/league".into(), none()),
            ask("close", "POST", format!("/tables/{desk}/close"), none()),
            ask("replay", "GET", format!("/tables/{desk}/replay"), none()),
            ask("history", "GET", format!("/tables/{desk}/history?eyes=0"), none()),
            ask("delete_table", "DELETE", format!("/tables/{open}"), none()),
            ask("transfer", "POST", format!("/tables/{gathering}/owner"), json!({ "seat": 6 })),
            ask("sign_out_everywhere", "DELETE", "/sessions".into(), none()),
            ask("sign_out", "DELETE", "/session".into(), none()),
        ]
    }
}

/// More open tables than a list has room for, each of somebody else.
async fn many_tables(server: &TestServer) -> Vec<User> {
    let mut others = Vec::new();
    for number in 0..60 {
        let other = server.guest(&format!("Guest {number}")).await;
        other.ok("POST", "/tables", desk_for_eight()).await;
        others.push(other);
    }
    others
}

/// A desk on which all have sat down.
pub async fn full_desk(owner: &User, others: &[User]) -> String {
    let table = owner.ok("POST", "/tables", desk_for_eight()).await;
    let path = format!("/tables/{}", id(&table));
    for other in &others[..7] {
        other.ok("POST", &format!("{path}/seats"), json!({})).await;
    }
    id(&table)
}

/// A desk of which one person keeps every seat.
async fn kept_alone(owner: &User) -> String {
    let table = id(&owner.ok("POST", "/tables", desk_for_eight()).await);
    for seat in 1..8 {
        owner.ok("POST", &format!("/tables/{table}/seats"), json!({ "seat": seat })).await;
    }
    owner.ok("POST", &format!("/tables/{table}/start"), Value::Null).await;
    table
}

async fn against_bots(owner: &User, settings: Value) -> String {
    let table = owner.ok("POST", "/tables", settings).await;
    let path = format!("/tables/{}", id(&table));
    for seat in 1..8 {
        owner.ok("PUT", &format!("{path}/seats/{seat}/bot"), json!({ "bot": "random" })).await;
    }
    owner.ok("POST", &format!("{path}/start"), Value::Null).await;
    id(&table)
}

/// A game that has come to where the owner may do this, and the command.
async fn played_until(owner: &User, verb: &str) -> (String, Value) {
    let table = against_bots(owner, game_for_eight()).await;
    let menu = format!("/tables/{table}/menu?limit=1&verb");
    for number in 0.. {
        let page = owner.ok("GET", &format!("{menu}={verb}"), Value::Null).await;
        if let Some(entry) = page["entries"].get(0) {
            return (table, entry["command"].clone());
        }
        let deploy = owner.ok("GET", &format!("{menu}=deploy"), Value::Null).await;
        let next = deploy["entries"].get(0).map_or(&page["caretaker"], |entry| &entry["command"]);
        let path = format!("/api/v1/tables/{table}/commands");
        let order = json!({ "id": number.to_string(), "seat": 0, "command": next });
        match next.is_null() {
            true => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            // Bots may have moved in the meantime.
            false => drop(owner.send("POST", &path, Some(order.to_string())).await),
        }
    }
    unreachable!("the numbers do not end")
}

async fn invite(owner: &User, table: &str) -> String {
    let path = format!("/tables/{table}/invitations");
    let invitation = owner.ok("POST", &path, json!({})).await;
    invitation["code"].as_str().unwrap().to_owned()
}

/// A game that went on for long.
async fn finished(owner: &User) -> String {
    let mut settings = game_for_eight();
    settings["game"]["settings"] = json!({ "round_limit": 60 });
    let table = against_bots(owner, settings).await;
    owner.ok("POST", &format!("/tables/{table}/seats/0/relief"), Value::Null).await;
    while owner.ok("GET", &format!("/tables/{table}"), Value::Null).await["standing"] != "over" {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    table
}
