//! Why a bot did what it did, as plain data.

use arrayvec::ArrayVec;
use backchannel::{Agreement, Command};
use parley::{Round, Seat};
use serde::{Deserialize, Serialize};

/// How many alternatives are kept.
const MOST_WEIGHED: usize = 6;

/// What a bot compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Consideration {
    /// Cards played or kept without anybody else.
    Cards,
    /// A deal, as it is worth to this seat.
    Deal { agreement: Agreement, with: Seat },
    /// The same deal, as it seems to be worth to the partner.
    Partner { agreement: Agreement, with: Seat },
    /// Breaking a word given to a seat.
    Breach { with: Seat },
    /// What the breach would cost.
    BreachPrice { with: Seat },
    /// Doing what somebody asked for.
    Request { from: Seat },
    /// The conquests that this turn could bring.
    Campaign,
    /// A way to lead the turn.
    Turn(TurnStyle),
    /// A command by itself.
    Command(Command),
}

/// A way to lead a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnStyle {
    Usual,
    Bold,
    Careful,
    /// For the card that a conquest brings.
    ForCard,
    ForZones,
    /// To eliminate somebody.
    ForBlood,
    /// Without an attack.
    Quiet,
    /// Against one seat only.
    AgainstOne,
    /// With one seat left alone.
    SparingOne,
    /// Against somebody who was promised peace.
    AgainstPromise,
    /// With the fresh troops in another place.
    FromElsewhere,
}

/// One thing that was weighed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Weighed {
    pub what: Consideration,
    /// In troops; if it was played out, as the share of the victory that it gains over what first came to mind.
    pub worth: f32,
    /// The imagined worlds in which it was played out.
    #[serde(default)]
    pub worlds: u32,
}

/// The reasons for one decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Reasons {
    pub round: Round,
    /// What was decided; `None` if nothing was said or done.
    pub command: Option<Command>,
    /// What the position was worth before, and what it is expected to be worth, in troops.
    pub before: f32,
    pub after: f32,
    /// The other seat that it is about, and how likely it was held to accept and to keep its word.
    pub about: Option<Seat>,
    pub accepts: Option<f32>,
    pub keeps: Option<f32>,
    pub weighed: Vec<Weighed>,
}

/// Notes that are taken while a bot decides.
#[derive(Clone, Default, Debug)]
pub(crate) struct DecisionNotes {
    pub round: Round,
    pub command: Option<Command>,
    pub before: f32,
    pub gain: f32,
    pub about: Option<Seat>,
    pub accepts: f32,
    pub keeps: f32,
    weighed: ArrayVec<Weighed, MOST_WEIGHED>,
}

impl DecisionNotes {
    pub(crate) fn begin(&mut self, round: Round, before: f32) {
        (self.round, self.before, self.gain) = (round, before, 0.0);
        (self.command, self.about) = (None, None);
        self.weighed.clear();
    }

    /// Keeps what was weighed, and of too many the best.
    pub(crate) fn weigh(&mut self, what: Consideration, worth: f32) {
        self.keep(Weighed { what, worth, worlds: 0 });
    }

    /// Keeps what was played out instead of what was weighed before.
    pub(crate) fn play_out(&mut self, weighed: &[Weighed]) {
        self.weighed.clear();
        weighed.iter().for_each(|&weighed| self.keep(weighed));
    }

    fn keep(&mut self, weighed: Weighed) {
        if let Err(full) = self.weighed.try_push(weighed) {
            let least = self.weighed.iter_mut().min_by(|a, b| a.worth.total_cmp(&b.worth));
            if let Some(least) = least.filter(|least| least.worth < full.element().worth) {
                *least = full.element();
            }
        }
    }

    /// The decision is about `seat`.
    pub(crate) fn concerns(&mut self, seat: Seat, accepts: f32, keeps: f32) {
        (self.about, self.accepts, self.keeps) = (Some(seat), accepts, keeps);
    }

    pub(crate) fn reasons(&self) -> Reasons {
        Reasons {
            round: self.round,
            command: self.command,
            before: self.before,
            after: self.before + self.gain,
            about: self.about,
            accepts: self.about.map(|_| self.accepts),
            keeps: self.about.map(|_| self.keeps),
            weighed: self.weighed.to_vec(),
        }
    }
}
