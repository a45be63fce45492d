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
}

/// The negotiations with one other seat.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Dossier {
    /// What it was asked about and has not answered yet. An answer counts whenever it comes.
    pub asked: Kinds,
    pub last_asked: Option<Agreement>,
    /// The first round in which it may be asked again.
    pub ask_from: Round,
    /// What it turned down, which is not offered again before round `ask_from`.
    pub refused: Kinds,
    /// What both agreed on, to be proposed in the next window, but not before this round.
    pub settled: Option<(Agreement, Round)>,
    /// What this bot said yes to, should the other propose it.
    pub welcome: Kinds,
    /// The last offer, which is not repeated at once, and its round.
    pub offered: Option<(Agreement, Option<Seat>)>,
    pub offered_in: Round,
    /// Whether that question was the last thing that was said to it, so that a reaction is an answer.
    pub question_last: bool,
    /// The round of the last words that were not an answer.
    pub spoken_to: Round,
}

impl Dossier {
    pub(crate) fn ask(&mut self, kind: Agreement, round: Round) {
        self.asked = self.asked.with(kind);
        self.last_asked = Some(kind);
        self.question_last = true;
        self.ask_from = round + 1;
    }

    /// The other said yes, to something or to what it was last asked: what was agreed on, if it was asked at all.
    pub(crate) fn said_yes(&mut self, to: Option<Agreement>, round: Round) -> Option<Agreement> {
        let kind = to.or(self.last_asked).filter(|&kind| self.asked.contains(kind))?;
        self.asked = self.asked.without(kind);
        self.refused = self.refused.without(kind);
        self.settled = Some((kind, round));
        Some(kind)
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
        self.asked = self.asked.without(kind);
        self.settled = self.settled.filter(|(settled, _)| *settled != kind);
    }

    /// Whether the same was offered last time.
    pub(crate) fn repeats(&self, kind: Agreement, against: Option<Seat>) -> bool {
        self.offered == Some((kind, against))
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
        assert_eq!(dossier.settled, Some((Agreement::Ceasefire, Round(7))));
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
        assert!(dossier.repeats(Agreement::Ceasefire, None));
        dossier.offer(Agreement::Tribute, None, Round(4));
        assert!(!dossier.repeats(Agreement::Ceasefire, None));
        assert_eq!(dossier.wait(Round(9)), 5);
    }
}
