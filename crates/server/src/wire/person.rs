//! People: guests, accounts, and tokens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Names a person for good, whatever they call themselves.
#[derive(
    Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct PersonId(#[schemars(length(max = 40))] pub String);

/// A person as others see them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PersonRef {
    pub id: PersonId,
    pub name: String,
}

/// The person who asks, as they see themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Me {
    pub id: PersonId,
    /// The display name.
    pub name: String,
    /// The name to sign in with; a guest has none.
    pub login: Option<String>,
    /// Whether there is a recovery link that has not been used.
    pub has_recovery: bool,
    /// Where news of the inbox is posted to, if anywhere.
    pub webhook: Option<String>,
    /// What posts are signed with, as the Standard Webhooks specification has it. No token may see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook_secret: Option<String>,
}

/// Sits down without an account.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "name": "Anna" }))]
pub struct NewGuest {
    /// 1 to 40 characters.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "login": "anna", "password": "correct horse battery staple" }))]
pub struct SignIn {
    #[schemars(length(min = 1, max = 40))]
    pub login: String,
    #[schemars(length(min = 1, max = 200))]
    pub password: String,
}

/// Keeps the account: a name to sign in with and a password of 8 to 200 characters.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "login": "anna", "password": "correct horse battery staple" }))]
pub struct NewPassword {
    /// 3 to 40 letters, digits, `-`, `_` or `.`; in any case, it is the same name.
    #[schemars(length(min = 3, max = 40))]
    pub login: String,
    #[schemars(length(min = 8, max = 200))]
    pub password: String,
    /// Needed once there is a password.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub current: Option<String>,
}

/// A link that signs in once, kept by its owner. It is shown this one time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Recovery {
    pub code: String,
    /// The path of the page that takes the code.
    pub path: String,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "code": "0f1e2d3c" }))]
pub struct Recover {
    #[schemars(length(min = 1, max = 200))]
    pub code: String,
}

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "name": "Anna K." }))]
pub struct ChangeMe {
    #[serde(default)]
    #[schemars(length(min = 1, max = 40))]
    pub name: Option<String>,
    /// An `https://` address; an empty one turns it off.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub webhook: Option<String>,
}

/// What a token may do. `read` is everything that only looks.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// See tables, views, logs and the inbox.
    Read,
    /// Make moves at one's own seats.
    Play,
    /// Create, join, change and leave tables.
    Tables,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "label": "my bot", "scopes": ["read", "play"] }))]
pub struct NewToken {
    #[schemars(length(min = 1, max = 40))]
    pub label: String,
    #[schemars(length(min = 1, max = 3))]
    pub scopes: Vec<Scope>,
}

/// A token as it is listed: its secret is not kept.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Token {
    pub id: String,
    pub label: String,
    pub scopes: Vec<Scope>,
    /// Milliseconds since 1970.
    pub created_at: i64,
}

/// A token with its secret, shown this one time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct IssuedToken {
    #[serde(flatten)]
    pub token: Token,
    /// To be sent as `Authorization: Bearer …`.
    pub secret: String,
}
