//! The parameters of a path and of a query.

use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode};
use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::{Http, problem};
use crate::wire::Problem;

/// Names and values, unparsed.
type Pairs = Vec<(String, String)>;

/// The parameters of a path. If they do not fit, the address is not found.
pub struct PathParams<T>(pub T);

impl<T, S> FromRequestParts<S> for PathParams<T>
where
    T: DeserializeOwned + JsonSchema + Send + 'static,
    S: Send + Sync,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let nowhere = || Problem::not_found("address");
        let pairs = axum::extract::Path::from_request_parts(parts, state).await;
        let axum::extract::Path::<Pairs>(pairs) = pairs.map_err(|_| nowhere())?;
        Http::from_ref(state).schemas.of::<T>().check_pairs(&pairs).map_err(|_| nowhere())?;
        match axum::extract::Path::from_request_parts(parts, state).await {
            Ok(axum::extract::Path(value)) => Ok(PathParams(value)),
            Err(_) => Err(nowhere()),
        }
    }
}

impl<T: JsonSchema> OperationInput for PathParams<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        axum::extract::Path::<T>::operation_input(ctx, operation);
    }

    fn inferred_early_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        problem::statuses(ctx, &[(404, "It does not exist, or you may not see it.")])
    }
}

/// The parameters of a query.
pub struct QueryParams<T>(pub T);

impl<T, S> FromRequestParts<S> for QueryParams<T>
where
    T: DeserializeOwned + JsonSchema + Send + 'static,
    S: Send + Sync,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let pairs = axum::extract::Query::from_request_parts(parts, state).await;
        let axum::extract::Query::<Pairs>(pairs) =
            pairs.map_err(|rejection| Problem::malformed(rejection.body_text()))?;
        Http::from_ref(state).schemas.of::<T>().check_pairs(&pairs)?;
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(value)) => Ok(QueryParams(value)),
            Err(rejection) => Err(Problem::malformed(rejection.body_text())),
        }
    }
}

impl<T: JsonSchema> OperationInput for QueryParams<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        axum::extract::Query::<T>::operation_input(ctx, operation);
    }

    fn inferred_early_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        problem::statuses(
            ctx,
            &[(400, "The query cannot be read."), (422, "A field of the query is too long.")],
        )
    }
}
