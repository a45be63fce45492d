//! Whether a performer can pay for a term and has the cards and votes that it takes (TI-77).

use parley::Seat;

use super::{Court, Moved, Ruling};
use crate::ability::note::Window;
use crate::ability::power::{self, Power};
use crate::ability::row::Kind;
use crate::ability::traits::Trait;
use crate::ability::window::Cost;
use crate::deal::choice::Choice;
use crate::deal::lexicon::Objective;
use crate::deal::phrase::Phrase;
use crate::deal::subject::Subject;
use crate::deal::why::{Means, Why};
use crate::deal::{Act, Term};
use crate::round::step::Step;
use crate::similar::{fold, is};
use crate::table::Tie;
use crate::table::hand::Note;
use crate::table::player::covers;
use crate::table::question::Question;
use crate::table::readings::TradeReading;

impl Court<'_> {
    /// TI-77: the performer must be able to do it without what the deal brings.
    pub(super) fn rule_means(&self, term: &Term, subject: Subject<'_>) -> Ruling {
        let player = self.table.player(term.by);
        let abstains = term.act.is_abstention();
        match subject {
            Subject::Units => self.rule_production(term.by),
            Subject::Votes | Subject::Abstention if !player.may_vote() => Err(Why::CannotVote),
            Subject::Votes => self.rule_votes(term),
            Subject::Abstention => Ok(Why::PerformableNow),
            Subject::Power(power) if abstains => self.rule_refrain(term.by, power),
            Subject::Power(power) if power.kind == Kind::ActionCard => {
                self.rule_card(term.by, power.name, power.cost, Some(power))
            }
            Subject::Power(power) => self.rule_use(term.by, power),
            Subject::Custom(_) if abstains => Ok(Why::EndsWithThisStep),
            Subject::Custom(custom) if matches!(term.act, Act::PlayCard { .. }) => {
                self.rule_card(term.by, &custom.name, custom.cost, None)
            }
            Subject::Custom(custom) => {
                self.rule_cost(term.by, custom.cost)?;
                Ok(Why::PerformableNow)
            }
            Subject::Note(note) => self.rule_note_use(term, note),
            Subject::Choice(choice, phrase) => self.rule_choice(term, choice, phrase),
            Subject::Place if abstains => Ok(Why::EndsWithThisStep),
            Subject::Place => Ok(Why::PerformableNow),
            Subject::Pass if player.passed => Err(Why::HasPassed),
            Subject::Pass if player.strategy_cards > 0 => Err(Why::StrategyCardLeft),
            Subject::Pass => Ok(Why::PerformableNow),
            Subject::Replenish => self.rule_replenish(term.by),
            Subject::Technology(technology) => self.rule_research(term.by, technology),
            Subject::Objective(objective) => self.rule_score(term.by, objective),
        }
    }

    pub(super) fn is_unknown(&self, by: Seat) -> bool {
        self.table.is_unknown(by)
    }

    /// Votes are influence, and what abilities certainly add; what depends on others is not judged.
    fn rule_votes(&self, term: &Term) -> Ruling {
        let Act::Vote { votes: needs, .. } = term.act else { return Ok(Why::PerformableNow) };
        let (by, player) = (term.by, self.table.player(term.by));
        if self.is_unknown(by) || needs <= self.certain_votes(by) {
            return Ok(Why::PerformableNow);
        }
        if self.table.scene.one_vote {
            return Err(Why::OneVoteEach);
        }
        let mut in_play = self.table.notes.in_play(by);
        if in_play.any(|note| note.kind.has(Trait::AddsVotes)) {
            return Err(Why::VotesDepend { on: "the Blood Pact" });
        }
        if self.is_ready(by, "Elder Qanoj") && player.influence > 0 {
            return Err(Why::VotesDepend { on: "the number of planets that Elder Qanoj counts" });
        }
        Err(Why::TooFewVotes { has: self.certain_votes(by), needs })
    }

    fn certain_votes(&self, by: Seat) -> u16 {
        const OF_PREDICTIVE_INTELLIGENCE: u16 = 3;
        const OF_GILA: u16 = 2;
        let player = self.table.player(by);
        if self.table.scene.one_vote {
            return player.influence.min(1);
        }
        let mut votes = player.influence;
        if self.is_ready(by, "Gila the Silvertongue") {
            let given = self.exchange.goods[self.side(by)].goods;
            let goods = player.purse().saturating_sub(given);
            votes = votes.saturating_add(goods.saturating_mul(OF_GILA));
        }
        if self.is_ready(by, "Predictive Intelligence") {
            votes = votes.saturating_add(OF_PREDICTIVE_INTELLIGENCE);
        }
        self.table.with_zeal(by, votes)
    }

    fn is_ready(&self, by: Seat, name: &str) -> bool {
        power::find(name).is_some_and(|it| self.rule_ownership(by, it).is_ok())
    }

    fn rule_use(&self, by: Seat, power: &Power) -> Ruling {
        // By the time of the retreat itself, the dice have been rolled.
        if self.table.moment.step() != Step::Retreat && power.awaits_dice {
            return Err(Why::RetreatAfterDice);
        }
        self.rule_ownership(by, power)?;
        self.rule_provisos(by, power)?;
        self.rule_cost(by, self.cost(by, power))?;
        Ok(self.answers(by, power).unwrap_or(Why::PerformableNow))
    }

    /// Cards are hidden, so anybody can promise not to play one; an ability has to be theirs.
    fn rule_refrain(&self, by: Seat, power: &Power) -> Ruling {
        if self.has_announced(by, power) {
            return Err(Why::Compulsory);
        }
        if power.kind != Kind::ActionCard {
            self.rule_ownership(by, power)?;
            self.rule_provisos(by, power)?;
        }
        Ok(self.answers(by, power).unwrap_or(Why::EndsWithThisStep))
    }

    /// Whether only what has just happened opens its window.
    fn answers(&self, by: Seat, power: &Power) -> Option<Why> {
        let opened = power.after.iter().any(|opener| self.table.opens(by, *opener));
        opened.then_some(Why::AnswersNow)
    }

    fn rule_card(&self, by: Seat, card: &str, cost: Cost, power: Option<&Power>) -> Ruling {
        let (table, player) = (self.table, self.table.player(by));
        if player.silenced {
            return Err(Why::Silenced);
        }
        if table.scene.cardless.contains(by) {
            return Err(Why::Cardless);
        }
        let stops = |active| active != by && self.is_ready(active, "Transparasteel Plating");
        if player.passed && table.moment.active().is_some_and(stops) {
            return Err(Why::PassedOver);
        }
        if !self.is_unknown(by) && !self.holds_card(by, card) {
            return Err(Why::CardNotHeld);
        }
        if let Some(power) = power {
            self.rule_provisos(by, power)?;
        }
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

    /// A note that helps in a combat does not help against its issuer.
    fn rule_note_use(&self, term: &Term, note: Note) -> Ruling {
        let (moment, scene) = (&self.table.moment, &self.table.scene);
        let opponent = match moment.active() {
            Some(active) if active == term.by => scene.defender,
            active => active,
        };
        let in_space = note.kind.spec().window == Window::StartOfSpaceCombat;
        match term.act.is_abstention() {
            _ if in_space && opponent == Some(note.issuer) => Err(Why::AgainstItsIssuer),
            true => Ok(Why::EndsWithThisStep),
            false => Ok(Why::PerformableNow),
        }
    }

    fn rule_choice(&self, term: &Term, choice: Choice, phrase: Phrase) -> Ruling {
        let step = self.table.moment.step();
        let is_speaker =
            self.table.scene.speaker_is_certain && phrase.player == Some(self.table.speaker);
        let others = phrase.player.is_some_and(|owner| owner != term.by);
        let hits = matches!(
            step,
            Step::AssignHits
                | Step::GroundCombatHits
                | Step::AntiFighterBarrage
                | Step::SpaceCannonOffense
        );
        match choice {
            _ if term.act.is_abstention() => Ok(Why::EndsWithThisStep),
            Choice::Speaker | Choice::Player
                if step == Step::PoliticsChooseSpeaker && is_speaker =>
            {
                Err(Why::AlreadySpeaker)
            }
            Choice::Unit if hits && others => Err(Why::NotTheirUnits),
            Choice::Technology if self.never_researches(term.by) => Err(Why::NeverResearches),
            _ => Ok(Why::PerformableNow),
        }
    }

    fn never_researches(&self, by: Seat) -> bool {
        self.table.player(by).can(Trait::NeverResearches)
    }

    /// The secondary of Technology costs a token and four resources.
    fn rule_research(&self, by: Seat, technology: Option<&Power>) -> Ruling {
        const SECONDARY: Cost =
            Cost { strategy_tokens: 1, resources: 4, trade_goods: 0, influence: 0 };
        let player = self.table.player(by);
        if self.never_researches(by) {
            return Err(Why::NeverResearches);
        }
        if let Some(technology) = technology {
            let of = technology.faction;
            let settled = !self.table.scene.factionless.contains(by);
            if of.is_some_and(|of| settled && of != player.faction) {
                return Err(Why::AnothersTechnology);
            }
            if player.technologies.iter().any(|it| power::same(&it.name, technology.name)) {
                return Err(Why::HasTechnology);
            }
        }
        if self.table.moment.step() == Step::Secondary {
            self.rule_cost(by, SECONDARY)?;
        }
        Ok(Why::PerformableNow)
    }

    /// A secret objective has to be in hand, if the situation says what is.
    fn rule_score(&self, by: Seat, objective: Option<Objective>) -> Ruling {
        let hand = &self.table.player(by).secrets;
        let held = |name: &str| hand.iter().flatten().any(|it| is(it, &fold(name)));
        match objective {
            Some(it) if it.secret && !hand.is_empty() && self.eye.sees(by) && !held(it.name) => {
                Err(Why::SecretNotHeld)
            }
            _ => Ok(Why::PerformableNow),
        }
    }

    /// What it costs this player: nothing in tokens for Hacan's secondary of Trade, for those whom its holder chooses, and
    /// with Acquiescence.
    fn cost(&self, by: Seat, power: &Power) -> Cost {
        let (table, card) = (self.table, self.table.scene.card.as_deref());
        let printed = match (power.name, card) {
            ("Secondary", Some(card)) => power::find(&format!("{card} secondary")).unwrap_or(power),
            _ => power,
        };
        let trade = matches!(printed.card, Some("trade" | "amicus"));
        let masters = table.player(by).can(Trait::TradesWithoutTokens);
        let acquiesced = table.moment.step() == Step::Secondary
            && table.notes.in_hand(by).any(|note| {
                note.kind.spec().window == Window::IssuerTakesStrategicAction
                    && table.moment.active() == Some(note.issuer)
            });
        let free = trade && (masters || table.scene.free.contains(by)) || acquiesced;
        let tokens = if free { 0 } else { printed.cost.strategy_tokens };
        Cost { strategy_tokens: tokens, ..printed.cost }
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
        afford(Means::TradeGoods, purse, gets, cost.trade_goods)?;
        let left = purse.saturating_sub(cost.trade_goods);
        afford(Means::Resources, left.saturating_add(player.resources), gets, cost.resources)?;
        afford(Means::Influence, left.saturating_add(player.influence), gets, cost.influence)
    }

    /// Whether it is the retreat that this player announced in this round of combat.
    fn has_announced(&self, by: Seat, power: &Power) -> bool {
        let retreats = self.table.retreating.contains(by);
        retreats && self.table.moment.step() == Step::Retreat && power.awaits_dice
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
        afford(Means::Resources, has, gets, needs)?;
        Ok(Why::PerformableNow)
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

/// Whether something can be paid without what the deal brings.
fn afford(of: Means, has: u16, gets: u16, needs: u16) -> Result<(), Why> {
    match has.saturating_add(gets) >= needs {
        _ if has >= needs => Ok(()),
        true => Err(Why::OnlyWithTheDeal { of, has, needs }),
        false => Err(Why::CannotAfford { of, has, needs }),
    }
}
