//! Prefixes by which the checks recognise people and their commands in what the server sends.

/// The prefix of every idempotency key; the number of its person follows.
pub(crate) const KEY: &str = "command-of-";

/// The prefix of every person's name; their number follows.
pub(crate) const NAME: &str = "Guest ";
