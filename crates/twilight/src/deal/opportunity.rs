//! Who can do what in which step: the window that an act belongs to (TI-78, TI-81).

use parley::Seat;

use crate::ability::note::{NoteKind, Window};
use crate::ability::power::{self, Power, Who};
use crate::ability::row::Kind;
use crate::ability::window::{Event, Opener};
use crate::deal::Act;
use crate::deal::choice::{self, Choice};
use crate::round::step::Step;
use crate::table::DeskTable;
use crate::table::question::Question;

/// The steps in which something can be done, and whether this player can do it in the open step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Opportunity {
    /// Open to this player now.
    Open,
    /// Open to this player as an answer to what has just happened.
    Answer,
    /// Its step is open, but somebody else decides.
    Others(Who),
    /// It belongs to another step.
    Elsewhere(Step),
    /// It opens only after something else happens.
    Unopened,
    /// Its step is open, but something has to happen there first, of which nothing is said.
    Awaited,
    /// It is for the turn of the player who issued the note.
    IssuersTurn,
    /// It is always in effect, and nobody decides anything.
    Passive,
    /// The desk does not know it, so nobody can judge it.
    Unknown,
    /// The open step offers no such choice.
    NotOffered,
    /// The step is over, and the next has not begun.
    Between,
    /// It is printed on another strategy card than the one that is being resolved.
    OtherCard,
    /// It is not used in the step that the term names.
    WrongStep(Step),
    /// The rules leave open whether it can be agreed on.
    Disputed(Question),
}

pub(crate) fn of(table: &DeskTable, by: Seat, act: &Act) -> Opportunity {
    use Step::*;
    match act {
        Act::Produce { .. } if is_warfare_secondary(table) => {
            within(table, by, &[Secondary], Who::Decider)
        }
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
        Act::Choose { what, at } | Act::Avoid { what, at } => of_choice(table, by, what, *at),
        Act::Replenish => within(table, by, &[TradeChoosePlayers], Who::Decider),
        Act::Pass => within(table, by, &[ChooseAction], Who::Decider),
        Act::PlayCard { card, at } => of_card(table, by, card, *at),
        Act::Research { .. } => of_research(table, by),
        Act::Score { .. } => of_score(table, by),
        Act::Words { .. } | Act::Transfer { .. } | Act::CardResult { .. } | Act::PayBack { .. } => {
            Opportunity::Unknown
        }
    }
}

/// The secondary of Warfare produces in a home system.
fn is_warfare_secondary(table: &DeskTable) -> bool {
    let card = table.scene.card.as_deref();
    table.moment.step() == Step::Secondary && card == Some("warfare")
}

fn of_card(table: &DeskTable, by: Seat, card: &str, at: Option<Step>) -> Opportunity {
    let is_card = |power: &&Power| power.kind == Kind::ActionCard;
    match (table.scene.custom(card), power::find(card).filter(is_card)) {
        (None, None) => Opportunity::Unknown,
        _ => of_power(table, by, card, at),
    }
}

fn of_power(table: &DeskTable, by: Seat, name: &str, at: Option<Step>) -> Opportunity {
    if let Some(custom) = table.scene.custom(name) {
        let theirs = custom.of.is_none_or(|of| of.contains(by));
        return match open(table, by, (&custom.steps, custom.who), &custom.after, at) {
            Opportunity::Open | Opportunity::Answer if !theirs => Opportunity::Others(custom.who),
            found => found,
        };
    }
    let Some(power) = power::find(name) else { return Opportunity::Unknown };
    let other_card = |card| table.scene.card.as_deref().is_some_and(|open| open != card);
    match open(table, by, (power.steps, power.who), power.after, at) {
        _ if power.passive => Opportunity::Passive,
        Opportunity::Open if power.awaits => Opportunity::Awaited,
        Opportunity::Open if power.card.is_some_and(other_card) => Opportunity::OtherCard,
        found => found,
    }
}

/// A window with its steps and openers; `at` names the step in which it is meant to be used.
fn open(
    table: &DeskTable,
    by: Seat,
    (steps, who): (&[Step], Who),
    after: &[Opener],
    at: Option<Step>,
) -> Opportunity {
    if after.iter().any(|opener| table.opens(by, *opener)) {
        return Opportunity::Answer;
    }
    match at {
        Some(step) if !steps.contains(&step) => {
            steps.first().map_or(Opportunity::Unopened, |_| Opportunity::WrongStep(step))
        }
        Some(step) => within(table, by, &[step], who),
        None => within(table, by, steps, who),
    }
}

fn of_choice(table: &DeskTable, by: Seat, what: &str, at: Option<Step>) -> Opportunity {
    let now = table.moment.step();
    let step = at.unwrap_or(now);
    match choice::about(table, step, what) {
        Some((kind, _)) => of_kind(table, by, kind, step),
        None => Opportunity::NotOffered,
    }
}

/// A choice that has been recognised, made in that step.
pub(crate) fn of_kind(table: &DeskTable, by: Seat, kind: Choice, step: Step) -> Opportunity {
    let question = match kind {
        Choice::Agendas => Some(Question::UnseenAgendas),
        Choice::CarrinasPlanet => Some(Question::CarrinasPlanet),
        Choice::Plot => Some(Question::Plots),
        _ => None,
    };
    let fits = choice::offered(step).contains(&kind);
    match (fits, choice::usual(kind), question) {
        (true, _, Some(question)) => match within(table, by, &[step], choice::chooser(step)) {
            Opportunity::Open => Opportunity::Disputed(question),
            found => found,
        },
        (true, ..) => within(table, by, &[step], choice::chooser(step)),
        (false, _, Some(question @ (Question::CarrinasPlanet | Question::Plots))) => {
            Opportunity::Disputed(question)
        }
        (false, Some(usual), _) => Opportunity::Elsewhere(usual),
        (false, None, _) => Opportunity::NotOffered,
    }
}

/// Technology is researched by the card, by its secondary, or by an action.
fn of_research(table: &DeskTable, by: Seat) -> Opportunity {
    let steps = [Step::Primary, Step::Secondary, Step::ComponentAction];
    let other = table.scene.card.as_deref().is_some_and(|card| card != "technology");
    let step = table.moment.step();
    match within(table, by, &steps, Who::Decider) {
        Opportunity::Open if other && step != Step::ComponentAction => Opportunity::OtherCard,
        found => found,
    }
}

/// Objectives are scored in the status phase, and one public objective by Imperial.
fn of_score(table: &DeskTable, by: Seat) -> Opportunity {
    let imperial = matches!(table.scene.card.as_deref(), Some("imperial" | "aeterna"));
    match table.moment.step() {
        Step::Primary if imperial => within(table, by, &[Step::Primary], Who::Decider),
        _ => within(table, by, &[Step::ScoreObjectives], Who::Anyone),
    }
}

fn within(table: &DeskTable, by: Seat, steps: &[Step], who: Who) -> Opportunity {
    let Some(first) = steps.first() else { return Opportunity::Unopened };
    if !steps.contains(&table.moment.step()) {
        // People mean the next such window of the round.
        let later = steps.iter().find(|step| **step > table.moment.step());
        return Opportunity::Elsewhere(*later.unwrap_or(first));
    }
    match () {
        () if table.scene.between_steps && steps.len() < Step::ACTION_PHASE.len() => {
            Opportunity::Between
        }
        () if may(table, by, who) => Opportunity::Open,
        () => Opportunity::Others(who),
    }
}

/// Whose decision it is. What the situation does not say about a combat or a system is taken to be so.
pub(crate) fn may(table: &DeskTable, by: Seat, who: Who) -> bool {
    let (moment, scene) = (&table.moment, &table.scene);
    let active = moment.active() == Some(by);
    let defends = !active && scene.defender.is_none_or(|it| it == by);
    match who {
        Who::Decider => moment.is_open_to(by),
        Who::Anyone => true,
        Who::NotActive => !active,
        Who::Active => active,
        Who::Asked => moment.asked() == Some(by),
        Who::NotAsked => moment.asked() != Some(by),
        Who::NotDecider => moment.asked().or(moment.active()) != Some(by),
        Who::Combatant => active || defends,
        Who::Defender => defends,
        Who::Winner => (active || defends) && scene.winner.is_none_or(|it| it == by),
        Who::Present => !active && scene.present.is_none_or(|it| it.contains(by)),
        Who::Speaker => table.speaker == by,
        Who::Tyrant => scene.tyrant == Some(by),
        Who::Roller => match moment.step() {
            Step::Bombardment => active,
            Step::AntiFighterBarrage => active || defends,
            Step::SpaceCannonDefense => defends,
            _ => true,
        },
        Who::Target => match moment.step() {
            Step::Bombardment => defends,
            Step::SpaceCannonDefense => active,
            _ => active || defends,
        },
    }
}

pub(crate) fn of_note(
    table: &DeskTable,
    holder: Seat,
    issuer: Seat,
    kind: NoteKind,
) -> Opportunity {
    use Step::*;
    if let Some(place) = kind.homebrew() {
        let name = table.scene.notes.get(place).map_or("", String::as_str);
        return of_power(table, holder, name, None);
    }
    let turn_of = |seat: Seat, steps: &[Step]| {
        let opportunity = within(table, holder, steps, Who::Anyone);
        let theirs = table.moment.active() == Some(seat);
        match opportunity {
            Opportunity::Open if !theirs && seat == issuer => Opportunity::IssuersTurn,
            Opportunity::Open if !theirs => Opportunity::Others(Who::Active),
            found => found,
        }
    };
    let anybody = |steps: &[Step]| within(table, holder, steps, Who::Anyone);
    let fighting = |steps: &[Step]| within(table, holder, steps, Who::Combatant);
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
        Window::IssuerResearches => researching(table, holder, issuer),
        Window::IssuerTakesStrategicAction => turn_of(issuer, &[Secondary]),
        Window::IssuerActivatesHoldersSystem => match turn_of(issuer, &[Activation]) {
            Opportunity::Open if !may(table, holder, Who::Present) => {
                Opportunity::Others(Who::Present)
            }
            found => found,
        },
        Window::HolderActivatesSystem => turn_of(holder, &[Activation]),
        Window::ShipsMoveInOnHolder => within(table, holder, &[MoveShips], Who::Present),
        Window::StartOfCombat => fighting(&[CombatStart, GroundCombatRoll]),
        Window::StartOfSpaceCombat => fighting(&[CombatStart]),
        Window::AfterSpaceCombatRolls => fighting(&[CombatRoll]),
        Window::HolderRollsUnitAbility => {
            let rolls = [SpaceCannonOffense, AntiFighterBarrage, Bombardment, SpaceCannonDefense];
            within(table, holder, &rolls, Who::Roller)
        }
        Window::HolderCommitsGroundForces => turn_of(holder, &[CommitGroundForces]),
        Window::StartOfGroundCombat => fighting(&[GroundCombatRoll]),
        Window::EndOfCombat => fighting(&[CombatEnd, GroundCombatHits]),
        Window::EndOfHoldersTacticalAction => turn_of(holder, &[EndOfAction]),
    }
}

/// The issuer has just researched, or it is their moment in a step in which technologies are researched.
fn researching(table: &DeskTable, holder: Seat, issuer: Seat) -> Opportunity {
    use Step::*;
    if table.scene.has_just(Event::Researched, issuer) {
        return Opportunity::Open;
    }
    let steps = [Primary, Secondary, ComponentAction, EndOfAction];
    let researches = table.moment.decides(table.speaker) == issuer;
    let card = table.scene.card.as_deref();
    let other = card.is_some_and(|card| !matches!(card, "technology" | "magus"));
    match within(table, holder, &steps, Who::Anyone) {
        Opportunity::Open if !researches || other => Opportunity::Unopened,
        found => found,
    }
}

/// The issuer has just replenished, is replenishing with the Trade primary, or is being asked in its secondary.
fn replenishing(table: &DeskTable, holder: Seat, issuer: Seat) -> Opportunity {
    let just = table.scene.has_just(Event::Replenished, issuer);
    if just || table.replenished.contains(issuer) {
        return Opportunity::Open;
    }
    let card = table.scene.card.as_deref();
    let other = card.is_some_and(|card| !matches!(card, "trade" | "amicus"));
    let opportunity = within(table, holder, &[Step::TradeReplenish, Step::Secondary], Who::Anyone);
    let replenishes = table.moment.decides(table.speaker) == issuer;
    match opportunity {
        Opportunity::Open if other => Opportunity::Unopened,
        Opportunity::Open if !replenishes => Opportunity::Others(Who::Decider),
        found => found,
    }
}
