//! What a table agrees on before the desk opens.

use parley::{Round, Seat, SeatSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::ability::Ability;
use crate::ability::faction::Faction;
use crate::ability::note::starting_notes;
use crate::ability::row::Kind;
use crate::deal::ledger::{Clock, Record};
use crate::desk::state::DeskState;
use crate::galaxy::{Galaxy, Modifiers};
use crate::room;
use crate::round::moment::Moment;
use crate::round::step::Step;
use crate::shared::Shared;
use crate::table::goods::Fragments;
use crate::table::hand::{Note, Notes, Place};
use crate::table::pairs::{MOST_PLAYERS, Pairs};
use crate::table::player::{MOST_ACTION_CARDS, Planet, Player};
use crate::table::readings::Readings;
use crate::table::scene::Scene;
use crate::table::survey::survey;
use crate::table::{DeskTable, InForce, Neighbours};

/// What a table agrees on before the desk opens.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Everybody at the table, clockwise.
    #[schemars(length(min = 2, max = MOST_PLAYERS))]
    pub players: Vec<Sitting>,
    #[serde(default)]
    pub speaker: Option<Seat>,
    /// Pairs of neighbours at the start; none if left out.
    #[serde(default)]
    #[schemars(length(max = room::PAIRS))]
    pub neighbours: Vec<(Seat, Seat)>,
    /// A map from which neighbours are computed instead.
    #[serde(default)]
    pub galaxy: Option<Box<Galaxy>>,
    #[serde(default)]
    pub readings: Readings,
    /// Whether the moment can be set directly, for a table that uses only the desk.
    #[serde(default)]
    pub desk: bool,
    /// Whether the custodians token has already been removed, so that rounds have an agenda phase (TI-85).
    #[serde(default)]
    pub agendas: bool,
    /// Whether Prophecy of Kings is played, with its Alliance notes (TI-55).
    #[serde(default = "yes")]
    pub prophecy_of_kings: bool,
    /// Whether the event Age of Commerce is in force.
    #[serde(default)]
    pub age_of_commerce: bool,
    /// Whether the event Hidden Agenda is in force.
    #[serde(default)]
    pub hidden_agenda: bool,
    /// Whether holdings are not recorded: what a player offers is taken as held (TI-121).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub loose: bool,
    /// Whether everybody may read all promises and verdicts, as at a table where they are spoken aloud (TI-126).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open_ledger: bool,
}

fn yes() -> bool {
    true
}

/// A player and their starting holdings. Everybody starts without commodities (TI-34).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sitting {
    #[schemars(length(max = room::NAME))]
    pub name: String,
    pub faction: Faction,
    #[serde(default)]
    pub trade_goods: u16,
    #[serde(default)]
    pub commodities: u16,
    #[serde(default)]
    pub fragments: Fragments,
    #[serde(default)]
    pub resources: u16,
    #[serde(default)]
    pub influence: u16,
    #[serde(default)]
    #[schemars(length(max = MOST_ACTION_CARDS), inner(length(max = room::TITLE)))]
    pub action_cards: Vec<String>,
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub abilities: Vec<Ability>,
    #[serde(default)]
    #[schemars(length(max = room::RELICS), inner(length(max = room::TITLE)))]
    pub relics: Vec<String>,
    #[serde(default)]
    #[schemars(length(max = room::THINGS))]
    pub planets: Vec<Planet>,
    #[serde(default)]
    pub stations: u16,
}

impl Sitting {
    pub fn new(name: impl Into<String>, faction: Faction) -> Sitting {
        Sitting {
            name: name.into(),
            faction,
            trade_goods: 0,
            commodities: 0,
            fragments: Fragments::NONE,
            resources: 0,
            influence: 0,
            action_cards: Vec::new(),
            abilities: Vec::new(),
            relics: Vec::new(),
            planets: Vec::new(),
            stations: 0,
        }
    }
}

/// What is wrong with a set-up: the field and the reason.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    #[error("players: a table has 2 to {MOST_PLAYERS} of them, and this one has {0}")]
    Players(usize),
    #[error("players[{0}].name: a player needs a name")]
    NoName(usize),
    #[error("players[{seat}].commodities: {has} are more than the commodity value of {value}")]
    OverCap { seat: usize, has: u16, value: u16 },
    #[error("players[{0}].action_cards: a hand has at most seven")]
    HandLimit(usize),
    #[error("{field}: there is no {seat} at this table")]
    NoSeat { field: &'static str, seat: Seat },
    #[error("players[{0}]: a number is too large")]
    TooMany(usize),
}

impl Setup {
    pub fn standard(players: Vec<Sitting>) -> Setup {
        Setup {
            players,
            speaker: None,
            neighbours: Vec::new(),
            galaxy: None,
            readings: Readings::default(),
            desk: false,
            agendas: false,
            prophecy_of_kings: true,
            age_of_commerce: false,
            hidden_agenda: false,
            loose: false,
            open_ledger: false,
        }
    }

    pub(crate) fn open(&self) -> Result<DeskState, SetupError> {
        self.check()?;
        let count = self.players.len();
        let mut notes = Notes::default();
        let mut players: Vec<Shared<Player>> = Vec::new();
        for (seat, sitting) in Seat::all(count).zip(&self.players) {
            let kinds = starting_notes(sitting.faction, self.prophecy_of_kings);
            for kind in &kinds {
                notes.put(Note { issuer: seat, kind: *kind }, Place::Hand(seat));
            }
            let mut player = sitting.player(seat, kinds.len() as u8);
            if self.prophecy_of_kings {
                let agents = sitting.faction.agents();
                player.gained.extend(agents.filter(|it| !sitting.abilities.contains(it)));
            }
            players.push(player.into());
        }
        let mut galaxy: Option<Shared<Galaxy>> =
            self.galaxy.as_deref().map(|galaxy| galaxy.clone().into());
        if let Some(galaxy) = &mut galaxy {
            let seated = Seat::all(count).zip(self.players.iter().map(|sitting| sitting.faction));
            galaxy.modifiers.add(&Modifiers::of(seated));
            for (seat, sitting) in Seat::all(count).zip(&self.players) {
                for planet in &sitting.planets {
                    if let Some(id) = galaxy.look_up_planet(&planet.name) {
                        galaxy.gain(id, seat);
                    }
                }
            }
        }
        let pairs: Pairs = self.neighbours.iter().copied().collect();
        let stated = Neighbours { pairs, ..Neighbours::default() };
        let table = DeskTable {
            players,
            notes,
            round: Round(1),
            moment: Moment::of(Step::StartOfStrategy),
            speaker: self.speaker.unwrap_or(Seat(0)),
            neighbours: galaxy.as_deref().map_or(stated, |map| survey(map, count)),
            transacted: Pairs::NONE,
            grants: Vec::new(),
            replenished: SeatSet::EMPTY,
            retreating: SeatSet::EMPTY,
            acting: None,
            in_force: InForce {
                age_of_commerce: self.age_of_commerce,
                hidden_agenda: self.hidden_agenda,
                minister_of_commerce: None,
                black_market: Pairs::NONE,
            },
            readings: self.readings,
            loose: self.loose,
            unknown: if self.loose { SeatSet::first(count) } else { SeatSet::EMPTY },
            map: galaxy.clone(),
            scene: Scene::default(),
        };
        let mut state = DeskState {
            table,
            galaxy,
            clock: Clock { round: Round(1), turn_of: vec![0; count], ..Clock::default() },
            desk: self.desk,
            agendas: self.agendas,
            agendas_done: 0,
            cards_each: if count <= 4 { 2 } else { 1 },
            cards_taken: 0,
            offers: Vec::new(),
            offers_made: [[0; MOST_PLAYERS]; MOST_PLAYERS],
            owed: Vec::new(),
            promises: Shared::default(),
            played: Vec::new(),
            pillages: Vec::new(),
            used: Vec::new(),
            demands: Vec::new(),
            takings: Vec::new(),
            exchanged: None,
            research: None,
            researched: SeatSet::EMPTY,
            forging: None,
            records: vec![Record::default(); count],
            claims: Vec::new(),
            fed: Shared::default(),
            disputed: Vec::new(),
            source: None,
            corrections: Vec::new(),
            debts: Vec::new(),
            open_ledger: self.open_ledger,
            struck: None,
        };
        state.forget_holdings();
        Ok(state)
    }

    fn check(&self) -> Result<(), SetupError> {
        let count = self.players.len();
        if !(2..=MOST_PLAYERS).contains(&count) {
            return Err(SetupError::Players(count));
        }
        let named = self.neighbours.iter().flat_map(|(a, b)| [*a, *b]);
        let named = named.map(|seat| ("neighbours", seat));
        let speaker = self.speaker.iter().map(|seat| ("speaker", *seat));
        if let Some((field, seat)) = named.chain(speaker).find(|(_, seat)| seat.index() >= count) {
            return Err(SetupError::NoSeat { field, seat });
        }
        self.players.iter().enumerate().try_for_each(|(seat, sitting)| {
            let value = sitting.player(Seat(seat as u8), 0).commodity_value();
            let has = sitting.commodities;
            let most = sitting.trade_goods.max(sitting.resources).max(sitting.influence);
            match () {
                () if sitting.name.trim().is_empty() => Err(SetupError::NoName(seat)),
                () if most.max(sitting.stations) >= 1_000 => Err(SetupError::TooMany(seat)),
                () if has > value && !self.age_of_commerce => {
                    Err(SetupError::OverCap { seat, has, value })
                }
                () if sitting.action_cards.len() > MOST_ACTION_CARDS => {
                    Err(SetupError::HandLimit(seat))
                }
                () => Ok(()),
            }
        })
    }
}

impl Sitting {
    /// The abilities to add to those of the sheet, which the player has anyway.
    fn gained(&self) -> Vec<Ability> {
        let printed = |it: &Ability| it.kind() == Kind::Sheet && self.faction.has(*it);
        self.abilities.iter().copied().filter(|it| !printed(it)).collect()
    }

    fn player(&self, seat: Seat, notes: u8) -> Player {
        Player {
            gained: self.gained(),
            trade_goods: self.trade_goods,
            commodities: self.commodities,
            fragments: self.fragments,
            notes_in_hand: notes,
            action_cards: self.action_cards.iter().cloned().map(Some).collect(),
            relics: self.relics.clone(),
            planets: self.planets.clone(),
            stations: self.stations,
            resources: self.resources,
            influence: self.influence,
            initiative: seat.0 + 1,
            ..Player::new(self.name.trim(), self.faction)
        }
    }
}
