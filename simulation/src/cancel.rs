//! Futures that may be dropped at any of their awaits, as when a client hangs up.

use std::pin::Pin;
use std::task::{Context, Poll};

use crate::network::Network;

/// A future that the world may drop.
pub(crate) struct Cancellable {
    work: Pin<Box<dyn Future<Output = ()> + Send>>,
    network: Network,
}

impl Cancellable {
    pub fn new(work: impl Future<Output = ()> + Send + 'static, network: Network) -> Cancellable {
        Cancellable { work: Box::pin(work), network }
    }
}

impl Future for Cancellable {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        match self.work.as_mut().poll(context) {
            Poll::Pending if self.network.cancels() => Poll::Ready(()),
            polled => polled,
        }
    }
}
