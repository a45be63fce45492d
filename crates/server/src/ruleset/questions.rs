//! What people can ask about a game beyond playing it. The game says what it answers; whoever hosts it says who may
//! ask, how often, and at which address.

use parley::{Language, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Ruleset;
use crate::wire::Problem;

/// A question in the document of the API.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The last part of its address. No two games have the same.
    pub path: &'static str,
    /// What the operation is called.
    pub id: &'static str,
    pub summary: &'static str,
    pub description: Option<&'static str>,
}

/// Collects the questions of a game.
pub trait Questions<G: Ruleset>: Sized {
    /// `GET /{name}/{path}`: something that never changes.
    fn lasting<T>(self, about: About, make: fn() -> T) -> Self
    where
        T: Serialize + JsonSchema + 'static;

    /// `POST /{name}/{path}`: anybody asks, about no table.
    fn anybody<A, B>(self, about: About, answer: fn(A) -> Result<B, Problem>) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        B: Serialize + JsonSchema + Send + 'static;

    /// `POST /tables/{id}/{path}`: a seat asks about the rules of its table.
    fn rules<A, B>(
        self,
        about: About,
        answer: fn(&G::Basis, Seat, Language, A) -> Result<B, Problem>,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        B: Serialize + JsonSchema + Send + 'static;

    /// `POST /tables/{id}/{path}`: a seat asks about the game as it stands, of which it must be told no more than it
    /// knows.
    fn game<A, B>(self, about: About, answer: fn(&G, Seat, A) -> Result<B, Problem>) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        B: Serialize + JsonSchema + Send + 'static;

    /// `GET /tables/{id}/{path}`: what a finished game amounts to, with nothing hidden.
    fn over<C: Chronicle<G>>(self, about: About) -> Self;
}

/// Something that is worked out event by event.
pub trait Chronicle<G: Ruleset>: Sized + Send + 'static {
    type Told: Serialize + JsonSchema;

    fn begin(game: &G) -> Self;

    /// What is about to happen.
    fn before(&mut self, game: &G, event: &G::Event);

    /// It has happened.
    fn after(&mut self, game: &G);

    fn end(self, game: &G) -> Self::Told;
}
