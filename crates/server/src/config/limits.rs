//! Rate limits and size limits.

use serde::Deserialize;

/// Omitted fields have their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// The largest body of a request that may contain a map, or a situation for the judge.
    pub body_bytes: usize,
    /// The largest message on a socket, and the largest body of any other request.
    pub message_bytes: usize,
    /// New guests from one address.
    pub guests_per_hour: u32,
    /// Attempts to sign in from one address.
    pub sign_ins_per_minute: u32,
    /// Attempts of a signed-in person to change their password, which requires the old one.
    pub guesses_per_hour: u32,
    /// Requests to the judge and the like from one address; they need no account.
    pub questions_per_minute: u32,
    /// Requests of a person that change something, moves included.
    pub writes_per_minute: u32,
    /// Streams and sockets that a person has open.
    pub connections_per_person: u32,
    /// Streams and sockets from one address.
    pub connections_per_address: u32,
    /// Network connections of any kind from one address; a trusted proxy may have any number.
    pub sockets_per_address: u32,
    /// Tables that a person owns and that are not over.
    pub tables_per_person: u32,
    /// Open invitations of a table.
    pub invitations_per_table: u32,
    pub tokens_per_person: u32,
    /// How long a request may take, and how long a client may take to send or receive data.
    pub request_seconds: u64,
    /// The minimum time between two posts to somebody's webhook; what happens in between is posted afterwards.
    pub webhook_seconds: u64,
    /// How long it may take to find out why a bot did something; with 0, nothing is explained.
    pub explanation_seconds: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body_bytes: 1 << 20,
            message_bytes: 16 << 10,
            guests_per_hour: 60,
            sign_ins_per_minute: 20,
            guesses_per_hour: 60,
            questions_per_minute: 240,
            writes_per_minute: 600,
            connections_per_person: 24,
            connections_per_address: 200,
            sockets_per_address: 400,
            tables_per_person: 20,
            invitations_per_table: 50,
            tokens_per_person: 20,
            request_seconds: 30,
            webhook_seconds: 20,
            explanation_seconds: 8,
        }
    }
}
