//! What the rows of a league say: ratings, shares, deals, broken words, talk, cost.

mod bot;
mod bradley_terry;
mod breaks;
mod charts;
mod collect;
mod csv;
mod html;
mod read;
mod report;
mod svg;
mod weng_lin;

pub use bot::{BotStanding, DealTotals, SeatWins, TalkTotals, ThinkingCost};
pub use bradley_terry::BradleyTerry;
pub use breaks::{BreakSummary, MeanInterval};
pub use collect::Standings;
pub use csv::csv;
pub use html::html;
pub use read::{ReportError, read};
pub use report::{LeagueReport, Meeting, RatingInterval, ShareInterval, TableShares, Welfare};
pub use svg::{ChartBar, ChartCurve, ChartDot, bars, curves, dots};
