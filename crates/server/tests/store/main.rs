//! The contract of a store, on a SQLite file and on PostgreSQL.

#[macro_use]
mod home;
mod address;
mod cancelled;
mod damaged;
mod file;
mod memory;
mod news;
#[path = "../support/postgres.rs"]
mod postgres;
mod records;
mod slots;
mod start;
mod steps;
mod transfer;
mod upgrade;
mod writer;
