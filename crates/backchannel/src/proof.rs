//! What the contract suite needs from this ruleset.

mod audit;
mod twin;

use parley::contract::{Lookalikes, Subject};
use parley::signal::{Chained, Conjunction, Reaction, Template};
use parley::{Chance, OfferRef, Options as _, Seat, SeatSet};

use crate::card::{Card, Slots};
use crate::command::{Command, Mode, SignalRef, Target};
use crate::map::Territory;
use crate::signal::{Phrase, Signal, Word, WordKind};
use crate::state::TurnPhase;
use crate::treaty::TreatyRef;
use crate::turn;
use crate::{Agreement, Game};

impl Subject for Game {
    fn any_command(&self, chance: &mut Chance) -> Command {
        if chance.one_in(2) {
            let seat = self.any_seat(chance);
            let options = parley::Game::options(self, seat);
            let sampled = if chance.one_in(4) {
                options.sample_word(chance)
            } else {
                options.sample_move(chance)
            };
            if let Some(command) = sampled {
                return command;
            }
        }
        self.nonsense(chance)
    }

    fn audit(&self) -> Result<(), String> {
        audit::audit(self.rules(), self.state())
    }

    fn twin(&self, seat: Seat, chance: &mut Chance) -> Game {
        twin::twin(self, seat, chance)
    }

    fn is_quiet(&self, seat: Seat, by: Seat, command: &Command) -> bool {
        match command {
            // Traps, fortifications and unseen garrisons decide a fight.
            Command::Attack { .. } | Command::Occupy { .. } => false,
            // The remaining deploy and the roads are known to the mover only.
            Command::Deploy { .. } | Command::Reinforce { .. } => by == seat,
            Command::EndAttack
            | Command::EndTurn
            | Command::Accept { .. }
            | Command::Decline { .. }
            | Command::Signal { .. }
            | Command::React { .. } => true,
            Command::Propose { .. }
            | Command::Play { .. }
            | Command::Apply { .. }
            | Command::Gamble { .. }
            | Command::Pass => self.next_turn_is_quiet(seat, by),
        }
    }

    fn lookalikes(&self, by: Seat, chance: &mut Chance) -> Option<Lookalikes<Command>> {
        // From a fresh deck the next seat may draw the very card that was burned.
        if self.state().deck.total() < 8 {
            return None;
        }
        let options = parley::Game::options(self, by);
        let one = options.sample_move(chance)?;
        let mut in_the_know = SeatSet::only(by);
        let other = match one {
            Command::Propose { to, .. } => {
                in_the_know = in_the_know.with(to);
                Command::Pass
            }
            Command::Decline { proposal } | Command::Accept { proposal, .. } => {
                in_the_know = in_the_know.with(proposal.from);
                let decline = Command::Decline { proposal };
                let declined = decline == one;
                if declined { self.any_acceptance(by, proposal, chance)? } else { decline }
            }
            Command::Play { .. } | Command::Apply { .. } => {
                Self::another(&options, chance, |other| {
                    matches!(other, Command::Play { .. } | Command::Apply { .. })
                })?
            }
            Command::Gamble { .. } => {
                Self::another(&options, chance, |other| matches!(other, Command::Gamble { .. }))?
            }
            Command::Deploy { .. }
            | Command::Attack { .. }
            | Command::Occupy { .. }
            | Command::EndAttack
            | Command::Reinforce { .. }
            | Command::EndTurn
            | Command::Pass
            | Command::Signal { .. }
            | Command::React { .. } => return None,
        };
        Some(Lookalikes::commands(by, one, other, in_the_know))
    }
}

impl Game {
    /// Whether nothing that is secret to `seat` is revealed when `by`'s window closes.
    ///
    /// The start of a turn shows publicly how many cards are drawn and whether there is a deploy at all, so it is
    /// quiet if secrets affect neither. A seat's own count tells it more.
    fn next_turn_is_quiet(&self, seat: Seat, by: Seat) -> bool {
        let (rules, state) = (self.rules(), self.state());
        let next = state.next_living(by);
        let starts = state.seat(next);
        let conquest = u32::from(starts.conquered) * u32::from(rules.numbers().cards_for_conquest);
        let draws = conquest + u32::from(rules.numbers().cards_per_turn);
        let room = u32::from(rules.numbers().hand_limit.saturating_sub(starts.held));
        next > by
            && next != seat
            && starts.queued.is_none()
            && turn::cards_due(rules, state, next) == draws
            && draws <= room
            && draws <= state.deck.total()
            && turn::count_deploy(rules, state, next).total > 0
    }

    fn any_acceptance(&self, by: Seat, proposal: OfferRef, chance: &mut Chance) -> Option<Command> {
        let options = parley::Game::options(self, by);
        Self::another(
            &options,
            chance,
            |other| matches!(other, Command::Accept { proposal: this, .. } if *this == proposal),
        )
    }

    /// A legal move that `wanted` accepts, if a few tries find one.
    fn another(
        options: &crate::Options,
        chance: &mut Chance,
        wanted: impl Fn(&Command) -> bool,
    ) -> Option<Command> {
        (0..32).find_map(|_| options.sample_move(chance).filter(&wanted))
    }

    fn any_seat(&self, chance: &mut Chance) -> Seat {
        match chance.below(12) {
            0 => Seat(chance.below(256) as u8),
            1 => Seat(self.rules().seats() as u8),
            _ => Seat(chance.below(self.rules().seats() as u64) as u8),
        }
    }

    fn any_territory(&self, chance: &mut Chance) -> Territory {
        match chance.below(12) {
            0 => Territory(chance.below(256) as u8),
            1 => Territory(self.rules().map.len() as u8),
            _ => Territory(chance.below(self.rules().map.len() as u64) as u8),
        }
    }

    fn any_card(&self, chance: &mut Chance) -> Card {
        match chance.below(12) {
            0 => Card(chance.below(256) as u8),
            _ => Card(chance.below(self.rules().cards.specs().len() as u64) as u8),
        }
    }

    fn any_slots(&self, chance: &mut Chance) -> Slots {
        let cards: Vec<Card> = (0..chance.below(5)).map(|_| self.any_card(chance)).collect();
        Slots::new(&cards).unwrap_or(Slots::NONE)
    }

    fn any_offer(&self, chance: &mut Chance) -> OfferRef {
        OfferRef { from: self.any_seat(chance), number: chance.below(4) as u16 }
    }

    fn any_target(&self, chance: &mut Chance) -> Target {
        match chance.below(4) {
            0 => Target::Nothing,
            1 => Target::Territory(self.any_territory(chance)),
            2 => Target::Seat(self.any_seat(chance)),
            _ => Target::Treaty(TreatyRef {
                with: self.any_seat(chance),
                agreement: any_agreement(chance),
                against: chance.one_in(2).then(|| self.any_seat(chance)),
            }),
        }
    }

    fn any_phrase(&self, chance: &mut Chance) -> Phrase {
        let kind = WordKind::ALL[chance.index(WordKind::ALL.len())];
        let filler = match chance.below(3) {
            0 => None,
            _ => Word::of(kind, chance.index(70)),
        };
        Phrase { template: Template(chance.below(70) as u8), filler }
    }

    fn any_signal(&self, chance: &mut Chance) -> Signal {
        let first = self.any_phrase(chance);
        let then = chance.one_in(2).then(|| Chained {
            by: Conjunction(chance.below(10) as u8),
            phrase: self.any_phrase(chance),
        });
        Signal { first, then }
    }

    fn nonsense(&self, chance: &mut Chance) -> Command {
        let from = self.any_territory(chance);
        let to = self.any_territory(chance);
        let troops = any_number(chance);
        match chance.below(16) {
            0 => Command::Deploy { to, troops },
            1 | 2 => Command::Attack { from, to, mode: any_mode(chance) },
            3 => Command::Occupy { troops },
            4 => Command::EndAttack,
            5 => Command::Reinforce { from, to, troops },
            6 => Command::EndTurn,
            7 | 8 => Command::Propose {
                to: self.any_seat(chance),
                card: self.any_card(chance),
                slots: self.any_slots(chance),
                against: chance.one_in(3).then(|| self.any_seat(chance)),
            },
            9 => Command::Play { card: self.any_card(chance), target: self.any_target(chance) },
            10 => Command::Apply { card: self.any_card(chance) },
            11 => Command::Gamble { cards: self.any_slots(chance) },
            12 => {
                Command::Accept { proposal: self.any_offer(chance), slots: self.any_slots(chance) }
            }
            13 => Command::Decline { proposal: self.any_offer(chance) },
            14 => Command::Signal {
                to: chance.one_in(2).then(|| self.any_seat(chance)),
                signal: self.any_signal(chance),
            },
            _ => Command::React {
                signal: SignalRef {
                    from: self.any_seat(chance),
                    public: chance.one_in(2),
                    number: chance.below(4) as u16,
                },
                reaction: Reaction(chance.below(8) as u8),
            },
        }
    }
}

fn any_agreement(chance: &mut Chance) -> Agreement {
    Agreement::ALL[chance.index(Agreement::ALL.len())]
}

fn any_number(chance: &mut Chance) -> u32 {
    match chance.below(8) {
        0 => 0,
        1 => u32::MAX,
        2 => u32::MAX / 2,
        _ => chance.below(12) as u32,
    }
}

fn any_mode(chance: &mut Chance) -> Mode {
    match chance.below(3) {
        0 => Mode::Once,
        1 => Mode::Blitz,
        _ => Mode::StopLoss(any_number(chance)),
    }
}

/// This phase cannot occur in a game that continues.
fn phase_is_sound(phase: TurnPhase, over: bool) -> bool {
    (phase == TurnPhase::Over) == over
}
