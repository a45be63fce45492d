//! Features that can be recorded on the map.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ability::Ability;
use crate::desk::feature::{self, Feature};
use crate::galaxy::{Breach, Wormhole};

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

/// Every feature that can be in a system or affect one.
pub fn features() -> Vec<FeatureForm> {
    let here = String::new;
    let wormholes = Wormhole::ALL.map(|kind| {
        let feature = Feature::Wormhole { system: here(), kind, lies: true };
        (format!("{kind} wormhole token"), feature)
    });
    let breach = |breach| Feature::Breach { system: here(), breach: Some(breach) };
    let tokens = wormholes.into_iter().chain([
        ("ingress token".to_owned(), Feature::Ingress { system: here(), lies: true }),
        ("active breach".to_owned(), breach(Breach::Active)),
        ("inactive breach".to_owned(), breach(Breach::Inactive)),
    ]);
    let flagships = [
        ("Hil Colish, Creuss’ flagship", Feature::HilColish { system: Some(here()) }),
        (
            "Memoria II, Nomad’s flagship",
            Feature::Memoria { flagship: Some(here()), mechs: Vec::new() },
        ),
        (
            "a mech that Memoria II reaches",
            Feature::Memoria { flagship: None, mechs: vec![here()] },
        ),
        (
            "void tether to another system",
            Feature::VoidTether { between: (here(), here()), lies: true },
        ),
        ("Spatial Conduit Cylinders, for this action", Feature::Conduit { active: here() }),
    ];
    let flagships = flagships.into_iter().map(|(text, feature)| (text.to_owned(), feature));
    let tokens = tokens.map(|(text, feature)| form(FeatureGroup::Tokens, text, feature));
    tokens
        .chain(flagships.map(|(text, feature)| form(FeatureGroup::Flagships, text, feature)))
        .collect()
}

fn form(group: FeatureGroup, text: String, feature: Feature) -> FeatureForm {
    FeatureForm { text, group, needs: feature::needs(&feature), feature }
}
