//! Commands as sentences, for menus of people and language models.

use backchannel::signal::{Signals, plain};
use backchannel::{Command, Mode, Rules, Slots, Target};
use parley::{Language, Seat};

/// A command of `seat` as a sentence in the imperative.
pub fn describe(rules: &Rules, seat: Seat, command: &Command) -> String {
    let writer = Writer { rules, seat };
    match *command {
        Command::Deploy { to, troops } => {
            format!("Deploy {} in {}.", count(troops), rules.map.name(to))
        }
        Command::Attack { from, to, mode } => {
            let how = match mode {
                Mode::Once => "once".to_owned(),
                Mode::Blitz => "until it falls".to_owned(),
                Mode::StopLoss(keep) => format!("until {keep} are left"),
            };
            format!("Attack {} from {}, {how}.", rules.map.name(to), rules.map.name(from))
        }
        Command::Occupy { troops } => format!("Move in with {}.", count(troops)),
        Command::EndAttack => "End the attacks.".to_owned(),
        Command::Reinforce { from, to, troops } => format!(
            "March {} from {} to {} and end the turn.",
            count(troops),
            rules.map.name(from),
            rules.map.name(to)
        ),
        Command::EndTurn => "End the turn.".to_owned(),
        Command::Propose { to, card, slots, against } => {
            let aim = against.map(|it| format!(" against {}", rules.name(it))).unwrap_or_default();
            format!(
                "Propose {}{aim} to {}{}.",
                writer.card(card),
                rules.name(to),
                writer.putting_in(slots)
            )
        }
        Command::Play { card, target } => {
            format!("Play {}{}.", writer.card(card), writer.target(target))
        }
        Command::Apply { card } => format!("Apply {} to yourself.", writer.card(card)),
        Command::Gamble { cards } => format!("Burn {} and draw a card.", writer.cards(cards)),
        Command::Pass => "Pass.".to_owned(),
        Command::Accept { proposal, slots } => {
            let from = rules.name(proposal.from);
            format!("Accept the proposal of {from}{}.", writer.putting_in(slots))
        }
        Command::Decline { proposal } => {
            format!("Decline the proposal of {}.", rules.name(proposal.from))
        }
        Command::Signal { to, signal } => {
            let pieces = Signals::standard().render(Language::English, seat, &signal, rules);
            let to = to.map_or("everybody", |to| rules.name(to));
            format!("Say to {to}: “{}”", plain(&pieces))
        }
        Command::React { signal, reaction } => {
            let reaction = Signals::standard().reaction(Language::English, reaction);
            let signal_of = if signal.public { "public signal" } else { "signal" };
            format!(
                "React to the {signal_of} of {}: {}",
                rules.name(signal.from),
                reaction.unwrap_or_default()
            )
        }
    }
}

struct Writer<'r> {
    rules: &'r Rules,
    seat: Seat,
}

impl Writer<'_> {
    fn card(&self, card: backchannel::Card) -> &str {
        &self.rules.cards.spec(card).name
    }

    fn cards(&self, slots: Slots) -> String {
        slots.iter().map(|card| self.card(card)).collect::<Vec<_>>().join(", ")
    }

    fn putting_in(&self, slots: Slots) -> String {
        if slots.is_empty() { String::new() } else { format!(" and put in {}", self.cards(slots)) }
    }

    fn target(&self, target: Target) -> String {
        match target {
            Target::Nothing => String::new(),
            Target::Territory(place) => format!(" on {}", self.rules.map.name(place)),
            Target::Seat(seat) if seat == self.seat => " on yourself".to_owned(),
            Target::Seat(seat) => format!(" on {}", self.rules.name(seat)),
            Target::Treaty(treaty) => {
                let with = self.rules.name(treaty.with);
                format!(" to break the {} with {with}", treaty.agreement.name().to_lowercase())
            }
        }
    }
}

fn count(troops: u32) -> String {
    if troops == 1 { "1 troop".to_owned() } else { format!("{troops} troops") }
}
