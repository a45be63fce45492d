//! What has reached each seat and has not been handled by its bot yet.

use backchannel::settings::MOST_SEATS;
use backchannel::{Command, Event};
use parley::Seat;

/// News that a bot has not handled yet, and how many signals each seat has sent in this turn.
#[derive(Clone, Debug)]
pub struct PendingNews {
    seats: usize,
    turn: Seat,
    news: [u16; MOST_SEATS],
    words: [u8; MOST_SEATS],
}

impl PendingNews {
    pub fn new(seats: usize) -> PendingNews {
        PendingNews { seats, turn: Seat(0), news: [0; MOST_SEATS], words: [0; MOST_SEATS] }
    }

    pub fn note(&mut self, event: &Event) {
        match *event {
            Event::Proposed { to, .. } | Event::Signalled { to: Some(to), .. } => {
                self.news[to.index()] += 1;
            }
            Event::Signalled { from, to: None, .. } => {
                for to in Seat::all(self.seats).filter(|&to| to != from) {
                    self.news[to.index()] += 1;
                }
            }
            Event::TurnStarted { seat } => (self.turn, self.words) = (seat, [0; MOST_SEATS]),
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

    /// The next seat with news, in turn order after the one at turn, and one item of it.
    pub fn take(&mut self) -> Option<Seat> {
        let first = self.turn.index() + 1;
        let mut order = (first..first + self.seats).map(|at| at % self.seats);
        let at = order.find(|&at| self.news[at] > 0)?;
        self.news[at] -= 1;
        Some(Seat(at as u8))
    }

    /// The seat has seen everything and leaves it for later.
    pub fn dismiss(&mut self, seat: Seat) {
        self.news[seat.index()] = 0;
    }

    pub fn said(&mut self, seat: Seat) {
        self.words[seat.index()] += 1;
    }

    pub fn words(&self, seat: Seat) -> u8 {
        self.words[seat.index()]
    }
}

/// Whether it is only talk.
pub fn is_word(command: &Command) -> bool {
    matches!(command, Command::Signal { .. } | Command::React { .. })
}
