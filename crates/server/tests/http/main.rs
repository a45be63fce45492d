//! The server as each kind of user meets it.

mod anonymous;
mod errors;
mod inbox;
mod invitations;
mod lobby;
mod matrix;
mod openapi;
mod ops;
mod people;
mod races;
mod reference;
mod settings;
mod support;
