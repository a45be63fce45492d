//! What things are worth, in troops.

use serde::{Deserialize, Serialize};

/// The values by which a bot compares its options. They are in troops unless stated otherwise.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weights {
    /// How many conquests after the first are planned.
    pub depth: u32,
    /// One more territory.
    pub land: f32,
    /// The share of that while there are too few to bring a troop above the floor (BC-203).
    pub small_realm: f32,
    /// Turns for which a zone that is completed is expected to pay.
    pub zone_turns: f32,
    /// The fraction of that which breaking up somebody else's zone is worth.
    pub zone_break: f32,
    /// A card drawn.
    pub card: f32,
    /// One rival less.
    pub rival_out: f32,
    /// A troop lost.
    pub loss: f32,
    /// The share of that which it still costs after many rounds: a game has to end.
    pub late_loss: f32,
    /// The strength above which it no longer spares its troops.
    pub plenty: f32,
    /// A troop killed of the only rival there is; one of several counts by its share.
    pub kill: f32,
    /// The lowest probability of success at which a target is attacked at all.
    pub least_win: f32,
    /// A garrison in the middle of enemies.
    pub garrison: f32,
    /// The fraction of that which each enemy neighbour adds.
    pub exposure: f32,
    /// A garrison that is left on the way.
    pub spread: f32,
    /// An army stays together: what each troop below `core` costs.
    pub thin: f32,
    pub core: f32,
    /// The fraction of a territory's worth that is lost by leaving it to its enemies.
    pub leave: f32,
    /// Rounds until patience is half gone.
    pub patience: f32,
    /// The probability that a neighbour who could attack does.
    pub appetite: f32,
    /// The weight of a deploy for defence, compared with one for conquest.
    pub caution: f32,
    /// Rounds from one conquest to the next; with 0, as many as a turn allows.
    pub rest: u16,
    /// It attacks nobody before this round.
    pub calm: u16,
}

impl Weights {
    /// Tuned by letting soldiers play each other: strong, and games still end in about twenty rounds.
    pub(crate) const STANDARD: Weights = Weights {
        depth: 4,
        land: 1.2,
        small_realm: 0.4,
        zone_turns: 4.0,
        zone_break: 0.5,
        card: 1.3,
        rival_out: 10.0,
        loss: 1.3,
        late_loss: 0.4,
        plenty: 50.0,
        kill: 1.0,
        least_win: 0.72,
        garrison: 4.0,
        exposure: 0.3,
        spread: 1.0,
        thin: 0.4,
        core: 6.0,
        leave: 0.8,
        patience: 16.0,
        appetite: 0.5,
        caution: 1.0,
        rest: 0,
        calm: 0,
    };

    /// For beginners to beat: it looks no further than the next territory, begins late and rests after every conquest.
    pub(crate) const GENTLE: Weights = Weights {
        depth: 0,
        least_win: 0.8,
        loss: 1.5,
        card: 1.0,
        rival_out: 2.0,
        zone_turns: 1.0,
        caution: 0.4,
        rest: 2,
        calm: 5,
        ..Weights::STANDARD
    };

    /// Plans as far as a turn goes.
    pub(crate) const KEEN: Weights = Weights { depth: 6, least_win: 0.66, ..Weights::STANDARD };
}
