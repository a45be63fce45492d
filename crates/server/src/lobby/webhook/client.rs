//! Sends a delivery: over HTTPS, to what its address resolves to now and nowhere else.

use std::time::Duration;

use axum::body::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::{Request, StatusCode};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use tokio::time::timeout;

use crate::people::webhook::Public;

const PATIENCE: Duration = Duration::from_secs(5);

/// Redirects are not followed, and no proxy is used: either could lead into our own network.
#[derive(Clone)]
pub(crate) struct Client(legacy::Client<HttpsConnector<HttpConnector<Public>>, Full<Bytes>>);

impl Client {
    pub fn new(resolver: Public) -> Client {
        let mut tcp = HttpConnector::new_with_resolver(resolver);
        tcp.enforce_http(false);
        let tls = HttpsConnectorBuilder::new().with_webpki_roots();
        let connector = tls.https_or_http().enable_http1().wrap_connector(tcp);
        Client(legacy::Client::builder(TokioExecutor::new()).build(connector))
    }

    /// The body of a successful response of at most `most` bytes, if it arrives in time.
    pub async fn get(&self, url: &str, patience: Duration, most: usize) -> Option<Vec<u8>> {
        let request = Request::get(url).header("accept", "application/json");
        let request = request.header("user-agent", "backchannel").body(Full::default()).ok()?;
        let body = async {
            let answer =
                self.0.request(request).await.ok().filter(|it| it.status().is_success())?;
            let body = Limited::new(answer.into_body(), most).collect().await.ok()?;
            Some(body.to_bytes().to_vec())
        };
        timeout(patience, body).await.ok()?
    }

    /// The status of the response, if there is one.
    pub async fn post(&self, request: Request<Full<Bytes>>) -> Option<StatusCode> {
        let answer = timeout(PATIENCE, self.0.request(request)).await.ok()?;
        answer.ok().map(|answer| answer.status())
    }
}
