//! Tables in play, as those who sit at them and those who look on meet them: over real sockets, on a
//! store that outlives the server.

mod bots;
mod clocks;
mod engine;
mod fairness;
mod follower;
mod house;
mod leak;
mod once;
mod play;
mod resume;
mod routes;
mod secrets;
mod sessions;
mod spectators;
mod stop;
mod twins;
mod user;
