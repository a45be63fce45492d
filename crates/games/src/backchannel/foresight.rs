//! What a seat may ask before it commits itself: odds, obstacles, and what a proposal would block.

use backchannel::foresight::{ComesAbout, DraftProposal};
use backchannel::odds::AttackOdds;
use backchannel::{Card, Slots, Territory};
use parley::{Language, Refusal as _, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Backchannel;
use server::ruleset::{About, Questions};
use server::wire::Problem;

/// An attack that is being considered.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackDraft {
    pub from: Territory,
    pub to: Territory,
    /// The number of troops at which a stop-loss would stop.
    #[serde(default)]
    pub stop_at: Option<u32>,
}

/// The odds; `null` if nothing is known of the target.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct WeighedAttack {
    pub odds: Option<AttackOdds>,
}

/// A territory that was tapped, and the one that was chosen before it.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObstacleQuery {
    #[serde(default)]
    pub from: Option<Territory>,
    pub on: Territory,
}

/// Why a territory cannot be chosen; `null` if it can, or if nothing is chosen on the map now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Obstacle {
    pub why: Option<ObstacleWords>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ObstacleWords {
    pub text: String,
    pub clause: String,
}

/// A proposal that is being considered.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposalDraft {
    pub to: Seat,
    pub card: Card,
    pub slots: Slots,
    #[serde(default)]
    pub against: Option<Seat>,
}

/// Something that a proposal would block.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ConsequenceWords {
    pub when: ComesAbout,
    pub text: String,
    pub clause: String,
}

pub fn questions<Q: Questions<Backchannel>>(questions: Q) -> Q {
    let odds = About {
        path: "odds",
        id: "attack_odds",
        summary: "The odds of an attack, from what its attacker sees",
        description: None,
    };
    let obstacle = About {
        path: "obstacle",
        id: "obstacle",
        summary: "Why a territory cannot be chosen now",
        description: None,
    };
    let consequences = About {
        path: "consequences",
        id: "consequences",
        summary: "What a proposal would block, before it is sent",
        description: None,
    };
    questions.game(odds, weigh).game(obstacle, find_obstacle).game(consequences, foresee)
}

fn weigh(
    game: &Backchannel,
    seat: Seat,
    _: Language,
    AttackDraft { from, to, stop_at }: AttackDraft,
) -> Result<WeighedAttack, Problem> {
    let odds = game.0.attack_odds(seat, from, to, stop_at);
    odds.map(|odds| WeighedAttack { odds }).map_err(|refusal| Problem::refused(&refusal))
}

#[allow(clippy::unnecessary_wraps, reason = "a question may be refused")]
fn find_obstacle(
    game: &Backchannel,
    seat: Seat,
    _: Language,
    ObstacleQuery { from, on }: ObstacleQuery,
) -> Result<Obstacle, Problem> {
    let why = game.0.obstacle(seat, from, on).map(|refusal| ObstacleWords {
        text: refusal.to_string(),
        clause: refusal.clause().to_string(),
    });
    Ok(Obstacle { why })
}

fn foresee(
    game: &Backchannel,
    seat: Seat,
    _: Language,
    ProposalDraft { to, card, slots, against }: ProposalDraft,
) -> Result<Vec<ConsequenceWords>, Problem> {
    let draft = DraftProposal { to, card, slots, against };
    let found = game.0.consequences(seat, draft).map_err(|refusal| Problem::refused(&refusal))?;
    let words = found.iter().map(|it| ConsequenceWords {
        when: it.comes_about(),
        text: it.text(game.0.rules()),
        clause: it.clause().to_string(),
    });
    Ok(words.collect())
}
