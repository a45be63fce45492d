//! Somebody with a cookie.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

pub type Socket = WebSocketStream<TcpStream>;

/// The delay before a retry.
pub const PAUSE: Duration = Duration::from_millis(20);

#[derive(Clone)]
pub struct Person {
    client: reqwest::Client,
    pub cookie: String,
}

pub struct TestResponse {
    pub status: u16,
    pub json: Value,
}

impl Person {
    pub async fn guest(address: &str, name: &str) -> Result<Person> {
        let client = reqwest::Client::builder().build()?;
        let request = client.post(format!("http://{address}/api/v1/guests"));
        let request = request.header("origin", format!("http://{address}"));
        let answer = request.json(&json!({"name": name})).send().await?.error_for_status()?;
        let cookie = answer.headers().get("set-cookie").context("no cookie")?.to_str()?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        Ok(Person { client, cookie })
    }

    /// # Errors
    /// If there is no response.
    pub async fn ask(
        &self,
        address: &str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<TestResponse> {
        let request = self.client.request(method, format!("http://{address}/api/v1{path}"));
        let request = request.header("origin", format!("http://{address}"));
        let request = request.header("cookie", &self.cookie);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        let answer = request.send().await?;
        let status = answer.status().as_u16();
        let text = answer.text().await?;
        // A replay is text.
        let json = serde_json::from_str(&text).unwrap_or(Value::String(text));
        Ok(TestResponse { status, json })
    }

    /// The response to an idempotent request, however often the server goes away meanwhile.
    ///
    /// # Panics
    /// If the server says that it is unavailable in another way than it should.
    pub async fn insist(
        &self,
        address: &watch::Receiver<String>,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Value {
        loop {
            let now_at = address.borrow().clone();
            match self.ask(&now_at, method.clone(), path, body).await {
                Ok(answer) if answer.status == 200 => return answer.json,
                Ok(answer) => expect_absence(answer.status, &answer.json),
                Err(_) => {}
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    pub async fn get(&self, address: &str, path: &str) -> Result<Value> {
        let answer = self.ask(address, Method::GET, path, None).await?;
        ensure!(answer.status == 200, "{path}: {} {}", answer.status, answer.json);
        Ok(answer.json)
    }

    /// # Errors
    /// If it fails.
    pub async fn send(
        &self,
        address: &str,
        method: Method,
        path: &str,
        body: Value,
    ) -> Result<Value> {
        let answer = self.ask(address, method, path, Some(&body)).await?;
        let done = (200..300).contains(&answer.status);
        ensure!(done, "{path}: {} {}", answer.status, answer.json);
        Ok(answer.json)
    }

    /// A socket to a table; `query` begins with its question mark.
    pub async fn socket(&self, address: &str, table: &str, query: &str) -> Result<Socket> {
        let url = format!("ws://{address}/api/v1/tables/{table}/socket{query}");
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse()?);
        request.headers_mut().insert("origin", format!("http://{address}").parse()?);
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(tokio_tungstenite::client_async(request, stream).await?.0)
    }
}

/// A server that is unavailable says so and nothing else.
///
/// # Panics
/// If it says anything else.
pub fn expect_absence(status: u16, problem: &Value) {
    assert_eq!(status, 503, "{problem}");
}
