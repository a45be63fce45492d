//! What stands in the way of a choice, and what a proposal would block, before anything is sent.

use parley::{Clause, Game as _, OfferRef, Round, Seat};

use crate::Agreement;
use crate::card::{Card, Slots};
use crate::command::{Command, Mode};
use crate::event::Event;
use crate::game::Game;
use crate::lockout;
use crate::map::Territory;
use crate::options::Options;
use crate::refusal::{PhaseName, Refusal};
use crate::settings::Rules;

/// A proposal that has not been sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraftProposal {
    pub to: Seat,
    pub card: Card,
    pub slots: Slots,
    pub against: Option<Seat>,
}

/// When a consequence comes about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ComesAbout {
    /// As soon as it is sent.
    AtOnce,
    IfAccepted,
    IfDeclined,
    IfUnanswered,
}

/// Something that a proposal blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Consequence {
    /// These cards are locked (BC-502).
    Locks { cards: Vec<Card> },
    /// These cards are put into the deal (BC-503).
    Spends { cards: Vec<Card> },
    /// It is the one action of the window (BC-401).
    EndsWindow,
    /// There can be no other proposal to that seat (BC-506).
    Occupies { to: Seat, expires: Round },
    /// These agreements can no longer be proposed, for want of cards (BC-502).
    RulesOut { cards: Vec<Card> },
    /// That proposal can no longer be accepted, for want of troop cards (BC-503).
    Unaffordable { proposal: OfferRef },
    /// Acceptance closes windows on both sides (BC-602).
    Deal { to: Seat, windows: u16 },
    /// The same, but waived while the ceasefire lasts (BC-603).
    Waived { to: Seat },
    /// A refusal closes windows of the proposer (BC-604).
    Decline { to: Seat, windows: u16 },
    /// Nothing is lost (BC-605).
    Expiry { round: Round },
}

impl Consequence {
    pub fn comes_about(&self) -> ComesAbout {
        use Consequence::*;
        match self {
            Locks { .. } | Spends { .. } | EndsWindow | Occupies { .. } => ComesAbout::AtOnce,
            RulesOut { .. } | Unaffordable { .. } => ComesAbout::AtOnce,
            Deal { .. } | Waived { .. } => ComesAbout::IfAccepted,
            Decline { .. } => ComesAbout::IfDeclined,
            Expiry { .. } => ComesAbout::IfUnanswered,
        }
    }

    pub fn clause(&self) -> Clause {
        use Consequence::*;
        Clause::new(
            "BC",
            match self {
                EndsWindow => 401,
                Locks { .. } | RulesOut { .. } => 502,
                Unaffordable { .. } | Spends { .. } => 503,
                Occupies { .. } => 506,
                Deal { .. } => 602,
                Waived { .. } => 603,
                Decline { .. } => 604,
                Expiry { .. } => 605,
            },
        )
    }

    /// It as a sentence to the proposer.
    pub fn text(&self, rules: &Rules) -> String {
        let name = |seat: &Seat| rules.name(*seat);
        match self {
            Consequence::Locks { cards } => {
                format!("Locked until this is settled: {}.", names(rules, cards))
            }
            Consequence::Spends { cards } => {
                format!("These go into the deal: {}.", names(rules, cards))
            }
            Consequence::EndsWindow => {
                "This is your one action in this back room: whatever else you wanted to do waits for the next."
                    .to_owned()
            }
            Consequence::Occupies { to, expires } => format!(
                "No other proposal to {} until they answer or {expires} begins.",
                name(to)
            ),
            Consequence::RulesOut { cards } => {
                format!("Until then, or until you draw more, you could not propose {}.", names(rules, cards))
            }
            Consequence::Unaffordable { proposal } => format!(
                "You could no longer accept the proposal of {}: too few troop cards would be free.",
                name(&proposal.from)
            ),
            Consequence::Deal { to, windows } => format!(
                "Neither you nor {} may propose to the other for the next {windows} back rooms.",
                name(to)
            ),
            Consequence::Waived { to } => format!(
                "You and {} may go on proposing to each other while the ceasefire lasts.",
                name(to)
            ),
            Consequence::Decline { to, windows } => format!(
                "You get the cards back, and may not propose to {} in your next {windows} back rooms.",
                name(to)
            ),
            Consequence::Expiry { round } => {
                format!("You get the cards back as {round} begins, and nobody is locked out.")
            }
        }
    }
}

/// Cards by name, those of a kind counted.
fn names(rules: &Rules, cards: &[Card]) -> String {
    let mut kinds: Vec<(Card, usize)> = Vec::new();
    for &card in cards {
        match kinds.iter_mut().find(|(kind, _)| *kind == card) {
            Some((_, count)) => *count += 1,
            None => kinds.push((card, 1)),
        }
    }
    let named = kinds.into_iter().map(|(card, count)| {
        let name = &rules.cards.spec(card).name;
        if count == 1 { name.clone() } else { format!("{count} × {name}") }
    });
    named.collect::<Vec<_>>().join(", ")
}

impl Game {
    /// What a proposal of `from` would block.
    ///
    /// # Errors
    /// What the referee would say to the proposal.
    pub fn consequences(
        &self,
        from: Seat,
        draft: DraftProposal,
    ) -> Result<Vec<Consequence>, Refusal> {
        let DraftProposal { to, card, slots, against } = draft;
        let mut events = Vec::new();
        self.decide(from, &Command::Propose { to, card, slots, against }, &mut events)?;
        let before = self.options(from);
        // Only the proposal itself: what happens after it, such as the next turn, is not this seat's to know.
        let mut sent = self.clone();
        let proposed = events.iter().find(|event| matches!(event, Event::Proposed { .. }));
        proposed.into_iter().for_each(|event| sent.evolve(event));
        let expires = self.round() + self.rules().settings().proposal_rounds;
        let cards = [card].into_iter().chain(slots.iter()).collect();
        let mut found = vec![Consequence::EndsWindow, Consequence::Locks { cards }];
        found.push(Consequence::Occupies { to, expires });
        found.extend(ruled_out(&before, &sent, from, to));
        found.push(self.if_accepted(from, draft));
        found.push(Consequence::Decline { to, windows: lockout::TURNS });
        found.push(Consequence::Expiry { round: expires });
        Ok(found)
    }

    /// What it would block if `seat` accepted a proposal and filled its slots so.
    ///
    /// # Errors
    /// What the referee would say to the answer.
    pub fn consequences_of_accepting(
        &self,
        seat: Seat,
        proposal: OfferRef,
        slots: Slots,
    ) -> Result<Vec<Consequence>, Refusal> {
        self.decide(seat, &Command::Accept { proposal, slots }, &mut Vec::new())?;
        let mut found = Vec::new();
        if !slots.is_empty() {
            found.push(Consequence::Spends { cards: slots.iter().collect() });
        }
        let offer = self.state().offer(proposal.from, seat);
        found.extend(offer.map(|offer| self.with_deal(seat, proposal.from, offer.card)));
        Ok(found)
    }

    fn if_accepted(
        &self,
        from: Seat,
        DraftProposal { to, card, .. }: DraftProposal,
    ) -> Consequence {
        self.with_deal(from, to, card)
    }

    fn with_deal(&self, from: Seat, to: Seat, card: Card) -> Consequence {
        let terms = self.rules().cards.terms(card);
        let makes_peace = terms.is_some_and(|terms| terms.agreement == Agreement::Ceasefire);
        if makes_peace || self.state().seat(from).truces.contains(to) {
            return Consequence::Waived { to };
        }
        Consequence::Deal { to, windows: lockout::TURNS }
    }

    /// Why `seat` cannot choose a territory now, on its own or from another that it has chosen; `None` if it can, or
    /// if nothing is chosen on the map in this phase.
    pub fn obstacle(&self, seat: Seat, from: Option<Territory>, on: Territory) -> Option<Refusal> {
        let map = &self.rules().map;
        if on.index() >= map.len() {
            return Some(Refusal::NoSuchTerritory);
        }
        let own = self.state().seat(seat).lands;
        match (self.phase()?, from) {
            (PhaseName::Deploy, _) => self.says(seat, &Command::Deploy { to: on, troops: 1 }),
            (PhaseName::Attack, Some(from)) => self.says(seat, &attack(from, on)),
            (PhaseName::Attack, None) if own.contains(on) => {
                self.closest(seat, map.targets(on).minus(own).into_iter().map(|to| attack(on, to)))
            }
            (PhaseName::Attack, None) => {
                let near = own.into_iter().filter(|&from| map.targets(from).contains(on));
                let near = self.closest(seat, near.map(|from| attack(from, on)));
                let linked = own.into_iter().any(|from| map.targets(from).contains(on));
                if linked { near } else { Some(Refusal::NotLinked) }
            }
            (PhaseName::Reinforce, Some(from)) => {
                self.says(seat, &Command::Reinforce { from, to: on, troops: 1 })
            }
            (PhaseName::Reinforce, None) => {
                let others = own.without(on).into_iter();
                let march = |to| Command::Reinforce { from: on, to, troops: 1 };
                self.closest(seat, others.map(march))
            }
            (PhaseName::Occupy | PhaseName::Window, _) => None,
        }
    }

    fn says(&self, seat: Seat, command: &Command) -> Option<Refusal> {
        self.decide(seat, command, &mut Vec::new()).err()
    }

    /// Why none of these may be done: the reason that a player can do most about. `None` if one may.
    fn closest(&self, seat: Seat, commands: impl Iterator<Item = Command>) -> Option<Refusal> {
        let mut found = Vec::new();
        for command in commands {
            found.push(self.says(seat, &command)?);
        }
        found.into_iter().min_by_key(|refusal| match refusal {
            Refusal::TooFewToAttack { .. } | Refusal::MarchTooMany { .. } => 0,
            Refusal::Ceasefire { .. } | Refusal::AcceptedCeasefire { .. } => 1,
            _ => 2,
        })
    }
}

fn attack(from: Territory, to: Territory) -> Command {
    Command::Attack { from, to, mode: Mode::Once }
}

/// What was possible before a proposal to `to` was sent and no longer is, other than a second one to the same seat.
fn ruled_out(before: &Options, sent: &Game, from: Seat, to: Seat) -> Vec<Consequence> {
    let after = sent.options(from);
    let mut spoiled = Vec::new();
    let elsewhere = before.propose.iter().filter(|pitch| !pitch.to.without(to).is_empty());
    let hand = sent.state().seat(from).hand;
    let troops = sent.rules().cards.troops(&hand).total();
    for pitch in elsewhere {
        if hand.count(pitch.card) == 0 || troops < u32::from(pitch.slots) {
            spoiled.push(pitch.card);
        }
    }
    let mut found = Vec::new();
    if !spoiled.is_empty() {
        found.push(Consequence::RulesOut { cards: spoiled });
    }
    for answer in before.answer.iter().filter(|answer| answer.affordable) {
        let still = after.answer.iter().any(|it| it.proposal == answer.proposal && it.affordable);
        if !still {
            found.push(Consequence::Unaffordable { proposal: answer.proposal });
        }
    }
    found
}
