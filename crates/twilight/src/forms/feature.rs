//! Features that can be recorded on the map.

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use crate::ability::Ability;
use crate::desk::feature::{self, Feature};
use crate::desk::state::DeskState;
use crate::galaxy::{Breach, Galaxy, Memoria, Wormhole};

/// The form for one kind of map feature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct FeatureForm {
    pub text: String,
    pub group: FeatureGroup,
    /// The ability that a player needs to record it.
    pub needs: Option<Ability>,
    /// The command, with an empty name for each value that has to be filled in.
    pub feature: Feature,
}

/// The group in which a client lists a map feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum FeatureGroup {
    Tokens,
    #[serde(rename = "Flagships and technologies")]
    Flagships,
}

/// Every feature that `by` may record now, in any system.
pub(crate) fn features(state: &DeskState, by: Seat) -> Vec<FeatureForm> {
    let Some(galaxy) = state.galaxy.as_deref() else { return Vec::new() };
    let mut all = tokens();
    all.extend(flagships(galaxy));
    all.retain(|form| feature::may_chart(state, by, &form.feature).is_ok());
    all
}

fn tokens() -> Vec<FeatureForm> {
    let here = String::new;
    let wormholes = Wormhole::ALL.map(|kind| {
        let feature = Feature::Wormhole { system: here(), kind, lies: true };
        (format!("{kind} wormhole token"), feature)
    });
    let breach = |breach| Feature::Breach { system: here(), breach: Some(breach) };
    let others = [
        ("ingress token", Feature::Ingress { system: here(), lies: true }),
        ("active breach", breach(Breach::Active)),
        ("inactive breach", breach(Breach::Inactive)),
    ];
    let others = others.into_iter().map(|(text, feature)| (text.to_owned(), feature));
    let all = wormholes.into_iter().chain(others);
    all.map(|(text, feature)| form(FeatureGroup::Tokens, text, feature)).collect()
}

fn flagships(galaxy: &Galaxy) -> Vec<FeatureForm> {
    let here = String::new;
    let mut all = vec![
        ("Hil Colish, Creuss’ flagship", Feature::HilColish { system: Some(here()) }),
        (
            "void tether to another system",
            Feature::VoidTether { between: (here(), here()), lies: true },
        ),
        ("Spatial Conduit Cylinders, for this action", Feature::Conduit { active: here() }),
    ];
    let memoria = galaxy.modifiers.memoria;
    let mechs = memoria.map_or_else(Vec::new, |it| feature::mechs(galaxy, it));
    all.push((
        "Memoria II, Nomad’s flagship",
        Feature::Memoria { flagship: Some(here()), mechs: mechs.clone() },
    ));
    if let Some(Memoria { flagship, .. }) = memoria {
        let flagship = Some(galaxy.system(flagship).name.clone());
        let mechs = mechs.into_iter().chain([here()]).collect();
        all.push(("a mech that Memoria II reaches", Feature::Memoria { flagship, mechs }));
    }
    let all = all.into_iter();
    all.map(|(text, feature)| form(FeatureGroup::Flagships, text.to_owned(), feature)).collect()
}

fn form(group: FeatureGroup, text: String, feature: Feature) -> FeatureForm {
    FeatureForm { text, group, needs: feature::needs(&feature), feature }
}
