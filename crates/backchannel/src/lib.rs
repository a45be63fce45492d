//! Backchannel, the conquest game: map, turns, combat, cards, deals, signals, fog and honour.
//!
//! The crate is pure: commands go in, events come out. It knows no clock, file or socket. The state of a [`Game`] is
//! private; what anybody may know of it is in [`View`], [`Options`], [`Notice`] and [`Refusal`].
//!
//! ```
//! use backchannel::map::library;
//! use backchannel::{Command, Game, Refusal, Setup};
//! use parley::{Game as _, Refusal as _, Seat, Seed, Table};
//!
//! let map = library::find("wherrymouth")?.file().clone();
//! let mut table = Table::<Game>::open(&Setup::standard(map, 2), Seed::numbered(7, 0))?;
//!
//! let refusal = table.act(Seat(1), &Command::Pass).unwrap_err();
//! assert_eq!(refusal, Refusal::NotYourTurn);
//! assert_eq!(refusal.clause().to_string(), "BC-201");
//! assert_eq!(refusal.to_string(), "It is not your turn.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod agreement;
pub mod brief;
pub mod broken_word;
pub mod card;
pub mod caretaker;
pub mod catalogue;
mod combat;
pub mod command;
mod decide;
pub mod dice;
mod draft;
mod ending;
pub mod event;
mod evolve;
mod fog;
pub mod foresight;
mod game;
mod garrison;
pub mod goal;
pub mod honour;
pub mod imagined;
pub mod lockout;
pub mod map;
mod march;
pub mod menu;
pub mod narrate;
pub mod notice;
pub mod odds;
pub mod options;
pub mod palette;
pub mod phrases;
mod proof;
mod proposal;
pub mod quick;
pub mod refusal;
pub mod scenario;
#[cfg(feature = "schema")]
mod schema;
pub mod settings;
mod setup;
pub mod signal;
mod span;
mod state;
pub mod study;
mod tactical;
mod talk;
pub mod treaty;
mod turn;
pub mod view;
mod view_change;
mod witness;
mod word_event;
pub mod wording;

pub use agreement::Agreement;
pub use broken_word::{BrokenWord, BrokenWords, KeptWord, WordBreak};
pub use card::{Card, Cards, Slots};
pub use catalogue::{CardCatalogue, CardKind, Tactic};
pub use command::{Command, Mode, SignalRef, Target};
pub use event::{ATTACK_DICE, DEFENCE_DICE, Event, FORTIFY_BONUS};
pub use game::Game;
pub use honour::HonourRecord;
pub use imagined::{Guess, GuessError};
pub use map::{Map, Territory, TerritorySet, Zone};
pub use notice::{Category, Notice};
pub use options::Options;
pub use proposal::TRAITOR_SLOTS;
pub use refusal::Refusal;
pub use scenario::{Scenario, ScenarioError};
pub use settings::{Rules, Settings, Setup, SetupError};
pub use state::{Ending, Outcome, Queued, Recon};
pub use study::{Regime, Study};
pub use tactical::GAMBLE_CARDS;
pub use treaty::{Treaty, TreatyRef};
pub use view::View;
pub use view_change::ViewChange;

/// The samples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
