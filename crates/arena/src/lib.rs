//! Plays many games between bots and reports the results.
//!
//! ```
//! use arena::{ArenaPlan, simulate};
//! use backchannel::{Setup, map::library};
//!
//! let map = library::find("wherrymouth").unwrap().file().clone();
//! let plan = ArenaPlan::new(Setup::standard(map, 3), ["random"]).games(3).seed(7);
//! let report = simulate(&plan, |_| ()).unwrap();
//! assert_eq!(report.games, 3);
//! assert_eq!(report.results.wins["random"], 3.0);
//! ```

pub mod balance;
mod deals;
mod experiment;
mod fit;
mod inbox;
pub mod league;
mod plan;
mod play;
mod pool;
mod record;
mod report;
mod rounds;
mod seating;
mod simulate;
pub mod standings;
mod tally;
mod tune;
mod watch;
mod wilson;

pub use deals::{DealCounts, Deals};
pub use experiment::{
    Arm, ArmExpectation, ArmResult, Experiment, ExperimentResult, Measure, MeasuredValue,
};
pub use fit::{CANDIDATE, Fit, FitError, FitPlan, thresholds};
pub use inbox::{PendingNews, is_word};
pub use plan::{ArenaPlan, MOST_GAMES, MOST_THREADS, PlanError};
pub use play::{
    ACTIONS_A_GAME, ArenaPlayer, GameObserver, PlayBuffers, PlayError, WORDS_A_TURN, play,
};
pub use pool::{ChallengeReport, MOST_CHALLENGE_GAMES, Pool, PoolGolden, PoolTable};
pub use record::{Recorder, file_name};
pub use report::{ArenaReport, ProgramConduct, Results, WinRate};
pub use rounds::Rounds;
pub use simulate::{SimError, report_on, simulate, simulate_part};
pub use tally::ArenaTally;
pub use tune::{
    Dial, MOST_CANDIDATES, MOST_DIALS, MOST_GENERATIONS, TuneError, TunePlan, Tuned,
    TunedGeneration, tune,
};
pub use watch::{
    BreakKind, BreakRow, ClaimCounts, Deviation, GameLabel, JUDGED_AFTER, LeagueWatch,
    PromiseCounts, ROUNDS_AFTER, SeatDeals, SeatRow, ThinkingRow, WorthAfter,
};
