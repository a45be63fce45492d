//! The words of a choice, a place or an outcome, read as a whole: every word has to name something or be a filler.

use parley::Seat;

use crate::ability::power;
use crate::ability::row::Kind;
use crate::deal::choice::STRATEGY_CARDS;
use crate::deal::lexicon;
use crate::similar::{fold, is};
use crate::table::DeskTable;

/// The most words of one name.
const LONGEST: usize = 6;

/// What a phrase names, and whose it is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Phrase {
    pub parts: Parts,
    /// The first player that it names.
    pub player: Option<Seat>,
}

/// The kinds of things that a phrase names.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Parts(u32);

impl Parts {
    pub(crate) const NONE: Parts = Parts(0);
    pub(crate) const PLAYER: Parts = Parts(1);
    pub(crate) const STRATEGY_CARD: Parts = Parts(1 << 1);
    pub(crate) const SPEAKER: Parts = Parts(1 << 2);
    pub(crate) const ACTION: Parts = Parts(1 << 3);
    /// A system or a planet by its name.
    pub(crate) const PLACE: Parts = Parts(1 << 4);
    /// "System", "planet", "home".
    pub(crate) const PLACE_WORD: Parts = Parts(1 << 5);
    pub(crate) const UNIT: Parts = Parts(1 << 6);
    pub(crate) const STRUCTURE: Parts = Parts(1 << 7);
    pub(crate) const TOKEN: Parts = Parts(1 << 8);
    pub(crate) const NUMBER: Parts = Parts(1 << 9);
    pub(crate) const FOR: Parts = Parts(1 << 10);
    pub(crate) const AGAINST: Parts = Parts(1 << 11);
    pub(crate) const ELECT: Parts = Parts(1 << 12);
    pub(crate) const TECHNOLOGY: Parts = Parts(1 << 13);
    pub(crate) const OBJECTIVE: Parts = Parts(1 << 14);
    pub(crate) const OBJECTIVE_WORD: Parts = Parts(1 << 15);
    /// An agenda by its name, or where agendas go.
    pub(crate) const AGENDA: Parts = Parts(1 << 16);
    pub(crate) const EDICT: Parts = Parts(1 << 17);
    pub(crate) const CARRINA: Parts = Parts(1 << 18);
    pub(crate) const PLOT: Parts = Parts(1 << 19);

    pub(crate) const fn and(self, more: Parts) -> Parts {
        Parts(self.0 | more.0)
    }

    pub(crate) const fn has(self, all: Parts) -> bool {
        self.0 & all.0 == all.0
    }

    pub(crate) const fn has_any(self, some: Parts) -> bool {
        self.0 & some.0 != 0
    }

    pub(crate) const fn is_within(self, allowed: Parts) -> bool {
        self.0 & !allowed.0 == 0
    }

    const fn without(self, less: Parts) -> Parts {
        Parts(self.0 & !less.0)
    }
}

/// Reads a phrase; `None` if a word in it names nothing.
pub(crate) fn read(table: &DeskTable, text: &str) -> Option<Phrase> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (mut phrase, mut at) = (Phrase::default(), 0);
    while at < words.len() {
        // An article is not the player who is called "A", unless it is written so.
        let exactly = || table.players.iter().any(|player| player.name == words[at]);
        if words.len() > 1 && is_filler(words[at]) && !exactly() {
            at += 1;
            continue;
        }
        let longest = LONGEST.min(words.len() - at);
        let named = (1..=longest).rev().find_map(|count| {
            let found = name(table, &words[at..at + count], words.len())?;
            Some((count, found))
        });
        let (count, found) = named?;
        phrase.parts = phrase.parts.and(found.parts);
        phrase.player = phrase.player.or(found.player);
        at += count;
    }
    // "Quann for Doctor Carrina", "2 fighters": the small words depend on the rest.
    let parts = phrase.parts;
    if !parts.without(Parts::FOR).is_within(Parts::NONE) {
        phrase.parts = phrase.parts.without(Parts::FOR);
    }
    (parts != Parts::NONE).then_some(phrase)
}

fn name(table: &DeskTable, words: &[&str], of: usize) -> Option<Phrase> {
    let joined = words.join(" ");
    let folded = fold(&joined);
    if let Some(seat) = player(table, &joined, &folded) {
        return Some(Phrase { parts: Parts::PLAYER, player: Some(seat) });
    }
    let single = (words.len() == 1).then(|| word(&folded)).flatten();
    let parts = single.or_else(|| named(table, &joined, &folded, of == words.len()))?;
    Some(Phrase { parts, player: None })
}

fn is_filler(word: &str) -> bool {
    const FILLERS: [&str; 32] = [
        "the", "a", "an", "my", "his", "her", "their", "our", "own", "as", "to", "on", "in", "at",
        "of", "with", "into", "from", "and", "any", "every", "all", "both", "each", "one's",
        "card", "cards", "area", "space", "side", "it", "one",
    ];
    FILLERS.iter().any(|filler| word.trim_end_matches(',').eq_ignore_ascii_case(filler))
}

/// The player that the words name, with or without a possessive.
fn player(table: &DeskTable, words: &str, folded: &str) -> Option<Seat> {
    let owner = ["'s", "’s"].iter().any(|ending| words.ends_with(ending));
    let bare = if owner { &folded[..folded.len().saturating_sub(1)] } else { folded };
    let named = |seat: &Seat| {
        let name = table.player(*seat).name.as_str();
        is(name, bare) || is(name, folded)
    };
    table.seats().find(named).filter(|_| !folded.is_empty())
}

/// What a single word means.
fn word(folded: &str) -> Option<Parts> {
    let single = folded.strip_suffix('s').unwrap_or(folded);
    let known = crate::table::price::units().any(|unit| is(unit, folded) || is(unit, single));
    Some(match single {
        _ if known => Parts::UNIT,
        "ship" | "unit" | "hit" | "warsun" | "groundforce" | "loss" | "losse" => Parts::UNIT,
        "speaker" => Parts::SPEAKER,
        "tactical" | "component" | "strategic" | "pas" | "pass" | "retreat" | "action" => {
            Parts::ACTION
        }
        "pd" | "pds" | "dock" | "spacedock" | "structure" => Parts::STRUCTURE,
        "token" | "fleet" | "tactic" | "pool" | "reinforcement" => Parts::TOKEN,
        "for" => Parts::FOR,
        "against" => Parts::AGAINST,
        "elect" => Parts::ELECT,
        "objective" | "secret" | "public" => Parts::OBJECTIVE_WORD,
        "agenda" | "top" | "bottom" => Parts::AGENDA,
        "carrina" => Parts::CARRINA,
        "plot" => Parts::PLOT,
        "system" | "planet" | "home" | "tile" => Parts::PLACE_WORD,
        "two" | "three" | "four" | "five" | "six" | "no" | "none" => Parts::NUMBER,
        _ if folded == "pass" => Parts::ACTION,
        _ => return None,
    })
}

/// What some words name: a card, a place, a technology, an objective.
fn named(table: &DeskTable, words: &str, folded: &str, is_all: bool) -> Option<Parts> {
    let power = power::find_folded(folded);
    let is_number = !folded.is_empty() && folded.bytes().all(|byte| byte.is_ascii_digit());
    match power.map(|it| it.kind) {
        _ if is_number && !is_all => Some(Parts::NUMBER),
        _ if STRATEGY_CARDS.iter().any(|card| is(card, folded)) => Some(Parts::STRATEGY_CARD),
        _ if folded == "doctorcarrina" || folded == "doctorcarrinas" => Some(Parts::CARRINA),
        _ if folded == "carrinas" => Some(Parts::CARRINA),
        _ if is_unit(folded) => Some(Parts::UNIT),
        _ if is_place(table, words, folded) => Some(Parts::PLACE),
        Some(Kind::Technology) => Some(Parts::TECHNOLOGY),
        None if power::find_folded(&format!("{folded}ii")).is_some() => Some(Parts::UNIT),
        Some(Kind::Edict) => Some(Parts::EDICT),
        Some(Kind::Sheet) if is_plot(folded) => Some(Parts::PLOT),
        _ if lexicon::objective(folded).is_some() => Some(Parts::OBJECTIVE),
        _ if lexicon::is_agenda(folded) => Some(Parts::AGENDA),
        _ => None,
    }
}

/// Units whose names have two words.
fn is_unit(folded: &str) -> bool {
    matches!(folded, "warsun" | "warsuns" | "groundforce" | "groundforces")
}

fn is_plot(folded: &str) -> bool {
    matches!(folded, "siphon" | "enervate" | "seethe" | "assail" | "extract")
}

/// A tile or planet of the game, one that the situation adds, or a planet that somebody has.
fn is_place(table: &DeskTable, words: &str, folded: &str) -> bool {
    let held = || table.players.iter().flat_map(|player| &player.planets);
    !folded.is_empty()
        && (lexicon::is_place_folded(folded)
            || table.scene.places.iter().any(|place| is(place, folded))
            || table.map.as_ref().is_some_and(|map| map.look_up(words).is_some())
            || held().any(|planet| is(&planet.name, folded)))
}
