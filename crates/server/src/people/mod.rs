//! People: guests, accounts, and their programs.

pub mod address;
pub mod connections;
pub mod cookie;
pub mod me;
pub mod office;
pub mod origin;
pub mod page;
pub mod password;
pub mod person;
pub mod rates;
pub mod record;
mod routes;
pub mod session;
pub mod tokens;
pub mod webhook;

pub use office::People;
pub use person::{MaybeSignedIn, SignedIn};
pub use routes::routes;
