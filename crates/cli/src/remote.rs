//! The API of a server elsewhere, by a token.

use std::time::Duration;

use async_trait::async_trait;
use http::request::Parts;
use http::{Method, Request, Uri, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Bytes;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use mcp::{Api, ApiCall, ApiReply};
use serde_json::Value;
use tokio::time::{sleep, timeout};

use crate::failure::Failure;

/// How long an answer may take. The longest wait for news is shorter.
const PATIENCE: Duration = Duration::from_secs(60);
/// The largest answer that is read.
const MOST_BYTES: usize = 16 << 20;
/// How often a request is repeated that the server asks to repeat, or that did not reach it.
const TRIES: u32 = 5;
/// The longest pause before that, in seconds.
const LONGEST_PAUSE: u64 = 10;

/// The server and the token of whoever plays there.
#[derive(clap::Args, Clone)]
pub(crate) struct RemoteArgs {
    /// The address of a server, such as https://play.example.org.
    #[arg(long, value_name = "URL")]
    pub server: Option<String>,
    /// A token of yours at that server, with the scopes that are needed.
    #[arg(long, value_name = "TOKEN", env = "BACKCHANNEL_TOKEN", hide_env_values = true)]
    pub token: Option<String>,
}

impl RemoteArgs {
    /// The server, if one is named.
    pub(crate) fn remote(&self) -> Result<Option<Remote>, Failure> {
        let Some(server) = &self.server else { return Ok(None) };
        let wrong = || {
            Failure::Input(format!(
                "--server: {server} is not an address such as https://play.example.org"
            ))
        };
        let base = server.trim_end_matches('/').to_owned();
        let parsed: Uri = base.parse().map_err(|_| wrong())?;
        if !matches!(parsed.scheme_str(), Some("http" | "https")) || parsed.authority().is_none() {
            return Err(wrong());
        }
        let token = self.token.clone().ok_or_else(|| {
            Failure::Input("--token: a token is needed; make one in the browser under “You”, or set BACKCHANNEL_TOKEN".to_owned())
        })?;
        Ok(Some(Remote::new(base, token)))
    }
}

/// A server elsewhere.
#[derive(Clone)]
pub(crate) struct Remote {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    base: String,
    token: String,
}

impl Remote {
    fn new(base: String, token: String) -> Remote {
        let connector =
            HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        Remote { client: Client::builder(TokioExecutor::new()).build(connector), base, token }
    }

    /// Makes a request, and again if the server was not reached or asks for it. Commands have keys, so a repeated one is
    /// carried out once.
    pub(crate) async fn request(&self, call: &ApiCall) -> ApiReply {
        for _ in 1..TRIES {
            let reply = self.once(call).await;
            let pause = match reply.body["retry_after"].as_u64() {
                Some(seconds) if matches!(reply.status, 409 | 429 | 503) => seconds,
                _ if reply.status == 503 => 1,
                _ => return reply,
            };
            sleep(Duration::from_secs(pause.min(LONGEST_PAUSE))).await;
        }
        self.once(call).await
    }

    async fn once(&self, call: &ApiCall) -> ApiReply {
        match timeout(PATIENCE, self.send(call)).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(error)) => {
                ApiReply::unreachable(&format!("{} cannot be reached: {error}.", self.base))
            }
            Err(_) => ApiReply::unreachable(&format!("{} does not answer.", self.base)),
        }
    }

    async fn send(
        &self,
        call: &ApiCall,
    ) -> Result<ApiReply, Box<dyn std::error::Error + Send + Sync>> {
        let body = call.body.clone().unwrap_or_default();
        let request = Request::builder()
            .method(call.method.clone())
            .uri(format!("{}/api/v1{}", self.base, call.path))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(body)))?;
        let response = self.client.request(request).await?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), MOST_BYTES).collect().await?.to_bytes();
        let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
        Ok(ApiReply { status, body })
    }

    pub(crate) async fn get(&self, path: String) -> Result<Value, Value> {
        self.answer(ApiCall { method: Method::GET, path, body: None }).await
    }

    pub(crate) async fn post(&self, path: String, body: Value) -> Result<Value, Value> {
        self.answer(ApiCall { method: Method::POST, path, body: Some(body.to_string()) }).await
    }

    async fn answer(&self, call: ApiCall) -> Result<Value, Value> {
        let ApiReply { status, body } = self.request(&call).await;
        if status < 400 { Ok(body) } else { Err(body) }
    }
}

#[async_trait]
impl Api for Remote {
    async fn call(&self, _: Option<&Parts>, call: ApiCall) -> ApiReply {
        self.request(&call).await
    }
}
