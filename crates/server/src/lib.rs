//! Live tables over HTTP: accounts, lobbies, clocks, storage and streams.

pub mod store;
