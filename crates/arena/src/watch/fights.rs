//! What each seat lost, played and survived.

use backchannel::settings::MOST_SEATS;
use backchannel::{Card, CardKind, Event, Rules};
use parley::{Round, Seat};

use super::row::SeatRow;

/// Follows losses, eliminations and tactical cards.
#[derive(Default)]
pub(super) struct FightWatch {
    lost: [u32; MOST_SEATS],
    /// Who was eliminated, in order, and in which round.
    out: Vec<(Seat, Round)>,
    played: Vec<(Seat, Card)>,
}

impl FightWatch {
    pub(super) fn note(&mut self, round: Round, event: &Event) {
        match *event {
            Event::Fought { battle } => {
                self.lost[battle.attacker.index()] += battle.attacker_lost;
                if let Some(defender) = battle.defender {
                    self.lost[defender.index()] += battle.defender_lost;
                }
            }
            Event::TrapSprung { attacker, lost, .. } => self.lost[attacker.index()] += lost,
            Event::Eliminated { seat, .. } => self.out.push((seat, round)),
            Event::Played { seat, card, .. } => self.played.push((seat, card)),
            _ => {}
        }
    }

    pub(super) fn write(&self, rules: &Rules, rows: &mut [SeatRow]) {
        for &(seat, round) in &self.out {
            rows[seat.index()].survived = round.0;
        }
        for &(seat, card) in &self.played {
            if matches!(rules.cards.kind(card), CardKind::Tactical { .. }) {
                let id = rules.cards.spec(card).id.clone();
                *rows[seat.index()].tactics.entry(id).or_default() += 1;
            }
        }
        let ranks: Vec<_> = rows.iter().map(|row| self.rank(row)).collect();
        for ((row, lost), rank) in rows.iter_mut().zip(self.lost).zip(&ranks) {
            row.troops_lost = lost;
            row.place = 1 + ranks.iter().filter(|other| *other > rank).count() as u8;
        }
    }

    /// What places are decided by: a win, which is shared evenly, the score, and how late the seat was eliminated.
    fn rank(&self, row: &SeatRow) -> (bool, u16, usize) {
        if row.won > 0.0 {
            return (true, 0, 0);
        }
        let out = self.out.iter().position(|(seat, _)| seat.0 == row.seat);
        (false, row.score, out.unwrap_or(usize::MAX))
    }
}
