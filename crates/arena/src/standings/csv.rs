//! The standings as comma-separated values, one line per bot.

use super::report::LeagueReport;

const COLUMNS: [&str; 28] = [
    "bot",
    "seats_played",
    "win_share",
    "win_share_low",
    "win_share_high",
    "fair_share",
    "bradley_terry",
    "bradley_terry_low",
    "bradley_terry_high",
    "weng_lin",
    "weng_lin_low",
    "weng_lin_high",
    "mean_score",
    "mean_place",
    "offered",
    "accepted",
    "kept",
    "broken_by_card",
    "broken_by_early_attack",
    "broken_promises",
    "suffered_by_card",
    "suffered_by_early_attack",
    "suffered_promises",
    "words",
    "promises_kept",
    "truth",
    "microseconds_a_decision",
    "forfeits",
];

/// The bots of a report, the best first.
pub fn csv(report: &LeagueReport) -> String {
    let mut text = COLUMNS.join(",") + "\n";
    for bot in &report.bots {
        let sum = |of: fn(&super::bot::DealTotals) -> u64| bot.deals.values().map(of).sum::<u64>();
        let cells = [
            quoted(&bot.name),
            bot.seats_played.to_string(),
            bot.wins.rate.to_string(),
            bot.wins.low.to_string(),
            bot.wins.high.to_string(),
            bot.wins.fair.to_string(),
            bot.bradley_terry.rating.to_string(),
            bot.bradley_terry.low.to_string(),
            bot.bradley_terry.high.to_string(),
            bot.weng_lin.rating.to_string(),
            bot.weng_lin.low.to_string(),
            bot.weng_lin.high.to_string(),
            bot.mean_score.to_string(),
            bot.mean_place.to_string(),
            sum(|deals| deals.offered).to_string(),
            sum(|deals| deals.accepted).to_string(),
            sum(|deals| deals.kept).to_string(),
            bot.broken[0].to_string(),
            bot.broken[1].to_string(),
            bot.broken[2].to_string(),
            bot.suffered[0].to_string(),
            bot.suffered[1].to_string(),
            bot.suffered[2].to_string(),
            bot.talk.words.to_string(),
            bot.talk.promises_kept.to_string(),
            bot.talk.truth().known().map_or(String::new(), |truth| truth.to_string()),
            bot.thinking.microseconds_each.to_string(),
            bot.forfeits.to_string(),
        ];
        text += &(cells.join(",") + "\n");
    }
    text
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
