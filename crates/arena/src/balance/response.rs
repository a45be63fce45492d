//! What head starts are worth, learnt from trials, and which to try next.
//!
//! A seat's share of wins is taken to be proportional to `exp(base + troop × troops + card × cards)`, with a base for each
//! seat and the worth of a troop and of a card for all of them. In logarithms that is a linear regression, to which a
//! cautious guess of both worths is added, so that a single trial already suggests the next. A troop is worth less to a
//! seat that has many, so trials count for less the further they are from the fairest one.

use backchannel::map::HeadStarts;
use backchannel::map::head_start::{HeadStart, MOST_CARDS, MOST_TROOPS};
use parley::Seat;

use super::BalancePlan;
use super::shares::{SeatShares, fair_limit};

/// The guess of what a troop and a card are worth, and how sure it is: one over its variance.
const GUESS: [f64; 2] = [0.06, 0.04];
const CERTAINTY: f64 = 2_500.0;
/// What an extra troop and an extra card cost in strain, so that no more are given than needed.
const COST: [f64; 2] = [0.003, 0.012];

/// What has been tried is kept unless something else is expected to be better by this much: less is noise.
const SETTLED: f64 = 0.05;

/// Trials count half if their rows differ from the fairest one by so many troops per seat.
const REACH: f64 = 4.0;

/// All trials, and what each kind of bot makes of a head start.
pub(super) struct Responses {
    seats: usize,
    limits: Vec<f64>,
    trials: Vec<HeadStartTrial>,
    models: Vec<Response>,
}

/// The results of one row of head starts.
struct HeadStartTrial {
    row: HeadStarts,
    /// Games, and wins of each seat, by kind of bot.
    results: Vec<(f64, Vec<f64>)>,
}

/// What one kind of bot makes of a head start.
struct Response {
    base: Vec<f64>,
    /// What a troop and a card are worth.
    worth: [f64; 2],
}

impl Responses {
    pub(super) fn new(plan: &BalancePlan) -> Responses {
        let limits = plan.bots.iter().map(|bot| fair_limit(bot)).collect();
        Responses { seats: plan.seats, limits, trials: Vec::new(), models: Vec::new() }
    }

    pub(super) fn add(&mut self, row: &HeadStarts, shares: &[SeatShares]) {
        let at = self.trials.iter().position(|trial| trial.row == *row).unwrap_or_else(|| {
            let results = vec![(0.0, vec![0.0; self.seats]); shares.len()];
            self.trials.push(HeadStartTrial { row: row.clone(), results });
            self.trials.len() - 1
        });
        for ((games, wins), of) in self.trials[at].results.iter_mut().zip(shares) {
            *games += of.games as f64;
            let more = of.seats.iter().map(|seat| seat.share * of.games as f64);
            wins.iter_mut().zip(more).for_each(|(wins, more)| *wins += more);
        }
        let closeness = self.closeness();
        let fit = |bot| Response::fit(&self.trials, &closeness, bot, self.seats);
        self.models = (0..self.limits.len()).map(fit).collect();
    }

    /// How much each trial counts, by its distance from the fairest one.
    fn closeness(&self) -> Vec<f64> {
        let strain = |trial: &HeadStartTrial| trial.strain(&self.limits);
        let fairest = self.trials.iter().min_by(|a, b| strain(a).total_cmp(&strain(b)));
        let distance = |trial: &HeadStartTrial| fairest.map_or(0.0, |best| trial.distance(best));
        self.trials.iter().map(|trial| 0.5_f64.powf(distance(trial) / REACH)).collect()
    }

    pub(super) fn knows(&self, row: &HeadStarts) -> bool {
        self.trials.iter().any(|trial| trial.row == *row)
    }

    /// The largest deviation from fair that is expected, as a part of its limit.
    pub(super) fn strain(&self, row: &HeadStarts) -> f64 {
        self.parts(row).fold(0.0, f64::max)
    }

    /// The expected deviation of each seat for each kind of bot, as a part of its limit.
    fn parts<'a>(&'a self, row: &'a HeadStarts) -> impl Iterator<Item = f64> + 'a {
        let each = self.models.iter().zip(&self.limits);
        each.flat_map(|(model, limit)| {
            let (shares, fair) = (model.shares(row), 1.0 / self.seats as f64);
            shares.into_iter().map(move |share| (share / fair - 1.0).abs() / limit)
        })
    }

    /// The row that is expected to be the fairest and gives no more than needed.
    pub(super) fn choose(&self, cards: bool) -> HeadStarts {
        let starts = self.trials.iter().map(|trial| trial.row.clone());
        let found = starts.map(|start| self.descend(start, cards));
        let cheaper =
            |one: &HeadStarts, two: &HeadStarts| self.price(one).total_cmp(&self.price(two));
        let best = found.min_by(cheaper).unwrap_or_else(|| HeadStarts::none(self.seats));
        let tried = self.trials.iter().map(|trial| &trial.row);
        let tried = tried.filter(|row| cards || row.cards.is_empty());
        let tried = tried.min_by(|one, two| cheaper(one, two));
        let as_good = tried.filter(|row| self.price(row) <= self.price(&best) + SETTLED);
        as_good.cloned().unwrap_or(best)
    }

    /// A smooth maximum of the strain, so that every step towards fair counts, and the cost of what is given.
    fn price(&self, row: &HeadStarts) -> f64 {
        let smooth = self.parts(row).map(|part| part.powi(8)).sum::<f64>().powf(0.125);
        let total = |row: &[u8]| row.iter().map(|&count| f64::from(count)).sum::<f64>();
        smooth + COST[0] * total(&row.troops) + COST[1] * total(&row.cards)
    }

    /// Changes one or two numbers by one for as long as that helps.
    fn descend(&self, start: HeadStarts, cards: bool) -> HeadStarts {
        let mut numbers = start.troops;
        if cards {
            numbers.extend(start.cards);
            numbers.resize(2 * self.seats, 0);
        }
        let mut price = self.price(&self.row(&numbers));
        loop {
            let better = self.steps(&numbers).find_map(|next| {
                let reached = self.price(&self.row(&next));
                (reached < price - 1e-9).then_some((next, reached))
            });
            match better {
                Some((next, reached)) => (numbers, price) = (next, reached),
                None => break,
            }
        }
        // What everybody gets makes no difference.
        for part in numbers.chunks_mut(self.seats) {
            let least = part.iter().min().copied().unwrap_or(0);
            part.iter_mut().for_each(|number| *number -= least);
        }
        self.row(&numbers)
    }

    fn row(&self, numbers: &[u8]) -> HeadStarts {
        let (troops, cards) = numbers.split_at(self.seats);
        let none = cards.iter().all(|&count| count == 0);
        HeadStarts {
            troops: troops.to_vec(),
            cards: if none { Vec::new() } else { cards.to_vec() },
        }
    }

    /// All rows that differ by one in one number or in two.
    fn steps<'a>(&'a self, numbers: &'a [u8]) -> impl Iterator<Item = Vec<u8>> + 'a {
        let ways = numbers.len() * 2;
        let changed = move |numbers: &[u8], way: usize| {
            let (at, up) = (way / 2, way.is_multiple_of(2));
            let most = if at < self.seats { MOST_TROOPS } else { MOST_CARDS };
            let number = if up { numbers[at].checked_add(1) } else { numbers[at].checked_sub(1) };
            let mut next = numbers.to_vec();
            next[at] = number.filter(|number| *number <= most)?;
            Some(next)
        };
        (0..ways).flat_map(move |one| {
            let first = changed(numbers, one);
            (0..=ways).filter_map(move |two| match two.checked_sub(1) {
                None => first.clone(),
                Some(two) => changed(first.as_ref()?, two),
            })
        })
    }
}

impl HeadStartTrial {
    /// The largest deviation from fair that was seen, as a part of its limit, and the noise that is in it.
    fn strain(&self, limits: &[f64]) -> f64 {
        let each = self.results.iter().zip(limits);
        each.flat_map(|((games, wins), limit)| {
            let seats = wins.len() as f64;
            let noise = ((seats - 1.0) / games).sqrt();
            wins.iter().map(move |wins| ((wins / games * seats - 1.0).abs() + noise) / limit)
        })
        .fold(0.0, f64::max)
    }

    /// By how many troops a seat's head start differs from another row's, on average. A difference that all seats have
    /// in common makes none.
    fn distance(&self, other: &HeadStartTrial) -> f64 {
        let seats = self.row.seats();
        let worth = |row: &HeadStarts, seat: usize| {
            let HeadStart { troops, cards } = row.of(Seat(seat as u8));
            f64::from(troops) + f64::from(cards)
        };
        let apart = |seat| worth(&self.row, seat) - worth(&other.row, seat);
        let mean = (0..seats).map(apart).sum::<f64>() / seats as f64;
        (0..seats).map(|seat| (apart(seat) - mean).abs()).sum::<f64>() / seats as f64
    }
}

impl Response {
    /// A linear regression of the logarithms of shares, each trial weighted by its games and its closeness.
    fn fit(trials: &[HeadStartTrial], closeness: &[f64], bot: usize, seats: usize) -> Response {
        let each = trials.iter().zip(closeness);
        let rows: Vec<Observation> =
            each.map(|(trial, close)| Observation::new(trial, *close, bot, seats)).collect();
        let total: f64 = rows.iter().map(|row| row.weight).sum();
        let mean = |of: &dyn Fn(&Observation) -> f64| {
            rows.iter().map(|row| row.weight * of(row)).sum::<f64>() / total
        };
        let usual: Vec<[f64; 3]> = (0..seats)
            .map(|seat| std::array::from_fn(|at| mean(&|row: &Observation| row.seats[seat][at])))
            .collect();
        let product = |one: usize, two: usize| {
            let of_row = |row: &Observation| {
                let off = |seat: usize, at: usize| row.seats[seat][at] - usual[seat][at];
                row.weight * (0..seats).map(|seat| off(seat, one) * off(seat, two)).sum::<f64>()
            };
            rows.iter().map(of_row).sum::<f64>()
        };
        let (troops, cards, both) =
            (product(0, 0) + CERTAINTY, product(1, 1) + CERTAINTY, product(0, 1));
        let by = [0, 1].map(|at| product(at, 2) + CERTAINTY * GUESS[at]);
        let determinant = troops * cards - both * both;
        let worth = [
            (by[0] * cards - by[1] * both) / determinant,
            (by[1] * troops - by[0] * both) / determinant,
        ];
        let base = usual.iter().map(|[t, c, log]| log - worth[0] * t - worth[1] * c).collect();
        Response { base, worth }
    }

    fn shares(&self, row: &HeadStarts) -> Vec<f64> {
        let weight = |(seat, base): (usize, &f64)| {
            let HeadStart { troops, cards } = row.of(Seat(seat as u8));
            (base + self.worth[0] * f64::from(troops) + self.worth[1] * f64::from(cards)).exp()
        };
        let weights: Vec<f64> = self.base.iter().enumerate().map(weight).collect();
        let total: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / total).collect()
    }
}

/// A trial as the regression sees it: troops, cards and the logarithm of the share of each seat, each as the distance
/// from the mean of all seats.
struct Observation {
    /// One over the variance of a logarithm, times the closeness of the trial.
    weight: f64,
    seats: Vec<[f64; 3]>,
}

impl Observation {
    fn new(trial: &HeadStartTrial, closeness: f64, bot: usize, seats: usize) -> Observation {
        let (games, wins) = &trial.results[bot];
        let values = |seat: usize| {
            let HeadStart { troops, cards } = trial.row.of(Seat(seat as u8));
            // Half a win is added for everybody, so that a seat that never won has a logarithm.
            [f64::from(troops), f64::from(cards), (wins[seat] + 0.5).ln()]
        };
        let mut rows: Vec<[f64; 3]> = (0..seats).map(values).collect();
        for at in 0..3 {
            let mean = rows.iter().map(|row| row[at]).sum::<f64>() / seats as f64;
            rows.iter_mut().for_each(|row| row[at] -= mean);
        }
        Observation { weight: closeness * games / (seats - 1) as f64, seats: rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(seats: usize) -> BalancePlan {
        let map = backchannel::map::library::find("passes-of-sarn").unwrap().file().clone();
        let bots = vec!["envoy".to_owned(), "soldier".to_owned()];
        BalancePlan { map, seats, bots, games: 1, seed: 0, threads: 1 }
    }

    /// Shares as they would be if the model were true.
    fn played(truth: &[Response], row: &HeadStarts) -> Vec<SeatShares> {
        let games = 4_000;
        let of = |(response, bot): (&Response, &str)| {
            let wins: Vec<f64> =
                response.shares(row).into_iter().map(|share| share * games as f64).collect();
            SeatShares::new(bot, games, &wins)
        };
        truth.iter().zip(["envoy", "soldier"]).map(of).collect()
    }

    /// What is found after a few trials.
    fn found(truth: &[Response], cards: bool) -> (HeadStarts, f64) {
        let mut responses = Responses::new(&plan(4));
        let mut row = HeadStarts::none(4);
        for _ in 0..6 {
            responses.add(&row, &played(truth, &row));
            row = responses.choose(cards);
        }
        let strain = played(truth, &row).iter().map(|of| of.worst / of.limit).fold(0.0, f64::max);
        (row, strain)
    }

    #[test]
    fn troops_make_up_for_moving_later_whatever_they_are_worth() {
        for worth in [0.02, 0.05, 0.1] {
            let base = || vec![0.2, 0.05, -0.05, -0.2];
            let truth = [0, 1].map(|_| Response { base: base(), worth: [worth, 0.05] });
            let (row, strain) = found(&truth, false);
            assert!(strain < 0.5, "{worth}: {row:?} leaves {strain}");
            assert!(
                row.troops.is_sorted() && row.troops[0] == 0 && row.cards.is_empty(),
                "{row:?}"
            );
        }
    }

    #[test]
    fn cards_help_where_one_kind_of_bot_needs_more_than_the_other() {
        let truth = [
            Response { base: vec![0.3, 0.1, -0.1, -0.3], worth: [0.03, 0.07] },
            Response { base: vec![0.0; 4], worth: [0.04, 0.0] },
        ];
        let ((_, alone), (row, together)) = (found(&truth, false), found(&truth, true));
        assert!(together < 0.75 && together < alone - 0.4, "{alone}, {together} with {row:?}");
        assert!(row.cards.iter().any(|&cards| cards > 0), "{row:?}");
    }

    #[test]
    fn a_fair_table_stays_as_it_is() {
        let truth = [0, 1].map(|_| Response { base: vec![0.0; 4], worth: [0.05, 0.05] });
        assert_eq!(found(&truth, true).0, HeadStarts::none(4));
    }
}
