//! Signals, offers and answers.

use http::Method;
use serde_json::{Value, json};

use crate::arguments::{Answer, Judge, Offer, Say, encoded};
use crate::caller::Caller;
use crate::play::{Chosen, Place, listed};
use crate::reply::{Failed, Outcome, Told};

impl Caller<'_> {
    pub async fn say(&self, asked: Say) -> Outcome {
        let place = Place::new(&asked.table, asked.seat);
        let Say { n, seq, command, send, key, .. } = asked;
        if n.is_none() && command.is_none() {
            return self.phrases(&asked.table, &place).await;
        }
        self.check(&place, command.as_ref(), "signal").await?;
        self.choose(&place, Chosen { n, seq, command, key }, send).await
    }

    /// What can be said: phrases that fit the moment, and every template if the game has some.
    async fn phrases(&self, table: &str, place: &Place) -> Outcome {
        let page = self.listed_for(place, "signal", 50).await?;
        let mut text = format!("Phrases that fit the moment.\n{}", listed(&page));
        let table = self.get(format!("/tables/{}", encoded(table))).await?;
        let ruleset = table["ruleset"].as_str().unwrap_or_default();
        let reference = self.get(format!("/rulesets/{}", encoded(ruleset))).await?;
        let signals = &reference["signals"]["en"];
        if signals.is_null() {
            return Ok(Told::new(text, json!({ "ready": page })));
        }
        let words = self.post(place.path("vocabulary", &[]), json!({})).await?;
        text += "\nTemplates, by number, and the words that fit:\n";
        for (number, template) in rows(&signals["templates"]).enumerate() {
            let outline = template["outline"].as_str().unwrap_or_default();
            let slot: Vec<&str> = rows(&template["slot"]).filter_map(Value::as_str).collect();
            text += &format!("{number} {outline} ({})\n", slot.join(" or "));
        }
        Ok(Told::new(text, json!({ "ready": page, "vocabulary": words, "signals": signals })))
    }

    pub async fn offer(&self, asked: Offer) -> Outcome {
        let place = Place::new(&asked.table, asked.seat);
        let Offer { n, seq, deal, send, key, .. } = asked;
        if n.is_none() && deal.is_none() {
            let page = self.listed_for(&place, "offer", 50).await?;
            return Ok(Told::new(listed(&page), page));
        }
        self.check(&place, deal.as_ref(), "offer").await?;
        self.choose(&place, Chosen { n, seq, command: deal, key }, send).await
    }

    pub async fn answer(&self, asked: Answer) -> Outcome {
        let place = Place::new(&asked.table, asked.seat);
        let verb = if asked.accept { "accept" } else { "decline" };
        let page = self.listed_for(&place, verb, 200).await?;
        let mut found =
            rows(&page["entries"]).filter(|entry| entry["purpose"]["from"] == asked.from);
        let entry = if asked.generous { found.next_back() } else { found.next() };
        let Some(entry) = entry else {
            let from = asked.from;
            return Err(Failed::new(format!(
                "There is no offer of seat {from} that you could {verb} now."
            )));
        };
        let command = Some(entry["command"].clone());
        self.choose(&place, Chosen { n: None, seq: None, command, key: asked.key }, asked.send)
            .await
    }

    /// What the menu has for this purpose.
    async fn listed_for(&self, place: &Place, purpose: &str, limit: u32) -> Result<Value, Failed> {
        let query = [("purpose", purpose.to_owned()), ("limit", limit.to_string())];
        self.get(place.path("menu", &query)).await
    }

    /// # Errors
    /// If a typed command is for something else.
    async fn check(
        &self,
        place: &Place,
        command: Option<&Value>,
        purpose: &str,
    ) -> Result<(), Failed> {
        let Some(command) = command else { return Ok(()) };
        let body = json!({ "command": command });
        let found = self.post(place.path("preview", &[]), body).await?;
        match found["purpose"]["kind"] == purpose {
            true => Ok(()),
            false => {
                Err(Failed::new(format!("That is no {purpose}; use `act` for other commands.")))
            }
        }
    }

    pub async fn judge(&self, asked: Judge) -> Outcome {
        let judge = self.rulesets().await?.into_iter().find_map(|it| it.judge);
        let judge = judge.ok_or_else(|| Failed::new("No game of this server has a judge."))?;
        let situation = self.large().unwrap_or_else(|| asked.situation.to_string());
        let judged = self.call(Method::POST, judge, Some(situation)).await?;
        Ok(Told::new(judgement(&judged), judged))
    }
}

fn rows(list: &Value) -> impl DoubleEndedIterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// The answers of a judgement, and its verdict.
fn judgement(judged: &Value) -> String {
    let mut text = String::new();
    for line in rows(&judged["answers"]) {
        let part = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (question, answer) = (part(&line["question"]), part(&line["answer"]));
        let (reason, clause) = (part(&line["reason"]["text"]), part(&line["reason"]["clause"]));
        text += &format!("{question} {answer}: {reason} [{clause}]\n");
    }
    format!("{text}Verdict: {}", judged["class"].as_str().unwrap_or("none"))
}
