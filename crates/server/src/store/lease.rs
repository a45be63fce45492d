//! A pooled connection that returns to its pool only if it is known to be in a clean state.
//!
//! A future can be dropped at any await, and the connection may then be inside a transaction that the driver does not
//! know of (`begin` is not cancellation-safe). The next user of that connection would write into a transaction that
//! is never committed. So a connection is closed unless the work on it has succeeded.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Pool};

use super::StoreError;

/// A connection that is closed when it is dropped unsettled.
pub(super) struct Lease<DB: Database> {
    /// `None` once it has been settled.
    connection: Option<PoolConnection<DB>>,
}

impl<DB: Database> Lease<DB> {
    pub async fn acquire(pool: &Pool<DB>) -> Result<Lease<DB>, StoreError> {
        Ok(Lease { connection: Some(pool.acquire().await?) })
    }

    /// Ends the lease. The connection is kept if the work succeeded, or if the store itself refused: then the
    /// transaction was rolled back. After any other error its state is unknown.
    pub fn settle<T, E: Into<StoreError>>(mut self, done: Result<T, E>) -> Result<T, StoreError> {
        let done = done.map_err(Into::into);
        if done.as_ref().map_or_else(StoreError::is_refusal, |_| true) {
            drop(self.connection.take());
        }
        done
    }
}

impl<DB: Database> Drop for Lease<DB> {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            // The pool opens another connection when it needs one.
            drop(connection.detach());
        }
    }
}

impl<DB: Database> Deref for Lease<DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        self.connection.as_ref().expect("it is there until it is settled")
    }
}

impl<DB: Database> DerefMut for Lease<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        self.connection.as_mut().expect("it is there until it is settled")
    }
}
