//! The return types of handlers.

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode as Code};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, NoContent, Response};
use schemars::JsonSchema;
use serde::Serialize;

use crate::wire::Problem;

/// JSON, or a problem.
pub type JsonResult<T> = Result<Json<T>, Problem>;

/// No content, or a problem.
pub type Done = Result<NoContent, Problem>;

/// 201 Created.
pub struct Created<T>(pub T);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

impl<T: JsonSchema> OperationOutput for Created<T> {
    type Inner = T;

    fn operation_response(ctx: &mut GenContext, operation: &mut Operation) -> Option<Documented> {
        Json::<T>::operation_response(ctx, operation)
    }

    fn inferred_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<Code>, Documented)> {
        let response = Json::<T>::operation_response(ctx, operation);
        response.map(|it| (Some(Code::Code(201)), it)).into_iter().collect()
    }
}
