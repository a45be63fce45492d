//! What is wrong with a situation, and in which field.

use thiserror::Error;

use crate::round::moment::Misfit;
use crate::similar::Unknown;

/// A situation that cannot be judged. `Display` names the field and says how to fix it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{field}: {wrong}")]
pub struct SituationError {
    /// For example `players[1].commodities`.
    pub field: String,
    pub wrong: Wrong,
}

/// What is wrong with a field.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Wrong {
    #[error("{0}")]
    Json(String),
    #[error("there is no situation in it; give one, or a list of them")]
    Empty,
    #[error("{0}")]
    Unknown(Unknown),
    #[error("{0}")]
    Misfit(Misfit),
    #[error("{0} is negative")]
    Negative(i64),
    #[error("{0} is too large")]
    TooMany(i64),
    #[error("a table has 2 to 8 players, and this one has {0}")]
    Players(usize),
    #[error("a player needs a name")]
    NoName,
    #[error("two players are called {0:?}")]
    SameName(String),
    #[error("{has} commodities are more than the commodity value of {value} (TI-32)")]
    OverCap { has: u16, value: u16 },
    #[error("{0} is in two places")]
    NoteTwice(String),
    #[error("{issuer} does not issue {note}")]
    NotIssued { note: String, issuer: String },
    #[error("{0} is this player's own note; own notes need not be listed")]
    OwnNote(String),
    #[error("{0} goes to the play area as soon as it is received (TI-63)")]
    NeverInHand(String),
    #[error("say whose note it is, such as \"Bob's {0}\"")]
    WhoseNote(String),
    #[error("a pair is two different players")]
    NotAPair,
    #[error("a deal is between two players (TI-70); name them with `between`")]
    NotTwoParties,
    #[error("a deal has at least one term")]
    NoTerms,
    #[error("a term has exactly one of {verbs}, and this one has {found}", verbs = VERBS)]
    OneVerb { found: String },
    #[error("the desk does not know the cost of a {0}; give it")]
    Price(String),
    #[error("{unknown}; `backchannel judge --names {list}` lists the known ones{}", declared(list))]
    Unlisted { unknown: Box<Unknown>, list: &'static str },
    #[error("{what} belongs to {faction}, and this player plays {plays}")]
    AnotherFactions { what: String, faction: String, plays: String },
    #[error("{0} is nothing that a player has among the abilities")]
    NotAnAbility(String),
    #[error("it is empty; say what")]
    Blank,
    #[error("it is 0; leave the term out, or give a number")]
    Zero,
    #[error("nothing would change hands; say what")]
    Nothing,
    #[error("it has a line break or another control character")]
    ControlCharacter,
    #[error("{count} characters are more than {most}")]
    TooLong { count: usize, most: u64 },
    #[error("{count} entries are more than {most}")]
    TooManyEntries { count: usize, most: u64 },
    #[error("the active player is the other side of the combat")]
    DefendsThemselves,
    #[error("the winner is one of the two sides of the combat")]
    WinsFromOutside,
    #[error("two packs are called {0:?}")]
    SamePack(String),
    #[error("there are two of {0:?}")]
    Twice(String),
    #[error("{typed:?} has several steps; choose one of {}", .fits.join(", "))]
    SeveralSteps { typed: String, fits: Vec<&'static str> },
    #[error("{name} is used in {}, and not in {step}", .uses.join(" or "))]
    NotAtThatStep { name: String, step: &'static str, uses: Vec<&'static str> },
    #[error("say whom it concerns, as in {{\"law\": \"censure\", \"of\": \"Ann\"}}")]
    WhoseLaw,
    #[error("say when it can be used: name its `steps`, or what it comes `after`")]
    NoWindow,
    #[error("there is nothing at {0:?} in the situation")]
    NoSuchField(String),
    #[error("the game has {0:?} already; give it another name")]
    Official(String),
    #[error("a question has exactly one of use, play, use_note and transact")]
    OneQuestion,
    #[error("there is nothing to judge: give a `deal`, or a question with `may`")]
    NothingAsked,
    #[error("say to whom, with `to`: among three players or more it is not clear")]
    ToWhom,
    #[error("a player cannot owe something to themselves")]
    ToThemselves,
    #[error("a player holds more action cards ({0}) than the hand limit of 7 (TI-103)")]
    HandLimit(usize),
}

const VERBS: &str = "give, produce, vote, abstain, use, do_not_use, use_note, do_not_use_note, \
activate, do_not_activate, move_into, do_not_move_into, choose, do_not_choose, replenish, pass, play, \
do_not_play, research, score, result, pay_back, say";

/// Names that a situation can declare itself.
fn declared(list: &str) -> &'static str {
    match list {
        "abilities" | "cards" => ", and `custom` declares another",
        "notes" | "factions" => ", and `packs` declares others",
        _ => "",
    }
}

impl SituationError {
    pub(super) fn at(field: impl Into<String>, wrong: Wrong) -> SituationError {
        SituationError { field: field.into(), wrong }
    }
}
