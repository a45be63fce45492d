//! Where everything is in an observation.

use backchannel::Rules;

use crate::choice::{Stage, Verb};

/// A block of an observation: `rows` things with the same features, one thing after the other.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub name: &'static str,
    pub offset: usize,
    pub rows: usize,
    pub features: Vec<String>,
    /// What to multiply each feature with to get a number of about one.
    pub scales: Vec<f32>,
}

/// The size of an observation and of its parts. It depends on the map, the number of seats, the cards and on whether
/// signals are included.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    pub fields: Vec<Field>,
    pub size: usize,
    pub(crate) seats: usize,
    pub(crate) territories: usize,
    pub(crate) cards: usize,
    pub(crate) words: bool,
    pub(crate) table: Block,
    pub(crate) lands: Block,
    pub(crate) seat_rows: Block,
    pub(crate) card_rows: Block,
    pub(crate) zones: Block,
    pub(crate) choice: Block,
}

/// Where a field begins and how wide its rows are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Block {
    pub at: usize,
    pub width: usize,
}

impl Block {
    #[inline]
    pub(crate) fn row(self, row: usize) -> usize {
        self.at + row * self.width
    }
}

const TROOPS: f32 = 1.0 / 16.0;
const ROUNDS: f32 = 1.0 / 40.0;
const FEW: f32 = 1.0 / 4.0;

/// The features of the table, in order.
pub(crate) mod table {
    pub const ROUND: usize = 0;
    pub const ROUNDS_LEFT: usize = 1;
    pub const MY_TURN: usize = 2;
    pub const ASKED: usize = 3;
    pub const DEPLOY: usize = 4;
    pub const BONUS: usize = 5;
    pub const DEBT_DUE: usize = 6;
    pub const DEBT_LATER: usize = 7;
    pub const QUEUED: usize = 8;
    pub const MAY_BROADCAST: usize = 9;
    pub const OVER: usize = 10;
    pub const PHASE: usize = 11;
}

/// The features of a territory; the holder is one-hot by seat, counted from one's own.
pub(crate) mod land {
    pub const SEEN: usize = 0;
    pub const AGE: usize = 1;
    pub const TROOPS: usize = 2;
    pub const TRAP: usize = 3;
    pub const FORTIFIED: usize = 4;
    pub const OCCUPY_FROM: usize = 5;
    pub const OCCUPY_TO: usize = 6;
    pub const NEUTRAL: usize = 7;
    pub const HOLDER: usize = 8;
}

/// The features of a seat.
pub(crate) mod seat {
    pub const IS_IN: usize = 0;
    pub const TERRITORIES: usize = 1;
    pub const TROOPS: usize = 2;
    pub const CARDS: usize = 3;
    pub const TRAITOR: usize = 4;
    pub const CEASEFIRES: usize = 5;
    pub const BETRAYALS: usize = 6;
    pub const ATTACKED: usize = 7;
    pub const BORDER_TROOPS: usize = 8;
    pub const BORDER_FACING: usize = 9;
    pub const LOCKOUT: usize = 10;
    pub const CLOSED: usize = 11;
    pub const SENT: usize = 12;
    pub const PENDING: usize = 13;
    pub const RECEIVED_ASKS: usize = 14;
    pub const RECEIVED_GIVES: usize = 15;
    pub const RECEIVED_AGAINST: usize = 16;
    pub const RECEIVED: usize = 17;
    pub const TREATY: usize = RECEIVED + 7;
    pub const TRUCE: usize = TREATY + 7;
}

/// The features of a card.
pub(crate) mod card {
    pub const HAND: usize = 0;
    pub const LOCKED: usize = 1;
}

/// What the last signals of a seat were, if words are included.
pub(crate) const WORD_FEATURES: [&str; 8] = [
    "heard_template",
    "heard_kind",
    "heard_word",
    "heard_publicly_template",
    "heard_publicly_kind",
    "heard_publicly_word",
    "reacted",
    "may_signal",
];

impl Layout {
    pub fn new(rules: &Rules, words: bool) -> Layout {
        let (seats, territories) = (rules.seats(), rules.map.len());
        let cards = rules.cards.specs().len();
        let mut layout = Layout {
            fields: Vec::new(),
            size: 0,
            seats,
            territories,
            cards,
            words,
            table: Block::default(),
            lands: Block::default(),
            seat_rows: Block::default(),
            card_rows: Block::default(),
            zones: Block::default(),
            choice: Block::default(),
        };
        layout.table = layout.add("table", 1, table_features());
        layout.lands = layout.add("territories", territories, land_features(seats));
        layout.seat_rows = layout.add("seats", seats, seat_features(seats, words));
        layout.card_rows =
            layout.add("cards", cards, vec![("hand".into(), FEW), ("locked".into(), FEW)]);
        layout.zones = layout.add("zones", rules.map.zones().len(), zone_features(seats));
        layout.choice = layout.add("choice", 1, choice_features(territories, seats, cards));
        layout
    }

    fn add(&mut self, name: &'static str, rows: usize, features: Vec<(String, f32)>) -> Block {
        let block = Block { at: self.size, width: features.len() };
        self.size += rows * features.len();
        let (features, scales) = features.into_iter().unzip();
        self.fields.push(Field { name, offset: block.at, rows, features, scales });
        block
    }

    /// What to multiply each number of an observation with to get numbers of about one.
    pub fn scales(&self) -> Vec<f32> {
        let rows = |field: &Field| field.scales.repeat(field.rows);
        self.fields.iter().flat_map(rows).collect()
    }
}

fn table_features() -> Vec<(String, f32)> {
    let plain = [
        ("round", ROUNDS),
        ("rounds_left", ROUNDS),
        ("my_turn", 1.0),
        ("asked", 1.0),
        ("deploy", TROOPS),
        ("bonus", TROOPS),
        ("debt_due", TROOPS),
        ("debt_later", TROOPS),
        ("queued", 1.0),
        ("may_broadcast", 1.0),
        ("over", 1.0),
    ];
    let phases = ["deploy", "attack", "occupy", "reinforce", "window"];
    let phases = phases.map(|phase| (format!("phase_{phase}"), 1.0));
    named(&plain).chain(phases).collect()
}

fn land_features(seats: usize) -> Vec<(String, f32)> {
    let plain = [
        ("seen", 1.0),
        ("age", ROUNDS),
        ("troops", TROOPS),
        ("trap", 1.0),
        ("fortified", 1.0),
        ("occupy_from", 1.0),
        ("occupy_to", 1.0),
        ("neutral", 1.0),
    ];
    named(&plain).chain(numbered("holder", seats)).collect()
}

fn seat_features(seats: usize, words: bool) -> Vec<(String, f32)> {
    let plain = [
        ("is_in", 1.0),
        ("territories", TROOPS),
        ("troops", TROOPS / 4.0),
        ("cards", FEW),
        ("traitor", FEW),
        ("ceasefires", FEW),
        ("betrayals", FEW),
        ("attacked", FEW),
        ("border_troops", TROOPS),
        ("border_facing", TROOPS),
        ("lockout", FEW),
        ("closed", 1.0),
        ("sent", FEW),
        ("pending", FEW),
        ("received_asks", FEW),
        ("received_gives", TROOPS),
        ("received_against", FEW),
    ];
    let agreements = |of: &'static str, scale: f32| {
        backchannel::Agreement::ALL.map(|it| (format!("{of}_{}", it.id()), scale))
    };
    let heard = if words { &WORD_FEATURES[..] } else { &[] };
    named(&plain)
        .chain(agreements("received", 1.0))
        .chain(agreements("treaty", FEW))
        .chain(numbered("truce", seats))
        .chain(heard.iter().map(|name| ((*name).to_owned(), TROOPS)))
        .collect()
}

fn zone_features(seats: usize) -> Vec<(String, f32)> {
    let plain = [("seen", FEW), ("unknown", FEW), ("holder", FEW)];
    named(&plain).chain(numbered("held", seats).map(|(name, _)| (name, FEW))).collect()
}

fn choice_features(territories: usize, seats: usize, cards: usize) -> Vec<(String, f32)> {
    let one_hot = |of: &'static str, count| numbered(of, count);
    Stage::ALL
        .iter()
        .map(|stage| (format!("stage_{}", stage.name()), 1.0))
        .chain(Verb::ALL.iter().map(|verb| (format!("verb_{}", verb.name()), 1.0)))
        .chain(one_hot("place", territories))
        .chain(one_hot("second_place", territories))
        .chain(one_hot("seat", seats))
        .chain(one_hot("third_seat", seats))
        .chain(one_hot("card", cards))
        .chain(one_hot("slot", cards))
        .chain([("template".to_owned(), TROOPS)])
        .collect()
}

fn named(features: &[(&str, f32)]) -> impl Iterator<Item = (String, f32)> + use<> {
    let owned: Vec<_> = features.iter().map(|(name, scale)| ((*name).to_owned(), *scale)).collect();
    owned.into_iter()
}

fn numbered(name: &'static str, count: usize) -> impl Iterator<Item = (String, f32)> {
    (0..count).map(move |number| (format!("{name}_{number}"), 1.0))
}
