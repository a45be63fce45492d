//! What is under way with one other seat.

use backchannel::Agreement;
use parley::{Round, Seat};

/// A set of agreement types.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) fn with(self, kind: Agreement) -> Kinds {
        Kinds(self.0 | 1 << kind.index())
    }

    pub(crate) fn without(self, kind: Agreement) -> Kinds {
        Kinds(self.0 & !(1 << kind.index()))
    }

    pub(crate) fn contains(self, kind: Agreement) -> bool {
        self.0 & 1 << kind.index() != 0
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Agreement> {
        Agreement::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

/// Rounds for which a card is kept for somebody who was asked about it.
const RESERVED: u16 = 3;

/// Rounds after which what was agreed on and could not be proposed is forgotten.
const FORGOTTEN: u16 = 5;

/// Rounds for which a deal that somebody told of is remembered.
const FRIENDSHIP: u16 = 3;

/// What is to be proposed in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Appointment {
    pub kind: Agreement,
    /// Not before this round.
    pub from: Round,
    /// Whether the other waits for it: it asked for it, or said yes to it.
    pub awaited: bool,
    /// Whether it was told that it has to wait longer.
    pub excused: bool,
}

impl Appointment {
    /// What the other waits for.
    pub(crate) fn awaited(kind: Agreement, from: Round) -> Appointment {
        Appointment { kind, from, awaited: true, excused: false }
    }

    /// What this side means to propose without having been asked.
    pub(crate) fn meant(kind: Agreement, from: Round) -> Appointment {
        Appointment { kind, from, awaited: false, excused: false }
    }

    pub(crate) fn is_due(&self, round: Round) -> bool {
        self.from <= round
    }

    pub(crate) fn is_stale(&self, round: Round) -> bool {
        self.from + FORGOTTEN < round
    }
}

/// The negotiations with one other seat.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Dossier {
    /// What it was asked about and has not answered yet. An answer counts whenever it comes.
    pub asked: Kinds,
    pub last_asked: Option<Agreement>,
    asked_in: Round,
    /// The first round in which it may be asked again.
    pub ask_from: Round,
    /// What it turned down, which is not offered again before round `ask_from`.
    pub refused: Kinds,
    /// What both agreed on, to be proposed in the next window.
    pub settled: Option<Appointment>,
    /// What this bot said yes to, should the other propose it.
    pub welcome: Kinds,
    /// The last offer, which is not repeated at once, and its round.
    pub offered: Option<(Agreement, Option<Seat>)>,
    pub offered_in: Round,
    /// For how many rounds the agreement that was offered lasts.
    pub lasts: u16,
    /// When an agreement that came of it has run out, so that it can be offered again.
    renew_from: Option<Round>,
    /// Whether that question was the last thing that was said to it, so that a reaction is an answer.
    pub question_last: bool,
    /// The round of the last words that were not an answer.
    pub spoken_to: Round,
    /// With whom it says it has a deal, and until when that is remembered.
    friend: Option<(Seat, Round)>,
}

impl Dossier {
    pub(crate) fn ask(&mut self, kind: Agreement, round: Round) {
        self.asked = self.asked.with(kind);
        self.last_asked = Some(kind);
        self.asked_in = round;
        self.question_last = true;
        self.ask_from = round + 1;
    }

    /// It says that it has a deal with `seat`.
    pub(crate) fn befriended(&mut self, seat: Seat, round: Round) {
        self.friend = Some((seat, round + FRIENDSHIP));
    }

    pub(crate) fn is_friend_of(&self, seat: Seat, round: Round) -> bool {
        self.friend.is_some_and(|(friend, until)| friend == seat && round <= until)
    }

    /// The other said yes, to something or to what it was last asked: what was agreed on, if it was asked at all.
    pub(crate) fn said_yes(&mut self, to: Option<Agreement>, round: Round) -> Option<Agreement> {
        let kind = to.or(self.last_asked).filter(|&kind| self.asked.contains(kind))?;
        self.asked = self.asked.without(kind);
        self.refused = self.refused.without(kind);
        self.settled = Some(Appointment::awaited(kind, round));
        Some(kind)
    }

    /// What the other may still say yes to, or has said yes to: the cards for it are not used for anything else.
    pub(crate) fn reserved(&self, round: Round) -> Kinds {
        let open = if self.asked_in + RESERVED >= round { self.asked } else { Kinds::default() };
        let awaited = self.settled.filter(|settled| settled.awaited);
        awaited.map_or(open, |settled| open.with(settled.kind))
    }

    /// The other said no, to something or to what it was last asked.
    pub(crate) fn said_no(&mut self, to: Option<Agreement>, until: Round) {
        if let Some(kind) = to.or(self.last_asked) {
            self.asked = self.asked.without(kind);
            self.refused = self.refused.with(kind);
            self.ask_from = self.ask_from.max(until);
        }
    }

    pub(crate) fn is_refused(&self, kind: Agreement, round: Round) -> bool {
        self.refused.contains(kind) && round < self.ask_from
    }

    pub(crate) fn offer(&mut self, kind: Agreement, against: Option<Seat>, round: Round) {
        self.offered = Some((kind, against));
        self.offered_in = round;
        self.renew_from = None;
        self.asked = self.asked.without(kind);
        self.forget(kind);
    }

    /// It is no longer to be proposed.
    pub(crate) fn forget(&mut self, kind: Agreement) {
        self.settled = self.settled.filter(|settled| settled.kind != kind);
    }

    /// The last offer was accepted. An agreement that lasts may be renewed when it has run out.
    pub(crate) fn accepted(&mut self, round: Round) {
        self.renew_from = (self.lasts > 0).then_some(round + self.lasts + 1);
    }

    /// Whether the same was offered last time.
    pub(crate) fn repeats(&self, kind: Agreement, against: Option<Seat>, round: Round) -> bool {
        self.offered == Some((kind, against)) && self.renew_from.is_none_or(|from| round < from)
    }

    /// Rounds since the last offer, or since the game began.
    pub(crate) fn wait(&self, round: Round) -> u16 {
        round.0.saturating_sub(self.offered_in.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_yes_counts_and_only_for_what_was_asked() {
        let mut dossier = Dossier::default();
        dossier.ask(Agreement::Ceasefire, Round(2));
        assert_eq!(dossier.said_yes(Some(Agreement::Levy), Round(6)), None);
        assert_eq!(dossier.settled, None);
        assert_eq!(dossier.said_yes(None, Round(7)), Some(Agreement::Ceasefire));
        let appointment = Appointment::awaited(Agreement::Ceasefire, Round(7));
        assert_eq!(dossier.settled, Some(appointment));
        assert_eq!(dossier.said_yes(None, Round(8)), None, "it was answered already");
    }

    #[test]
    fn an_answer_names_which_of_two_questions_it_is_for() {
        let mut dossier = Dossier::default();
        dossier.ask(Agreement::Ceasefire, Round(2));
        dossier.ask(Agreement::IntelPact, Round(3));
        let agreed = dossier.said_yes(Some(Agreement::Ceasefire), Round(4));
        assert_eq!(agreed, Some(Agreement::Ceasefire));
        assert_eq!(dossier.said_yes(None, Round(5)), Some(Agreement::IntelPact));
    }

    #[test]
    fn a_no_holds_for_a_while() {
        let mut dossier = Dossier::default();
        dossier.ask(Agreement::Ceasefire, Round(2));
        dossier.said_no(None, Round(5));
        assert!(dossier.is_refused(Agreement::Ceasefire, Round(4)));
        assert!(!dossier.is_refused(Agreement::Ceasefire, Round(5)));
        assert!(!dossier.is_refused(Agreement::Levy, Round(4)));
    }

    #[test]
    fn an_offer_is_a_repetition_only_of_the_last_one() {
        let mut dossier = Dossier::default();
        dossier.offer(Agreement::Ceasefire, None, Round(2));
        assert!(dossier.repeats(Agreement::Ceasefire, None, Round(9)));
        dossier.offer(Agreement::Tribute, None, Round(4));
        assert!(!dossier.repeats(Agreement::Ceasefire, None, Round(5)));
        assert_eq!(dossier.wait(Round(9)), 5);
    }

    #[test]
    fn an_agreement_is_renewed_only_after_it_has_run_out() {
        let mut dossier = Dossier { lasts: 3, ..Dossier::default() };
        dossier.offer(Agreement::Ceasefire, None, Round(2));
        dossier.accepted(Round(2));
        assert!(dossier.repeats(Agreement::Ceasefire, None, Round(5)));
        assert!(!dossier.repeats(Agreement::Ceasefire, None, Round(6)));
        dossier.lasts = 0;
        dossier.offer(Agreement::SupplyPact, None, Round(7));
        dossier.accepted(Round(7));
        assert!(dossier.repeats(Agreement::SupplyPact, None, Round(20)));
    }

    #[test]
    fn what_was_asked_about_is_reserved_for_three_rounds_and_what_was_agreed_on_until_it_is_offered()
     {
        let mut dossier = Dossier::default();
        dossier.ask(Agreement::IntelPact, Round(2));
        assert!(dossier.reserved(Round(5)).contains(Agreement::IntelPact));
        assert!(!dossier.reserved(Round(6)).contains(Agreement::IntelPact));
        dossier.said_yes(None, Round(8));
        assert!(dossier.reserved(Round(12)).contains(Agreement::IntelPact));
        dossier.offer(Agreement::IntelPact, None, Round(12));
        assert!(!dossier.reserved(Round(12)).contains(Agreement::IntelPact));
    }
}
