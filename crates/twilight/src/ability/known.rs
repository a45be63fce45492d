//! The notes of factions that the rules of transactions name.

use std::sync::LazyLock;

use crate::ability::note::NoteKind;

macro_rules! notes {
    ($($name:ident $id:literal)*) => {
        $(pub(crate) fn $name() -> NoteKind {
            static KIND: LazyLock<NoteKind> =
                LazyLock::new(|| NoteKind::find($id).expect("the note is in the list"));
            *KIND
        })*
    };
}

notes! {
    trade_convoys "trade-convoys"
    promise_of_protection "promise-of-protection"
    dark_pact "dark-pact"
    black_ops "black-ops"
    malevolency "malevolency"
    black_market_forgery "black-market-forgery"
}

pub(crate) fn alliance() -> NoteKind {
    NoteKind::ALLIANCE
}
