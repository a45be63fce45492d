//! What the rules leave open in a situation, and what would follow from each reading.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::ability::note::NoteKind;
use crate::ability::traits::Trait;
use crate::deal::judgement::{Answered, Judgement};
use crate::deal::verdict::{self, Class};
use crate::deal::{Act, Deal};
use crate::table::DeskTable;
use crate::table::question::Question;
use crate::table::readings::{Permit, Readings, TradeReading};

/// An open question and the outcome by each reading.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct OpenPoint {
    /// Its name among the table's readings.
    pub id: String,
    pub clause: String,
    pub question: String,
    pub readings: Vec<Outcome>,
}

/// What follows from one reading.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Outcome {
    /// The name of the reading.
    pub id: String,
    pub says: String,
    /// Who reads it so.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub held_by: String,
    /// What would follow, in words.
    pub outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<bool>,
}

impl Outcome {
    /// The outcome for a question without a deal.
    pub(crate) fn of_answer(answer: Answered) -> Outcome {
        Outcome { outcome: answer.words().to_lowercase(), ..Outcome::nothing() }
    }

    /// The outcome if a disputed fact is so.
    pub(crate) fn of_fact(id: &str, found: &Judgement) -> Outcome {
        match &found.may {
            Some(may) if found.terms.is_empty() => {
                Outcome { id: id.to_owned(), ..Outcome::of_answer(may.answer) }
            }
            _ => Outcome { id: id.to_owned(), ..Outcome::of_deal(found.class, found.legal) },
        }
    }

    fn of_deal(class: Class, legal: bool) -> Outcome {
        let exchange = if legal { "" } else { ", and the exchange is not legal" };
        Outcome {
            outcome: format!("{}{exchange}", class.words()),
            class: Some(class),
            legal: Some(legal),
            ..Outcome::nothing()
        }
    }

    fn nothing() -> Outcome {
        Outcome {
            id: String::new(),
            says: String::new(),
            held_by: String::new(),
            outcome: String::new(),
            class: None,
            legal: None,
        }
    }
}

/// Something that a table can read in two ways.
struct Point {
    id: &'static str,
    clause: u16,
    question: String,
    /// Name, sentence and holders of each reading, and what the table would choose.
    readings: [(String, String, String, Readings); 2],
}

impl OpenPoint {
    /// Every point that makes a difference to what `judge` finds.
    pub(crate) fn all(table: &DeskTable, judge: impl Fn(&DeskTable) -> Outcome) -> Vec<OpenPoint> {
        let each = points(table.readings).into_iter().filter_map(|point| {
            let outcomes = point.readings.map(|(id, says, held_by, readings)| {
                let read = DeskTable { readings, ..table.clone() };
                Outcome { id, says, held_by, ..judge(&read) }
            });
            let differs = outcomes[0].outcome != outcomes[1].outcome;
            differs.then(|| OpenPoint {
                id: point.id.to_owned(),
                clause: format!("TI-{:02}", point.clause),
                question: point.question,
                readings: outcomes.into(),
            })
        });
        each.collect()
    }
}

fn points(now: Readings) -> Vec<Point> {
    let open = Question::ALL.iter().filter(|it| now.settled.reads(**it).is_none());
    let mut all: Vec<Point> = open.map(|it| of_question(*it, now)).collect();
    let reading =
        |id: &str, says: &str, readings| (id.to_owned(), says.to_owned(), String::new(), readings);
    if now.trade_primary.is_none() {
        let read = |it| Readings { trade_primary: Some(it), ..now };
        all.push(Point {
            id: "trade_primary",
            clause: 109,
            question:
                "Do commodities paid on the spot bind the holder of Trade to replenish the payer?"
                    .to_owned(),
            readings: [
                reading(
                    "step_rule",
                    "Both halves are due in this step, so they bind.",
                    read(TradeReading::StepRule),
                ),
                reading(
                    "letter",
                    "The official example says that it never binds.",
                    read(TradeReading::Letter),
                ),
            ],
        });
    }
    if now.ready_planets.is_none() {
        let read = |it| Readings { ready_planets: Some(it), ..now };
        all.push(Point {
            id: "ready_planets",
            clause: 107,
            question: "Is an agenda still being resolved after its last step?".to_owned(),
            readings: [
                reading("yes", "The agenda phase is not over.", read(Permit::Yes)),
                reading("no", "No agenda is being resolved.", read(Permit::No)),
            ],
        });
    }
    if now.malevolency.is_none() {
        let read = |it| Readings { malevolency: Some(it), ..now };
        all.push(Point {
            id: "malevolency",
            clause: 108,
            question: "Can Malevolency be given in an ordinary transaction?".to_owned(),
            readings: [
                reading("yes", "It is a promissory note like any other.", read(Permit::Yes)),
                reading("no", "It moves only by its own ability.", read(Permit::No)),
            ],
        });
    }
    all
}

fn of_question(question: Question, now: Readings) -> Point {
    let row = question.row();
    let reading = |place: usize| {
        let it = &row.readings[place];
        let settled = now.settled.with(question, place == 0);
        let readings = Readings { settled, ..now };
        (it.id.to_string(), it.says.to_string(), it.held_by.to_string(), readings)
    };
    Point {
        id: question.id(),
        clause: row.clause,
        question: row.question.to_string(),
        readings: [reading(0), reading(1)],
    }
}

/// What is found for these deals.
pub(crate) fn outcome(table: &DeskTable, legs: &[Deal]) -> Outcome {
    let verdicts: Vec<verdict::Verdict> =
        legs.iter().map(|leg| verdict::judge(table, leg)).collect();
    let legal = verdicts.iter().all(verdict::Verdict::is_legal);
    let classes: Vec<Class> = verdicts.iter().map(|it| it.class).collect();
    let class = match classes.as_slice() {
        [only] => *only,
        several => package(table.readings.settled.reads(Question::Packages), several),
    };
    Outcome::of_deal(class, legal)
}

/// The class of an arrangement among several players (TI-83, TI-105).
pub(crate) fn package(together: Option<bool>, legs: &[Class]) -> Class {
    let all = |class| legs.iter().all(|leg| *leg == class);
    match together {
        _ if legs.contains(&Class::NotJudged) => Class::NotJudged,
        _ if all(Class::NonBinding) => Class::NonBinding,
        _ if legs.contains(&Class::Open) => Class::Open,
        None => Class::Open,
        Some(true) if all(Class::Binding) => Class::Binding,
        Some(true) => Class::NonBinding,
        Some(false) => Class::PartlyBinding,
    }
}

/// Open questions about what follows from an exchange or a note, whether or not the deal binds.
pub(crate) fn aftermath(table: &DeskTable, legs: &[Deal]) -> Vec<OpenPoint> {
    let settled = |question| table.readings.settled.reads(question).is_some();
    let mut found = Vec::new();
    if !settled(Question::DarkPact) && legs.iter().any(|leg| overloads(table, leg)) {
        let outcomes = ["both gain 1 trade good", "nobody gains a trade good"];
        found.push(told(Question::DarkPact, outcomes));
    }
    if !settled(Question::TradeAgreement) && legs.iter().any(|leg| overtakes(table, leg)) {
        let outcomes = ["all commodities go over", "the commodity value goes over, the rest stays"];
        found.push(told(Question::TradeAgreement, outcomes));
    }
    found
}

fn told(question: Question, outcomes: [&str; 2]) -> OpenPoint {
    let point = of_question(question, Readings::default());
    let with = |((id, says, held_by, _), outcome): ((String, String, String, Readings), &str)| {
        Outcome { id, says, held_by, outcome: outcome.to_owned(), ..Outcome::nothing() }
    };
    let readings = point.readings.into_iter().zip(outcomes).map(with).collect();
    let clause = format!("TI-{:02}", point.clause);
    OpenPoint { id: point.id.to_owned(), clause, question: point.question, readings }
}

/// Whether somebody with a Dark Pact gives its issuer more commodities than their value.
fn overloads(table: &DeskTable, deal: &Deal) -> bool {
    let exchange = deal.transaction(table.moment.step());
    exchange.halves().into_iter().any(|half| {
        let mut pacts = table.in_play(half.giver, Trait::PaysForFullLoads);
        let value = table.player(half.giver).commodity_value();
        pacts.any(|note| note.issuer == half.taker) && half.goods.commodities > value
    })
}

/// Whether a Trade Agreement is played on an issuer with more commodities than their value.
fn overtakes(table: &DeskTable, deal: &Deal) -> bool {
    deal.terms.iter().any(|term| match &term.act {
        Act::UseNote { note } if note.kind == NoteKind::TRADE_AGREEMENT => {
            let issuer = table.player(note.issuer);
            issuer.commodities > u16::from(issuer.faction.spec().commodities)
        }
        _ => false,
    })
}

impl fmt::Display for OpenPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Open: {} [{}]", self.question, self.clause)?;
        for reading in &self.readings {
            let holders = match reading.held_by.as_str() {
                "" => String::new(),
                held_by => format!(" ({held_by})"),
            };
            writeln!(f, "  {}: {}{holders} → {}", reading.id, reading.says, reading.outcome)?;
        }
        if self.id != "undecided" {
            writeln!(f, "  A table settles it once among its `readings` ({}).", self.id)?;
        }
        Ok(())
    }
}
