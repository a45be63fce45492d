//! The strategist, through its public interface.

mod anywhere;
mod positions;
mod support;
