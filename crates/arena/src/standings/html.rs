//! The report as one self-contained page.

mod parts;

use std::fmt::Write as _;

use backchannel::signal::Signals;

use super::bot::BotStanding;
use super::charts;
use super::report::LeagueReport;
use super::svg::escape;
use crate::watch::{BreakKind, Deviation, JUDGED_AFTER};
use parts::{figure, grid, heat, legend, nil, percent, section, share, tally, titles, warm, whole};

const STYLE: &str = include_str!("../../data/report.css");

/// The page of a report.
pub fn html(title: &str, report: &LeagueReport) -> String {
    let sections = [
        ratings(report),
        standings(report),
        cross_table(report),
        seats(report),
        maps(report),
        deals(report),
        betrayals(report),
        aftermath(report),
        deviations(report),
        talk(report),
        said(report),
        welfare(report),
        thinking(report),
        forfeits(report),
    ];
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style></head><body><main>{header}\
         <div class=\"grid\">{sections}</div>{footer}</main></body></html>\n",
        title = escape(title),
        header = header(title, report),
        sections = sections.concat(),
        footer = footer(report),
    )
}

fn header(title: &str, report: &LeagueReport) -> String {
    let best = report.bots.first().map_or("nobody", |bot| &bot.name);
    let broken: u64 = report.breaks.iter().map(|summary| summary.breaks).sum();
    let accepted: u64 = report.deals.values().map(|deals| deals.accepted).sum();
    format!(
        "<header><h1>{}</h1><p>{} games between bots; the best is <b>{}</b>.</p><ul class=\"facts\">\
         <li><b>{}</b>bots</li><li><b>{}</b>tables</li><li><b>{:.1}</b>rounds a game</li>\
         <li><b>{:.1}</b>deals a game</li><li><b>{:.2}</b>broken words a game</li></ul></header>",
        escape(title),
        whole(report.games),
        escape(best),
        report.bots.len(),
        report.tables.len(),
        report.mean_rounds,
        per_game(report, accepted),
        per_game(report, broken),
    )
}

fn footer(report: &LeagueReport) -> String {
    let mut text = String::from("<footer><h3>Plans</h3>");
    for plan in &report.plans {
        let _ = write!(text, "<p><code>{}</code></p>", escape(&plan.command()));
    }
    text + "</footer>"
}

fn ratings(report: &LeagueReport) -> String {
    let strength = section(
        "",
        "Ratings",
        "Bradley–Terry on the scale of Elo: the winners of a game beat everybody else at the table; 1500 is the mean. The \
         lines are 95 % intervals, by resampling sets of games.",
        &figure(&charts::ratings(report)),
    );
    let shares = section(
        "",
        "Wins against the fair share",
        "1 is the fair share of wins of a seat at that table. The lines are Wilson's 95 % intervals.",
        &figure(&charts::win_ratios(report)),
    );
    strength + &shares
}

fn standings(report: &LeagueReport) -> String {
    let titles = titles(
        "bot",
        &[
            "seats played",
            "wins",
            "fair",
            "Bradley–Terry",
            "Weng–Lin",
            "score",
            "place",
            "word kept",
        ],
    );
    let row = |bot: &BotStanding| {
        let (bt, wl) = (&bot.bradley_terry, &bot.weng_lin);
        vec![
            escape(&bot.name),
            whole(bot.seats_played),
            share(&bot.wins),
            percent(bot.wins.fair),
            format!("{:.0} <small>{:.0}–{:.0}</small>", bt.rating, bt.low, bt.high),
            format!("{:.1} <small>{:.1}–{:.1}</small>", wl.rating, wl.low, wl.high),
            format!("{:.1}", bot.mean_score),
            format!("{:.2}", bot.mean_place),
            bot.word_kept.known().map_or_else(nil, percent),
        ]
    };
    let rows: Vec<Vec<String>> = report.bots.iter().map(row).collect();
    section(
        "wide",
        "Standings",
        "Weng–Lin (as in OpenSkill) is by places, on a scale with a mean of 25. Score is in percent of the game. Word kept is \
         the share of agreements that the bot did not break, by card or by an early attack.",
        &grid(&titles, &rows),
    )
}

fn cross_table(report: &LeagueReport) -> String {
    let names: Vec<String> = report.bots.iter().map(|bot| escape(&bot.name)).collect();
    let rows: Vec<Vec<String>> = names
        .iter()
        .zip(&report.meetings)
        .map(|(name, meetings)| {
            let cells = meetings.iter().map(|meeting| match meeting.pairs {
                0 => nil(),
                pairs => {
                    let ahead = meeting.ahead / pairs as f64;
                    heat(ahead, 0.5, &percent(ahead))
                }
            });
            [name.clone()].into_iter().chain(cells).collect()
        })
        .collect();
    let head: Vec<String> = [String::from("ahead of")].into_iter().chain(names.clone()).collect();
    section(
        "wide",
        "Who finishes ahead of whom",
        "How often a seat of the bot in the row finished ahead of a seat of the bot in the column at the same table; a tie is \
         half.",
        &grid(&head, &rows),
    )
}

fn seats(report: &LeagueReport) -> String {
    let most = report.tables.iter().map(|table| table.by_seat.len()).max().unwrap_or(0);
    let heads: Vec<String> = (1..=most).map(|seat| format!("seat {seat}")).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> = report
        .tables
        .iter()
        .map(|table| {
            let cells = table.by_seat.iter().map(|wins| heat(wins.rate, wins.fair, &share(wins)));
            let label = format!("{}, {} seats", escape(&table.map), table.seats);
            [label, whole(table.games)].into_iter().chain(cells).collect()
        })
        .collect();
    let heads = titles("table", &[&["games"][..], &heads].concat());
    let by_seat = section(
        "wide",
        "Wins by seat",
        "Whoever sat there: a fair table gives every seat the same share. Intervals are Wilson's.",
        &grid(&heads, &rows),
    );
    let mut heads: Vec<(u8, u8)> =
        report.bots.iter().flat_map(|bot| bot.by_seat.iter().map(|s| (s.seats, s.seat))).collect();
    heads.sort_unstable();
    heads.dedup();
    let rows: Vec<Vec<String>> = report
        .bots
        .iter()
        .map(|bot| {
            let cell = |at: &(u8, u8)| {
                let found = bot.by_seat.iter().find(|share| (share.seats, share.seat) == *at);
                found.map_or_else(nil, |found| {
                    heat(found.wins.rate, found.wins.fair, &percent(found.wins.rate))
                })
            };
            [escape(&bot.name)].into_iter().chain(heads.iter().map(cell)).collect()
        })
        .collect();
    let heads: Vec<String> = [String::from("bot")]
        .into_iter()
        .chain(heads.iter().map(|(seats, seat)| format!("{} of {seats}", seat + 1)))
        .collect();
    by_seat
        + &section(
            "wide",
            "Wins by bot and seat",
            "“2 of 4” is the second seat at a table of four.",
            &grid(&heads, &rows),
        )
}

fn maps(report: &LeagueReport) -> String {
    let mut maps: Vec<&String> = report.bots.iter().flat_map(|bot| bot.by_map.keys()).collect();
    maps.sort_unstable();
    maps.dedup();
    let rows: Vec<Vec<String>> = report
        .bots
        .iter()
        .map(|bot| {
            let cell = |map: &&String| {
                bot.by_map
                    .get(*map)
                    .map_or_else(nil, |wins| heat(wins.rate, wins.fair, &share(wins)))
            };
            [escape(&bot.name)].into_iter().chain(maps.iter().map(cell)).collect()
        })
        .collect();
    let heads: Vec<&str> = maps.iter().map(|map| map.as_str()).collect();
    section("wide", "Wins by map", "Intervals are Wilson's.", &grid(&titles("bot", &heads), &rows))
}

fn deals(report: &LeagueReport) -> String {
    let head = titles(
        "agreement",
        &["offered", "accepted", "declined", "expired", "held", "broken", "share accepted"],
    );
    let rows: Vec<Vec<String>> = report
        .deals
        .iter()
        .map(|(kind, deals)| {
            // Both sides count an agreement that held.
            let held = deals.kept / 2;
            let counts =
                [deals.offered, deals.accepted, deals.declined, deals.lapsed, held, deals.broken];
            let rate = deals.accepted as f64 / deals.offered as f64;
            let last = if deals.offered == 0 { nil() } else { percent(rate) };
            let cells = counts.map(|count| if count == 0 { nil() } else { whole(count) });
            [kind.replace('_', " ")].into_iter().chain(cells).chain([last]).collect()
        })
        .collect();
    let entries = [("one", "accepted"), ("two", "declined"), ("three", "expired or void")];
    let chart = section(
        "",
        "Proposals",
        "Per hundred games, by kind of agreement and by how they ended.",
        &(legend(&entries) + &figure(&charts::deals(report))),
    );
    let table = section(
        "wide",
        "Deals",
        "All games. Held and broken are agreements that took effect; broken is by a Betrayal card.",
        &grid(&head, &rows),
    );
    chart + &tactics(report) + &table
}

fn tactics(report: &LeagueReport) -> String {
    let about = "By card; the number is its tier.";
    section("", "Tactical cards played", about, &tally(report.tactics.iter()))
}

fn said(report: &LeagueReport) -> String {
    let mut said: Vec<(&String, &u64)> = report.said.iter().collect();
    said.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let about = format!(
        "Signals by template, the most frequent first; {} of the catalogue’s {} were used.",
        said.len(),
        Signals::standard().catalogue().templates().len()
    );
    section("wide", "What was said", &about, &tally(said.into_iter()))
}

fn betrayals(report: &LeagueReport) -> String {
    let names: Vec<String> = report.bots.iter().map(|bot| escape(&bot.name)).collect();
    let most = report.betrayals.iter().flatten().map(|kinds| kinds.iter().sum::<u64>()).max();
    let most = most.unwrap_or(0).max(1) as f64;
    let rows: Vec<Vec<String>> = names
        .iter()
        .zip(&report.betrayals)
        .map(|(name, victims)| {
            let cells = victims.iter().map(|kinds| match kinds.iter().sum::<u64>() {
                0 => nil(),
                total => {
                    let [card, early, promise] = kinds;
                    let cell =
                        format!("{}<br><small>{card} · {early} · {promise}</small>", whole(total));
                    warm("less", total as f64 / most, &cell)
                }
            });
            [name.clone()].into_iter().chain(cells).collect()
        })
        .collect();
    let head: Vec<String> =
        [String::from("breaks its word to")].into_iter().chain(names.clone()).collect();
    section(
        "wide",
        "Who betrays whom",
        "Broken words in all, and by kind: Betrayal card · attack on the partner between the acceptance of a ceasefire and its \
         activation · broken promise of a signal.",
        &grid(&head, &rows),
    )
}

fn aftermath(report: &LeagueReport) -> String {
    let charts = BreakKind::ALL.iter().filter_map(|kind| {
        let svg = charts::aftermath(report, *kind)?;
        let breaks = report.breaks.iter().find(|summary| summary.kind == *kind)?.breaks;
        let told = charts::told(*kind);
        Some(format!("<div><h3>{told}, {} times</h3>{}</div>", whole(breaks), figure(&svg)))
    });
    let charts: String = charts.collect();
    let body = if charts.is_empty() {
        "<p>Nobody broke a word.</p>".to_owned()
    } else {
        legend(&[("one", "who broke it"), ("two", "to whom")])
            + &format!("<div class=\"trio\">{charts}</div>")
    };
    section(
        "wide",
        "What a broken word gained and cost",
        "The mean change of the share of power since the start of the round of the break, in percentage points: what a seat \
         would score if the game were split then, by territories, troops and cards; after the end its score. Breaks are not \
         made at random, so this is what followed, not what a break causes.",
        &body,
    )
}

fn deviations(report: &LeagueReport) -> String {
    let body = match charts::deviations(report) {
        None => "<p>Nobody broke a word.</p>".to_owned(),
        Some(svg) => {
            let entries = [
                (Deviation::BothGain, "one", "both gain"),
                (Deviation::Selfish, "two", "selfish"),
                (Deviation::Altruistic, "three", "altruistic"),
                (Deviation::Spiteful, "four", "spiteful"),
            ];
            let entries: Vec<(&str, &str)> =
                entries.iter().map(|(_, colour, told)| (*colour, *told)).collect();
            legend(&entries) + &figure(&svg)
        }
    };
    let about = format!(
        "Breaks by the change of both shares of power after {JUDGED_AFTER} rounds: both gain, only the breaker (selfish), \
         only the victim (altruistic), nobody (spiteful)."
    );
    section("", "Who gained", &about, &body)
}

fn talk(report: &LeagueReport) -> String {
    let head = titles(
        "bot",
        &["signals per game", "promises kept", "broken", "void", "claims true", "false", "truth"],
    );
    let rows: Vec<Vec<String>> = report
        .bots
        .iter()
        .map(|bot| {
            let talk = &bot.talk;
            let counts = [
                talk.promises_kept,
                talk.promises_broken,
                talk.promises_void,
                talk.claims_right,
                talk.claims_wrong,
            ];
            let words = talk.words as f64 / (bot.seats_played as f64).max(1.0);
            let cells = counts.map(|count| if count == 0 { nil() } else { whole(count) });
            let truth = talk.truth().known().map_or_else(nil, percent);
            [escape(&bot.name), format!("{words:.1}")]
                .into_iter()
                .chain(cells)
                .chain([truth])
                .collect()
        })
        .collect();
    let chart = charts::promises(report)
        .map(|svg| legend(&[("one", "kept"), ("two", "broken")]) + &figure(&svg));
    let promises = section(
        "",
        "Promises",
        "Of the promises that the record of honour could judge, those that were kept and those that were broken.",
        &chart.unwrap_or_else(|| "<p>Nobody promised anything.</p>".to_owned()),
    );
    promises
        + &section(
            "wide",
            "True and false talk",
            "Promises by the record of honour, and statements about deals in force (“I have a deal with …”) by what was in \
             force.",
            &grid(&head, &rows),
        )
}

fn welfare(report: &LeagueReport) -> String {
    let welfare = &report.welfare;
    let rows = [
        ("Nash welfare", format!("{:.3}", welfare.nash)),
        ("share of rounds survived", percent(welfare.lived)),
        ("shared victories", percent(welfare.shared_victories)),
        ("troops lost per seat and round", format!("{:.2}", welfare.troops_lost)),
    ];
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
    let endings = report.endings.iter().map(|(ending, games)| {
        vec![format!("ends by {}", ending.replace('_', " ")), percent(per_game(report, *games))]
    });
    let rows: Vec<Vec<String>> = rows.into_iter().chain(endings).collect();
    section(
        "",
        "Welfare",
        "Nash welfare is the geometric mean of the seats’ mean shares of power, times the seats: 1 if all were equally strong \
         all the time.",
        &grid(&titles("the table as a whole", &[""]), &rows),
    )
}

fn thinking(report: &LeagueReport) -> String {
    let body = charts::thinking(report).map(|svg| figure(&svg));
    section(
        "",
        "Cost of thinking",
        "Microseconds per decision on the machine that played the games, in one set out of eight. The only figures here that another \
         machine would not repeat.",
        &body.unwrap_or_default(),
    )
}

/// Moves that programs failed to make; nothing if none did.
fn forfeits(report: &LeagueReport) -> String {
    let failed = report.bots.iter().filter(|bot| bot.forfeits > 0);
    let rows: Vec<Vec<String>> =
        failed.map(|bot| vec![escape(&bot.name), bot.forfeits.to_string()]).collect();
    if rows.is_empty() {
        return String::new();
    }
    section(
        "",
        "Forfeited moves",
        "A program that hangs, crashes or answers nonsense forfeits its move to the caretaker.",
        &grid(&titles("program", &["moves"]), &rows),
    )
}

fn per_game(report: &LeagueReport, count: u64) -> f64 {
    count as f64 / (report.games as f64).max(1.0)
}
