//! Twilight as a server hosts it.

use std::sync::Arc;

use backchannel::signal::Language;
use parley::{Game as _, Seat, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use twilight::judgement::Judgement;
use twilight::narrate::{self, Category, Piece};
use twilight::{Command, Game, Notice, Options, Setup, Term, View};

use crate::api::bounds;
use crate::raw::Raw;
use crate::store::Store;
use crate::table::trouble;
use crate::wire::Problem;
use crate::work::Work;

use super::{Attention, Call, Duty, Player, Ruleset, unplayable};

/// A deal in the making.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Idea {
    pub to: Seat,
    #[schemars(length(min = 1, max = 12))]
    pub terms: Vec<Term>,
}

/// The desk draws no chance.
const UNUSED: Seed = Seed::from_bytes([0; 32]);

/// What happened, as data and in words.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Twilight")]
pub struct Line {
    pub notice: Notice,
    pub line: Vec<Piece>,
    /// The filters that show it.
    pub filters: Vec<Category>,
    /// The round in which it happened.
    pub round: u16,
}

impl Ruleset for Game {
    type Basis = Arc<Setup>;
    type Cache = ();
    type Line = Line;
    type ViewPatch<'a> = &'a View;
    type OptionsPatch<'a> = &'a Options;

    async fn basis(_: &dyn Store, (): &(), setup: &Raw) -> Result<Arc<Setup>, Problem> {
        let setup = setup.clone();
        let playable = Work::Folding.run(move || {
            let setup = setup.read::<Setup>().map_err(|error| error.to_string())?;
            match Game::start(&setup, UNUSED) {
                Ok(_) => Ok(Arc::new(setup)),
                Err(error) => Err(error.to_string()),
            }
        });
        playable.await?.map_err(unplayable)
    }

    fn check_bounds(command: &Raw) -> Result<(), Problem> {
        let Ok(tree) = command.read::<serde_json::Value>() else { return Ok(()) };
        bounds::check::<Command>(&tree).map_err(|problem| {
            let field = problem.field.as_deref().map(|field| format!("command.{field}").into());
            Problem { field, ..problem }
        })
    }

    fn begin(basis: &Arc<Setup>, seed: Seed) -> Game {
        Game::start(basis, seed).expect("it was tried when the basis was made")
    }

    fn setup(basis: &Arc<Setup>) -> Setup {
        (**basis).clone()
    }

    fn line(&self, notice: Notice, round: u16, _: Language) -> Line {
        let (line, filters) = (narrate::line(&notice, self), notice.categories().to_vec());
        Line { notice, line, filters, round }
    }

    fn current_round(&self) -> u16 {
        self.round().0
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
            Notice::Offered { to, .. } if *to == reader => Call::Proposal,
            _ => Call::Nothing,
        }
    }

    fn consider(&self, by: Seat, Idea { to, terms }: Idea) -> Result<Box<Judgement>, Problem> {
        let judgement = Game::consider(self, by, to, terms);
        judgement.map(Box::new).map_err(|refusal| trouble::refused(&refusal))
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
