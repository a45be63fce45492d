//! Everything that an audience may know about the current state, built up from nothing (TI-39, TI-62, TI-103).

use parley::{Audience, Faith, OfferRef, Refusal as _, Round, Seat, SeatSet};
use schemars::JsonSchema;
use serde::Serialize;

use crate::ability::Ability;
use crate::ability::faction::Faction;
use crate::ability::note::NoteKind;
use crate::ability::traits::Trait;
use crate::deal::Term;
use crate::deal::judgement::{self, Reason};
use crate::deal::ledger::Record;
use crate::deal::verdict::{self, Class, Verdict};
use crate::desk::booking;
use crate::desk::condition::{self, Condition};
use crate::desk::correction::Correction;
use crate::desk::fact::{DebtTokens, Fact, FeedSource};
use crate::desk::fact_words;
use crate::desk::feature::Feature;
use crate::desk::fed;
use crate::desk::laid;
use crate::desk::mend;
use crate::desk::progress;
use crate::desk::state::{DeskState, OpenOffer};
use crate::desk::sync;
use crate::galaxy::{Border, Galaxy, SystemId, SystemSet, Wormhole};
use crate::round::moment::Moment;
use crate::shared::Shared;
use crate::sight::promise::{self, PromiseView};
use crate::table::goods::{Captive, Fragments};
use crate::table::hand::{Note, Place};
use crate::table::player::{Planet, Technology};
use crate::table::survey;
use crate::table::{Eye, Tie};
use crate::transaction::eligibility;
use crate::transaction::grounds;

/// Everything that an audience may know of a desk.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct View {
    pub round: Round,
    pub moment: Option<Moment>,
    /// Who decides now.
    pub decides: Option<Seat>,
    /// Where the table is when the open turn is over (TI-128).
    pub turn_ends: Option<Moment>,
    pub speaker: Option<Seat>,
    /// Laws, events and the like that are in force.
    pub in_force: Vec<Condition>,
    pub players: Vec<PlayerView>,
    /// The current map, if neighbours are computed from one.
    pub galaxy: Option<Shared<Galaxy>>,
    /// The current wormholes: of tiles, the nexus, tokens and effects.
    pub wormholes: Vec<WormholeView>,
    /// Features that were recorded on the map, besides those printed on the tiles.
    pub charted: Vec<ChartedView>,
    /// All pairs of neighbours, each once.
    pub neighbours: Vec<NeighbourView>,
    /// Pairs that have used their transaction of this turn or agenda.
    pub transacted: Vec<(Seat, Seat)>,
    /// Terms of binding deals that must be performed in this step.
    pub owed: Vec<PromiseView>,
    /// Chances to pillage, as (who, whom).
    pub pillages: Vec<(Seat, Seat)>,
    /// Notes that an ability demands, as (by whom, from whom).
    pub demands: Vec<(Seat, Seat)>,
    /// Hands revealed to a player who will take a card, as (to whom, whose).
    pub takings: Vec<(Seat, Seat)>,
    /// Who has announced a retreat in this round of combat.
    pub retreating: SeatSet,
    /// Whose ability lets others pay for research now.
    pub research: Option<Seat>,
    /// Corrections that somebody has asked for (TI-127).
    pub corrections: Vec<CorrectionView>,
    /// Debt tokens that a game elsewhere shows (TI-123).
    pub debts: Vec<DebtTokens>,
    /// All promises, at a table where everybody may read them (TI-126).
    pub ledger: Vec<PromiseView>,
    /// The last deal that was agreed, at such a table.
    pub struck: Option<StruckView>,
    /// Whether holdings are not recorded: what players offer is taken as held (TI-121).
    pub loose: bool,
    /// Who still has to count their holdings before they are recorded exactly (TI-122).
    pub uncounted: SeatSet,
    /// The game elsewhere that the desk follows, if any.
    pub feed: Option<FeedView>,
    /// What only the player at that seat knows.
    pub own: Option<DeskOwn>,
    /// All players' secrets, for readers of a finished game.
    pub opened: Vec<DeskOwn>,
}

/// A correction that somebody has asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CorrectionView {
    pub by: Seat,
    pub correction: Correction,
    /// What the record would say, in words.
    pub text: String,
    /// Who has not agreed yet.
    pub waits_for: SeatSet,
    /// Whether the reader is one of them.
    pub may_agree: bool,
    /// Whether the reader may decline or withdraw it.
    pub may_leave: bool,
}

fn corrections(state: &DeskState, audience: Audience) -> Vec<CorrectionView> {
    let told = state.corrections.iter().filter(|it| super::state::is_told(it, audience));
    let each = told.map(|asked| {
        let missing = asked.correction.touches().minus(asked.agreed);
        let waits_for: SeatSet = missing.iter().filter(|seat| state.table.is_in(*seat)).collect();
        CorrectionView {
            by: asked.by,
            correction: asked.correction.clone(),
            text: corrected(state, &asked.correction),
            may_agree: audience.seat().is_some_and(|seat| waits_for.contains(seat)),
            may_leave: audience.seat().is_some_and(|seat| mend::may_leave(asked, seat)),
            waits_for,
        }
    });
    each.collect()
}

fn corrected(state: &DeskState, correction: &Correction) -> String {
    let words = |fact: &Fact| fact_words::words(&state.table, state.galaxy.as_deref(), fact);
    match correction {
        Correction::Holdings { facts } => {
            facts.iter().map(words).collect::<Vec<String>>().join("; ")
        }
        Correction::Promise { promise, faith } => {
            let found = state.promises.iter().find(|it| it.id == *promise);
            let text = found.map(|it| {
                let name = &state.table.player(it.by).name;
                format!("{name} {}", judgement::describe(&state.table, &it.term))
            });
            let faith = match faith {
                Faith::Kept => "kept",
                Faith::Broken => "broken",
                Faith::Void => "void",
                Faith::Pending => "still open",
            };
            format!("{}: {faith}", text.unwrap_or_default())
        }
    }
}

/// A deal that was agreed, and the verdict on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct StruckView {
    pub from: Seat,
    pub to: Seat,
    pub class: Class,
    /// The verdict in words.
    pub verdict: String,
    /// Its terms in words, each with its performer.
    pub terms: Vec<String>,
}

fn struck(state: &DeskState, audience: Audience) -> Option<StruckView> {
    let deal = super::state::told(state.struck.as_ref()?, audience);
    let class = deal.class?;
    let name = |seat: Seat| state.table.player(seat).name.as_str();
    let words =
        |term: &Term| format!("{} {}", name(term.by), judgement::describe(&state.table, term));
    let terms = deal.terms.iter().map(words).collect();
    let verdict = class.words().to_owned();
    Some(StruckView { from: deal.from, to: deal.to, class, verdict, terms })
}

/// A game elsewhere that the desk follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct FeedView {
    pub source: FeedSource,
    /// Its name.
    pub name: String,
    /// What it says and players have recorded otherwise (TI-124).
    pub disputed: Vec<DisputeView>,
}

/// A thing that the feed and the desk say differently.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DisputeView {
    pub fact: Fact,
    /// What the feed says, in words.
    pub theirs: String,
    /// What the desk says, in words.
    pub ours: String,
    /// Who decides; anybody if there is nobody.
    pub decides: Option<Seat>,
    /// Whether the reader may.
    pub may_decide: bool,
}

fn feed(state: &DeskState, source: FeedSource, audience: Audience) -> FeedView {
    let words = |fact: &Fact| fact_words::words(&state.table, state.galaxy.as_deref(), fact);
    let dispute = |fact: &Fact| DisputeView {
        fact: fact.clone(),
        theirs: words(fact),
        ours: fed::current(state, fact).map(|ours| words(&ours)).unwrap_or_default(),
        decides: fact.holder().filter(|seat| state.table.is_in(*seat)),
        may_decide: audience.seat().is_some_and(|seat| sync::may_decide(state, fact, seat)),
    };
    let disputed = state.disputed.iter().map(dispute).collect();
    FeedView { source, name: source.name().to_owned(), disputed }
}

/// Wormholes of one kind, which are all adjacent to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WormholeView {
    pub kind: Wormhole,
    pub systems: SystemSet,
}

/// A feature that was recorded on the map.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ChartedView {
    pub system: SystemId,
    pub text: String,
    /// The feature to record to remove it; `None` if it ends by itself.
    pub away: Option<Feature>,
}

/// Two players who are neighbours.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct NeighbourView {
    pub seats: (Seat, Seat),
    /// Why they are neighbours on the map; `null` if the table declared it.
    pub path: Option<Path>,
}

/// Where and how two neighbours meet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "NeighbourPath")]
pub struct Path {
    #[serde(flatten)]
    pub border: Border,
    /// Text for the end of a sentence that begins "they are neighbours because".
    pub words: String,
}

/// What everybody knows of a player.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct PlayerView {
    pub seat: Seat,
    pub name: String,
    pub faction: Faction,
    /// Technologies, leaders and breakthroughs in use that matter for trading, and those that are exhausted.
    pub abilities: Vec<Ability>,
    pub exhausted: Vec<Ability>,
    pub trade_goods: u16,
    pub commodities: u16,
    /// Whether commodities can be spent as trade goods in this step.
    pub spends_commodities: bool,
    pub commodity_value: u16,
    /// Commodities that still fit (TI-32).
    pub commodity_room: u16,
    pub fragments: Fragments,
    /// This player's notes that are in the game (TI-55).
    pub issues: Vec<NoteKind>,
    /// The number of notes in hand.
    pub notes: u8,
    pub in_play: Vec<Note>,
    pub action_cards: usize,
    pub secrets: usize,
    pub captives: Vec<Captive>,
    pub planets: Vec<Planet>,
    pub relics: Vec<String>,
    pub technologies: Vec<Technology>,
    /// Space stations that the player controls.
    pub stations: u16,
    pub resources: u16,
    pub influence: u16,
    pub victory_points: u8,
    pub initiative: u8,
    pub passed: bool,
    pub silenced: bool,
    pub is_in: bool,
    pub record: Record,
}

/// What only a player knows.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Own")]
pub struct DeskOwn {
    pub seat: Seat,
    pub notes: Vec<Note>,
    pub action_cards: Vec<Option<String>>,
    pub secrets: Vec<Option<String>>,
    /// Hands of other players that are revealed to this player.
    pub open_hands: Vec<OpenHand>,
    pub sent: Vec<OfferView>,
    pub received: Vec<OfferView>,
    /// Promises made and received, settled or not.
    pub promises: Vec<PromiseView>,
    /// The other players, and why a transaction with each is not possible now, if it is not.
    pub partners: Vec<PartnerView>,
    /// How many things wait for this player: offers to answer, and what must be done before the step can end.
    pub waiting: usize,
    /// Why this player cannot end the step yet, if that is up to them.
    pub held: Option<Held>,
}

/// A possible partner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PartnerView {
    pub seat: Seat,
    /// Why a transaction with them is not possible now; other deals always are.
    pub barred: Option<Reason>,
    /// Why it is possible, if it is.
    pub allowed: Option<Reason>,
}

/// What prevents a step from ending.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "HeldStep")]
pub struct Held {
    pub text: String,
    pub clause: String,
}

/// Another player's action cards, from which one may be taken.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct OpenHand {
    pub of: Seat,
    pub action_cards: Vec<Option<String>>,
}

/// An open offer, as shown to its parties.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct OfferView {
    pub id: OfferRef,
    pub to: Seat,
    pub terms: Vec<Term>,
    /// Whether it would bind if it were accepted now.
    pub verdict: Verdict,
}

pub(crate) fn build(state: &DeskState, audience: Audience, view: &mut View) {
    let table = &state.table;
    let seats: Vec<Seat> = table.seats().collect();
    let pairs = |holds: &dyn Fn(Seat, Seat) -> bool| {
        let all = seats.iter().flat_map(|a| seats.iter().map(move |b| (*a, *b)));
        all.filter(|(a, b)| a < b && holds(*a, *b)).collect()
    };
    view.round = table.round;
    view.moment = Some(table.moment);
    view.decides = Some(table.moment.decides(table.speaker));
    view.turn_ends = progress::after_turn(state);
    view.speaker = Some(table.speaker);
    let in_force = |it: &Condition| seats.iter().any(|seat| condition::holds(state, *seat, *it));
    view.in_force = Condition::ALL.into_iter().filter(in_force).collect();
    // Paths take a hundred times as long as the rest, so those of the previous view are reused while they are valid.
    let named = view.players.iter().map(|it| &it.name).eq(table.players.iter().map(|it| &it.name));
    let surveyed = (view.galaxy.take(), modern(&view.players));
    view.players = seats.iter().map(|seat| player(state, *seat)).collect();
    view.galaxy.clone_from(&state.galaxy);
    let near: Vec<(Seat, Seat)> = pairs(&|a, b| table.tie(a, b) == Tie::Neighbours);
    let known = named
        && surveyed == (view.galaxy.clone(), modern(&view.players))
        && view.neighbours.iter().map(|it| it.seats).eq(near.iter().copied());
    if !known {
        view.neighbours = neighbours(view.galaxy.as_deref(), modern(&view.players), &near);
        view.wormholes = view.galaxy.as_deref().map_or_else(Vec::new, wormholes);
        view.charted = view.galaxy.as_deref().map_or_else(Vec::new, |map| charted(state, map));
    }
    view.transacted = pairs(&|a, b| table.transacted.contains(a, b));
    view.pillages = state.pillages.clone();
    view.demands = state.demands.clone();
    view.takings = state.takings.clone();
    view.retreating = table.retreating;
    view.research = state.research;
    view.feed = state.source.map(|source| feed(state, source, audience));
    view.corrections = corrections(state, audience);
    view.debts.clone_from(&state.debts);
    view.ledger = promise::open(state, audience);
    view.struck = struck(state, audience);
    view.loose = table.loose;
    view.uncounted = table.unknown;
    view.owed = promise::owed(state, audience);
    let sits = audience.seat().filter(|seat| seat.index() < seats.len());
    let before = view.own.take().filter(|own| named && Some(own.seat) == sits);
    let before = before.map_or_else(Vec::new, |own| own.promises);
    view.own = sits.map(|seat| own(state, seat, &before));
    view.opened.clear();
    if audience == Audience::Replay {
        view.opened.extend(seats.iter().map(|seat| own(state, *seat, &[])));
    }
}

/// The players who are neighbours of everybody near Mecatol Rex.
fn modern(players: &[PlayerView]) -> SeatSet {
    let does = |it: &Ability| it.has(Trait::NeighboursMecatol);
    let modern = |it: &&PlayerView| it.abilities.iter().any(does);
    players.iter().filter(modern).map(|it| it.seat).collect()
}

fn wormholes(galaxy: &Galaxy) -> Vec<WormholeView> {
    let chart = galaxy.chart();
    let all = Wormhole::ALL.map(|kind| WormholeView { kind, systems: chart.wormholes(kind) });
    all.into_iter().filter(|it| !it.systems.is_empty()).collect()
}

fn charted(state: &DeskState, galaxy: &Galaxy) -> Vec<ChartedView> {
    let all = laid::laid(galaxy, |seat| &state.table.player(seat).name).into_iter();
    all.map(|it| ChartedView { system: it.system, text: it.text, away: it.away }).collect()
}

fn neighbours(
    galaxy: Option<&Galaxy>,
    modern: SeatSet,
    pairs: &[(Seat, Seat)],
) -> Vec<NeighbourView> {
    let Some(galaxy) = galaxy else {
        return pairs.iter().map(|seats| NeighbourView { seats: *seats, path: None }).collect();
    };
    let borders = survey::paths(galaxy, modern, pairs);
    let met = |(seats, border): (&(Seat, Seat), Option<Border>)| {
        let path = border.map(|border| Path { words: galaxy.tell(&border), border });
        NeighbourView { seats: *seats, path }
    };
    pairs.iter().zip(borders).map(met).collect()
}

fn player(state: &DeskState, seat: Seat) -> PlayerView {
    let player = state.table.player(seat);
    PlayerView {
        seat,
        name: player.name.clone(),
        faction: player.faction,
        abilities: player.gained.clone(),
        exhausted: player.exhausted.clone(),
        spends_commodities: player.spends_commodities,
        trade_goods: player.trade_goods,
        commodities: player.commodities,
        commodity_value: player.commodity_value(),
        commodity_room: booking::room(state, seat),
        fragments: player.fragments,
        issues: issues(state, seat),
        notes: player.notes_in_hand,
        in_play: state.table.notes.in_play(seat).collect(),
        action_cards: player.action_cards.len(),
        secrets: player.secrets.len(),
        captives: player.captives.clone(),
        planets: player.planets.clone(),
        relics: player.relics.clone(),
        technologies: player.technologies.clone(),
        stations: player.stations,
        resources: player.resources,
        influence: player.influence,
        victory_points: player.victory_points,
        initiative: player.initiative,
        passed: player.passed,
        silenced: player.silenced,
        is_in: !player.eliminated,
        record: state.records[seat.index()],
    }
}

fn issues(state: &DeskState, seat: Seat) -> Vec<NoteKind> {
    let own = state.table.notes.iter().filter(|(note, _)| note.issuer == seat);
    own.filter(|(_, place)| *place != Place::Gone).map(|(note, _)| note.kind).collect()
}

fn own(state: &DeskState, seat: Seat, before: &[PromiseView]) -> DeskOwn {
    let player = state.table.player(seat);
    let offers = |mine: bool| {
        let wanted = state
            .offers
            .iter()
            .filter(move |offer| if mine { offer.from == seat } else { offer.to == seat });
        wanted.map(|offer| offer_view(state, seat, offer)).collect()
    };
    DeskOwn {
        seat,
        notes: state.table.notes.in_hand(seat).collect(),
        action_cards: player.action_cards.clone(),
        secrets: player.secrets.clone(),
        open_hands: open_hands(state, seat),
        sent: offers(true),
        received: offers(false),
        promises: promise::of(state, seat, before),
        partners: partners(state, seat),
        waiting: waiting(state, seat),
        held: held(state, seat),
    }
}

fn partners(state: &DeskState, seat: Seat) -> Vec<PartnerView> {
    let table = &state.table;
    let others = table.seats().filter(|other| *other != seat && table.is_in(*other));
    let partner = |other| {
        let right = eligibility::right(table, seat, other);
        let allowed = right.as_ref().ok().map(|right| {
            let (text, clause) = grounds::of(table, seat, other, *right);
            Reason { clause: clause.to_string(), text }
        });
        PartnerView { seat: other, barred: right.err().as_ref().map(Reason::from), allowed }
    };
    others.map(partner).collect()
}

fn waiting(state: &DeskState, seat: Seat) -> usize {
    let offers = state.offers.iter().filter(|offer| offer.to == seat).count();
    let owed = state.owed.iter().filter(|owed| owed.by == seat).count();
    let demanded = state.demands.iter().filter(|(_, from)| *from == seat).count();
    let open = state.pillages.iter().chain(&state.takings).filter(|(by, _)| *by == seat).count();
    offers + owed + demanded + open
}

fn held(state: &DeskState, seat: Seat) -> Option<Held> {
    let decides = state.table.moment.decides(state.table.speaker) == seat;
    let why = progress::may_end(state).err().filter(|_| decides)?;
    Some(Held { text: why.to_string(), clause: why.clause().to_string() })
}

fn open_hands(state: &DeskState, seat: Seat) -> Vec<OpenHand> {
    let open = state.takings.iter().filter(|(by, _)| *by == seat).map(|(_, of)| *of);
    let hand = |of| state.table.player(of).action_cards.clone();
    open.map(|of| OpenHand { of, action_cards: hand(of) }).collect()
}

fn offer_view(state: &DeskState, seat: Seat, offer: &OpenOffer) -> OfferView {
    OfferView {
        id: OfferRef { from: offer.from, number: offer.number },
        to: offer.to,
        terms: offer.terms.clone(),
        verdict: verdict::judge_as(&state.table, Eye::Of(seat), &offer.deal()),
    }
}
