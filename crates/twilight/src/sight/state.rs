//! The desk as one player knows it: other hands face down, and only the public part of what others agree.

use parley::{Audience, Seat, SeatSet};

use super::{from_outside, is_party, owed};
use crate::desk::correction::AskedCorrection;
use crate::desk::state::{DeskState, StruckDeal};
use crate::shared::Shared;
use crate::table::DeskTable;
use crate::table::hand::{Notes, Place};
use crate::table::pairs::MOST_PLAYERS;
use crate::table::player::Player;

pub(crate) fn state(state: &DeskState, viewer: Seat) -> DeskState {
    let DeskState {
        table: everything,
        galaxy,
        clock,
        desk,
        agendas,
        agendas_done,
        cards_each,
        cards_taken,
        offers,
        offers_made,
        owed: all_owed,
        promises,
        played,
        pillages,
        used,
        demands,
        takings,
        exchanged,
        research,
        researched,
        forging,
        records,
        claims,
        fed,
        disputed,
        source,
        corrections,
        debts,
        open_ledger,
        struck,
    } = state;
    let audience = Audience::Seat(viewer);
    let open = takings.iter().filter(|(by, _)| *by == viewer).map(|(_, from)| *from).collect();
    let mine = offers.iter().filter(|offer| offer.involves(viewer));
    let given = promises.iter().filter(|it| is_party(audience, it.by, it.to));
    DeskState {
        table: table(everything, viewer, open),
        galaxy: galaxy.clone(),
        clock: clock.clone(),
        desk: *desk,
        agendas: *agendas,
        agendas_done: *agendas_done,
        cards_each: *cards_each,
        cards_taken: *cards_taken,
        offers: mine.cloned().collect(),
        offers_made: numbers(offers_made, viewer),
        owed: owed(all_owed, audience),
        promises: given.cloned().collect::<Vec<_>>().into(),
        played: played.clone(),
        pillages: pillages.clone(),
        used: used.clone(),
        demands: demands.clone(),
        takings: takings.clone(),
        exchanged: *exchanged,
        research: *research,
        researched: *researched,
        forging: *forging,
        records: records.clone(),
        claims: claims.iter().copied().filter(|(seat, _)| *seat == viewer).collect(),
        fed: fed.clone(),
        disputed: disputed.clone(),
        source: *source,
        corrections: corrections.iter().filter(|it| is_told(it, audience)).cloned().collect(),
        debts: debts.clone(),
        open_ledger: *open_ledger,
        struck: struck.as_ref().map(|struck| told(struck, audience)),
    }
}

/// Whether this audience may know of a correction.
pub(super) fn is_told(asked: &AskedCorrection, audience: Audience) -> bool {
    let between = asked.correction.between();
    between.is_none_or(|(one, other)| is_party(audience, one, other))
}

/// The last deal, with hidden cards face down for those who are not a party to it.
pub(super) fn told(struck: &Shared<StruckDeal>, audience: Audience) -> Shared<StruckDeal> {
    let StruckDeal { from, to, terms, class } = &**struck;
    if is_party(audience, *from, *to) {
        return struck.clone();
    }
    let terms = terms.iter().map(from_outside).collect();
    StruckDeal { from: *from, to: *to, terms, class: *class }.into()
}

/// The number of offers to and from the viewer.
fn numbers(
    made: &[[u16; MOST_PLAYERS]; MOST_PLAYERS],
    viewer: Seat,
) -> [[u16; MOST_PLAYERS]; MOST_PLAYERS] {
    let own = viewer.index();
    let mut known = [[0; MOST_PLAYERS]; MOST_PLAYERS];
    for other in 0..MOST_PLAYERS {
        known[own][other] = made[own][other];
        known[other][own] = made[other][own];
    }
    known
}

/// The table with every hand face down except the viewer's; action cards in `open` hands are visible as well.
fn table(table: &DeskTable, viewer: Seat, open: SeatSet) -> DeskTable {
    let DeskTable {
        players,
        notes,
        round,
        moment,
        speaker,
        neighbours,
        transacted,
        grants,
        replenished,
        retreating,
        acting,
        in_force,
        readings,
        loose,
        unknown,
        map,
        scene,
    } = table;
    let seen = |(seat, player): (Seat, &Shared<Player>)| match seat == viewer {
        true => player.clone(),
        false => opponent(player, open.contains(seat)).into(),
    };
    DeskTable {
        players: Seat::all(players.len()).zip(players).map(seen).collect(),
        notes: in_hand(notes, viewer),
        round: *round,
        moment: *moment,
        speaker: *speaker,
        neighbours: *neighbours,
        transacted: *transacted,
        grants: grants.clone(),
        replenished: *replenished,
        retreating: *retreating,
        acting: *acting,
        in_force: *in_force,
        readings: *readings,
        loose: *loose,
        unknown: *unknown,
        map: map.clone(),
        scene: scene.clone(),
    }
}

/// Hides which hand a note is in, unless it is the viewer's.
fn in_hand(notes: &Notes, viewer: Seat) -> Notes {
    let mut seen = Notes::default();
    for (note, place) in notes.iter() {
        let place = match place {
            Place::Hand(seat) if seat == viewer => place,
            Place::Hand(_) | Place::Unseen => Place::Unseen,
            Place::Play(_) | Place::Gone => place,
        };
        seen.put(note, place);
    }
    seen
}

/// A player as others see them: how many cards they hold, but not which.
fn opponent(player: &Player, open: bool) -> Player {
    let Player {
        name,
        faction,
        gained,
        exhausted,
        spends_commodities,
        value_change,
        trade_goods,
        commodities,
        fragments,
        notes_in_hand,
        action_cards,
        secrets,
        captives,
        planets,
        relics,
        technologies,
        stations,
        resources,
        influence,
        victory_points,
        initiative,
        strategy_cards,
        passed,
        silenced,
        eliminated,
        voted,
        powers,
        spent,
        strategy_tokens,
        homebrew,
    } = player;
    Player {
        name: name.clone(),
        faction: *faction,
        gained: gained.clone(),
        exhausted: exhausted.clone(),
        spends_commodities: *spends_commodities,
        value_change: *value_change,
        trade_goods: *trade_goods,
        commodities: *commodities,
        fragments: *fragments,
        notes_in_hand: *notes_in_hand,
        action_cards: if open { action_cards.clone() } else { vec![None; action_cards.len()] },
        secrets: vec![None; secrets.len()],
        captives: captives.clone(),
        planets: planets.clone(),
        relics: relics.clone(),
        technologies: technologies.clone(),
        stations: *stations,
        resources: *resources,
        influence: *influence,
        victory_points: *victory_points,
        initiative: *initiative,
        strategy_cards: *strategy_cards,
        passed: *passed,
        silenced: *silenced,
        eliminated: *eliminated,
        voted: *voted,
        powers: powers.clone(),
        spent: spent.clone(),
        strategy_tokens: *strategy_tokens,
        homebrew: *homebrew,
    }
}
