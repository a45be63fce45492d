//! A bot that offers half of a lot to anybody, and accepts what is fair.

use parley::Chance;
use server::ruleset::BotPlayer;

use super::model::{Command, Options, View};
use super::rules::{Haggle, LOT};

pub struct Trader;

impl BotPlayer<Haggle> for Trader {
    fn act(
        &mut self,
        view: &View,
        options: &mut Options,
        chance: &mut Chance,
        silent: bool,
    ) -> Option<Command> {
        let fair = |command: &&Command| matches!(command, Command::Offer { coins, .. } if *coins == LOT / 2);
        let offers: Vec<&Command> = options.commands.iter().filter(fair).collect();
        match offers.len() {
            0 => self.answer(view, options, chance, silent),
            some => Some(*offers[chance.index(some)]),
        }
    }

    fn answer(
        &mut self,
        view: &View,
        options: &mut Options,
        _: &mut Chance,
        _silent: bool,
    ) -> Option<Command> {
        let accept = view.own.as_ref()?.coins? >= LOT / 2;
        let answer = Command::Answer { accept };
        options.commands.contains(&answer).then_some(answer)
    }
}
