//! Tables in play, as players and spectators see them: over real sockets, on a store that outlives the server.

mod agreed;
mod bots;
mod clocks;
mod daily;
mod doctor;
mod ending;
mod engine;
mod fairness;
mod feeds;
mod follower;
mod haggle;
mod journal;
mod jumps;
mod leak;
mod machine;
mod once;
mod opponents;
mod play;
#[path = "../support/postgres.rs"]
mod postgres;
mod quarantine;
mod reasons;
mod releases;
mod resume;
mod routes;
mod salvage;
mod secrets;
mod sessions;
mod skipping;
mod spectators;
mod stop;
mod test_server;
mod third;
mod twins;
mod user;
