//! A JSON body, and what may be wrong with it.

use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRef, FromRequest, Request};
use axum::http::{HeaderMap, header};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::app::App;
use super::problem;
use crate::wire::Problem;

/// A body that has been read. Errors name the field.
pub struct Body<T>(pub T);

impl<T, S> FromRequest<S> for Body<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::unsupported());
        }
        let most = App::from_ref(state).config.limits.body_bytes;
        let bytes =
            Bytes::from_request(request, state).await.map_err(|rejection| {
                match rejection.status().as_u16() {
                    413 => Problem::too_large(most),
                    _ => Problem::malformed("The body broke off; send it again."),
                }
            })?;
        read(&bytes).map(Body)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// Reads JSON and says where it stops making sense.
///
/// # Errors
/// `malformed` for what is no JSON, `invalid` with the field for what does not fit.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    if bytes.is_empty() {
        return Err(Problem::malformed("The body is empty; send JSON."));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        use serde_json::error::Category;
        match error.inner().classify() {
            Category::Data => {
                let field = error.path().to_string();
                Problem::invalid(field, sentence(error.inner()))
            }
            _ => Problem::malformed(format!("The body is no JSON: {}.", error.inner())),
        }
    })?;
    reader.end().map_err(|error| Problem::malformed(format!("The body is no JSON: {error}.")))?;
    Ok(value)
}

fn sentence(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

impl<T: JsonSchema> OperationInput for Body<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        Json::<T>::operation_input(ctx, operation);
    }

    fn inferred_early_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        problem::statuses(
            ctx,
            &[
                (400, "The body is no JSON."),
                (413, "The body is too large."),
                (415, "The body is not said to be JSON."),
                (422, "A field is wrong, or the rules forbid it."),
            ],
        )
    }
}
