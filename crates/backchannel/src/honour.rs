//! The record of honour: what was agreed and promised, and how it ended (BC-1001).
//!
//! It is computed from the log, and revealed when the game is over (BC-904).

use parley::signal::SignalOf;
use parley::{Faith, Resolution, Round, Seat};
use serde::Serialize;

use crate::Agreement;
use crate::event::{ActivatedDeal, Event};
use crate::map::Territory;
use crate::settings::Rules;
use crate::signal::{SignalPromise, Signals, Word};
use crate::treaty::Treaty;
use crate::word_event::{ProposalId, WordEvent};
use crate::{Game, treaty};

/// Everything that honour is judged by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HonourRecord {
    pub agreements: Vec<Accord>,
    /// Proposals that were declined or left to expire.
    pub rebuffs: Vec<Rebuff>,
    pub promises: Vec<Pledge>,
    /// Attacks on a partner between the acceptance of a ceasefire and its activation, one for each ceasefire.
    pub early_attacks: Vec<EarlyAttack>,
    #[serde(skip)]
    pending: Vec<Truce>,
    #[serde(skip)]
    seats: usize,
    #[serde(skip)]
    round: Round,
    #[serde(skip)]
    owners: Vec<Option<Seat>>,
}

/// One seat's record in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Honours {
    pub agreements_made: u32,
    pub agreements_kept: u32,
    /// Agreements that this seat betrayed.
    pub betrayals: u32,
    /// Agreements that the other side betrayed.
    pub betrayed: u32,
    /// Proposals to this seat that it declined, or left to expire.
    pub declined: u32,
    pub lapsed: u32,
    pub promises_made: u32,
    pub promises_kept: u32,
    pub promises_broken: u32,
}

/// What one seat did to another: how it kept its word to that one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HonourToward {
    pub seat: Seat,
    /// To whom; promises that were made to nobody in particular are counted as made to everybody, which is `null`.
    pub toward: Option<Seat>,
    /// Agreements of the two that neither side betrayed.
    pub agreements_kept: u32,
    /// Agreements that the seat betrayed with a card, and ceasefires that it attacked before they took effect.
    pub betrayals: u32,
    pub early_attacks: u32,
    pub promises_kept: u32,
    pub promises_broken: u32,
}

impl HonourToward {
    fn is_anything(&self) -> bool {
        let HonourToward { agreements_kept, betrayals, early_attacks, .. } = *self;
        let words = self.promises_kept + self.promises_broken;
        agreements_kept + betrayals + early_attacks + words > 0
    }
}

/// An attack on somebody with whom a ceasefire was agreed on, before it took effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EarlyAttack {
    pub by: Seat,
    pub victim: Seat,
    pub round: Round,
}

/// A ceasefire that is proposed or accepted, but not in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Truce {
    id: ProposalId,
    accepted: bool,
    attacked: bool,
}

/// An agreement that took effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Accord {
    pub agreement: Agreement,
    pub from: Seat,
    pub to: Seat,
    pub against: Option<Seat>,
    pub round: Round,
    /// Void if a party went out before its end.
    pub faith: Faith,
    pub betrayed_by: Option<Seat>,
}

impl Accord {
    fn involves(&self, seat: Seat) -> bool {
        self.from == seat || self.to == seat
    }

    fn is(&self, treaty: &Treaty) -> bool {
        self.faith == Faith::Pending
            && (self.agreement, treaty::sides(self.from, self.to), self.against)
                == (treaty.agreement, treaty.sides, treaty.against)
    }
}

/// A proposal that came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rebuff {
    pub from: Seat,
    pub to: Seat,
    pub round: Round,
    /// Declined or lapsed.
    pub resolution: Resolution,
}

/// A promise made in a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pledge {
    pub by: Seat,
    /// Nobody in particular is everybody.
    pub to: Option<Seat>,
    pub promise: SignalPromise,
    pub about: Word,
    pub round: Round,
    pub faith: Faith,
}

impl Pledge {
    /// The last round in which it can be kept or broken.
    fn due(&self) -> Round {
        self.round + 1
    }
}

impl HonourRecord {
    /// An empty record for a game that is about to begin or continue.
    pub fn begin(game: &Game) -> HonourRecord {
        HonourRecord {
            agreements: Vec::new(),
            rebuffs: Vec::new(),
            promises: Vec::new(),
            early_attacks: Vec::new(),
            pending: Vec::new(),
            seats: game.rules().seats(),
            round: game.round(),
            owners: game.owners().collect(),
        }
    }

    /// The record of everything in `events`, which followed `game`.
    pub fn of<'a>(game: &Game, events: impl IntoIterator<Item = &'a Event>) -> HonourRecord {
        let mut record = HonourRecord::begin(game);
        events.into_iter().for_each(|event| record.observe(game.rules(), event));
        record
    }

    /// Adds an event to the record.
    pub fn observe(&mut self, rules: &Rules, event: &Event) {
        let Some(event) = WordEvent::of(rules, event) else { return };
        match event {
            WordEvent::RoundStarted(round) => {
                self.round = round;
                self.call_in(rules, |pledge| pledge.due() < round);
            }
            WordEvent::CeasefireProposed(id) => {
                self.pending.push(Truce { id, accepted: false, attacked: false });
            }
            WordEvent::Accepted(id) => {
                let truce = self.pending.iter_mut().find(|truce| truce.id == id);
                if let Some(truce) = truce {
                    truce.accepted = true;
                }
            }
            WordEvent::Closed { id, how } => {
                self.forget_truce(id);
                if matches!(how, Resolution::Declined | Resolution::Lapsed) {
                    let (from, to, round) = (id.from, id.to, self.round);
                    self.rebuffs.push(Rebuff { from, to, round, resolution: how });
                }
            }
            WordEvent::Activated { id, deal } => {
                self.forget_truce(id);
                self.agree(id, &deal);
            }
            WordEvent::TreatyEnded(treaty) => {
                let ran_out = treaty.ends <= self.round;
                self.close(&treaty, if ran_out { Faith::Kept } else { Faith::Void }, None);
            }
            WordEvent::Betrayed { by, treaty } => self.close(&treaty, Faith::Broken, Some(by)),
            WordEvent::Signalled { by, to, signal } => self.promise(by, to, &signal),
            WordEvent::Attacked { by, defender, at } => self.attacked(rules, by, defender, at),
            WordEvent::Conquered { by, at } => {
                self.owners[at.index()] = Some(by);
                let owners = &self.owners;
                let holds = |place: Territory| owners[place.index()] == Some(by);
                let zones = rules.map.zones().iter().map(|zone| {
                    zone.territories.contains(at) && zone.territories.into_iter().all(holds)
                });
                let taken: Vec<bool> = zones.collect();
                self.settle(Faith::Kept, |pledge| {
                    let took = match pledge.about {
                        Word::Territory(place) => place == at,
                        Word::Zone(zone) => taken[zone.index()],
                        Word::Player(_) | Word::Concept(_) | Word::Agreement(_) => false,
                    };
                    pledge.by == by && pledge.promise == SignalPromise::TakeTerritory && took
                });
            }
            WordEvent::Eliminated(seat) => self.settle(Faith::Void, |pledge| {
                pledge.by == seat || pledge.about == Word::Player(seat)
            }),
            WordEvent::GameOver => self.end(rules),
        }
    }

    fn forget_truce(&mut self, id: ProposalId) {
        self.pending.retain(|truce| truce.id != id);
    }

    fn agree(&mut self, id: ProposalId, deal: &ActivatedDeal) {
        let lasts = deal.ends.is_some();
        self.agreements.push(Accord {
            agreement: deal.agreement,
            from: id.from,
            to: id.to,
            against: deal.against,
            round: self.round,
            faith: if lasts { Faith::Pending } else { Faith::Kept },
            betrayed_by: None,
        });
    }

    fn promise(&mut self, by: Seat, to: Option<Seat>, signal: &SignalOf<Word>) {
        let (round, faith) = (self.round, Faith::Pending);
        let made = Signals::standard().promises(signal);
        let pledge = |(promise, about)| Pledge { by, to, promise, about, round, faith };
        self.promises.extend(made.map(pledge));
    }

    fn attacked(&mut self, rules: &Rules, by: Seat, defender: Option<Seat>, to: Territory) {
        if let Some(victim) = defender {
            self.attacked_early(by, victim);
        }
        self.settle(Faith::Broken, |pledge| {
            pledge.by == by && breaks(rules, pledge.promise, pledge.about, defender, to)
        });
        self.settle(Faith::Kept, |pledge| {
            pledge.by == by
                && pledge.promise == SignalPromise::HuntPlayer
                && defender.is_some_and(|seat| pledge.about == Word::Player(seat))
        });
    }

    fn attacked_early(&mut self, by: Seat, victim: Seat) {
        let sides = treaty::sides(by, victim);
        let spoilt = self.pending.iter_mut().find(|truce| {
            truce.accepted && !truce.attacked && treaty::sides(truce.id.from, truce.id.to) == sides
        });
        if let Some(truce) = spoilt {
            truce.attacked = true;
            self.early_attacks.push(EarlyAttack { by, victim, round: self.round });
        }
    }

    /// Judges the pending promises that are `due`.
    fn call_in(&mut self, rules: &Rules, due: impl Fn(&Pledge) -> bool) {
        for pledge in &mut self.promises {
            if pledge.faith != Faith::Pending || !due(pledge) {
                continue;
            }
            let kept = match (pledge.promise, pledge.about) {
                (promise, _) if is_peace(promise) => true,
                (SignalPromise::HoldTerritory, Word::Territory(place)) => {
                    self.owners[place.index()] == Some(pledge.by)
                }
                (SignalPromise::HoldTerritory, Word::Zone(zone)) => {
                    let lands = rules.map.zones()[zone.index()].territories;
                    lands.into_iter().all(|place| self.owners[place.index()] == Some(pledge.by))
                }
                _ => false,
            };
            pledge.faith = if kept { Faith::Kept } else { Faith::Broken };
        }
    }

    fn settle(&mut self, faith: Faith, which: impl Fn(&Pledge) -> bool) {
        for pledge in &mut self.promises {
            if pledge.faith == Faith::Pending && which(pledge) {
                pledge.faith = faith;
            }
        }
    }

    fn close(&mut self, treaty: &Treaty, faith: Faith, by: Option<Seat>) {
        for accord in self.agreements.iter_mut().filter(|accord| accord.is(treaty)) {
            accord.faith = faith;
            accord.betrayed_by = by;
        }
    }

    /// The game is over: what was still in force was kept; what was still to be done is void.
    fn end(&mut self, rules: &Rules) {
        for accord in &mut self.agreements {
            if accord.faith == Faith::Pending {
                accord.faith = Faith::Kept;
            }
        }
        let deed = |pledge: &Pledge| {
            matches!(pledge.promise, SignalPromise::HuntPlayer | SignalPromise::TakeTerritory)
        };
        self.settle(Faith::Void, deed);
        self.call_in(rules, |_| true);
    }

    /// Each seat's record in numbers, in seat order.
    pub fn honours(&self) -> Vec<Honours> {
        Seat::all(self.seats).map(|seat| self.honours_of(seat)).collect()
    }

    /// How each seat kept its word to each of the others, in seat order; pairs that had nothing to do with each other
    /// are left out.
    pub fn toward(&self) -> Vec<HonourToward> {
        let others = || Seat::all(self.seats).map(Some).chain([None]);
        let pairs = Seat::all(self.seats)
            .flat_map(|seat| others().map(move |toward| (seat, toward)))
            .filter(|(seat, toward)| *toward != Some(*seat));
        pairs
            .map(|(seat, toward)| self.honour_toward(seat, toward))
            .filter(HonourToward::is_anything)
            .collect()
    }

    fn honour_toward(&self, seat: Seat, toward: Option<Seat>) -> HonourToward {
        let count = |found: usize| found as u32;
        let both = |accord: &&Accord| {
            accord.involves(seat) && toward.is_some_and(|other| accord.involves(other))
        };
        let kept = self.agreements.iter().filter(both).filter(|it| it.faith == Faith::Kept);
        let betrayed = self.agreements.iter().filter(both);
        let betrayed = betrayed.filter(|accord| accord.betrayed_by == Some(seat));
        let early = self.early_attacks.iter();
        let early = early.filter(|attack| attack.by == seat && Some(attack.victim) == toward);
        let promises = |faith: Faith| {
            let made = self.promises.iter().filter(|it| it.by == seat && it.to == toward);
            count(made.filter(|pledge| pledge.faith == faith).count())
        };
        HonourToward {
            seat,
            toward,
            agreements_kept: count(kept.count()),
            betrayals: count(betrayed.count()),
            early_attacks: count(early.count()),
            promises_kept: promises(Faith::Kept),
            promises_broken: promises(Faith::Broken),
        }
    }

    fn honours_of(&self, seat: Seat) -> Honours {
        let accords = |wanted: &dyn Fn(&Accord) -> bool| {
            let mine = self.agreements.iter().filter(|accord| accord.involves(seat));
            mine.filter(|accord| wanted(accord)).count() as u32
        };
        let rebuffs = |resolution| {
            let to_me = self.rebuffs.iter().filter(|rebuff| rebuff.to == seat);
            to_me.filter(|rebuff| rebuff.resolution == resolution).count() as u32
        };
        let promises = |wanted: &dyn Fn(Faith) -> bool| {
            let mine = self.promises.iter().filter(|pledge| pledge.by == seat);
            mine.filter(|pledge| wanted(pledge.faith)).count() as u32
        };
        Honours {
            agreements_made: accords(&|_| true),
            agreements_kept: accords(&|accord| accord.faith == Faith::Kept),
            betrayals: accords(&|accord| accord.betrayed_by == Some(seat)),
            betrayed: accords(&|accord| accord.betrayed_by.is_some_and(|by| by != seat)),
            declined: rebuffs(Resolution::Declined),
            lapsed: rebuffs(Resolution::Lapsed),
            promises_made: promises(&|_| true),
            promises_kept: promises(&|faith| faith == Faith::Kept),
            promises_broken: promises(&|faith| faith == Faith::Broken),
        }
    }
}

/// Whether somebody promises to leave somebody or something in peace.
pub(crate) fn is_peace(promise: SignalPromise) -> bool {
    match promise {
        SignalPromise::SpareTerritory | SignalPromise::SpareZone | SignalPromise::SparePlayer => {
            true
        }
        SignalPromise::HuntPlayer | SignalPromise::TakeTerritory | SignalPromise::HoldTerritory => {
            false
        }
    }
}

/// Whether an attack on a territory breaks a promise of peace.
pub(crate) fn breaks(
    rules: &Rules,
    promise: SignalPromise,
    about: Word,
    defender: Option<Seat>,
    to: Territory,
) -> bool {
    match (promise, about) {
        (SignalPromise::SpareTerritory, Word::Territory(place)) => place == to,
        (SignalPromise::SpareZone, Word::Zone(zone)) => {
            rules.map.zones()[zone.index()].territories.contains(to)
        }
        (SignalPromise::SparePlayer, Word::Player(seat)) => defender == Some(seat),
        _ => false,
    }
}
