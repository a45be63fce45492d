//! Everything that can go wrong, by kind, and how it is answered.

use std::fmt::Display;

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{
    MediaType, Operation, Response as Documented, SchemaObject, StatusCode as Code,
};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::request;
use crate::store::StoreError;
use crate::wire::Problem;

/// The media type of every error.
pub const MEDIA_TYPE: &str = "application/problem+json";

const QUARANTINED: &str = "quarantined";

impl Problem {
    fn new(status: StatusCode, kind: &'static str, title: &'static str, detail: String) -> Problem {
        Problem {
            kind,
            status: status.as_u16(),
            title,
            detail,
            clause: None,
            field: None,
            refusal: None,
            retry_after: None,
        }
    }

    /// The request could not be read at all.
    pub fn malformed(detail: impl Display) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "malformed", "Unreadable", detail.to_string())
    }

    /// Nobody has signed in.
    pub fn unauthenticated() -> Problem {
        let detail =
            "This needs somebody who is signed in: start as a guest, sign in or send a token.";
        Problem::new(StatusCode::UNAUTHORIZED, "unauthenticated", "Not signed in", detail.into())
    }

    /// The secret that was sent is nobody's.
    pub fn wrong_secret(detail: impl Display) -> Problem {
        Problem { detail: detail.to_string(), ..Problem::unauthenticated() }
    }

    pub fn forbidden(detail: impl Display) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "forbidden", "Not allowed", detail.to_string())
    }

    /// There is no such thing, or none for the one who asks: it is the same answer.
    pub fn not_found(what: impl Display) -> Problem {
        let detail = format!("There is no such {what}.");
        Problem::new(StatusCode::NOT_FOUND, "not_found", "Not found", detail)
    }

    pub fn method_not_allowed() -> Problem {
        let detail = "This address does not take that method; `Allow` lists those it takes.";
        Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "Wrong method",
            detail.into(),
        )
    }

    /// It does not fit what has become of the thing in the meantime.
    pub fn conflict(detail: impl Display) -> Problem {
        Problem::new(StatusCode::CONFLICT, "conflict", "Too late", detail.to_string())
    }

    pub fn too_large(most: usize) -> Problem {
        let detail = format!("The body is larger than {most} bytes; send less.");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", "Too large", detail)
    }

    pub fn unsupported() -> Problem {
        let detail = "The body has to be JSON; send `Content-Type: application/json`.";
        Problem::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported",
            "Wrong media type",
            detail.into(),
        )
    }

    /// A field has a value that it cannot have.
    pub fn invalid(field: impl Display, detail: impl Display) -> Problem {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let problem = Problem::new(status, "invalid", "Not possible", detail.to_string());
        Problem { field: Some(field.to_string().into()), ..problem }
    }

    /// All fields are in order, and still it cannot be done.
    pub fn impossible(detail: impl Display) -> Problem {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Problem::new(status, "invalid", "Not possible", detail.to_string())
    }

    /// The rules forbid the command.
    pub fn refused(
        clause: impl Display,
        detail: impl Display,
        refusal: Option<serde_json::Value>,
    ) -> Problem {
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        let problem = Problem::new(status, "refused", "Against the rules", detail.to_string());
        let clause = Some(clause.to_string().into());
        Problem { clause, refusal: refusal.map(Box::new), ..problem }
    }

    /// One asks too often, or holds too much.
    pub fn too_many(detail: impl Display, retry_after: Option<u32>) -> Problem {
        let status = StatusCode::TOO_MANY_REQUESTS;
        let problem = Problem::new(status, "too_many", "Too many", detail.to_string());
        Problem { retry_after, ..problem }
    }

    /// Something the server needs does not answer.
    pub fn unavailable() -> Problem {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        let detail = "The server cannot answer at the moment; try again.".to_owned();
        let problem = Problem::new(status, "unavailable", "Not available", detail);
        Problem { retry_after: Some(5), ..problem }
    }

    /// There is more to do than can be done at once.
    pub fn busy() -> Problem {
        let detail =
            "The server has more of that to do than it can at once; try again in a moment.";
        Problem { detail: detail.to_owned(), retry_after: Some(2), ..Problem::unavailable() }
    }

    /// A fault of ours. The cause is in the log under the request's id, and nowhere else.
    pub fn internal() -> Problem {
        let detail = match request::id() {
            Some(id) => format!("Something is wrong on our side; the log calls it {id}."),
            None => "Something is wrong on our side.".to_owned(),
        };
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", "Our fault", detail)
    }

    /// What is kept of it cannot be read, now or later. The cause is in the log, once.
    pub fn quarantined(what: impl Display) -> Problem {
        let detail = format!(
            "This {what} cannot be read, so that it is left alone; nothing of it is lost, and whoever runs \
             the server finds the reason in its log."
        );
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Problem::new(status, QUARANTINED, "Cannot be read", detail)
    }

    pub fn is_quarantined(&self) -> bool {
        self.kind == QUARANTINED
    }

    /// Whether it is worth another try.
    pub fn is_unavailable(&self) -> bool {
        self.code() == StatusCode::SERVICE_UNAVAILABLE
    }

    pub(crate) fn code(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response =
            (self.code(), [(header::CONTENT_TYPE, MEDIA_TYPE)], body).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.code() == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Conflict => Problem::conflict("Somebody else was faster; try again."),
            StoreError::Taken(_) => Problem::conflict("That is taken."),
            error if is_passing(&error) => {
                tracing::error!(%error, "the store does not answer");
                Problem::unavailable()
            }
            error => {
                tracing::error!(%error, "the store failed");
                Problem::internal()
            }
        }
    }
}

/// Whether it may well go through in a moment: the database is away, locked, full, or starts again.
fn is_passing(error: &StoreError) -> bool {
    match error {
        StoreError::Database(error) => match error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => true,
            sqlx::Error::Database(error) => error.code().is_some_and(|code| is_passing_code(&code)),
            _ => false,
        },
        StoreError::Batch(error) => is_passing(error),
        StoreError::Unanswered | StoreError::Replaced | StoreError::Stopped => true,
        _ => false,
    }
}

/// SQLite's codes are numbers whose last byte is the kind; PostgreSQL's have five characters.
fn is_passing_code(code: &str) -> bool {
    const SQLITE: [u32; 7] = [5, 6, 7, 8, 10, 13, 14];
    match code.parse::<u32>() {
        // Busy, locked, out of memory, read-only, an I/O error, full, cannot be opened.
        Ok(number) if code.len() < 5 => SQLITE.contains(&(number & 0xff)),
        // PostgreSQL says so when it stops, starts, has no room, or loses a connection.
        _ => ["08", "53", "57P0", "58"].iter().any(|class| code.starts_with(class)),
    }
}

/// What any handler may come to.
const COMMON: [(u16, &str); 6] = [
    (404, "There is no such thing, or none for the one who asks."),
    (409, "It does not fit what has become of it in the meantime."),
    (422, "A field is wrong, or the rules forbid it."),
    (429, "Too often or too much; `Retry-After` says when to try again."),
    (500, "A fault of the server's; `quarantined` if what was asked for cannot be read."),
    (503, "The server cannot answer at the moment."),
];

impl OperationOutput for Problem {
    type Inner = Problem;

    fn operation_response(ctx: &mut GenContext, _: &mut Operation) -> Option<Documented> {
        Some(documented(ctx, "What went wrong."))
    }

    fn inferred_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<Code>, Documented)> {
        statuses(ctx, &COMMON)
    }
}

/// Documents problems that an extractor may answer with.
pub(crate) fn statuses(
    ctx: &mut GenContext,
    which: &[(u16, &str)],
) -> Vec<(Option<Code>, Documented)> {
    which.iter().map(|(code, text)| (Some(Code::Code(*code)), documented(ctx, text))).collect()
}

fn documented(ctx: &mut GenContext, description: &str) -> Documented {
    let json_schema = ctx.schema.subschema_for::<Problem>();
    let schema = Some(SchemaObject { json_schema, example: None, external_docs: None });
    let media = MediaType { schema, ..MediaType::default() };
    Documented {
        description: description.to_owned(),
        content: [(MEDIA_TYPE.to_owned(), media)].into_iter().collect(),
        ..Documented::default()
    }
}
