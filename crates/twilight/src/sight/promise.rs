//! Promises and debts as somebody reads them.

use parley::{Audience, Faith, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use crate::deal::Act;
use crate::deal::judgement;
use crate::deal::ledger::{Due, Promise};
use crate::desk::mend;
use crate::desk::state::DeskState;
use crate::desk::word;
use crate::shared::Shared;
use crate::sight;
use crate::table::goods::Fragments;

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
    /// What the reader may ask to have recorded instead of how it ended (TI-127).
    pub may_correct: Vec<Faith>,
    /// Whether its time is now: this is the last turn, phase, agenda or round in which it can be kept.
    pub due_now: bool,
    /// Whether its performer holds enough to pay it now.
    pub payable: bool,
    /// Whether its parties should be reminded: it is due now, or it has no date and can be paid.
    pub reminds: bool,
}

/// What is owed in this step, as `audience` may know it.
pub(super) fn owed(state: &DeskState, audience: Audience) -> Vec<PromiseView> {
    let owed = sight::owed(&state.owed, audience).into_iter();
    owed.map(|promise| read(state, promise)).collect()
}

/// What a player has promised and was promised. What was read before and is still the same is not put into words again.
pub(super) fn of(state: &DeskState, seat: Seat, before: &[PromiseView]) -> Vec<PromiseView> {
    let own = state.promises.iter().filter(|it| it.by == seat || it.to == seat);
    let told = own.enumerate().map(|(place, promise)| {
        let known = before.get(place).filter(|known| known.promise == *promise);
        match known {
            Some(known) => timed(state, known.clone()),
            None => PromiseView {
                may_say: word::may_say(promise, seat).collect(),
                may_correct: mend::may_correct(promise, seat).collect(),
                ..read(state, promise.clone())
            },
        }
    });
    told.collect()
}

/// All promises, at a table where everybody may read them: the latest, those still open first (TI-126).
pub(super) fn open(state: &DeskState, audience: Audience) -> Vec<PromiseView> {
    if !state.open_ledger {
        return Vec::new();
    }
    let all = sight::owed(&state.promises, audience);
    let (pending, settled): (Vec<_>, Vec<_>) =
        all.into_iter().rev().partition(|it| it.faith == Faith::Pending);
    let shown = pending.into_iter().chain(settled).take(MOST_SHOWN);
    shown.map(|promise| read(state, promise)).collect()
}

/// Promises in an open ledger.
const MOST_SHOWN: usize = 40;

/// The same promise at this moment.
fn timed(state: &DeskState, view: PromiseView) -> PromiseView {
    let due_now = view.promise.is_due(&state.clock);
    let payable = is_payable(state, &view.promise);
    let reminds = due_now || (payable && view.promise.due == Due::Never);
    PromiseView { due_now, payable, reminds, ..view }
}

/// Whether the performer holds the goods that were promised; nothing hidden is looked at.
fn is_payable(state: &DeskState, promise: &Promise) -> bool {
    let (Act::Transfer { goods } | Act::PayBack { goods }) = &promise.term.act else {
        return false;
    };
    let player = state.table.player(promise.by);
    let has = u32::from(player.trade_goods) + u32::from(player.commodities);
    let asked = u32::from(goods.trade_goods) + u32::from(goods.commodities);
    let counts = asked > 0 || goods.fragments != Fragments::NONE;
    promise.faith == Faith::Pending
        && counts
        && has >= asked
        && player.fragments.covers(goods.fragments)
        && !state.table.is_unknown(promise.by)
}

fn read(state: &DeskState, promise: Shared<Promise>) -> PromiseView {
    let text = judgement::describe(&state.table, &promise.term);
    let debt = promise.term.act.is_payment();
    let view = PromiseView {
        promise,
        text,
        debt,
        may_say: Vec::new(),
        may_correct: Vec::new(),
        due_now: false,
        payable: false,
        reminds: false,
    };
    timed(state, view)
}
