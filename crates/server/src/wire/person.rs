//! People: guests, accounts, and tokens.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Identifies a person permanently, whatever their display name.
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

/// The signed-in person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Me {
    pub id: PersonId,
    /// The display name.
    pub name: String,
    /// The sign-in name; `null` for a guest.
    pub login: Option<String>,
    /// Whether there is a recovery link that has not been used yet.
    pub has_recovery: bool,
    /// The webhook address for inbox notifications, if there is one.
    pub webhook: Option<String>,
    /// The secret that webhook requests are signed with, as in the Standard Webhooks specification. Not shown to
    /// tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook_secret: Option<String>,
}

/// Starts playing without an account.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "name": "Anna" }))]
pub struct NewGuest {
    /// 1 to 40 characters.
    #[schemars(length(min = 1, max = 40))]
    pub name: String,
}

/// Signs in with a name and a password.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "login": "anna", "password": "correct horse battery staple" }))]
pub struct SignIn {
    #[schemars(length(min = 1, max = 40))]
    pub login: String,
    #[schemars(length(min = 1, max = 200))]
    pub password: String,
}

/// Turns a guest into an account: a sign-in name and a password of 8 to 200 characters.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "login": "anna", "password": "correct horse battery staple" }))]
pub struct NewPassword {
    /// 3 to 40 letters, digits, `-`, `_` or `.`; not case-sensitive.
    #[schemars(length(min = 3, max = 40))]
    pub login: String,
    #[schemars(length(min = 8, max = 200))]
    pub password: String,
    /// Required if there is already a password.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub current: Option<String>,
}

/// A link that signs its owner in once. It is shown only this one time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Recovery {
    pub code: String,
    /// The path of the page that accepts the code.
    pub path: String,
}

/// Signs in with the code of a recovery link.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "code": "0f1e2d3c" }))]
pub struct Recover {
    #[schemars(length(min = 1, max = 200))]
    pub code: String,
}

/// Changes the signed-in person. Fields that are left out stay as they are.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "name": "Anna K." }))]
pub struct ChangeMe {
    #[serde(default)]
    #[schemars(length(min = 1, max = 40))]
    pub name: Option<String>,
    /// An `https://` address; an empty string turns notifications off.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub webhook: Option<String>,
}

/// What a token may do. `read` covers everything that changes nothing.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// See tables, views, logs and the inbox.
    Read,
    /// Make moves at your own seats.
    Play,
    /// Create, join, change and leave tables.
    Tables,
}

/// A token to be created.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(example = json!({ "label": "my bot", "scopes": ["read", "play"] }))]
pub struct NewToken {
    #[schemars(length(min = 1, max = 40))]
    pub label: String,
    #[schemars(length(min = 1, max = 3))]
    pub scopes: Vec<Scope>,
}

/// A token as listed: the secret is not stored.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Token {
    pub id: String,
    pub label: String,
    pub scopes: Vec<Scope>,
    /// Milliseconds since 1970.
    pub created_at: i64,
}

/// A token with its secret, shown only this one time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct IssuedToken {
    #[serde(flatten)]
    pub token: Token,
    /// Send it as `Authorization: Bearer …`.
    pub secret: String,
}
