//! What stands in a path and in a query.

use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::problem;
use crate::wire::Problem;

/// The parts of a path. What does not fit leads nowhere.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(Path(value)),
            Err(_) => Err(Problem::not_found("address")),
        }
    }
}

impl<T: JsonSchema> OperationInput for Path<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        axum::extract::Path::<T>::operation_input(ctx, operation);
    }

    fn inferred_early_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        problem::statuses(ctx, &[(404, "There is no such thing, or none for the one who asks.")])
    }
}

/// The query.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(Query(value)),
            Err(rejection) => Err(Problem::malformed(rejection.body_text())),
        }
    }
}

impl<T: JsonSchema> OperationInput for Query<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        axum::extract::Query::<T>::operation_input(ctx, operation);
    }

    fn inferred_early_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        problem::statuses(ctx, &[(400, "The query cannot be read.")])
    }
}
