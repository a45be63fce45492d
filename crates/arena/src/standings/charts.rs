//! The charts of a report.

use super::report::LeagueReport;
use super::svg::{ChartBar, ChartCurve, ChartDot, bars, curves, dots};
use crate::watch::{BreakKind, Deviation};

pub(super) fn ratings(report: &LeagueReport) -> String {
    let dot = |bot: &super::BotStanding| ChartDot {
        label: bot.name.clone(),
        value: bot.bradley_terry.rating,
        low: bot.bradley_terry.low,
        high: bot.bradley_terry.high,
    };
    let rows: Vec<ChartDot> = report.bots.iter().map(dot).collect();
    dots("Bradley–Terry ratings with 95 % intervals", &rows, 1500.0, "")
}

pub(super) fn win_ratios(report: &LeagueReport) -> String {
    let dot = |bot: &super::BotStanding| {
        let (value, low, high) = bot.wins.ratio();
        ChartDot { label: bot.name.clone(), value, low, high }
    };
    let rows: Vec<ChartDot> = report.bots.iter().map(dot).collect();
    dots("Wins in multiples of the fair share, with 95 % intervals", &rows, 1.0, "×")
}

/// Accepted, declined, and the rest, by kind of agreement, per hundred games.
pub(super) fn deals(report: &LeagueReport) -> String {
    let per = 100.0 / (report.games as f64).max(1.0);
    let bar = |(kind, deals): (&String, &super::DealTotals)| {
        let rest = deals.offered.saturating_sub(deals.accepted + deals.declined);
        let parts = [deals.accepted, deals.declined, rest].map(|count| count as f64 * per);
        ChartBar { label: kind.replace('_', " "), parts: parts.to_vec() }
    };
    let rows: Vec<ChartBar> = report.deals.iter().map(bar).collect();
    bars("Proposals per hundred games, by kind and answer", &rows, "")
}

/// How the shares of power of breaker and victim change after a break; `None` if there was none.
pub(super) fn aftermath(report: &LeagueReport, kind: BreakKind) -> Option<String> {
    let summary = report.breaks.iter().find(|summary| summary.kind == kind)?;
    if summary.breaks == 0 {
        return None;
    }
    let curve = |label: &str, means: &[super::MeanInterval]| ChartCurve {
        label: label.to_owned(),
        points: means.iter().zip(0..).map(|(m, x)| (f64::from(x), m.mean, m.low, m.high)).collect(),
    };
    let both = [curve("breaker", &summary.breaker), curve("victim", &summary.victim)];
    let about = "Change of the share of power after a break, in percentage points";
    Some(curves(about, &both, "rounds after the break", ""))
}

pub(super) fn deviations(report: &LeagueReport) -> Option<String> {
    let broken = report.breaks.iter().filter(|summary| !summary.deviations.is_empty());
    let rows: Vec<ChartBar> = broken
        .map(|summary| {
            let all = summary.deviations.values().sum::<u64>() as f64;
            let share = |class: &Deviation| {
                summary.deviations.get(class).copied().unwrap_or(0) as f64 * 100.0 / all
            };
            ChartBar {
                label: told(summary.kind).to_owned(),
                parts: Deviation::ALL.iter().map(share).collect(),
            }
        })
        .collect();
    (!rows.is_empty()).then(|| bars("Who gained by a break, in percent", &rows, " %"))
}

/// Promises that were kept and broken, in percent, of each bot that made any.
pub(super) fn promises(report: &LeagueReport) -> Option<String> {
    let rows: Vec<ChartBar> = report
        .bots
        .iter()
        .filter_map(|bot| {
            let (kept, broken) = (bot.talk.promises_kept as f64, bot.talk.promises_broken as f64);
            let all = kept + broken;
            let parts = vec![kept * 100.0 / all, broken * 100.0 / all];
            (all > 0.0).then(|| ChartBar { label: bot.name.clone(), parts })
        })
        .collect();
    (!rows.is_empty()).then(|| bars("Promises kept and broken, in percent", &rows, " %"))
}

pub(super) fn thinking(report: &LeagueReport) -> Option<String> {
    let timed = report.bots.iter().filter(|bot| bot.thinking.decisions > 0);
    let rows: Vec<ChartBar> = timed
        .map(|bot| ChartBar {
            label: bot.name.clone(),
            parts: vec![bot.thinking.microseconds_each],
        })
        .collect();
    (!rows.is_empty()).then(|| bars("Microseconds per decision", &rows, " µs"))
}

pub(super) fn told(kind: BreakKind) -> &'static str {
    match kind {
        BreakKind::Card => "betrayal card",
        BreakKind::EarlyAttack => "early attack",
        BreakKind::Promise => "broken promise",
    }
}
