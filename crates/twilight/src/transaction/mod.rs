//! A transaction between two players, carried out as a whole or not at all (TI-01, TI-21).

pub mod bar;
pub(crate) mod content;
pub mod eligibility;
pub(crate) mod grounds;

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::eligibility::Right;
use crate::table::goods::Bundle;
use crate::table::{DeskTable, Eye};
use crate::transaction::bar::Bar;

/// Two players and what each gives to the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Transaction {
    pub sides: (Seat, Seat),
    /// What the first side gives, and what the second gives.
    pub gives: (Bundle, Bundle),
}

/// What one side gives to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Half<'a> {
    pub giver: Seat,
    pub taker: Seat,
    pub goods: &'a Bundle,
}

impl Transaction {
    /// What each side gives.
    pub fn halves(&self) -> [Half<'_>; 2] {
        let (a, b) = self.sides;
        let (one, other) = (&self.gives.0, &self.gives.1);
        [Half { giver: a, taker: b, goods: one }, Half { giver: b, taker: a, goods: other }]
    }

    pub fn is_empty(&self) -> bool {
        self.gives.0.is_empty() && self.gives.1.is_empty()
    }

    /// What permits it now, by what `eye` may know.
    ///
    /// # Errors
    /// The first rule that it would break.
    pub fn check(&self, table: &DeskTable, eye: Eye) -> Result<Right, Bar> {
        let (a, b) = self.sides;
        let right = eligibility::right(table, a, b)?;
        if self.is_empty() {
            return Err(Bar::Empty);
        }
        for half in self.halves() {
            content::check(table, eye, half)?;
        }
        Ok(right)
    }
}
