//! The bots at play.

mod games;
mod people;
mod registry;
mod support;
mod tables;
mod twins;
mod variety;
