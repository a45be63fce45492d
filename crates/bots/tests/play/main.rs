//! The bots at play.

mod games;
mod registry;
mod support;
mod tables;
