//! Signals, offers and answers.

use http::Method;
use serde_json::{Value, json};

use crate::arguments::{Answer, Offer, Say};
use crate::caller::Caller;
use crate::play::{Chosen, Place, listed};
use crate::reply::{Failed, Outcome, Told};

impl Caller<'_> {
    pub async fn say(&self, asked: Say) -> Outcome {
        let place = Place::new(&asked.table, asked.seat);
        let Some(signal) = asked.signal else { return self.phrases(&place).await };
        let command = json!({ "type": "signal", "to": asked.to, "signal": signal });
        self.choose(&place, typed(command, asked.key), asked.send).await
    }

    /// What can be said: phrases that fit the moment, and every template.
    async fn phrases(&self, place: &Place) -> Outcome {
        let page = self.get(place.path("menu", &[("verb", "signal".to_owned())])).await?;
        let words = self.post(place.path("vocabulary", &[]), json!({})).await?;
        let reference = self.get("/rulesets/backchannel".to_owned()).await?;
        let signals = &reference["signals"]["en"];
        let templates = signals["templates"].as_array().into_iter().flatten();
        let mut text = format!(
            "Phrases that fit the moment.\n{}\nTemplates, by number, and the words that fit:\n",
            listed(&page)
        );
        for (number, template) in templates.enumerate() {
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
            let page = self.get(place.path("menu", &[("verb", "propose".to_owned())])).await?;
            return Ok(Told::new(listed(&page), page));
        }
        if let Some(deal) = &deal
            && !is_offer(deal)
        {
            return Err(Failed::new(
                "A deal is a command of type `propose`, or `offer` at a Twilight desk.",
            ));
        }
        self.choose(&place, Chosen { n, seq, command: deal, key }, send).await
    }

    pub async fn answer(&self, asked: Answer) -> Outcome {
        let place = Place::new(&asked.table, asked.seat);
        let verb = if asked.accept { "accept" } else { "decline" };
        let query = [("verb", verb.to_owned()), ("limit", "200".to_owned())];
        let page = self.get(place.path("menu", &query)).await?;
        let of = |entry: &&Value| {
            let command = &entry["command"];
            [&command["proposal"]["from"], &command["offer"]["from"]].contains(&&json!(asked.from))
        };
        let mut found = page["entries"].as_array().into_iter().flatten().filter(of);
        let entry = if asked.generous { found.next_back() } else { found.next() };
        let Some(entry) = entry else {
            let from = asked.from;
            return Err(Failed::new(format!(
                "There is no offer of seat {from} that you could {verb} now."
            )));
        };
        self.choose(&place, typed(entry["command"].clone(), asked.key), asked.send).await
    }

    pub async fn judge(&self, asked: crate::arguments::Judge) -> Outcome {
        let situation = self.large().unwrap_or_else(|| asked.situation.to_string());
        let judged = self.call(Method::POST, "/twilight/judge".to_owned(), Some(situation)).await?;
        Ok(Told::new(judgement(&judged), judged))
    }
}

fn rows(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn typed(command: Value, key: Option<String>) -> Chosen {
    Chosen { n: None, seq: None, command: Some(command), key }
}

fn is_offer(deal: &Value) -> bool {
    deal["type"] == "propose" || deal["type"] == "offer"
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
