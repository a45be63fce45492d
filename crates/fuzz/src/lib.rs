//! Makes almost valid documents from a fuzzer's bytes.
//!
//! Random bytes hardly ever get past a JSON parser. Here they decide how a valid document is changed, so that most
//! results are well formed and wrong in few places.

mod bend;
mod choices;

// libFuzzer is then linked into every test program of this crate, as its instrumented code needs.
#[cfg(test)]
use bolero as _;
use serde_json::Value;

pub use choices::Choices;

/// The document that `input` stands for. Bytes that begin like a text are used unchanged, so that a plain file can be
/// part of a corpus; all others change one of the `good` documents.
pub fn document(input: &[u8], good: &[Value]) -> Vec<u8> {
    match bent(input, good) {
        Some((value, mut choices)) => bend::cut(value.to_string().into_bytes(), &mut choices),
        None => input.to_vec(),
    }
}

/// As [`document`], where a valid document is a list with one JSON value for each line of the file.
pub fn lines(input: &[u8], good: &[Value]) -> Vec<u8> {
    let Some((value, mut choices)) = bent(input, good) else { return input.to_vec() };
    let lines = value.as_array().cloned().unwrap_or_else(|| vec![value]);
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    bend::cut((lines.join("\n") + "\n").into_bytes(), &mut choices)
}

fn bent<'a>(input: &'a [u8], good: &[Value]) -> Option<(Value, Choices<'a>)> {
    let (first, rest) = input.split_first()?;
    let number = usize::from(first.checked_sub(128)?);
    let mut choices = Choices::new(rest);
    Some((bend::bend(&good[number % good.len()], &mut choices), choices))
}
