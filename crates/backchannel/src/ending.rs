//! How seats and games end (BC-209 and section 9).

use parley::{Seat, SeatSet};

use crate::card::Cards;
use crate::draft::Draft;
use crate::event::Event;
use crate::goal;
use crate::proposal;
use crate::settings::{MOST_SEATS, Rules};
use crate::state::{Ending, Outcome, Pending, State};

/// The total score of a game, in hundredths of a percent.
const WHOLE: u16 = 10_000;

/// A seat has lost its last territory to `by` (BC-209).
pub(crate) fn eliminate(draft: &mut Draft<'_>, seat: Seat, by: Seat) {
    void_deals(draft, seat);
    draft.emit(Event::Eliminated { seat, by });
    inherit(draft, seat, by);
    if draft.state.living.len() == 1 {
        let outcome = winner_takes_all(Ending::LastStanding, by);
        draft.emit(Event::GameOver { outcome });
    } else {
        check_shared(draft);
    }
}

/// Locked cards are returned first; then the seat's agreements end.
fn void_deals(draft: &mut Draft<'_>, seat: Seat) {
    for (from, to) in proposal::pairs(draft.state.living) {
        match draft.state.offer(from, to) {
            Some(offer) if from == seat || to == seat || offer.against == Some(seat) => {
                let number = offer.number;
                draft.emit(Event::Voided { from, to, number });
            }
            _ => {}
        }
    }
    let touched =
        |deal: &&Pending| deal.from == seat || deal.to == seat || deal.offer.against == Some(seat);
    while let Some(&Pending { from, to, offer, .. }) = draft.state.pending.iter().find(touched) {
        draft.emit(Event::Undone { from, to, number: offer.number });
    }
    proposal::end_those(draft, |treaty| treaty.concerns(seat) || treaty.against == Some(seat));
}

/// The hand goes to the conqueror, card by card at random, up to its limit.
fn inherit(draft: &mut Draft<'_>, from: Seat, by: Seat) {
    loop {
        let left = draft.state.seat(from).hand.total();
        if left == 0 || draft.state.seat(by).held >= draft.rules.numbers().hand_limit {
            break;
        }
        let n = draft.below(left);
        let Some(card) = draft.state.seat(from).hand.nth(n) else { break };
        draft.emit(Event::Inherited { by, from, card });
    }
    if !draft.state.seat(from).hand.is_empty() {
        draft.emit(Event::HandDiscarded { seat: from });
    }
}

/// The last two under a ceasefire share the victory (BC-902).
pub(crate) fn check_shared(draft: &mut Draft<'_>) {
    let state = &draft.state;
    if !draft.rules.settings().shared_victory || state.living.len() != 2 {
        return;
    }
    let truced = state.living.into_iter().any(|seat| !state.seat(seat).truces.is_empty());
    if truced {
        let outcome = split(draft.rules, state, Ending::SharedVictory, |_| state.living);
        draft.emit(Event::GameOver { outcome });
    }
}

/// Whether the round that just ended was the last (BC-901).
pub(crate) fn time_is_up(rules: &Rules, state: &State) -> bool {
    rules.settings().round_limit.is_some_and(|limit| state.round.0 >= limit)
}

pub(crate) fn by_time(draft: &mut Draft<'_>) {
    let outcome = split(draft.rules, &draft.state, Ending::RoundLimit, best);
    draft.emit(Event::GameOver { outcome });
}

/// The outcome, if the turn that ends now leaves `seat` with the agreed share of the map (BC-901).
pub(crate) fn by_map_share(rules: &Rules, state: &State, seat: Seat) -> Option<Outcome> {
    let needed = goal::needed(rules)?;
    let held = state.seat(seat).lands.len();
    (held >= needed).then(|| winner_takes_all(Ending::MapShare, seat))
}

fn winner_takes_all(ending: Ending, winner: Seat) -> Outcome {
    let mut scores = [0; MOST_SEATS];
    scores[winner.index()] = WHOLE;
    Outcome { ending, winners: SeatSet::only(winner), scores }
}

/// A score split by territories, troops and hands (BC-903).
fn split(
    rules: &Rules,
    state: &State,
    ending: Ending,
    winners: impl Fn(&[u128; MOST_SEATS]) -> SeatSet,
) -> Outcome {
    let [for_lands, for_troops, for_hand] = rules.numbers().score;
    let shares = [
        Share::of(state, for_lands, |seat| state.seat(seat).lands.len() as u64),
        Share::of(state, for_troops, |seat| state.seat(seat).troops.into()),
        Share::of(state, for_hand, |seat| rules.cards.worth(&whole_hand(state, seat)).into()),
    ];
    // With a common denominator no fraction is lost, so a tie is a tie.
    let whole: u128 = shares.iter().map(|share| share.whole).product();
    let points = std::array::from_fn(|seat| {
        shares.iter().map(|share| share.percent * share.parts[seat] * (whole / share.whole)).sum()
    });
    let scores = round_off(state.living, points, whole);
    Outcome { ending, winners: winners(&points), scores }
}

/// One of the quantities that a score is split by, and each seat's share.
struct Share {
    percent: u128,
    parts: [u128; MOST_SEATS],
    whole: u128,
}

impl Share {
    fn of(state: &State, percent: u32, of: impl Fn(Seat) -> u64) -> Share {
        let mut parts = [0; MOST_SEATS];
        for seat in state.living {
            parts[seat.index()] = of(seat).into();
        }
        // If nobody has any, all have the same share.
        if parts == [0; MOST_SEATS] {
            state.living.into_iter().for_each(|seat| parts[seat.index()] = 1);
        }
        Share { percent: percent.into(), parts, whole: parts.iter().sum() }
    }
}

/// Rounds to hundredths of a percent so that the sum is exact: the largest remainders are rounded up.
fn round_off(living: SeatSet, points: [u128; MOST_SEATS], whole: u128) -> [u16; MOST_SEATS] {
    let fine = points.map(|points| points * 100);
    let mut scores = fine.map(|points| (points / whole) as u16);
    let missing = WHOLE - scores.iter().sum::<u16>();
    let mut order: Vec<Seat> = living.into_iter().collect();
    order.sort_by_key(|seat| std::cmp::Reverse(fine[seat.index()] % whole));
    for seat in order.into_iter().take(missing.into()) {
        scores[seat.index()] += 1;
    }
    scores
}

/// The hand including cards that are locked in deals: they still belong to the seat (BC-502).
fn whole_hand(state: &State, seat: Seat) -> Cards {
    let mut cards = locked(state, seat);
    cards.add_all(state.seat(seat).hand.iter());
    cards
}

/// The cards that a seat has committed to deals which have not taken effect.
pub(crate) fn locked(state: &State, seat: Seat) -> Cards {
    let mut cards = Cards::NONE;
    for offer in state.seat(seat).offers.iter().flatten() {
        cards.add(offer.card);
        cards.add_all(offer.slots.iter());
    }
    for deal in &state.pending {
        if deal.from == seat {
            cards.add(deal.offer.card);
            cards.add_all(deal.offer.slots.iter());
        }
        if deal.to == seat {
            cards.add_all(deal.filled.iter());
        }
    }
    cards
}

/// The seats with the most points.
fn best(points: &[u128; MOST_SEATS]) -> SeatSet {
    let top = points.iter().max().copied().unwrap_or(0);
    Seat::all(MOST_SEATS).filter(|seat| points[seat.index()] == top).collect()
}
