//! Commands as sentences, from what the seat that would send them sees.

use parley::{Language, OfferRef, Seat};

use crate::card::{Card, Slots};
use crate::command::{Command, Mode, SignalRef, Target};
use crate::map::Territory;
use crate::settings::Rules;
use crate::signal::{Signal, Signals, Word, plain};
use crate::treaty::TreatyRef;
use crate::view::{Land, Proposal, View};

/// The kind of a command, as commands are named in JSON.
pub fn verb(command: &Command) -> &'static str {
    match command {
        Command::Deploy { .. } => "deploy",
        Command::Attack { .. } => "attack",
        Command::Occupy { .. } => "occupy",
        Command::EndAttack => "end_attack",
        Command::Reinforce { .. } => "reinforce",
        Command::EndTurn => "end_turn",
        Command::Propose { .. } => "propose",
        Command::Play { .. } => "play",
        Command::Apply { .. } => "apply",
        Command::Gamble { .. } => "gamble",
        Command::Pass => "pass",
        Command::Accept { .. } => "accept",
        Command::Decline { .. } => "decline",
        Command::Signal { .. } => "signal",
        Command::React { .. } => "react",
    }
}

/// A command as a sentence. Names that do not exist are written as numbers, so any command has one.
pub fn sentence(rules: &Rules, view: &View, command: &Command, language: Language) -> String {
    Wording { rules, view, language }.sentence(command)
}

/// A territory with what is known of it: "Hollin Coll (Jade, 4 troops)".
pub fn place(rules: &Rules, view: &View, territory: Territory) -> String {
    Wording { rules, view, language: Language::default() }.place(territory)
}

/// Cards by name: "Reserves, Reserves and Veterans".
pub fn cards(rules: &Rules, cards: impl IntoIterator<Item = Card>) -> String {
    let names: Vec<String> = cards.into_iter().map(|card| card_name(rules, card)).collect();
    listed(&names)
}

/// A proposal in words, without who made it to whom.
pub fn terms(rules: &Rules, proposal: &Proposal) -> String {
    let against = match proposal.against {
        Some(third) => format!(" against {}", seat_name(rules, third)),
        None => String::new(),
    };
    let gives = cards(rules, proposal.slots.iter());
    let asks = match proposal.asks {
        0 => "nothing in return".to_owned(),
        1 => "1 troop card in return".to_owned(),
        many => format!("{many} troop cards in return"),
    };
    let agreement = proposal.agreement.name().to_lowercase();
    format!("{agreement}{against}: gives {gives}, asks for {asks}")
}

/// The name of a seat, or its number if there is no such seat.
pub fn seat_name(rules: &Rules, seat: Seat) -> String {
    if seat.index() < rules.seats() { rules.name(seat).to_owned() } else { seat.to_string() }
}

fn card_name(rules: &Rules, card: Card) -> String {
    if !rules.cards.exists(card) {
        return format!("card {}", card.0);
    }
    let name = &rules.cards.spec(card).name;
    match rules.cards.value(card) {
        Some(value) => format!("{name} ({value})"),
        None => name.clone(),
    }
}

fn listed(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn troops(count: u32) -> String {
    if count == 1 { "1 troop".to_owned() } else { format!("{count} troops") }
}

struct Wording<'a> {
    rules: &'a Rules,
    view: &'a View,
    language: Language,
}

impl Wording<'_> {
    fn sentence(&self, command: &Command) -> String {
        match *command {
            Command::Deploy { to, troops: count } => {
                format!("Deploy {} in {}.", troops(count), self.place(to))
            }
            Command::Attack { from, to, mode } => {
                let how = match mode {
                    Mode::Once => "one roll".to_owned(),
                    Mode::Blitz => "until it falls or you can attack no more".to_owned(),
                    Mode::StopLoss(keep) => format!("stopping when {} are left", troops(keep)),
                };
                format!("Attack {} from {}: {how}.", self.place(to), self.place(from))
            }
            Command::Occupy { troops: count } => format!("Move in with {}.", troops(count)),
            Command::EndAttack => "Attack no more and go on to reinforce.".to_owned(),
            Command::Reinforce { from, to, troops: count } => format!(
                "March {} from {} to {}, and end the turn.",
                troops(count),
                self.place(from),
                self.place(to)
            ),
            Command::EndTurn => "End the turn without a march.".to_owned(),
            Command::Propose { to, card, slots, against } => {
                self.proposal(to, card, slots, against)
            }
            Command::Play { card, target } => {
                format!("Play {}{}.", card_name(self.rules, card), self.aim(target))
            }
            Command::Apply { card } => {
                format!("Call up {} for yourself.", card_name(self.rules, card))
            }
            Command::Gamble { cards: burned } => {
                format!("Burn {} and draw one card.", cards(self.rules, burned.iter()))
            }
            Command::Pass => "Let the action between turns go.".to_owned(),
            Command::Accept { proposal, slots } => {
                let puts = cards(self.rules, slots.iter());
                format!("Accept {} and put in {puts}.", self.offered(proposal))
            }
            Command::Decline { proposal } => format!("Decline {}.", self.offered(proposal)),
            Command::Signal { to, signal } => {
                let whom = to.map_or("everybody".to_owned(), |to| seat_name(self.rules, to));
                // Templates and words that do not exist have no text.
                let known = Signals::standard().catalogue().check(&signal).is_ok();
                let sender = self.view.own.as_ref().map_or(Seat(0), |own| own.seat);
                let said =
                    || Signals::standard().render(self.language, sender, &signal, self.rules);
                let text =
                    if known && self.exists(&signal) { plain(&said()) } else { "…".to_owned() };
                format!("Say to {whom}: “{text}”")
            }
            Command::React { signal: SignalRef { from, .. }, reaction } => {
                let said = Signals::standard().reaction(self.language, reaction).unwrap_or("…");
                format!("React to {}: “{said}”", seat_name(self.rules, from))
            }
        }
    }

    /// Whether every word of a signal is one of this table.
    fn exists(&self, signal: &Signal) -> bool {
        let known = |word: Word| match word {
            Word::Player(seat) => seat.index() < self.rules.seats(),
            Word::Territory(place) => place.index() < self.rules.map.len(),
            Word::Zone(zone) => zone.index() < self.rules.map.zones().len(),
            // The catalogue has checked these.
            Word::Concept(_) | Word::Agreement(_) => true,
        };
        signal.phrases().all(|phrase| phrase.filler.is_none_or(known))
    }

    fn place(&self, territory: Territory) -> String {
        if territory.index() >= self.rules.map.len() {
            return format!("territory {}", territory.index());
        }
        let name = self.rules.map.name(territory);
        let Some((owner, count)) = self.view.lands.get(territory.index()).and_then(Land::known)
        else {
            return format!("{name} (unknown)");
        };
        let mine = self.view.own.as_ref().map(|own| own.seat);
        let holder = match owner {
            None => "neutral".to_owned(),
            Some(seat) if Some(seat) == mine => "yours".to_owned(),
            Some(seat) => seat_name(self.rules, seat),
        };
        format!("{name} ({holder}, {})", troops(count))
    }

    fn proposal(&self, to: Seat, card: Card, slots: Slots, against: Option<Seat>) -> String {
        let against = match against {
            Some(third) => format!(" against {}", seat_name(self.rules, third)),
            None => String::new(),
        };
        let known = self.rules.cards.exists(card).then(|| self.rules.cards.terms(card)).flatten();
        let asks = match known.map_or(0, |terms| terms.asks) {
            0 => String::new(),
            1 => ", for 1 troop card".to_owned(),
            many => format!(", for {many} troop cards"),
        };
        format!(
            "Propose {}{against} to {} and put in {}{asks}.",
            card_name(self.rules, card),
            seat_name(self.rules, to),
            cards(self.rules, slots.iter())
        )
    }

    fn aim(&self, target: Target) -> String {
        match target {
            Target::Nothing => String::new(),
            Target::Territory(territory) => format!(" on {}", self.place(territory)),
            Target::Seat(seat) => format!(" on {}", seat_name(self.rules, seat)),
            Target::Treaty(TreatyRef { with, agreement, .. }) => format!(
                " on the {} with {}",
                agreement.name().to_lowercase(),
                seat_name(self.rules, with)
            ),
        }
    }

    fn offered(&self, proposal: OfferRef) -> String {
        let received = self.view.own.as_ref().map_or(&[][..], |own| &own.received[..]);
        let from = seat_name(self.rules, proposal.from);
        match received.iter().find(|it| it.id == proposal) {
            Some(found) => format!("the proposal of {from} ({})", terms(self.rules, found)),
            None => format!("the proposal of {from}"),
        }
    }
}
