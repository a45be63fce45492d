//! How honourably a game was played.

use backchannel::view::Score;
use backchannel::{Event, Game, Outcome, honour};
use parley::{Audience, Game as _};
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
}

impl Chronicle<Backchannel> for HonourRoll {
    type Told = GameHonours;

    fn begin(game: &Backchannel) -> HonourRoll {
        HonourRoll { record: honour::HonourRecord::begin(&game.0), series: Vec::new(), round: 0 }
    }

    fn before(&mut self, game: &Backchannel, event: &Event) {
        self.record.observe(game.0.rules(), event);
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
            outcome: game.0.outcome(),
            honours: self.record.honours(),
            toward: self.record.toward(),
            record: self.record,
            series: self.series,
        }
    }
}
