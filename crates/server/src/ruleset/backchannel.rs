//! Backchannel as a server hosts it.

use std::sync::Arc;

use backchannel::refusal::PhaseName;
use backchannel::signal::{Language, Piece};
use backchannel::{Category, Command, Game, Notice, Options, Rules, View, narrate};
use bots::Bot;
use parley::{Chance, Game as _, Seat, SeatSet};
use schemars::JsonSchema;
use serde::Serialize;

use super::patch::{OptionsPatch, ViewPatch};
use super::{Attention, Call, Duty, Player, Ruleset};
use crate::wire::clock::Stage;

/// What happened, as data and in words.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Backchannel")]
pub struct Line {
    pub notice: Notice,
    pub line: Vec<Piece>,
    /// The filters that show it.
    pub filters: Vec<Category>,
    /// The round in which it happened.
    pub round: u16,
}

const CATEGORIES: [Category; 4] =
    [Category::Combat, Category::Public, Category::Signals, Category::Deals];

impl Ruleset for Game {
    type Line = Line;
    type ViewPatch<'a> = ViewPatch<'a>;
    type OptionsPatch<'a> = OptionsPatch<'a>;

    fn line(&self, notice: Notice, language: Language) -> Line {
        let filters = CATEGORIES.into_iter().filter(|category| notice.is_in(*category)).collect();
        let line = narrate::line(&notice, self.rules(), language);
        Line { notice, line, filters, round: self.round().0 }
    }

    fn duty(&self) -> Option<Duty> {
        let window = self.phase()? == PhaseName::Window;
        let stage = if window { Stage::Window } else { Stage::Turn };
        Some(Duty { seat: self.turn(), stage, round: self.round().0 })
    }

    fn attention(view: &View, options: &Options, seat: Seat) -> Attention {
        Attention { turn: view.turn == Some(seat), proposals: options.answer.len() as u16 }
    }

    fn round(view: &View) -> u16 {
        view.round.0
    }

    fn caretake(&self, seat: Seat) -> Option<Command> {
        let options = self.options(seat);
        if let Some(placing) = options.deploy.iter().max_by_key(|placing| placing.most) {
            return Some(Command::Deploy { to: placing.on, troops: placing.most });
        }
        match options {
            Options { occupy: Some(span), .. } => Some(Command::Occupy { troops: span.least }),
            Options { end_attack: true, .. } => Some(Command::EndAttack),
            Options { end_turn: true, .. } => Some(Command::EndTurn),
            Options { pass: true, .. } => Some(Command::Pass),
            _ => None,
        }
    }

    fn player(&self, bot: &str) -> Option<Box<dyn Player<Game>>> {
        let bot = bots::by_name(bot).ok()?;
        Some(Box::new(Seated { bot, rules: Arc::clone(self.rules()) }))
    }

    fn calls(notice: &Notice, reader: Seat) -> Call {
        match *notice {
            Notice::Proposed { to, .. } if to == reader => Call::Proposal,
            Notice::Signalled { from, .. } if from != reader => Call::Signal,
            Notice::TurnStarted { .. } => Call::Turn,
            _ => Call::Nothing,
        }
    }

    fn is_word(command: &Command) -> bool {
        matches!(command, Command::Signal { .. } | Command::React { .. })
    }

    fn patch_view<'a>(before: &'a View, after: &'a View) -> ViewPatch<'a> {
        ViewPatch::between(before, after)
    }

    fn patch_options<'a>(before: &'a Options, after: &'a Options) -> Option<OptionsPatch<'a>> {
        Some(OptionsPatch::between(Some(before), after)).filter(|patch| !patch.is_empty())
    }
}

/// A bot with the rules of its table.
struct Seated {
    bot: Box<dyn Bot>,
    rules: Arc<Rules>,
}

impl Player<Game> for Seated {
    fn act(
        &mut self,
        view: &View,
        options: &mut Options,
        chance: &mut Chance,
        silent: bool,
    ) -> Option<Command> {
        hush(options, silent);
        Some(self.bot.act(&self.rules, view, options, chance))
    }

    fn answer(
        &mut self,
        view: &View,
        options: &mut Options,
        chance: &mut Chance,
        silent: bool,
    ) -> Option<Command> {
        hush(options, silent);
        let is_out = options.seat.is_none();
        if is_out || (silent && options.answer.is_empty()) {
            return None;
        }
        self.bot.answer(&self.rules, view, options, chance)
    }
}

/// A seat that has said enough for this turn is given nothing to say.
fn hush(options: &mut Options, silent: bool) {
    if silent {
        (options.broadcast, options.signal) = (false, SeatSet::EMPTY);
        options.react.clear();
    }
}
