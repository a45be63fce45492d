//! Haggle: two to six seats divide lots of ten coins. The coins of an offer, the purse of a seat and its goal are
//! known only to those concerned, until the game is over.

pub mod hosting;
mod proof;

use parley::{Audience, Chance, Clause, Game, Options as _, Refusal, Seat, SeatSet, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The coins of each lot.
pub const LOT: u8 = 10;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HaggleSetup")]
pub struct Setup {
    pub names: Vec<String>,
    pub rounds: u16,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(rename = "HaggleCommand")]
pub enum Command {
    /// So many coins of the lot for another seat, and the rest for oneself.
    Offer {
        to: Seat,
        coins: u8,
    },
    Answer {
        accept: bool,
    },
    Pass,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Sworn { goals: Vec<u16> },
    Offered { from: Seat, to: Seat, coins: u8 },
    Answered { from: Seat, to: Seat, coins: u8, accepted: bool },
    Passed { seat: Seat },
    Turn { seat: Seat, round: u16 },
    Over,
}

#[derive(Clone, PartialEq, Debug, Error, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Refused {
    #[error("It is not your turn.")]
    NotYourTurn,
    #[error("Nobody but another seat can be made an offer.")]
    NoSuchSeat,
    #[error("A lot has {LOT} coins.")]
    TooMany,
    #[error("There is no offer for you to answer.")]
    NoOffer,
}

impl Refusal for Refused {
    fn clause(&self) -> Clause {
        let number = match self {
            Refused::NotYourTurn => 1,
            Refused::NoSuchSeat | Refused::TooMany => 2,
            Refused::NoOffer => 3,
        };
        Clause::new("HG", number)
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct Offer {
    from: Seat,
    to: Seat,
    coins: u8,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Haggle {
    setup: Setup,
    #[serde(skip)]
    seed: Seed,
    /// The goal of each seat.
    goals: Vec<u16>,
    purses: Vec<u16>,
    lots: u16,
    turn: Seat,
    round: u16,
    offer: Option<Offer>,
    over: bool,
}

/// What a seat alone knows.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "HaggleOwn")]
pub struct Own {
    pub goal: u16,
    pub purse: u16,
    /// What the open offer would bring the seat that it was made to.
    pub coins: Option<u8>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "HaggleView")]
pub struct View {
    pub round: u16,
    pub turn: Option<Seat>,
    /// Who has to answer.
    pub asked: Option<Seat>,
    pub lots: u16,
    pub own: Option<Own>,
    /// Everybody's, when the game is over.
    pub opened: Vec<Own>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "HaggleOptions")]
pub struct Options {
    /// To whom an offer can be made, of up to ten coins.
    pub offer: Vec<Seat>,
    pub pass: bool,
    pub answer: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(rename = "HaggleNotice")]
pub enum Notice {
    Sworn { goal: u16 },
    Offered { from: Seat, to: Seat, coins: Option<u8> },
    Answered { from: Seat, to: Seat, accepted: bool },
    Passed { seat: Seat },
    Turn { seat: Seat, round: u16 },
    Over,
}

impl Haggle {
    /// The seat that everybody waits for.
    fn awaited(&self) -> Option<Seat> {
        let asked = self.offer.map(|offer| offer.to);
        Some(asked.unwrap_or(self.turn)).filter(|_| !self.over)
    }

    fn own(&self, seat: Seat) -> Own {
        let offer = self.offer.filter(|offer| offer.from == seat || offer.to == seat);
        Own {
            goal: self.goals.get(seat.index()).copied().unwrap_or_default(),
            purse: self.purses[seat.index()],
            coins: offer.map(|offer| offer.coins),
        }
    }

    /// What comes after a turn.
    fn next(&self) -> Event {
        let last = self.turn.index() + 1 == self.purses.len();
        match last {
            true if self.round == self.setup.rounds => Event::Over,
            true => Event::Turn { seat: Seat(0), round: self.round + 1 },
            false => Event::Turn { seat: Seat(self.turn.0 + 1), round: self.round },
        }
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
        Ok(Haggle {
            setup: setup.clone(),
            seed,
            goals: Vec::new(),
            purses: vec![0; seats],
            lots: 0,
            turn: Seat(0),
            round: 1,
            offer: None,
            over: false,
        })
    }

    fn opening(&self, events: &mut Vec<Event>) {
        let mut chance = self.seed.stream(0);
        let most = u64::from(self.setup.rounds) * u64::from(LOT);
        let goals = self.purses.iter().map(|_| 1 + chance.below(most) as u16).collect();
        events.extend([Event::Sworn { goals }, Event::Turn { seat: Seat(0), round: 1 }]);
    }

    fn seats(&self) -> SeatSet {
        Seat::all(self.purses.len()).collect()
    }

    fn awaiting(&self) -> SeatSet {
        self.awaited().into_iter().collect()
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn decide(&self, by: Seat, command: &Command, events: &mut Vec<Event>) -> Result<(), Refused> {
        match (*command, self.offer) {
            (Command::Answer { accept: accepted }, Some(Offer { from, to, coins }))
                if to == by && !self.over =>
            {
                events.extend([Event::Answered { from, to, coins, accepted }, self.next()]);
            }
            (Command::Answer { .. }, _) => return Err(Refused::NoOffer),
            _ if self.awaited() != Some(by) || self.offer.is_some() => {
                return Err(Refused::NotYourTurn);
            }
            (Command::Pass, _) => events.extend([Event::Passed { seat: by }, self.next()]),
            (Command::Offer { to, .. }, _) if to == by || !self.seats().contains(to) => {
                return Err(Refused::NoSuchSeat);
            }
            (Command::Offer { coins, .. }, _) if coins > LOT => return Err(Refused::TooMany),
            (Command::Offer { to, coins }, _) => {
                events.push(Event::Offered { from: by, to, coins });
            }
        }
        Ok(())
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Sworn { goals } => self.goals.clone_from(goals),
            Event::Offered { from, to, coins } => {
                self.offer = Some(Offer { from: *from, to: *to, coins: *coins });
            }
            Event::Answered { from, to, coins, accepted } => {
                self.offer = None;
                if *accepted {
                    self.lots += 1;
                    self.purses[from.index()] += u16::from(LOT - coins);
                    self.purses[to.index()] += u16::from(*coins);
                }
            }
            Event::Passed { .. } => {}
            Event::Turn { seat, round } => (self.turn, self.round) = (*seat, *round),
            Event::Over => self.over = true,
        }
    }

    fn view_into(&self, audience: Audience, view: &mut View) {
        let all = self.over || audience == Audience::Replay;
        *view = View {
            round: self.round,
            turn: Some(self.turn).filter(|_| !self.over),
            asked: self.offer.map(|offer| offer.to),
            lots: self.lots,
            own: audience.seat().map(|seat| self.own(seat)),
            opened: self.seats().into_iter().filter(|_| all).map(|seat| self.own(seat)).collect(),
        };
    }

    fn options_into(&self, seat: Seat, options: &mut Options) {
        let turn = self.awaited() == Some(seat) && self.offer.is_none();
        let others = self.seats().into_iter().filter(|other| turn && *other != seat);
        let answer = self.awaited() == Some(seat) && self.offer.is_some();
        *options = Options { offer: others.collect(), pass: turn, answer };
    }

    fn witness(&self, _: &Event) {}

    fn notice(event: &Event, (): (), audience: Audience) -> Option<Notice> {
        Some(match *event {
            Event::Sworn { ref goals } => {
                Notice::Sworn { goal: *goals.get(audience.seat()?.index())? }
            }
            Event::Offered { from, to, coins } => {
                let told = [Audience::Seat(from), Audience::Seat(to), Audience::Replay];
                let coins = Some(coins).filter(|_| told.contains(&audience));
                Notice::Offered { from, to, coins }
            }
            Event::Answered { from, to, accepted, .. } => Notice::Answered { from, to, accepted },
            Event::Passed { seat } => Notice::Passed { seat },
            Event::Turn { seat, round } => Notice::Turn { seat, round },
            Event::Over => Notice::Over,
        })
    }

    fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a state is plain data")
    }
}

#[derive(Clone, PartialEq, Debug, Error)]
#[error("seats: two to six share out one to fifty lots each")]
pub struct SetupError;

impl parley::Options for Options {
    type Command = Command;

    fn moves(&self) -> u64 {
        let offers = self.offer.len() as u64 * (u64::from(LOT) + 1);
        offers + u64::from(self.pass) + 2 * u64::from(self.answer)
    }

    fn words(&self) -> u64 {
        0
    }

    fn nth_move(&self, n: u64) -> Option<Command> {
        let each = u64::from(LOT) + 1;
        match self.offer.get((n / each) as usize) {
            Some(to) => Some(Command::Offer { to: *to, coins: (n % each) as u8 }),
            None if n >= self.moves() => None,
            None if self.answer => Some(Command::Answer { accept: n == 0 }),
            None => Some(Command::Pass),
        }
    }

    fn nth_word(&self, _: u64) -> Option<Command> {
        None
    }

    fn contains(&self, command: &Command) -> bool {
        (0..self.moves()).any(|n| self.nth_move(n).as_ref() == Some(command))
    }
}

/// Offers half of a lot to anybody, and takes what is fair.
fn play(view: &View, options: &Options, chance: &mut Chance) -> Option<Command> {
    let own = view.own.as_ref()?;
    match own.coins {
        Some(coins) if options.answer => Some(Command::Answer { accept: coins >= LOT / 2 }),
        _ => match options.offer.len() {
            0 => options.sample_move(chance),
            some => Some(Command::Offer { to: options.offer[chance.index(some)], coins: LOT / 2 }),
        },
    }
}
