//! The results of tools: text for the model, and the same as data.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};

use crate::api::ApiReply;

/// What a tool says.
pub struct Told {
    pub text: String,
    pub data: Value,
}

/// Why a tool did not do it. The model sees all of it.
pub struct Failed {
    pub text: String,
    pub data: Value,
}

pub type Outcome = Result<Told, Failed>;

impl Told {
    pub fn new(text: impl Into<String>, data: Value) -> Told {
        Told { text: text.into(), data }
    }
}

impl Failed {
    pub fn new(text: impl Into<String>) -> Failed {
        let text = text.into();
        let data = json!({ "type": "invalid", "detail": text });
        Failed { text, data }
    }
}

/// The body of a response, or its problem: a sentence, and its clause.
pub fn accepted(reply: ApiReply) -> Result<Value, Failed> {
    if reply.status < 400 {
        return Ok(reply.body);
    }
    let text = |name: &str| reply.body.get(name).and_then(Value::as_str);
    let detail = text("detail").unwrap_or("The server could not do it.");
    let mut said = match text("clause") {
        Some(clause) => format!("{detail} [{clause}]"),
        None => detail.to_owned(),
    };
    if let Some(seconds) = reply.body.get("retry_after").and_then(Value::as_u64) {
        said += &format!(" Try again after {seconds} s.");
    }
    Err(Failed { text: said, data: reply.body })
}

/// The result of a call.
pub fn result(outcome: Outcome) -> CallToolResult {
    let (text, data, failed) = match outcome {
        Ok(Told { text, data }) => (text, data, false),
        Err(Failed { text, data }) => (text, data, true),
    };
    let content = vec![ContentBlock::text(text)];
    let mut result = match failed {
        false => CallToolResult::success(content),
        true => CallToolResult::error(content),
    };
    // Structured content is an object.
    let data = if data.is_object() { data } else { json!({ "result": data }) };
    result.structured_content = Some(data);
    result
}
