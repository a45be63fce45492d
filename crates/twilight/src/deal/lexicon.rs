//! Names that terms are about and that have no window of their own: objectives, agendas, systems and planets.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::galaxy::Tiles;
use crate::similar::fold;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
struct Data {
    public_objectives: Vec<&'static str>,
    secret_objectives: Vec<&'static str>,
    agendas: Vec<&'static str>,
}

static DATA: LazyLock<Data> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/names.json")).expect("the names are in order")
});

/// An objective of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Objective {
    pub name: &'static str,
    pub secret: bool,
}

static OBJECTIVES: LazyLock<HashMap<String, Objective>> = LazyLock::new(|| {
    let each = |names: &'static [&'static str], secret| {
        names.iter().map(move |name| (fold(name), Objective { name, secret }))
    };
    let public = each(&DATA.public_objectives, false);
    public.chain(each(&DATA.secret_objectives, true)).collect()
});

static AGENDAS: LazyLock<HashSet<String>> =
    LazyLock::new(|| DATA.agendas.iter().map(|name| fold(name)).collect());

static PLACES: LazyLock<HashSet<String>> =
    LazyLock::new(|| place_names(Tiles::standard()).map(|name| fold(&name)).collect());

/// The objective with that name, once folded.
pub(crate) fn objective(folded: &str) -> Option<Objective> {
    OBJECTIVES.get(folded).copied()
}

/// Whether an agenda has that name, once folded.
pub(crate) fn is_agenda(folded: &str) -> bool {
    AGENDAS.contains(folded)
}

/// Whether a system or planet of the game has that name.
pub(crate) fn is_place(name: &str) -> bool {
    is_place_folded(&fold(name))
}

/// The same for a name that is folded already.
pub(crate) fn is_place_folded(folded: &str) -> bool {
    !folded.is_empty() && PLACES.contains(folded)
}

/// The ids, names and planets of some tiles.
pub(crate) fn place_names(tiles: &Tiles) -> impl Iterator<Item = String> {
    tiles.iter().flat_map(|tile| {
        let planets = tile.planets.iter().map(|planet| planet.name.clone());
        [Some(tile.id.clone()), tile.name.clone(), Some(tile.title())]
            .into_iter()
            .flatten()
            .chain(planets)
    })
}

/// Every objective by its name.
pub fn objectives() -> impl Iterator<Item = &'static str> + Clone {
    public_objectives().chain(secret_objectives())
}

pub fn public_objectives() -> impl Iterator<Item = &'static str> + Clone {
    DATA.public_objectives.iter().copied()
}

pub fn secret_objectives() -> impl Iterator<Item = &'static str> + Clone {
    DATA.secret_objectives.iter().copied()
}
