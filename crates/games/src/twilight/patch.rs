//! The changes between two views of a desk.
//!
//! A field that is absent has not changed. A field that is present replaces the old one, except `own`, whose fields are
//! replaced one by one, and `players` and `galaxy`, of which only the changed players and systems are sent.

use std::collections::BTreeMap;

use parley::{Round, Seat, SeatSet};
use schemars::JsonSchema;
use serde::Serialize;
use twilight::desk::condition::Condition;
use twilight::desk::fact::DebtTokens;
use twilight::galaxy::{Galaxy, Modifiers, System};
use twilight::sight::promise::PromiseView;
use twilight::sight::view::{
    ChartedView, CorrectionView, DeskOwn, FeedView, Held, NeighbourView, OfferView, OpenHand,
    PartnerView, PlayerView, StruckView, WormholeView,
};
use twilight::table::hand::Note;
use twilight::{Moment, View};

use crate::patch::{ChangedField, patch};

patch! {
    /// The changes of a view, apart from its players, its galaxy and its own part.
    ViewFields, "TwilightViewFields", of View {
        round: Round, moment: Option<Moment>, decides: Option<Seat>, turn_ends: Option<Moment>, speaker: Option<Seat>,
        in_force: Vec<Condition>, wormholes: Vec<WormholeView>, charted: Vec<ChartedView>,
        neighbours: Vec<NeighbourView>, transacted: Vec<(Seat, Seat)>, owed: Vec<PromiseView>, pillages: Vec<(Seat, Seat)>, demands: Vec<(Seat, Seat)>,
        takings: Vec<(Seat, Seat)>, retreating: SeatSet, research: Option<Seat>, feed: Option<FeedView>, corrections: Vec<CorrectionView>, debts: Vec<DebtTokens>, ledger: Vec<PromiseView>, struck: Option<StruckView>, loose: bool, uncounted: SeatSet, opened: Vec<DeskOwn>,
    }
}

patch! {
    /// The changes of what only the player at that seat knows.
    OwnPatch, "TwilightOwnPatch", of DeskOwn {
        seat: Seat, notes: Vec<Note>, action_cards: Vec<Option<String>>,
        secrets: Vec<Option<String>>, open_hands: Vec<OpenHand>, sent: Vec<OfferView>,
        received: Vec<OfferView>, promises: Vec<PromiseView>, partners: Vec<PartnerView>,
        waiting: usize, held: Option<Held>,
    }
}

/// The changes of the map; the positions of tiles never change during the game.
#[derive(Clone, Serialize, JsonSchema)]
pub struct GalaxyPatch<'a> {
    /// The systems that changed, by number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub systems: BTreeMap<usize, &'a System>,
    #[serde(skip_serializing_if = "ChangedField::is_none")]
    pub modifiers: ChangedField<'a, Modifiers>,
}

impl<'a> GalaxyPatch<'a> {
    fn between(before: &Galaxy, after: &'a Galaxy) -> GalaxyPatch<'a> {
        let systems = before.systems().zip(after.systems());
        let moved = systems.filter(|((_, before), (_, after))| before != after);
        GalaxyPatch {
            systems: moved.map(|(_, (id, system))| (id.index(), system)).collect(),
            modifiers: ChangedField::between(&before.modifiers, &after.modifiers),
        }
    }
}

/// The map: its changes, or all of it where there was none.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum GalaxyNews<'a> {
    Changed(GalaxyPatch<'a>),
    New(&'a Galaxy),
}

impl<'a> GalaxyNews<'a> {
    fn between(before: Option<&Galaxy>, after: Option<&'a Galaxy>) -> Option<GalaxyNews<'a>> {
        match (before, after?) {
            (Some(before), after) if before == after => None,
            (Some(before), after) => Some(GalaxyNews::Changed(GalaxyPatch::between(before, after))),
            (None, after) => Some(GalaxyNews::New(after)),
        }
    }
}

/// The changes of a view.
#[derive(Clone, Serialize, JsonSchema)]
pub struct TwilightViewPatch<'a> {
    #[serde(flatten)]
    pub fields: ViewFields<'a>,
    /// The players who changed, by seat.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<usize, &'a PlayerView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub galaxy: Option<GalaxyNews<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnPatch<'a>>,
}

impl<'a> TwilightViewPatch<'a> {
    pub fn between(before: &View, after: &'a View) -> TwilightViewPatch<'a> {
        let changed =
            |(seat, player): &(usize, &PlayerView)| before.players.get(*seat) != Some(*player);
        let own = after.own.as_ref().map(|own| OwnPatch::between(before.own.as_ref(), own));
        TwilightViewPatch {
            fields: ViewFields::between(Some(before), after),
            players: after.players.iter().enumerate().filter(changed).collect(),
            galaxy: GalaxyNews::between(before.galaxy.as_deref(), after.galaxy.as_deref()),
            own: own.filter(|own| !own.is_empty()),
        }
    }
}
