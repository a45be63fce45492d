//! Whatever the input, the result is a value or an error: never a panic, and never a long wait.
//!
//! `cargo test` tries the corpus in `__fuzz__` and some random bytes that are the same each time; `cargo xtask fuzz`
//! tries new ones for as long as requested.

mod agents;
mod commands;
mod feeds;
mod fixed;
mod frames;
mod imports;
mod maps;
mod played;
mod replays;
mod reports;
mod setups;
mod situations;
mod steps;
mod test_server;
mod tools;
mod words;

/// The longest input that a fuzzer is asked for.
const LONGEST: usize = 512;

/// A fuzz target by its name, whose corpus is `__fuzz__/NAME/corpus`.
macro_rules! target {
    ($name:literal, $examine:expr) => {
        // After the fixed inputs only the corpus is tried, unless the environment asks for more.
        bolero::check!(name = $name)
            .with_iterations(0)
            .with_max_len($crate::LONGEST)
            .for_each($crate::fixed::examined($examine))
    };
}
use target;
