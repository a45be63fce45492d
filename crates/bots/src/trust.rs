//! Trust in each partner: whether it accepts deals, and whether it keeps its word.

use arrayvec::ArrayVec;
use backchannel::Agreement;
use backchannel::card::Card;
use backchannel::lockout::LockoutCause;
use backchannel::settings::MOST_SEATS;
use backchannel::view::Own;
use parley::{Round, Seat, SeatSet};

use crate::policy::Policy;

/// The assumed probability that an unknown seat accepts.
const STRANGER: f32 = 0.35;

/// The probability of acceptance by a seat that answers signals.
const TALKER: f32 = 0.8;

/// How many kept words weigh as much as the first impression.
const FIRST_IMPRESSION: f32 = 2.0;

/// How many kept words one broken word undoes.
const BREACH: f32 = 6.0;

/// The weight of somebody else's accusation, compared with a breach that was seen.
const RUMOUR: f32 = 0.35;

/// What has been seen of one other seat.
#[derive(Clone, Copy, Default, Debug)]
struct Record {
    talks: bool,
    accepted: u16,
    refused: u16,
    /// Offers and hints that nobody answered.
    ignored: u16,
    kept: f32,
    broken: f32,
    breached: Round,
    rumours: f32,
    open: Option<OpenProposal>,
}

/// An own proposal whose answer has not been seen yet. It may come before the next look.
#[derive(Clone, Copy, Debug)]
struct OpenProposal {
    card: Card,
    /// How many of that card were left in the hand: a proposal that ends without a deal returns one.
    left: u8,
    /// The round in which it lapses.
    expires: Round,
}

/// How an own proposal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProposalAnswer {
    Accepted,
    Refused,
    Ignored,
}

/// The answers that were found since the last look.
pub(crate) type ProposalAnswers = ArrayVec<(Seat, ProposalAnswer), MOST_SEATS>;

/// What a bot thinks of the other seats.
#[derive(Clone, Default, Debug)]
pub(crate) struct Trust {
    records: [Record; MOST_SEATS],
    partners: SeatSet,
}

impl Trust {
    /// This seat is about to propose a deal.
    pub(crate) fn proposed(&mut self, own: &Own, to: Seat, card: Card, expires: Round) {
        let left = own.hand.count(card).saturating_sub(1);
        for open in self.records.iter_mut().filter_map(|record| record.open.as_mut()) {
            if open.card == card {
                open.left = left;
            }
        }
        self.records[to.index()].open = Some(OpenProposal { card, left, expires });
    }

    /// Finds out how the own proposals were answered since the last look.
    pub(crate) fn settle(&mut self, own: &Own, round: Round) -> ProposalAnswers {
        let mut news = ProposalAnswers::new();
        for seat in Seat::all(MOST_SEATS) {
            let sent = own.sent.iter().find(|sent| sent.to == seat);
            let record = &mut self.records[seat.index()];
            let was_open = std::mem::replace(
                &mut record.open,
                sent.map(|sent| OpenProposal {
                    card: sent.card,
                    left: own.hand.count(sent.card),
                    expires: sent.expires,
                }),
            );
            let Some(open) = was_open.filter(|_| sent.is_none()) else { continue };
            let answer = open.answer(own, seat, round);
            match answer {
                ProposalAnswer::Accepted => {
                    record.accepted += 1;
                    self.partners = self.partners.with(seat);
                }
                ProposalAnswer::Refused => record.refused += 1,
                ProposalAnswer::Ignored => record.ignored += 1,
            }
            news.push((seat, answer));
        }
        news
    }

    /// The estimated probability that `seat` accepts a fair deal.
    pub(crate) fn accepts(&self, seat: Seat) -> f32 {
        let record = &self.records[seat.index()];
        let prior = if record.talks { TALKER } else { STRANGER };
        let yes = prior * 2.0 + f32::from(record.accepted);
        let no = (1.0 - prior) * 2.0 + f32::from(record.refused);
        yes / (yes + no + 1.5 * f32::from(record.ignored))
    }

    /// The estimated probability that `seat` keeps its word.
    pub(crate) fn keeps(&self, seat: Seat, round: Round, policy: &Policy) -> f32 {
        let record = &self.records[seat.index()];
        if record.broken == 0.0 && record.rumours == 0.0 {
            let good = FIRST_IMPRESSION * policy.credulity + record.kept;
            return good / (FIRST_IMPRESSION + record.kept);
        }
        let age = f32::from(round.0.saturating_sub(record.breached.0));
        let faded = 0.5_f32.powf(age / policy.forgiveness);
        let broken = BREACH * (record.broken * faded + RUMOUR * record.rumours * faded);
        let good = FIRST_IMPRESSION * policy.credulity + record.kept;
        (good / (FIRST_IMPRESSION + record.kept + broken)).clamp(0.0, 1.0)
    }

    /// How much of a breach is neither forgiven nor forgotten: a share.
    pub(crate) fn resents(&self, seat: Seat, round: Round, policy: &Policy) -> f32 {
        let record = &self.records[seat.index()];
        if record.broken == 0.0 {
            return 0.0;
        }
        let age = f32::from(round.0.saturating_sub(record.breached.0));
        record.broken.min(1.0) * 0.5_f32.powf(age / policy.forgiveness)
    }

    pub(crate) fn kept_word(&mut self, seat: Seat) {
        let record = &mut self.records[seat.index()];
        record.kept = (record.kept + 1.0).min(6.0);
    }

    pub(crate) fn broke_word(&mut self, seat: Seat, round: Round) {
        let record = &mut self.records[seat.index()];
        record.broken += 1.0;
        record.kept = 0.0;
        record.breached = round;
    }

    /// Somebody says that `seat` breaks its word.
    pub(crate) fn accused(&mut self, seat: Seat, round: Round, weight: f32) {
        let record = &mut self.records[seat.index()];
        record.rumours = (record.rumours + weight).min(1.0);
        record.breached = record.breached.max(round);
    }

    /// `seat` has apologised.
    pub(crate) fn forgave(&mut self, seat: Seat) {
        let record = &mut self.records[seat.index()];
        record.broken *= 0.7;
    }

    /// It was not answered.
    pub(crate) fn hinted(&mut self, seat: Seat) {
        self.records[seat.index()].ignored += 1;
    }

    /// `seat` has sent us a signal, so that a hint to it was not in vain.
    pub(crate) fn heard_from(&mut self, seat: Seat) {
        let record = &mut self.records[seat.index()];
        record.talks = true;
        record.ignored = 0;
    }

    pub(crate) fn talks(&self, seat: Seat) -> bool {
        self.records[seat.index()].talks
    }

    /// Whether `seat` has ever spoken to us, or accepted or refused anything.
    pub(crate) fn has_answered(&self, seat: Seat) -> bool {
        let record = &self.records[seat.index()];
        record.talks || record.accepted > 0 || record.refused > 0
    }

    /// Whether a hint to `seat` may still be answered.
    pub(crate) fn listens(&self, seat: Seat) -> bool {
        let record = &self.records[seat.index()];
        record.talks || record.ignored < 2
    }

    /// How much sense it makes to go on making offers to `seat`, from 0 to 1. Every refusal by a seat that has never
    /// spoken or accepted anything leaves a quarter of it, and every other such seat leaves half.
    pub(crate) fn openness(&self, seat: Seat) -> f32 {
        let record = &self.records[seat.index()];
        if !record.is_silent() {
            return 1.0;
        }
        let refusers =
            self.records.iter().filter(|record| record.is_silent() && record.refused > 0);
        let others = refusers.count() - usize::from(record.refused > 0);
        0.25_f32.powi(record.refused.into()) * 0.5_f32.powi(others as i32)
    }

    /// Whether any of `seats` has ever spoken to us.
    pub(crate) fn has_talkers(&self, seats: SeatSet) -> bool {
        seats.into_iter().any(|seat| self.talks(seat))
    }

    /// Seats that a deal was made with.
    pub(crate) fn partners(&self) -> SeatSet {
        self.partners
    }

    pub(crate) fn made_deal(&mut self, seat: Seat) {
        self.partners = self.partners.with(seat);
    }
}

impl Record {
    /// Whether it has neither spoken nor accepted anything.
    fn is_silent(&self) -> bool {
        !self.talks && self.accepted == 0
    }
}

impl OpenProposal {
    /// How it ended, if it is no longer open. A ceasefire opens every window (BC-603), so that there are no lockouts
    /// to tell by; then only the card does.
    fn answer(&self, own: &Own, seat: Seat, round: Round) -> ProposalAnswer {
        let lockout = own.lockouts.iter().find(|lockout| lockout.with == seat);
        let returned = own.hand.count(self.card) > self.left;
        let lapsed = round >= self.expires;
        let truced = own.treaties.iter().any(|treaty| {
            treaty.agreement == Agreement::Ceasefire && treaty.partner(own.seat) == Some(seat)
        });
        match lockout.map(|lockout| lockout.after) {
            Some(LockoutCause::Decline) => ProposalAnswer::Refused,
            Some(LockoutCause::Deal) if !lapsed || !returned => ProposalAnswer::Accepted,
            None if truced && !returned => ProposalAnswer::Accepted,
            _ if lapsed => ProposalAnswer::Ignored,
            _ => ProposalAnswer::Refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use backchannel::{Command, Game, Scenario, Setup, Slots};
    use parley::{Audience, Game as _};

    use super::*;

    const RED: Seat = Seat(1);

    /// A game of three in which the first seat proposes a ceasefire and takes note of it.
    fn proposed() -> (Game, Trust) {
        let map = backchannel::map::library::find("wherrymouth").expect("it is there");
        let file = map.file().clone();
        let ids: Vec<String> = file.territories.iter().map(|place| place.id.clone()).collect();
        let game = Scenario::new(Setup::standard(file, 3))
            .expect("it can be played")
            .land(&ids[0], Seat(0), 6)
            .land(&ids[1], RED, 6)
            .land(&ids[2], Seat(2), 6)
            .hand(Seat(0), &["troops-1", "troops-1", "ceasefire-1"])
            .hand(RED, &["troops-1", "troops-1"])
            .window(Seat(0))
            .game()
            .expect("a position");
        let pitch = game.options(Seat(0)).propose[0];
        let cards: Vec<Card> = game.options(Seat(0)).free_troops.iter().collect();
        let slots = Slots::new(&cards[..pitch.slots.into()]).expect("they fit");
        let mut trust = Trust::default();
        let own = game.view(Audience::Seat(Seat(0))).own.expect("it is in the game");
        let expires = game.round() + game.rules().settings().proposal_rounds;
        trust.proposed(&own, RED, pitch.card, expires);
        let mut game = game;
        let command = Command::Propose { to: RED, card: pitch.card, slots, against: None };
        carry_out(&mut game, Seat(0), command);
        (game, trust)
    }

    fn carry_out(game: &mut Game, seat: Seat, command: Command) {
        let mut events = Vec::new();
        game.decide(seat, &command, &mut events).expect("it is allowed");
        events.iter().for_each(|event| game.evolve(event));
    }

    fn settle(game: &Game, trust: &mut Trust) -> Vec<(Seat, ProposalAnswer)> {
        let own = game.view(Audience::Seat(Seat(0))).own.expect("it is in the game");
        trust.settle(&own, game.round()).to_vec()
    }

    #[test]
    fn an_answer_counts_although_it_came_before_the_next_look() {
        let (mut game, mut trust) = proposed();
        let waiting = game.options(RED).answer[0].proposal;
        let before = trust.accepts(RED);
        let mut refused = trust.clone();
        let mut other = game.clone();
        carry_out(&mut other, RED, Command::Decline { proposal: waiting });
        assert_eq!(settle(&other, &mut refused), [(RED, ProposalAnswer::Refused)]);
        assert!(refused.accepts(RED) < before && refused.openness(RED) == 0.25);
        let asked = game.options(RED).answer[0].slots;
        let cards: Vec<Card> = game.options(RED).free_troops.iter().collect();
        let slots = Slots::new(&cards[..asked.into()]).expect("they fit");
        carry_out(&mut game, RED, Command::Accept { proposal: waiting, slots });
        assert_eq!(settle(&game, &mut trust), [(RED, ProposalAnswer::Accepted)]);
        assert!(trust.accepts(RED) > before && trust.partners().contains(RED));
        assert_eq!(settle(&game, &mut trust), [], "it is counted once");
    }

    #[test]
    fn a_proposal_that_waits_is_no_answer() {
        let (mut game, mut trust) = proposed();
        assert_eq!(settle(&game, &mut trust), []);
        let waiting = game.options(RED).answer[0].proposal;
        carry_out(&mut game, RED, Command::Decline { proposal: waiting });
        assert_eq!(settle(&game, &mut trust), [(RED, ProposalAnswer::Refused)]);
    }

    #[test]
    fn a_broken_word_costs_trust_and_time_heals_it() {
        let policy = Policy { forgiveness: 4.0, credulity: 0.8, ..Policy::HONEST };
        let mut trust = Trust::default();
        assert!((trust.keeps(RED, Round(3), &policy) - 0.8).abs() < 1e-6);
        trust.broke_word(RED, Round(3));
        let fresh = trust.keeps(RED, Round(3), &policy);
        assert!((fresh - 1.6 / 8.0).abs() < 1e-6, "{fresh}");
        assert!((trust.keeps(RED, Round(7), &policy) - 1.6 / 5.0).abs() < 1e-6);
        assert!(trust.keeps(RED, Round(40), &policy) > 0.79);
    }

    #[test]
    fn one_who_never_forgives_never_trusts_again() {
        let policy = Policy { forgiveness: 100.0, ..Policy::HONEST };
        let mut trust = Trust::default();
        trust.broke_word(RED, Round(3));
        assert!(trust.keeps(RED, Round(30), &policy) < 0.3);
    }

    #[test]
    fn kept_words_build_trust_and_one_breach_ends_it() {
        let mut trust = Trust::default();
        let before = trust.keeps(RED, Round(1), &Policy::HONEST);
        (0..5).for_each(|_| trust.kept_word(RED));
        let proven = trust.keeps(RED, Round(5), &Policy::HONEST);
        assert!(proven > before && proven > 0.9);
        trust.broke_word(RED, Round(5));
        assert!(trust.keeps(RED, Round(5), &Policy::HONEST) < 0.3);
    }

    #[test]
    fn hearsay_counts_less_than_what_was_suffered() {
        let (mut told, mut hurt) = (Trust::default(), Trust::default());
        told.accused(RED, Round(2), 0.8);
        hurt.broke_word(RED, Round(2));
        let keeps = |trust: &Trust| trust.keeps(RED, Round(2), &Policy::HONEST);
        assert!(keeps(&hurt) < keeps(&told) && keeps(&told) < keeps(&Trust::default()));
    }

    #[test]
    fn who_only_ever_refuses_is_left_alone_until_it_speaks() {
        let mut trust = Trust::default();
        assert_eq!(trust.openness(RED), 1.0);
        trust.records[RED.index()].refused = 2;
        assert_eq!(trust.openness(RED), 0.0625);
        assert_eq!(trust.openness(Seat(2)), 0.5, "a stranger at a table of silent players");
        trust.heard_from(RED);
        assert_eq!(trust.openness(RED), 1.0);
    }

    #[test]
    fn who_answers_is_asked_again() {
        let mut trust = Trust::default();
        (0..3).for_each(|_| trust.hinted(RED));
        assert!(!trust.listens(RED) && trust.accepts(RED) < 0.2);
        trust.heard_from(RED);
        assert!(trust.listens(RED) && trust.accepts(RED) > 0.7);
    }
}
