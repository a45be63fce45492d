//! Weng–Lin ratings (as in OpenSkill), game by game.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use super::report::RatingInterval;

/// The ratings of bots by their places in a list.
#[derive(Clone, Default)]
pub(super) struct WengLin {
    ratings: Vec<WengLinRating>,
}

impl WengLin {
    /// A finished game: the bot and the place of every seat. A bot with several seats gets the mean of their ratings.
    pub(super) fn add(&mut self, seats: &[(usize, u8)]) {
        let most = seats.iter().map(|(bot, _)| bot + 1).max().unwrap_or(0);
        if self.ratings.len() < most {
            self.ratings.resize(most, WengLinRating::default());
        }
        let teams: Vec<[WengLinRating; 1]> =
            seats.iter().map(|(bot, _)| [self.ratings[*bot]]).collect();
        let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
            .iter()
            .zip(seats)
            .map(|(team, (_, place))| (&team[..], MultiTeamOutcome::new(usize::from(*place))))
            .collect();
        let rated = weng_lin_multi_team(&ranked, &WengLinConfig::default());
        for bot in 0..self.ratings.len() {
            let mine = || {
                let seats = seats.iter().zip(&rated).filter(|((who, _), _)| *who == bot);
                seats.filter_map(|(_, team)| team.first())
            };
            let count = mine().count() as f64;
            if count > 0.0 {
                self.ratings[bot] = WengLinRating {
                    rating: mine().map(|rating| rating.rating).sum::<f64>() / count,
                    uncertainty: mine().map(|rating| rating.uncertainty).sum::<f64>() / count,
                };
            }
        }
    }

    pub(super) fn of(&self, bot: usize) -> RatingInterval {
        let WengLinRating { rating, uncertainty } =
            self.ratings.get(bot).copied().unwrap_or_default();
        let reach = 1.96 * uncertainty;
        RatingInterval { rating, low: rating - reach, high: rating + reach }
    }
}
