//! How problems become responses, and how they are documented.

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{
    MediaType, Operation, Response as Documented, SchemaObject, StatusCode as Code,
};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::store::StoreError;
use crate::wire::Problem;
use crate::wire::problem::ProblemKind;

/// The media type of every error.
pub const MEDIA_TYPE: &str = "application/problem+json";

fn code(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response =
            (code(&self), [(header::CONTENT_TYPE, MEDIA_TYPE)], body).into_response();
        let headers = response.headers_mut();
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.kind == ProblemKind::Unauthenticated {
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
                tracing::error!(%error, "the store does not respond");
                Problem::unavailable()
            }
            error => {
                tracing::error!(%error, "the store failed");
                Problem::internal()
            }
        }
    }
}

/// Whether a retry may succeed soon: the database is unreachable, locked, full, or restarting.
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
        // PostgreSQL reports these when it stops, starts, is out of resources, or loses a connection.
        _ => ["08", "53", "57P0", "58"].iter().any(|class| code.starts_with(class)),
    }
}

/// Problems that any handler may respond with.
const COMMON: [(u16, &str); 6] = [
    (404, "It does not exist, or you may not see it."),
    (409, "It conflicts with the current state."),
    (422, "A field is wrong, or the rules forbid it."),
    (429, "Too many requests, or too much data; `Retry-After` says when to try again."),
    (500, "A server error; `quarantined` if what was requested cannot be read."),
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

/// Documents problems that an extractor may respond with.
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
