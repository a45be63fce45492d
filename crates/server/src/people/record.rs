//! A person and the secrets that let them sign in, as they are stored.

use serde::{Deserialize, Serialize};

use super::webhook;
use crate::document::Document;
use crate::store::RecordKind;
use crate::wire::person::{Me, PersonId, PersonRef, Scope, Token};

/// A person as stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PersonRecord {
    pub id: PersonId,
    pub name: String,
    /// As it was typed; sign-in ignores case.
    pub login: Option<String>,
    /// In the PHC string format.
    pub password: Option<String>,
    /// The hash of the recovery code that has not been used.
    pub recovery: Option<String>,
    pub webhook: Option<String>,
    /// The key that posts to it are signed with.
    #[serde(default)]
    pub webhook_secret: Option<String>,
    pub created_at: i64,
    /// How often all sessions were ended: a session that was opened before is no longer valid.
    #[serde(default)]
    pub ended: u32,
    /// The session that survived when all others were last ended, by its hash.
    #[serde(default)]
    pub stayed: Option<String>,
}

/// Where notifications are posted, and the key that signs them.
#[derive(Clone, Debug)]
pub struct Webhook {
    pub url: String,
    pub secret: String,
}

/// The key of everybody with a webhook.
pub const WEBHOOK_KEY: &str = "webhook";

impl PersonRecord {
    pub fn guest(name: String, now: i64) -> PersonRecord {
        PersonRecord {
            id: PersonId(crate::secret::id()),
            name,
            login: None,
            password: None,
            recovery: None,
            webhook: None,
            webhook_secret: None,
            created_at: now,
            ended: 0,
            stayed: None,
        }
    }

    /// Ends every session but one, including those that are just being opened.
    pub fn end_sessions(&mut self, except: Option<String>) {
        self.ended += 1;
        self.stayed = except;
    }

    /// Whether one of their sessions or tokens is still valid.
    pub fn honours(&self, key: &KeyRecord) -> bool {
        match key.opens {
            Opens::Session { after, .. } => {
                after == self.ended || self.stayed.as_ref() == Some(&key.fingerprint)
            }
            Opens::Token { .. } | Opens::Recovery { .. } => true,
        }
    }

    pub fn to_me(&self) -> Me {
        Me {
            id: self.id.clone(),
            name: self.name.clone(),
            login: self.login.clone(),
            has_recovery: self.recovery.is_some(),
            webhook: self.webhook.clone(),
            webhook_secret: self.webhook.as_ref().and(self.webhook_secret.clone()),
        }
    }

    /// Another address gets another signing key.
    pub fn set_webhook(&mut self, url: Option<String>) {
        if self.webhook != url {
            self.webhook_secret = url.as_ref().map(|_| webhook::new_secret());
        }
        self.webhook = url;
    }

    /// A record from before posts were signed has an address without a key.
    pub fn webhook(&self) -> Option<Webhook> {
        Some(Webhook { url: self.webhook.clone()?, secret: self.webhook_secret.clone()? })
    }

    pub fn to_ref(&self) -> PersonRef {
        PersonRef { id: self.id.clone(), name: self.name.clone() }
    }
}

/// The key under which a sign-in name is unique.
pub fn login_key(login: &str) -> String {
    format!("login:{}", login.to_lowercase())
}

impl Document for PersonRecord {
    const KIND: RecordKind = RecordKind::Person;

    fn id(&self) -> String {
        self.id.0.clone()
    }

    fn keys(&self) -> Vec<String> {
        self.webhook.iter().map(|_| WEBHOOK_KEY.to_owned()).collect()
    }

    fn unique(&self) -> Vec<String> {
        self.login.iter().map(|login| login_key(login)).collect()
    }
}

/// A secret that lets somebody sign in, by its hash.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeyRecord {
    pub fingerprint: String,
    pub person: PersonId,
    pub opens: Opens,
}

/// What a secret is for.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Opens {
    /// A cookie; it expires when it has not been used for long.
    Session {
        used_at: i64,
        /// How often the person had ended all sessions when they authenticated.
        #[serde(default)]
        after: u32,
    },
    Token {
        token: Token,
    },
    /// A link that signs in once.
    Recovery {
        used: bool,
    },
}

impl KeyRecord {
    pub fn token(&self) -> Option<&Token> {
        match &self.opens {
            Opens::Token { token } => Some(token),
            Opens::Session { .. } | Opens::Recovery { .. } => None,
        }
    }

    /// The session was used.
    pub fn use_at(&mut self, now: i64) {
        if let Opens::Session { used_at, .. } = &mut self.opens {
            *used_at = now;
        }
    }

    pub fn allows(&self, scope: Scope) -> bool {
        self.token().is_some_and(|token| token.scopes.contains(&scope))
    }
}

pub fn sessions_key(person: &PersonId) -> String {
    format!("session:{}", person.0)
}

pub fn tokens_key(person: &PersonId) -> String {
    format!("token:{}", person.0)
}

impl Document for KeyRecord {
    const KIND: RecordKind = RecordKind::Key;

    fn id(&self) -> String {
        self.fingerprint.clone()
    }

    fn keys(&self) -> Vec<String> {
        match &self.opens {
            Opens::Session { .. } => vec![sessions_key(&self.person)],
            Opens::Token { .. } => vec![tokens_key(&self.person)],
            Opens::Recovery { .. } => vec![format!("recovery:{}", self.person.0)],
        }
    }

    fn counted(&self) -> Option<String> {
        self.token().map(|_| tokens_key(&self.person))
    }
}
