//! Tokens, flagships and technologies that change the map during the game (TI-45 … TI-52).

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::ability::row::Kind;
use crate::desk::event::Event;
use crate::desk::refusal::Refusal;
use crate::desk::state::DeskState;
use crate::galaxy::{Breach, Conduit, Galaxy, Memoria, SystemId, SystemSet, Tether, Wormhole};
use crate::room;
use crate::round::step::Step;

/// Something on the map, by names of systems.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "feature", rename_all = "snake_case", deny_unknown_fields)]
pub enum Feature {
    /// The system of Creuss' flagship, if it is on the map.
    HilColish {
        #[schemars(length(max = room::WORD))]
        system: Option<String>,
    },
    /// A void tether is placed between two systems, or removed.
    VoidTether {
        #[schemars(with = "(room::Text<{ room::WORD }>, room::Text<{ room::WORD }>)")]
        between: (String, String),
        lies: bool,
    },
    /// The system of Nomad's flagship, if it is on the map, and the systems of its mechs.
    Memoria {
        #[schemars(length(max = room::WORD))]
        flagship: Option<String>,
        #[serde(default)]
        #[schemars(length(max = room::GIFTS), inner(length(max = room::WORD)))]
        mechs: Vec<String>,
    },
    /// Spatial Conduit Cylinders are used in the activated system, until the action ends.
    Conduit {
        #[schemars(length(max = room::WORD))]
        active: String,
    },
    /// A wormhole token is placed in a system, or removed (TI-46).
    Wormhole {
        #[schemars(length(max = room::WORD))]
        system: String,
        kind: Wormhole,
        lies: bool,
    },
    /// A breach in a system: active, inactive or removed (TI-52).
    Breach {
        #[schemars(length(max = room::WORD))]
        system: String,
        breach: Option<Breach>,
    },
    /// An ingress token is placed in a system, or removed (TI-51).
    Ingress {
        #[schemars(length(max = room::WORD))]
        system: String,
        lies: bool,
    },
}

pub(crate) fn chart(
    state: &DeskState,
    by: Seat,
    feature: &Feature,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let galaxy = state.galaxy.as_deref().ok_or(Refusal::NoMap)?;
    may_chart(state, by, feature)?;
    let mut changed = galaxy.clone();
    lay(&mut changed, by, feature).ok_or(Refusal::NoSuchPlace)?;
    if changed == *galaxy {
        return Err(Refusal::NoChange);
    }
    events.push(Event::Charted { by, feature: feature.clone() });
    Ok(())
}

/// Whether `by` may record a feature of this kind now, in any system.
///
/// # Errors
/// If it belongs to another faction, or cannot be recorded now.
pub(crate) fn may_chart(state: &DeskState, by: Seat, feature: &Feature) -> Result<(), Refusal> {
    if !is_able(state, by, feature) {
        return Err(Refusal::NotYourAbility);
    }
    match feature {
        Feature::Conduit { .. } => activates(state, by),
        Feature::HilColish { .. }
        | Feature::VoidTether { .. }
        | Feature::Memoria { .. }
        | Feature::Wormhole { .. }
        | Feature::Breach { .. }
        | Feature::Ingress { .. } => Ok(()),
    }
}

/// Any player may record tokens and seal a breach; what belongs to one faction is recorded by that faction.
pub(crate) fn needs(feature: &Feature) -> Option<Ability> {
    let id = match feature {
        Feature::HilColish { .. } => "hil_colish",
        Feature::Memoria { .. } => "memoria",
        Feature::VoidTether { .. } => "void_tether",
        Feature::Conduit { .. } => "conduit",
        Feature::Breach { breach: Some(_), .. } => "breach",
        Feature::Breach { breach: None, .. }
        | Feature::Wormhole { .. }
        | Feature::Ingress { .. } => return None,
    };
    Ability::all().find(|ability| ability.row().charts == Some(id))
}

/// The names of the systems with the mechs that Memoria II reaches.
pub(crate) fn mechs(galaxy: &Galaxy, memoria: Memoria) -> Vec<String> {
    memoria.mechs.into_iter().map(|id| galaxy.system(id).name.clone()).collect()
}

/// A flagship belongs to its faction, whether or not it has been recorded.
fn is_able(state: &DeskState, by: Seat, feature: &Feature) -> bool {
    let player = state.table.player(by);
    needs(feature).is_none_or(|ability| {
        let is_unit = ability.kind() == Kind::Unit;
        if is_unit { player.faction.has(ability) } else { player.has(ability) }
    })
}

fn activates(state: &DeskState, by: Seat) -> Result<(), Refusal> {
    let now = state.table.moment.step();
    let tactical = (Step::Activation..=Step::Production).contains(&now);
    if tactical && state.table.moment.active() == Some(by) {
        Ok(())
    } else {
        Err(Refusal::NotNow { now })
    }
}

/// Changes the map; `None` if it has no such system.
pub(crate) fn lay(galaxy: &mut Galaxy, by: Seat, feature: &Feature) -> Option<()> {
    let find = Galaxy::look_up;
    match feature {
        Feature::HilColish { system: None } => galaxy.modifiers.hil_colish = None,
        Feature::HilColish { system: Some(name) } => {
            galaxy.modifiers.hil_colish = Some(find(galaxy, name)?);
        }
        Feature::VoidTether { between: (one, other), lies } => {
            let between = (find(galaxy, one)?, find(galaxy, other)?);
            tether(galaxy, by, between, *lies);
        }
        Feature::Memoria { flagship: None, .. } => galaxy.modifiers.memoria = None,
        Feature::Memoria { flagship: Some(name), mechs } => {
            let flagship = find(galaxy, name)?;
            let mechs: Option<SystemSet> = mechs.iter().map(|name| find(galaxy, name)).collect();
            galaxy.modifiers.memoria = Some(Memoria { owner: by, flagship, mechs: mechs? });
        }
        Feature::Conduit { active } => {
            let active = find(galaxy, active)?;
            galaxy.modifiers.conduit = Some(Conduit { owner: by, active });
        }
        Feature::Wormhole { system, kind, lies } => {
            let system = find(galaxy, system)?;
            let there = galaxy.system(system).tokens.contains(kind);
            match (lies, there) {
                (true, false) => galaxy.add_wormhole(system, *kind),
                (false, true) => drop(galaxy.remove_wormhole(system, *kind)),
                _ => {}
            }
        }
        Feature::Breach { system, breach } => {
            let system = find(galaxy, system)?;
            galaxy.set_breach(system, *breach);
        }
        Feature::Ingress { system, lies } => {
            let system = find(galaxy, system)?;
            galaxy.system_mut(system).ingress = *lies;
        }
    }
    Some(())
}

/// Only its owner moves a tether, and has at most one on each border.
fn tether(galaxy: &mut Galaxy, owner: Seat, (one, other): (SystemId, SystemId), lies: bool) {
    let tethers = &mut galaxy.modifiers.tethers;
    let is_it = |it: &Tether| {
        it.owner == owner && (it.between == (one, other) || it.between == (other, one))
    };
    match (lies, tethers.iter().position(is_it)) {
        (true, None) if one != other => tethers.push(Tether { owner, between: (one, other) }),
        (false, Some(at)) => drop(tethers.remove(at)),
        _ => {}
    }
}
