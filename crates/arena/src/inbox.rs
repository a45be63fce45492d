//! What has reached each seat and has not been handled by its bot yet.

use backchannel::settings::MOST_SEATS;
use backchannel::{Command, Event};
use parley::Seat;

/// News that a bot has not handled yet, and how many signals each seat has sent in this turn.
pub(crate) struct PendingNews {
    seats: usize,
    news: [u16; MOST_SEATS],
    words: [u8; MOST_SEATS],
}

impl PendingNews {
    pub(crate) fn new(seats: usize) -> PendingNews {
        PendingNews { seats, news: [0; MOST_SEATS], words: [0; MOST_SEATS] }
    }

    pub(crate) fn note(&mut self, event: &Event) {
        match *event {
            Event::Proposed { to, .. } | Event::Signalled { to: Some(to), .. } => {
                self.news[to.index()] += 1;
            }
            Event::Signalled { from, to: None, .. } => {
                for to in Seat::all(self.seats).filter(|&to| to != from) {
                    self.news[to.index()] += 1;
                }
            }
            Event::TurnStarted { .. } => self.words = [0; MOST_SEATS],
            Event::RoundStarted { .. }
            | Event::Faded { .. }
            | Event::Fizzled { .. }
            | Event::TrapSet { .. }
            | Event::Fortified { .. }
            | Event::ReconOpened { .. }
            | Event::Sabotaged { .. }
            | Event::Mustered { .. }
            | Event::Reinforcements { .. }
            | Event::Betrayed { .. }
            | Event::Reshuffled
            | Event::Drew { .. }
            | Event::DeployCounted { .. }
            | Event::Deployed { .. }
            | Event::TrapSprung { .. }
            | Event::Fought { .. }
            | Event::Conquered { .. }
            | Event::Bounty { .. }
            | Event::Occupied { .. }
            | Event::AttackEnded { .. }
            | Event::Reinforced { .. }
            | Event::TurnEnded { .. }
            | Event::Played { .. }
            | Event::Gambled { .. }
            | Event::Passed { .. }
            | Event::Accepted { .. }
            | Event::Declined { .. }
            | Event::Lapsed { .. }
            | Event::Voided { .. }
            | Event::Undone { .. }
            | Event::Activated { .. }
            | Event::TreatyEnded { .. }
            | Event::Reacted { .. }
            | Event::Eliminated { .. }
            | Event::Inherited { .. }
            | Event::HandDiscarded { .. }
            | Event::GameOver { .. } => {}
        }
    }

    /// The next seat with news, and one item of it.
    pub(crate) fn take(&mut self) -> Option<Seat> {
        let at = self.news.iter().position(|&news| news > 0)?;
        self.news[at] -= 1;
        Some(Seat(at as u8))
    }

    /// The seat has seen everything and leaves it for later.
    pub(crate) fn dismiss(&mut self, seat: Seat) {
        self.news[seat.index()] = 0;
    }

    pub(crate) fn said(&mut self, seat: Seat) {
        self.words[seat.index()] += 1;
    }

    pub(crate) fn words(&self, seat: Seat) -> u8 {
        self.words[seat.index()]
    }
}

/// Whether it is only talk.
pub(crate) fn is_word(command: &Command) -> bool {
    matches!(command, Command::Signal { .. } | Command::React { .. })
}
