//! Every error, as `application/problem+json`.

use std::fmt::Display;

use parley::Refusal;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::request;

/// Every kind of problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemKind {
    /// The request could not be parsed.
    Malformed,
    Unauthenticated,
    Forbidden,
    /// It does not exist, or the client may not see it: the response is the same.
    NotFound,
    MethodNotAllowed,
    /// It conflicts with the current state.
    Conflict,
    /// The idempotency key was already used for another command.
    IdUsed,
    Paused,
    Over,
    NotOver,
    TooLarge,
    Unsupported,
    /// A field is invalid.
    Invalid,
    /// The rules forbid it.
    Refused,
    /// A rate limit or another limit was exceeded.
    TooMany,
    /// A service that the server needs does not respond.
    Unavailable,
    Internal,
    /// The stored data cannot be read, and a retry will not help.
    Quarantined,
}

impl ProblemKind {
    /// The type for programs, the HTTP status, and a title for people.
    const fn facts(self) -> (&'static str, u16, &'static str) {
        match self {
            ProblemKind::Malformed => ("malformed", 400, "Unreadable"),
            ProblemKind::Unauthenticated => ("unauthenticated", 401, "Not signed in"),
            ProblemKind::Forbidden => ("forbidden", 403, "Not allowed"),
            ProblemKind::NotFound => ("not_found", 404, "Not found"),
            ProblemKind::MethodNotAllowed => ("method_not_allowed", 405, "Wrong method"),
            ProblemKind::Conflict => ("conflict", 409, "Not at this time"),
            ProblemKind::IdUsed => ("id_used", 409, "The id is taken"),
            ProblemKind::Paused => ("paused", 409, "The table rests"),
            ProblemKind::Over => ("over", 409, "The table is closed"),
            ProblemKind::NotOver => ("not_over", 409, "The game is not over"),
            ProblemKind::TooLarge => ("too_large", 413, "Too large"),
            ProblemKind::Unsupported => ("unsupported", 415, "Wrong media type"),
            ProblemKind::Invalid => ("invalid", 422, "Not possible"),
            ProblemKind::Refused => ("refused", 422, "Against the rules"),
            ProblemKind::TooMany => ("too_many", 429, "Too many"),
            ProblemKind::Internal => ("internal", 500, "Our fault"),
            ProblemKind::Quarantined => ("quarantined", 500, "Cannot be read"),
            ProblemKind::Unavailable => ("unavailable", 503, "Not available"),
        }
    }

    pub const fn name(self) -> &'static str {
        self.facts().0
    }

    pub const fn status(self) -> u16 {
        self.facts().1
    }

    pub const fn title(self) -> &'static str {
        self.facts().2
    }
}

impl Serialize for ProblemKind {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.serialize_str(self.name())
    }
}

/// What went wrong, for a person and for a program (RFC 9457).
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// An identifier for programs, such as `refused`, `not_found`, `too_many`.
    #[serde(rename = "type")]
    #[schemars(with = "String")]
    pub kind: ProblemKind,
    /// The HTTP status.
    pub status: u16,
    /// The kind of problem, in a few words.
    pub title: &'static str,
    /// What is wrong and how to fix it, as a sentence.
    pub detail: String,
    /// The clause of the rules that a refused command would have broken, such as `BC-504`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<Box<str>>,
    /// The invalid field, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Box<str>>,
    /// The refusal as data, if the rules refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Box<serde_json::Value>>,
    /// Seconds to wait before a retry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

impl Problem {
    /// Every problem is created here.
    pub fn new(kind: ProblemKind, detail: impl Display) -> Problem {
        Problem {
            kind,
            status: kind.status(),
            title: kind.title(),
            detail: detail.to_string(),
            clause: None,
            field: None,
            refusal: None,
            retry_after: None,
        }
    }

    /// About one field.
    #[must_use]
    pub fn at(self, field: impl Display) -> Problem {
        Problem { field: Some(field.to_string().into()), ..self }
    }

    /// The same for a field of something larger.
    #[must_use]
    pub fn within(self, whole: &str) -> Problem {
        let field = self.field.as_deref().map(|field| match field {
            "." => whole.into(),
            field => format!("{whole}.{field}").into(),
        });
        Problem { field, ..self }
    }

    /// Adds that a retry may succeed after this many seconds.
    #[must_use]
    pub fn after(self, seconds: u32) -> Problem {
        Problem { retry_after: Some(seconds), ..self }
    }

    pub fn malformed(detail: impl Display) -> Problem {
        Problem::new(ProblemKind::Malformed, detail)
    }

    /// Nobody is signed in.
    pub fn unauthenticated() -> Problem {
        let detail = "This requires signing in: start as a guest, sign in or send a token.";
        Problem::new(ProblemKind::Unauthenticated, detail)
    }

    /// The secret is invalid.
    pub fn wrong_secret(detail: impl Display) -> Problem {
        Problem::new(ProblemKind::Unauthenticated, detail)
    }

    pub fn forbidden(detail: impl Display) -> Problem {
        Problem::new(ProblemKind::Forbidden, detail)
    }

    pub fn not_found(what: impl Display) -> Problem {
        Problem::new(ProblemKind::NotFound, format!("There is no such {what}."))
    }

    pub fn method_not_allowed() -> Problem {
        let detail = "This address does not take that method; `Allow` lists those it takes.";
        Problem::new(ProblemKind::MethodNotAllowed, detail)
    }

    pub fn conflict(detail: impl Display) -> Problem {
        Problem::new(ProblemKind::Conflict, detail)
    }

    pub fn too_large(most: usize) -> Problem {
        let detail = format!("The body is larger than {most} bytes; send less.");
        Problem::new(ProblemKind::TooLarge, detail)
    }

    pub fn unsupported() -> Problem {
        let detail = "The body has to be JSON; send `Content-Type: application/json`.";
        Problem::new(ProblemKind::Unsupported, detail)
    }

    /// A field has an invalid value.
    pub fn invalid(field: impl Display, detail: impl Display) -> Problem {
        Problem::new(ProblemKind::Invalid, detail).at(field)
    }

    /// Every field is valid, but their combination is not.
    pub fn impossible(detail: impl Display) -> Problem {
        Problem::new(ProblemKind::Invalid, detail)
    }

    /// The rules forbid a command.
    pub fn refused<R: Refusal + Serialize>(refusal: &R) -> Problem {
        Problem {
            clause: Some(refusal.clause().to_string().into()),
            refusal: serde_json::to_value(refusal).ok().map(Box::new),
            ..Problem::new(ProblemKind::Refused, refusal)
        }
    }

    pub fn too_many(detail: impl Display, retry_after: Option<u32>) -> Problem {
        Problem { retry_after, ..Problem::new(ProblemKind::TooMany, detail) }
    }

    pub fn unavailable() -> Problem {
        let detail = "The server cannot answer at the moment; try again.";
        Problem::new(ProblemKind::Unavailable, detail).after(5)
    }

    /// The server is busy.
    pub fn busy() -> Problem {
        let detail = "The server is busy; try again in a moment.";
        Problem::new(ProblemKind::Unavailable, detail).after(2)
    }

    /// A fault of the server. The cause is only in the log, under the request's id.
    pub fn internal() -> Problem {
        let detail = match request::id() {
            Some(id) => format!("Something went wrong on our side; its id in the log is {id}."),
            None => "Something went wrong on our side.".to_owned(),
        };
        Problem::new(ProblemKind::Internal, detail)
    }

    /// The stored data cannot be read, and a retry will not help. The cause is logged once.
    pub fn quarantined(what: impl Display) -> Problem {
        let detail = format!(
            "This {what} cannot be read. Nothing of it was changed; whoever runs the server finds the reason in the log."
        );
        Problem::new(ProblemKind::Quarantined, detail)
    }

    pub fn is_quarantined(&self) -> bool {
        self.kind == ProblemKind::Quarantined
    }

    /// Whether a retry may succeed.
    pub fn is_unavailable(&self) -> bool {
        self.kind == ProblemKind::Unavailable
    }
}
