//! Catalogues of signals and phrasebooks, as their writers write them, and signals, as players put them together.

use std::borrow::Cow;

use backchannel::signal::{DisplayNames, Signal, Signals, Vocabulary, plain};
use backchannel::{Territory, Zone};
use parley::{Language, Seat};
use serde_json::Value;

use crate::target;

const FILES: [&str; 3] = [
    include_str!("../../../backchannel/data/signals/catalogue.json"),
    include_str!("../../../backchannel/data/signals/en.json"),
    include_str!("../../../backchannel/data/signals/de.json"),
];
const SENDER: Seat = Seat(0);

struct Numbered;

impl DisplayNames for Numbered {
    fn player(&self, seat: Seat) -> Cow<'_, str> {
        seat.to_string().into()
    }

    fn territory(&self, territory: Territory) -> Cow<'_, str> {
        format!("{territory:?}").into()
    }

    fn zone(&self, zone: Zone) -> Cow<'_, str> {
        format!("{zone:?}").into()
    }
}

/// Says it in every language.
fn say(signals: &Signals, signal: &Signal) {
    for language in Language::ALL {
        plain(&signals.render(language, Seat(0), signal, &Numbered));
    }
    signals.promises(signal).count();
}

#[test]
fn phrasebooks() {
    let files = FILES.map(|file| serde_json::from_str::<Value>(file).expect("it is JSON"));
    let good = [Value::Array(files.to_vec())];
    target!("phrasebooks", |input: &[u8]| {
        let text = fuzz::document(input, &good);
        let Ok(files) = serde_json::from_slice::<Vec<Value>>(&text) else { return };
        let [catalogue, english, german] = &files[..] else { return };
        let [catalogue, english, german] = [catalogue, english, german].map(Value::to_string);
        match Signals::from_json(&catalogue, &english, &german) {
            Ok(signals) => {
                let table = Vocabulary::new(signals.catalogue(), 4, 5, 2);
                let count = table.signals_count();
                let some = [0, count / 3, count / 2, count.saturating_sub(1)];
                let some = some.iter().filter_map(|n| table.nth_signal(SENDER, *n));
                some.for_each(|signal| say(&signals, &signal));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    });
}

#[test]
fn signals() {
    let signals = Signals::standard();
    let table = Vocabulary::new(signals.catalogue(), 4, 5, 2);
    let count = table.signals_count();
    let nth = |place: u64| table.nth_signal(SENDER, count / 64 * place).expect("there are so many");
    let good: Vec<Value> =
        (0..64).map(|place| serde_json::to_value(nth(place)).expect("plain data")).collect();
    target!("signals", |input: &[u8]| {
        let text = fuzz::document(input, &good);
        let Ok(signal) = serde_json::from_slice::<Signal>(&text) else { return };
        say(signals, &signal);
        match table.rank(SENDER, &signal) {
            Some(rank) => assert_eq!(table.nth_signal(SENDER, rank), Some(signal)),
            None => assert!(!table.contains(SENDER, &signal)),
        }
    });
}
