//! The few arguments that may be large: a table's settings with their map, or a situation for the judge. They reach the API
//! as they were sent and are parsed there only.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A large argument, as JSON. It travels beside its call, among the extensions of the HTTP request.
#[derive(Clone, Debug)]
pub struct LargeArgument(pub String);

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Arguments<'a>,
}

#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow, default)]
    settings: Option<&'a RawValue>,
    #[serde(borrow, default)]
    situation: Option<&'a RawValue>,
}

/// Takes the large argument out of a message; what is left says `null` in its place. `None` if the message has none.
pub fn lighten(message: &str) -> Option<(String, LargeArgument)> {
    let Message { params: Params { name, arguments } } = serde_json::from_str(message).ok()?;
    let large = match &*name {
        "create_table" => arguments.settings,
        "judge" => arguments.situation,
        _ => None,
    }?;
    Some((message.replacen(large.get(), "null", 1), LargeArgument(large.get().to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(tool: &str, arguments: &str) -> String {
        format!(
            r#"{{"id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        )
    }

    #[test]
    fn what_is_large_is_taken_out_as_it_was_sent() {
        let (rest, large) = lighten(&call("judge", r#"{"situation": [{"a": 0}, 1] }"#)).unwrap();
        assert_eq!(rest, call("judge", r#"{"situation": null }"#));
        assert_eq!(large.0, r#"[{"a": 0}, 1]"#);
    }

    #[test]
    fn no_other_argument_may_be_large() {
        for (tool, arguments) in [
            ("look", r#"{"situation":[]}"#),
            ("judge", r#"{"settings":[]}"#),
            ("judge", r#"{"situation":[],"situation":[]}"#),
            ("create_table", "[]"),
        ] {
            assert!(lighten(&call(tool, arguments)).is_none(), "{tool} {arguments}");
        }
        assert!(lighten("[").is_none());
    }
}
