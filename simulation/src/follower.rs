//! A client's own copy of a view, updated only from the messages that it is sent.

use serde_json::{Map, Value};

#[derive(Clone, Debug)]
pub(crate) struct Follower {
    pub seq: u64,
    pub view: Value,
    pub options: Value,
    lines: u64,
    pub over: bool,
}

type Heard = Result<(), String>;

impl Follower {
    /// Begins with a whole view.
    pub fn of(message: &Value) -> Result<Follower, String> {
        let lines = message["log"].as_array().and_then(|log| log.last()).map_or(0, after);
        Ok(Follower {
            seq: message["seq"].as_u64().ok_or("a view without a number")?,
            view: message["view"].clone(),
            options: message["options"].clone(),
            lines,
            over: message["table"]["over"] == true,
        })
    }

    /// Applies one message as the protocol says.
    pub fn hear(&mut self, message: &Value) -> Heard {
        match message["type"].as_str().unwrap_or_default() {
            "news" => self.take_in(message)?,
            "view" => *self = Follower::of(message)?,
            "table" | "accepted" | "refused" | "pong" => {}
            other => return Err(format!("nobody asked for a {other}")),
        }
        if let Some(over) = message["table"]["over"].as_bool() {
            self.over = over;
        }
        Ok(())
    }

    fn take_in(&mut self, news: &Value) -> Heard {
        if news["seq"] != self.seq + 1 {
            return Err(format!("news {} follow number {}", news["seq"], self.seq));
        }
        self.seq += 1;
        patch_view(&mut self.view, &news["view"])?;
        if let Some(options) = news.get("options") {
            let own = self.options.as_object_mut().ok_or("options for a spectator")?;
            replace(own, options);
        }
        for line in news["log"].as_array().into_iter().flatten() {
            if line["n"] != self.lines {
                return Err(format!("line {} of the log follows {}", line["n"], self.lines));
            }
            self.lines += 1;
        }
        Ok(())
    }
}

fn after(line: &Value) -> u64 {
    line["n"].as_u64().map_or(0, |n| n + 1)
}

fn patch_view(view: &mut Value, patch: &Value) -> Heard {
    for (name, part) in patch.as_object().ok_or("news without a view")? {
        let old = &mut view[name];
        match (name.as_str(), part) {
            ("own", Value::Object(_)) if old.is_object() => {
                replace(old.as_object_mut().ok_or("own is no object")?, part);
            }
            ("lands", Value::Object(changed)) => {
                for (index, land) in changed {
                    let index = index.parse::<usize>().map_err(|_| "a land without a number")?;
                    *old.get_mut(index).ok_or("a land that is not there")? = land.clone();
                }
            }
            _ => *old = part.clone(),
        }
    }
    Ok(())
}

fn replace(whole: &mut Map<String, Value>, patch: &Value) {
    for (name, part) in patch.as_object().into_iter().flatten() {
        whole.insert(name.clone(), part.clone());
    }
}
