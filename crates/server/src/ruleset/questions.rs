//! The extra endpoints of a game. The game says what it answers; the server decides who may ask, how often, and at
//! which address.

use parley::{Language, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Ruleset;
use crate::wire::Problem;

/// A question in the OpenAPI document.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The last part of its address. No two games have the same.
    pub path: &'static str,
    /// The id of the operation.
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

    /// `POST /{name}/{path}`: open to everybody, about no particular table.
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

    /// `POST /tables/{id}/{path}`: a seat asks about the current state of the game, and must not learn more than it
    /// may know.
    fn game<A, B>(
        self,
        about: About,
        answer: fn(&G, Seat, Language, A) -> Result<B, Problem>,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        B: Serialize + JsonSchema + Send + 'static;

    /// `GET /tables/{id}/{path}`: a summary of a finished game, with nothing hidden.
    fn over<C: Chronicle<G>>(self, about: About) -> Self;
}

/// Something that is computed event by event.
pub trait Chronicle<G: Ruleset>: Sized + Send + 'static {
    type Told: Serialize + JsonSchema;

    fn begin(game: &G) -> Self;

    /// Called before an event is applied.
    fn before(&mut self, game: &G, event: &G::Event);

    /// Called after it was applied.
    fn after(&mut self, game: &G);

    fn end(self, game: &G) -> Self::Told;
}
