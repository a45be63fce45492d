//! The steps of the round (TI-85 … TI-97): each counts as a step of its own when the question is what is *immediate*
//! (TI-78).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The phases of a round (TI-85). In Twilight's Fall the benediction phase takes the place of the agenda phase.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Strategy,
    Action,
    Status,
    Agenda,
    Benediction,
}

impl Phase {
    pub const ALL: [Phase; 5] =
        [Phase::Strategy, Phase::Action, Phase::Status, Phase::Agenda, Phase::Benediction];

    pub const fn name(self) -> &'static str {
        match self {
            Phase::Strategy => "strategy",
            Phase::Action => "action",
            Phase::Status => "status",
            Phase::Agenda => "agenda",
            Phase::Benediction => "benediction",
        }
    }
}

/// One table defines everything about a step, so that no step can lack a name or a phase.
macro_rules! steps {
    ($($step:ident $id:literal $phase:ident $words:literal,)*) => {
        /// A step or window of the round.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
        )]
        pub enum Step {
            $(#[doc = $words] #[serde(rename = $id)] $step,)*
        }

        impl Step {
            pub const ALL: &'static [Step] = &[$(Step::$step,)*];

            /// The steps of a turn, in order.
            pub const ACTION_PHASE: &'static [Step] = Step::ALL.split_at(4).1.split_at(31).0;

            /// Its name in situations and commands.
            pub const fn id(self) -> &'static str {
                match self { $(Step::$step => $id,)* }
            }

            pub const fn phase(self) -> Phase {
                match self { $(Step::$step => Phase::$phase,)* }
            }

            /// The step as text, to follow "in" or "is".
            pub const fn words(self) -> &'static str {
                match self { $(Step::$step => $words,)* }
            }
        }
    };
}

steps! {
    StartOfStrategy "start_of_strategy" Strategy "the start of the strategy phase",
    ChooseStrategyCard "choose_strategy_card" Strategy "the choice of strategy cards",
    PlaceTradeGoods "place_trade_goods" Strategy "the placing of trade goods on unchosen strategy cards",
    EndOfStrategy "end_of_strategy" Strategy "the end of the strategy phase",

    StartOfTurn "start_of_turn" Action "the start of the turn",
    ChooseAction "choose_action" Action "the choice of an action",
    Passing "passing" Action "the pass",
    Activation "activation" Action "the activation of a system",
    MoveShips "move_ships" Action "the movement of ships",
    SpaceCannonOffense "space_cannon_offense" Action "space cannon offense",
    CombatStart "combat_start" Action "the start of space combat",
    AntiFighterBarrage "anti_fighter_barrage" Action "anti-fighter barrage",
    AnnounceRetreats "announce_retreats" Action "the announcement of retreats",
    CombatRoll "combat_roll" Action "the dice of space combat",
    AssignHits "assign_hits" Action "the assignment of hits",
    Retreat "retreat" Action "the retreat",
    CombatEnd "combat_end" Action "the end of space combat",
    Bombardment "bombardment" Action "bombardment",
    CommitGroundForces "commit_ground_forces" Action "the landing of ground forces",
    SpaceCannonDefense "space_cannon_defense" Action "space cannon defense",
    GroundCombatRoll "ground_combat_roll" Action "the dice of ground combat",
    GroundCombatHits "ground_combat_hits" Action "the hits of ground combat",
    EstablishControl "establish_control" Action "the taking of control",
    Production "production" Action "production",
    Primary "primary" Action "the primary ability of a strategy card",
    TradeGainGoods "trade_gain_goods" Action "the trade goods of the Trade primary",
    TradeReplenish "trade_replenish" Action "the replenishing of the Trade primary",
    TradeChoosePlayers "trade_choose_players" Action "the choice of players in the Trade primary",
    PoliticsChooseSpeaker "politics_choose_speaker" Action "the choice of a speaker in the Politics primary",
    PoliticsDrawCards "politics_draw_cards" Action "the action cards of the Politics primary",
    PoliticsLookAtAgendas "politics_look_at_agendas" Action "the look at agendas in the Politics primary",
    Secondary "secondary" Action "the secondary abilities of a strategy card",
    ComponentAction "component_action" Action "a component action",
    EndOfAction "end_of_action" Action "the end of the action",
    EndOfTurn "end_of_turn" Action "the end of the turn",

    ScoreObjectives "score_objectives" Status "the scoring of objectives",
    RevealObjective "reveal_objective" Status "the reveal of a public objective",
    DrawActionCards "draw_action_cards" Status "the drawing of action cards",
    RemoveTokens "remove_tokens" Status "the removal of command tokens",
    GainTokens "gain_tokens" Status "the gaining of command tokens",
    ReadyCards "ready_cards" Status "the readying of cards",
    RepairUnits "repair_units" Status "the repair of units",
    ReturnStrategyCards "return_strategy_cards" Status "the return of strategy cards",

    RevealAgenda "reveal_agenda" Agenda "the reveal of an agenda",
    WhenRevealed "when_revealed" Agenda "the window when an agenda is revealed",
    AfterRevealed "after_revealed" Agenda "the window after an agenda is revealed",
    Vote "vote" Agenda "the vote",
    AfterSpeakerVotes "after_speaker_votes" Agenda "the window after the speaker has voted",
    ChangeOutcome "change_outcome" Agenda "the window in which outcomes are changed",
    CancelAgenda "cancel_agenda" Agenda "the last chance to cancel the agenda",
    ResolveOutcome "resolve_outcome" Agenda "the resolution of the outcome",
    PredictionRewards "prediction_rewards" Agenda "the rewards of predictions",
    ReadyPlanets "ready_planets" Agenda "the readying of planets",

    ChooseEdict "choose_edict" Benediction "the choice of an edict",
    ResolveEdict "resolve_edict" Benediction "the resolution of an edict",
}

impl Step {
    pub fn find(id: &str) -> Option<Step> {
        Step::ALL.iter().copied().find(|step| step.id() == id)
    }

    /// The steps that can follow this one (TI-86 … TI-97).
    pub const fn next(self) -> &'static [Step] {
        use Step::*;
        match self {
            StartOfStrategy => &[ChooseStrategyCard],
            ChooseStrategyCard => &[ChooseStrategyCard, PlaceTradeGoods],
            PlaceTradeGoods => &[EndOfStrategy],
            EndOfStrategy => &[StartOfTurn],
            StartOfTurn => &[ChooseAction],
            ChooseAction => &[
                Passing,
                Activation,
                Primary,
                TradeGainGoods,
                PoliticsChooseSpeaker,
                ComponentAction,
            ],
            Passing | EndOfAction => &[EndOfTurn],
            Activation => &[MoveShips],
            MoveShips => &[SpaceCannonOffense],
            SpaceCannonOffense => &[CombatStart, Bombardment, Production],
            CombatStart => &[AntiFighterBarrage],
            AntiFighterBarrage => &[AnnounceRetreats],
            AnnounceRetreats => &[CombatRoll],
            CombatRoll => &[AssignHits],
            AssignHits => &[Retreat],
            Retreat => &[AnnounceRetreats, CombatEnd],
            CombatEnd => &[Bombardment, Production],
            Bombardment => &[CommitGroundForces],
            CommitGroundForces => &[SpaceCannonDefense],
            SpaceCannonDefense | GroundCombatHits => &[GroundCombatRoll, EstablishControl],
            GroundCombatRoll => &[GroundCombatHits],
            EstablishControl => &[Production],
            Production => &[EndOfAction],
            // A cancelled component action does not use up the action (TI-96).
            ComponentAction => &[EndOfAction, ChooseAction],
            TradeGainGoods => &[TradeReplenish],
            TradeReplenish => &[TradeChoosePlayers],
            PoliticsChooseSpeaker => &[PoliticsDrawCards],
            PoliticsDrawCards => &[PoliticsLookAtAgendas],
            Primary | TradeChoosePlayers | PoliticsLookAtAgendas => &[Secondary],
            Secondary => &[Secondary, EndOfAction],
            EndOfTurn => &[StartOfTurn, ScoreObjectives],
            ScoreObjectives => &[RevealObjective],
            RevealObjective => &[DrawActionCards],
            DrawActionCards => &[RemoveTokens],
            RemoveTokens => &[GainTokens],
            GainTokens => &[ReadyCards],
            ReadyCards => &[RepairUnits],
            RepairUnits => &[ReturnStrategyCards],
            ReturnStrategyCards => &[RevealAgenda, StartOfStrategy],
            RevealAgenda => &[WhenRevealed],
            WhenRevealed => &[AfterRevealed, RevealAgenda],
            AfterRevealed => &[Vote],
            Vote => &[Vote, AfterSpeakerVotes],
            AfterSpeakerVotes => &[ChangeOutcome],
            ChangeOutcome => &[CancelAgenda],
            CancelAgenda => &[ResolveOutcome, RevealAgenda, ReadyPlanets],
            ResolveOutcome => &[PredictionRewards],
            PredictionRewards => &[RevealAgenda, ReadyPlanets],
            ReadyPlanets => &[StartOfStrategy],
            ChooseEdict => &[ResolveEdict],
            ResolveEdict => &[ChooseEdict, StartOfStrategy],
        }
    }

    /// Whether combat takes place in this step (TI-91).
    pub const fn is_combat(self) -> bool {
        use Step::*;
        matches!(
            self,
            CombatStart
                | AntiFighterBarrage
                | AnnounceRetreats
                | CombatRoll
                | AssignHits
                | Retreat
                | CombatEnd
                | GroundCombatRoll
                | GroundCombatHits
        )
    }

    /// Whether a table seldom stops in it, so that a desk may pass over it.
    pub const fn is_fine(self) -> bool {
        use Step::*;
        match self {
            PlaceTradeGoods
            | EndOfStrategy
            | SpaceCannonOffense
            | AntiFighterBarrage
            | AnnounceRetreats
            | CombatRoll
            | AssignHits
            | Retreat
            | CombatEnd
            | Bombardment
            | SpaceCannonDefense
            | GroundCombatRoll
            | GroundCombatHits
            | EstablishControl
            | TradeReplenish
            | PoliticsDrawCards
            | PoliticsLookAtAgendas
            | EndOfAction
            | RevealObjective
            | DrawActionCards
            | RemoveTokens
            | GainTokens
            | ReadyCards
            | RepairUnits
            | ReturnStrategyCards => true,
            StartOfStrategy
            | ChooseStrategyCard
            | StartOfTurn
            | ChooseAction
            | Passing
            | Activation
            | MoveShips
            | CombatStart
            | CommitGroundForces
            | Production
            | Primary
            | TradeGainGoods
            | TradeChoosePlayers
            | PoliticsChooseSpeaker
            | Secondary
            | ComponentAction
            | EndOfTurn
            | ScoreObjectives
            | RevealAgenda
            | WhenRevealed
            | AfterRevealed
            | Vote
            | AfterSpeakerVotes
            | ChangeOutcome
            | CancelAgenda
            | ResolveOutcome
            | PredictionRewards
            | ReadyPlanets
            | ChooseEdict
            | ResolveEdict => false,
        }
    }

    /// Whether the step is part of the primary of the Trade card (TI-94).
    pub const fn is_trade_primary(self) -> bool {
        matches!(self, Step::TradeGainGoods | Step::TradeReplenish | Step::TradeChoosePlayers)
    }

    /// Whether one player decides in it while the others wait for their turn (TI-86, TI-93, TI-97).
    pub const fn asks_one_by_one(self) -> bool {
        matches!(self, Step::ChooseStrategyCard | Step::Secondary | Step::Vote)
    }
}
