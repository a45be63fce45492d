//! One delivery: its content, its signature, and posting it.
//!
//! Posts are signed according to the Standard Webhooks specification, so that any of its libraries can verify them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use hyper::Request;
use serde::Serialize;
use sha2::Sha256;

use super::client::Client;
use crate::config::Config;
use crate::people::record::Webhook;
use crate::people::webhook::PREFIX;
use crate::time::now;
use crate::wire::inbox::Waiting;

#[derive(Serialize)]
struct News<'a> {
    /// The tables at which somebody is waiting for you.
    waiting: Vec<TableNews<'a>>,
}

#[derive(Serialize)]
struct TableNews<'a> {
    table: &'a str,
    title: &'a str,
    url: String,
    your_turn: bool,
    proposals: u16,
    due: u16,
    signals: u16,
    deadline: Option<i64>,
}

fn news<'a>(waiting: impl Iterator<Item = &'a Waiting>, config: &Config) -> News<'a> {
    let base = config.origin().unwrap_or_default();
    let waiting = waiting.filter(|it| it.is_urgent()).map(|it| TableNews {
        table: &it.table.0,
        title: &it.title,
        url: format!("{base}/t/{}", it.table.0),
        your_turn: it.your_turn,
        proposals: it.proposals,
        due: it.due,
        signals: it.signals,
        deadline: it.deadline,
    });
    News { waiting: waiting.collect() }
}

/// A message to a webhook.
pub(super) struct Delivery {
    hook: Webhook,
    id: String,
    body: String,
}

impl Delivery {
    pub fn new<'a>(
        hook: Webhook,
        id: String,
        waiting: impl Iterator<Item = &'a Waiting>,
        config: &Config,
    ) -> Delivery {
        let body = serde_json::to_string(&news(waiting, config)).unwrap_or_default();
        Delivery { hook, id, body }
    }

    /// Makes one attempt, and returns whether it was accepted; `last` says whether there will be no further one.
    pub async fn post(&self, client: &Client, last: bool) -> bool {
        let outcome = self.try_post(client).await;
        let taken = outcome == Outcome::Delivered;
        if taken || last {
            metrics::counter!("webhooks_total", "outcome" => outcome.name()).increment(1);
        }
        taken
    }

    async fn try_post(&self, client: &Client) -> Outcome {
        let timestamp = (now() / 1000).to_string();
        let request = Request::post(&self.hook.url)
            .header("content-type", "application/json")
            .header("user-agent", "backchannel")
            .header("webhook-id", &self.id)
            .header("webhook-timestamp", &timestamp)
            .header(
                "webhook-signature",
                signature(&self.hook.secret, &self.id, &timestamp, &self.body),
            )
            .body(self.body.clone().into());
        let Ok(request) = request else { return Outcome::Failed };
        match client.post(request).await {
            Some(status) if status.is_success() => Outcome::Delivered,
            Some(_) => Outcome::Refused,
            None => Outcome::Failed,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Delivered,
    Refused,
    Failed,
}

impl Outcome {
    fn name(self) -> &'static str {
        match self {
            Outcome::Delivered => "delivered",
            Outcome::Refused => "refused",
            Outcome::Failed => "failed",
        }
    }
}

fn signature(secret: &str, id: &str, timestamp: &str, body: &str) -> String {
    let key = STANDARD.decode(secret.trim_start_matches(PREFIX)).unwrap_or_default();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key may have any length");
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example in the specification.
    #[test]
    fn a_signature_is_the_one_of_the_specification() {
        let said = signature(
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "1614265330",
            r#"{"test": 2432232314}"#,
        );
        assert_eq!(said, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
