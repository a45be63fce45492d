//! The changes between two views, so that a move does not send the whole board again.
//!
//! A field that is absent has not changed. A field that is present replaces the old one, except `own`, whose fields
//! are replaced one by one, and `lands`, of which only the changed ones are sent.

use std::borrow::Cow;
use std::collections::BTreeMap;

use backchannel::goal::{Goal, ZoneHoldings};
use backchannel::lockout::Lockout;
use backchannel::options as bo;
use backchannel::view as bv;
use backchannel::{
    Card, Cards, Outcome, Queued, Recon, SignalRef, Territory, TerritorySet, Treaty, TreatyRef,
};
use parley::{Round, Seat, SeatSet};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// The new value of a field, or nothing if it has not changed; unchanged fields are never serialised, so `null` is
/// always a value of the field itself.
#[derive(Serialize)]
#[serde(transparent)]
pub struct ChangedField<'a, T>(Option<&'a T>);

impl<'a, T> ChangedField<'a, T> {
    pub fn to(now: &'a T) -> ChangedField<'a, T> {
        ChangedField(Some(now))
    }

    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

impl<'a, T: PartialEq> ChangedField<'a, T> {
    pub fn between(before: &T, after: &'a T) -> ChangedField<'a, T> {
        ChangedField((before != after).then_some(after))
    }
}

impl<T> Clone for ChangedField<'_, T> {
    fn clone(&self) -> Self {
        ChangedField(self.0)
    }
}

impl<T> Default for ChangedField<'_, T> {
    fn default() -> Self {
        ChangedField(None)
    }
}

impl<T: JsonSchema> JsonSchema for ChangedField<'_, T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
}

/// Defines a struct of optional references to the fields of another, filled with those that differ.
macro_rules! patch {
    ($(#[$doc:meta])* $Patch:ident, $name:literal, of $Whole:ty { $($field:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Default, Serialize, JsonSchema)]
        #[schemars(rename = $name)]
        pub struct $Patch<'a> {
            $(#[serde(skip_serializing_if = "ChangedField::is_none")]
            pub $field: ChangedField<'a, $kind>,)*
        }

        impl<'a> $Patch<'a> {
            /// The fields of `after` that differ; all of them if there was nothing before.
            pub fn between(before: Option<&$Whole>, after: &'a $Whole) -> Self {
                let mut patch = Self::default();
                $(if before.is_none_or(|before| before.$field != after.$field) {
                    patch.$field = ChangedField::to(&after.$field);
                })*
                patch
            }

            #[allow(dead_code)]
            pub fn is_empty(&self) -> bool {
                true $(&& self.$field.is_none())*
            }
        }
    };
}

pub(super) use patch;

patch! {
    /// What changed in a view, apart from its lands and its own part.
    ViewFields, "BackchannelViewFields", of bv::View {
        round: Round, turn: Option<Seat>, phase: Option<backchannel::refusal::PhaseName>,
        scoreboard: Vec<bv::Score>, zones: Vec<ZoneHoldings>, goal: Goal, truces: Vec<(Seat, Seat)>, outcome: Option<Outcome>,
        opened: Vec<bv::Own>,
    }
}

patch! {
    /// The changes of what only the seat itself knows.
    OwnPatch, "BackchannelOwnPatch", of bv::Own {
        seat: Seat, lands: TerritorySet, hand: Cards, locked: Cards, deploy: u32,
        occupying: Option<(Territory, Territory)>, bonus: u32, debt: bv::Debt,
        queued: Option<Queued>, recon: Option<Recon>, traps: TerritorySet, fortified: TerritorySet,
        sent: Vec<bv::Proposal>, received: Vec<bv::Proposal>, pending: Vec<bv::Proposal>,
        treaties: Vec<Treaty>, lockouts: Vec<Lockout>, closed: Vec<bv::Closed>, may_broadcast: bool,
        may_signal: SeatSet, heard: Vec<bv::ReceivedSignal>, reactions: Vec<bv::ReceivedReaction>,
        attackers: Vec<(Seat, Round)>, borders: Vec<bv::Border>,
    }
}

patch! {
    /// The changes of what a seat can do.
    OptionsPatch, "BackchannelOptionsPatch", of bo::Options {
        seat: Option<Seat>, deploy: Vec<bo::Placing>, attack: Vec<bo::Assault>,
        occupy: Option<bo::Span>, reinforce: Vec<bo::March>, end_attack: bool, end_turn: bool,
        propose: Vec<bo::Pitch>, play: Vec<bo::Ploy>, treaties: Vec<TreatyRef>, apply: Vec<Card>,
        gamble: bool, pass: bool, answer: Vec<bo::Answer>, free: Cards, free_troops: Cards,
        broadcast: bool, signal: SeatSet, react: Vec<SignalRef>,
    }
}

/// The changes of a view.
#[derive(Clone, Serialize, JsonSchema)]
pub struct BackchannelViewPatch<'a> {
    #[serde(flatten)]
    pub fields: ViewFields<'a>,
    /// The territories that changed, by number.
    #[serde(skip_serializing_if = "ChangedLands::is_empty")]
    pub lands: ChangedLands<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnPatch<'a>>,
}

impl<'a> BackchannelViewPatch<'a> {
    pub fn between(before: &'a bv::View, after: &'a bv::View) -> BackchannelViewPatch<'a> {
        let own = after.own.as_ref().map(|own| OwnPatch::between(before.own.as_ref(), own));
        BackchannelViewPatch {
            fields: ViewFields::between(Some(before), after),
            lands: ChangedLands { before: &before.lands, after: &after.lands },
            own: own.filter(|own| !own.is_empty()),
        }
    }
}

/// The lands that differ, found while they are written.
#[derive(Clone, Copy)]
pub struct ChangedLands<'a> {
    before: &'a [bv::Land],
    after: &'a [bv::Land],
}

impl<'a> ChangedLands<'a> {
    fn iter(self) -> impl Iterator<Item = (usize, &'a bv::Land)> {
        let moved = move |(at, land): &(usize, &bv::Land)| self.before.get(*at) != Some(*land);
        self.after.iter().enumerate().filter(moved)
    }

    fn is_empty(&self) -> bool {
        self.before == self.after
    }
}

impl Serialize for ChangedLands<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl JsonSchema for ChangedLands<'_> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ChangedLands".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        BTreeMap::<usize, bv::Land>::json_schema(generator)
    }
}
