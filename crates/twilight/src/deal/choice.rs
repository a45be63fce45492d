//! The choices that the steps of a round offer, and which of them some words are about (TI-78).

use crate::ability::power::Who;
use crate::deal::phrase::{self, Parts, Phrase};
use crate::round::step::Step;
use crate::table::DeskTable;

/// What can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    StrategyCard,
    Player,
    Speaker,
    Action,
    Place,
    Unit,
    Structure,
    Technology,
    Objective,
    Agendas,
    Tokens,
    Outcome,
    Edict,
    /// The planet for Doctor Carrina's infantry, which is an open question.
    CarrinasPlanet,
    /// A plot of Firmament, which is an open question.
    Plot,
}

/// The strategy cards, those of Twilight's Fall included.
pub(crate) const STRATEGY_CARDS: [&str; 16] = [
    "Leadership",
    "Diplomacy",
    "Politics",
    "Construction",
    "Trade",
    "Warfare",
    "Technology",
    "Imperial",
    "Lux",
    "Noctis",
    "Tyrannus",
    "Civitas",
    "Amicus",
    "Calamitas",
    "Magus",
    "Aeterna",
];

/// What a step lets its decider choose.
pub(crate) const fn offered(step: Step) -> &'static [Choice] {
    use Choice::*;
    match step {
        Step::ChooseStrategyCard => &[StrategyCard],
        Step::ChooseAction => &[Action, StrategyCard, Place],
        Step::Activation => &[Place],
        Step::MoveShips => &[Place, Unit],
        Step::AnnounceRetreats => &[Action],
        Step::Retreat => &[Place],
        Step::SpaceCannonOffense
        | Step::AntiFighterBarrage
        | Step::AssignHits
        | Step::SpaceCannonDefense
        | Step::GroundCombatHits => &[Unit],
        Step::Bombardment => &[Place, Unit],
        Step::CommitGroundForces => &[Place, Unit],
        Step::Production => &[Unit, Place],
        Step::Primary | Step::Secondary => {
            &[Place, Structure, Technology, Objective, Tokens, Unit, Player]
        }
        Step::ComponentAction => {
            &[Player, Place, Unit, Structure, Technology, Tokens, Plot, CarrinasPlanet]
        }
        Step::TradeChoosePlayers => &[Player],
        Step::PoliticsChooseSpeaker => &[Speaker, Player],
        Step::PoliticsLookAtAgendas => &[Agendas],
        Step::ScoreObjectives => &[Objective],
        Step::RemoveTokens | Step::GainTokens => &[Tokens],
        Step::AfterRevealed | Step::Vote | Step::ResolveOutcome => &[Outcome, Player, Place],
        Step::ChooseEdict => &[Edict],
        Step::ResolveEdict => &[Player, Place],
        _ => &[],
    }
}

/// Who chooses in a step.
pub(crate) const fn chooser(step: Step) -> Who {
    match step {
        Step::AssignHits | Step::GroundCombatHits | Step::AntiFighterBarrage | Step::Retreat => {
            Who::Combatant
        }
        Step::AnnounceRetreats => Who::Combatant,
        Step::SpaceCannonDefense => Who::Defender,
        Step::SpaceCannonOffense => Who::Anyone,
        Step::ResolveOutcome => Who::Speaker,
        Step::ChooseEdict | Step::ResolveEdict => Who::Tyrant,
        _ => Who::Decider,
    }
}

/// The step in which such a choice is usually made.
pub(crate) const fn usual(choice: Choice) -> Option<Step> {
    match choice {
        Choice::StrategyCard => Some(Step::ChooseStrategyCard),
        Choice::Speaker => Some(Step::PoliticsChooseSpeaker),
        Choice::Action => Some(Step::ChooseAction),
        Choice::Agendas => Some(Step::PoliticsLookAtAgendas),
        Choice::Tokens => Some(Step::GainTokens),
        Choice::Objective => Some(Step::ScoreObjectives),
        Choice::Outcome => Some(Step::Vote),
        Choice::Edict => Some(Step::ChooseEdict),
        Choice::CarrinasPlanet
        | Choice::Plot
        | Choice::Player
        | Choice::Place
        | Choice::Unit
        | Choice::Structure
        | Choice::Technology => None,
    }
}

/// What the words are about, preferring what the open step offers. Every word counts: `None` if one of them names nothing.
pub(crate) fn about(table: &DeskTable, step: Step, what: &str) -> Option<(Choice, Phrase)> {
    let phrase = phrase::read(table, what)?;
    let fits = |choice: &&Choice| choice.fits(phrase.parts);
    let offered = offered(step).iter().find(fits);
    offered.or_else(|| Choice::ALL.iter().find(fits)).map(|choice| (*choice, phrase))
}

impl Choice {
    /// Every choice, the most particular first.
    const ALL: [Choice; 15] = [
        Choice::CarrinasPlanet,
        Choice::Plot,
        Choice::Speaker,
        Choice::Agendas,
        Choice::StrategyCard,
        Choice::Player,
        Choice::Action,
        Choice::Structure,
        Choice::Unit,
        Choice::Tokens,
        Choice::Outcome,
        Choice::Edict,
        Choice::Technology,
        Choice::Objective,
        Choice::Place,
    ];

    /// Whether a phrase names such a choice: what it has to name, and what else it may name.
    pub(crate) fn fits(self, parts: Parts) -> bool {
        const WHERE: Parts = Parts::PLAYER.and(Parts::PLACE).and(Parts::PLACE_WORD);
        const COUNTED: Parts = WHERE.and(Parts::NUMBER);
        let named = |needs: Parts, may: Parts| parts.has(needs) && parts.is_within(needs.and(may));
        match self {
            Choice::CarrinasPlanet => named(Parts::CARRINA, WHERE.and(Parts::UNIT)),
            Choice::Plot => named(Parts::PLOT, Parts::PLAYER.and(Parts::TOKEN)),
            Choice::Speaker => named(Parts::SPEAKER.and(Parts::PLAYER), Parts::NONE),
            Choice::Agendas => named(Parts::AGENDA, Parts::NUMBER),
            Choice::StrategyCard => named(Parts::STRATEGY_CARD, Parts::NONE),
            Choice::Player => named(Parts::PLAYER, Parts::NONE),
            Choice::Action => named(Parts::ACTION, Parts::NUMBER),
            Choice::Structure => named(Parts::STRUCTURE, COUNTED.and(Parts::UNIT)),
            Choice::Unit => named(Parts::UNIT, COUNTED),
            Choice::Tokens => named(Parts::TOKEN, COUNTED.and(Parts::STRATEGY_CARD)),
            Choice::Outcome => is_outcome(parts),
            Choice::Edict => named(Parts::EDICT, Parts::NONE),
            Choice::Technology => named(Parts::TECHNOLOGY, Parts::NONE),
            Choice::Objective => named(Parts::OBJECTIVE, Parts::OBJECTIVE_WORD),
            Choice::Place => {
                named(Parts::PLACE, Parts::PLACE_WORD)
                    || named(Parts::PLAYER.and(Parts::PLACE_WORD), Parts::PLACE.and(Parts::UNIT))
            }
        }
    }
}

/// For, against, or whoever or whatever is elected.
pub(crate) fn is_outcome(parts: Parts) -> bool {
    let elected = [
        Parts::PLAYER,
        Parts::PLACE,
        Parts::STRATEGY_CARD,
        Parts::AGENDA,
        Parts::OBJECTIVE,
        Parts::FOR,
        Parts::AGAINST,
    ];
    let helpers = Parts::ELECT.and(Parts::PLACE_WORD).and(Parts::OBJECTIVE_WORD);
    elected.into_iter().any(|it| parts.has(it) && parts.is_within(it.and(helpers)))
}

/// What the open step offers, in words.
pub(crate) fn offered_in_words(step: Step) -> String {
    let words = |choice: &Choice| match choice {
        Choice::StrategyCard => "a strategy card",
        Choice::Player => "a player",
        Choice::Speaker => "a speaker",
        Choice::Action => "an action",
        Choice::Place => "a system or planet",
        Choice::Unit => "units",
        Choice::Structure => "a structure",
        Choice::Technology => "a technology",
        Choice::Objective => "an objective",
        Choice::Agendas => "where the agendas go",
        Choice::Tokens => "command tokens",
        Choice::Outcome => "an outcome",
        Choice::Edict => "an edict",
        Choice::CarrinasPlanet => "a planet for Doctor Carrina",
        Choice::Plot => "a plot",
    };
    let all: Vec<&str> = offered(step).iter().map(words).collect();
    match all.split_last() {
        None => "no choice".to_owned(),
        Some((only, [])) => (*only).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}
