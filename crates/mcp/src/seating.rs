//! Finding, creating and joining tables.

use http::Method;
use serde_json::{Map, Value, json};

use crate::arguments::{CreateTable, Sit, Tables, encoded};
use crate::caller::Caller;
use crate::reply::{Failed, Outcome, Told};

impl Caller<'_> {
    pub async fn tables(&self, asked: Tables) -> Outcome {
        if asked.mine {
            let inbox = self.get("/inbox".to_owned()).await?;
            let lines = rows(&inbox["tables"]).map(own_table).collect::<String>();
            return Ok(Told::new(or_none(lines), inbox));
        }
        let mut query = Vec::new();
        for (name, value) in [("ruleset", asked.ruleset), ("after", asked.after)] {
            query.extend(value.map(|value| format!("{name}={}", encoded(&value))));
        }
        let found = self.get(format!("/tables?{}", query.join("&"))).await?;
        let lines = rows(&found).map(open_table).collect::<String>();
        Ok(Told::new(or_none(lines), json!({ "tables": found })))
    }

    pub async fn create_table(&self, asked: CreateTable) -> Outcome {
        let CreateTable { settings, map, seats, level } = asked;
        let settings = self.large().or_else(|| settings.map(|it| it.to_string()));
        let table = match settings {
            Some(settings) => self.call(Method::POST, "/tables".to_owned(), Some(settings)).await?,
            None => {
                let mut quick = Map::new();
                quick.extend(map.map(|map| ("map".to_owned(), json!(map))));
                quick.extend(seats.map(|seats| ("seats".to_owned(), json!(seats))));
                quick.extend(level.map(|level| ("level".to_owned(), json!(level))));
                self.post("/quick".to_owned(), Value::Object(quick)).await?
            }
        };
        Ok(Told::new(described(&table), table))
    }

    pub async fn sit(&self, asked: Sit) -> Outcome {
        let path = format!("/tables/{}", encoded(&asked.table));
        let invite = asked.invite.as_ref();
        let shown = invite
            .map_or_else(|| path.clone(), |invite| format!("{path}?invite={}", encoded(invite)));
        let mut table = self.get(shown).await?;
        let sits = table["yours"].as_array().is_some_and(|seats| !seats.is_empty());
        if !sits || asked.seat.is_some() {
            let body = json!({ "seat": asked.seat, "invite": asked.invite });
            table = self.post(format!("{path}/seats"), body).await?;
        }
        if let Some(bot) = asked.fill {
            table = self.fill(&path, table, &bot).await?;
        }
        if asked.start {
            table = self.post(format!("{path}/start"), json!({})).await?;
        }
        Ok(Told::new(described(&table), table))
    }

    async fn fill(&self, path: &str, mut table: Value, bot: &str) -> Result<Value, Failed> {
        let seats = table["seats"].as_array().cloned().unwrap_or_default();
        for (number, _) in seats.iter().enumerate().filter(|(_, seat)| is_free(seat)) {
            let place = format!("{path}/seats/{number}/bot");
            table = self.call(Method::PUT, place, Some(json!({ "bot": bot }).to_string())).await?;
        }
        Ok(table)
    }
}

fn is_free(seat: &Value) -> bool {
    seat["holder"]["kind"] == "nobody"
}

fn rows(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn or_none(lines: String) -> String {
    if lines.is_empty() { "There are none.".to_owned() } else { lines }
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn own_table(row: &Value) -> String {
    let mut line =
        format!("{} {} ({})", text(row, "table"), text(row, "title"), text(row, "standing"));
    if row["your_turn"] == true {
        line += ": your turn";
    }
    if let Some(offers @ 1..) = row["proposals"].as_u64() {
        line += &format!(", {offers} offers to answer");
    }
    line + "\n"
}

fn open_table(row: &Value) -> String {
    let (id, title, game) = (text(row, "id"), text(row, "title"), text(row, "ruleset"));
    let (taken, seats) = (&row["taken"], &row["seats"]);
    format!("{id} {title} ({game}, {}, {taken} of {seats} seats taken)\n", text(row, "standing"))
}

/// A table in a line or two.
fn described(table: &Value) -> String {
    let (id, title) = (text(table, "id"), text(&table["settings"], "title"));
    let mut line = format!("Table {id} {title} is {}.", text(table, "standing"));
    if let Some(invite) = table["invite"].as_str() {
        line += &format!(" Its invite is {invite}.");
    }
    if let Some(yours) = table["yours"].as_array() {
        let seats: Vec<String> = yours.iter().map(Value::to_string).collect();
        line += &format!(" Your seats: {}.", seats.join(", "));
    }
    line
}
