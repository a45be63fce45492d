//! Canonical JSON (RFC 8785), so that everybody who hashes it gets the same hash.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The SHA-256 of the canonical form, in hexadecimal digits.
pub(crate) fn hash(value: &Value) -> String {
    hex::encode(Sha256::digest(text(value)))
}

/// No spaces, keys in order, numbers as ECMAScript writes them.
pub(crate) fn text(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or_default();
            out.push_str(ryu_js::Buffer::new().format(number));
        }
        Value::Array(items) => {
            out.push('[');
            separated(items, out, write);
            out.push(']');
        }
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
            out.push('{');
            separated(fields, out, |(key, value), out| {
                quote(key, out);
                out.push(':');
                write(value, out);
            });
            out.push('}');
        }
        Value::String(text) => quote(text, out),
        Value::Null | Value::Bool(_) => out.push_str(&value.to_string()),
    }
}

fn separated<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut String,
    write: impl Fn(T, &mut String),
) {
    for (place, item) in items.into_iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        write(item, out);
    }
}

fn quote(text: &str, out: &mut String) {
    out.push_str(&serde_json::to_string(text).expect("text is JSON"));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After the examples of RFC 8785, sections 3.2.2 and 3.2.3.
    #[test]
    fn the_examples_of_the_standard_come_out_as_it_says() {
        let sample = r#"{
            "numbers": [333333.33333, 1E30, 4.50, 2e-3, 0.000000000000000000000000001, 400.0],
            "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
            "literals": [null, true, false]
        }"#;
        let expected = r#"{"literals":[null,true,false],"numbers":[333333.33333,1e+30,4.5,0.002,1e-27,400],"string":"€$\u000f\nA'B\"\\\\\"/"}"#;
        assert_eq!(text(&serde_json::from_str(sample).unwrap()), expected);
        let keys = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
        let expected = "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"\u{f6}\":7,\"\u{20ac}\":1,\"\u{1f600}\":5,\"\u{fb33}\":3}";
        assert_eq!(text(&serde_json::from_str(keys).unwrap()), expected);
    }
}
