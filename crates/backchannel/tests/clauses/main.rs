//! The rulebook as tests: one file a section, each test named after the clause it is about.

mod answers;
mod between_turns;
mod cards;
mod cards_agreements;
mod cards_betrayal;
mod cards_tactical;
mod collusion;
mod ending;
mod foresight;
mod goal;
mod head_starts;
mod honour;
mod log_and_fog;
mod proposals;
mod secrets;
mod sight;
mod signals;
mod studies;
mod support;
mod table;
mod table_map;
mod turn;
mod turn_attack;
mod turn_out;
