//! Games of Backchannel as environments for learners.
//!
//! A learner sees an [observation](Layout) of its seat, which is made from that seat's `View` and nothing else, and makes
//! masked choices that make up a command. [`Episode`] is one game, [`Vector`] is many of them.

mod choice;
mod composer;
mod demonstrate;
mod episode;
mod layout;
mod menu;
mod observe;
mod parallel;
mod plan;
mod policy;
mod reward;
mod table;
mod vector;

pub use choice::{CHOICES, Mask, Stage, Verb};
pub use composer::{BadChoice, Composed, Composer};
pub use demonstrate::{Demonstration, demonstrate};
pub use episode::{Episode, EpisodeError};
pub use layout::{Field, Layout};
pub use menu::{Menu, MenuItem};
pub use observe::observe;
pub use parallel::Simultaneous;
pub use plan::{EnvPlan, EnvPlanError, MOST_MENU};
pub use policy::{ChoicePolicy, PolicyBot};
pub use reward::RewardWeights;
pub use table::{Asked, TableError};
pub use vector::{MOST_GAMES_AT_ONCE, Vector, VectorBuffers, VectorError};
