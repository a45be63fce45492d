//! Between-turn cards: playing them, and when they take effect (BC-304, BC-401 to BC-404).

use parley::{Seat, SeatSet};
use serde::Serialize;

use crate::card::{Card, Slots};
use crate::catalogue::Tactic;
use crate::command::Target;
use crate::draft::Draft;
use crate::event::Event;
use crate::garrison;
use crate::map::TerritorySet;
use crate::proposal::TRAITOR_SLOTS;
use crate::refusal::{Doing, Refusal, TargetName};
use crate::settings::Rules;
use crate::state::{Queued, Recon, State};
use crate::study::Regime;
use crate::treaty::{Treaty, TreatyRef};

/// Cards that a gamble burns (BC-404).
pub const GAMBLE_CARDS: u8 = 3;

pub(crate) fn play(
    rules: &Rules,
    state: &State,
    seat: Seat,
    (card, target): (Card, Target),
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let (tactic, _) = match rules.cards.tactic(card) {
        Some(tactic) => tactic,
        None if rules.cards.exists(card) => return Err(Refusal::NotTactical),
        None => return Err(Refusal::NoSuchCard { doing: Doing::Play }),
    };
    in_hand(state, seat, [card], Doing::Play)?;
    check_target(rules, state, seat, tactic, target)?;
    events.push(Event::Played { seat, card, action: Queued::Play { card, target } });
    Ok(())
}

fn in_hand(
    state: &State,
    seat: Seat,
    cards: impl IntoIterator<Item = Card>,
    doing: Doing,
) -> Result<(), Refusal> {
    if state.seat(seat).hand.contains_all(cards) {
        Ok(())
    } else {
        Err(Refusal::NotInHand { doing })
    }
}

fn check_target(
    rules: &Rules,
    state: &State,
    seat: Seat,
    tactic: Tactic,
    target: Target,
) -> Result<(), Refusal> {
    let is_treaty = |named| find_treaty(state, seat, named).is_some();
    match targets(rules, state, seat, tactic) {
        Some(targets) if targets.contains(target, is_treaty) => Ok(()),
        Some(_) | None => Err(why_not(rules, state, seat, tactic, target)),
    }
}

/// What a tactic may be aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Targets {
    Nothing,
    Territories(TerritorySet),
    Seats(SeatSet),
    /// Any agreement in force that could be betrayed.
    Treaties,
}

impl Targets {
    pub(crate) fn contains(
        &self,
        target: Target,
        is_treaty: impl FnOnce(TreatyRef) -> bool,
    ) -> bool {
        match (self, target) {
            (Targets::Nothing, Target::Nothing) => true,
            (Targets::Territories(set), Target::Territory(one)) => set.contains(one),
            (Targets::Seats(set), Target::Seat(one)) => set.contains(one),
            (Targets::Treaties, Target::Treaty(one)) => is_treaty(one),
            _ => false,
        }
    }
}

/// The legal targets of a tactic now; `None` if there are none.
pub(crate) fn targets(rules: &Rules, state: &State, seat: Seat, tactic: Tactic) -> Option<Targets> {
    let mine = state.seat(seat).lands;
    match tactic {
        Tactic::Muster => Some(Targets::Nothing),
        Tactic::Trap => {
            let bare: TerritorySet =
                mine.into_iter().filter(|&on| state.land(on).trap == 0).collect();
            (!bare.is_empty()).then_some(Targets::Territories(bare))
        }
        Tactic::Fortify => Some(Targets::Territories(mine)),
        Tactic::Recon => Some(Targets::Territories(rules.map.all())),
        Tactic::Survey | Tactic::Sabotage => Some(Targets::Seats(state.living.without(seat))),
        Tactic::Betrayal => {
            let any = betrayable(rules, state, seat).next().is_some();
            any.then_some(Targets::Treaties)
        }
    }
}

/// What a betrayal costs beside the card (BC-304). It travels as sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(into = "Vec<String>")]
pub struct BetrayalPrice {
    /// Rounds for which the traitor mark stays.
    pub rounds: u16,
    /// Troops that each deploy is lower by.
    pub deploy: u32,
    /// Troop cards that each proposal needs more.
    pub slots: u8,
}

impl From<BetrayalPrice> for Vec<String> {
    fn from(BetrayalPrice { rounds, deploy, slots }: BetrayalPrice) -> Vec<String> {
        let s = |count: u32| if count == 1 { "" } else { "s" };
        vec![
            "Everybody is told, by name.".to_owned(),
            format!(
                "You are marked a traitor for {rounds} round{} from your next turn on.",
                s(rounds.into())
            ),
            format!("Your deploy is {deploy} lower each of those turns."),
            format!(
                "Each proposal you make then needs {slots} more troop card{}.",
                s(slots.into())
            ),
        ]
    }
}

pub(crate) fn price(rules: &Rules, tactic: Tactic, strength: u16) -> Option<BetrayalPrice> {
    let deploy = rules.numbers().traitor_deploy;
    let price = BetrayalPrice { rounds: strength, deploy, slots: TRAITOR_SLOTS };
    (tactic == Tactic::Betrayal).then_some(price)
}

/// Why a target is not legal.
fn why_not(rules: &Rules, state: &State, seat: Seat, tactic: Tactic, target: Target) -> Refusal {
    match (tactic, target) {
        (Tactic::Trap | Tactic::Fortify, Target::Territory(on)) => {
            let own = garrison::own(rules, state, seat, on, Doing::Play);
            own.err().unwrap_or(Refusal::AlreadyTrapped)
        }
        (Tactic::Recon, Target::Territory(_)) => Refusal::NoSuchTerritory,
        (Tactic::Survey | Tactic::Sabotage, Target::Seat(other)) => {
            if other.index() >= rules.seats() {
                Refusal::NoSuchSeat
            } else if other == seat {
                Refusal::TargetYourself
            } else {
                Refusal::TargetOut { doing: Doing::Play }
            }
        }
        (Tactic::Betrayal, _) if rules.regime() == Regime::Binding => Refusal::Binding,
        (Tactic::Betrayal, Target::Treaty(_)) => Refusal::NoSuchTreaty,
        _ => Refusal::WrongTarget { needs: target_of(tactic) },
    }
}

/// What a tactic is aimed at.
pub(crate) fn target_of(tactic: Tactic) -> TargetName {
    match tactic {
        Tactic::Trap | Tactic::Fortify | Tactic::Recon => TargetName::Territory,
        Tactic::Survey | Tactic::Sabotage => TargetName::Seat,
        Tactic::Muster => TargetName::Nothing,
        Tactic::Betrayal => TargetName::Treaty,
    }
}

/// The agreements in force that a seat could betray: none where they are binding (BC-1103).
pub(crate) fn betrayable(
    rules: &Rules,
    state: &State,
    seat: Seat,
) -> impl Iterator<Item = TreatyRef> {
    let breakable = rules.regime() != Regime::Binding;
    let treaties = state.treaties.iter().filter(move |_| breakable);
    treaties.filter_map(move |treaty| {
        let with = treaty.partner(seat)?;
        Some(TreatyRef { with, agreement: treaty.agreement, against: treaty.against })
    })
}

fn find_treaty(state: &State, seat: Seat, named: TreatyRef) -> Option<Treaty> {
    state.treaties.iter().find(|treaty| named.names(treaty, seat)).copied()
}

pub(crate) fn apply(
    rules: &Rules,
    state: &State,
    seat: Seat,
    card: Card,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    if !rules.cards.exists(card) {
        return Err(Refusal::NoSuchCard { doing: Doing::Apply });
    }
    if rules.cards.value(card).is_none() {
        return Err(Refusal::NotATroopCard);
    }
    in_hand(state, seat, [card], Doing::Apply)?;
    events.push(Event::Played { seat, card, action: Queued::Apply { card } });
    Ok(())
}

pub(crate) fn gamble(
    state: &State,
    seat: Seat,
    cards: Slots,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let given = cards.len() as u8;
    if given != GAMBLE_CARDS {
        return Err(Refusal::GambleThree { given });
    }
    in_hand(state, seat, cards.iter(), Doing::Gamble)?;
    events.push(Event::Gambled { seat, cards });
    Ok(())
}

/// Ends the effects of a seat's last turn start that last one round.
pub(crate) fn fade(draft: &mut Draft<'_>, seat: Seat) {
    let state = &draft.state;
    let mine = state.seat(seat);
    let fortified = || mine.lands.into_iter().any(|place| state.land(place).fortified > 0);
    if mine.recon.is_some() || fortified() {
        draft.emit(Event::Faded { seat });
    }
}

/// The queued action of a seat takes effect (BC-402).
pub(crate) fn take_hold(draft: &mut Draft<'_>, seat: Seat) {
    match draft.state.seat(seat).queued {
        None => {}
        Some(Queued::Gamble) => draw_gamble(draft, seat),
        Some(Queued::Apply { card }) => {
            let troops = draft.rules.cards.value(card).unwrap_or(0);
            draft.emit(Event::Reinforcements { seat, troops, debt: debt_for(troops) });
        }
        Some(action @ Queued::Play { card, target }) => {
            let event = effect(draft.rules, &draft.state, seat, card, target);
            draft.emit(event.unwrap_or(Event::Fizzled { seat, action }));
        }
    }
}

/// What is owed for troops that a seat gave itself (BC-403).
fn debt_for(troops: u32) -> u32 {
    troops / 2
}

/// What a seat will owe for the queued card that it has applied to itself.
pub(crate) fn debt_to_come(rules: &Rules, state: &State, seat: Seat) -> u32 {
    match state.seat(seat).queued {
        Some(Queued::Apply { card }) => rules.cards.value(card).map_or(0, debt_for),
        _ => 0,
    }
}

fn draw_gamble(draft: &mut Draft<'_>, seat: Seat) {
    draft.draw(seat);
    if draft.state.seat(seat).queued.is_some() {
        draft.emit(Event::Fizzled { seat, action: Queued::Gamble });
    }
}

/// The effect of a card; `None` if its target is gone.
fn effect(rules: &Rules, state: &State, seat: Seat, card: Card, target: Target) -> Option<Event> {
    let (tactic, strength) = rules.cards.tactic(card)?;
    let holds = |on| state.seat(seat).lands.contains(on);
    let lives = |other| state.living.contains(other);
    match (tactic, target) {
        (Tactic::Trap, Target::Territory(on)) if holds(on) => {
            Some(Event::TrapSet { seat, on, strength })
        }
        (Tactic::Fortify, Target::Territory(on)) if holds(on) => {
            Some(Event::Fortified { seat, on, dice: strength.min(2) as u8 })
        }
        (Tactic::Recon, Target::Territory(on)) => {
            Some(Event::ReconOpened { seat, recon: Recon::Around(on) })
        }
        (Tactic::Survey, Target::Seat(other)) if lives(other) => {
            Some(Event::ReconOpened { seat, recon: Recon::Holdings(other) })
        }
        (Tactic::Sabotage, Target::Seat(other)) if lives(other) => {
            Some(Event::Sabotaged { seat: other, by: seat, troops: strength })
        }
        (Tactic::Muster, Target::Nothing) => {
            Some(Event::Mustered { seat, cards: strength.min(100) as u8 })
        }
        (Tactic::Betrayal, Target::Treaty(named)) => {
            let treaty = find_treaty(state, seat, named)?;
            Some(Event::Betrayed { by: seat, treaty, marked_until: state.round + strength })
        }
        _ => None,
    }
}
