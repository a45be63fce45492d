//! The choices that the steps of a round offer, and which of them some words are about (TI-78).

use parley::Seat;

use crate::ability::power::{self, Who};
use crate::ability::row::Kind;
use crate::galaxy::Tiles;
use crate::round::step::Step;
use crate::similar::{fold, is};
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

/// What the words are about, preferring what the open step offers.
pub(crate) fn about(table: &DeskTable, what: &str) -> Option<Choice> {
    let offers = offered(table.moment.step());
    let all = kinds(table, what);
    let offered = all.iter().flatten().find(|it| offers.contains(it));
    offered.or_else(|| all.iter().flatten().next()).copied()
}

fn kinds(table: &DeskTable, what: &str) -> [Option<Choice>; 13] {
    let words: Vec<String> = what.split_whitespace().map(fold).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let when = |holds: bool, choice| holds.then_some(choice);
    let known = |kind| power::find(what).is_some_and(|it| it.kind == kind);
    [
        when(has(&["carrina", "carrinas"]), Choice::CarrinasPlanet),
        when(has(&["plot", "plots"]), Choice::Plot),
        when(has(&["speaker"]), Choice::Speaker),
        when(has(&["agenda", "agendas", "top", "bottom"]), Choice::Agendas),
        when(is_strategy_card(&words), Choice::StrategyCard),
        when(player(table, &words).is_some(), Choice::Player),
        when(has(&["tactical", "component", "strategic", "pass", "retreat"]), Choice::Action),
        when(has(&["pds", "dock", "docks", "structure", "structures"]), Choice::Structure),
        when(words.iter().any(|word| is_unit(word)), Choice::Unit),
        when(has(&["token", "tokens", "fleet", "tactic", "pool"]), Choice::Tokens),
        when(has(&["for", "against", "elect"]), Choice::Outcome)
            .or_else(|| when(known(Kind::Edict), Choice::Edict))
            .or_else(|| when(known(Kind::Technology), Choice::Technology)),
        when(has(&["objective", "secret", "public"]), Choice::Objective),
        when(is_place(what), Choice::Place),
    ]
}

fn is_strategy_card(words: &[String]) -> bool {
    words.iter().any(|word| STRATEGY_CARDS.iter().any(|card| is(card, word)))
}

/// The player that the words name.
pub(crate) fn player(table: &DeskTable, words: &[String]) -> Option<Seat> {
    let named = |seat: &Seat| {
        let mut name = table.player(*seat).name.split_whitespace();
        name.all(|part| words.iter().any(|word| is(part, word)))
    };
    table.seats().find(named)
}

fn is_unit(word: &str) -> bool {
    let single = word.strip_suffix('s').unwrap_or(word);
    let known = crate::table::price::units().any(|unit| is(unit, word) || is(unit, single));
    known || matches!(single, "ship" | "unit" | "mech" | "hit" | "warsun" | "sun")
}

fn is_place(what: &str) -> bool {
    let folded = fold(what);
    let tiles = Tiles::standard();
    !folded.is_empty()
        && tiles.iter().any(|tile| {
            is(&tile.id, &folded) || tile.planets.iter().any(|planet| is(&planet.name, &folded))
        })
        || what.to_lowercase().contains("system")
        || what.to_lowercase().contains("planet")
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
