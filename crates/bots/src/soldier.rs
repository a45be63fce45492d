//! A bot that fights well and sends no signals.

use backchannel::{Command, Options, Rules, View};
use parley::{Chance, Options as _};

use crate::front::Attitude;
use crate::marshal::Marshal;
use crate::weights::Weights;
use crate::window::{self, Stance};
use crate::{Bot, Level};

/// Plays the board, sends no signals and declines every proposal.
#[derive(Default)]
pub struct Soldier {
    marshal: Marshal,
}

impl Soldier {
    pub fn new(level: Level) -> Soldier {
        Soldier::by_weights(level.weights())
    }

    pub(crate) fn by_weights(weights: Weights) -> Soldier {
        Soldier { marshal: Marshal::new(weights) }
    }
}

impl Bot for Soldier {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        self.marshal.read(rules, view, &Attitude::default());
        if let Some(order) = self.marshal.order(rules, view, options) {
            return order;
        }
        if options.pass {
            return window::best(rules, view, options, &self.marshal, Stance::default()).command;
        }
        options.sample_move(chance).expect("a seat at its turn can do something")
    }

    fn answer(
        &mut self,
        _: &Rules,
        _: &View,
        options: &Options,
        _: &mut Chance,
    ) -> Option<Command> {
        let waiting = options.answer.first()?;
        Some(Command::Decline { proposal: waiting.proposal })
    }
}
