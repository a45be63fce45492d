//! What a seat may do now as a short numbered list of sentences, for players who are not built for this game.
//!
//! The list leaves out amounts in between and other ways to fill slots: any command that the options contain may be
//! sent, listed or not.

use parley::{Language, Options as _, Seat};

use crate::card::{Card, Cards, Slots};
use crate::command::{Command, Mode, Target};
use crate::options::{Answer, Assault, March, Options, Pitch, Placing, Targets};
use crate::phrases;
use crate::settings::Rules;
use crate::signal::Signals;
use crate::tactical::GAMBLE_CARDS;
use crate::view::View;
use crate::wording;

/// The longest menu.
pub const MOST_ENTRIES: usize = 1000;

/// How many ways to burn cards are listed.
const GAMBLES: u64 = 6;

/// One line of a menu. Its place in the list is its number.
#[derive(Clone, PartialEq, Debug)]
pub struct MenuEntry {
    /// The kind of command, as commands are named in JSON.
    pub verb: &'static str,
    /// The command as a sentence.
    pub text: String,
    pub command: Command,
}

/// What the seat of a view may do: answers first, then what ends a phase, then moves, then words. The same view and
/// options give the same list.
pub fn menu(rules: &Rules, view: &View, options: &Options, language: Language) -> Vec<MenuEntry> {
    let mut menu = Menu { rules, options, found: Vec::new() };
    menu.answers();
    menu.plain();
    menu.on_the_map();
    menu.in_the_window();
    menu.words(view);
    let listed = menu.found.into_iter().filter(|command| options.contains(command));
    let listed = listed.take(MOST_ENTRIES).map(|command| MenuEntry {
        verb: wording::verb(&command),
        text: wording::sentence(rules, view, &command, language),
        command,
    });
    listed.collect()
}

struct Menu<'a> {
    rules: &'a Rules,
    options: &'a Options,
    found: Vec<Command>,
}

impl Menu<'_> {
    fn add(&mut self, command: Command) {
        if !self.found.contains(&command) {
            self.found.push(command);
        }
    }

    fn answers(&mut self) {
        for &Answer { proposal, slots, affordable } in &self.options.answer {
            for slots in self.fillings(slots).into_iter().filter(|_| affordable) {
                self.add(Command::Accept { proposal, slots });
            }
            self.add(Command::Decline { proposal });
        }
    }

    fn plain(&mut self) {
        let plain = [
            (self.options.end_attack, Command::EndAttack),
            (self.options.end_turn, Command::EndTurn),
            (self.options.pass, Command::Pass),
        ];
        plain.into_iter().filter(|(open, _)| *open).for_each(|(_, command)| self.add(command));
    }

    fn on_the_map(&mut self) {
        for &Placing { on, most } in &self.options.deploy {
            for troops in [most, most.div_ceil(2), 1] {
                self.add(Command::Deploy { to: on, troops });
            }
        }
        for &Assault { from, to, stop_loss } in &self.options.attack {
            for to in to {
                if stop_loss.is_some() {
                    self.add(Command::Attack { from, to, mode: Mode::Blitz });
                }
                self.add(Command::Attack { from, to, mode: Mode::Once });
            }
        }
        if let Some(span) = self.options.occupy {
            self.add(Command::Occupy { troops: span.most });
            self.add(Command::Occupy { troops: span.least });
        }
        for &March { from, to, most } in &self.options.reinforce {
            for to in to {
                self.add(Command::Reinforce { from, to, troops: most });
            }
        }
    }

    fn in_the_window(&mut self) {
        for pitch in &self.options.propose {
            for to in pitch.to {
                for against in thirds(pitch, to) {
                    for slots in self.fillings(pitch.slots) {
                        self.add(Command::Propose { to, card: pitch.card, slots, against });
                    }
                }
            }
        }
        for ploy in &self.options.play {
            for target in self.aims(&ploy.targets) {
                self.add(Command::Play { card: ploy.card, target });
            }
        }
        self.options.apply.iter().for_each(|&card| self.add(Command::Apply { card }));
        if self.options.gamble {
            let ways =
                (0..GAMBLES).map_while(|n| self.options.free.nth_way(GAMBLE_CARDS.into(), n));
            ways.for_each(|cards| self.add(Command::Gamble { cards }));
        }
    }

    /// The phrases that fit the moment, and every reaction. Any other signal may be said as well.
    fn words(&mut self, view: &View) {
        for phrase in phrases::quick(self.rules, view) {
            self.add(Command::Signal { to: phrase.to, signal: phrase.signal });
        }
        for &signal in &self.options.react {
            for (reaction, _) in Signals::standard().catalogue().reactions() {
                self.add(Command::React { signal, reaction });
            }
        }
    }

    fn aims(&self, targets: &Targets) -> Vec<Target> {
        match targets {
            Targets::Nothing => vec![Target::Nothing],
            Targets::Territories(set) => set.into_iter().map(Target::Territory).collect(),
            Targets::Seats(set) => set.into_iter().map(Target::Seat).collect(),
            Targets::Treaties => {
                self.options.treaties.iter().copied().map(Target::Treaty).collect()
            }
        }
    }

    /// The least and the most that can be put in.
    fn fillings(&self, slots: u8) -> Vec<Slots> {
        if slots == 0 {
            return vec![Slots::NONE];
        }
        let mut cards: Vec<Card> = Cards::iter(&self.options.free_troops).collect();
        cards.sort_by_key(|&card| self.rules.cards.value(card));
        let count = usize::from(slots);
        let (least, most) = (cards.iter().take(count), cards.iter().rev().take(count));
        let filled = [least.copied().collect::<Vec<_>>(), most.copied().collect()];
        let whole = filled.into_iter().filter(|cards| cards.len() == count);
        whole.filter_map(|cards| Slots::new(&cards).ok()).collect()
    }
}

/// The seats that a proposal may name; one unnamed if it names nobody.
fn thirds(pitch: &Pitch, to: Seat) -> Vec<Option<Seat>> {
    if !pitch.names_third {
        return vec![None];
    }
    pitch.thirds.with(to).into_iter().map(Some).collect()
}
