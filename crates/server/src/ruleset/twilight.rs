//! Twilight as a server hosts it.

use backchannel::signal::Language;
use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;
use twilight::{Command, Game, Notice, Options, View};

use super::{Attention, Call, Duty, Player, Ruleset};

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Twilight")]
pub struct Line {
    pub notice: Notice,
}

impl Ruleset for Game {
    type Line = Line;
    type ViewPatch<'a> = &'a View;
    type OptionsPatch<'a> = &'a Options;

    fn line(&self, notice: Notice, _: Language) -> Line {
        Line { notice }
    }

    /// The board game is played elsewhere, in its own time.
    fn duty(&self) -> Option<Duty> {
        None
    }

    fn attention(view: &View, _: &Options, seat: Seat) -> Attention {
        let proposals = view.own.as_ref().map_or(0, |own| own.received.len() as u16);
        Attention { turn: view.decides == Some(seat), proposals }
    }

    fn round(view: &View) -> u16 {
        view.round.0
    }

    fn caretake(&self, _: Seat) -> Option<Command> {
        None
    }

    fn player(&self, _: &str) -> Option<Box<dyn Player<Game>>> {
        None
    }

    fn calls(notice: &Notice, reader: Seat) -> Call {
        match notice {
            Notice::Happened { event } => match **event {
                twilight::Event::Offered { to, .. } if to == reader => Call::Proposal,
                _ => Call::Nothing,
            },
            _ => Call::Nothing,
        }
    }

    fn is_word(_: &Command) -> bool {
        false
    }

    fn patch_view<'a>(_: &'a View, after: &'a View) -> &'a View {
        after
    }

    fn patch_options<'a>(before: &'a Options, after: &'a Options) -> Option<&'a Options> {
        (before != after).then_some(after)
    }
}
