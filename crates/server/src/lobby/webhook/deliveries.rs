//! What was delivered to a person's webhook. It is kept in the store, so that it survives a restart and only one of
//! several servers posts.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::lobby::inbox::Ever;
use crate::secret;
use crate::store::RecordKind;
use crate::wire::PersonId;
use crate::wire::inbox::Waiting;

/// How long to wait before the first and the second retry; longer than any attempt takes.
const AGAIN_MS: [i64; 2] = [10_000, 20_000];

/// The last delivery to a person's webhook, and what it covered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeliveryRecord {
    person: PersonId,
    /// When the last delivery was composed, in milliseconds since 1970.
    at: i64,
    /// How much had ever arrived at each waiting table by then.
    tables: BTreeMap<String, Ever>,
    /// The last delivery, while it has not been accepted and will be retried.
    letter: Option<Unanswered>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Unanswered {
    id: String,
    tries: usize,
    again_at: i64,
}

/// What is to be done for a person.
pub(super) enum DeliveryStep {
    Nothing,
    Wait(Duration),
    /// Send the delivery with that id, once this record has been saved.
    Send {
        id: String,
        last: bool,
    },
}

impl Document for DeliveryRecord {
    const KIND: RecordKind = RecordKind::WebhookDelivery;

    fn id(&self) -> String {
        self.person.0.clone()
    }

    fn keys(&self) -> Vec<String> {
        Vec::new()
    }
}

impl DeliveryRecord {
    pub(super) fn nothing(person: PersonId) -> DeliveryRecord {
        DeliveryRecord { person, at: i64::MIN, tables: BTreeMap::new(), letter: None }
    }

    /// What to do next, given what is waiting now. The record changes only if something is to be sent.
    pub(super) fn next(
        &mut self,
        waiting: &[(Waiting, Ever)],
        peace: Duration,
        now: i64,
    ) -> DeliveryStep {
        let urgent = || waiting.iter().filter(|(it, _)| it.is_urgent());
        if urgent().any(|(it, ever)| self.is_news(it, ever)) {
            let peace = peace.as_millis() as i64;
            return match until(self.at.saturating_add(peace), now, peace) {
                Some(wait) => DeliveryStep::Wait(wait),
                None => {
                    let tables = urgent().map(|(it, ever)| (it.table.0.clone(), *ever));
                    (self.at, self.tables) = (now, tables.collect());
                    self.try_letter(format!("msg_{}", secret::id()), 0, now)
                }
            };
        }
        match self.letter.clone().filter(|_| urgent().next().is_some()) {
            None => DeliveryStep::Nothing,
            Some(letter) => match until(letter.again_at, now, AGAIN_MS[1]) {
                Some(wait) => DeliveryStep::Wait(wait),
                None => self.try_letter(letter.id, letter.tries, now),
            },
        }
    }

    fn is_news(&self, now: &Waiting, ever: &Ever) -> bool {
        let Some(before) = self.tables.get(&now.table.0) else { return true };
        let turn = (ever.turns, ever.round) != (before.turns, before.round);
        (now.your_turn && turn)
            || (now.proposals > 0 && ever.offers != before.offers)
            || (now.due > 0 && ever.reminders != before.reminders)
            || (now.signals > 0 && ever.signals != before.signals)
    }

    fn try_letter(&mut self, id: String, tries: usize, now: i64) -> DeliveryStep {
        let again = AGAIN_MS.get(tries);
        let unanswered =
            |wait| Unanswered { id: id.clone(), tries: tries + 1, again_at: now + wait };
        self.letter = again.map(unanswered);
        DeliveryStep::Send { last: again.is_none(), id }
    }

    /// The delivery was accepted. Returns whether that is new.
    pub(super) fn taken(&mut self, id: &str) -> bool {
        self.letter.take_if(|letter| letter.id == id).is_some()
    }
}

/// The time until then; `None` if that has passed, or is further away than `most`: then the clock was set back.
pub(crate) fn until(at: i64, now: i64, most: i64) -> Option<Duration> {
    let left = at.saturating_sub(now);
    (1..=most).contains(&left).then(|| Duration::from_millis(left.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_was_set_back_holds_up_nobody() {
        assert_eq!(until(1_000, 400, 800), Some(Duration::from_millis(600)));
        assert_eq!(until(1_000, 1_000, 800), None);
        assert_eq!(until(1_000, -3_600_000, 800), None);
        assert_eq!(until(i64::MIN, 0, 800), None);
    }
}
