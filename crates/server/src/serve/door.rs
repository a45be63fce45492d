//! Accepts connections, with limits per address and timeouts.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tower::Service as _;

use crate::config::Config;
use crate::people::address::network;

/// The limit on all headers of a request together.
const MOST_HEAD_BYTES: usize = 64 << 10;
/// How long to wait for a free slot when there is none for another connection.
const BREATH: Duration = Duration::from_millis(100);
/// The interval of TCP keep-alive probes on a silent connection.
const KEEP_ALIVE: Duration = Duration::from_secs(60);

/// Accepts connections until `stop` completes, then waits for the requests that have begun.
pub(super) async fn serve(
    listener: impl Borrow<TcpListener>,
    router: Router,
    config: &Config,
    stop: impl Future<Output = ()>,
) {
    let door = Door::new(config);
    let (closing, _) = watch::channel(());
    let mut stop = std::pin::pin!(stop);
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.borrow().accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    wait_after(&error).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // One that is over the limit is closed.
        let Some(stream) = door.admit(stream, peer) else { continue };
        tokio::spawn(converse(stream, peer, router.clone(), door.patience, closing.subscribe()));
    }
    drop(listener);
    closing.send_replace(());
    closing.closed().await;
}

/// Serves the requests of one connection; when the server stops, only the current one.
pub async fn converse(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    peer: SocketAddr,
    router: Router,
    patience: Duration,
    mut closing: watch::Receiver<()>,
) {
    let handler = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(MOST_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), handler)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let done = tokio::select! {
        biased;
        done = connection.as_mut() => done,
        _ = closing.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = done {
        tracing::debug!(%error, "a connection broke off");
    }
}

/// A client that has disconnected is no reason to wait; running out of file handles is.
async fn wait_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tracing::error!(%error, "no connection can be accepted");
        tokio::time::sleep(BREATH).await;
    }
}

struct Door {
    inside: Arc<Mutex<HashMap<IpAddr, u32>>>,
    per_address: u32,
    patience: Duration,
    proxies: Vec<ipnet::IpNet>,
}

impl Door {
    fn new(config: &Config) -> Door {
        Door {
            inside: Arc::default(),
            per_address: config.limits.sockets_per_address,
            patience: Duration::from_secs(config.limits.request_seconds),
            proxies: config.trusted_proxies.clone(),
        }
    }

    /// `None` if the address has reached its limit. Behind a trusted proxy there is no limit.
    fn admit(&self, stream: TcpStream, peer: SocketAddr) -> Option<Held> {
        let ip = peer.ip().to_canonical();
        let proxy = self.proxies.iter().any(|net| net.contains(&ip));
        let place = if proxy { None } else { Some(self.place(ip)?) };
        if let Err(error) = self.prepare(&stream) {
            tracing::debug!(%error, "a connection cannot be set up");
        }
        Some(Held { stream, _place: place })
    }

    /// A slot for one more connection from that address, if there is one.
    fn place(&self, ip: IpAddr) -> Option<Place> {
        let network = network(ip);
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let count = inside.entry(network).or_default();
        if *count >= self.per_address {
            return None;
        }
        *count += 1;
        Some(Place { network, inside: self.inside.clone() })
    }

    /// Messages are sent without delay, and a peer that neither reads nor responds is disconnected.
    fn prepare(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let socket = socket2::SockRef::from(stream);
        socket.set_tcp_keepalive(&socket2::TcpKeepalive::new().with_time(KEEP_ALIVE))?;
        #[cfg(target_os = "linux")]
        socket.set_tcp_user_timeout(Some(self.patience))?;
        Ok(())
    }
}

/// A connection with its slot, which is released when the connection is dropped.
struct Held {
    stream: TcpStream,
    _place: Option<Place>,
}

struct Place {
    network: IpAddr,
    inside: Arc<Mutex<HashMap<IpAddr, u32>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = inside.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                inside.remove(&self.network);
            }
        }
    }
}

impl AsyncRead for Held {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Held {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Limits;

    #[test]
    fn connections_from_one_v6_network_share_their_places() {
        let limits = Limits { sockets_per_address: 2, ..Limits::default() };
        let door = Door::new(&Config { limits, ..Config::default() });
        let place = |from: &str| door.place(from.parse().unwrap());
        let held = [place("2001:db8:1:2::1"), place("2001:db8:1:2:aaaa::2")];
        assert!(held.iter().all(Option::is_some));
        assert!(place("2001:db8:1:2:bbbb::3").is_none(), "it is the same /64");
        assert!(place("2001:db8:1:3::1").is_some());
        assert!(place("192.0.2.1").is_some());
        drop(held);
        assert!(place("2001:db8:1:2:bbbb::3").is_some());
    }
}
