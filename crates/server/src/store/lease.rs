//! A pooled connection that goes back to its pool only when it is known to be sound.
//!
//! A future can be dropped at any await, and the driver may then be in the middle of a transaction that it
//! does not know of (`begin` is not safe to cancel). Whoever got that connection next would write into a
//! transaction that is never committed. So a connection is thrown away unless the work on it has ended well.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Pool};

use super::StoreError;

pub(super) struct Lease<DB: Database> {
    /// None once it has been settled.
    connection: Option<PoolConnection<DB>>,
}

impl<DB: Database> Lease<DB> {
    pub async fn acquire(pool: &Pool<DB>) -> Result<Lease<DB>, StoreError> {
        Ok(Lease { connection: Some(pool.acquire().await?) })
    }

    /// Ends the lease. The connection is kept if the work went well, or if the store itself said no: then
    /// the transaction has been rolled back. After any other error nobody knows what state it is in.
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
            // The pool opens another one in its place when it is needed.
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
