//! Twilight as hosted by the server.

mod announcements;
mod feeds;
mod judge;
mod patch;
mod purposes;
mod reference;
mod settings;

use std::sync::Arc;

use parley::{Audience, Game as _, Language, Seat, SeatSet, Seed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use twilight::deal::judgement::Judgement;
use twilight::deal::ledger::PromiseRef;
use twilight::narrate::{self, JournalCategory, JournalPiece};
use twilight::{Command, Game, Notice, Options, Setup, Term, View};

use self::patch::TwilightViewPatch;
use self::settings::TwilightOwnerSettings;
use super::reference::TwilightReference;
use server::raw::RawJson;
use server::ruleset::{
    Announcement, Attention, Call, Duty, FeedCommand, FeedKind, Foreseen, Questions, Ruleset,
    SeatLabel, Seating, unplayable,
};
use server::store::Store;
use server::wire::Problem;
use server::wire::door::{CommandPurpose, ForeseenNote};
use server::work::Work;

parley::wrapper! {
    /// The desk in the form that the server hosts.
    pub struct Twilight(Game);
}

/// A deal that is being composed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DealDraft {
    pub to: Seat,
    #[schemars(length(min = 1, max = 12))]
    pub terms: Vec<Term>,
}

/// The desk draws no random numbers.
const UNUSED: Seed = Seed::from_bytes([0; 32]);

/// What happened, as data and as text.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Twilight")]
pub struct TwilightLine {
    pub notice: Notice,
    pub line: Vec<JournalPiece>,
    /// The filters that it appears under.
    pub filters: Vec<JournalCategory>,
    /// The round in which it happened.
    pub round: u16,
}

impl Ruleset for Twilight {
    const NAME: &'static str = "twilight";
    const SEATING: Seating = Seating::Picked;
    const SEATS_FIELD: &'static str = "setup.players";
    const FEEDS: &'static [FeedKind] = feeds::ALL;
    const ANNOUNCES: bool = true;
    const LONG_COMMANDS: bool = true;
    const JUDGE: Option<&'static str> = Some(judge::PATH);
    const RULEBOOK: &'static str = include_str!("../../../docs/rules/twilight.md");
    const REFERENCE: &'static str = "Factions, notes, steps and abilities";

    type Settings = TwilightOwnerSettings;
    type Reference = TwilightReference;
    type Basis = Arc<Setup>;
    type Cache = ();
    type Line = TwilightLine;
    type ViewPatch<'a> = TwilightViewPatch<'a>;
    type OptionsPatch<'a> = &'a Options;
    type Memory = ();

    fn example() -> Value {
        settings::example()
    }

    fn count_seats(settings: &TwilightOwnerSettings) -> usize {
        settings.setup.players.len()
    }

    fn title(_: &TwilightOwnerSettings) -> String {
        "Twilight desk".to_owned()
    }

    fn label(settings: &TwilightOwnerSettings, seat: Seat) -> SeatLabel {
        settings.label(seat)
    }

    fn check(settings: &TwilightOwnerSettings) -> Result<(), Problem> {
        settings.check()
    }

    fn plan(
        settings: &TwilightOwnerSettings,
        names: Vec<String>,
        masked: bool,
    ) -> Result<Setup, Problem> {
        settings.plan(names, masked)
    }

    fn names(setup: &Setup) -> Vec<String> {
        setup.players.iter().map(|player| player.name.clone()).collect()
    }

    fn conceal(settings: &mut TwilightOwnerSettings, seats: SeatSet, masked: bool) {
        settings.conceal(seats, masked);
    }

    fn public(setup: Setup) -> Setup {
        setup.shown_to(SeatSet::EMPTY)
    }

    async fn basis(_: &dyn Store, (): &(), setup: &RawJson) -> Result<Arc<Setup>, Problem> {
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

    fn begin(basis: &Arc<Setup>, seed: Seed) -> Twilight {
        Twilight(Game::start(basis, seed).expect("it was tried when the basis was made"))
    }

    fn setup(basis: &Arc<Setup>) -> Setup {
        (**basis).clone()
    }

    fn line(&self, notice: Notice, round: u16, _: Language) -> TwilightLine {
        let (line, filters) = (narrate::line(&notice, &self.0), notice.categories().to_vec());
        TwilightLine { notice, line, filters, round }
    }

    fn current_round(&self) -> u16 {
        self.0.round().0
    }

    /// The board game is played elsewhere, at its own pace.
    fn duty(&self) -> Option<Duty> {
        None
    }

    fn attention(view: &View, _: &Options, seat: Seat) -> Attention {
        let own = view.own.as_ref();
        let proposals = own.map_or(0, |own| own.received.len() as u16);
        let promises = own.into_iter().flat_map(|own| &own.promises);
        let due = promises.filter(|promise| promise.reminds).map(|it| number(it.promise.id));
        Attention { turn: view.decides == Some(seat), proposals, due: due.collect() }
    }

    fn round(view: &View) -> u16 {
        view.round.0
    }

    fn caretake(&self, _: Seat) -> Option<Command> {
        None
    }

    fn foresee(&self, seat: Seat, _: &View, command: &Command, _: Language) -> Foreseen {
        let plain = Foreseen::plain(command);
        let Command::Offer { to, terms } = command else { return plain };
        let Ok(judgement) = self.0.consider(seat, *to, terms.clone()) else { return plain };
        let told = judgement.to_string();
        let lines = told.lines().map(|line| ForeseenNote { text: line.to_owned(), clause: None });
        Foreseen { notes: lines.collect(), ..plain }
    }

    fn acceptance(&self, by: Seat, with: Seat) -> Option<Command> {
        let received = self.0.view(Audience::Seat(with)).own?.received;
        let offer = received.iter().map(|offer| offer.id).find(|id| id.from == by)?;
        Some(Command::Accept { offer })
    }

    fn calls(notice: &Notice, reader: Seat) -> Call {
        match notice {
            Notice::Offered { to, .. } if *to == reader => Call::Proposal,
            _ => Call::Nothing,
        }
    }

    fn purpose(_: &View, command: &Command) -> Option<CommandPurpose> {
        purposes::of(command)
    }

    fn read_feed(source: &str, text: &[u8]) -> Result<FeedCommand<Twilight>, Problem> {
        feeds::read(source, text)
    }

    fn announcements(&self, before: &View, after: &View, notices: &[Notice]) -> Vec<Announcement> {
        announcements::of(&self.0, before, after, notices)
    }

    fn patch_view<'a>(before: &'a View, after: &'a View) -> TwilightViewPatch<'a> {
        TwilightViewPatch::between(before, after)
    }

    fn patch_options<'a>(before: &'a Options, after: &'a Options) -> Option<&'a Options> {
        (before != after).then_some(after)
    }

    fn reference() -> TwilightReference {
        reference::reference()
    }

    fn questions<Q: Questions<Twilight>>(questions: Q) -> Q {
        judge::questions(questions)
    }
}

/// A promise as a number, which no other promise at the table has.
fn number(PromiseRef { from, to, number, term }: PromiseRef) -> u64 {
    let [from, to, number, term] = [from.0.into(), to.0.into(), number.into(), u64::from(term)];
    ((from << 8 | to) << 16 | number) << 8 | term
}

/// Whether a deal would bind, while it is being composed.
pub(crate) fn consider(
    game: &Twilight,
    by: Seat,
    _: Language,
    DealDraft { to, terms }: DealDraft,
) -> Result<Judgement, Problem> {
    game.0.consider(by, to, terms).map_err(|refusal| Problem::refused(&refusal))
}
