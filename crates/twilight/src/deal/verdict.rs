//! The verdict: is this deal binding? A pure function of the table and the deal, term by term (TI-73 … TI-81).

mod means;
mod owning;

use parley::{Clause, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use crate::ability::power::{Power, Who};
use crate::deal::choice;
use crate::deal::opportunity::{self, Opportunity};
use crate::deal::subject::{self, Subject};
use crate::deal::why::Why;
use crate::deal::{Act, Deal, Term};
use crate::round::step::Phase;
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::table::question::Question;
use crate::table::readings::{DealReading, TradeReading};
use crate::table::{DeskTable, Eye};
use crate::transaction::Half;
use crate::transaction::bar::Bar;
use crate::transaction::content;
use crate::transaction::eligibility;

/// Whether a deal binds its parties (TI-73).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    Binding,
    NonBinding,
    /// By the term-by-term reading: some terms bind and others do not.
    PartlyBinding,
    /// The rules leave it open, and this table has not chosen a reading.
    Open,
    /// A term cannot be judged, so the deal binds nobody.
    NotJudged,
    /// There is no deal, only a question.
    NotAsked,
}

/// Whether one term binds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Finding {
    Binds,
    Fails,
    Open,
    /// Nobody can judge it: free words, an unknown ability, a choice that the step does not offer.
    NotJudged,
}

/// The finding for one term, and the reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TermVerdict {
    pub finding: Finding,
    pub why: Why,
}

impl TermVerdict {
    pub fn clause(&self) -> Clause {
        self.why.clause()
    }
}

/// Whether a deal binds by each reading, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Verdict {
    /// By the reading that the table has chosen; strict if it has chosen none.
    pub class: Class,
    /// Strict: one failing term makes the whole deal non-binding (TI-75, TI-78).
    pub strict: Class,
    /// Term by term: each is judged on its own (TI-77).
    pub per_term: Class,
    /// Why its exchange would not be a legal transaction now (TI-72).
    pub barred: Option<Bar>,
    /// Why the rules leave that open.
    pub unsettled: Option<Bar>,
    /// The finding for each term, in order.
    pub terms: Vec<TermVerdict>,
    /// For a mixed deal: the terms that would bind as a separate deal. The others are promises.
    pub split: Option<Vec<usize>>,
    /// Terms whose performer is taken to have what they need, because the table does not record it (TI-121).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<usize>,
}

impl Verdict {
    /// Whether its exchange, if there is one, is a legal transaction.
    pub fn is_legal(&self) -> bool {
        self.barred.is_none()
    }

    /// Whether the term with that number binds by the table's reading.
    pub fn binds(&self, term: usize) -> bool {
        let per_term = self.class != self.strict || self.strict == Class::Binding;
        per_term && self.terms.get(term).is_some_and(|found| found.finding == Finding::Binds)
    }
}

/// Judges a deal with all cards known.
pub fn judge(table: &DeskTable, deal: &Deal) -> Verdict {
    judge_as(table, Eye::All, deal)
}

/// Why nobody at the table has what a power takes, if that is so: the reason of the player whose moment it is.
pub(crate) fn nobody_has(table: &DeskTable, power: &Power) -> Option<(Seat, Why)> {
    let nothing = Deal { parties: (Seat(0), Seat(1)), terms: Vec::new() };
    let exchange = Exchange::of(table, Eye::All, &nothing);
    let court = Court { table, eye: Eye::All, deal: &nothing, exchange };
    let lack = |seat: Seat| match court.rule_ownership(seat, power) {
        Err(why @ (Why::AnotherFactions { .. } | Why::LacksAbility | Why::RelicNotHeld))
        | Err(why @ (Why::PlanetNotHeld { .. } | Why::LawNotOwned)) => Some(why),
        _ => None,
    };
    let decides = table.moment.decides(table.speaker);
    let others = table.seats().filter(|seat| *seat != decides).all(|seat| lack(seat).is_some());
    lack(decides).filter(|_| others).map(|why| (decides, why))
}

/// Judges a deal by what `eye` may know; anything hidden is assumed to be as the deal says.
pub fn judge_as(table: &DeskTable, eye: Eye, deal: &Deal) -> Verdict {
    let mut verdict = examine(table, eye, deal);
    let binding: Vec<usize> = (0..deal.terms.len())
        .filter(|index| verdict.terms[*index].finding == Finding::Binds)
        .collect();
    if !binding.is_empty() && binding.len() < deal.terms.len() {
        let terms = binding.iter().map(|index| deal.terms[*index].clone()).collect();
        let part = Deal { parties: deal.parties, terms };
        let stands = examine(table, eye, &part).strict == Class::Binding;
        verdict.split = stands.then_some(binding);
    }
    verdict
}

fn examine(table: &DeskTable, eye: Eye, deal: &Deal) -> Verdict {
    let court = Court { table, eye, deal, exchange: Exchange::of(table, eye, deal) };
    let terms: Vec<TermVerdict> = deal.terms.iter().map(|term| court.hear(term)).collect();
    let (strict, per_term) = (strict(&terms), per_term(&terms));
    let class = match table.readings.deals {
        DealReading::Strict => strict,
        DealReading::PerTerm => per_term,
    };
    let [barred, unsettled] = [false, true].map(|open| court.exchange.bar(open));
    let assumed = assumed(table, deal);
    Verdict { class, strict, per_term, barred, unsettled, terms, split: None, assumed }
}

/// The terms that take something which the table does not record.
pub(super) fn assumed(table: &DeskTable, deal: &Deal) -> Vec<usize> {
    if !table.loose {
        return Vec::new();
    }
    let takes = |term: &Term| term.act.takes_holdings() && !could_be_checked(table, term);
    (0..deal.terms.len()).filter(|index| takes(&deal.terms[*index])).collect()
}

/// Whether the performer has counted what they hold. Nobody knows where notes are until everybody has counted.
fn could_be_checked(table: &DeskTable, term: &Term) -> bool {
    !table.is_unknown(term.by) && !term.act.is_about_notes()
}

fn strict(terms: &[TermVerdict]) -> Class {
    let any = |finding| terms.iter().any(|term| term.finding == finding);
    match (any(Finding::Fails), any(Finding::Open)) {
        _ if terms.is_empty() => Class::NonBinding,
        _ if any(Finding::NotJudged) => Class::NotJudged,
        (true, _) => Class::NonBinding,
        (false, true) => Class::Open,
        (false, false) => Class::Binding,
    }
}

fn per_term(terms: &[TermVerdict]) -> Class {
    let any = |finding| terms.iter().any(|term| term.finding == finding);
    match (any(Finding::Binds), any(Finding::Fails), any(Finding::Open)) {
        _ if any(Finding::NotJudged) => Class::NotJudged,
        (_, _, true) => Class::Open,
        (true, true, false) => Class::PartlyBinding,
        (true, false, false) => Class::Binding,
        (false, _, false) => Class::NonBinding,
    }
}

/// The exchange that is due now, checked once for all terms (TI-72).
struct Exchange {
    right: Result<(), Bar>,
    /// What is wrong with each party's half.
    halves: [Result<(), Bar>; 2],
    goods: [Moved; 2],
    /// Whether anything changes hands.
    moves: bool,
}

/// What one party would give, and what it would receive.
#[derive(Clone, Copy, Default)]
struct Moved {
    goods: u16,
    commodities: u16,
    gets: u16,
}

impl Exchange {
    fn of(table: &DeskTable, eye: Eye, deal: &Deal) -> Exchange {
        let transaction = deal.transaction(table.moment.step());
        if transaction.is_empty() {
            return Exchange {
                right: Ok(()),
                halves: [Ok(()), Ok(())],
                goods: Default::default(),
                moves: false,
            };
        }
        let (a, b) = deal.parties;
        let right = eligibility::right(table, a, b).map(|_| ());
        let known = table.is_in(a) && table.is_in(b);
        let [one, two] = transaction.halves();
        let half = |half: Half<'_>| match known {
            true => content::check(table, eye, half),
            false => Ok(()),
        };
        let moved = |gives: &Bundle, gets: &Bundle| Moved {
            goods: gives.trade_goods,
            commodities: gives.commodities,
            gets: gets.trade_goods.saturating_add(gets.commodities),
        };
        let goods = [moved(one.goods, two.goods), moved(two.goods, one.goods)];
        Exchange { right, halves: [half(one), half(two)], goods, moves: true }
    }

    /// The first rule that the exchange breaks, or the first that is `open`.
    fn bar(&self, open: bool) -> Option<Bar> {
        let [one, two] = &self.halves;
        let bars = [&self.right, one, two].into_iter().filter_map(|half| half.as_ref().err());
        bars.into_iter().find(|bar| bar.is_open() == open).cloned()
    }
}

struct Court<'a> {
    table: &'a DeskTable,
    eye: Eye,
    deal: &'a Deal,
    exchange: Exchange,
}

type Ruling = Result<Why, Why>;

impl Court<'_> {
    fn hear(&self, term: &Term) -> TermVerdict {
        let (finding, why) = match self.rule(term) {
            Ok(why) => (Finding::Binds, why),
            Err(why) if why.is_open() => (Finding::Open, why),
            Err(why) if why.is_beyond_judging() => (Finding::NotJudged, why),
            Err(why) => (Finding::Fails, why),
        };
        TermVerdict { finding, why }
    }

    fn rule(&self, term: &Term) -> Ruling {
        if !self.deal.involves(term.by) {
            return Err(Why::ThirdParty);
        }
        if let Act::CardResult { .. } = term.act {
            return Err(Why::CardResult);
        }
        if let Act::PayBack { .. } = term.act {
            return Err(Why::Debt);
        }
        if let Some(hazard) = term.after {
            return Err(Why::InBetween(hazard));
        }
        if let Act::Transfer { .. } = term.act {
            return self.rule_transfer(term);
        }
        let subject = match subject::of(self.table, term) {
            Ok(subject) => subject,
            // What lies ahead fails whatever it is about.
            Err(_) if !term.when.is_now(self.table.moment.step()) => return Err(Why::LiesAhead),
            Err(why) => return Err(why),
        };
        self.rule_notes(term)?;
        self.rule_moment(term, subject)?;
        self.rule_means(term, subject)
    }

    /// TI-72: a transfer must be a legal transaction now.
    fn rule_transfer(&self, term: &Term) -> Ruling {
        if !term.when.is_now(self.table.moment.step()) {
            return Err(Why::LiesAhead);
        }
        if let Act::Transfer { goods } = &term.act
            && goods.is_empty()
        {
            return Err(Why::Barred(Bar::Empty));
        }
        let half = &self.exchange.halves[self.side(term.by)];
        let barred = |bar: &Bar| Why::Barred(bar.clone());
        self.exchange.right.as_ref().map_err(barred)?;
        half.as_ref().map_err(barred)?;
        Ok(Why::ExchangedNow)
    }

    /// TI-65, TI-77: notes must already be in hand; what this deal would hand over does not count.
    fn rule_notes(&self, term: &Term) -> Result<(), Why> {
        let (Act::UseNote { note } | Act::KeepNote { note }) = &term.act else { return Ok(()) };
        if note.issuer == term.by {
            return Err(Why::OwnNote);
        }
        if self.table.notes.place(*note) == Some(Place::Play(term.by)) {
            return Err(Why::NoteInPlay);
        }
        if note.kind.spec().mandatory {
            return Err(Why::NotOptional);
        }
        if self.table.could_hold(self.eye, term.by, *note) {
            return Ok(());
        }
        Err(if self.hands_over(*note) { Why::NoteNotYetHeld } else { Why::NoteNotHeld })
    }

    fn hands_over(&self, note: Note) -> bool {
        self.deal.terms.iter().any(|term| term.act.notes_given().contains(&note))
    }

    /// TI-78, TI-81: the performer must be the one who decides in the open step.
    fn rule_moment(&self, term: &Term, subject: Subject<'_>) -> Result<(), Why> {
        let (table, now) = (self.table, self.table.moment.step());
        let abstention = term.act.is_abstention();
        let votes = matches!(term.act, Act::Vote { .. } | Act::Abstain);
        let found = match (subject, &term.act) {
            (Subject::Choice(kind, _), Act::Choose { at, .. } | Act::Avoid { at, .. }) => {
                opportunity::of_kind(table, term.by, kind, at.unwrap_or(now))
            }
            _ => opportunity::of(table, term.by, &term.act),
        };
        match found {
            Opportunity::Open | Opportunity::Answer if term.when.is_now(now) => Ok(()),
            Opportunity::Open | Opportunity::Answer if abstention => Err(Why::ReachesFurther),
            Opportunity::Open | Opportunity::Answer => Err(Why::LiesAhead),
            Opportunity::Disputed(question) => self.rule_question(question),
            Opportunity::Others(_) if votes => Err(Why::NotTheirVote),
            Opportunity::Others(Who::Tyrant) if table.scene.tyrant.is_none() => {
                Err(Why::WhoIsTheTyrant)
            }
            Opportunity::Others(who) => Err(not_theirs(who)),
            Opportunity::IssuersTurn => Err(Why::IssuersTurn),
            Opportunity::Elsewhere(_) if votes && table.moment.phase() == Phase::Agenda => {
                Err(Why::NotTheirVote)
            }
            Opportunity::Elsewhere(_) if self.is_replenish_by_letter(term) => {
                Err(Why::LetterOfTrade)
            }
            Opportunity::Elsewhere(needs) => Err(Why::AnotherStep { needs, now }),
            Opportunity::Unopened | Opportunity::Awaited => Err(Why::NotYetOpen),
            Opportunity::Passive => Err(Why::NothingToDecide),
            Opportunity::Between => Err(Why::BetweenSteps),
            Opportunity::OtherCard => Err(Why::OtherCard),
            Opportunity::WrongStep(step) => Err(Why::NotInThatStep { step }),
            Opportunity::Unknown | Opportunity::NotOffered if !term.when.is_now(now) => {
                Err(Why::LiesAhead)
            }
            Opportunity::Unknown => Err(Why::UnknownPower),
            Opportunity::NotOffered => {
                Err(Why::NotOffered { now, offers: choice::offered_in_words(now) })
            }
        }
    }

    /// A term that only a reading of the table makes bind.
    fn rule_question(&self, question: Question) -> Result<(), Why> {
        match self.table.readings.settled.reads(question) {
            Some(true) => Ok(()),
            Some(false) => Err(Why::SettledAgainst { question }),
            None => Err(Why::Unsettled { question }),
        }
    }

    fn is_replenish_by_letter(&self, term: &Term) -> bool {
        term.act == Act::Replenish
            && self.is_paid_in_commodities(term.by)
            && self.table.moment.step().is_trade_primary()
            && self.table.readings.trade_primary == Some(TradeReading::Letter)
    }

    fn side(&self, seat: Seat) -> usize {
        usize::from(seat != self.deal.parties.0)
    }
}

/// Why a decision is somebody else's.
const fn not_theirs(who: Who) -> Why {
    match who {
        Who::Decider | Who::Anyone => Why::NotTheirDecision,
        Who::Active => Why::NotActive,
        Who::Asked => Why::NotAsked,
        Who::NotActive | Who::NotAsked | Who::NotDecider => Why::OthersOnly,
        Who::Combatant => Why::NotInTheCombat,
        Who::Defender => Why::NotTheDefender,
        Who::Winner => Why::NotTheWinner,
        Who::Present => Why::NoUnitsThere,
        Who::Speaker => Why::NotTheSpeaker,
        Who::Tyrant => Why::NotTheTyrant,
        Who::Roller => Why::NotTheirRoll,
        Who::Target => Why::NotInTheCombat,
    }
}
