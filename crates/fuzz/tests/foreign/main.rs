//! Whatever comes from outside, the answer is a value or a reason: never a panic, and never a long wait.
//!
//! `cargo test` repeats what is in `__fuzz__` and tries a little at random; `cargo xtask fuzz` goes on for as
//! long as one likes.

mod commands;
mod frames;
mod house;
mod imports;
mod maps;
mod played;
mod replays;
mod setups;
mod situations;
mod steps;
mod words;

/// Tried at random with every run of the tests.
const ITERATIONS: usize = 300;
/// The longest row of bytes that a fuzzer is asked for.
const LONGEST: usize = 512;

/// A fuzz target by its name, whose corpus is `__fuzz__/NAME/corpus`.
macro_rules! target {
    ($name:literal, $examine:expr) => {
        bolero::check!(name = $name)
            .with_iterations($crate::ITERATIONS)
            .with_max_len($crate::LONGEST)
            .for_each($examine)
    };
}
use target;
