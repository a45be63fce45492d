//! Each notice as a sentence. A reader who may not know which card it was reads "a card".

use parley::{Faith, Resolution, Seat};

use super::sentence::Sentence;
use super::{counted, number};
use crate::deal::ledger::PromiseRef;
use crate::deal::verdict::Class;
use crate::desk::command::{Invocation, Loot};
use crate::desk::effect::Hand;
use crate::desk::effect::look::Seen;
use crate::desk::notice::{Boarding, Handed, Notice};
use crate::round::moment::{Fresh, Moment};
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::transaction::eligibility::Right;

impl Sentence<'_> {
    pub(super) fn notice(self, notice: &Notice) -> Self {
        match notice {
            Notice::Offered { from, to, number: _, terms } => {
                let line = self.seat(*from).text(" offers ").seat(*to).text(" a deal: ");
                line.terms(terms).text(".")
            }
            Notice::Resolved { from, to, number, resolution } => {
                self.resolved(*from, *to, *number, *resolution)
            }
            Notice::Struck { from, to, number: _, class } => self.struck(*from, *to, *class),
            Notice::Exchanged { sides, gives, right, assumed } => {
                let line = self.exchanged(*sides, gives, *right);
                match assumed {
                    true => line.text(" What they give is taken as held ").clause(121).text("."),
                    false => line,
                }
            }
            Notice::Given { from, to, goods } => {
                let line = self.seat(*from).text(" hands ").handed(goods).text(" to ").seat(*to);
                line.text(" by an effect, not in a transaction ").clause(26).text(".")
            }
            Notice::NoteMoved { note, from, to } => self.note_moved(*note, *from, *to),
            Notice::Gained { seat, count } => {
                let goods = number(usize::from(*count), "trade good");
                self.seat(*seat).text(" gains ").text(goods).text(" from a note.")
            }
            Notice::Scored { seat, change } => {
                let verb = if *change < 0 { " loses " } else { " gains " };
                let points = number(usize::from(change.unsigned_abs()), "victory point");
                self.seat(*seat).text(verb).text(points).text(" with a note.")
            }
            Notice::Silenced { seat } => {
                let line =
                    self.seat(*seat).text(" is barred from voting, action cards and faction ");
                line.text("abilities until this agenda is over.")
            }
            Notice::Bound { id: _, by, to, term } => {
                let line = self.seat(*by).text(" is bound to ").seat(*to);
                line.text(" before this step ends: ").term(term).text(".")
            }
            Notice::Promised { promise } => {
                let line = self.seat(promise.by).text(" gives ").seat(promise.to);
                line.text(" a promise that nothing enforces: ").term(&promise.term).text(".")
            }
            Notice::Discharged { id, by, to, faith } => self.discharged(*id, *by, *to, *faith),
            Notice::Settled { id, by, faith } => {
                let words = match faith {
                    Faith::Kept => " has kept a promise: ",
                    Faith::Broken => " has broken a promise: ",
                    Faith::Void => " is no longer held to a promise: ",
                    Faith::Pending => " still has a promise to keep: ",
                };
                self.seat(*by).text(words).reference(*id).text(".")
            }
            Notice::Said { id, by, faith } => {
                let line = self.seat(*by).text(" says that ").reference(*id);
                line.text(match faith {
                    Faith::Kept => " was kept; the other has not said so.",
                    Faith::Broken => " was broken; the other has not said so.",
                    Faith::Void => " is void; the other has not said so.",
                    Faith::Pending => " is still to be kept.",
                })
            }
            Notice::Moved { moment, fresh } => self.moment(*moment, *fresh),
            Notice::Passed { seat } => {
                self.seat(*seat).text(" passes and takes no further turn in this phase.")
            }
            Notice::StrategyCardUsed { seat } => self.seat(*seat).text(" uses a strategy card."),
            Notice::Reported { by, act } => self.seat(*by).text(" ").act(act).text("."),
            Notice::Spent { seat, resources, influence, goods } => {
                let parts = [
                    (*resources > 0).then(|| number(usize::from(*resources), "resource")),
                    (*influence > 0).then(|| format!("{influence} influence")),
                    (*goods > 0).then(|| number(usize::from(*goods), "trade good")),
                ];
                let parts: Vec<String> = parts.into_iter().flatten().collect();
                let spent = if parts.is_empty() { "nothing".into() } else { parts.join(" and ") };
                self.seat(*seat).text(" spends ").text(spent).text(".")
            }
            Notice::Booked { seat, entry } => self.booked(*seat, entry),
            Notice::Drew { seat, card } => {
                self.seat(*seat).text(" draws ").card("action card", card.as_deref()).text(".")
            }
            Notice::DrewSecret { seat, card } => {
                self.seat(*seat).text(" draws ").card("secret objective", card.as_deref()).text(".")
            }
            Notice::ReturnedSecret { seat, card } => {
                let line = self.seat(*seat).text(" puts ");
                line.card("secret objective", card.as_deref()).text(" back unseen.")
            }
            Notice::Overflowed { seat, count } => {
                let goods = number(usize::from(*count), "commodity");
                let line = self.seat(*seat).text(" puts ").text(goods);
                line.text(" back, above the commodity value ").clause(32).text(".")
            }
            Notice::PillageOpened { by, victim } => {
                self.seat(*by).text(" may pillage ").seat(*victim).text(".")
            }
            Notice::PillageClosed { by, victim } => {
                self.seat(*by).text(" lets the chance to pillage ").seat(*victim).text(" go.")
            }
            Notice::Pillaged { by, victim, takes } => {
                let line = self.seat(*by).text(" pillages ").text(match takes {
                    Loot::TradeGood => "1 trade good",
                    Loot::Commodity => "1 commodity",
                });
                line.text(" from ").seat(*victim).text(".")
            }
            Notice::Neighboured { sides: (one, other), are } => {
                let words =
                    if *are { " are neighbours now." } else { " are no longer neighbours." };
                self.both(*one, *other).text(words)
            }
            Notice::Invoked { by, with, power: power @ Invocation::BlackMarketDealings } => {
                let line = self.seat(*by).text(" plays ").plain(power.row().name);
                line.text(" on the negotiation with ").seat(*with).text(".")
            }
            Notice::Invoked { by, with, power: Invocation::Ability(ability) } => {
                let line = self.seat(*by).text(" may transact with ").seat(*with);
                line.text(" beside the ordinary transaction, by ").plain(ability.name()).text(".")
            }
            Notice::Boarded { seat, change } => self.boarded(*seat, *change),
            Notice::SpeakerMoved { to } => self.seat(*to).text(" is the speaker now."),
            Notice::Declared { by, condition, begins } => {
                let words = if *begins { " is in force now." } else { " is no longer in force." };
                self.seat(*by).text(" declares: ").condition(*condition).text(words)
            }
            Notice::Used { by, ability, on } => {
                let line = self.seat(*by).text(" uses ").plain(ability.name());
                match on {
                    Some(on) => line.text(" on ").seat(*on).text("."),
                    None => line.text("."),
                }
            }
            Notice::Demanded { by, from } => {
                let line = self.seat(*by).text(" demands a promissory note of ").owner(*from);
                line.text(" choice ").clause(26).text(".")
            }
            Notice::Yielded { by, from } => {
                self.seat(*from).text(" has handed ").seat(*by).text(" the note that was demanded.")
            }
            Notice::Waived { by, from } => {
                self.seat(*by).text(" takes nothing more from ").seat(*from).text(".")
            }
            Notice::Looked { by, at, hand, cards } => {
                let line = self.seat(*by).text(" looks at ").owner(*at).text(" ").hand(*hand);
                match cards {
                    Some(cards) => line.text(": ").seen(cards).text("."),
                    None => line.text("."),
                }
            }
            Notice::Waylaid { by, from } => {
                let line = self.owner(*from).text(" action cards lie open to ").seat(*by);
                line.text(", who takes one.")
            }
            Notice::Taken { by, from, card } => {
                let line = self.seat(*by).text(" takes ");
                let line = match card {
                    Some(card) => line.plain(card.clone()),
                    None => line.text("an action card"),
                };
                line.text(" out of ").owner(*from).text(" hand.")
            }
            Notice::Shown { by, to, notes, action_cards, cards } => {
                let line = self.seat(*by).text(" shows ").seat(*to).text(" ");
                match cards {
                    Some(cards) => line.text("from the hand: ").seen(cards).text("."),
                    None => {
                        let cards = counted(*notes, *action_cards, 0).join(" and ");
                        line.text(cards).text(" from the hand.")
                    }
                }
            }
            Notice::Researched { by, to } => {
                self.seat(*by).text(" pays ").seat(*to).text(" for research.")
            }
            Notice::Charted { by, feature } => self.seat(*by).text(" notes: ").feature(feature),
            Notice::Left { seat } => {
                self.seat(*seat).text(" leaves the game, and notes go back ").clause(64).text(".")
            }
            Notice::Counted { seat, holdings } => {
                let goods = number(usize::from(holdings.trade_goods), "trade good");
                let commodities = number(usize::from(holdings.commodities), "commodity");
                let line = self.seat(*seat).text(" counts ").text(goods).text(" and ");
                line.text(commodities)
                    .text(", and the rest of what they hold ")
                    .clause(122)
                    .text(".")
            }
            Notice::CountedTwice { seats } => {
                let mut line = self;
                for (place, seat) in seats.iter().enumerate() {
                    line = if place > 0 { line.text(" and ").seat(seat) } else { line.seat(seat) };
                }
                line.text(" have counted the same promissory note and count again ")
                    .clause(122)
                    .text(".")
            }
            Notice::Synced { by: _, source, taken, disputed } => {
                let line = self.plain(source.name()).text(" reports: ");
                line.synced(taken, disputed)
            }
            Notice::Mapped { systems } => {
                let systems = number(*systems, "system");
                self.text("The feed brings the map, with ").text(systems).text(".")
            }
            Notice::Reconciled { by, fact, taken } => {
                let verb = if *taken {
                    " takes over from the feed: "
                } else {
                    " keeps what the desk says against the feed: "
                };
                self.seat(*by).text(verb).fact(fact).text(" ").clause(124).text(".")
            }
            Notice::CorrectionAsked { by, correction } => {
                self.seat(*by).text(" asks to correct: ").correction(correction).text(".")
            }
            Notice::CorrectionDropped { by, correction } => {
                self.seat(*by).text(" leaves it as it is: ").correction(correction).text(".")
            }
            Notice::Corrected { by: _, correction } => {
                let line = self.text("Corrected by agreement: ").correction(correction);
                line.text(" ").clause(127).text(".")
            }
            Notice::MadeExact => self
                .text("Everybody has counted: the table records holdings from now on ")
                .clause(122)
                .text("."),
        }
    }

    fn resolved(self, from: Seat, to: Seat, number: u16, resolution: Resolution) -> Self {
        let offer = format!(" offer no. {number}");
        match resolution {
            Resolution::Accepted => {
                self.seat(to).text(" accepts ").owner(from).text(offer).text(".")
            }
            Resolution::Declined => {
                self.seat(to).text(" declines ").owner(from).text(offer).text(".")
            }
            Resolution::Lapsed => {
                self.owner(from).text(offer).text(" to ").seat(to).text(" has lapsed.")
            }
            Resolution::Void => {
                self.owner(from).text(offer).text(" to ").seat(to).text(" is off the table.")
            }
        }
    }

    fn struck(self, from: Seat, to: Seat, class: Class) -> Self {
        let (words, clause) = match class {
            Class::Binding => (" strike a deal that binds them both ", 74),
            Class::NonBinding => (" strike a deal that binds neither of them ", 75),
            Class::PartlyBinding => (" strike a deal of which some terms bind ", 79),
            Class::Open => (" strike a deal; whether it binds, the rules leave open ", 79),
            Class::NotJudged | Class::NotAsked => {
                (" strike a deal that cannot be judged and binds neither of them ", 77)
            }
        };
        self.both(from, to).text(words).clause(clause).text(".")
    }

    fn exchanged(self, sides: (Seat, Seat), gives: &(Handed, Handed), right: Right) -> Self {
        let (one, other) = sides;
        let line = self.both(one, other).text(" transact");
        let line = match right {
            Right::Turn | Right::Agenda => line,
            Right::Grant(ability) => line.text(" by ").plain(ability.name()),
        };
        let line = line.text(": ").seat(one).text(" gives ").handed(&gives.0).text("; ");
        line.seat(other).text(" gives ").handed(&gives.1).text(".")
    }

    fn note_moved(self, note: Option<Note>, from: Place, to: Place) -> Self {
        let line = match note {
            Some(note) => self.note(note),
            None => self.text("a promissory note"),
        };
        match to {
            Place::Gone => line.text(" leaves the game ").clause(64).text("."),
            Place::Hand(_) | Place::Play(_) | Place::Unseen => {
                line.text(" goes from ").spot(from).text(" to ").spot(to).text(".")
            }
        }
    }

    fn discharged(self, id: Option<PromiseRef>, by: Seat, to: Seat, faith: Faith) -> Self {
        let line = self.seat(by).text(match faith {
            Faith::Kept => " has done what was owed",
            Faith::Broken => " has not done what was owed",
            Faith::Void => " no longer owes",
            Faith::Pending => " still owes",
        });
        match (id, faith) {
            (Some(id), Faith::Kept | Faith::Broken) => line.text(": ").reference(id),
            (Some(id), Faith::Void | Faith::Pending) => line.text(" ").reference(id),
            (None, Faith::Kept | Faith::Broken) => line.text(" to ").seat(to),
            (None, Faith::Void | Faith::Pending) => {
                line.text(" ").seat(to).text(" a term of a deal")
            }
        }
        .text(".")
    }

    fn boarded(self, seat: Seat, change: Boarding) -> Self {
        let line = self.seat(seat);
        match change {
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

    /// Goods, and cards by name where the names are known.
    fn handed(self, handed: &Handed) -> Self {
        let Handed { goods, notes, action_cards, secrets, cards } = handed;
        if let Some(Seen { notes, action_cards, secrets }) = cards.clone() {
            return self.goods(&Bundle { notes, action_cards, secrets, ..goods.clone() });
        }
        let cards = counted(*notes, *action_cards, *secrets).join(", ");
        match (goods.is_empty(), cards.is_empty()) {
            (true, false) => self.plain(cards),
            (false, false) => self.goods(goods).text(", ").plain(cards),
            _ => self.goods(goods),
        }
    }

    /// "an action card", or "the action card Sabotage".
    pub(super) fn card(self, what: &str, name: Option<&str>) -> Self {
        let article = if what.starts_with('a') { "an" } else { "a" };
        match name {
            Some(name) => self.text(format!("the {what} ")).plain(name),
            None => self.text(format!("{article} {what}")),
        }
    }

    fn hand(self, hand: Hand) -> Self {
        self.text(hand.words())
    }
}
