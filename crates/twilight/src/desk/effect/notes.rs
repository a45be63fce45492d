//! The effects of notes that the desk carries out itself; rows of `data/notes.json` name them.

use parley::Seat;

use crate::desk::event::Event;
use crate::desk::state::DeskState;
use crate::table::goods::Bundle;
use crate::table::hand::Note;

/// What a note does when it is played.
struct Play {
    id: &'static str,
    /// Its immediate effect.
    run: fn(&DeskState, Seat, Note, &mut Vec<Event>),
    /// Its lasting effect.
    land: fn(&mut DeskState, Seat),
}

const PLAYS: &[Play] = &[
    Play { id: "hand_over_commodities", run: hand_over_commodities, land: nothing },
    Play { id: "silence_issuer", run: silence_issuer, land: nothing },
    Play { id: "make_relics_of_two", run: |_, _, _, _| {}, land: make_relics_of_two },
];

fn play(note: Note) -> Option<&'static Play> {
    let id = note.kind.spec().hook?;
    PLAYS.iter().find(|play| play.id == id)
}

pub(crate) fn take_effect(state: &DeskState, by: Seat, note: Note, events: &mut Vec<Event>) {
    if let Some(play) = play(note) {
        (play.run)(state, by, note, events);
    }
}

pub(crate) fn land(state: &mut DeskState, by: Seat, note: Note) {
    if let Some(play) = play(note) {
        (play.land)(state, by);
    }
}

fn nothing(_: &mut DeskState, _: Seat) {}

fn hand_over_commodities(state: &DeskState, by: Seat, note: Note, events: &mut Vec<Event>) {
    let commodities = state.table.player(note.issuer).commodities;
    if commodities > 0 {
        let goods = Bundle::commodities(commodities);
        events.push(Event::Given { from: note.issuer, to: by, goods });
    }
}

fn silence_issuer(_: &DeskState, _: Seat, note: Note, events: &mut Vec<Event>) {
    events.push(Event::Silenced { seat: note.issuer });
}

fn make_relics_of_two(state: &mut DeskState, by: Seat) {
    state.forging = Some(by);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::ability::note::NoteKind;

    #[test]
    fn rows_name_the_plays_there_are_and_no_play_is_left_over() {
        let named: BTreeSet<&str> = NoteKind::all().filter_map(|it| it.spec().hook).collect();
        let ids: BTreeSet<&str> = PLAYS.iter().map(|play| play.id).collect();
        assert_eq!(ids, named);
    }
}
