//! Recorded games as examples for learners: what a seat saw, what it could choose, and what it chose.

use backchannel::{Game, Options, View};
use parley::replay::Replay;
use parley::{Audience, Game as _, Seat, SeatSet};

use crate::choice::CHOICES;
use crate::composer::Composer;
use crate::observe::observe;
use crate::plan::EnvPlan;
use crate::policy::spread;

/// One choice of a recorded game.
#[derive(Clone, PartialEq, Debug)]
pub struct Demonstration {
    pub seat: Seat,
    pub observation: Vec<u8>,
    pub mask: [i8; CHOICES],
    pub choice: u8,
}

/// Every choice of a replay that was verified, from the set-up in `game` on. Commands that cannot be composed, such as exact
/// numbers above sixty and chained signals, are left out.
pub fn demonstrate(plan: &EnvPlan, mut game: Game, replay: &Replay<Game>) -> Vec<Demonstration> {
    let mut rows = Vec::new();
    let (mut options, mut view) = (Options::default(), View::default());
    replay.opening.events.iter().for_each(|event| game.evolve(event));
    for step in &replay.steps {
        let seat = step.seat;
        game.options_into(seat, &mut options);
        if !plan.words {
            (options.broadcast, options.signal) = (false, SeatSet::EMPTY);
            options.react.clear();
        }
        let asked = game.turn() != seat;
        let mut composer = Composer::begin(&plan.rules, &options, seat, asked);
        if let Some(choices) = composer.spell(&plan.rules, &options, &step.command) {
            game.view_into(Audience::Seat(seat), &mut view);
            for choice in choices {
                let mut observation = vec![0; plan.layout.size];
                observe(&plan.layout, &plan.rules, &view, asked, Some(&composer), &mut observation);
                let mask = spread(composer.mask(&plan.rules, &options));
                rows.push(Demonstration { seat, observation, mask, choice });
                let _ = composer.choose(&plan.rules, &options, choice.into());
            }
        }
        step.outcome.events.iter().for_each(|event| game.evolve(event));
    }
    rows
}
