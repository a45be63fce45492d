//! Who plays each seat, and whether the table is paused.

use std::cell::LazyCell;

use parley::Seat;

use super::body::TableChange;
use crate::lobby::masks::{self, Viewing};
use crate::lobby::record::{Holding, TableRecord};
use crate::lobby::shown;
use crate::ruleset::Ruleset;
use crate::wire::live::PlayedBy;
use crate::wire::person::PersonId;
use crate::wire::table::{Standing, TableSeat};

/// The people and bots at a table that is being played.
#[derive(Clone, Debug)]
pub(crate) struct Company {
    seats: Vec<Member>,
    anonymous: bool,
    pub paused: bool,
    pub closed: bool,
    /// Whether the bots that are left play to the end at once.
    pub skipped: bool,
    /// How long bots wait before a move, in milliseconds, as it was last chosen.
    chosen_pace_ms: u32,
    /// Counts the changes of all this.
    version: u32,
}

#[derive(Clone, Debug)]
struct Member {
    /// The name of the seat at this table.
    name: String,
    holding: Holding,
    relieved: bool,
    timeouts: u8,
    asks_pause: bool,
}

impl Company {
    pub fn of<G: Ruleset>(record: &TableRecord) -> Company {
        // Only records of the first releases lack the names of seats.
        let settings = LazyCell::new(|| record.settings.game.read::<G::Settings>().ok());
        let label = |seat| settings.as_ref().map(|settings| G::label(settings, seat));
        let member = |seat: Seat| Member {
            name: shown::called(record, seat, false, || label(seat)),
            holding: record.seats[seat.index()].clone(),
            relieved: false,
            timeouts: 0,
            asks_pause: false,
        };
        let seats = Seat::all(record.seats.len()).map(member).collect();
        let anonymous = record.settings.anonymous;
        Company {
            seats,
            anonymous,
            paused: false,
            closed: false,
            skipped: false,
            chosen_pace_ms: record.settings.bot_pace_ms,
            version: 0,
        }
    }

    /// Changes whenever anybody could see a difference.
    pub fn version(&self) -> u32 {
        self.version
    }

    pub fn apply(&mut self, change: TableChange) {
        self.version += 1;
        match change {
            TableChange::AskedPause { seat, asks } => {
                self.member(seat).asks_pause = asks;
                self.paused = self.all_ask();
            }
            TableChange::Resumed => self.rest_is_over(),
            TableChange::Relieved { seat } => self.member(seat).relieved = true,
            TableChange::Returned { seat } => {
                let member = self.member(seat);
                (member.relieved, member.timeouts) = (false, 0);
            }
            TableChange::Closed => self.closed = true,
            TableChange::Paced { bot_pace_ms } => self.chosen_pace_ms = bot_pace_ms,
            TableChange::Skipped => self.skipped = true,
        }
    }

    /// How long bots wait before a move, in milliseconds.
    pub fn bot_pace_ms(&self) -> u32 {
        if self.skipped { 0 } else { self.chosen_pace_ms }
    }

    fn rest_is_over(&mut self) {
        self.paused = false;
        self.seats.iter_mut().for_each(|member| member.asks_pause = false);
    }

    /// A seat's turn or window has ended. Counts those that a caretaker had to end, and resets the count when the
    /// person ends one in time.
    ///
    /// Nothing is counted earlier, because whatever else a seat does may be secret.
    pub fn ended(&mut self, seat: Seat, hand: PlayedBy) {
        let member = self.member(seat);
        let before = member.timeouts;
        match hand {
            PlayedBy::Caretaker => member.timeouts = before.saturating_add(1),
            PlayedBy::Person => member.timeouts = 0,
            PlayedBy::Bot => {}
        }
        let counted = member.timeouts != before;
        self.version += u32::from(counted);
    }

    fn member(&mut self, seat: Seat) -> &mut Member {
        &mut self.seats[seat.index()]
    }

    /// Whether every person who plays their own seat asks for a pause.
    fn all_ask(&self) -> bool {
        let mut people = self.seats.iter().filter(|member| member.is_person() && !member.relieved);
        let first = people.next();
        first.is_some_and(|member| member.asks_pause) && people.all(|member| member.asks_pause)
    }

    /// The bot that plays a seat, if one does. For somebody who is away it is `relief`.
    pub fn bot(&self, seat: Seat, relief: Option<&str>) -> Option<String> {
        match &self.seats.get(seat.index())? {
            Member { holding: Holding::Bot { bot, .. }, .. } => Some(bot.clone()),
            Member { relieved: true, .. } => relief.map(str::to_owned),
            _ => None,
        }
    }

    pub fn is_person(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|member| member.is_person() && !member.relieved)
    }

    /// Whether the seat is a person's, also while a bot plays it.
    pub fn has_person(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(Member::is_person)
    }

    pub fn is_relieved(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|member| member.relieved)
    }

    pub fn timeouts(&self, seat: Seat) -> u8 {
        self.seats.get(seat.index()).map_or(0, |member| member.timeouts)
    }

    pub fn asks_pause(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|member| member.asks_pause)
    }

    /// The seats as `viewer` sees them. Who wears a mask is revealed when the game is over.
    pub fn places(&self, standing: Standing, viewer: Option<&PersonId>) -> Vec<TableSeat> {
        let anonymous = self.anonymous;
        Seat::all(self.seats.len())
            .map(|seat| self.seats[seat.index()].place(seat, (anonymous, standing), viewer))
            .collect()
    }

    /// The seats that were given to bots, and which bot each is.
    pub fn bots(&self) -> Vec<(Seat, &str)> {
        let seats = Seat::all(self.seats.len()).zip(&self.seats);
        let bots = seats.filter_map(|(seat, member)| match &member.holding {
            Holding::Bot { bot, .. } => Some((seat, &**bot)),
            Holding::Nobody | Holding::Person { .. } => None,
        });
        bots.collect()
    }

    /// Those of them that can be recognised.
    pub fn known_bots(&self, standing: Standing) -> Vec<(Seat, &str)> {
        match masks::are_worn(self.anonymous, standing) {
            true => Vec::new(),
            false => self.bots(),
        }
    }
}

impl Member {
    fn is_person(&self) -> bool {
        matches!(self.holding, Holding::Person { .. })
    }

    fn place(&self, seat: Seat, masks: (bool, Standing), viewer: Option<&PersonId>) -> TableSeat {
        let viewer = Viewing { person: viewer, owns: false };
        let (holder, yours) = masks::behind(&self.holding, masks, viewer);
        TableSeat {
            seat,
            name: self.name.clone(),
            holder,
            yours,
            picked: None,
            entropy: None,
            relieved: self.relieved,
            timeouts: self.timeouts,
            asks_pause: self.asks_pause,
        }
    }
}
