//! Acts that can be reported.

use parley::Seat;

use crate::ability::note::NoteKind;
use crate::deal::Act;
use crate::table::goods::Bundle;
use crate::table::hand::Note;

/// The acts that are reported to the desk, by their names in commands.
pub fn deeds() -> Vec<String> {
    let name = |act: Act| serde_json::to_value(act).ok()?.get("act")?.as_str().map(str::to_owned);
    acts().into_iter().filter(Act::is_deed).filter_map(name).collect()
}

/// One example of each kind.
fn acts() -> Vec<Act> {
    let (word, at, goods) = (String::new, None, Bundle::default);
    let note = Note { issuer: Seat(0), kind: NoteKind::ALLIANCE };
    vec![
        Act::Produce { unit: word(), cost: 0 },
        Act::Vote { outcome: word(), votes: 0 },
        Act::Abstain,
        Act::Use { power: word(), at },
        Act::Activate { system: word() },
        Act::MoveInto { system: word() },
        Act::Choose { what: word(), at },
        Act::Replenish,
        Act::Pass,
        Act::PlayCard { card: word(), at },
        Act::CardResult { card: word(), result: word() },
        Act::UseNote { note },
        Act::Transfer { goods: goods() },
        Act::PayBack { goods: goods() },
        Act::Refrain { power: word(), at },
        Act::KeepNote { note },
        Act::LeaveAlone { system: word() },
        Act::StayOut { system: word() },
        Act::Words { text: word() },
    ]
}
