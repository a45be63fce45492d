//! Promises and debts as somebody reads them.

use parley::{Audience, Faith, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deal::judgement;
use crate::deal::ledger::Promise;
use crate::desk::state::DeskState;
use crate::desk::word;
use crate::shared::Shared;
use crate::sight;
use crate::table::DeskTable;

/// A promise or an obligation, with what its reader may say about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PromiseView {
    #[serde(flatten)]
    pub promise: Shared<Promise>,
    /// What is to be done and when, to follow the performer's name.
    pub text: String,
    /// Whether something is to be handed over.
    pub debt: bool,
    /// What the reader may say became of it.
    pub may_say: Vec<Faith>,
}

/// What is owed in this step, as `audience` may know it.
pub(super) fn owed(state: &DeskState, audience: Audience) -> Vec<PromiseView> {
    let owed = sight::owed(&state.owed, audience).into_iter();
    owed.map(|promise| read(&state.table, promise, Vec::new())).collect()
}

/// What a player has promised and was promised. What was read before and is still the same is not put into words again.
pub(super) fn of(state: &DeskState, seat: Seat, before: &[PromiseView]) -> Vec<PromiseView> {
    let own = state.promises.iter().filter(|it| it.by == seat || it.to == seat);
    let told = own.enumerate().map(|(place, promise)| {
        let known = before.get(place).filter(|known| known.promise == *promise);
        known.cloned().unwrap_or_else(|| {
            let may_say = word::may_say(promise, seat).collect();
            read(&state.table, promise.clone(), may_say)
        })
    });
    told.collect()
}

fn read(table: &DeskTable, promise: Shared<Promise>, may_say: Vec<Faith>) -> PromiseView {
    let text = judgement::describe(table, &promise.term);
    let debt = promise.term.act.is_payment();
    PromiseView { promise, text, debt, may_say }
}
