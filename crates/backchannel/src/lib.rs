//! Backchannel, the conquest game.

pub mod map;
