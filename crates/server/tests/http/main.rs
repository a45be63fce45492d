//! The server as each kind of user sees it.

mod announcements;
mod anonymous;
mod documented;
mod errors;
mod fairness;
mod inbox;
mod invitations;
mod lobby;
mod matrix;
mod matrix_in_play;
mod meanwhile;
mod openapi;
mod ops;
mod people;
mod protocol;
mod races;
mod reference;
mod reports;
mod settings;
mod support;
mod webhook;
