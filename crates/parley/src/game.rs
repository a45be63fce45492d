//! The contract between a ruleset and everything that runs it.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::versions::rules_version;
use crate::{Audience, Chance, Refusal, Seat, SeatSet, Seed, Versions};

/// A game whose rules are pure: same set-up, same seed and same commands give the same game.
///
/// [`decide`](Game::decide) holds every rule and changes nothing; [`evolve`](Game::evolve) holds no rule and applies
/// every change. Live play, replay, recovery and simulation are the same fold over events.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Name and version of the rules, such as `backchannel/1`. The version changes whenever the same command could
    /// lead to other events.
    const RULES: &'static str;

    /// Whether it ends by its own rules. Otherwise it is over when its table is closed.
    const ENDS: bool = true;

    /// The version of [`digest`](Game::digest). It changes whenever the same state could have another hash.
    const HASH: u16;

    /// The versions that are stored with every step.
    const VERSIONS: Versions = Versions { rules: rules_version(Self::RULES), hash: Self::HASH };

    /// Everything that is agreed, and known to everybody, before play.
    type Setup: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// What is wrong with a set-up.
    type SetupError: std::error::Error + Send + Sync + 'static;
    /// What a seat asks for.
    type Command: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// What has happened, including dice. Never leaves the engine as it is: see [`notice`](Game::notice).
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    type Refusal: Refusal;
    /// Everything that an audience may know of the current state.
    type View: Clone + PartialEq + Debug + Default + Serialize;
    /// What a seat may do now.
    type Options: Options<Command = Self::Command> + Clone + PartialEq + Debug + Default + Serialize;
    /// Who could see an event when it happened.
    type Witness: Copy + PartialEq + Debug + Serialize + DeserializeOwned;
    /// An event as one audience learned of it.
    type Notice: Clone + PartialEq + Debug + Serialize;

    /// The table before its first event.
    ///
    /// # Errors
    /// If the set-up cannot be played.
    fn start(setup: &Self::Setup, seed: Seed) -> Result<Self, Self::SetupError>;

    /// The events before anybody moves.
    fn opening(&self, events: &mut Vec<Self::Event>);

    /// Every seat at the table, including those that are out of the game.
    fn seats(&self) -> SeatSet;

    /// The seats that are to act.
    ///
    /// For the program that runs the table, never for players: an offer that waits for a response may be secret.
    fn awaiting(&self) -> SeatSet;

    fn is_over(&self) -> bool;

    /// Appends the events that `command` by `by` leads to, including everything that follows automatically.
    ///
    /// # Errors
    /// If the rules forbid it. Then `events` is unchanged.
    fn decide(
        &self,
        by: Seat,
        command: &Self::Command,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Refusal>;

    /// Applies an event that [`decide`](Game::decide) returned for exactly this state.
    fn evolve(&mut self, event: &Self::Event);

    /// Fills in what `audience` may know, in a reusable buffer.
    fn view_into(&self, audience: Audience, view: &mut Self::View);

    /// Fills in what `seat` can do, in a reusable buffer: see [`Options`].
    fn options_into(&self, seat: Seat, options: &mut Self::Options);

    /// Who can see `event`; called just before it is applied, because later visibility does not change it.
    fn witness(&self, event: &Self::Event) -> Self::Witness;

    /// What `audience` learns of `event`, if anything.
    fn notice(
        event: &Self::Event,
        witness: Self::Witness,
        audience: Audience,
    ) -> Option<Self::Notice>;

    /// The whole state, encoded to the same bytes on every machine.
    fn encode(&self) -> Vec<u8>;

    fn view(&self, audience: Audience) -> Self::View {
        let mut view = Self::View::default();
        self.view_into(audience, &mut view);
        view
    }

    fn options(&self, seat: Seat) -> Self::Options {
        let mut options = Self::Options::default();
        self.options_into(seat, &mut options);
        options
    }

    /// A short hash of the whole state.
    fn digest(&self) -> StateHash {
        let mut hash = [0; 8];
        hash.copy_from_slice(&Sha256::digest(self.encode())[..8]);
        StateHash(hash)
    }
}

/// What a seat can do now: what is *listed*, and what is *accepted*.
///
/// The *listed* commands are complete, and all of them are accepted. More may be *accepted* where a command can contain
/// something that cannot be listed, such as free text or a card drawn at a table elsewhere.
/// [`contains`](Options::contains) answers for any command, listed or not.
///
/// *Moves* change the game; *words* are only talk. They are counted separately because there are millions of things to
/// say and a few dozen to do.
pub trait Options {
    type Command;

    /// How many moves are listed.
    fn moves(&self) -> u64;

    /// How many words are listed; none in a game without talk.
    fn words(&self) -> u64 {
        0
    }

    /// The `n`th of the [`moves`](Options::moves), in a fixed order.
    fn nth_move(&self, n: u64) -> Option<Self::Command>;

    /// The `n`th of the [`words`](Options::words), in a fixed order.
    fn nth_word(&self, _n: u64) -> Option<Self::Command> {
        None
    }

    /// Whether [`decide`](Game::decide) accepts that command of this seat, listed or not.
    fn contains(&self, command: &Self::Command) -> bool;

    /// A listed move, chosen uniformly.
    fn sample_move(&self, chance: &mut Chance) -> Option<Self::Command> {
        match self.moves() {
            0 => None,
            count => self.nth_move(chance.below(count)),
        }
    }

    /// A listed word, chosen uniformly.
    fn sample_word(&self, chance: &mut Chance) -> Option<Self::Command> {
        match self.words() {
            0 => None,
            count => self.nth_word(chance.below(count)),
        }
    }
}

/// The state hash, which is stored with every command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize)]
pub struct StateHash(#[serde(with = "hex::serde")] pub [u8; 8]);

impl std::fmt::Display for StateHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}
