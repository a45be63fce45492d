//! What the parts of a game are called, and what each action between turns costs.

use backchannel::refusal::PhaseName;
use backchannel::signal::SignalPromise;
use backchannel::{ATTACK_DICE, Agreement, DEFENCE_DICE, Ending, GAMBLE_CARDS};
use bots::Level;

use super::company;

use crate::reference::{
    ActionEntry, AgreementEntry, EndingEntry, LevelEntry, PhaseWords, PromiseEntry, WindowAction,
};

/// A level of the bots in words.
pub fn level(level: Level) -> LevelEntry {
    let (name, about) = match level {
        Level::Easy => (
            "Easy",
            "They attack nobody in the first rounds, and then make one conquest in two rounds.",
        ),
        Level::Normal => {
            ("Normal", "They plan their turns, guard what they hold and deal shrewdly.")
        }
        Level::Hard => (
            "Hard",
            "They plan further ahead and make peace with every neighbour who will have it.",
        ),
    };
    LevelEntry { id: company::level(level), name: name.to_owned(), about: about.to_owned() }
}

/// The one action between turns: any of these, or none (BC-402).
pub fn actions() -> Vec<ActionEntry> {
    let entry = |id, title: &str, clause: &str, [none, costs, holds]: [String; 3]| ActionEntry {
        id,
        title: title.to_owned(),
        clause: clause.to_owned(),
        none,
        costs,
        holds,
    };
    vec![
        entry(
            WindowAction::Propose,
            "Propose an agreement",
            "BC-502",
            [
                "You can propose nothing now: an agreement card needs a partner who is open to it, and \
                 the free troop cards that you put in."
                    .to_owned(),
                "The card and what you put in are locked until it is answered or expires; it \
                 cannot be withdrawn."
                    .to_owned(),
                "Reaches its recipient at once; in force from the round after it is accepted."
                    .to_owned(),
            ],
        ),
        entry(
            WindowAction::Play,
            "Play a tactical card",
            "BC-304",
            [
                "No tactical card with anything to aim at.".to_owned(),
                "The card, at once.".to_owned(),
                "At your next turn start, not before.".to_owned(),
            ],
        ),
        entry(
            WindowAction::Apply,
            "Call up a troop card",
            "BC-403",
            [
                "No free troop card.".to_owned(),
                "The card, and half its troops from the deploy of the turn after.".to_owned(),
                "At your next turn start.".to_owned(),
            ],
        ),
        entry(
            WindowAction::Gamble,
            "Gamble",
            "BC-404",
            [
                format!("You need {GAMBLE_CARDS} free cards."),
                format!("{GAMBLE_CARDS} cards of your choice, burned at once."),
                "You draw one at your next turn start.".to_owned(),
            ],
        ),
    ]
}

pub fn agreements() -> Vec<AgreementEntry> {
    let entry = |id: Agreement| AgreementEntry { id, name: id.name().to_owned() };
    Agreement::ALL.map(entry).to_vec()
}

pub fn endings() -> Vec<EndingEntry> {
    let entry = |id: Ending| {
        let (text, aim, clause) = match id {
            Ending::LastStanding => {
                ("One was left standing.", "The last one standing wins all.", "BC-901")
            }
            Ending::MapShare => (
                "The agreed share of the map was held.",
                "Whoever holds enough of the map at the end of their turn wins.",
                "BC-901",
            ),
            Ending::SharedVictory => (
                "The last two were under a ceasefire, and share the victory.",
                "The last two win together if they are under a ceasefire.",
                "BC-902",
            ),
            Ending::RoundLimit => (
                "Time ran out; the highest score wins.",
                "When the last round is over, the best score wins.",
                "BC-903",
            ),
        };
        let (text, aim, clause) = (text.to_owned(), aim.to_owned(), clause.to_owned());
        EndingEntry { id, text, aim, clause }
    };
    [Ending::LastStanding, Ending::MapShare, Ending::SharedVictory, Ending::RoundLimit]
        .map(entry)
        .to_vec()
}

pub fn phases() -> Vec<PhaseWords> {
    let entry = |id: PhaseName| {
        let (name, doing, part_of, clause) = match id {
            PhaseName::Deploy => ("Deploy", "is deploying", id, "BC-203"),
            PhaseName::Attack => ("Attack", "is attacking", id, "BC-205"),
            PhaseName::Occupy => ("Move in", "is moving in", PhaseName::Attack, "BC-207"),
            PhaseName::Reinforce => ("Reinforce", "is reinforcing", id, "BC-208"),
            PhaseName::Window => ("Back room", "is in the back room", id, "BC-401"),
        };
        let (name, doing, clause) = (name.to_owned(), doing.to_owned(), clause.to_owned());
        PhaseWords { id, name, doing, rule: rule(id), part_of, clause }
    };
    [
        PhaseName::Deploy,
        PhaseName::Attack,
        PhaseName::Occupy,
        PhaseName::Reinforce,
        PhaseName::Window,
    ]
    .map(entry)
    .to_vec()
}

fn rule(phase: PhaseName) -> String {
    match phase {
        PhaseName::Deploy => {
            "All troops go on territories of your own before you attack.".to_owned()
        }
        PhaseName::Attack => format!(
            "One roll compares up to {ATTACK_DICE} dice of the attacker with up to {DEFENCE_DICE} of \
             the defender; ties go to the defender."
        ),
        PhaseName::Occupy => "At least as many move in as dice were rolled.".to_owned(),
        PhaseName::Reinforce => {
            "One move between your territories ends the turn; so does none.".to_owned()
        }
        PhaseName::Window => "One action before the next player’s turn.".to_owned(),
    }
}

pub fn promises() -> Vec<PromiseEntry> {
    let entry = |id: SignalPromise| {
        let text = match id {
            SignalPromise::SpareTerritory => "to leave",
            SignalPromise::SpareZone => "to stay out of",
            SignalPromise::SparePlayer => "not to attack",
            SignalPromise::HuntPlayer => "to go after",
            SignalPromise::TakeTerritory => "to take",
            SignalPromise::HoldTerritory => "to hold",
        };
        PromiseEntry { id, text: text.to_owned() }
    };
    [
        SignalPromise::SpareTerritory,
        SignalPromise::SpareZone,
        SignalPromise::SparePlayer,
        SignalPromise::HuntPlayer,
        SignalPromise::TakeTerritory,
        SignalPromise::HoldTerritory,
    ]
    .map(entry)
    .to_vec()
}
