//! The settings of a table in words.

use backchannel::Regime;

use crate::reference::{SettingChoice, SettingField, SettingWords};

pub fn setting_words() -> Vec<SettingWords> {
    [
        SettingField::RoundLimit,
        SettingField::MapShare,
        SettingField::SharedVictory,
        SettingField::Fog,
        SettingField::LiftFog,
        SettingField::OpenMap,
        SettingField::DeployFloor,
        SettingField::ProposalRounds,
        SettingField::Study,
        SettingField::Agreements,
        SettingField::Signals,
    ]
    .map(entry)
    .to_vec()
}

fn entry(field: SettingField) -> SettingWords {
    let (label, clause, hint) = match field {
        SettingField::RoundLimit => {
            ("Last round", "BC-901", "The best score wins when it is over.")
        }
        SettingField::MapShare => {
            ("Share of the map that wins", "BC-901", "In percent, held at the end of a turn.")
        }
        SettingField::SharedVictory => {
            ("Shared victory", "BC-902", "The last two win together if they are under a ceasefire.")
        }
        SettingField::Fog => (
            "Fog of war",
            "BC-803",
            "You see your own territories and their neighbours; elsewhere, what you last saw.",
        ),
        SettingField::LiftFog => (
            "Those who are out see everything",
            "BC-808",
            "The whole map and every fight; hands, traps and private deals stay closed.",
        ),
        SettingField::OpenMap => (
            "Spectators see the whole map",
            "BC-809",
            "With a delay, and every fight; hands, traps and private deals stay closed until the end.",
        ),
        SettingField::DeployFloor => {
            ("Least deploy", "BC-203", "The minimum number of troops per turn.")
        }
        SettingField::ProposalRounds => {
            ("Rounds to answer a proposal", "BC-504", "Then it expires and its cards are returned.")
        }
        SettingField::Study => (
            "Study",
            "BC-1101",
            "The table is marked as a study, and may change what agreements and signals are worth.",
        ),
        SettingField::Agreements => ("Agreements", "BC-1101", ""),
        SettingField::Signals => ("Signals", "BC-1104", "Seats may signal and react."),
    };
    let choices = match field {
        SettingField::Agreements => Regime::ALL.into_iter().rev().map(regime).collect(),
        _ => Vec::new(),
    };
    let (label, hint, clause) = (label.to_owned(), hint.to_owned(), clause.to_owned());
    SettingWords { field, label, hint, clause, choices }
}

fn regime(value: Regime) -> SettingChoice {
    let (text, hint) = match value {
        Regime::Breakable => ("Breakable", "The game as it is."),
        Regime::Binding => ("Binding", "Kept from acceptance to their end (BC-1103)."),
        Regime::None => ("None", "Every proposal is refused (BC-1102)."),
    };
    SettingChoice { value, text: text.to_owned(), hint: hint.to_owned() }
}
