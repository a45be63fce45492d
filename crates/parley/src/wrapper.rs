//! A game wrapped in a newtype.

use std::fmt::Debug;

use crate::{Audience, Game, Seat, SeatSet, Seed};

/// A newtype around another crate's game that behaves exactly like it. The crate that hosts games can then implement
/// its own traits for it, and the rules need not know about hosting.
pub trait Wrapper: Clone + PartialEq + Debug + Send + Sync + 'static {
    type Game: Game;

    fn wrap(game: Self::Game) -> Self;

    fn game(&self) -> &Self::Game;

    fn game_mut(&mut self) -> &mut Self::Game;
}

/// Declares a [`Wrapper`].
#[macro_export]
macro_rules! wrapper {
    ($(#[$doc:meta])* $visibility:vis struct $Name:ident($Game:ty);) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug)]
        $visibility struct $Name($Game);

        impl $crate::Wrapper for $Name {
            type Game = $Game;

            fn wrap(game: $Game) -> $Name {
                $Name(game)
            }

            fn game(&self) -> &$Game {
                &self.0
            }

            fn game_mut(&mut self) -> &mut $Game {
                &mut self.0
            }
        }
    };
}

impl<W: Wrapper> Game for W {
    const RULES: &'static str = W::Game::RULES;
    const ENDS: bool = W::Game::ENDS;
    const HASH: u16 = W::Game::HASH;

    type Setup = <W::Game as Game>::Setup;
    type SetupError = <W::Game as Game>::SetupError;
    type Command = <W::Game as Game>::Command;
    type Event = <W::Game as Game>::Event;
    type Refusal = <W::Game as Game>::Refusal;
    type View = <W::Game as Game>::View;
    type Options = <W::Game as Game>::Options;
    type Witness = <W::Game as Game>::Witness;
    type Notice = <W::Game as Game>::Notice;

    fn start(setup: &Self::Setup, seed: Seed) -> Result<Self, Self::SetupError> {
        W::Game::start(setup, seed).map(W::wrap)
    }

    fn opening(&self, events: &mut Vec<Self::Event>) {
        self.game().opening(events);
    }

    fn seats(&self) -> SeatSet {
        self.game().seats()
    }

    fn awaiting(&self) -> SeatSet {
        self.game().awaiting()
    }

    fn is_over(&self) -> bool {
        self.game().is_over()
    }

    fn decide(
        &self,
        by: Seat,
        command: &Self::Command,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Refusal> {
        self.game().decide(by, command, events)
    }

    fn evolve(&mut self, event: &Self::Event) {
        self.game_mut().evolve(event);
    }

    fn view_into(&self, audience: Audience, view: &mut Self::View) {
        self.game().view_into(audience, view);
    }

    fn options_into(&self, seat: Seat, options: &mut Self::Options) {
        self.game().options_into(seat, options);
    }

    fn witness(&self, event: &Self::Event) -> Self::Witness {
        self.game().witness(event)
    }

    fn notice(
        event: &Self::Event,
        witness: Self::Witness,
        audience: Audience,
    ) -> Option<Self::Notice> {
        W::Game::notice(event, witness, audience)
    }

    fn encode(&self) -> Vec<u8> {
        self.game().encode()
    }
}
