//! What a table agrees on before play: options, numbers, map, cards and names.

use std::sync::Arc;

use parley::{Seat, SeatSet};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::catalogue::{CardCatalogue, CardKind, CardSpec, CatalogueError};
use crate::map::file::SeatCounts;
use crate::map::head_start::{self, HeadStart, HeadStarts, MOST_CARDS, MOST_TROOPS};
use crate::map::{Map, MapFile, MapProblem};
use crate::signal::{Signals, Vocabulary};
use crate::study::{Regime, Study};

pub use crate::palette::MOST_SEATS;

/// Everything that is agreed before play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "BackchannelSetup"))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub map: MapFile,
    #[cfg_attr(feature = "schema", schemars(length(max = crate::card::MOST_KINDS)))]
    pub cards: Vec<CardSpec>,
    pub settings: Settings,
    /// Display names in seat order, one a seat.
    #[cfg_attr(
        feature = "schema",
        schemars(length(min = 2, max = MOST_SEATS), inner(length(max = 40)))
    )]
    pub names: Vec<String>,
    /// The seats that people took at the start; none if nobody knows. Fog lifts for those who are out when none of
    /// these is left (BC-808).
    #[serde(default, skip_serializing_if = "nobody")]
    pub people: SeatSet,
}

fn nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

impl Setup {
    /// A table of `seats` on `map` with the standard cards and settings, named after their colours.
    pub fn standard(map: MapFile, seats: usize) -> Setup {
        Setup {
            map,
            cards: CardCatalogue::standard().specs().to_vec(),
            settings: Settings::default(),
            names: Seat::all(seats.min(MOST_SEATS))
                .map(|seat| crate::palette::livery(seat).name.clone())
                .collect(),
            people: SeatSet::EMPTY,
        }
    }
}

/// The choices of a table. Fields that are left out get their defaults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "BackchannelSettings")
)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Fog of war (BC-803).
    pub fog: bool,
    /// Whether fog lifts for those who are out (BC-808).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lift_fog: bool,
    /// Whether spectators see the whole map and every fight (BC-809).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open_map: bool,
    /// The minimum that a deploy starts from, 2 to 10 (BC-203).
    #[cfg_attr(feature = "schema", schemars(range(min = 2, max = 10)))]
    pub deploy_floor: u32,
    /// Rounds until an unanswered proposal expires, 1 to 10 (BC-504).
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10)))]
    pub proposal_rounds: u16,
    /// The last round, 1 to 1000 (BC-901).
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1000)))]
    pub round_limit: Option<u16>,
    /// The percentage of the map that wins when held at the end of a turn, 1 to 100 (BC-901).
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
    pub map_share: Option<u8>,
    /// Whether the last two win together under a ceasefire (BC-902).
    pub shared_victory: bool,
    /// What makes up for moving later, instead of what the map says (BC-106): a row for each number of seats that gets
    /// anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(length(max = head_start::MOST_ROWS)))]
    pub head_starts: Option<Vec<HeadStarts>>,
    /// Marks the table as a study, which alone may change what agreements and signals are worth (BC-1101).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub study: Option<Study>,
    pub numbers: Numbers,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            fog: true,
            lift_fog: false,
            open_map: false,
            deploy_floor: 3,
            proposal_rounds: 2,
            round_limit: Some(40),
            map_share: None,
            shared_victory: true,
            head_starts: None,
            study: None,
            numbers: Numbers::default(),
        }
    }
}

/// The numbers of the game that can be tuned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Numbers {
    /// Troops on a dealt territory (BC-103).
    pub starting_troops: u32,
    /// Troops on a territory that starts neutral (BC-103).
    pub neutral_troops: u32,
    /// Cards in a starting hand (BC-103).
    pub starting_hand: u8,
    /// Agreement cards among them.
    pub starting_agreements: u8,
    /// Troop cards among them.
    pub starting_troop_cards: u8,
    /// Territories per troop (BC-203).
    pub territories_per_troop: u32,
    /// Cards drawn each turn (BC-204).
    pub cards_per_turn: u8,
    /// Extra cards after any conquest (BC-204).
    pub cards_for_conquest: u8,
    pub hand_limit: u8,
    /// Troops a blitz or a stop-loss needs in its source (BC-206).
    pub blitz_troops: u32,
    /// The reduction of a traitor's deploy (BC-304).
    pub traitor_deploy: u32,
    /// Troops earned for a territory taken in a joint offensive (BC-302).
    pub joint_bounty: u32,
    /// Percentages of a split score for territories, troops and hand (BC-903).
    pub score: [u32; 3],
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers {
            starting_troops: 3,
            neutral_troops: 2,
            starting_hand: 5,
            starting_agreements: 1,
            starting_troop_cards: 2,
            territories_per_troop: 3,
            cards_per_turn: 1,
            cards_for_conquest: 1,
            hand_limit: 10,
            blitz_troops: 4,
            traitor_deploy: 2,
            joint_bounty: 1,
            score: [50, 20, 30],
        }
    }
}

/// What is wrong with a set-up: the field and the fix.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum SetupError {
    #[error("names: a table has 2 to {MOST_SEATS} seats, not {0}; give one name a seat")]
    Seats(usize),
    #[error("names[{at}]: a display name has 1 to 40 characters and is not blank; choose another")]
    Name { at: usize },
    #[error(
        "names: the map is made for {} to {} seats, not {seats}; choose another map",
        made_for.least, made_for.most
    )]
    MapSeats { seats: usize, made_for: SeatCounts },
    #[error("settings.{field}: {value} is out of range; use {range}")]
    OutOfRange { field: &'static str, value: u32, range: &'static str },
    #[error(
        "settings.head_starts[{at}]: it does not fit, or is not the first for as many seats; give each of 2 to {MOST_SEATS} seats up to {MOST_TROOPS} troops, and all or none of them up to {MOST_CARDS} cards"
    )]
    HeadStarts { at: usize },
    #[error("map: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Map(Vec<MapProblem>),
    #[error(
        "cards: the starting hands take {needed} {kind} and the deck has {there}; add copies, or lower settings.numbers.starting_hand and its parts"
    )]
    ShortDeck { kind: &'static str, needed: u32, there: u32 },
    #[error("{0}")]
    Cards(#[from] CatalogueError),
}

/// The rules of one table: a set-up that has passed its checks, ready for play.
#[derive(Clone, Debug)]
pub struct Rules {
    names: Vec<String>,
    people: SeatSet,
    settings: Settings,
    pub map: Map,
    pub cards: CardCatalogue,
    /// Whether any territory has a limit on troops.
    pub caps: bool,
    /// Whether every road leads both ways.
    pub two_way: bool,
    pub vocabulary: Arc<Vocabulary>,
}

/// Everything else follows from the set-up.
impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        let Rules { names, people, settings, map, cards, caps: _, two_way: _, vocabulary: _ } =
            self;
        (names, people, settings) == (&other.names, &other.people, &other.settings)
            && (map, cards) == (&other.map, &other.cards)
    }
}

impl Rules {
    /// # Errors
    /// If the set-up is invalid; the error names the field and the fix.
    pub fn new(setup: Setup) -> Result<Rules, SetupError> {
        check_names(&setup.names)?;
        check_settings(&setup.settings)?;
        let Setup { map, cards, settings, names, people } = setup;
        let map = Map::new(map).map_err(SetupError::Map)?;
        check_seats(&map, names.len())?;
        let cards = CardCatalogue::new(cards)?;
        check_deck(&cards, &settings.numbers, names.len())?;
        let caps = map.file().territories.iter().any(|territory| territory.most.is_some());
        let mutual =
            |from| map.crossings(from).into_iter().all(|to| map.crossings(to).contains(from));
        let two_way = map.all().into_iter().all(mutual);
        let vocabulary = Arc::new(vocabulary(&map, names.len()));
        Ok(Rules { names, people, settings, map, cards, caps, two_way, vocabulary })
    }

    /// What the table agreed on.
    pub fn setup(&self) -> Setup {
        Setup {
            map: self.map.file().clone(),
            cards: self.cards.specs().to_vec(),
            settings: self.settings.clone(),
            names: self.names.clone(),
            people: self.people,
        }
    }

    /// The rules of another table with the same map and cards, which the two then share.
    ///
    /// # Errors
    /// If that set-up is invalid; the error names the field and the fix.
    pub fn for_table(&self, settings: Settings, names: Vec<String>) -> Result<Rules, SetupError> {
        check_names(&names)?;
        check_settings(&settings)?;
        check_seats(&self.map, names.len())?;
        check_deck(&self.cards, &settings.numbers, names.len())?;
        let vocabulary = match names.len() == self.seats() {
            true => Arc::clone(&self.vocabulary),
            false => Arc::new(vocabulary(&self.map, names.len())),
        };
        Ok(Rules { names, people: SeatSet::EMPTY, settings, vocabulary, ..self.clone() })
    }

    /// The same with people on these seats.
    #[must_use]
    pub fn with_people(self, people: SeatSet) -> Rules {
        Rules { people, ..self }
    }

    /// The seats that people took at the start, as far as it is known.
    pub fn people(&self) -> SeatSet {
        self.people
    }

    #[inline]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    #[inline]
    pub fn numbers(&self) -> &Numbers {
        &self.settings.numbers
    }

    /// What a seat gets beyond what all are dealt (BC-106).
    pub fn head_start(&self, seat: Seat) -> HeadStart {
        let rows = self.settings.head_starts.as_ref().unwrap_or(&self.map.file().head_starts);
        let row = rows.iter().find(|row| row.seats() == self.seats());
        row.map_or_else(HeadStart::default, |row| row.of(seat))
    }

    /// What agreements are worth at this table (BC-1101).
    #[inline]
    pub fn regime(&self) -> Regime {
        self.settings.study.map_or(Regime::Breakable, |study| study.agreements)
    }

    /// Whether signals are sent at this table (BC-1104).
    #[inline]
    pub fn signals(&self) -> bool {
        self.settings.study.is_none_or(|study| study.signals)
    }

    /// The number of seats.
    #[inline]
    pub fn seats(&self) -> usize {
        self.names.len()
    }

    pub fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }
}

fn vocabulary(map: &Map, seats: usize) -> Vocabulary {
    Vocabulary::new(Signals::standard().catalogue(), seats, map.len(), map.zones().len())
}

fn check_seats(map: &Map, seats: usize) -> Result<(), SetupError> {
    let made_for = map.file().seats;
    if (made_for.least..=made_for.most).contains(&(seats as u8)) {
        return Ok(());
    }
    Err(SetupError::MapSeats { seats, made_for })
}

fn check_names(names: &[String]) -> Result<(), SetupError> {
    if !(2..=MOST_SEATS).contains(&names.len()) {
        return Err(SetupError::Seats(names.len()));
    }
    let proper = |name: &String| !name.trim().is_empty() && name.chars().count() <= 40;
    match names.iter().position(|name| !proper(name)) {
        Some(at) => Err(SetupError::Name { at }),
        None => Ok(()),
    }
}

fn check_settings(settings: &Settings) -> Result<(), SetupError> {
    let numbers = &settings.numbers;
    let small = |field, value: u32| within(field, value, 0, 20, "0 to 20");
    within("deploy_floor", settings.deploy_floor, 2, 10, "2 to 10")?;
    within("proposal_rounds", settings.proposal_rounds.into(), 1, 10, "1 to 10")?;
    if let Some(limit) = settings.round_limit {
        within("round_limit", limit.into(), 1, 1000, "1 to 1000, or null for none")?;
    }
    if let Some(share) = settings.map_share {
        within("map_share", share.into(), 1, 100, "1 to 100, or null for none")?;
    }
    within("numbers.starting_troops", numbers.starting_troops, 1, 20, "1 to 20")?;
    within("numbers.neutral_troops", numbers.neutral_troops, 1, 20, "1 to 20")?;
    within("numbers.hand_limit", numbers.hand_limit.into(), 1, 20, "1 to 20")?;
    let hand = u32::from(numbers.hand_limit);
    within("numbers.starting_hand", numbers.starting_hand.into(), 0, hand, "0 to the hand limit")?;
    let promised = u32::from(numbers.starting_agreements) + u32::from(numbers.starting_troop_cards);
    let dealt = u32::from(numbers.starting_hand);
    within("numbers.starting_troop_cards", promised, 0, dealt, "no more than the starting hand")?;
    within("numbers.territories_per_troop", numbers.territories_per_troop, 1, 20, "1 to 20")?;
    small("numbers.cards_per_turn", numbers.cards_per_turn.into())?;
    small("numbers.cards_for_conquest", numbers.cards_for_conquest.into())?;
    within("numbers.blitz_troops", numbers.blitz_troops, 2, 20, "2 to 20")?;
    small("numbers.traitor_deploy", numbers.traitor_deploy)?;
    small("numbers.joint_bounty", numbers.joint_bounty)?;
    if let Some(at) = settings.head_starts.as_deref().and_then(head_start::first_misfit) {
        return Err(SetupError::HeadStarts { at });
    }
    let total = numbers.score.iter().fold(0u32, |sum, &part| sum.saturating_add(part));
    within("numbers.score", total, 100, 100, "three parts that make 100")
}

/// Every seat gets the starting hand that it is promised (BC-103).
fn check_deck(cards: &CardCatalogue, numbers: &Numbers, seats: usize) -> Result<(), SetupError> {
    let check = |kind, a_seat: u8, wanted: fn(&CardKind) -> bool| {
        let needed = u32::from(a_seat) * seats as u32;
        let there = cards.deck().filter(|card| wanted(&cards.kind(card))).total();
        if there < needed { Err(SetupError::ShortDeck { kind, needed, there }) } else { Ok(()) }
    };
    let (agreements, troops) = (numbers.starting_agreements, numbers.starting_troop_cards);
    check("troop cards", troops, |kind| matches!(kind, CardKind::Troop { .. }))?;
    check("agreement cards", agreements, |kind| matches!(kind, CardKind::Agreement(_)))?;
    check("cards", numbers.starting_hand, |_| true)
}

fn within(
    field: &'static str,
    value: u32,
    least: u32,
    most: u32,
    range: &'static str,
) -> Result<(), SetupError> {
    if (least..=most).contains(&value) {
        Ok(())
    } else {
        Err(SetupError::OutOfRange { field, value, range })
    }
}
