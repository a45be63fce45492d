//! The moment of a situation: the step, whose turn it is, and what is going on around it.

use parley::{Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Read;
use super::error::{SituationError, Wrong};
use super::names::{self, Names};
use crate::ability::window::Event;
use crate::deal::choice::STRATEGY_CARDS;
use crate::room;
use crate::round::moment::{Misfit, Moment};
use crate::round::step::Phase;
use crate::similar::fold;
use crate::table::scene::{Happening, Scene};

/// The moment: a step of the round, and whose turn it is.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MomentSpec {
    /// A step such as `production`, `vote`, `start_of_turn`.
    #[schemars(schema_with = "super::listing::any_step")]
    pub step: String,
    /// Whose turn it is; required in the action phase. In a step of an agenda it says that an ability resolves the
    /// agenda within that turn.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub active: Option<String>,
    /// Who decides, in steps that ask one player after another.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub asked: Option<String>,
    /// The other side of the combat or the invasion.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub defender: Option<String>,
    /// Who has won the combat that is over.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub winner: Option<String>,
    /// Everybody with units in the active system.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub units_of: Option<Vec<String>>,
    /// The strategy card that is being resolved.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub card: Option<String>,
    /// Players whom the holder of Trade has chosen for a free secondary.
    #[serde(default)]
    #[schemars(length(max = room::THINGS), inner(length(max = room::WORD)))]
    pub free: Vec<String>,
    /// What has just happened and can still be answered.
    #[serde(default)]
    #[schemars(length(max = room::GIFTS))]
    pub just: Vec<JustSpec>,
    /// Whether the step is over and the next has not begun.
    #[serde(default)]
    pub between: bool,
    /// The number of the agenda or edict in its phase. Each counts anew for `transacted`.
    #[serde(default)]
    pub agenda: Option<u8>,
}

/// Something that has just happened, such as `{"what": "transaction", "by": "Ann", "on": "Bob"}` or
/// `{"what": "played", "name": "Diplomatic Pressure", "by": "Cid", "on": "Ann"}`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JustSpec {
    pub what: Event,
    /// Who did it, or to whom it happened.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub by: Option<String>,
    /// The other party, or the target.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub on: Option<String>,
    /// The card or ability that was announced.
    #[serde(default)]
    #[schemars(length(max = room::WORD))]
    pub name: Option<String>,
}

pub(super) fn read(names: &Names<'_>, spec: &MomentSpec) -> Read<Moment> {
    let step = names::step("moment.step", &spec.step)?;
    let active = names.optional("moment.active", spec.active.as_deref())?;
    let asked = names.optional("moment.asked", spec.asked.as_deref())?;
    let moment = match active {
        Some(active) if step.phase() == Phase::Agenda => Moment::within_turn(step, active, asked),
        _ => Moment::new(step, active, asked),
    };
    moment.map_err(|misfit| {
        let field = match misfit {
            Misfit::NobodyActive | Misfit::ActiveOutsideTurn => "moment.active",
            Misfit::NobodyAsked | Misfit::NobodyIsAsked | Misfit::OwnSecondary => "moment.asked",
        };
        SituationError::at(field, Wrong::Misfit(misfit))
    })
}

/// What the step alone does not tell.
pub(super) fn scene(names: &Names<'_>, spec: &MomentSpec) -> Read<Scene> {
    let seats = |field: &str, typed: &[String]| -> Read<SeatSet> {
        let each = typed.iter().enumerate();
        each.map(|(at, name)| names.seat(&format!("{field}[{at}]"), name)).collect()
    };
    let present = spec.units_of.as_deref().map(|typed| seats("moment.units_of", typed));
    let just = spec.just.iter().enumerate();
    let happened = just.map(|(at, it)| happening(names, &format!("moment.just[{at}]"), it));
    let active = names.optional("moment.active", spec.active.as_deref())?;
    let defender = names.optional("moment.defender", spec.defender.as_deref())?;
    let winner = names.optional("moment.winner", spec.winner.as_deref())?;
    if defender.is_some() && defender == active {
        return Err(SituationError::at("moment.defender", Wrong::DefendsThemselves));
    }
    if winner.is_some() && defender.is_some() && winner != defender && winner != active {
        return Err(SituationError::at("moment.winner", Wrong::WinsFromOutside));
    }
    Ok(Scene {
        defender,
        winner,
        present: present.transpose()?,
        happened: happened.collect::<Read<_>>()?,
        between_steps: spec.between,
        card: spec.card.as_deref().map(strategy_card).transpose()?,
        free: seats("moment.free", &spec.free)?,
        ..Scene::default()
    })
}

fn happening(names: &Names<'_>, field: &str, spec: &JustSpec) -> Read<Happening> {
    let seat = |name: &str, typed: &Option<String>| -> Read<Option<Seat>> {
        names.optional(&format!("{field}.{name}"), typed.as_deref())
    };
    Ok(Happening {
        event: spec.what,
        by: seat("by", &spec.by)?,
        on: seat("on", &spec.on)?,
        name: spec.name.as_deref().map(|typed| announced(names, field, typed)).transpose()?,
    })
}

/// A card, an ability or a note.
fn announced(names: &Names<'_>, field: &str, typed: &str) -> Read<String> {
    match names.note_if_known(typed) {
        Some(_) => Ok(typed.to_owned()),
        None => names.power(&format!("{field}.name"), typed),
    }
}

fn strategy_card(typed: &str) -> Read<String> {
    let folded = fold(typed);
    match STRATEGY_CARDS.iter().any(|card| fold(card) == folded) {
        true => Ok(folded),
        false => {
            let known = STRATEGY_CARDS.iter().copied();
            Err(names::unknown("moment.card", "strategy card", typed, known))
        }
    }
}
