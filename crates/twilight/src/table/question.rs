//! The open questions of the rules: the rows of `data/questions.json`, and how a table has settled them.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::similar::Unknown;

static ROWS: LazyLock<Vec<QuestionRow>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/questions.json"))
        .expect("the open questions are in order")
});

/// An open question with its readings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionRow {
    pub id: Cow<'static, str>,
    /// The number of the clause that it belongs to.
    pub clause: u16,
    pub question: Cow<'static, str>,
    /// Which situations it touches.
    pub touches: Cow<'static, str>,
    /// The first permits or binds, the second does not.
    pub readings: [ReadingRow; 2],
}

/// One way to read the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReadingRow {
    pub id: Cow<'static, str>,
    pub says: Cow<'static, str>,
    /// Who reads it so.
    pub held_by: Cow<'static, str>,
}

macro_rules! questions {
    ($($name:ident $id:literal,)*) => {
        /// A question that the rules leave open.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Question {
            $($name,)*
        }

        impl Question {
            pub const ALL: &'static [Question] = &[$(Question::$name,)*];

            pub const fn id(self) -> &'static str {
                match self { $(Question::$name => $id,)* }
            }
        }
    };
}

questions! {
    Packages "packages",
    UnderPressure "under-pressure",
    BeforeSalvage "before-salvage",
    UnderDuress "under-duress",
    PromisedCard "promised-card-and-lie-in-wait",
    OverruleWithTrade "overrule-with-trade",
    PuppetsOnAString "puppets-on-a-string",
    Zeu "zeu",
    Interrupts "interrupting-actions",
    DarkPact "dark-pact-exactly",
    TradeAgreement "trade-agreement-all",
    AllianceAgainstSabotage "alliance-against-sabotage",
    CarrinasPlanet "doctor-carrinas-planet",
    VoidTether "void-tether",
    Sundered "sundered",
    MapEffects "map-effects",
    CoexistedPlanets "coexisted-planets",
    ZoneInATurn "demilitarized-zone-in-a-turn",
    ZoneInBenediction "demilitarized-zone-in-benediction",
    SecondBeforePillage "second-transaction-before-pillage",
    Benediction "benediction",
    EdictLimit "limit-of-an-edict",
    Reflect "reflect",
    Plots "plots-face-down",
    UnseenAgendas "unseen-agendas",
}

impl Question {
    pub fn row(self) -> &'static QuestionRow {
        ROWS.iter().find(|row| row.id == self.id()).expect("every question has its row")
    }

    pub fn find(id: &str) -> Option<Question> {
        Question::ALL.iter().copied().find(|it| it.id() == id)
    }
}

/// Every row of the data file.
pub fn rows() -> &'static [QuestionRow] {
    &ROWS
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.row().question)
    }
}

impl Serialize for Question {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl JsonSchema for Question {
    fn schema_name() -> Cow<'static, str> {
        "OpenQuestion".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let ids: Vec<&str> = Question::ALL.iter().map(|it| it.id()).collect();
        json_schema!({ "description": "A question that the rules leave open.", "type": "string", "enum": ids })
    }
}

/// The questions that a table has settled: each with one of its two readings. Serialised as an object from question to
/// reading.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Settled(u64);

impl Settled {
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// `Some(true)` for the reading that permits or binds.
    #[inline]
    pub fn reads(self, question: Question) -> Option<bool> {
        match self.0 >> (question as u32 * 2) & 3 {
            1 => Some(true),
            2 => Some(false),
            _ => None,
        }
    }

    #[must_use]
    pub fn with(self, question: Question, permits: bool) -> Settled {
        let shift = question as u32 * 2;
        let cleared = self.0 & !(3 << shift);
        Settled(cleared | (if permits { 1 } else { 2 }) << shift)
    }

    fn each(self) -> impl Iterator<Item = (Question, bool)> {
        Question::ALL.iter().filter_map(move |it| Some((*it, self.reads(*it)?)))
    }
}

impl Serialize for Settled {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let reading = |(it, permits): (Question, bool)| {
            (it.id(), it.row().readings[usize::from(!permits)].id.clone())
        };
        serializer.collect_map(self.each().map(reading))
    }
}

impl<'de> Deserialize<'de> for Settled {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Settled, D::Error> {
        let typed = BTreeMap::<String, String>::deserialize(reader)?;
        let mut settled = Settled::default();
        for (id, reading) in typed {
            let ids = || Question::ALL.iter().map(|it| (it.id(), it.id()));
            let question = Question::find(&id)
                .ok_or_else(|| D::Error::custom(Unknown::among("open question", &id, ids())))?;
            let readings = &question.row().readings;
            let place = readings.iter().position(|it| it.id == reading).ok_or_else(|| {
                let names = readings.iter().map(|it| (it.id.as_ref(), it.id.as_ref()));
                D::Error::custom(Unknown::among("reading", &reading, names))
            })?;
            settled = settled.with(question, place == 0);
        }
        Ok(settled)
    }
}

impl JsonSchema for Settled {
    fn schema_name() -> Cow<'static, str> {
        "SettledQuestions".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let each = Question::ALL.iter().map(|it| {
            let row = it.row();
            let ids: Vec<&str> = row.readings.iter().map(|it| it.id.as_ref()).collect();
            (
                it.id().to_owned(),
                serde_json::json!({ "description": row.question, "type": "string", "enum": ids }),
            )
        });
        let properties: serde_json::Map<_, _> = each.collect();
        json_schema!({
            "description": "Open questions that the table has settled, each with the reading it has chosen.",
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_has_a_row_and_every_row_a_question() {
        assert_eq!(rows().len(), Question::ALL.len());
        for row in rows() {
            let question = Question::find(&row.id).expect(&row.id);
            assert_eq!(question.row(), row);
            assert_ne!(row.readings[0].id, row.readings[1].id, "{}", row.id);
        }
    }

    #[test]
    fn what_a_table_has_settled_is_read_back() {
        let settled = Settled::default().with(Question::Sundered, true).with(Question::Zeu, false);
        let text = serde_json::to_string(&settled).expect("plain data");
        assert_eq!(serde_json::from_str::<Settled>(&text).expect("the same"), settled);
        assert_eq!(settled.with(Question::Zeu, true).reads(Question::Zeu), Some(true));
        let wrong = serde_json::from_str::<Settled>(r#"{"sunderd": "yes"}"#).expect_err("a typo");
        assert!(wrong.to_string().contains("did you mean \"sundered\""), "{wrong}");
    }
}
