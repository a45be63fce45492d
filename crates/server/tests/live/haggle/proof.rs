//! What the contract suite needs from Haggle.

use parley::contract::{Lookalikes, Subject, examine};
use parley::{Chance, Game as _, Seat, SeatSet, Seed};

use super::model::{Command, Setup};
use super::rules::{Haggle, LOT};

impl Subject for Haggle {
    fn any_command(&self, chance: &mut Chance) -> Command {
        match chance.below(3) {
            0 => Command::Offer { to: Seat(chance.below(8) as u8), coins: chance.below(14) as u8 },
            1 => Command::Answer { accept: chance.one_in(2) },
            _ => Command::Pass,
        }
    }

    fn audit(&self) -> Result<(), String> {
        let coins: u16 = self.purses.iter().sum();
        match coins == self.lots * u16::from(LOT) {
            true => Ok(()),
            false => Err(format!("{} lots make {coins} coins", self.lots)),
        }
    }

    fn twin(&self, seat: Seat, chance: &mut Chance) -> Haggle {
        let mut twin = self.clone();
        let others: Vec<Seat> = self.seats().into_iter().filter(|it| *it != seat).collect();
        for other in &others {
            if let Some(goal) = twin.goals.get_mut(other.index()) {
                *goal = 1 + chance.below(30) as u16;
            }
        }
        // Two purses that the seat cannot see get other amounts.
        if let [one, other, ..] = others[..] {
            let both = twin.purses[one.index()] + twin.purses[other.index()];
            let share = chance.below(u64::from(both) + 1) as u16;
            (twin.purses[one.index()], twin.purses[other.index()]) = (share, both - share);
        }
        if let Some(offer) = twin.offer.as_mut().filter(|it| it.from != seat && it.to != seat) {
            offer.coins = chance.below(u64::from(LOT) + 1) as u8;
        }
        twin
    }

    fn is_quiet(&self, _: Seat, _: Seat, _: &Command) -> bool {
        true
    }

    fn lookalikes(&self, by: Seat, chance: &mut Chance) -> Option<Lookalikes<Command>> {
        let Some(Command::Offer { to, .. }) = self.options(by).commands.first().copied() else {
            return None;
        };
        let coins = chance.below(u64::from(LOT)) as u8;
        let offer = |coins| vec![(by, Command::Offer { to, coins })];
        let (one, other) = (offer(coins), offer(coins + 1));
        Some(Lookalikes { one, other, in_the_know: SeatSet::from_iter([by, to]) })
    }
}

#[test]
fn haggle_keeps_the_contract() {
    for seats in 2..=6 {
        let names = (0..seats).map(|seat| format!("Seat {seat}")).collect();
        let setup = Setup { names, rounds: 4 };
        for game in 0..20 {
            let tally = examine::<Haggle>(&setup, Seed::numbered(game, seats), 500);
            let tally = tally.unwrap_or_else(|breach| panic!("{breach}"));
            assert_eq!(tally.finished, 1);
            assert!(tally.events > 0 && tally.refusals > 0);
        }
    }
}
