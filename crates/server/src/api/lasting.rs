//! Responses that do not change while the server runs: each is rendered once and kept by its route.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode};
use axum::Json;
use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

/// A value that is rendered on first use.
#[derive(Clone)]
pub struct Lasting {
    json: Arc<OnceLock<Bytes>>,
    make: Arc<dyn Fn() -> Bytes + Send + Sync>,
}

impl Lasting {
    pub fn new<T: Serialize>(make: impl Fn() -> T + Send + Sync + 'static) -> Lasting {
        let written = move || {
            let json = serde_json::to_vec(&make()).expect("what does not change is plain data");
            Bytes::from(json)
        };
        Lasting { json: Arc::default(), make: Arc::new(written) }
    }

    /// Renders it now, so that no request has to wait for it.
    pub fn prepare(&self) {
        self.json.get_or_init(|| (self.make)());
    }

    pub fn answer<T>(&self) -> CachedJson<T> {
        let json = self.json.get_or_init(|| (self.make)());
        CachedJson { json: json.clone(), shape: PhantomData }
    }
}

/// The rendered JSON as a response, with headers that make browsers revalidate it now and then. `T` is its type.
pub struct CachedJson<T> {
    json: Bytes,
    shape: PhantomData<fn() -> T>,
}

impl<T> IntoResponse for CachedJson<T> {
    fn into_response(self) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "public, max-age=300"),
        ];
        (headers, self.json).into_response()
    }
}

impl<T: JsonSchema> OperationOutput for CachedJson<T> {
    type Inner = T;

    fn inferred_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        Json::<T>::inferred_responses(ctx, operation)
    }
}
