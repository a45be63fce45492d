//! What each card does, in a sentence.

use backchannel::Agreement;
use backchannel::catalogue::{CardKind, Tactic, Terms};

use crate::reference::CardMark;

pub fn text(kind: &CardKind) -> String {
    match kind {
        CardKind::Troop { value } => {
            format!("Worth {value} troops: apply it, or put it into a proposal.")
        }
        CardKind::Agreement(terms) => agreement(terms),
        CardKind::Tactical { tactic, strength } => tactical(*tactic, *strength),
    }
}

/// When an agreement begins and how long it lasts.
pub fn runs(kind: &CardKind) -> Option<String> {
    let CardKind::Agreement(terms) = kind else { return None };
    Some(match terms.rounds {
        0 => "carried out at the start of the round after it is accepted".to_owned(),
        rounds => format!("from the round after it is accepted, for {}", in_rounds(rounds)),
    })
}

fn in_rounds(count: u16) -> String {
    if count == 1 { "1 round".to_owned() } else { format!("{count} rounds") }
}

/// What it does, without the numbers that stand on its face.
pub fn effect(kind: &CardKind) -> String {
    match kind {
        CardKind::Agreement(terms) => agreed(terms.agreement).to_owned(),
        CardKind::Troop { .. } => {
            "Troops for yourself, or for the other side of a proposal.".to_owned()
        }
        CardKind::Tactical { tactic, strength } => tactical(*tactic, *strength),
    }
}

/// What each number on its face means.
pub fn marks(kind: &CardKind) -> Vec<CardMark> {
    let mark = |mark: String, means: String| CardMark { mark, means };
    match kind {
        CardKind::Troop { value } => {
            vec![mark(format!("+{value}"), format!("It is worth {value} troops."))]
        }
        CardKind::Agreement(Terms { gives, asks, rounds, .. }) => {
            let sides = format!(
                "Whoever proposes puts in {}, the other side {}. Each goes to the other.",
                troop_cards(*gives),
                troop_cards(*asks)
            );
            let mut marks = vec![mark(format!("{gives}/{asks}"), sides)];
            if *rounds > 0 {
                marks
                    .push(mark(format!("{rounds} r"), format!("It lasts {}.", in_rounds(*rounds))));
            }
            marks
        }
        CardKind::Tactical { .. } => Vec::new(),
    }
}

fn troop_cards(count: u8) -> String {
    match count {
        0 => "nothing".to_owned(),
        1 => "1 troop card".to_owned(),
        count => format!("{count} troop cards"),
    }
}

/// When it takes hold.
pub fn takes_hold(kind: &CardKind) -> String {
    match kind {
        CardKind::Troop { .. } => {
            "Applied, they come at your next turn start, and half of them is owed from the deploy after that. In a deal, they come at the other side's first turn start after it takes effect, and nothing is owed."
        }
        CardKind::Agreement(_) => "At the start of the round after it is accepted.",
        CardKind::Tactical { .. } => "At your next turn start, not at once.",
    }
    .to_owned()
}

fn agreement(terms: &Terms) -> String {
    let effect = agreed(terms.agreement);
    let lasts = match terms.rounds {
        0 => "at once".to_owned(),
        rounds => format!("for {}", in_rounds(rounds)),
    };
    let (gives, asks) = (terms.gives, terms.asks);
    format!("{effect} Troop cards: {gives} from you, {asks} from the other; {lasts}.")
}

fn agreed(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Ceasefire => "Neither side attacks the other; everybody is told.",
        Agreement::SupplyPact => "Each side's cards arrive as the other's bonus troops.",
        Agreement::Tribute => "A gift of troops.",
        Agreement::Levy => {
            "A demand: the other hands over troop cards, which arrive as your bonus troops."
        }
        Agreement::IntelPact => "Each side sees what the other sees.",
        Agreement::SafePassage => "Each side may reinforce through the other's territories.",
        Agreement::JointOffensive => {
            "Both name a third seat; each territory taken from it pays the taker a bonus."
        }
    }
}

fn tactical(tactic: Tactic, strength: u16) -> String {
    match tactic {
        Tactic::Betrayal => format!(
            "Ends an agreement of yours. Everybody is told, and you are a traitor for {}.",
            in_rounds(strength)
        ),
        Tactic::Trap => format!(
            "Hidden on a territory of yours: the next attacker's source loses up to {strength} troops."
        ),
        Tactic::Fortify if strength > 1 => {
            "On a territory of yours: its defender adds 1 to both dice until your next turn."
                .to_owned()
        }
        Tactic::Fortify => {
            "On a territory of yours: its defender adds 1 to the highest die until your next turn."
                .to_owned()
        }
        Tactic::Recon => "Shows a territory and its neighbours until your next turn.".to_owned(),
        Tactic::Survey => "Shows all that one seat holds until your next turn.".to_owned(),
        Tactic::Sabotage => {
            format!("Lowers a seat's next deploy by {strength}; it is not told by whom.")
        }
        Tactic::Muster if strength == 1 => "Draws a card more.".to_owned(),
        Tactic::Muster => format!("Draws {strength} cards more."),
    }
}
