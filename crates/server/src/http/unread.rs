//! The rest of a body that nobody has read.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, Version, header};
use axum::middleware::Next;
use axum::response::Response;
use futures::StreamExt as _;
use hyper::body::{Frame, SizeHint};
use tokio::sync::oneshot;

/// How much of a refused body is still read, and for how long.
const MOST: usize = 16 << 20;
const TIME: Duration = Duration::from_secs(5);

/// A client that is refused while it is still sending would find its connection reset before it could read why. So
/// the rest of its body is read and thrown away before it is answered.
pub async fn discard(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let sent = !waits_for_leave(&request);
    let (give_back, given_back) = oneshot::channel();
    let request = request.map(|body| Body::new(Lent { body, sent, give_back: Some(give_back) }));
    let response = next.run(request).await;
    let rest = async {
        if let Ok(rest) = given_back.await {
            read(rest).await;
        }
    };
    let _ = tokio::time::timeout(TIME, rest).await;
    response
}

/// Whether the client sends the body only when it is told to, which the first read of it does.
fn waits_for_leave(request: &Request) -> bool {
    let expects = request.headers().get(header::EXPECT);
    let waits = |it: &HeaderValue| it.as_bytes().eq_ignore_ascii_case(b"100-continue");
    request.version() == Version::HTTP_11 && expects.is_some_and(waits)
}

async fn read(body: Body) {
    let mut chunks = body.into_data_stream();
    let mut length = 0;
    while let Some(Ok(chunk)) = chunks.next().await {
        length += chunk.len();
        if length > MOST {
            break;
        }
    }
}

/// A body that is given back when its reader drops it before its end.
struct Lent {
    body: Body,
    /// Whether the client sends it, or has been told to.
    sent: bool,
    give_back: Option<oneshot::Sender<Body>>,
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.sent = true;
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(give_back) = self.give_back.take()
            && self.sent
            && !self.body.is_end_stream()
        {
            let _ = give_back.send(std::mem::take(&mut self.body));
        }
    }
}
