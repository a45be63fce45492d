//! What deals are worth, in troops (BC-302, BC-303).

use backchannel::options::Pitch;
use backchannel::view::Proposal;
use backchannel::{Agreement, Card, Cards, Rules, Slots, View};
use parley::{Seat, SeatSet};

use crate::front::{Front, truces};
use crate::window::applied;

/// What a card in a slot costs, as a share of what it would bring if applied: windows are few, cards many.
const SLOT_PRICE: f32 = 0.8;

/// The expected number of troops from another seat's slot.
const USUAL_SLOT: f32 = 3.5;

/// How much a partner's gain hurts, beside its share among the rivals.
const ENVY: f32 = 0.6;

/// A deal as one side sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DealTerms {
    pub agreement: Agreement,
    pub with: Seat,
    pub against: Option<Seat>,
    pub rounds: u16,
    /// Whether it is this side's own proposal.
    pub own: bool,
    /// What the own slot cards would bring if applied.
    pub price: f32,
    /// The troops that the partner gets.
    pub given: f32,
    /// The troops that this side gets.
    pub got: f32,
}

/// Evaluates deals on one reading of the map.
pub(crate) struct Broker<'a> {
    pub rules: &'a Rules,
    pub view: &'a View,
    pub front: &'a Front,
}

impl Broker<'_> {
    /// The deal that somebody offers; `None` if it cannot be paid.
    pub(crate) fn offered(&self, proposal: &Proposal, cards: &Cards) -> Option<(DealTerms, Slots)> {
        let slots = cheapest(self.rules, cards, proposal.asks)?;
        let got = self.rules.cards.total_value(proposal.slots.iter()) as f32;
        let rounds = self.rules.cards.terms(proposal.card)?.rounds;
        let deal = DealTerms {
            agreement: proposal.agreement,
            with: proposal.id.from,
            against: proposal.against,
            rounds,
            own: false,
            ..self.paid(slots, got)
        };
        Some((deal, slots))
    }

    /// The deal that a pitch would be; `None` if it cannot be paid.
    pub(crate) fn pitched(
        &self,
        pitch: &Pitch,
        (to, against): (Seat, Option<Seat>),
        cards: &Cards,
    ) -> Option<(DealTerms, Slots)> {
        let slots = cheapest(self.rules, cards, pitch.slots)?;
        let terms = self.rules.cards.terms(pitch.card)?;
        let got = f32::from(terms.asks) * USUAL_SLOT;
        let deal = DealTerms {
            agreement: terms.agreement,
            with: to,
            against,
            rounds: terms.rounds,
            own: true,
            ..self.paid(slots, got)
        };
        Some((deal, slots))
    }

    /// What a deal of this kind would be like if `with` proposed it; `None` if it cannot be paid.
    pub(crate) fn hinted(
        &self,
        agreement: Agreement,
        with: Seat,
        cards: &Cards,
    ) -> Option<DealTerms> {
        let mut specs = self.rules.cards.all().filter_map(|card| self.rules.cards.terms(card));
        let terms = specs.find(|terms| terms.agreement == agreement)?;
        let slots = cheapest(self.rules, cards, terms.asks)?;
        let got = f32::from(terms.gives) * USUAL_SLOT;
        let against = self.front.leader().filter(|&leader| leader != with);
        Some(DealTerms { agreement, with, against, rounds: terms.rounds, ..self.paid(slots, got) })
    }

    fn paid(&self, slots: Slots, got: f32) -> DealTerms {
        let value = |card| self.rules.cards.value(card).unwrap_or(0);
        DealTerms {
            agreement: Agreement::SupplyPact,
            with: self.front.me,
            against: None,
            rounds: 0,
            own: false,
            price: slots.iter().map(|card| SLOT_PRICE * applied(value(card))).sum(),
            given: self.rules.cards.total_value(slots.iter()) as f32,
            got,
        }
    }

    /// What a deal brings this side, less what it costs and what it brings a rival.
    pub(crate) fn worth(&self, deal: &DealTerms) -> f32 {
        let hurt = self.envy(deal.with) * deal.given;
        deal.got - deal.price - hurt + self.effect(deal)
    }

    /// How much a partner's gain hurts.
    fn envy(&self, with: Seat) -> f32 {
        let front = self.front;
        let ahead = (front.power(with) / front.power(front.me).max(1.0)).clamp(0.5, 2.0);
        if front.rivals.len() == 1 { 1.0 } else { ENVY * front.rivalry(with) * ahead }
    }

    /// What an agreement does besides moving troops.
    fn effect(&self, deal: &DealTerms) -> f32 {
        let rounds = f32::from(deal.rounds);
        let goodwill = 0.5 * self.fear(deal.with);
        match deal.agreement {
            Agreement::Ceasefire => self.peace(deal.with, rounds),
            Agreement::SupplyPact => 0.0,
            Agreement::Tribute | Agreement::Levy if deal.given > 0.0 => goodwill,
            Agreement::Tribute | Agreement::Levy => 0.0,
            Agreement::IntelPact => 0.1 * rounds,
            Agreement::SafePassage => 0.1 * rounds + if deal.own { goodwill } else { 0.0 },
            Agreement::JointOffensive => self.spoils(deal.against, rounds),
        }
    }

    /// The value of a ceasefire: a quiet border, unless nobody would be left to fight.
    fn peace(&self, with: Seat, rounds: f32) -> f32 {
        let front = self.front;
        if front.rivals.len() == 1 {
            return self.shared_victory(with);
        }
        let kept = truces(self.view, front.me).with(with);
        if self.neighbours(front.rivals.minus(kept)) == 0 {
            return -10.0;
        }
        let shared = self.neighbours(SeatSet::only(with)) as f32;
        let weakness = front.power(with) / front.power(front.me).max(1.0);
        let ally = if front.rivals.len() == 2 { 40.0 * (0.48 - self.share(with)) } else { 1.0 };
        ally + rounds * shared.min(4.0) * (0.35 * weakness.clamp(0.3, 2.0) - 0.15)
    }

    /// The last two may end the game: good for the weaker, bad for the stronger (BC-902).
    fn shared_victory(&self, with: Seat) -> f32 {
        if !self.rules.settings().shared_victory {
            return -10.0;
        }
        60.0 * (0.4 - self.share(with))
    }

    /// The own share of the strength of the two.
    fn share(&self, with: Seat) -> f32 {
        let (mine, theirs) = (self.front.power(self.front.me), self.front.power(with));
        mine / (mine + theirs).max(1.0)
    }

    fn spoils(&self, against: Option<Seat>, rounds: f32) -> f32 {
        let Some(third) = against else { return 0.0 };
        let bounty = self.rules.numbers().joint_bounty as f32;
        let reach = self.neighbours(SeatSet::only(third)).min(2) as f32;
        let friend = truces(self.view, self.front.me).contains(third);
        if friend {
            -2.0
        } else {
            0.4 * rounds * bounty * reach + self.front.rivalry(third) * rounds
        }
    }

    /// What a stronger neighbour could do.
    fn fear(&self, of: Seat) -> f32 {
        let front = self.front;
        if truces(self.view, front.me).contains(of) {
            return 0.0;
        }
        let stronger = front.power(of) / front.power(front.me).max(1.0) - 1.0;
        stronger.clamp(0.0, 2.0) * self.neighbours(SeatSet::only(of)).min(4) as f32
    }

    /// The territories of `seats` next to one's own.
    fn neighbours(&self, seats: SeatSet) -> usize {
        let (map, front) = (&self.rules.map, self.front);
        let near = front
            .mine
            .into_iter()
            .fold(backchannel::TerritorySet::EMPTY, |near, place| near.or(map.near(place)));
        let theirs = |place: &backchannel::Territory| {
            front.owner(*place).is_some_and(|owner| seats.contains(owner))
        };
        near.minus(front.mine).into_iter().filter(theirs).count()
    }
}

/// The `count` least valuable troop cards.
fn cheapest(rules: &Rules, cards: &Cards, count: u8) -> Option<Slots> {
    let mut rest = rules.cards.troops(cards);
    let mut picked = [Card(0); backchannel::card::MOST_SLOTS];
    let picked = picked.get_mut(..usize::from(count))?;
    for slot in picked.iter_mut() {
        let value = |card| rules.cards.value(card).unwrap_or(0);
        let (card, _) = rest.kinds().min_by_key(|&(card, _)| value(card))?;
        rest.remove(card);
        *slot = card;
    }
    Slots::new(picked).ok()
}
