//! Features that were recorded on the map, and the command that removes each (TI-45 … TI-52).

use parley::Seat;

use crate::desk::feature::{self, Feature};
use crate::desk::state::DeskState;
use crate::galaxy::{Breach, Galaxy, Modifiers, SystemId};

/// A feature that was recorded in a system.
pub(crate) struct Laid {
    pub(crate) system: SystemId,
    pub(crate) text: String,
    /// The feature to record to remove it; `None` if it ends by itself.
    pub(crate) away: Option<Feature>,
}

/// All recorded features, system by system; `name` returns the name of a player.
pub(crate) fn laid<'a>(galaxy: &Galaxy, name: impl Fn(Seat) -> &'a str) -> Vec<Laid> {
    let systems = galaxy.systems().map(|(id, _)| id);
    systems.flat_map(|id| tokens(galaxy, id).into_iter().chain(bends(galaxy, id, &name))).collect()
}

/// The features that `by` may remove now.
pub(crate) fn removable(state: &DeskState, by: Seat) -> Vec<Feature> {
    let Some(galaxy) = state.galaxy.as_deref() else { return Vec::new() };
    let all = laid(galaxy, |_| "").into_iter().filter_map(|it| it.away);
    all.filter(|away| feature::chart(state, by, away, &mut Vec::new()).is_ok()).collect()
}

fn tokens(galaxy: &Galaxy, id: SystemId) -> Vec<Laid> {
    let system = galaxy.system(id);
    let here = || system.name.clone();
    let lies = |text: String, away| Laid { system: id, text, away: Some(away) };
    let mut found: Vec<Laid> = Vec::new();
    found.extend(system.tokens.iter().map(|kind| {
        let away = Feature::Wormhole { system: here(), kind: *kind, lies: false };
        lies(format!("{kind} wormhole token"), away)
    }));
    if system.ingress {
        let away = Feature::Ingress { system: here(), lies: false };
        found.push(lies("ingress token".to_owned(), away));
    }
    if let Some(breach) = system.breach {
        let text = match breach {
            Breach::Active => "active breach",
            Breach::Inactive => "inactive breach",
        };
        found.push(lies(text.to_owned(), Feature::Breach { system: here(), breach: None }));
    }
    found
}

fn bends<'a>(galaxy: &Galaxy, id: SystemId, name: &impl Fn(Seat) -> &'a str) -> Vec<Laid> {
    let Modifiers { hil_colish, memoria, conduit, tethers, .. } = &galaxy.modifiers;
    let called = |id: SystemId| galaxy.system(id).name.clone();
    let lies = |text: String, away| Laid { system: id, text, away };
    let mut found = Vec::new();
    if *hil_colish == Some(id) {
        found.push(lies("Hil Colish".to_owned(), Some(Feature::HilColish { system: None })));
    }
    if let Some(memoria) = memoria {
        let owner = name(memoria.owner);
        if memoria.flagship == id {
            let away = Feature::Memoria { flagship: None, mechs: Vec::new() };
            found.push(lies(format!("Memoria II of {owner}"), Some(away)));
        }
        if memoria.mechs.contains(id) {
            let mechs = feature::mechs(galaxy, *memoria).into_iter();
            let mechs = mechs.filter(|mech| *mech != called(id)).collect();
            let away = Feature::Memoria { flagship: Some(called(memoria.flagship)), mechs };
            found.push(lies(format!("mech of {owner} that Memoria II reaches"), Some(away)));
        }
    }
    for tether in tethers {
        let other = match tether.between {
            (one, other) if one == id => other,
            (one, other) if other == id => one,
            _ => continue,
        };
        let away = Feature::VoidTether { between: (called(id), called(other)), lies: false };
        let text = format!("void tether of {} to {}", name(tether.owner), called(other));
        found.push(lies(text, Some(away)));
    }
    if let Some(conduit) = conduit.filter(|conduit| conduit.active == id) {
        let text = format!("conduit of {}, until the action ends", name(conduit.owner));
        found.push(lies(text, None));
    }
    found
}
