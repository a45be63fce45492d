//! Requests that set a cookie, and so must not come from another site's page.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;

use super::origin;
use crate::people::People;
use crate::wire::Problem;

/// The page is ours, or the request comes from no page at all.
pub struct OwnPage;

impl<S: Send + Sync> FromRequestParts<S> for OwnPage
where
    People: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        origin::check_if_told(&parts.headers, &People::from_ref(state).config)?;
        Ok(OwnPage)
    }
}

impl aide::OperationInput for OwnPage {
    fn inferred_early_responses(
        ctx: &mut aide::generate::GenContext,
        _: &mut aide::openapi::Operation,
    ) -> Vec<(Option<aide::openapi::StatusCode>, aide::openapi::Response)> {
        let texts = [(401, "The secret is wrong."), (403, "The request comes from another page.")];
        crate::http::problem::statuses(ctx, &texts)
    }
}
