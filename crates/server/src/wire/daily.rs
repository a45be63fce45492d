//! The daily table: the same game for everybody on one day.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, NaiveDate, NaiveTime};
use parley::{Commitment, Secret, Seed};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::game::RulesetName;
use super::table::{Standing, TableId};

/// A day of the calendar, in UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Day(NaiveDate);

/// A text that is not a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a day is written as 2026-11-18")]
pub struct NotADay;

impl Day {
    /// The day at that time, in milliseconds since 1970.
    pub fn at(ms: i64) -> Day {
        Day(DateTime::from_timestamp_millis(ms).unwrap_or_default().date_naive())
    }

    /// When it ends, in milliseconds since 1970.
    pub fn end(self) -> i64 {
        let end = self.0.succ_opt().map(|next| next.and_time(NaiveTime::MIN).and_utc());
        end.map_or(i64::MAX, |end| end.timestamp_millis())
    }

    pub fn before(self) -> Option<Day> {
        self.0.pred_opt().map(Day)
    }

    /// How many days it is after the first of January 1970.
    pub fn number(self) -> u32 {
        let days = (self.end() / 86_400_000).saturating_sub(1);
        u32::try_from(days).unwrap_or_default()
    }

    /// As a person writes it, such as "18 November 2026".
    pub fn in_words(self) -> String {
        self.0.format("%-d %B %Y").to_string()
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Day {
    type Err = NotADay;

    fn from_str(text: &str) -> Result<Day, NotADay> {
        let day = text.parse::<NaiveDate>().map(Day).map_err(|_| NotADay)?;
        // There are other ways to write it, and a day is also a key.
        if text.len() == "2026-11-18".len() && day.to_string() == text {
            Ok(day)
        } else {
            Err(NotADay)
        }
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Day, D::Error> {
        let text = String::deserialize(reader)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Day {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Day".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A day of the calendar in UTC, such as `2026-11-18`.",
            "type": "string",
            "format": "date",
            "minLength": 10,
            "maxLength": 10,
        })
    }
}

/// The game of one day, the same for everybody who has an account. Everybody has one try.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct DailyTable {
    pub day: Day,
    /// When the day ends and the seed is opened, in milliseconds since 1970.
    pub ends_at: i64,
    pub ruleset: RulesetName,
    pub map: Option<String>,
    /// Who plays on the other seats, in seat order.
    pub opponents: Vec<DailyOpponent>,
    /// A commitment to the secret that the seed of the day is made of. Nobody adds to it.
    pub secret_commitment: Commitment,
    /// The secret and the seed, once the day is over.
    pub secret: Option<Secret>,
    pub seed: Option<Seed>,
    /// Your try, if you have had it.
    pub yours: Option<DailyTry>,
    /// The best results, the best first; up to 20.
    pub best: Vec<DailyEntry>,
    /// How many have finished their try in time.
    pub finished: u64,
    /// On how many days in a row you have finished yours, up to this day; up to 1000.
    pub streak: u32,
}

/// A bot of the day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DailyOpponent {
    /// The kind of bot.
    pub bot: String,
    /// Its name at the table.
    pub name: String,
}

/// Your try at a daily table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DailyTry {
    pub table: TableId,
    pub standing: Standing,
    /// What came of it; `null` before the end, and if it ended after the day.
    pub result: Option<DailyResult>,
}

/// A line of the best results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DailyEntry {
    pub name: String,
    pub yours: bool,
    pub result: DailyResult,
}

/// What came of a game for one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct DailyResult {
    /// Alone, or together with others.
    pub won: bool,
    /// The share of the score, in hundredths of a percent.
    pub score: u32,
    /// The round in which the game ended, or in which the seat was out.
    pub rounds: u16,
}

impl DailyResult {
    /// Smaller is better: a win before all else and an early one before a late one, then the score, then how long one
    /// lasted.
    pub fn rank(&self) -> (bool, u16, std::cmp::Reverse<(u32, u16)>) {
        let quick = if self.won { self.rounds } else { 0 };
        (!self.won, quick, std::cmp::Reverse((self.score, self.rounds)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_at_midnight_by_utc() {
        let day = Day::at(1_795_046_399_999);
        assert_eq!((day.to_string().as_str(), day.end()), ("2026-11-18", 1_795_046_400_000));
        assert_eq!(Day::at(day.end()).to_string(), "2026-11-19");
        assert_eq!(
            (day.before(), day.in_words().as_str()),
            (Some(Day::at(day.end() - 86_400_001)), "18 November 2026")
        );
        assert_eq!((Day::at(0).number(), Day::at(86_400_000).number()), (0, 1));
    }

    #[test]
    fn a_day_is_written_in_one_way() {
        assert_eq!("2026-11-18".parse(), Ok(Day::at(1_795_000_000_000)));
        for other in ["2026-11-31", "20261118", "2026-11-18T00:00", "", "2026-1-8", "today"] {
            assert_eq!(other.parse::<Day>(), Err(NotADay), "{other}");
        }
    }

    #[test]
    fn results_are_ranked_by_victory_speed_score_and_endurance() {
        let result = |won, score, rounds| DailyResult { won, score, rounds };
        let order = [
            result(true, 10_000, 9),
            result(true, 6_000, 12),
            result(true, 5_000, 12),
            result(false, 3_000, 20),
            result(false, 0, 14),
            result(false, 0, 3),
        ];
        let mut sorted = order;
        sorted.reverse();
        sorted.sort_by_key(DailyResult::rank);
        assert_eq!(sorted, order);
    }
}
