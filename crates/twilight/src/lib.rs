//! The transactions and deals of Twilight Imperium, for a group that plays the board game.
