//! A call of one tool: the API, and whoever calls.

use http::Method;
use http::request::Parts;
use serde_json::Value;

use crate::api::{Api, ApiCall};
use crate::large::LargeArgument;
use crate::remembered::RememberedKeys;
use crate::reply::{Failed, accepted};

pub(crate) struct Caller<'a> {
    pub api: &'a dyn Api,
    pub keys: &'a RememberedKeys,
    /// The HTTP request that the call came with, if it came with one.
    pub from: Option<&'a Parts>,
}

impl Caller<'_> {
    pub async fn get(&self, path: String) -> Result<Value, Failed> {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&self, path: String, body: Value) -> Result<Value, Failed> {
        self.call(Method::POST, path, Some(body.to_string())).await
    }

    /// A large argument that came with the call.
    pub fn large(&self) -> Option<String> {
        let large = self.from?.extensions.get::<LargeArgument>()?;
        Some(large.0.clone())
    }

    pub async fn call(
        &self,
        method: Method,
        path: String,
        body: Option<String>,
    ) -> Result<Value, Failed> {
        accepted(self.api.call(self.from, ApiCall { method, path, body }).await)
    }

    /// Who calls, as far as keys are concerned: two tokens never share one.
    pub fn credentials(&self) -> &str {
        let header = self.from.and_then(|from| from.headers.get(http::header::AUTHORIZATION));
        header.and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}
