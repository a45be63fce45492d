//! The rulebook as tests: one file a section, each test named after the clause it is about.

mod answers;
mod collusion;
mod ending;
mod log_and_fog;
mod proposals;
mod secrets;
mod sight;
mod signals;
#[allow(unreachable_pub, reason = "a test has no outside, and all of this is for its sections")]
mod support;
mod turn;
