//! A transaction between two players: all of it at once, or nothing (section A).

pub mod bar;
pub(crate) mod content;
pub mod eligibility;

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::eligibility::Right;
use crate::table::goods::Bundle;
use crate::table::{Eye, Table};
use crate::transaction::bar::Bar;

/// Two players and what each gives to the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Transaction {
    pub sides: (Seat, Seat),
    /// What the first side gives, and what the second.
    pub gives: (Bundle, Bundle),
}

impl Transaction {
    /// What each side gives: giver, taker, goods.
    pub fn halves(&self) -> [(Seat, Seat, &Bundle); 2] {
        let (a, b) = self.sides;
        [(a, b, &self.gives.0), (b, a, &self.gives.1)]
    }

    pub fn is_empty(&self) -> bool {
        self.gives.0.is_empty() && self.gives.1.is_empty()
    }

    /// By what right it may happen now, as far as `eye` may know.
    ///
    /// # Errors
    /// The first rule that it would break.
    pub fn check(&self, table: &Table, eye: Eye) -> Result<Right, Bar> {
        let (a, b) = self.sides;
        let right = eligibility::right(table, a, b)?;
        if self.is_empty() {
            return Err(Bar::Empty);
        }
        for (giver, taker, bundle) in self.halves() {
            content::check(table, eye, giver, taker, bundle)?;
        }
        Ok(right)
    }
}
