//! How honourably a game was played.

use std::cmp::Reverse;

use backchannel::view::Score;
use backchannel::{Event, Game, Outcome, honour};
use parley::{Audience, Game as _, Seat};
use schemars::JsonSchema;
use serde::Serialize;

use super::Backchannel;
use server::ruleset::Chronicle;

/// How honourably everybody played, and the scoreboard over time.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct GameHonours {
    pub outcome: Option<Outcome>,
    pub record: honour::HonourRecord,
    /// Each seat's record in numbers.
    pub honours: Vec<honour::Honours>,
    /// How each seat kept its word to each of the others, in seat order.
    pub toward: Vec<honour::HonourToward>,
    /// The scoreboard at the start of each round, and at the end.
    pub series: Vec<ScoreMoment>,
    /// Everybody in the order in which they finished: the winners, those who were still in, and the others by how long
    /// they lasted.
    pub ranking: Vec<Finisher>,
}

/// Somebody's place in the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Finisher {
    pub seat: Seat,
    /// The round in which it was eliminated, if it was.
    pub out_in: Option<u16>,
}

/// The scoreboard at one moment, in seat order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ScoreMoment {
    pub round: u16,
    pub territories: Vec<u32>,
    pub troops: Vec<u32>,
    pub cards: Vec<u32>,
}

impl ScoreMoment {
    fn of(game: &Game) -> ScoreMoment {
        let view = game.view(Audience::Spectator);
        let each = |of: fn(&Score) -> u32| view.scoreboard.iter().map(of).collect();
        ScoreMoment {
            round: view.round.0,
            territories: each(|score| score.territories),
            troops: each(|score| score.troops),
            cards: each(|score| score.cards),
        }
    }
}

/// The honour record of a game, computed event by event.
pub struct HonourRoll {
    record: honour::HonourRecord,
    series: Vec<ScoreMoment>,
    round: u16,
    /// Who was eliminated in which round, the first one first.
    exits: Vec<(Seat, u16)>,
}

impl HonourRoll {
    fn ranking(&self, game: &Game) -> Vec<Finisher> {
        let outcome = game.outcome();
        let score = |seat: Seat| outcome.map_or(0, |it| it.scores[seat.index()]);
        let won = |seat: Seat| outcome.is_some_and(|it| it.winners.contains(seat));
        let exit = |seat: Seat| self.exits.iter().position(|(out, _)| *out == seat);
        let mut ranking: Vec<Finisher> = Seat::all(game.rules().seats())
            .map(|seat| Finisher { seat, out_in: exit(seat).map(|at| self.exits[at].1) })
            .collect();
        ranking.sort_by_key(|&Finisher { seat, .. }| {
            let lasted = exit(seat).unwrap_or(usize::MAX);
            Reverse((won(seat), lasted, score(seat)))
        });
        ranking
    }
}

impl Chronicle<Backchannel> for HonourRoll {
    type Told = GameHonours;

    fn begin(game: &Backchannel) -> HonourRoll {
        HonourRoll {
            record: honour::HonourRecord::begin(&game.0),
            series: Vec::new(),
            round: 0,
            exits: Vec::new(),
        }
    }

    fn before(&mut self, game: &Backchannel, event: &Event) {
        self.record.observe(game.0.rules(), event);
        if let Event::Eliminated { seat, .. } = *event {
            self.exits.push((seat, game.0.round().0));
        }
    }

    fn after(&mut self, game: &Backchannel) {
        if game.0.round().0 != self.round {
            self.round = game.0.round().0;
            self.series.push(ScoreMoment::of(&game.0));
        }
    }

    fn end(mut self, game: &Backchannel) -> GameHonours {
        self.series.push(ScoreMoment::of(&game.0));
        GameHonours {
            ranking: self.ranking(&game.0),
            outcome: game.0.outcome(),
            honours: self.record.honours(),
            toward: self.record.toward(),
            record: self.record,
            series: self.series,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use backchannel::{Rules, quick};
    use parley::Seed;

    use super::*;

    #[test]
    fn losers_are_ordered_by_how_long_they_lasted() {
        let rules = Arc::new(Rules::new(quick::setup()).expect("it can be played"));
        let mut game = Game::deal(rules, Seed::numbered(1, 0));
        let mut events = Vec::new();
        game.opening(&mut events);
        events.iter().for_each(|event| game.evolve(event));
        let game = Backchannel(game);
        let mut roll = HonourRoll::begin(&game);
        roll.exits = vec![(Seat(2), 4), (Seat(0), 9)];
        let seats = |roll: &HonourRoll| {
            roll.ranking(&game.0).iter().map(|it| (it.seat.0, it.out_in)).collect::<Vec<_>>()
        };
        assert_eq!(seats(&roll), [(1, None), (3, None), (0, Some(9)), (2, Some(4))]);
        roll.exits.reverse();
        assert_eq!(seats(&roll)[2..], [(2, Some(4)), (0, Some(9))], "by when it happened");
    }
}
