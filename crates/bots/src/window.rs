//! The between-turn window without other seats: cards, valued in troops (BC-401).

use backchannel::options::{Ploy, Targets};
use backchannel::view::Land;
use backchannel::{
    Card, CardKind, Command, Options, Rules, Slots, Tactic, Target, Territory, View,
};
use parley::{Seat, SeatSet};

use crate::front::Front;
use crate::marshal::Marshal;
use crate::reserve::Reserve;
use crate::turn_order::after;

/// The discount on a debt for being due later, as a fraction.
const DEBT: f32 = 0.85;

/// What it is worth to see a territory that was hidden.
const RECON: f32 = 0.12;

/// The fraction that still counts of the value of applying a card that is kept for deals.
const KEPT: f32 = 0.4;

/// What it costs to burn a card that is kept for somebody.
const RESERVED: f32 = 9.0;

/// A way to use the window and its worth in troops.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub command: Command,
    pub worth: f32,
}

impl Choice {
    pub(crate) const PASS: Choice = Choice { command: Command::Pass, worth: 0.0 };

    pub(crate) fn or(self, other: Choice) -> Choice {
        if other.worth > self.worth { other } else { self }
    }
}

/// How a seat stands to the others.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Stance {
    /// Seats that it does not harm in secret.
    pub friends: SeatSet,
    /// Troop cards that it keeps for deals to come: without them it cannot accept any.
    pub deal_cards: u32,
    /// Cards that it keeps for what others were asked about.
    pub reserve: Reserve,
    /// Whether it may yet have use for a Betrayal card.
    pub betrays: bool,
}

/// What a troop card brings to the seat that applies it to itself (BC-403).
pub(crate) fn applied(value: u32) -> f32 {
    value as f32 - DEBT * (value / 2) as f32
}

/// The best that can be done without anybody else.
pub(crate) fn best(
    rules: &Rules,
    view: &View,
    options: &Options,
    marshal: &Marshal,
    stance: Stance,
) -> Choice {
    let spare = options.free_troops.total() > stance.reserve.slots;
    let applied = options.apply.iter().filter(|_| spare).filter_map(|&card| {
        let kept = options.free_troops.total() <= stance.deal_cards;
        let worth = applied(rules.cards.value(card)?) * if kept { KEPT } else { 1.0 };
        Some(Choice { command: Command::Apply { card }, worth })
    });
    let played =
        options.play.iter().filter_map(|ploy| play(rules, view, ploy, marshal, stance.friends));
    let gambled = gamble(rules, view, options, marshal, stance);
    applied.chain(played).chain(gambled).fold(Choice::PASS, Choice::or)
}

fn play(
    rules: &Rules,
    view: &View,
    ploy: &Ploy,
    marshal: &Marshal,
    friends: SeatSet,
) -> Option<Choice> {
    let front = &marshal.front;
    let (tactic, strength) = rules.cards.tactic(ploy.card)?;
    let strength = f32::from(strength);
    let (target, worth) = match (tactic, &ploy.targets) {
        (Tactic::Trap, Targets::Territories(places)) => {
            let (on, danger) = most_endangered(front, places.into_iter())?;
            (Target::Territory(on), 0.7 * strength * danger)
        }
        (Tactic::Fortify, Targets::Territories(places)) => {
            let (on, danger) = most_endangered(front, places.into_iter())?;
            let stand = front.troops(on) as f32 + front.worth(on);
            (Target::Territory(on), 0.15 * strength * danger * stand)
        }
        (Tactic::Sabotage, Targets::Seats(seats)) => {
            let on = worst_rival(front, seats.minus(friends))?;
            (Target::Seat(on), strength * front.rivalry(on))
        }
        (Tactic::Muster, Targets::Nothing) => {
            let room = room_in_hand(rules, view);
            (Target::Nothing, marshal.weights.card * strength.min(room as f32) * 0.7)
        }
        (Tactic::Recon, Targets::Territories(places)) => {
            let (on, hidden) = blindest(rules, view, front, places.into_iter())?;
            (Target::Territory(on), RECON * hidden as f32)
        }
        (Tactic::Survey, Targets::Seats(seats)) => {
            let on = worst_rival(front, *seats)?;
            (Target::Seat(on), RECON * unseen_of(view, front, on) as f32)
        }
        _ => return None,
    };
    Some(Choice { command: Command::Play { card: ploy.card, target }, worth })
}

/// The place around which most is hidden, and how much, next to what is seen.
fn blindest(
    rules: &Rules,
    view: &View,
    front: &Front,
    places: impl Iterator<Item = Territory>,
) -> Option<(Territory, usize)> {
    let hidden = |place: Territory| is_hidden(view, place);
    let around = |place: Territory| {
        let near = rules.map.near(place).into_iter().filter(|&near| hidden(near)).count();
        near + usize::from(hidden(place))
    };
    let border = |place: &Territory| {
        let near = rules.map.near(*place);
        near.into_iter().any(|near| !rules.map.near(near).and(front.mine).is_empty())
    };
    places
        .filter(border)
        .map(|place| (place, around(place)))
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
}

fn unseen_of(view: &View, front: &Front, seat: Seat) -> usize {
    let held = front.lands_of(SeatSet::only(seat));
    let known = held.into_iter().filter(|&place| !is_hidden(view, place)).count();
    let all = view.scoreboard.iter().find(|score| score.seat == seat);
    all.map_or(0, |score| score.territories as usize).saturating_sub(known)
}

fn is_hidden(view: &View, place: Territory) -> bool {
    !matches!(view.lands.get(place.index()), Some(Land::Seen { .. }))
}

/// Cards that may still be drawn, after those that the next turn brings anyway.
fn room_in_hand(rules: &Rules, view: &View) -> u32 {
    let held = view.own.as_ref().map_or(0, |own| own.hand.total() + own.locked.total());
    let due = u32::from(rules.numbers().cards_per_turn + rules.numbers().cards_for_conquest);
    u32::from(rules.numbers().hand_limit).saturating_sub(held + due)
}

fn most_endangered(
    front: &Front,
    places: impl Iterator<Item = Territory>,
) -> Option<(Territory, f32)> {
    let stake = |place: Territory| front.danger(place) * front.worth(place);
    let border = places.filter(|&place| front.border.contains(place));
    let place =
        border.reduce(|best, place| if stake(place) > stake(best) { place } else { best })?;
    Some((place, front.danger(place)))
}

fn worst_rival(front: &Front, seats: SeatSet) -> Option<Seat> {
    after(front.me, seats)
        .reduce(|best, seat| if front.rivalry(seat) > front.rivalry(best) { seat } else { best })
}

/// Three old cards for a new one, most of all when a full hand prevents drawing.
fn gamble(
    rules: &Rules,
    view: &View,
    options: &Options,
    marshal: &Marshal,
    stance: Stance,
) -> Option<Choice> {
    if !options.gamble {
        return None;
    }
    let mut stale: [(f32, Card); 3] = [(f32::MAX, Card(0)); 3];
    for card in options.free.iter() {
        let last = (keep(rules, card, stance), card);
        if last.0 < stale[2].0 {
            stale[2] = last;
            stale.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
    }
    let cards = Slots::new(&stale.map(|(_, card)| card)).ok()?;
    let burned: f32 = stale.iter().map(|(worth, _)| worth).sum();
    let fresh = if room_in_hand(rules, view) == 0 { 1.3 } else { 1.0 };
    Some(Choice {
        command: Command::Gamble { cards },
        worth: fresh * marshal.weights.card - burned,
    })
}

/// What it costs to burn a card.
fn keep(rules: &Rules, card: Card, stance: Stance) -> f32 {
    match rules.cards.kind(card) {
        CardKind::Troop { .. } if stance.reserve.slots > 0 => RESERVED,
        CardKind::Agreement(terms) if stance.reserve.holds(terms.agreement) => RESERVED,
        CardKind::Troop { value } => 0.5 * value as f32,
        CardKind::Tactical { tactic: Tactic::Betrayal, .. } if stance.betrays => 2.0,
        CardKind::Tactical {
            tactic: Tactic::Betrayal | Tactic::Recon | Tactic::Survey, ..
        } => 0.0,
        CardKind::Tactical { strength, .. } => 0.2 + 0.1 * f32::from(strength),
        CardKind::Agreement(terms)
            if stance.deal_cards > 0 && terms.asks > 0 && terms.gives > 0 =>
        {
            0.7
        }
        CardKind::Agreement(_) => 0.05,
    }
}
