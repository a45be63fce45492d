//! Looking, choosing, moving and waiting.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::arguments::{Act, Look, Menu, Wait, encoded};
use crate::caller::Caller;
use crate::reply::{Failed, Outcome, Told};

/// A seat at a table, as the API is asked for it.
pub(crate) struct Place {
    table: String,
    seat: Option<u8>,
}

impl Place {
    pub fn new(table: &str, seat: Option<u8>) -> Place {
        Place { table: encoded(table), seat }
    }

    /// An address of the table, with the seat and more in its query.
    pub fn path(&self, what: &str, query: &[(&str, String)]) -> String {
        let seat = self.seat.map(|seat| ("seat", seat.to_string()));
        let all = seat.iter().chain(query);
        let all: Vec<String> = all.map(|(name, value)| format!("{name}={value}")).collect();
        format!("/tables/{}/{what}?{}", self.table, all.join("&"))
    }
}

/// Which command is meant: an entry of the menu, or one that is typed.
pub(crate) struct Chosen {
    pub n: Option<u32>,
    pub seq: Option<u32>,
    pub command: Option<Value>,
    pub key: Option<String>,
}

impl Caller<'_> {
    pub async fn look(&self, asked: Look) -> Outcome {
        let place = Place::new(&asked.table, asked.seat);
        let mut brief = self.get(place.path("brief", &[])).await?;
        let seq = brief["seq"].as_u64();
        if asked.since.is_some() && asked.since.map(u64::from) == seq {
            let text = "Nothing has happened since.";
            if let Some(fields) = brief.as_object_mut() {
                fields.remove("text");
            }
            return Ok(Told::new(text, brief));
        }
        let text = format!("{}\n{}", state(&brief), brief["text"].as_str().unwrap_or_default());
        if !asked.structured {
            return Ok(Told::new(text, brief));
        }
        let view = self.get(place.path("view", &[])).await?;
        Ok(Told::new(text, json!({ "brief": brief, "table": view })))
    }

    pub async fn menu(&self, asked: Menu) -> Outcome {
        let place = Place::new(&asked.table, asked.seat);
        let mut query = Vec::new();
        query.extend(asked.verb.map(|verb| ("verb", encoded(&verb))));
        query.extend(asked.from.map(|from| ("from", from.to_string())));
        query.extend(asked.limit.map(|limit| ("limit", limit.to_string())));
        let page = self.get(place.path("menu", &query)).await?;
        Ok(Told::new(listed(&page), page))
    }

    pub async fn act(&self, asked: Act) -> Outcome {
        let Act { table, seat, n, seq, command, key, preview } = asked;
        let chosen = Chosen { n, seq, command, key };
        self.choose(&Place::new(&table, seat), chosen, !preview).await
    }

    /// Sends a command, or tells what it would lead to.
    pub(crate) async fn choose(&self, place: &Place, chosen: Chosen, send: bool) -> Outcome {
        let key = chosen.key.clone();
        let command = self.resolve(place, chosen).await?;
        if !send {
            return self.preview(place, command).await;
        }
        let id = key.unwrap_or_else(fresh_key);
        let body = json!({ "id": id, "seat": place.seat, "command": command });
        let receipt = self.post(format!("/tables/{}/commands", place.table), body).await?;
        let brief = self.get(place.path("brief", &[])).await?;
        let text = format!("Done. {}", state(&brief));
        Ok(Told::new(text, json!({ "receipt": receipt, "command": command, "now": brief })))
    }

    /// The command that is meant. A number is valid for the menu that it was read from, and for no other.
    async fn resolve(&self, place: &Place, chosen: Chosen) -> Result<Value, Failed> {
        let (n, seq) = match (chosen.n, chosen.command) {
            (None, Some(command)) => return Ok(command),
            (Some(n), None) => (
                n,
                chosen
                    .seq
                    .ok_or_else(|| Failed::new("`seq` is missing: take it from the menu."))?,
            ),
            _ => return Err(Failed::new("Give either `n` and `seq`, or a typed command.")),
        };
        let key = chosen.key.map(|key| {
            format!("{}\n{}\n{:?}\n{key}\n{n}\n{seq}", self.credentials(), place.table, place.seat)
        });
        if let Some(command) = key.as_ref().and_then(|key| self.keys.find(key)) {
            return Ok(command);
        }
        let query = [("from", n.to_string()), ("limit", "1".to_owned())];
        let page = self.get(place.path("menu", &query)).await?;
        if page["seq"] != seq {
            let now = &page["seq"];
            return Err(Failed::new(format!(
                "The menu has changed since {seq}: the table is at {now}. Read the menu again."
            )));
        }
        let entry = &page["entries"][0];
        if entry["n"] != n {
            return Err(Failed::new(format!(
                "The menu has no number {n}; it has {}.",
                page["total"]
            )));
        }
        let command = entry["command"].clone();
        if let Some(key) = key {
            self.keys.add(key, command.clone());
        }
        Ok(command)
    }

    async fn preview(&self, place: &Place, command: Value) -> Outcome {
        let body = json!({ "command": command });
        let mut found = self.post(place.path("preview", &[]), body).await?;
        let text = previewed(&found);
        let refused = found["refusal"].is_object();
        if let Some(fields) = found.as_object_mut() {
            fields.insert("command".to_owned(), command);
        }
        if refused { Err(Failed { text, data: found }) } else { Ok(Told::new(text, found)) }
    }

    pub async fn wait(&self, asked: Wait) -> Outcome {
        let place = Place::new(&asked.table, asked.seat);
        let until = Instant::now() + Duration::from_secs(asked.seconds.unwrap_or(20).min(20));
        let mut brief = self.get(place.path("brief", &[])).await?;
        let heard = brief["signals"].clone();
        loop {
            let left = until.saturating_duration_since(Instant::now()).as_secs();
            let called = is_called(&brief) || brief["signals"] != heard;
            if called || left == 0 {
                let still = if called { "" } else { "Still waiting. " };
                if let Some(fields) = brief.as_object_mut() {
                    fields.remove("text");
                    fields.insert("waiting".to_owned(), json!(!called));
                }
                return Ok(Told::new(format!("{still}{}", state(&brief)), brief));
            }
            let query = [("since", brief["seq"].to_string()), ("wait", left.to_string())];
            brief = self.get(place.path("brief", &query)).await?;
        }
    }
}

/// Whether something is up to the seat, or nothing ever will be.
fn is_called(brief: &Value) -> bool {
    brief["due"] == true || brief["over"] == true || brief["proposals"].as_u64().unwrap_or(0) > 0
}

/// What is up to the seat, in a sentence.
fn state(brief: &Value) -> String {
    let seq = &brief["seq"];
    if brief["over"] == true {
        return format!("The game is over (seq {seq}).");
    }
    let mut said = match brief["due"] == true {
        true => format!("A move is up to you (seq {seq})."),
        false => format!("It is not your turn (seq {seq})."),
    };
    match brief["proposals"].as_u64().unwrap_or(0) {
        0 => {}
        1 => said += " One offer waits for your answer.",
        many => said += &format!(" {many} offers wait for your answer."),
    }
    said
}

/// A page of the menu as lines.
pub(crate) fn listed(page: &Value) -> String {
    let entries = page["entries"].as_array().cloned().unwrap_or_default();
    let mut text = format!("Menu at seq {}, {} entries", page["seq"], page["total"]);
    if let Some(verbs) = page["verbs"].as_object() {
        let kinds: Vec<String> =
            verbs.iter().map(|(verb, count)| format!("{verb} {count}")).collect();
        text += &format!(" ({})", kinds.join(", "));
    }
    text += ":\n";
    for entry in &entries {
        let line = entry["text"].as_str().unwrap_or_default();
        text += &format!("{}. {line}\n", entry["n"]);
    }
    if let Some(last) =
        entries.last().filter(|_| page["total"].as_u64() > Some(entries.len() as u64))
    {
        text += &format!("More may follow: ask from {}.\n", last["n"].as_u64().unwrap_or(0) + 1);
    }
    text
}

/// A command before it is sent, in sentences.
fn previewed(found: &Value) -> String {
    let note = |note: &Value| {
        let text = note["text"].as_str().unwrap_or_default();
        note["clause"]
            .as_str()
            .map_or_else(|| text.to_owned(), |clause| format!("{text} [{clause}]"))
    };
    let said = found["text"].as_str().unwrap_or_default();
    if found["refusal"].is_object() {
        return format!("{said}\nIt would be refused: {}", note(&found["refusal"]));
    }
    let mut text = format!("{said}\nIt would be accepted. Nothing was sent yet.");
    for line in found["notes"].as_array().into_iter().flatten() {
        text += &format!("\n- {}", note(line));
    }
    text
}

/// A key for a command that came without one. It is only ever used once.
fn fresh_key() -> String {
    use std::hash::{BuildHasher as _, Hasher as _};
    let random = || std::collections::hash_map::RandomState::new().build_hasher().finish();
    format!("mcp-{:016x}{:016x}", random(), random())
}
