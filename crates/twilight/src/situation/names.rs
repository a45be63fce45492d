//! Looks up names as people type them.

use parley::Seat;

use super::Read;
use super::error::{SituationError, Wrong};
use super::format::{NoteSpec, PlayerOrName};
use crate::ability::Ability;
use crate::ability::note::NoteKind;
use crate::round::step::Step;
use crate::similar::{Unknown, fold};
use crate::table::hand::Note;
use crate::table::pairs::{MOST_PLAYERS, Pairs};

/// The players' names in seat order.
pub(super) struct Names<'a>(Vec<&'a str>);

impl<'a> Names<'a> {
    pub(super) fn of(players: &'a [PlayerOrName]) -> Read<Names<'a>> {
        let names: Vec<&str> = players.iter().map(PlayerOrName::name).collect();
        if !(2..=MOST_PLAYERS).contains(&names.len()) {
            return Err(SituationError::at("players", Wrong::Players(names.len())));
        }
        for (index, name) in names.iter().enumerate() {
            let field = format!("players[{index}].name");
            if fold(name).is_empty() {
                return Err(SituationError::at(field, Wrong::NoName));
            }
            if names[..index].iter().any(|earlier| fold(earlier) == fold(name)) {
                return Err(SituationError::at(field, Wrong::SameName((*name).to_owned())));
            }
        }
        Ok(Names(names))
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn seat(&self, field: &str, name: &str) -> Read<Seat> {
        let folded = fold(name);
        match self.0.iter().position(|known| fold(known) == folded) {
            Some(index) => Ok(Seat(index as u8)),
            None => Err(unknown(field, "player", name, self.0.iter().copied())),
        }
    }

    pub(super) fn optional(&self, field: &str, name: Option<&str>) -> Read<Option<Seat>> {
        name.map(|name| self.seat(field, name)).transpose()
    }

    pub(super) fn pair(&self, field: &str, pair: &[String; 2]) -> Read<(Seat, Seat)> {
        let [one, two] = pair;
        let sides = (self.seat(field, one)?, self.seat(field, two)?);
        if sides.0 == sides.1 {
            return Err(SituationError::at(field, Wrong::NotAPair));
        }
        Ok(sides)
    }

    pub(super) fn pairs(&self, field: &str, pairs: &[[String; 2]]) -> Read<Pairs> {
        let each = pairs.iter().enumerate();
        each.map(|(index, pair)| self.pair(&format!("{field}[{index}]"), pair)).collect()
    }

    /// A note as typed; `whose` is the issuer if none is named.
    pub(super) fn note(&self, field: &str, spec: &NoteSpec, whose: Option<Seat>) -> Read<Note> {
        let (issuer, name) = match spec {
            NoteSpec::Full { note, of } => {
                (Some(self.seat(&format!("{field}.of"), of)?), note.as_str())
            }
            NoteSpec::Name(text) => match self.split_owner(text) {
                Some((seat, rest)) => (Some(seat), rest),
                None => (whose, text.as_str()),
            },
        };
        let kind = NoteKind::find(name)
            .map_err(|unknown| SituationError::at(field, Wrong::Unknown(unknown)))?;
        match issuer {
            Some(issuer) => Ok(Note { issuer, kind }),
            None => Err(SituationError::at(field, Wrong::WhoseNote(kind.to_string()))),
        }
    }

    /// Splits "Bob's Ceasefire" into the issuer and the note.
    fn split_owner<'t>(&self, text: &'t str) -> Option<(Seat, &'t str)> {
        let marks = ["'s ", "’s ", "' ", "’ "];
        marks.iter().find_map(|mark| {
            let (owner, rest) = text.split_once(mark)?;
            Some((self.seat("", owner).ok()?, rest))
        })
    }
}

impl PlayerOrName {
    pub(super) fn name(&self) -> &str {
        match self {
            PlayerOrName::Name(name) => name,
            PlayerOrName::Player(player) => &player.name,
        }
    }
}

pub(super) fn unknown<'a>(
    field: &str,
    kind: &'static str,
    typed: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> SituationError {
    let names = known.map(|name| (name, name));
    SituationError::at(field, Wrong::Unknown(Unknown::among(kind, typed, names)))
}

pub(super) fn step(field: &str, typed: &str) -> Read<Step> {
    let folded = fold(typed);
    let found = Step::ALL.iter().copied().find(|step| fold(step.id()) == folded);
    found.ok_or_else(|| unknown(field, "step", typed, Step::ALL.iter().map(|step| step.id())))
}

/// One of the `known` abilities; spelling is matched loosely.
pub(super) fn ability(field: &str, typed: &str, known: &[Ability]) -> Read<Ability> {
    let named = |it: &&Ability| fold(it.id()) == fold(typed) || fold(it.name()) == fold(typed);
    let ids = known.iter().map(|it| it.id());
    known.iter().find(named).copied().ok_or_else(|| unknown(field, "ability", typed, ids))
}
