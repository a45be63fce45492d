//! What each card does, in a sentence.

use backchannel::Agreement;
use backchannel::catalogue::{CardKind, Tactic, Terms};

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
        rounds => format!("from the round after it is accepted, for {rounds} rounds"),
    })
}

fn agreement(terms: &Terms) -> String {
    let effect = match terms.agreement {
        Agreement::Ceasefire => "Neither side attacks the other; everybody is told.",
        Agreement::SupplyPact => "Each side's cards arrive as the other's bonus troops.",
        Agreement::Tribute => "A gift of troops.",
        Agreement::Levy => "A demand for troops.",
        Agreement::IntelPact => "Each side sees what the other sees.",
        Agreement::SafePassage => "Each side may reinforce through the other's territories.",
        Agreement::JointOffensive => {
            "Both name a third seat; each territory taken from it pays the taker a bonus."
        }
    };
    let lasts = match terms.rounds {
        0 => "at once".to_owned(),
        rounds => format!("for {rounds} rounds"),
    };
    let (gives, asks) = (terms.gives, terms.asks);
    format!("{effect} Troop cards: {gives} from you, {asks} from the other; {lasts}.")
}

fn tactical(tactic: Tactic, strength: u16) -> String {
    match tactic {
        Tactic::Betrayal => format!(
            "Ends an agreement of yours. Everybody is told, and you are a traitor for {strength} rounds."
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
