//! The rules: two to six seats divide lots of ten coins, and one seat after another offers a share to another. The coins
//! of an offer, a seat's purse and its goal are hidden from the others until the game is over.

use parley::{Audience, Game, Seat, SeatSet, Seed};
use serde::Serialize;

use super::model::{Command, Event, Notice, Offer, Options, Own, Refused, Setup, SetupError, View};

/// The coins of each lot.
pub const LOT: u8 = 10;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Haggle {
    pub setup: Setup,
    #[serde(skip)]
    seed: Seed,
    pub goals: Vec<u16>,
    pub purses: Vec<u16>,
    /// The lots that were divided.
    pub lots: u16,
    /// The turns that are over.
    turns: u16,
    pub offer: Option<Offer>,
}

impl Haggle {
    pub fn round(&self) -> u16 {
        (1 + self.turns / self.seats().len() as u16).min(self.setup.rounds)
    }

    /// Whose turn it is; `None` when the game is over.
    fn turn(&self) -> Option<Seat> {
        let seats = self.seats().len() as u16;
        let seat = Seat((self.turns % seats) as u8);
        (self.turns < seats * self.setup.rounds).then_some(seat)
    }

    /// The seat that everybody waits for.
    pub fn awaited(&self) -> Option<Seat> {
        self.offer.map(|offer| offer.to).or(self.turn())
    }

    /// Every rule about commands: `decide` and the options both use it.
    fn check(&self, by: Seat, command: Command) -> Result<(), Refused> {
        let turn = self.turn() == Some(by) && self.offer.is_none();
        let asked = self.offer.is_some_and(|offer| offer.to == by);
        let possible = |to| to != by && self.seats().contains(to);
        match command {
            Command::Answer { .. } if asked => Ok(()),
            Command::Answer { .. } => Err(Refused::NothingToAnswer),
            Command::Pass | Command::Offer { .. } if !turn => Err(Refused::NotYourTurn),
            Command::Pass => Ok(()),
            Command::Offer { to, coins } if possible(to) && coins <= LOT => Ok(()),
            Command::Offer { .. } => Err(Refused::NoSuchOffer),
        }
    }

    fn own(&self, seat: Seat) -> Own {
        let offer = self.offer.filter(|offer| offer.from == seat || offer.to == seat);
        let goal = self.goals.get(seat.index()).copied().unwrap_or_default();
        Own { goal, purse: self.purses[seat.index()], coins: offer.map(|offer| offer.coins) }
    }
}

impl Game for Haggle {
    const RULES: &'static str = "haggle/1";
    const HASH: u16 = 1;

    type Setup = Setup;
    type SetupError = SetupError;
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;
    type View = View;
    type Options = Options;
    type Witness = ();
    type Notice = Notice;

    fn start(setup: &Setup, seed: Seed) -> Result<Haggle, SetupError> {
        let seats = setup.names.len();
        if !(2..=6).contains(&seats) || !(1..=50).contains(&setup.rounds) {
            return Err(SetupError);
        }
        let (setup, goals, purses) = (setup.clone(), Vec::new(), vec![0; seats]);
        Ok(Haggle { setup, seed, goals, purses, lots: 0, turns: 0, offer: None })
    }

    fn opening(&self, events: &mut Vec<Event>) {
        let mut chance = self.seed.stream(0);
        let most = u64::from(self.setup.rounds) * u64::from(LOT);
        let goals = self.purses.iter().map(|_| 1 + chance.below(most) as u16).collect();
        events.push(Event::Dealt { goals });
    }

    fn seats(&self) -> SeatSet {
        Seat::all(self.purses.len()).collect()
    }

    fn awaiting(&self) -> SeatSet {
        self.awaited().into_iter().collect()
    }

    fn is_over(&self) -> bool {
        self.turn().is_none()
    }

    fn decide(&self, by: Seat, command: &Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        self.check(by, *command)?;
        events.push(match *command {
            Command::Offer { to, coins } => Event::Offered(Offer { from: by, to, coins }),
            Command::Answer { accept } => Event::Answered { by, accepted: accept },
            Command::Pass => Event::Passed { by },
        });
        Ok(())
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Dealt { goals } => self.goals.clone_from(goals),
            Event::Offered(offer) => self.offer = Some(*offer),
            Event::Answered { accepted, .. } => {
                self.turns += 1;
                if let (Some(Offer { from, to, coins }), true) = (self.offer.take(), accepted) {
                    self.lots += 1;
                    self.purses[from.index()] += u16::from(LOT - coins);
                    self.purses[to.index()] += u16::from(coins);
                }
            }
            Event::Passed { .. } => self.turns += 1,
        }
    }

    fn view_into(&self, audience: Audience, view: &mut View) {
        let all = self.is_over() || audience == Audience::Replay;
        let opened = self.seats().into_iter().filter(|_| all).map(|seat| self.own(seat));
        *view = View {
            round: self.round(),
            turn: self.turn(),
            asked: self.offer.map(|offer| offer.to),
            lots: self.lots,
            own: audience.seat().map(|seat| self.own(seat)),
            opened: opened.collect(),
        };
    }

    fn options_into(&self, seat: Seat, options: &mut Options) {
        let offers = |to| (0..=LOT).map(move |coins| Command::Offer { to, coins });
        let answers = [true, false].map(|accept| Command::Answer { accept });
        let all = self.seats().into_iter().flat_map(offers).chain(answers).chain([Command::Pass]);
        options.commands = all.filter(|command| self.check(seat, *command).is_ok()).collect();
    }

    fn witness(&self, _: &Event) {}

    fn notice(event: &Event, (): (), audience: Audience) -> Option<Notice> {
        Some(match *event {
            Event::Dealt { ref goals } => {
                Notice::Dealt { goal: *goals.get(audience.seat()?.index())? }
            }
            Event::Offered(Offer { from, to, coins }) => {
                let told = [Audience::Seat(from), Audience::Seat(to), Audience::Replay];
                let coins = told.contains(&audience).then_some(coins);
                Notice::Offered { from, to, coins }
            }
            Event::Answered { by, accepted } => Notice::Answered { by, accepted },
            Event::Passed { by } => Notice::Passed { by },
        })
    }

    fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a state is plain data")
    }
}
