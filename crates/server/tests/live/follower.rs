//! A client that updates its view only from the messages that it is sent.

use serde_json::{Map, Value};

#[derive(Clone, PartialEq, Debug)]
pub struct Follower {
    pub seq: u64,
    pub seat: Value,
    pub view: Value,
    pub options: Value,
    pub log: Vec<Value>,
    pub table: Value,
}

/// As many lines of the log come with a view.
const TAIL: usize = 60;

impl Follower {
    /// Begins with a whole view.
    pub fn of(message: &Value) -> Follower {
        assert_eq!(message["type"], "view", "{message}");
        Follower {
            seq: message["seq"].as_u64().unwrap(),
            seat: message["seat"].clone(),
            view: message["view"].clone(),
            options: message["options"].clone(),
            log: message["log"].as_array().unwrap().clone(),
            table: timeless(&message["table"]),
        }
    }

    /// Applies one message as the protocol says.
    pub fn hear(&mut self, message: &Value) {
        match message["type"].as_str().unwrap() {
            "news" => self.take_in(message),
            "table" => self.table = timeless(&message["table"]),
            "view" => *self = Follower::of(message),
            "accepted" | "refused" | "pong" => {}
            other => panic!("nobody asked for a {other}: {message}"),
        }
    }

    fn take_in(&mut self, news: &Value) {
        assert_eq!(news["seq"], self.seq + 1, "news come one by one: {news}");
        self.seq += 1;
        patch_view(&mut self.view, &news["view"]);
        if let Some(options) = news.get("options") {
            replace(self.options.as_object_mut().unwrap(), options);
        }
        for line in news["log"].as_array().unwrap() {
            let before = self.log.last().map(|line| line["n"].as_u64().unwrap());
            assert_eq!(line["n"].as_u64(), Some(before.map_or(0, |n| n + 1)), "{news}");
            self.log.push(line.clone());
        }
        if let Some(table) = news.get("table") {
            self.table = timeless(table);
        }
    }

    /// Fails unless this equals a fresh view.
    #[track_caller]
    pub fn is_like(&self, fresh: &Value) {
        assert_eq!(self.seq, fresh["seq"]);
        assert_eq!(self.seat, fresh["seat"]);
        for (name, mine, theirs) in
            [("view", &self.view, &fresh["view"]), ("options", &self.options, &fresh["options"])]
        {
            assert_eq!(mine, theirs, "{name} at {} is another", self.seq);
        }
        let tail = self.log.len().saturating_sub(TAIL);
        assert_eq!(&self.log[tail..], fresh["log"].as_array().unwrap().as_slice());
        assert_eq!(self.table, timeless(&fresh["table"]), "the table at {}", self.seq);
    }
}

/// What is around the game, without the time of day.
pub fn timeless(table: &Value) -> Value {
    let mut table = table.clone();
    if let Some(clock) = table["clock"].as_object_mut() {
        clock.remove("now");
    }
    table
}

fn patch_view(view: &mut Value, patch: &Value) {
    for (name, part) in patch.as_object().unwrap() {
        let old = &mut view[name];
        match (name.as_str(), part) {
            ("own" | "galaxy", Value::Object(_)) if old.is_object() => patch_view(old, part),
            ("lands" | "players" | "systems", Value::Object(changed)) => {
                for (index, place) in changed {
                    old[index.parse::<usize>().unwrap()] = place.clone();
                }
            }
            _ => *old = part.clone(),
        }
    }
}

fn replace(whole: &mut Map<String, Value>, patch: &Value) {
    for (name, part) in patch.as_object().unwrap() {
        whole.insert(name.clone(), part.clone());
    }
}
