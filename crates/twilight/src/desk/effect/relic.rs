//! Relics purchased with fragments (TI-68).

use parley::Seat;

use crate::ability::traits::Trait;
use crate::desk::effect::carry::as_action;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::table::goods::Fragments;

/// Fragments of one kind needed for a relic.
const SET: u32 = 3;
/// The number that Naaz-Rokha needs, as does a player who has just played its note.
const SMALL_SET: u32 = 2;

/// Whether `by` may purge these fragments for a relic now.
pub(crate) fn can_make(state: &DeskState, by: Seat, fragments: Fragments) -> Result<(), Refusal> {
    as_action(state, by)?;
    let player = state.table.player(by);
    if !state.table.is_unknown(by) && !player.fragments.covers(fragments) {
        return Err(Refusal::NotYoursToLose);
    }
    let small = player.can(Trait::MakesRelicsOfTwo) || state.forging == Some(by);
    let enough = fragments.total() == SET || (small && fragments.total() == SMALL_SET);
    if enough && fragments.match_each_other() {
        Ok(())
    } else {
        Err(Refusal::NotASet { needs: if small { SMALL_SET } else { SET } })
    }
}
