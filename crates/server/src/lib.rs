//! Live tables over HTTP: accounts, lobbies, clocks, storage and streams.

pub mod api;
pub mod backup;
pub mod config;
pub mod doctor;
pub mod document;
pub mod feed;
pub mod http;
pub mod lobby;
mod once;
pub mod people;
pub mod raw;
pub mod reports;
mod request;
pub mod ruleset;
pub mod secret;
pub mod serve;
#[cfg(feature = "simulation")]
pub mod simulation;
pub mod store;
pub mod table;
pub mod text;
pub mod time;
pub mod web;
pub mod wire;
pub mod work;
