//! What has happened, as those read it who may know all of it.

use parley::{Faith, Resolution};

use super::number;
use super::sentence::Sentence;
use crate::command::{BLACK_MARKET, Invocation, Loot};
use crate::eligibility::Right;
use crate::event::{Boarding, Event, Fresh};
use crate::hand::Place;
use crate::moment::Moment;
use crate::verdict::Class;

impl Sentence<'_> {
    pub(super) fn event(self, event: &Event) -> Self {
        match event {
            Event::Offered { .. } | Event::Resolved { .. } | Event::Struck { .. } => {
                self.deal(event)
            }
            Event::Bound { .. }
            | Event::Promised { .. }
            | Event::Discharged { .. }
            | Event::Settled { .. }
            | Event::Said { .. } => self.promise(event),
            Event::Exchanged { .. }
            | Event::Given { .. }
            | Event::NoteMoved { .. }
            | Event::PillageOpened { .. }
            | Event::PillageClosed { .. }
            | Event::Pillaged { .. }
            | Event::Invoked { .. }
            | Event::Demanded { .. }
            | Event::Yielded { .. }
            | Event::Waived { .. }
            | Event::Waylaid { .. }
            | Event::Taken { .. }
            | Event::Researched { .. } => self.handed_over(event),
            Event::Gained { .. }
            | Event::Scored { .. }
            | Event::Spent { .. }
            | Event::Booked { .. }
            | Event::Overflowed { .. }
            | Event::Used { .. }
            | Event::Looked { .. }
            | Event::Shown { .. } => self.held(event),
            _ => self.on_the_table(event),
        }
    }

    fn deal(self, event: &Event) -> Self {
        match event {
            Event::Offered { from, to, terms, .. } => {
                let line = self.seat(*from).text(" offers ").seat(*to).text(" a deal: ");
                line.terms(terms).text(".")
            }
            Event::Resolved { from, to, number, resolution } => {
                let offer = format!(" offer no. {number}");
                match resolution {
                    Resolution::Accepted => {
                        self.seat(*to).text(" accepts ").owner(*from).text(offer).text(".")
                    }
                    Resolution::Declined => {
                        self.seat(*to).text(" declines ").owner(*from).text(offer).text(".")
                    }
                    Resolution::Lapsed => {
                        self.owner(*from).text(offer).text(" to ").seat(*to).text(" has lapsed.")
                    }
                    Resolution::Void => {
                        let line = self.owner(*from).text(offer).text(" to ").seat(*to);
                        line.text(" is off the table.")
                    }
                }
            }
            Event::Struck { from, to, class, .. } => {
                let line = self.both(*from, *to);
                let (words, clause) = match class {
                    Class::Binding => (" strike a deal that binds them both ", 74),
                    Class::NonBinding => (" strike a deal that binds neither of them ", 75),
                    Class::PartlyBinding => (" strike a deal of which some terms bind ", 79),
                    Class::Open => (" strike a deal; whether it binds, the rules leave open ", 79),
                };
                line.text(words).clause(clause).text(".")
            }
            _ => self,
        }
    }

    fn promise(self, event: &Event) -> Self {
        match event {
            Event::Bound { promise } => {
                let line = self.seat(promise.by).text(" is bound to ").seat(promise.to);
                line.text(" before this step ends: ").term(&promise.term).text(".")
            }
            Event::Promised { promise } => {
                let line = self.seat(promise.by).text(" gives ").seat(promise.to);
                line.text(" a promise that nothing enforces: ").term(&promise.term).text(".")
            }
            Event::Discharged { id, by, faith } => {
                let words = match faith {
                    Faith::Kept => " has done what was owed: ",
                    Faith::Broken => " has not done what was owed: ",
                    Faith::Void => " no longer owes ",
                    Faith::Pending => " still owes ",
                };
                self.seat(*by).text(words).reference(*id).text(".")
            }
            Event::Settled { id, by, faith } => {
                let words = match faith {
                    Faith::Kept => " has kept a promise: ",
                    Faith::Broken => " has broken a promise: ",
                    Faith::Void => " is no longer held to a promise: ",
                    Faith::Pending => " still has a promise to keep: ",
                };
                self.seat(*by).text(words).reference(*id).text(".")
            }
            Event::Said { id, by, faith } => {
                let line = self.seat(*by).text(" says that ").reference(*id);
                line.text(match faith {
                    Faith::Kept => " was kept; the other has not said so.",
                    Faith::Broken => " was broken; the other has not said so.",
                    Faith::Void => " is void; the other has not said so.",
                    Faith::Pending => " is still to be kept.",
                })
            }
            _ => self,
        }
    }

    fn handed_over(self, event: &Event) -> Self {
        match event {
            Event::Exchanged { transaction, right } => {
                let (one, other) = transaction.sides;
                let line = self.both(one, other).text(" transact");
                let line = match right {
                    Right::Turn | Right::Agenda => line,
                    Right::Grant(ability) => line.text(" by ").plain(ability.name()),
                };
                let line = line.text(": ").seat(one).text(" gives ").goods(&transaction.gives.0);
                line.text("; ").seat(other).text(" gives ").goods(&transaction.gives.1).text(".")
            }
            Event::Given { from, to, goods } => {
                let line = self.seat(*from).text(" hands ").goods(goods).text(" to ").seat(*to);
                line.text(" by an effect, not in a transaction ").clause(26).text(".")
            }
            Event::NoteMoved { note, to: Place::Gone, .. } => {
                self.note(*note).text(" leaves the game ").clause(64).text(".")
            }
            Event::NoteMoved { note, from, to } => {
                let line = self.note(*note).text(" goes from ").spot(*from).text(" to ");
                line.spot(*to).text(".")
            }
            Event::PillageOpened { by, victim } => {
                self.seat(*by).text(" may pillage ").seat(*victim).text(".")
            }
            Event::PillageClosed { by, victim } => {
                self.seat(*by).text(" lets the chance to pillage ").seat(*victim).text(" go.")
            }
            Event::Pillaged { by, victim, takes } => {
                let line = self.seat(*by).text(" pillages ").text(match takes {
                    Loot::TradeGood => "1 trade good",
                    Loot::Commodity => "1 commodity",
                });
                line.text(" from ").seat(*victim).text(".")
            }
            Event::Invoked { by, with, power: Invocation::BlackMarketDealings } => {
                let line = self.seat(*by).text(" plays ").plain(BLACK_MARKET);
                line.text(" on the negotiation with ").seat(*with).text(".")
            }
            Event::Invoked { by, with, power: Invocation::Ability(ability) } => {
                let line = self.seat(*by).text(" may transact with ").seat(*with);
                line.text(" beside the ordinary transaction, by ").plain(ability.name()).text(".")
            }
            Event::Demanded { by, from } => {
                let line = self.seat(*by).text(" demands a promissory note of ").owner(*from);
                line.text(" choice ").clause(26).text(".")
            }
            Event::Yielded { by, from } => {
                self.seat(*from).text(" has handed ").seat(*by).text(" the note that was demanded.")
            }
            Event::Waived { by, from } => {
                self.seat(*by).text(" takes nothing more from ").seat(*from).text(".")
            }
            Event::Waylaid { by, from } => {
                let line = self.owner(*from).text(" action cards lie open to ").seat(*by);
                line.text(", who takes one.")
            }
            Event::Taken { by, from, card } => {
                let line = self.seat(*by).text(" takes ").plain(card.clone()).text(" out of ");
                line.owner(*from).text(" hand.")
            }
            Event::Researched { by, to } => {
                self.seat(*by).text(" pays ").seat(*to).text(" for research.")
            }
            _ => self,
        }
    }

    fn held(self, event: &Event) -> Self {
        match event {
            Event::Gained { seat, count } => {
                let goods = number(usize::from(*count), "trade good");
                self.seat(*seat).text(" gains ").text(goods).text(" from a note.")
            }
            Event::Scored { seat, change } => {
                let verb = if *change < 0 { " loses " } else { " gains " };
                let points = number(usize::from(change.unsigned_abs()), "victory point");
                self.seat(*seat).text(verb).text(points).text(" with a note.")
            }
            Event::Spent { seat, resources, influence, goods } => {
                let parts = [
                    (*resources > 0).then(|| number(usize::from(*resources), "resource")),
                    (*influence > 0).then(|| format!("{influence} influence")),
                    (*goods > 0).then(|| number(usize::from(*goods), "trade good")),
                ];
                let parts: Vec<String> = parts.into_iter().flatten().collect();
                let spent = if parts.is_empty() { "nothing".into() } else { parts.join(" and ") };
                self.seat(*seat).text(" spends ").text(spent).text(".")
            }
            Event::Booked { seat, entry } => self.booked(*seat, entry),
            Event::Overflowed { seat, count } => {
                let goods = number(usize::from(*count), "commodity");
                let line = self.seat(*seat).text(" puts ").text(goods);
                line.text(" back, above the commodity value ").clause(32).text(".")
            }
            Event::Used { by, ability, on } => {
                let line = self.seat(*by).text(" uses ").plain(ability.name());
                match on {
                    Some(on) => line.text(" on ").seat(*on).text("."),
                    None => line.text("."),
                }
            }
            Event::Looked { by, at, hand, cards } => {
                let line = self.seat(*by).text(" looks at ").owner(*at).text(" ").hand(*hand);
                line.text(": ").seen(cards).text(".")
            }
            Event::Shown { by, to, cards } => {
                let line = self.seat(*by).text(" shows ").seat(*to).text(" from the hand: ");
                line.seen(cards).text(".")
            }
            _ => self,
        }
    }

    fn on_the_table(self, event: &Event) -> Self {
        match event {
            Event::Moved { moment, fresh } => self.moment(*moment, *fresh),
            Event::Passed { seat } => {
                self.seat(*seat).text(" passes and takes no further turn in this phase.")
            }
            Event::StrategyCardUsed { seat } => self.seat(*seat).text(" uses a strategy card."),
            Event::Reported { by, act } => self.seat(*by).text(" ").act(act).text("."),
            Event::Silenced { seat } => {
                let line =
                    self.seat(*seat).text(" is barred from voting, action cards and faction ");
                line.text("abilities until this agenda is over.")
            }
            Event::Neighboured { sides: (one, other), are } => {
                let words =
                    if *are { " are neighbours now." } else { " are no longer neighbours." };
                self.both(*one, *other).text(words)
            }
            Event::Boarded { seat, change } => {
                let line = self.seat(*seat);
                match *change {
                    Boarding::Entered(at) => line.text(" has units in ").system(at).text(" now."),
                    Boarding::Left(at) => line.text(" has no more units in ").system(at).text("."),
                    Boarding::Took(it) => {
                        line.text(" takes control of ").planet(it.system, it.place).text(".")
                    }
                    Boarding::Lost(it) => {
                        line.text(" loses control of ").planet(it.system, it.place).text(".")
                    }
                }
            }
            Event::SpeakerMoved { to } => self.seat(*to).text(" is the speaker now."),
            Event::Declared { by, condition, begins } => {
                let words = if *begins { " is in force now." } else { " is no longer in force." };
                self.seat(*by).text(" declares: ").condition(*condition).text(words)
            }
            Event::Charted { by, feature } => self.seat(*by).text(" notes: ").feature(feature),
            Event::Left { seat } => {
                self.seat(*seat).text(" leaves the game, and notes go back ").clause(64).text(".")
            }
            _ => self,
        }
    }

    /// "Ann's turn begins: the start of the turn." "A new agenda: the vote; Bob decides."
    fn moment(self, moment: Moment, fresh: Fresh) -> Self {
        let line = match (fresh, moment.active()) {
            (Fresh { round: true, .. }, _) => self.text("a new round begins: "),
            (Fresh { turn: true, .. }, Some(active)) => self.owner(active).text(" turn begins: "),
            (Fresh { phase: true, .. }, _) => {
                self.text(format!("the {} phase begins: ", moment.phase().name()))
            }
            (Fresh { agenda: true, .. }, _) => self.text("a new agenda: "),
            (_, Some(active)) => self.owner(active).text(" turn comes to "),
            _ => self.text("the table comes to "),
        };
        let line = line.plain(moment.step().words());
        match moment.asked() {
            Some(asked) => line.text("; ").seat(asked).text(" decides."),
            None => line.text("."),
        }
    }

    fn spot(self, place: Place) -> Self {
        match place {
            Place::Hand(seat) => self.owner(seat).text(" hand"),
            Place::Play(seat) => self.owner(seat).text(" play area"),
            Place::Gone => self.text("out of the game"),
            Place::Unseen => self.text("somebody's hand"),
        }
    }
}
