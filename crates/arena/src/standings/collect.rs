//! Sums over the rows of a league, game by game.

use std::collections::BTreeMap;

use backchannel::{Agreement, CardCatalogue, CardKind, Ending};

use super::bot::{BotStanding, DealTotals, SeatWins, TalkTotals, ThinkingCost};
use super::bradley_terry::BradleyTerry;
use super::breaks::BreakSums;
use super::report::{LeagueReport, Meeting, RatingInterval, ShareInterval, TableShares, Welfare};
use super::weng_lin::WengLin;
use crate::league::{LeagueHeader, LeaguePlan};
use crate::watch::{BreakKind, BreakRow, SeatRow};

/// The most different cards and templates that are counted; there are far fewer.
const MOST_IDS: usize = 1000;

/// The most times that are kept for a median.
const MOST_TIMES: usize = 1_000_000;

/// Sums from which a report is made.
#[derive(Default)]
pub struct Standings {
    plans: Vec<LeaguePlan>,
    /// Sets of different files are different sets.
    first_set: u64,
    last_set: u64,
    games: u64,
    names: Vec<String>,
    bots: Vec<BotSums>,
    meetings: BTreeMap<(usize, usize), Meeting>,
    tables: BTreeMap<(String, u8), TableSums>,
    strengths: BradleyTerry,
    weng_lin: WengLin,
    breaks: [BreakSums; BreakKind::ALL.len()],
    betrayals: BTreeMap<(usize, usize), [u64; 3]>,
    tactics: BTreeMap<String, u64>,
    said: BTreeMap<String, u64>,
    endings: BTreeMap<&'static str, u64>,
    rounds: u64,
    rows: u64,
    nash: f64,
    lived: f64,
    lost: f64,
}

#[derive(Clone, Default)]
struct ShareSums {
    won: f64,
    trials: u64,
    fair: f64,
}

impl ShareSums {
    fn add(&mut self, row: &SeatRow) {
        self.won += row.won;
        self.trials += 1;
        self.fair += 1.0 / f64::from(row.seats);
    }

    fn interval(&self) -> ShareInterval {
        ShareInterval::new(self.won, self.trials, self.fair)
    }
}

#[derive(Clone, Default)]
struct TableSums {
    games: u64,
    by_seat: Vec<ShareSums>,
}

#[derive(Clone, Default)]
struct BotSums {
    all: ShareSums,
    by_seat: BTreeMap<(u8, u8), ShareSums>,
    by_map: BTreeMap<String, ShareSums>,
    score: u64,
    place: u64,
    deals: BTreeMap<Agreement, DealTotals>,
    broken: [u64; 3],
    suffered: [u64; 3],
    talk: TalkTotals,
    decisions: u64,
    /// Nanoseconds per decision, row by row.
    thinking: Vec<f64>,
    forfeits: u64,
}

impl Standings {
    /// The games that follow are of this plan.
    pub fn begin(&mut self, header: &LeagueHeader) {
        self.begin_plan(&header.plan);
    }

    pub(crate) fn begin_plan(&mut self, plan: &LeaguePlan) {
        self.plans.push(plan.clone());
        self.first_set = self.last_set;
    }

    /// Adds the rows of a game.
    pub fn add(&mut self, rows: &[SeatRow]) {
        let Some(first) = rows.first() else { return };
        self.games += 1;
        self.rounds += u64::from(first.rounds);
        *self.endings.entry(ending(first.ending)).or_default() += 1;
        let set = self.first_set + first.set;
        self.last_set = self.last_set.max(set + 1);
        let bots: Vec<usize> = rows.iter().map(|row| self.place(&row.bot)).collect();
        let table = self.tables.entry((first.map.clone(), first.seats)).or_default();
        table.games += 1;
        table.by_seat.resize(rows.len().max(table.by_seat.len()), ShareSums::default());
        table.by_seat.iter_mut().zip(rows).for_each(|(sums, row)| sums.add(row));
        for (row, &bot) in rows.iter().zip(&bots) {
            self.add_row(bot, row);
        }
        self.add_welfare(rows);
        self.add_pairs(set, rows, &bots);
        let seats: Vec<(usize, u8)> =
            bots.iter().zip(rows).map(|(b, row)| (*b, row.place)).collect();
        self.weng_lin.add(&seats);
    }

    fn place(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.bots.push(BotSums::default());
            self.names.len() - 1
        })
    }

    fn add_row(&mut self, bot: usize, row: &SeatRow) {
        self.rows += 1;
        let sums = &mut self.bots[bot];
        sums.all.add(row);
        sums.by_seat.entry((row.seats, row.seat)).or_default().add(row);
        sums.by_map.entry(row.map.clone()).or_default().add(row);
        sums.score += u64::from(row.score);
        sums.place += u64::from(row.place);
        for (agreement, deals) in &row.deals {
            sums.deals.entry(*agreement).or_default().count(deals);
        }
        sums.talk.words += u64::from(row.words);
        for promises in row.promises.values() {
            sums.talk.promises_kept += u64::from(promises.kept);
            sums.talk.promises_broken += u64::from(promises.broken);
            sums.talk.promises_void += u64::from(promises.void);
        }
        sums.talk.claims_right += u64::from(row.claims.right);
        sums.talk.claims_wrong += u64::from(row.claims.wrong);
        sums.forfeits += row.forfeits.total();
        if let Some(thinking) = row.thinking {
            sums.decisions += thinking.decisions;
            if thinking.decisions > 0 && sums.thinking.len() < MOST_TIMES {
                sums.thinking.push(thinking.nanoseconds as f64 / thinking.decisions as f64);
            }
        }
        add_counts(&mut self.tactics, &row.tactics);
        add_counts(&mut self.said, &row.said);
        row.breaks.iter().for_each(|broken| self.add_break(bot, broken));
    }

    fn add_break(&mut self, bot: usize, broken: &BreakRow) {
        let kind = broken.kind as usize;
        self.breaks[kind].add(broken);
        self.bots[bot].broken[kind] += 1;
        if let Some(name) = &broken.victim_bot {
            let victim = self.place(name);
            self.bots[victim].suffered[kind] += 1;
            self.betrayals.entry((bot, victim)).or_default()[kind] += 1;
        }
    }

    fn add_welfare(&mut self, rows: &[SeatRow]) {
        let seats = rows.len() as f64;
        // An eliminated seat counts a little more than zero; otherwise one of them would make the product zero.
        let shares = rows.iter().map(|row| (f64::from(row.worth.max(1)) / 10_000.0 * seats).ln());
        self.nash += (shares.sum::<f64>() / seats).exp();
        for row in rows {
            let rounds = f64::from(row.rounds.max(1));
            self.lived += f64::from(row.survived) / rounds;
            self.lost += f64::from(row.troops_lost) / rounds;
        }
    }

    /// For Bradley–Terry the winners beat everybody else; in a meeting the better place is ahead.
    fn add_pairs(&mut self, set: u64, rows: &[SeatRow], bots: &[usize]) {
        for (a, one) in bots.iter().zip(rows) {
            for (b, other) in bots.iter().zip(rows) {
                if a == b {
                    continue;
                }
                let meeting = self.meetings.entry((*a, *b)).or_default();
                meeting.pairs += 1;
                meeting.ahead += match one.place.cmp(&other.place) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                if one.won > other.won {
                    self.strengths.add(set, *a, *b, one.won);
                }
            }
        }
    }

    /// What is known of one bot, without its Bradley–Terry rating.
    pub(crate) fn of(&mut self, name: &str) -> BotStanding {
        let bot = self.place(name);
        self.standing(bot, RatingInterval::default())
    }

    /// The report on everything that was added.
    pub fn report(&self) -> LeagueReport {
        let ratings = self.strengths.ratings(self.names.len());
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|a, b| ratings[*b].rating.total_cmp(&ratings[*a].rating));
        let games = (self.games as f64).max(1.0);
        let rows = (self.rows as f64).max(1.0);
        let matrix = |a: &usize| order.iter().map(|b| (*a, *b)).collect::<Vec<_>>();
        let mut deals: BTreeMap<String, DealTotals> = Agreement::ALL
            .iter()
            .map(|kind| (kind.id().to_owned(), DealTotals::default()))
            .collect();
        for (kind, totals) in self.bots.iter().flat_map(|bot| &bot.deals) {
            deals.entry(kind.id().to_owned()).or_default().merge(totals);
        }
        LeagueReport {
            plans: self.plans.clone(),
            games: self.games,
            bots: order.iter().map(|&bot| self.standing(bot, ratings[bot])).collect(),
            meetings: order
                .iter()
                .map(|a| {
                    matrix(a)
                        .iter()
                        .map(|at| self.meetings.get(at).copied().unwrap_or_default())
                        .collect()
                })
                .collect(),
            tables: self.tables.iter().map(table).collect(),
            deals,
            tactics: with_unplayed(&self.tactics),
            said: self.said.clone(),
            betrayals: order
                .iter()
                .map(|a| {
                    matrix(a)
                        .iter()
                        .map(|at| self.betrayals.get(at).copied().unwrap_or_default())
                        .collect()
                })
                .collect(),
            breaks: BreakKind::ALL.map(|kind| self.breaks[kind as usize].summary(kind)).to_vec(),
            welfare: Welfare {
                nash: self.nash / games,
                lived: self.lived / rows,
                shared_victories: self
                    .endings
                    .get("shared_victory")
                    .map_or(0.0, |n| *n as f64 / games),
                troops_lost: self.lost / rows,
            },
            endings: self.endings.iter().map(|(id, n)| ((*id).to_owned(), *n)).collect(),
            mean_rounds: self.rounds as f64 / games,
        }
    }

    fn standing(&self, bot: usize, bradley_terry: RatingInterval) -> BotStanding {
        let sums = &self.bots[bot];
        let played = (sums.all.trials as f64).max(1.0);
        let mut all = DealTotals::default();
        sums.deals.values().for_each(|totals| all.merge(totals));
        let bound = all.kept + all.broken + sums.broken[BreakKind::EarlyAttack as usize];
        BotStanding {
            name: self.names[bot].clone(),
            seats_played: sums.all.trials,
            wins: sums.all.interval(),
            bradley_terry,
            weng_lin: self.weng_lin.of(bot),
            mean_score: sums.score as f64 / 100.0 / played,
            mean_place: sums.place as f64 / played,
            by_seat: sums
                .by_seat
                .iter()
                .map(|(&(seats, seat), sums)| SeatWins { seats, seat, wins: sums.interval() })
                .collect(),
            by_map: sums.by_map.iter().map(|(map, sums)| (map.clone(), sums.interval())).collect(),
            deals: sums
                .deals
                .iter()
                .map(|(kind, totals)| (kind.id().to_owned(), *totals))
                .collect(),
            word_kept: ShareInterval::new(all.kept as f64, bound, 0.0),
            broken: sums.broken,
            suffered: sums.suffered,
            talk: sums.talk,
            thinking: ThinkingCost {
                decisions: sums.decisions,
                microseconds_each: median(&sums.thinking) / 1000.0,
            },
            forfeits: sums.forfeits,
        }
    }
}

fn table(((map, seats), sums): (&(String, u8), &TableSums)) -> TableShares {
    TableShares {
        map: map.clone(),
        seats: *seats,
        games: sums.games,
        by_seat: sums.by_seat.iter().map(ShareSums::interval).collect(),
    }
}

/// How often each tactical card was played, the standard ones that never were included.
fn with_unplayed(played: &BTreeMap<String, u64>) -> BTreeMap<String, u64> {
    let cards = CardCatalogue::standard();
    let tactical =
        cards.all().filter(|&card| matches!(cards.kind(card), CardKind::Tactical { .. }));
    let mut all: BTreeMap<String, u64> =
        tactical.map(|card| (cards.spec(card).id.clone(), 0)).collect();
    all.extend(played.iter().map(|(id, count)| (id.clone(), *count)));
    all
}

fn add_counts(sums: &mut BTreeMap<String, u64>, more: &BTreeMap<String, u32>) {
    for (id, count) in more {
        if let Some(sum) = sums.get_mut(id) {
            *sum += u64::from(*count);
        } else if sums.len() < MOST_IDS {
            sums.insert(id.clone(), u64::from(*count));
        }
    }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::LastStanding => "last_standing",
        Ending::MapShare => "map_share",
        Ending::SharedVictory => "shared_victory",
        Ending::RoundLimit => "round_limit",
    }
}
