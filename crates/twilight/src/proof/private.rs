//! What two players can agree without anybody else noticing.

use parley::{Chance, Seat};

use crate::ability::row::{self, Kind};
use crate::deal::{Act, Hazard, Term, When};
use crate::desk::state::DeskState;
use crate::table::goods::Bundle;
use crate::table::hand::Note;

/// One to three terms between two players, all for later: nothing changes hands or binds now.
pub(super) fn terms(
    state: &DeskState,
    (one, other): (Seat, Seat),
    chance: &mut Chance,
) -> Vec<Term> {
    let count = 1 + chance.below(3);
    (0..count).map(|_| term(state, if chance.one_in(2) { one } else { other }, chance)).collect()
}

fn term(state: &DeskState, by: Seat, chance: &mut Chance) -> Term {
    let later = [When::ThisRound, When::NextTurn, When::NextAgenda, When::NextRound, When::SomeDay];
    let after = chance.one_in(6).then_some(Hazard::HiddenDraw);
    Term { by, act: act(state, by, chance), when: later[chance.index(later.len())], after }
}

fn act(state: &DeskState, by: Seat, chance: &mut Chance) -> Act {
    let goods = |count: u64| Bundle::trade_goods(1 + count as u16);
    let notes: Vec<Note> = state.table.notes.in_hand(by).collect();
    let any = |chance: &mut Chance| notes.get(chance.index(notes.len().max(1))).copied();
    let system = format!("system {}", chance.below(40));
    match chance.below(8) {
        0 => Act::Transfer { goods: goods(chance.below(5)) },
        1 => Act::PayBack { goods: goods(chance.below(5)) },
        2 => Act::Vote { outcome: "for".to_owned(), votes: chance.below(9) as u16 },
        3 => Act::LeaveAlone { system },
        4 => Act::StayOut { system },
        5 => match any(chance) {
            Some(note) => Act::Transfer { goods: Bundle::note(note) },
            None => Act::Pass,
        },
        _ => Act::Words { text: format!("promise {}", chance.below(100)) },
    }
}

/// Action cards that a hand may contain, most of which the rules name.
pub(super) fn any_card(chance: &mut Chance) -> String {
    let cards = row::all().iter().filter(|row| row.kind == Kind::ActionCard).map(|row| row.name);
    let known: Vec<&str> = cards.chain(["Bribery", "Sabotage"]).collect();
    known[chance.index(known.len())].to_owned()
}

pub(super) fn any_secret(chance: &mut Chance) -> String {
    format!("Secret {}", chance.below(5))
}
