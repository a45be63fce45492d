//! What can be wrong with a map, with the place in the file and the fix.

use parley::Clause;
use thiserror::Error;

use super::limit;
use crate::map::head_start::{MOST_CARDS, MOST_TROOPS};

/// One error or warning about a map. Its text is a whole sentence that names the field and the fix.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum MapProblem {
    #[error(
        "`territories` holds {count}, too few for a game; add {} more to reach {}",
        limit::TERRITORIES.start() - count, limit::TERRITORIES.start()
    )]
    TooFewTerritories { count: usize },
    #[error(
        "`territories` holds {count}; take out {} to come down to {}",
        count - limit::TERRITORIES.end(), limit::TERRITORIES.end()
    )]
    TooManyTerritories { count: usize },
    #[error("`zones` holds {count}; take out {} to come down to {}", count - limit::ZONES, limit::ZONES)]
    TooManyZones { count: usize },

    #[error(
        "`{field}` is {id:?}; write 1 to {} of the characters a-z, 0-9 and -",
        limit::ID_CHARACTERS
    )]
    BadId { field: String, id: String },
    #[error("`{field}` is {id:?}, which is taken by `{earlier}`; give it an id of its own")]
    RepeatedId { field: String, id: String, earlier: String },
    #[error("`{field}` has {count} characters; give it a name of 5 to 100 characters")]
    NameLength { field: String, count: usize },
    #[error(
        "`{field}` starts or ends with a space, or holds a character that cannot be printed; \
         retype it as plain text"
    )]
    NameText { field: String },

    #[error("`{field}` is {id:?}, which is not a territory of this map; {}", cure(similar.as_deref()))]
    UnknownTerritory { field: String, id: String, similar: Option<String> },
    #[error("`{field}` links {id:?} to itself; remove the link or name another territory")]
    LinkToItself { field: String, id: String },
    #[error(
        "`{field}` joins {from:?} and {to:?}, as `{earlier}` does already; remove one of the two"
    )]
    RepeatedLink { field: String, earlier: String, from: String, to: String },
    #[error("`{field}`, {name}, has no link at all; link it to a neighbour")]
    Orphan { field: String, name: String },
    #[error(
        "`{field}`, {name}, can never be taken as no capture link leads into it; \
         add one, or make a one-way link mutual"
    )]
    Unattackable { field: String, name: String },
    #[error(
        "`links` give no way to march from {from} to {to}; \
         add a capture link between the two parts, or make a one-way link mutual"
    )]
    Apart { from: String, to: String },

    #[error("`{field}` is empty, so nobody could hold it; list at least one territory")]
    EmptyZone { field: String },
    #[error("`{field}` is {id:?} for the second time; remove it")]
    RepeatedInZone { field: String, id: String },
    #[error("`{field}` is {reward}; set it between -{most} and {most}")]
    Reward { field: String, reward: i32, most: i32 },

    #[error("`{field}` is {least}; set it from 1 to 20, or leave it out for 1")]
    Least { field: String, least: u32 },
    #[error("`{field}` is {most}; set it to {floor} or more, or leave it out for no limit")]
    Most { field: String, most: u32, floor: u32 },

    #[error(
        "`seats` run from {least} to {most}; set both from 2 to 8, and `least` no higher than `most`"
    )]
    Seats { least: u8, most: u8 },
    #[error(
        "`seats.most` is {most} and there are {territories} territories; \
         lower it, or add territories until each seat can have two"
    )]
    Crowded { most: u8, territories: usize },

    #[error(
        "`{field}` fits no table, or is not the first for as many seats; \
         give each of 2 to 8 seats up to {MOST_TROOPS} troops, \
         and all or none of them up to {MOST_CARDS} cards"
    )]
    HeadStarts { field: String },

    #[error("`size` is {width} by {height}; set both from 100 to 10000")]
    Size { width: f32, height: f32 },
    #[error("`{field}` lies off the drawing at ({x}, {y}); keep it within `size`")]
    OffTheDrawing { field: String, x: f32, y: f32 },
    #[error("`{field}` has {count} points; draw it with 3 to {} points", limit::SHAPE_POINTS.end())]
    ShapePoints { field: String, count: usize },
    #[error(
        "`{field}` crosses or touches itself; redraw it as one line that comes back to its start"
    )]
    SelfCrossing { field: String },
    #[error("`{field}` overlaps `{other}`; let the two share border points instead")]
    Overlap { field: String, other: String },
    #[error("`{field}` is not inside its territory's shape; move it well inside")]
    AnchorOutside { field: String },

    #[error(
        "`{field}`, {name}, has a single neighbour; link it to one more, or accept the dead end"
    )]
    DeadEnd { field: String, name: String },
    #[error("`zones` is empty, so no place is worth more than another; add a zone")]
    NoZones,
    #[error("`{field}`, {name}, has no reward; set its `troops` or its `cards`")]
    NoReward { field: String, name: String },
}

impl MapProblem {
    /// The clause that the map breaks.
    pub fn clause(&self) -> Clause {
        match self {
            MapProblem::Seats { .. } => Clause::new("BC", 101),
            MapProblem::HeadStarts { .. } => Clause::new("BC", 106),
            _ => Clause::new("BC", 102),
        }
    }
}

fn cure(similar: Option<&str>) -> String {
    match similar {
        Some(id) => format!("did you mean {id:?}?"),
        None => "add it to `territories` or correct the id".to_owned(),
    }
}
