//! Who sits where: every bot plays every seat equally often.

/// The bots of a line-up, each with the number of seats it has in it.
#[derive(Clone, Debug)]
pub(crate) struct Lineup {
    /// Each bot once, in the order in which they were named.
    pub names: Vec<String>,
    /// The bot at each place of the line-up, as an index into `names`.
    lineup: Vec<usize>,
}

impl Lineup {
    /// If there are fewer bots than seats, the line-up repeats.
    pub(crate) fn new(bots: &[String], seats: usize) -> Lineup {
        let mut names: Vec<String> = Vec::new();
        let mut lineup = Vec::with_capacity(seats);
        for name in bots.iter().cycle().take(seats) {
            let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.clone());
                names.len() - 1
            });
            lineup.push(at);
        }
        Lineup { names, lineup }
    }

    /// The bot on `seat` in game `game`: the line-up moves on by one seat a game.
    pub(crate) fn bot(&self, game: u64, seat: usize) -> usize {
        let seats = self.lineup.len() as u64;
        self.lineup[((seat as u64 + game) % seats) as usize]
    }

    /// How many places a bot has.
    pub(crate) fn places(&self, bot: usize) -> usize {
        self.lineup.iter().filter(|&&at| at == bot).count()
    }
}

#[cfg(test)]
mod tests {
    use super::Lineup;

    #[test]
    fn every_place_of_the_line_up_comes_to_every_seat() {
        let seating = Lineup::new(&["a".to_owned(), "b".to_owned(), "c".to_owned()], 4);
        assert_eq!((seating.places(0), seating.places(1), seating.places(2)), (2, 1, 1));
        for seat in 0..4 {
            let mut sat: Vec<usize> = (0..4).map(|game| seating.bot(game, seat)).collect();
            sat.sort_unstable();
            assert_eq!(sat, [0, 0, 1, 2]);
        }
    }
}
