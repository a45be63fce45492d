//! What a seat may ask before it commits itself: odds, obstacles, and what a proposal would block.

use backchannel::foresight::{ComesAbout, DraftProposal};
use backchannel::odds::AttackOdds;
use backchannel::{Agreement, Card, Game, Refusal, Slots, Territory, Treaty};
use parley::{Audience, Game as _, Language, Refusal as _, Seat};
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
        text: obstacle_text(&game.0, seat, &refusal),
        clause: refusal.clause().to_string(),
    });
    Ok(Obstacle { why })
}

/// The refusal in words; of a ceasefire that one knows, also with whom and for how long.
fn obstacle_text(game: &Game, seat: Seat, refusal: &Refusal) -> String {
    let truce = |with: Seat| {
        let own = game.view(Audience::Seat(seat)).own?;
        let between = |treaty: &&Treaty| {
            treaty.agreement == Agreement::Ceasefire && treaty.partner(seat) == Some(with)
        };
        let ends = own.treaties.iter().find(between)?.ends.0;
        let name = game.rules().name(with);
        Some(format!("Your ceasefire with {name} is in force until round {ends}, and it is kept."))
    };
    let known = if let Refusal::Ceasefire { with } = *refusal { truce(with) } else { None };
    known.unwrap_or_else(|| refusal.to_string())
}

pub(super) fn foresee(
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

#[cfg(test)]
mod tests {
    use backchannel::map::library;
    use backchannel::{Scenario, Setup};

    use super::*;

    #[test]
    fn a_ceasefire_in_the_way_says_with_whom_and_until_when() {
        let (one, other) = (Seat(0), Seat(1));
        let map = library::find("wherrymouth").expect("it is in the library").file().clone();
        let scenario = Scenario::new(Setup::standard(map, 2)).expect("it can be played");
        let scenario = scenario.land("tallow-row", one, 3).land("old-assize", other, 3).treaty(
            Agreement::Ceasefire,
            one,
            other,
            9,
        );
        let game = scenario.game().expect("it can be played");
        let name = game.rules().name(other).to_owned();
        let text = obstacle_text(&game, one, &Refusal::Ceasefire { with: other });
        assert!(text.contains(&name) && text.contains("round 9"), "{text}");
        assert_eq!(
            obstacle_text(&game, one, &Refusal::NotYourTurn),
            Refusal::NotYourTurn.to_string()
        );
    }
}
