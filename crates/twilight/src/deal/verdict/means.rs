//! Whether a performer has what a term takes: the card, the ability, the price, the votes (TI-77).

use parley::Seat;

use super::{Court, Moved, Ruling};
use crate::ability::power::{self, Power};
use crate::ability::row::Kind;
use crate::ability::window::Cost;
use crate::deal::choice;
use crate::deal::opportunity::{self, Opportunity};
use crate::deal::why::Why;
use crate::deal::{Act, Term};
use crate::round::step::Step;
use crate::table::Tie;
use crate::table::player::covers;
use crate::table::question::Question;
use crate::table::readings::TradeReading;

impl Court<'_> {
    /// TI-77: the performer must be able to do it without what the deal brings.
    pub(super) fn rule_means(&self, term: &Term) -> Ruling {
        let player = self.table.player(term.by);
        match &term.act {
            Act::Produce { .. } => self.rule_production(term.by),
            Act::Vote { .. } | Act::Abstain if !player.may_vote() => Err(Why::CannotVote),
            Act::Vote { votes, .. }
                if !self.is_unknown(term.by) && *votes > self.votes(term.by) =>
            {
                Err(Why::TooFewVotes { has: self.votes(term.by), needs: *votes })
            }
            Act::Use { power, .. } => self.rule_use(term.by, power),
            Act::Refrain { power, .. } if self.has_announced(term.by, power) => {
                Err(Why::Compulsory)
            }
            Act::Refrain { power, .. } => self.rule_refrain(term.by, power),
            Act::PlayCard { card, .. } => self.rule_card(term.by, card),
            Act::Pass if player.passed => Err(Why::HasPassed),
            Act::Pass if player.strategy_cards > 0 => Err(Why::StrategyCardLeft),
            Act::Replenish => self.rule_replenish(term.by),
            Act::Choose { what, .. } => self.rule_choice(what),
            Act::Research { .. } => self.rule_research(term.by),
            Act::Words { .. } => Err(Why::FreeWords),
            Act::KeepNote { .. }
            | Act::LeaveAlone { .. }
            | Act::StayOut { .. }
            | Act::Avoid { .. } => Ok(Why::EndsWithThisStep),
            Act::Transfer { .. }
            | Act::Vote { .. }
            | Act::Abstain
            | Act::UseNote { .. }
            | Act::Activate { .. }
            | Act::MoveInto { .. }
            | Act::Pass
            | Act::Score { .. }
            | Act::CardResult { .. }
            | Act::PayBack { .. } => Ok(Why::PerformableNow),
        }
    }

    fn is_unknown(&self, by: Seat) -> bool {
        self.table.is_unknown(by)
    }

    fn votes(&self, by: Seat) -> u16 {
        let influence = self.table.player(by).influence;
        if self.table.scene.one_vote { influence.min(1) } else { influence }
    }

    fn rule_use(&self, by: Seat, name: &str) -> Ruling {
        let power = power::find(name);
        // By the time of the retreat itself, the dice have been rolled.
        if self.table.moment.step() != Step::Retreat && power.is_some_and(|it| it.awaits_dice) {
            return Err(Why::RetreatAfterDice);
        }
        if let Some(custom) = self.table.scene.custom(name) {
            self.rule_cost(by, custom.cost)?;
            return Ok(Why::PerformableNow);
        }
        let Some(power) = power else { return Err(Why::UnknownPower) };
        if power.kind == Kind::ActionCard {
            return self.rule_card(by, name);
        }
        if !self.is_able(by, power) {
            return Err(Why::LacksAbility);
        }
        self.rule_cost(by, self.cost(by, power))?;
        Ok(self.answers(by, name).unwrap_or(Why::PerformableNow))
    }

    fn rule_refrain(&self, by: Seat, name: &str) -> Ruling {
        let pillages = power::find(name).is_some_and(Power::needs_a_victim);
        if pillages && !self.has_victim(by) {
            return Err(Why::NobodyToPillage);
        }
        Ok(self.answers(by, name).unwrap_or(Why::EndsWithThisStep))
    }

    /// Whether a neighbour may have the three trade goods that Pillage needs.
    fn has_victim(&self, by: Seat) -> bool {
        const LEAST: u16 = 3;
        let scene = &self.table.scene;
        let mut others = self.table.neighbours_of(by);
        others.any(|it| {
            !scene.goods_stated.contains(it)
                || self.is_unknown(it)
                || self.table.player(it).trade_goods >= LEAST
        })
    }

    /// Whether only what has just happened opens its window.
    fn answers(&self, by: Seat, name: &str) -> Option<Why> {
        let act = Act::Use { power: name.to_owned(), at: None };
        let open = opportunity::of(self.table, by, &act);
        (open == Opportunity::Answer).then_some(Why::AnswersNow)
    }

    fn rule_card(&self, by: Seat, card: &str) -> Ruling {
        let player = self.table.player(by);
        if player.silenced {
            return Err(Why::Silenced);
        }
        if self.table.scene.cardless.contains(by) {
            return Err(Why::Cardless);
        }
        if !self.is_unknown(by) && !self.holds_card(by, card) {
            return Err(Why::CardNotHeld);
        }
        let cost = power::find(card).map_or(Cost::default(), |it| it.cost);
        self.rule_cost(by, cost)?;
        if self.is_watched() {
            self.rule_question(Question::PromisedCard)?;
        }
        Ok(Why::PlayedNow)
    }

    fn holds_card(&self, by: Seat, card: &str) -> bool {
        let hand = &self.table.player(by).action_cards;
        let exact = covers(hand, std::slice::from_ref(&card.to_owned()), self.eye.sees(by));
        exact || hand.iter().flatten().any(|held| power::same(held, card))
    }

    /// Whether goods change hands in this deal and a third player who neighbours both holds Lie in Wait.
    fn is_watched(&self) -> bool {
        let (a, b) = self.deal.parties;
        let near = |seat: Seat, other| self.table.tie(seat, other) == Tie::Neighbours;
        let waits = |seat: Seat| !self.deal.involves(seat) && near(seat, a) && near(seat, b);
        self.exchange.moves && self.table.scene.watchers.iter().any(waits)
    }

    fn rule_choice(&self, what: &str) -> Ruling {
        if self.table.moment.step() == Step::PoliticsChooseSpeaker
            && self.table.scene.speaker_is_certain
        {
            let words: Vec<String> = what.split_whitespace().map(crate::similar::fold).collect();
            if choice::player(self.table, &words) == Some(self.table.speaker) {
                return Err(Why::AlreadySpeaker);
            }
        }
        Ok(Why::PerformableNow)
    }

    /// The secondary of Technology costs a token and four resources.
    fn rule_research(&self, by: Seat) -> Ruling {
        const SECONDARY: Cost =
            Cost { strategy_tokens: 1, resources: 4, trade_goods: 0, influence: 0 };
        if self.table.moment.step() == Step::Secondary {
            self.rule_cost(by, SECONDARY)?;
        }
        Ok(Why::PerformableNow)
    }

    /// What it costs this player; Hacan and players chosen for free pay no token for Trade.
    fn cost(&self, by: Seat, power: &Power) -> Cost {
        let free = self.table.scene.free.contains(by)
            || self.table.player(by).faction.id() == "hacan" && power.name == "Trade Secondary";
        let tokens = if free { 0 } else { power.cost.strategy_tokens };
        Cost { strategy_tokens: tokens, ..power.cost }
    }

    fn rule_cost(&self, by: Seat, cost: Cost) -> Result<(), Why> {
        if self.is_unknown(by) {
            return Ok(());
        }
        let player = self.table.player(by);
        if let Some(has) = player.strategy_tokens.filter(|has| *has < cost.strategy_tokens) {
            return Err(Why::TooFewTokens { has, needs: cost.strategy_tokens });
        }
        let Moved { goods, gets, .. } = self.exchange.goods[self.side(by)];
        let purse = player.purse().saturating_sub(goods);
        let check = |has: u16, needs: u16| match has.saturating_add(gets) >= needs {
            _ if has >= needs => Ok(()),
            true => Err(Why::OnlyWithTheDeal { has, needs }),
            false => Err(Why::CannotAfford { has, needs }),
        };
        check(purse, cost.trade_goods)?;
        check(purse.saturating_add(player.resources), cost.resources)?;
        check(purse.saturating_add(player.influence), cost.influence)
    }

    /// Whether a player has it ready, where the desk knows who has it.
    fn is_able(&self, by: Seat, power: &Power) -> bool {
        let player = self.table.player(by);
        if self.is_unknown(by) {
            return self.could_have(by, power);
        }
        if let Some(needs) = power.needs {
            return self.table.can_use(by, needs) && !player.exhausted.contains(&needs);
        }
        if power.of_desk || player.spent.iter().any(|it| it == power.name) {
            return power.of_desk;
        }
        let listed = player.powers.iter().any(|it| it == power.name)
            || player.technologies.iter().any(|it| power::same(&it.name, power.name));
        let own = || power.faction().is_none_or(|faction| faction == player.faction);
        match power.kind {
            Kind::Agent => listed || (power.faction().is_some() && own()),
            Kind::Technology | Kind::Commander | Kind::Hero | Kind::Breakthrough | Kind::Law => {
                listed
            }
            Kind::Sheet => listed,
            Kind::Unit
            | Kind::ActionCard
            | Kind::Note
            | Kind::Event
            | Kind::Relic
            | Kind::Rule
            | Kind::Edict => true,
        }
    }

    /// Whether a player whose leaders and technologies are not recorded could have it (TI-121).
    fn could_have(&self, by: Seat, power: &Power) -> bool {
        let player = self.table.player(by);
        match power.needs {
            Some(needs) => {
                let own = player.faction.has(needs) && !player.silenced;
                (own || needs.can_be_lent()) && !player.exhausted.contains(&needs)
            }
            None => power.faction().is_none_or(|faction| faction == player.faction),
        }
    }

    /// Whether it is the retreat that this player announced in this round of combat.
    fn has_announced(&self, by: Seat, power: &str) -> bool {
        self.table.retreating.contains(by)
            && self.table.moment.step() == Step::Retreat
            && power::find(power).is_some_and(|it| it.awaits_dice)
    }

    /// Everything that one party produces is paid from the same resources, and trade goods that are given away cannot
    /// be spent as well.
    fn rule_production(&self, by: Seat) -> Ruling {
        if self.is_unknown(by) {
            return Ok(Why::PerformableNow);
        }
        let own = self.deal.terms.iter().filter(|term| term.by == by);
        let needs = own.map(|term| term.act.production_cost()).fold(0, u16::saturating_add);
        let player = self.table.player(by);
        let Moved { goods, commodities, gets } = self.exchange.goods[self.side(by)];
        let gives = if player.spends_commodities { goods + commodities } else { goods };
        let own = player.purse().saturating_sub(gives);
        let has = player.resources.saturating_add(own);
        match has.saturating_add(gets) >= needs {
            _ if has >= needs => Ok(Why::PerformableNow),
            true => Err(Why::OnlyWithTheDeal { has, needs }),
            false => Err(Why::CannotAfford { has, needs }),
        }
    }

    /// Commodities paid for being replenished, in the step in which the holder of the Trade card chooses (TI-109).
    fn rule_replenish(&self, by: Seat) -> Ruling {
        if self.table.scene.announced("Overrule").is_some() {
            self.rule_question(Question::OverruleWithTrade)?;
        }
        match self.table.readings.trade_primary {
            _ if !self.is_paid_in_commodities(by) => Ok(Why::PerformableNow),
            Some(TradeReading::StepRule) => Ok(Why::PerformableNow),
            Some(TradeReading::Letter) => Err(Why::LetterOfTrade),
            None => Err(Why::TradeUnsettled),
        }
    }

    /// Whether the other party gives commodities in this deal, now or later.
    pub(super) fn is_paid_in_commodities(&self, by: Seat) -> bool {
        self.deal.terms.iter().filter(|term| term.by != by).any(|term| match &term.act {
            Act::Transfer { goods } | Act::PayBack { goods } => goods.commodities > 0,
            _ => false,
        })
    }
}
