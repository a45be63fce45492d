//! Who can do what in which step: the window that an act belongs to (TI-78, TI-81).

use parley::Seat;

use crate::ability::note::{NoteKind, Window};
use crate::ability::power::{self, Who};
use crate::deal::Act;
use crate::round::step::Step;
use crate::table::DeskTable;

/// The steps in which something can be done, and whether this player can do it in the open step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opportunity {
    /// Open to this player now.
    Open,
    /// Its step is open, but somebody else decides.
    Others,
    /// It belongs to another step.
    Elsewhere(Step),
    /// It opens only after something else happens.
    Unopened,
    /// Only the parties know which step it belongs to.
    Unknown,
}

pub(crate) fn of(table: &DeskTable, by: Seat, act: &Act) -> Opportunity {
    use Step::*;
    match act {
        Act::Produce { .. } => within(table, by, &[Production], Who::Decider),
        Act::Vote { .. } | Act::Abstain => within(table, by, &[Vote], Who::Decider),
        Act::Use { power, at } | Act::Refrain { power, at } => of_power(table, by, power, *at),
        Act::UseNote { note } | Act::KeepNote { note } => {
            of_note(table, by, note.issuer, note.kind)
        }
        Act::Activate { .. } | Act::LeaveAlone { .. } => {
            within(table, by, &[ChooseAction], Who::Decider)
        }
        Act::MoveInto { .. } | Act::StayOut { .. } => within(table, by, &[MoveShips], Who::Decider),
        Act::Choose { at, .. } => at_step(table, by, *at, Who::Decider),
        Act::Replenish => within(table, by, &[TradeChoosePlayers], Who::Decider),
        Act::Pass => within(table, by, &[ChooseAction], Who::Decider),
        Act::PlayCard { at, .. } => at_step(table, by, *at, Who::Anyone),
        Act::Words { .. } => within(table, by, &[table.moment.step()], Who::Anyone),
        Act::Transfer { .. } | Act::CardResult { .. } | Act::PayBack { .. } => Opportunity::Unknown,
    }
}

fn of_power(table: &DeskTable, by: Seat, name: &str, at: Option<Step>) -> Opportunity {
    match (power::find(name), at) {
        (Some(power), _) => within(table, by, power.steps, power.who),
        (None, Some(_)) => at_step(table, by, at, Who::Anyone),
        (None, None) => Opportunity::Unknown,
    }
}

fn at_step(table: &DeskTable, by: Seat, at: Option<Step>, who: Who) -> Opportunity {
    match at {
        Some(step) => within(table, by, &[step], who),
        None => within(table, by, &[table.moment.step()], who),
    }
}

fn within(table: &DeskTable, by: Seat, steps: &[Step], who: Who) -> Opportunity {
    let Some(first) = steps.first() else { return Opportunity::Unopened };
    if !steps.contains(&table.moment.step()) {
        // People mean the next such window of the round.
        let later = steps.iter().find(|step| **step > table.moment.step());
        return Opportunity::Elsewhere(*later.unwrap_or(first));
    }
    let may = match who {
        Who::Decider => table.moment.is_open_to(by),
        Who::Anyone => true,
        Who::NotActive => table.moment.active() != Some(by),
    };
    if may { Opportunity::Open } else { Opportunity::Others }
}

fn of_note(table: &DeskTable, holder: Seat, issuer: Seat, kind: NoteKind) -> Opportunity {
    use Step::*;
    let turn_of = |seat: Seat, steps: &[Step]| {
        let opportunity = within(table, holder, steps, Who::Anyone);
        let theirs = table.moment.active() == Some(seat);
        if opportunity == Opportunity::Open && !theirs { Opportunity::Others } else { opportunity }
    };
    let anybody = |steps: &[Step]| within(table, holder, steps, Who::Anyone);
    match kind.spec().window {
        Window::Receipt => Opportunity::Unopened,
        Window::Action => turn_of(holder, &[ChooseAction, ComponentAction]),
        Window::StartOfHoldersTurn => turn_of(holder, &[StartOfTurn]),
        Window::StartOfIssuersTurn => turn_of(issuer, &[StartOfTurn]),
        Window::StartOfStrategyPhase => anybody(&[StartOfStrategy]),
        Window::EndOfStrategyPhase => anybody(&[EndOfStrategy]),
        Window::GainsStatusTokens => anybody(&[GainTokens]),
        Window::AgendaRevealed => anybody(&[WhenRevealed]),
        Window::AfterAgendaRevealed => anybody(&[AfterRevealed]),
        Window::IssuerReplenishes => replenishing(table, holder, issuer),
        Window::IssuerResearches => anybody(&[Primary, Secondary, ComponentAction, EndOfAction]),
        Window::IssuerTakesStrategicAction => turn_of(issuer, &[Secondary]),
        Window::IssuerActivatesHoldersSystem => turn_of(issuer, &[Activation]),
        Window::HolderActivatesSystem => turn_of(holder, &[Activation]),
        Window::ShipsMoveInOnHolder => within(table, holder, &[MoveShips], Who::NotActive),
        Window::StartOfCombat => anybody(&[CombatStart, GroundCombatRoll]),
        Window::StartOfSpaceCombat => anybody(&[CombatStart]),
        Window::AfterSpaceCombatRolls => anybody(&[CombatRoll]),
        Window::HolderRollsUnitAbility => {
            anybody(&[SpaceCannonOffense, AntiFighterBarrage, Bombardment, SpaceCannonDefense])
        }
        Window::HolderCommitsGroundForces => turn_of(holder, &[CommitGroundForces]),
        Window::StartOfGroundCombat => anybody(&[GroundCombatRoll]),
        Window::EndOfCombat => anybody(&[CombatEnd, GroundCombatHits]),
        Window::EndOfHoldersTacticalAction => turn_of(holder, &[EndOfAction]),
    }
}

/// The issuer has just replenished, is replenishing with the Trade primary, or is being asked in its secondary.
fn replenishing(table: &DeskTable, holder: Seat, issuer: Seat) -> Opportunity {
    if table.replenished.contains(issuer) {
        return Opportunity::Open;
    }
    let opportunity = within(table, holder, &[Step::TradeReplenish, Step::Secondary], Who::Anyone);
    let replenishes = table.moment.decides(table.speaker) == issuer;
    if opportunity == Opportunity::Open && !replenishes { Opportunity::Others } else { opportunity }
}
