//! A negotiator: it fights like a soldier, talks, deals and, if its policy says so, breaks its word.

mod appointments;
mod breach;
mod dossier;
mod listen;
mod outbox;
mod plea;
mod pledges;
mod proposals;
mod speak;

use backchannel::settings::MOST_SEATS;
use backchannel::view::{Own, Score};
use backchannel::{Command, Options, Rules, Territory, TerritorySet, View};
use parley::{Chance, Options as _, Round, Seat, SeatSet};

use self::dossier::Dossier;
use self::outbox::Outbox;
use self::pledges::Pledges;
use crate::deal::Appraiser;
use crate::front::{Attitude, Front, next_turn, truces};
use crate::level::Level;
use crate::marshal::Marshal;
use crate::policy::Policy;
use crate::position;
use crate::reasons::{Consideration, DecisionNotes, Reasons};
use crate::trust::{ProposalAnswer, Trust};
use crate::witness::{Deed, Remembered, ViewWatch, ceasefires_to_come};
use crate::{Bot, Temper};

/// What a seat that was named as a target is worth in addition, for each of its territories.
const TARGET: f32 = 0.7;

/// How much of a joint offensive's bounty counts: it is paid at the next turn.
const BOUNTY: f32 = 0.8;

/// Judges positions, deals and people by one engine, and acts by a policy.
pub struct Diplomat {
    policy: Policy,
    temper: Temper,
    level: Level,
    pub(crate) marshal: Marshal,
    /// The map as it would be if a word were broken.
    unbound: Front,
    pub(crate) trust: Trust,
    witness: ViewWatch,
    dossiers: [Dossier; MOST_SEATS],
    pledges: Pledges,
    outbox: Outbox,
    /// The last private and public signal of each seat that was taken in.
    heard: [[u16; 2]; MOST_SEATS],
    /// The last own signal to each seat whose reaction was taken in.
    reacted: [u16; MOST_SEATS],
    /// Seats that announced an attack, until the end of a round.
    alarmed: [Round; MOST_SEATS],
    /// Whom it attacks in this round although it gave its word.
    defied: SeatSet,
    defied_in: Round,
    /// An attack that was announced publicly, and is therefore made before anything else.
    announced: Option<Command>,
    pub(crate) notes: DecisionNotes,
}

impl Bot for Diplomat {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        let command = self.decide(rules, view, options, chance);
        self.conclude(rules, view, command);
        command
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        self.look(rules, view, chance);
        let answer = self.settle_proposal(rules, view, options);
        let command = answer.or_else(|| self.reply(view, options));
        self.notes.command = command;
        command
    }

    fn remind(&mut self, deeds: &[Remembered], round: Round) {
        self.witness.recall(deeds);
        for &Remembered { about, round, deed } in deeds {
            match deed {
                Deed::BetrayedMe | Deed::AttackedUnderDeal | Deed::BrokePromise => {
                    self.trust.broke_word(about, round);
                }
                Deed::BetrayedAnother if self.is_strict() => self.trust.broke_word(about, round),
                Deed::BetrayedAnother => self.trust.accused(about, round, 0.5),
                Deed::KeptWord => self.trust.kept_word(about),
                Deed::Attacked => {}
            }
        }
        self.notes.round = round;
    }

    fn memory(&self) -> Vec<Remembered> {
        let round = self.notes.round;
        let unforgotten = |deed: &&Remembered| {
            deed.deed.is_breach() && self.trust.resents(deed.about, round, &self.policy) > 0.2
        };
        self.witness.deeds().iter().filter(unforgotten).copied().collect()
    }

    fn reasons(&self) -> Option<Reasons> {
        Some(self.notes.reasons())
    }
}

impl Diplomat {
    pub(crate) fn new(policy: Policy, temper: Temper, level: Level) -> Diplomat {
        Diplomat {
            policy,
            temper,
            level,
            marshal: Marshal::new(level.weights()),
            unbound: Front::default(),
            trust: Trust::default(),
            witness: ViewWatch::default(),
            dossiers: [Dossier::default(); MOST_SEATS],
            pledges: Pledges::default(),
            outbox: Outbox::default(),
            heard: [[0; 2]; MOST_SEATS],
            reacted: [0; MOST_SEATS],
            alarmed: [Round::NEVER; MOST_SEATS],
            defied: SeatSet::EMPTY,
            defied_in: Round::NEVER,
            announced: None,
            notes: DecisionNotes::default(),
        }
    }

    fn decide(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        self.look(rules, view, chance);
        let announced = self.announced.take();
        if let Some(attack) = announced.filter(|attack| options.contains(attack)) {
            return attack;
        }
        let answer = self.settle_proposal(rules, view, options);
        if let Some(command) = answer.or_else(|| self.speak(view, options)) {
            return command;
        }
        if !options.deploy.is_empty() {
            self.consider_breach(rules, view);
        }
        if let Some(command) = self.announce(rules, view, options) {
            return command;
        }
        if let Some(order) = self.marshal.order(rules, view, options) {
            return order;
        }
        if options.pass {
            return self.window(rules, view, options, chance);
        }
        options.sample_move(chance).expect("a seat at its turn can do something")
    }

    /// Remembers a decision of its turn or window; a proposal may be answered before the next look.
    pub(crate) fn conclude(&mut self, rules: &Rules, view: &View, command: Command) {
        self.notes.command = Some(command);
        if let (Command::Propose { to, card, .. }, Some(own)) = (command, &view.own) {
            let expires = view.round + rules.settings().proposal_rounds;
            self.trust.proposed(own, to, card, expires);
            self.dossiers[to.index()].lasts =
                rules.cards.terms(card).map_or(0, |terms| terms.rounds);
        }
    }

    /// Reads the view and takes in everything that is new.
    pub(crate) fn look(&mut self, rules: &Rules, view: &View, chance: &mut Chance) {
        let Some(own) = &view.own else { return };
        for (seat, answer) in self.trust.settle(own, view.round) {
            self.follow_up(view.round, seat, answer);
        }
        self.take_note_of_deeds(view, own);
        if self.defied_in != view.round {
            self.defied = SeatSet::EMPTY;
        }
        let attitude = self.attitude(rules, view, own);
        self.marshal.read(rules, view, &attitude);
        self.notes.begin(view.round, position::worth(rules, &self.marshal.front));
        self.listen(rules, view, own, chance);
        self.take_reactions(rules, view, own);
    }

    /// How it stands to the others, by what was said, done and signed.
    pub(crate) fn attitude(&self, rules: &Rules, view: &View, own: &Own) -> Attitude {
        let round = view.round;
        let bound = self.pledges.spared(round).or(ceasefires_to_come(own));
        let mut attitude = Attitude {
            seats: bound.minus(self.defied),
            lands: self.pledges.lands(round).or(last_stand(view, own.seat)),
            wanted: self.pledges.wanted(round),
            ..Attitude::default()
        };
        let hunted = self.pledges.hunted(round);
        for score in view.scoreboard.iter().filter(|score| score.is_in && score.seat != own.seat) {
            let (seat, at) = (score.seat, score.seat.index());
            let resentment = self.trust.resents(seat, round, &self.policy);
            attitude.grudge[at] = self.policy.vengeance * resentment
                + if hunted.contains(seat) { TARGET } else { 0.0 };
            if self.witness.is_promised_peace(seat, next_turn(view, seat)) {
                attitude.calm[at] = self.trust.keeps(seat, round, &self.policy);
            } else if self.alarmed[at] >= round {
                attitude.calm[at] = -0.3;
            }
        }
        let bounty = BOUNTY * rules.numbers().joint_bounty as f32;
        for treaty in &own.treaties {
            if let Some(third) = treaty.against {
                attitude.grudge[third.index()] += bounty;
            }
        }
        attitude
    }

    pub(crate) fn appraiser<'a>(&'a self, rules: &'a Rules, view: &'a View) -> Appraiser<'a> {
        let (front, policy, trust) = (&self.marshal.front, &self.policy, &self.trust);
        Appraiser { rules, view, front, policy, trust }
    }

    fn keeps(&self, seat: Seat, round: Round) -> f32 {
        self.trust.keeps(seat, round, &self.policy)
    }

    /// Whether a word that was broken to somebody else counts like one that was broken to it.
    fn is_strict(&self) -> bool {
        self.policy.boycott >= 0.3
    }

    /// Whether it has stopped dealing with `seat`.
    fn boycotts(&self, seat: Seat, round: Round) -> bool {
        self.keeps(seat, round) < self.policy.boycott
    }

    /// What an own proposal led to.
    fn follow_up(&mut self, round: Round, seat: Seat, answer: ProposalAnswer) {
        match answer {
            ProposalAnswer::Accepted => {
                let dossier = &mut self.dossiers[seat.index()];
                dossier.accepted(round);
                let offered = dossier.offered;
                self.outbox.after_acceptance(seat, offered.map(|(kind, _)| kind));
            }
            ProposalAnswer::Refused => self.outbox.after_refusal(seat),
            ProposalAnswer::Ignored => {}
        }
    }

    /// Draws the consequences of what others did.
    fn take_note_of_deeds(&mut self, view: &View, own: &Own) {
        let round = view.round;
        let lost = self.pledges.guarded(round).minus(own.lands);
        let strict = self.is_strict();
        self.witness.look(view, own);
        for &Remembered { about, deed, .. } in self.witness.fresh() {
            match deed {
                Deed::BetrayedMe | Deed::AttackedUnderDeal | Deed::BrokePromise => {
                    self.trust.broke_word(about, round);
                    let broken = self.witness.broken_by(about);
                    self.outbox.accuse(about, (deed, broken), self.temper);
                    let dossier = &mut self.dossiers[about.index()];
                    (dossier.settled, dossier.welcome) = (None, dossier::Kinds::default());
                }
                Deed::BetrayedAnother if strict => {
                    self.trust.broke_word(about, round);
                    self.outbox.condemn(about, self.temper);
                }
                Deed::BetrayedAnother => self.trust.accused(about, round, 0.5),
                Deed::KeptWord => self.trust.kept_word(about),
                // A threat is carried out.
                Deed::Attacked if !lost.is_empty() => self.pledges.hunt(about, round + 2),
                Deed::Attacked => {}
            }
        }
    }

    fn weigh(&mut self, what: Consideration, worth: f32) {
        self.notes.weigh(what, worth);
    }
}

/// The last territory of the last enemy, while a much weaker partner would share the victory (BC-902).
fn last_stand(view: &View, me: Seat) -> TerritorySet {
    let friends = truces(view, me);
    if friends.is_empty() {
        return TerritorySet::EMPTY;
    }
    let strength = |score: &Score| score.troops + score.territories;
    let living = || view.scoreboard.iter().filter(|score| score.is_in);
    let mine = living().find(|score| score.seat == me).map_or(0, strength);
    let others = || living().filter(|score| score.seat != me);
    let weak = |score: &Score| friends.contains(score.seat) && strength(score) * 5 < mine * 4;
    if others().count() != 2 || !others().any(weak) {
        return TerritorySet::EMPTY;
    }
    let last = others().find(|score| !friends.contains(score.seat) && score.territories == 1);
    let held = |owner| last.is_some_and(|last| owner == Some(last.seat));
    let lands = (0u8..).map(Territory).zip(&view.lands);
    lands
        .filter(|(_, land)| land.known().is_some_and(|(owner, _)| held(owner)))
        .map(|(territory, _)| territory)
        .collect()
}
