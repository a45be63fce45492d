//! Haggle as hosted by the server.

use std::sync::Arc;

use parley::{Game as _, Language, Options as _, Seat, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use server::raw::RawJson;
use server::ruleset::{
    Attention, BotKind, BotPlayer, Call, Duty, Ruleset, SeatLabel, Seating, unplayable,
};
use server::store::Store;
use server::text::within;
use server::wire::Problem;
use server::wire::clock::Stage;
use server::wire::door::CommandPurpose;
use server::wire::table::BotLevel;

use super::bot::Trader;
use super::model::{Command, Notice, Options, Setup, View};
use super::rules::{Haggle, LOT};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HaggleSettings {
    /// 2 to 6.
    pub seats: u8,
    /// 1 to 50.
    #[serde(default = "three")]
    pub rounds: u16,
}

fn three() -> u16 {
    3
}

#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Haggle")]
pub struct HaggleLine {
    pub notice: Notice,
    pub line: String,
    pub round: u16,
}

#[derive(Serialize, JsonSchema)]
pub struct HaggleReference {
    pub lot: u8,
}

impl Ruleset for Haggle {
    const NAME: &'static str = "haggle";
    const SEATING: Seating = Seating::Dealt;
    const SEATS_FIELD: &'static str = "seats";
    const BOTS: &'static [BotKind] = &[BotKind {
        name: "trader",
        character: "trader",
        level: BotLevel::Normal,
        title: "Broker",
        person: "Penny",
    }];
    const RELIEF: Option<&'static str> = Some("trader");
    const RULEBOOK: &'static str = "# Haggle\n\n## 1. The table\n\n\
        **HG-01** The seat whose turn it is makes an offer or passes.\n\n\
        **HG-02** An offer gives another seat up to ten coins of the lot. Only these two know how many (HG-01).\n\n\
        **HG-03** The seat that gets an offer answers it; then the next seat's turn begins.\n";
    const REFERENCE: &'static str = "The size of a lot";

    type Settings = HaggleSettings;
    type Reference = HaggleReference;
    type Basis = Arc<Setup>;
    type Cache = ();
    type Line = HaggleLine;
    type ViewPatch<'a> = &'a View;
    type OptionsPatch<'a> = &'a Options;
    type Memory = ();

    fn example() -> Value {
        json!({ "seats": 3 })
    }

    fn count_seats(settings: &HaggleSettings) -> usize {
        usize::from(settings.seats)
    }

    fn title(_: &HaggleSettings) -> String {
        "A pile of coins".to_owned()
    }

    fn label(_: &HaggleSettings, seat: Seat) -> SeatLabel {
        SeatLabel { given: None, free: format!("Chair {}", seat.0 + 1) }
    }

    fn check(settings: &HaggleSettings) -> Result<(), Problem> {
        within("game.seats", u32::from(settings.seats), 2, 6)?;
        within("game.rounds", u32::from(settings.rounds), 1, 50)
    }

    fn plan(
        settings: &HaggleSettings,
        names: Vec<String>,
        _masked: bool,
    ) -> Result<Setup, Problem> {
        Ok(Setup { names, rounds: settings.rounds })
    }

    fn names(setup: &Setup) -> Vec<String> {
        setup.names.clone()
    }

    async fn basis(_: &dyn Store, (): &(), setup: &RawJson) -> Result<Arc<Setup>, Problem> {
        let setup: Setup = setup.read().map_err(unplayable)?;
        Haggle::start(&setup, Seed::numbered(0, 0)).map_err(unplayable)?;
        Ok(Arc::new(setup))
    }

    fn begin(basis: &Arc<Setup>, seed: Seed) -> Haggle {
        Haggle::start(basis, seed).expect("it was tried when the basis was made")
    }

    fn setup(basis: &Arc<Setup>) -> Setup {
        (**basis).clone()
    }

    fn line(&self, notice: Notice, round: u16, _: Language) -> HaggleLine {
        let name = |seat: Seat| &self.setup.names[seat.index()];
        let line = match &notice {
            Notice::Dealt { goal } => format!("Your goal is {goal} coins."),
            Notice::Offered { from, to, coins: Some(coins) } => {
                format!("{} offers {} {coins} coins.", name(*from), name(*to))
            }
            Notice::Offered { from, to, coins: None } => {
                format!("{} makes {} an offer.", name(*from), name(*to))
            }
            Notice::Answered { by, accepted: true } => format!("{} accepts.", name(*by)),
            Notice::Answered { by, accepted: false } => format!("{} declines.", name(*by)),
            Notice::Passed { by } => format!("{} passes.", name(*by)),
        };
        HaggleLine { notice, line, round }
    }

    fn current_round(&self) -> u16 {
        self.round()
    }

    fn duty(&self) -> Option<Duty> {
        let stage = if self.offer.is_some() { Stage::Window } else { Stage::Turn };
        Some(Duty { seat: self.awaited()?, stage, round: self.round() })
    }

    fn attention(view: &View, options: &Options, seat: Seat) -> Attention {
        let turn = options.contains(&Command::Pass);
        Attention { turn, proposals: u16::from(view.asked == Some(seat)), due: Vec::new() }
    }

    fn round(view: &View) -> u16 {
        view.round
    }

    fn purpose(view: &View, command: &Command) -> Option<CommandPurpose> {
        let from = view.turn?;
        match command {
            Command::Offer { .. } => Some(CommandPurpose::Offer),
            Command::Answer { accept: true } => Some(CommandPurpose::Accept { from }),
            Command::Answer { accept: false } => Some(CommandPurpose::Decline { from }),
            Command::Pass => None,
        }
    }

    fn caretake(&self, seat: Seat) -> Option<Command> {
        let modest = [Command::Answer { accept: false }, Command::Pass];
        let options = self.options(seat);
        modest.into_iter().find(|command| options.contains(command))
    }

    fn player(&self, bot: &str, _: Seat, (): &()) -> Option<Box<dyn BotPlayer<Haggle>>> {
        (bot == "trader").then(|| Box::new(Trader) as Box<dyn BotPlayer<Haggle>>)
    }

    fn calls(notice: &Notice, reader: Seat) -> Call {
        match notice {
            Notice::Offered { to, .. } if *to == reader => Call::Proposal,
            Notice::Dealt { .. } | Notice::Answered { .. } | Notice::Passed { .. } => Call::Turn,
            Notice::Offered { .. } => Call::Nothing,
        }
    }

    fn patch_view<'a>(_: &'a View, after: &'a View) -> &'a View {
        after
    }

    fn patch_options<'a>(before: &'a Options, after: &'a Options) -> Option<&'a Options> {
        (before != after).then_some(after)
    }

    fn reference() -> HaggleReference {
        HaggleReference { lot: LOT }
    }
}
