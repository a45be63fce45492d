//! The rulebook as tests: one file a section, each test named after the clause it is about.

mod honour;
mod support;
mod turn;
