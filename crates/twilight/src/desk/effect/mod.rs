//! Abilities and action cards that hand something over, fill somebody up or let somebody look (table H1).

pub(crate) mod agents;
pub(crate) mod demand;
pub mod look;
pub(crate) mod payment;
pub(crate) mod pillage;
pub(crate) mod relic;
pub(crate) mod uses;

use parley::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ability::Ability;
use crate::deal::Act;
use crate::desk::event::Event;
use crate::desk::progress::observe;
use crate::desk::refusal::Refusal;
use crate::desk::state::State;
use crate::room;
use crate::round::step::Step;
use crate::table::goods::Fragments;
use crate::table::hand::Note;

/// What a player does with such an ability or card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "effect", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Carth of Golden Sands: two commodities, as far as they fit.
    CarthGains,
    /// Carth of Golden Sands: somebody else replenishes.
    CarthReplenishes { of: Seat },
    /// The Stillness of Stars: the commodities of one who has just replenished become trade goods, and a unit
    /// of theirs is captured.
    TheStillnessOfStars {
        of: Seat,
        #[schemars(length(max = room::WORD))]
        unit: String,
    },
    /// Xander Alexin Victori III: somebody may spend commodities as trade goods in this step.
    XanderAlexinVictori { of: Seat },
    /// S'ula Mentarion: the loser of a space combat gives a note of their choice.
    SulaMentarion { from: Seat },
    /// Voidwatch: the active player has moved in and gives a note of their choice.
    Voidwatch,
    /// The Oracle: everybody else gives a note of their choice.
    TheOracle,
    /// Mindsieve: a note to the active player instead of a command token.
    Mindsieve { note: Note },
    /// Visionaria Select: others may pay to research now.
    VisionariaSelect,
    /// Pays three trade goods and a note for research by Visionaria Select.
    Research { note: Note },
    /// Quantum Datahub Node: three trade goods for a swap of strategy cards.
    QuantumDatahubNode { with: Seat },
    /// M'aban: looks at a neighbour's notes.
    Maban { at: Seat },
    /// So Ata: looks at one hand of the active player.
    SoAta { hand: Hand },
    /// Malevolency goes on to a neighbour for one influence.
    Malevolency { to: Seat },
    /// The action card: the loser of a space combat hands over all commodities.
    Salvage { from: Seat },
    /// The action card: somebody gives a note of their choice.
    DiplomaticPressure { from: Seat },
    /// The action card: a neighbour hands over one relic fragment.
    SeizeArtifact { from: Seat, fragment: Fragments },
    /// The action card: two neighbours have transacted; look at their action cards and take one of each.
    LieInWait { of: (Seat, Seat) },
}

/// What a player holds that others do not see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hand {
    Notes,
    ActionCards,
    Secrets,
}

impl Effect {
    /// What people call it when they promise to use it, or not to.
    pub const fn power(&self) -> &'static str {
        match self {
            Effect::CarthGains | Effect::CarthReplenishes { .. } => Ability::Carth.name(),
            Effect::TheStillnessOfStars { .. } => Ability::TheStillnessOfStars.name(),
            Effect::XanderAlexinVictori { .. } => Ability::XanderAlexinVictori.name(),
            Effect::SulaMentarion { .. } => Ability::SulaMentarion.name(),
            Effect::Voidwatch => Ability::Voidwatch.name(),
            Effect::TheOracle => Ability::TheOracle.name(),
            Effect::Mindsieve { .. } => Ability::Mindsieve.name(),
            Effect::VisionariaSelect => Ability::VisionariaSelect.name(),
            Effect::Research { .. } => "Research",
            Effect::QuantumDatahubNode { .. } => Ability::QuantumDatahubNode.name(),
            Effect::Maban { .. } => Ability::Maban.name(),
            Effect::SoAta { .. } => Ability::SoAta.name(),
            Effect::Malevolency { .. } => "Malevolency",
            Effect::Salvage { .. } => demand::SALVAGE,
            Effect::DiplomaticPressure { .. } => demand::DIPLOMATIC_PRESSURE,
            Effect::SeizeArtifact { .. } => demand::SEIZE_ARTIFACT,
            Effect::LieInWait { .. } => look::LIE_IN_WAIT,
        }
    }
}

/// Carries it out, and remembers what was promised about it.
pub(crate) fn use_it(
    state: &State,
    by: Seat,
    effect: &Effect,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    take_effect(state, by, effect, events)?;
    observe(state, by, &used(effect.power()), events)
}

/// The deed of using a power.
pub(crate) fn used(power: &str) -> Act {
    Act::Use { power: power.to_owned(), at: None }
}

fn take_effect(
    state: &State,
    by: Seat,
    effect: &Effect,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    match effect {
        Effect::CarthGains => agents::carth_gains(state, by, events),
        Effect::CarthReplenishes { of } => agents::carth_replenishes(state, by, *of, events),
        Effect::TheStillnessOfStars { of, unit } => agents::stillness(state, by, *of, unit, events),
        Effect::XanderAlexinVictori { of } => agents::xander(state, by, *of, events),
        Effect::SulaMentarion { from } => demand::sula(state, by, *from, events),
        Effect::Voidwatch => demand::voidwatch(state, by, events),
        Effect::TheOracle => demand::oracle(state, by, events),
        Effect::DiplomaticPressure { from } => demand::pressure(state, by, *from, events),
        Effect::Salvage { from } => demand::salvage(state, by, *from, events),
        Effect::SeizeArtifact { from, fragment } => {
            demand::seize(state, by, *from, *fragment, events)
        }
        Effect::Mindsieve { note } => payment::mindsieve(state, by, *note, events),
        Effect::VisionariaSelect => payment::visionaria(state, by, events),
        Effect::Research { note } => payment::research(state, by, *note, events),
        Effect::QuantumDatahubNode { with } => payment::datahub(state, by, *with, events),
        Effect::Malevolency { to } => payment::malevolency(state, by, *to, events),
        Effect::Maban { at } => look::maban(state, by, *at, events),
        Effect::SoAta { hand } => look::so_ata(state, by, *hand, events),
        Effect::LieInWait { of } => look::lie_in_wait(state, by, *of, events),
    }
}

/// The ability is there, it is ready, and it has not been used in this window (TI-28).
pub(crate) fn ready(state: &State, by: Seat, ability: Ability) -> Result<(), Refusal> {
    let player = state.table.player(by);
    match () {
        () if !state.table.can_use(by, ability) => Err(Refusal::Lacks { ability }),
        () if player.exhausted.contains(&ability) => Err(Refusal::Exhausted { ability }),
        () if state.used.contains(&(by, ability)) => Err(Refusal::UsedAlready { ability }),
        () => Ok(()),
    }
}

/// The step is one of these.
pub(crate) fn in_step(state: &State, steps: &[Step]) -> Result<(), Refusal> {
    let now = state.table.moment.step();
    if steps.contains(&now) { Ok(()) } else { Err(Refusal::NotNow { now }) }
}

/// It is an action on the player's own turn (TI-96).
pub(crate) fn as_action(state: &State, by: Seat) -> Result<(), Refusal> {
    in_step(state, &[Step::ChooseAction, Step::ComponentAction])?;
    match state.table.moment.active() {
        Some(active) if active == by => Ok(()),
        _ => Err(Refusal::NotNow { now: state.table.moment.step() }),
    }
}

/// Plays an action card from the hand.
pub(crate) fn play(
    state: &State,
    by: Seat,
    card: &str,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let player = state.table.player(by);
    let held = player.action_cards.iter().any(|it| it.as_deref() == Some(card));
    if !held || player.silenced {
        return Err(Refusal::NotHeld);
    }
    let act = Act::PlayCard { card: card.to_owned(), at: None };
    events.push(Event::Reported { by, act: act.clone() });
    observe(state, by, &act, events)
}
