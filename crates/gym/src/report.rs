//! What a seat knows, as text for people and language models.

use std::fmt::Write as _;

use backchannel::view::{Land, Own, Proposal, View};
use backchannel::{Cards, Rules, Territory};
use parley::Seat;

/// Everything of a view that matters for a decision, in plain sentences.
pub fn report(rules: &Rules, view: &View) -> String {
    let mut text = String::new();
    let phase = view.phase.map(|phase| format!(", {phase} phase")).unwrap_or_default();
    let turn = view.turn.map(|turn| format!(", turn of {}", rules.name(turn))).unwrap_or_default();
    line(&mut text, &format!("{}{turn}{phase}.", sentence(&view.round.to_string())));
    if let Some(own) = &view.own {
        line(&mut text, &format!("You are {}.", rules.name(own.seat)));
    }
    scores(rules, view, &mut text);
    lands(rules, view, &mut text);
    if let Some(own) = &view.own {
        yours(rules, own, &mut text);
    }
    if let Some(outcome) = view.outcome {
        let winners: Vec<&str> = outcome.winners.into_iter().map(|seat| rules.name(seat)).collect();
        line(&mut text, &format!("The game is over. Won by {}.", winners.join(" and ")));
    }
    text
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn scores(rules: &Rules, view: &View, text: &mut String) {
    line(text, "Scoreboard:");
    for score in &view.scoreboard {
        let name = rules.name(score.seat);
        if !score.is_in {
            line(text, &format!("  {name}: out"));
            continue;
        }
        let mut row = format!(
            "  {name}: {} territories, {} troops, {} cards",
            score.territories, score.troops, score.cards
        );
        if score.traitor_until.is_some() {
            row.push_str(", a traitor");
        }
        line(text, &row);
    }
    for (one, other) in &view.truces {
        let (one, other) = (rules.name(*one), rules.name(*other));
        line(text, &format!("Ceasefire between {one} and {other}."));
    }
}

fn lands(rules: &Rules, view: &View, text: &mut String) {
    line(text, "Territories:");
    let holder = |owner: Option<Seat>| owner.map_or("nobody", |seat| rules.name(seat));
    for (place, land) in (0u8..).map(Territory).zip(&view.lands) {
        let name = rules.map.name(place);
        let near: Vec<&str> =
            rules.map.near(place).into_iter().map(|other| rules.map.name(other)).collect();
        let known = match *land {
            Land::Seen { owner, troops } => format!("{}, {troops} troops", holder(owner)),
            Land::Remembered { owner, troops, round } => {
                format!("{}, {troops} troops when last seen in {round}", holder(owner))
            }
            Land::Unknown => "not in sight".to_owned(),
        };
        line(text, &format!("  {name}: {known}; next to {}", near.join(", ")));
    }
}

fn yours(rules: &Rules, own: &Own, text: &mut String) {
    line(text, &format!("Your hand: {}.", cards(rules, &own.hand)));
    if !own.locked.is_empty() {
        line(text, &format!("Locked in deals: {}.", cards(rules, &own.locked)));
    }
    if own.deploy > 0 {
        line(text, &format!("Troops to deploy: {}.", own.deploy));
    }
    if let Some((from, to)) = own.occupying {
        let (from, to) = (rules.map.name(from), rules.map.name(to));
        line(text, &format!("You have taken {to} from {from} and move in now."));
    }
    for deal in &own.received {
        line(text, &format!("{} proposes {}.", rules.name(deal.id.from), terms(rules, deal)));
    }
    for deal in &own.sent {
        line(
            text,
            &format!("You have proposed {} to {}.", terms(rules, deal), rules.name(deal.to)),
        );
    }
    for treaty in &own.treaties {
        if let Some(partner) = treaty.partner(own.seat) {
            let (what, with) = (treaty.agreement.name(), rules.name(partner));
            line(text, &format!("{what} with {with} until {}.", treaty.ends));
        }
    }
}

fn terms(rules: &Rules, deal: &Proposal) -> String {
    let mut terms = rules.cards.spec(deal.card).name.clone();
    if let Some(third) = deal.against {
        let _ = write!(terms, " against {}", rules.name(third));
    }
    if !deal.slots.is_empty() {
        let slots: Vec<&str> =
            deal.slots.iter().map(|card| &*rules.cards.spec(card).name).collect();
        let _ = write!(terms, ", putting in {}", slots.join(", "));
    }
    if deal.asks > 0 {
        let _ = write!(terms, ", asking for {} troop cards", deal.asks);
    }
    terms
}

fn cards(rules: &Rules, cards: &Cards) -> String {
    let each = cards.kinds().map(|(card, count)| {
        let name = &rules.cards.spec(card).name;
        if count == 1 { name.clone() } else { format!("{count} × {name}") }
    });
    let all: Vec<String> = each.collect();
    if all.is_empty() { "no cards".to_owned() } else { all.join(", ") }
}
