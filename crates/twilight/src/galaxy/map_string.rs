//! Map strings, the text format for galaxies of Tabletop Simulator.

use thiserror::Error;

use super::hex::Hex;
use super::system::{MOST_SYSTEMS, NexusSide, System};
use super::tile::{Back, TileSpec, Tiles};
use super::{Galaxy, MECATOL_REX};
use crate::ability::faction::Faction;

/// A map as a list of tile numbers separated by spaces or commas, ring by ring around the centre, each clockwise from the north.
///
/// The centre is Mecatol Rex, tile 18, unless the string begins with another tile in braces (`{112}`) or with tile 18
/// or 112 itself. `-1` is a gap; `0` is a gap or a home system still to be [filled in](MapString::fill_homes).
/// Hyperlanes name their side and their clockwise rotation in sixths (`83A2`) or degrees (`83A120`). Rings need not be
/// complete. The nexus is off the map wherever it is in the string, and so are tiles that another one brings along,
/// such as Creuss' home with the gate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapString {
    placed: Vec<Placed>,
    homes: Vec<Hex>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Placed {
    at: Hex,
    position: usize,
    tile: String,
    /// Sixths for a hyperlane; for the nexus, how often it has been flipped.
    turned: u8,
}

/// What is wrong with a map string. Positions are counted from 1, starting north of the centre, which is 0.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MapError {
    #[error(
        "position {position}: there is no tile {text:?}; check the number, write 0 for a place \
         without a tile, or add the tile to the catalogue"
    )]
    UnknownTile { position: usize, text: String },
    #[error(
        "position {position}: {text:?} is not a tile number; separate numbers by single spaces"
    )]
    Junk { position: usize, text: String },
    #[error("position {position}: tile {text} has two sides; write {text}A or {text}B")]
    NoSide { position: usize, text: String },
    #[error(
        "position {position}: {text:?} rotates tile {tile} by {turn}; write 0 to 5 sixths, clockwise, \
         or 0 to 300 degrees in steps of 60"
    )]
    Turn { position: usize, text: String, tile: String, turn: String },
    #[error(
        "position {position}: only hyperlanes can be rotated; write {tile} instead of {text:?}"
    )]
    Turned { position: usize, text: String, tile: String },
    #[error(
        "position {position}: tile {tile} was already used at position {first}; every tile exists \
         once, so change one of the two"
    )]
    Duplicate { position: usize, tile: String, first: usize },
    #[error(
        "position {position}: {planet} is already on the map at position {first}; take away one of \
         the two tiles"
    )]
    TwoOfAPlanet { position: usize, planet: String, first: usize },
    #[error("position {position}: tile {tile} is off the map; put tile {gate} here, which adds it")]
    OffTheMap { position: usize, tile: String, gate: String },
    #[error("position {position}: a map has at most {MOST_SYSTEMS} tiles; leave out the rest")]
    TooLong { position: usize },
    #[error("the map string is empty; give at least the first ring, six tile numbers")]
    Empty,
    #[error(
        "{faction} has no home tile of its own; put the number of the one it takes over into the \
         string"
    )]
    Homeless { faction: Faction },
    #[error("there are {given} home systems to fill in, but only {places} places with 0")]
    NoPlace { given: usize, places: usize },
}

/// The words of a map string as draft tools print it: with spaces, commas or line breaks between them, and possibly in
/// quotes or brackets.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let between =
        |letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '"' | '[' | ']');
    text.split(between).filter(|word| !word.is_empty())
}

/// What is at one position.
enum Token<'t> {
    Gap,
    Home,
    Tile(&'t TileSpec, u8),
}

impl MapString {
    /// # Errors
    /// The error names the position in the string and how to fix it.
    pub fn parse(text: &str, tiles: &Tiles) -> Result<MapString, MapError> {
        let words: Vec<&str> = words(text).collect();
        let (centre, rest) = centre(&words);
        if words.is_empty() {
            return Err(MapError::Empty);
        }
        let mut map = MapString { placed: Vec::new(), homes: Vec::new() };
        for (position, (at, &word)) in Hex::spiral().zip([centre].iter().chain(rest)).enumerate() {
            match read(word, position, tiles)? {
                Token::Gap => {}
                Token::Home => map.homes.push(at),
                Token::Tile(tile, turned) => map.put(tile, turned, at, position, tiles)?,
            }
        }
        Ok(map)
    }

    fn put(
        &mut self,
        tile: &TileSpec,
        turned: u8,
        at: Hex,
        position: usize,
        tiles: &Tiles,
    ) -> Result<(), MapError> {
        if let Some(gate) = &tile.apart {
            let (tile, gate) = (tile.id.clone(), gate.clone());
            return Err(MapError::OffTheMap { position, tile, gate });
        }
        self.check_unique(tile, position, tiles)?;
        // A tile may bring another along, so each counts twice.
        if self.placed.len() >= MOST_SYSTEMS / 2 && !self.has_room(tile, tiles) {
            return Err(MapError::TooLong { position });
        }
        self.placed.push(Placed { at, position, tile: tile.id.clone(), turned });
        Ok(())
    }

    fn has_room(&self, tile: &TileSpec, tiles: &Tiles) -> bool {
        let placed = self.placed.iter().filter_map(|it| tiles.get(&it.tile)).chain([tile]);
        placed.map(|tile| 1 + usize::from(tile.brings.is_some())).sum::<usize>() <= MOST_SYSTEMS
    }

    fn check_unique(
        &self,
        tile: &TileSpec,
        position: usize,
        tiles: &Tiles,
    ) -> Result<(), MapError> {
        let others = self.placed.iter().filter_map(|it| Some((it.position, tiles.get(&it.tile)?)));
        for (first, other) in others.filter(|_| tile.back != Back::Hyperlane) {
            if other.number() == tile.number() {
                return Err(MapError::Duplicate { position, tile: tile.id.clone(), first });
            }
            let known = |name: &str| other.planets.iter().any(|planet| planet.name == name);
            if let Some(twice) = tile.planets.iter().find(|planet| known(&planet.name)) {
                return Err(MapError::TwoOfAPlanet { position, planet: twice.name.clone(), first });
            }
        }
        Ok(())
    }

    /// The positions given as `0`, in the order of the string.
    pub fn homes(&self) -> &[Hex] {
        &self.homes
    }

    /// Puts the home systems of these factions, in order, at the positions given as `0`.
    ///
    /// # Errors
    /// If there are too few such positions, or a faction has no home system of its own or it is already on the map.
    pub fn fill_homes(mut self, factions: &[Faction], tiles: &Tiles) -> Result<Self, MapError> {
        let (given, places) = (factions.len(), self.homes.len());
        if given > places {
            return Err(MapError::NoPlace { given, places });
        }
        let rest = self.homes.split_off(given);
        for (at, &faction) in std::mem::replace(&mut self.homes, rest).into_iter().zip(factions) {
            let tile = tiles.home(faction).ok_or(MapError::Homeless { faction })?;
            let position = Hex::spiral().position(|hex| hex == at).unwrap_or_default();
            self.put(tile, 0, at, position, tiles)?;
        }
        Ok(self)
    }

    /// The galaxy of this map, with nobody in it yet. `tiles` are the ones it was parsed with.
    pub fn galaxy(&self, tiles: &Tiles) -> Galaxy {
        let mut galaxy = Galaxy::new();
        for placed in &self.placed {
            let Some(tile) = tiles.get(&placed.tile) else { continue };
            let at = placed.at;
            let added = match tile.back {
                Back::Hyperlane => galaxy.add_hyperlane(at, tile.lanes().turned(placed.turned)),
                Back::Nexus => galaxy.add(nexus(tile, placed.turned)).map(drop),
                _ => galaxy.add(System::of(tile, Some(at))).map(drop),
            };
            added.expect("a map string has a place for each of its tiles");
        }
        for placed in &self.placed {
            let brought = tiles.get(&placed.tile).and_then(|tile| tiles.get(tile.brings.as_ref()?));
            if let Some(tile) = brought {
                galaxy.add(System::of(tile, None)).expect("few tiles bring another along");
            }
        }
        galaxy
    }
}

fn nexus(tile: &TileSpec, side: u8) -> System {
    let side = if side == 0 { NexusSide::Inactive } else { NexusSide::Active };
    System { nexus: Some(side), ..System::of(tile, None) }
}

/// The words for the centre and for the rings.
fn centre<'w, 't>(words: &'w [&'t str]) -> (&'t str, &'w [&'t str]) {
    const DEFAULT: &str = "18";
    match words.split_first() {
        Some((first, rest)) if first.starts_with('{') && first.ends_with('}') => {
            (first.trim_matches(['{', '}']), rest)
        }
        Some((first, rest)) if is_mecatol(first) => (first, rest),
        _ => (DEFAULT, words),
    }
}

fn is_mecatol(word: &str) -> bool {
    let tile = Tiles::standard().get(word);
    tile.is_some_and(|tile| tile.planets.iter().any(|planet| planet.name == MECATOL_REX))
}

fn read<'t>(word: &str, position: usize, tiles: &'t Tiles) -> Result<Token<'t>, MapError> {
    match word {
        "-1" => return Ok(Token::Gap),
        "0" => return Ok(Token::Home),
        _ => {}
    }
    let text = word.to_owned();
    if !word.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(MapError::Junk { position, text });
    }
    if let Some(tile) = tiles.get(word) {
        return Ok(Token::Tile(tile, 0));
    }
    if tiles.get(&format!("{word}A")).is_some() {
        return Err(MapError::NoSide { position, text });
    }
    turned(word, position, tiles).unwrap_or(Err(MapError::UnknownTile { position, text }))
}

/// Splits a tile number from the side or rotation after it; `None` if no tile starts like this.
fn turned<'t>(
    word: &str,
    position: usize,
    tiles: &'t Tiles,
) -> Option<Result<Token<'t>, MapError>> {
    let number = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let letters = number.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    let (id, turn) = word.split_at(word.len() - letters.len());
    if let Some(nexus) = tiles.get(&word[..word.len() - number.len()]) {
        let side = ["A", "B"].iter().position(|side| number.eq_ignore_ascii_case(side));
        if let Some(side) = side.filter(|_| nexus.back == Back::Nexus) {
            return Some(Ok(Token::Tile(nexus, side as u8)));
        }
    }
    let tile = tiles.get(id)?;
    let (text, turn) = (word.to_owned(), turn.to_owned());
    Some(match (tile.back, turn.parse::<u16>()) {
        (Back::Hyperlane, Ok(sixths @ 0..=5)) => Ok(Token::Tile(tile, sixths as u8)),
        (Back::Hyperlane, Ok(degrees @ (60 | 120 | 180 | 240 | 300))) => {
            Ok(Token::Tile(tile, (degrees / 60) as u8))
        }
        (Back::Hyperlane, _) => Err(MapError::Turn { position, text, tile: tile.id.clone(), turn }),
        _ => Err(MapError::Turned { position, text, tile: tile.id.clone() }),
    })
}
