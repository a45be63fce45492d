//! Abilities of units and factions that deals are made about, and the step to which each belongs (section G).

use crate::similar::fold;
use crate::step::Step;

/// Who can take an opportunity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// The one asked, else the active player.
    Decider,
    /// Anybody who has the means.
    Anyone,
    /// Anybody but the active player.
    NotActive,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Power {
    pub name: &'static str,
    pub steps: &'static [Step],
    pub who: Who,
    /// Whether dice come between the decision and what it is about.
    pub awaits_dice: bool,
}

const fn power(name: &'static str, steps: &'static [Step], who: Who) -> Power {
    Power { name, steps, who, awaits_dice: false }
}

use Step::*;
use Who::*;

static POWERS: &[Power] = &[
    power("Space Cannon", &[SpaceCannonOffense, SpaceCannonDefense], Anyone),
    power("Space Cannon Offense", &[SpaceCannonOffense], Anyone),
    power("Space Cannon Defense", &[SpaceCannonDefense], NotActive),
    power("Anti-Fighter Barrage", &[AntiFighterBarrage], Anyone),
    power("Bombardment", &[Bombardment], Decider),
    power(
        "Sustain Damage",
        &[SpaceCannonOffense, AntiFighterBarrage, AssignHits, GroundCombatHits],
        Anyone,
    ),
    power("Announce Retreat", &[AnnounceRetreats], Anyone),
    // What is announced happens after this round's dice and hits (TI-92).
    Power { name: "Retreat", steps: &[AnnounceRetreats, Retreat], who: Anyone, awaits_dice: true },
    power("Production", &[Production], Decider),
    power("Explore", &[EstablishControl], Decider),
    power("Commit Ground Forces", &[CommitGroundForces], Decider),
    power("Trade Secondary", &[Secondary], Decider),
    power("Secondary", &[Secondary], Decider),
    power("Quash", &[WhenRevealed], Anyone),
    power("Veto", &[WhenRevealed], Anyone),
    power("Rider", &[AfterRevealed], Anyone),
    power("Score Objective", &[ScoreObjectives], Anyone),
    power("Redistribute Tokens", &[GainTokens], Anyone),
    power("Stall Tactics", &[ChooseAction, ComponentAction], Decider),
    power("Fabrication", &[ChooseAction, ComponentAction], Decider),
    power("Quantum Datahub Node", &[EndOfStrategy], Anyone),
    power("Expedition", &[EndOfTurn], Decider),
    // Each opens only when somebody has gained trade goods, transacted, won a combat: never in advance.
    power("Pillage", &[], Anyone),
    power("S'ula Mentarion", &[CombatEnd], Anyone),
    power("Voidwatch", &[MoveShips], NotActive),
];

/// The ability of that name, if the desk knows it.
pub fn find(name: &str) -> Option<&'static Power> {
    let folded = fold(name);
    POWERS.iter().find(|power| fold(power.name) == folded)
}

/// Whether two names mean the same ability.
pub fn same(one: &str, other: &str) -> bool {
    fold(one) == fold(other)
}
