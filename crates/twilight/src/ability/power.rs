//! Abilities of units and factions that deals are made about, and the step to which each belongs (section G).

use schemars::JsonSchema;
use serde::Serialize;

use crate::ability::Ability;
use crate::round::step::Step;
use crate::similar::{self, fold};

/// Who can take an opportunity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
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
    /// The ability without which nobody can use it, where the desk knows who has it.
    pub needs: Option<Ability>,
    /// Whether dice come between the decision and what it is about.
    pub awaits_dice: bool,
}

const fn power(name: &'static str, steps: &'static [Step], who: Who) -> Power {
    Power { name, steps, who, needs: None, awaits_dice: false }
}

/// A power of whoever has an ability, by the name of that ability.
const fn of(ability: Ability, steps: &'static [Step], who: Who) -> Power {
    Power { needs: Some(ability), ..power(ability.name(), steps, who) }
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
    Power { awaits_dice: true, ..power("Retreat", &[AnnounceRetreats, Retreat], Anyone) },
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
    power("Salvage", &[CombatEnd], Anyone),
    power("Diplomatic Pressure", &[WhenRevealed], Anyone),
    power("Seize Artifact", &[ChooseAction, ComponentAction], Decider),
    // Each opens only when somebody has gained trade goods, transacted, won a combat: never in advance.
    power("Pillage", &[], Anyone),
    power("Lie in Wait", &[], Anyone),
    of(Ability::TheStillnessOfStars, &[], Anyone),
    of(Ability::SulaMentarion, &[CombatEnd], Anyone),
    of(Ability::Voidwatch, &[MoveShips], NotActive),
    of(Ability::Carth, Step::ACTION_PHASE, Anyone),
    of(Ability::XanderAlexinVictori, Step::ALL, Anyone),
    of(Ability::TheOracle, &[ReturnStrategyCards], Anyone),
    of(Ability::Mindsieve, &[Secondary], Decider),
    of(Ability::VisionariaSelect, &[ChooseAction, ComponentAction], Decider),
    of(Ability::Maban, Step::ALL, Anyone),
    of(Ability::SoAta, &[Activation], NotActive),
];

/// Leaders go by their first names.
const SHORT: [(&str, Ability); 3] = [
    ("carth", Ability::Carth),
    ("xander", Ability::XanderAlexinVictori),
    ("sula", Ability::SulaMentarion),
];

/// Every ability that deals are made about.
pub fn all() -> &'static [Power] {
    POWERS
}

/// The ability of that name, if the desk knows it.
pub fn find(name: &str) -> Option<&'static Power> {
    let folded = fold(name);
    let short = SHORT.iter().find(|(short, _)| *short == folded).map(|(_, it)| fold(it.name()));
    let folded = short.unwrap_or(folded);
    POWERS.iter().find(|power| similar::is(power.name, &folded))
}

/// Whether two names mean the same ability.
pub fn same(one: &str, other: &str) -> bool {
    match (find(one), find(other)) {
        (Some(one), Some(other)) => one.name == other.name,
        _ => fold(one) == fold(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaders_go_by_their_first_names_and_nobody_else_does() {
        assert!(same("Carth", "Carth of Golden Sands") && same("S’ula", "S'ula Mentarion"));
        assert!(same("Oracle", "The Oracle") && !same("Carth", "Xander"));
        assert!(find("Void").is_none() && !same("Void", "Voidwatch"));
    }
}
