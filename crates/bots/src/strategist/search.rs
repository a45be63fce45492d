//! Compares openings by playing them out in the same imagined worlds.

use std::sync::Arc;

use backchannel::refusal::PhaseName;
use backchannel::settings::MOST_SEATS;
use backchannel::{Command, Game, Options, Rules, View};
use parley::{Audience, Chance, Game as _, Round, Seat, SeatSet, Seed};

use super::beliefs::Beliefs;
use super::plan::{PlanLeader, TurnPlan};
use super::rollout::Rollout;
use super::thinking::{Thinking, ThinkingClock};
use super::worth::{Shares, Surveyor};
use crate::diplomat::Diplomat;
use crate::policy::Policy;
use crate::{Bot, Level, Soldier, Temper};

/// The rounds that are played out before a position is judged.
const HORIZON: u16 = 2;

/// How it talks, and plays when it does not think: it promises peace to everybody and values its word highly.
const POLICY: Policy = Policy {
    treachery: 0.6,
    mark_price: 0.8,
    trust_price: 12.0,
    candour: 0.2,
    talk: 1.0,
    ..Policy::HONEST
};

/// What a seat begins with before everybody plays as usual.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opening {
    /// Leads the rest of the turn by a plan.
    Turn(TurnPlan),
    Command(Command),
    /// Proposes, and the partner accepts if it can.
    Deal(Command),
}

/// Who thinks, and from what.
pub(crate) struct Question<'a> {
    pub rules: &'a Arc<Rules>,
    pub view: &'a View,
    pub me: Seat,
    pub beliefs: &'a Beliefs,
    /// Seats that seem never to deal.
    pub silent: SeatSet,
    pub thinking: Thinking,
}

/// How openings did, each compared with the first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scores {
    me: usize,
    tallies: Vec<OpeningTally>,
}

/// Plays worlds out; its buffers are reused.
#[derive(Default)]
pub(crate) struct Searcher {
    rollout: Rollout,
    surveyor: Surveyor,
    above: View,
    players: Vec<ImaginedPlayer>,
}

impl Searcher {
    /// Plays `openings` out. After every stage the worse half of them is dropped, but never the first, with which the
    /// others are compared.
    pub(crate) fn compare(
        &mut self,
        question: &Question<'_>,
        openings: &[Opening],
        chance: &mut Chance,
    ) -> Scores {
        let tallies = vec![OpeningTally::default(); openings.len()];
        let mut scores = Scores { me: question.me.index(), tallies };
        let mut left: Vec<usize> = (0..openings.len()).collect();
        left.truncate(question.thinking.most_openings());
        let stages = left.len().next_power_of_two().ilog2().max(1);
        let clock = ThinkingClock::start(question.thinking, stages);
        for stage in 0..stages {
            let mut worlds = 0;
            while clock.has_time(stage, worlds, left.len()) {
                worlds += 1;
                let Some(world) = imagine(question, chance) else { return scores };
                let whims = Seed::numbered(chance.below(u64::MAX), 0);
                let mut base = [0.0; MOST_SEATS];
                for &at in &left {
                    if clock.is_used_up() {
                        break;
                    }
                    let mut same = whims.stream(0);
                    let shares = self.playout(question, world.clone(), &openings[at], &mut same);
                    if at == 0 {
                        base = shares;
                    }
                    scores.tallies[at].add(&shares, &base, question.me);
                }
            }
            let promise = |at: &usize| promise(&openings[*at], &scores, *at);
            left[1..].sort_by(|a, b| promise(b).total_cmp(&promise(a)));
            left.truncate(left.len().div_ceil(2).max(2));
        }
        scores
    }

    /// Plays one opening out in one world; returns each seat's share of the victory.
    fn playout(
        &mut self,
        question: &Question<'_>,
        mut game: Game,
        opening: &Opening,
        chance: &mut Chance,
    ) -> Shares {
        let me = question.me;
        self.seat_players(question);
        self.rollout.reset();
        match *opening {
            Opening::Turn(plan) => {
                let leader = PlanLeader::new(plan, question.view.round);
                self.players[me.index()] =
                    ImaginedPlayer::Leader(Box::new(leader), Box::new(thinker()));
            }
            Opening::Command(command) => self.rollout.carry_out(&mut game, me, &command),
            Opening::Deal(command) => self.deal(&mut game, me, &command),
        }
        let until = question.view.round + HORIZON;
        self.rollout.play(&mut game, &mut self.players, chance, |game, view| {
            let is_out = view.scoreboard.get(me.index()).is_some_and(|score| !score.is_in);
            is_out || (game.round() >= until && starts_turn(game, me, until))
        });
        game.view_into(Audience::Replay, &mut self.above);
        self.surveyor.shares(question.rules, &self.above)
    }

    fn seat_players(&mut self, question: &Question<'_>) {
        self.players.clear();
        self.players.extend(Seat::all(question.rules.seats()).map(|seat| {
            if seat == question.me {
                ImaginedPlayer::Talker(Box::new(thinker()))
            } else if question.silent.contains(seat) {
                ImaginedPlayer::Silent(Box::default())
            } else {
                ImaginedPlayer::Talker(Box::new(talker()))
            }
        }));
    }

    /// A proposal that is accepted if the partner can pay for it.
    fn deal(&mut self, game: &mut Game, me: Seat, command: &Command) {
        self.rollout.carry_out(game, me, command);
        let Command::Propose { to, .. } = *command else { return };
        let options = game.options(to);
        let waiting = options.answer.iter().find(|answer| answer.proposal.from == me);
        let Some(&backchannel::options::Answer { proposal, slots, .. }) = waiting else { return };
        // The cheapest cards come first in the catalogue, and the last way takes most of them.
        let troops = &options.free_troops;
        let last = troops.ways()[usize::from(slots)].checked_sub(1);
        let paid = last.and_then(|way| troops.nth_way(slots.into(), way));
        let answer = match paid {
            Some(slots) => Command::Accept { proposal, slots },
            None => Command::Decline { proposal },
        };
        self.rollout.reset();
        self.rollout.carry_out(game, to, &answer);
    }
}

/// Imagines a game that fits `view`, as a strategist does, and plays it to its end; returns it with the number of
/// commands that it took. `None` if the view is not that of a seat in play.
pub fn play_out(rules: &Arc<Rules>, view: &View, chance: &mut Chance) -> Option<(Game, u32)> {
    let guess = Beliefs::default().sample(rules, view, chance)?;
    let seed = Seed::numbered(chance.below(u64::MAX), 0);
    let mut game = Game::imagined(Arc::clone(rules), view, &guess, seed).ok()?;
    let mut players: Vec<Diplomat> = Seat::all(rules.seats()).map(|_| talker()).collect();
    let commands = Rollout::default().play(&mut game, &mut players, chance, |_, _| false);
    Some((game, commands))
}

/// Whether it is the start of `me`'s turn, or past it if its deploy was nothing.
fn starts_turn(game: &Game, me: Seat, until: Round) -> bool {
    game.turn() == me && (game.phase() == Some(PhaseName::Deploy) || game.round() > until)
}

/// A world that fits the view.
fn imagine(question: &Question<'_>, chance: &mut Chance) -> Option<Game> {
    let guess = question.beliefs.sample(question.rules, question.view, chance)?;
    let seed = Seed::numbered(chance.below(u64::MAX), 0);
    Game::imagined(Arc::clone(question.rules), question.view, &guess, seed).ok()
}

/// How good an opening looks: a deal that harms the partner will not come about.
fn promise(opening: &Opening, scores: &Scores, at: usize) -> f32 {
    let spurned = match opening {
        Opening::Deal(Command::Propose { to, .. }) => scores.gain_of(at, *to) < 0.0,
        Opening::Deal(_) | Opening::Turn(_) | Opening::Command(_) => false,
    };
    scores.gain(at) - if spurned { 1.0 } else { 0.0 }
}

/// How the thinker itself talks, and plays when it does not think.
pub(crate) fn thinker() -> Diplomat {
    Diplomat::new(POLICY, Temper::Sly, Level::Normal)
}

/// How every seat that deals is assumed to play: as an envoy that says only what matters.
pub(crate) fn talker() -> Diplomat {
    let policy = Policy { talk: 0.0, ..Policy::HONEST };
    Diplomat::new(policy, Temper::Courteous, Level::Normal)
}

/// A seat in an imagined game.
enum ImaginedPlayer {
    /// Leads this turn by a plan, and then plays on as a talker.
    Leader(Box<PlanLeader>, Box<Diplomat>),
    Talker(Box<Diplomat>),
    Silent(Box<Soldier>),
}

impl Bot for ImaginedPlayer {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        if let ImaginedPlayer::Leader(leader, _) = self
            && let Some(order) = leader.order(rules, view, options)
        {
            return order;
        }
        match self {
            ImaginedPlayer::Leader(_, bot) | ImaginedPlayer::Talker(bot) => {
                bot.act(rules, view, options, chance)
            }
            ImaginedPlayer::Silent(bot) => bot.act(rules, view, options, chance),
        }
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        match self {
            ImaginedPlayer::Leader(_, bot) | ImaginedPlayer::Talker(bot) => {
                bot.answer(rules, view, options, chance)
            }
            ImaginedPlayer::Silent(bot) => bot.answer(rules, view, options, chance),
        }
    }
}

/// Sums over worlds for one opening.
#[derive(Clone, Copy, Debug, Default)]
struct OpeningTally {
    worlds: u32,
    gains: [f64; MOST_SEATS],
    /// The squares of the thinker's gains.
    square: f64,
}

/// The variance that gains are assumed to have at first, weighted as if it had been seen in this many worlds.
const PRIOR_VARIANCE: f64 = 0.02;
const PRIOR_WORLDS: f64 = 2.0;

impl OpeningTally {
    fn add(&mut self, shares: &Shares, base: &Shares, me: Seat) {
        self.worlds += 1;
        for (sum, (share, base)) in self.gains.iter_mut().zip(shares.iter().zip(base)) {
            *sum += f64::from(share - base);
        }
        self.square += f64::from(shares[me.index()] - base[me.index()]).powi(2);
    }

    fn count(&self) -> f64 {
        f64::from(self.worlds.max(1))
    }
}

impl Scores {
    /// The openings that were compared.
    pub(crate) fn len(&self) -> usize {
        self.tallies.len()
    }

    pub(crate) fn worlds(&self, at: usize) -> u32 {
        self.tallies[at].worlds
    }

    /// What an opening gains the thinker over the first.
    pub(crate) fn gain(&self, at: usize) -> f32 {
        let tally = &self.tallies[at];
        (tally.gains[self.me] / tally.count()) as f32
    }

    /// What it gains another seat.
    pub(crate) fn gain_of(&self, at: usize, seat: Seat) -> f32 {
        let tally = &self.tallies[at];
        (tally.gains[seat.index()] / tally.count()) as f32
    }

    /// The standard error of what it gains the thinker.
    pub(crate) fn error(&self, at: usize) -> f32 {
        let tally = &self.tallies[at];
        let n = tally.count();
        let mean = tally.gains[self.me] / n;
        let spread = (tally.square - n * mean * mean).max(0.0);
        let variance = (spread + PRIOR_WORLDS * PRIOR_VARIANCE) / (n - 1.0 + PRIOR_WORLDS);
        (variance / n).sqrt() as f32
    }
}
