//! The round: its phases, its steps and windows, and the current moment (TI-85 … TI-103).

pub mod moment;
pub mod step;
