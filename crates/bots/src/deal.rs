//! What deals are worth to either side, in troops (BC-302, BC-303).

use backchannel::options::Pitch;
use backchannel::view::Proposal;
use backchannel::{Agreement, Card, Cards, Rules, Slots, View};
use parley::{Seat, SeatSet};

use crate::front::{Front, truces};
use crate::policy::Policy;
use crate::trust::Trust;
use crate::window::applied;

/// The cost of a card in a slot, as a fraction of what applying it would bring: there are more cards than windows to
/// apply them in.
const SLOT_PRICE: f32 = 0.8;

/// The expected number of troops from another seat's slot.
const USUAL_SLOT: f32 = 3.5;

/// For how many more rounds a seat that has paid for peace is left alone.
pub(crate) const GRATITUDE: u16 = 2;

/// The cost of leaving it alone for that long, for each territory next to it.
const FORBEARANCE: f32 = 0.15;

/// What it is worth to a frightened seat to be left alone, for each point of fear.
const RANSOM: f32 = 1.5;

/// The value of seeing a territory in the fog for a round.
const SIGHT: f32 = 0.03;

/// A deal as one side sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DealTerms {
    pub agreement: Agreement,
    pub with: Seat,
    pub against: Option<Seat>,
    pub rounds: u16,
    /// What this side's own slot cards would bring if applied.
    pub price: f32,
    /// The troops that the partner gets.
    pub given: f32,
    /// The troops that this side gets.
    pub got: f32,
}

impl DealTerms {
    /// Whether one side only gives and the other only takes.
    pub(crate) fn is_gift(&self) -> bool {
        matches!(self.agreement, Agreement::Tribute | Agreement::Levy | Agreement::SafePassage)
    }
}

/// Evaluates deals on one reading of the map.
pub(crate) struct Appraiser<'a> {
    pub rules: &'a Rules,
    pub view: &'a View,
    pub front: &'a Front,
    pub policy: &'a Policy,
    pub trust: &'a Trust,
}

impl Appraiser<'_> {
    /// The deal that somebody offers; `None` if it cannot be paid.
    pub(crate) fn offered(&self, proposal: &Proposal, cards: &Cards) -> Option<(DealTerms, Slots)> {
        let slots = cheapest(self.rules, cards, proposal.asks)?;
        let got = self.rules.cards.total_value(proposal.slots.iter()) as f32;
        let deal = DealTerms {
            agreement: proposal.agreement,
            with: proposal.id.from,
            against: proposal.against,
            rounds: self.rules.cards.terms(proposal.card)?.rounds,
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
            price: slots.iter().map(|card| SLOT_PRICE * applied(value(card))).sum(),
            given: self.rules.cards.total_value(slots.iter()) as f32,
            got,
        }
    }

    /// How likely `seat` keeps its word.
    pub(crate) fn keeps(&self, seat: Seat) -> f32 {
        self.trust.keeps(seat, self.view.round, self.policy)
    }

    /// What a deal brings this side, less what it costs and what it brings a rival.
    pub(crate) fn worth(&self, deal: &DealTerms) -> f32 {
        let hurt = self.envy(deal.with) * deal.given;
        deal.got - deal.price - hurt + self.effect(deal)
    }

    /// What the same deal seems to be worth to the partner.
    pub(crate) fn worth_to_partner(&self, deal: &DealTerms) -> f32 {
        let front = self.front;
        let price = deal.got / USUAL_SLOT * SLOT_PRICE * applied(3);
        let envy = if front.rivals.len() == 1 { 1.0 } else { self.policy.envy / 3.0 };
        let rounds = f32::from(deal.rounds);
        let effect = match deal.agreement {
            Agreement::Ceasefire => self.peace_seen(deal.with, rounds),
            Agreement::Tribute | Agreement::Levy | Agreement::SafePassage if deal.got > 0.0 => {
                self.peace_seen(deal.with, f32::from(GRATITUDE) + 1.0)
                    + RANSOM * self.fear_of_me(deal.with)
            }
            Agreement::SupplyPact
            | Agreement::Tribute
            | Agreement::Levy
            | Agreement::SafePassage => 0.0,
            Agreement::IntelPact => 0.1 * rounds,
            Agreement::JointOffensive => 0.4 * rounds,
        };
        deal.given - price - envy * deal.got + effect
    }

    /// How much a partner's gain hurts.
    fn envy(&self, with: Seat) -> f32 {
        let front = self.front;
        let ahead = (front.power(with) / front.power(front.me).max(1.0)).clamp(0.5, 2.0);
        let alone = front.rivals.len() == 1;
        if alone { 1.0 } else { self.policy.envy * front.rivalry(with) * ahead }
    }

    /// What an agreement does besides moving troops.
    fn effect(&self, deal: &DealTerms) -> f32 {
        let rounds = f32::from(deal.rounds);
        match deal.agreement {
            Agreement::Ceasefire => self.ceasefire(deal.with, rounds),
            Agreement::SupplyPact => 0.5 * (self.policy.trade - 1.0),
            Agreement::Tribute | Agreement::Levy | Agreement::SafePassage => {
                let passage =
                    if deal.agreement == Agreement::SafePassage { 0.1 * rounds } else { 0.0 };
                passage + self.protection(deal)
            }
            Agreement::IntelPact => self.policy.trade * (0.1 + SIGHT * self.fog()) * rounds,
            Agreement::JointOffensive => self.policy.trade * self.spoils(deal.against, rounds),
        }
    }

    /// A gift buys peace for a while; whoever takes one grants it.
    fn protection(&self, deal: &DealTerms) -> f32 {
        if deal.got > 0.0 {
            return -FORBEARANCE * self.front.contact(deal.with).min(4) as f32;
        }
        if truces(self.view, self.front.me).contains(deal.with) {
            return 0.0;
        }
        let peace = self.quiet_border(deal.with, f32::from(GRATITUDE) + 1.0);
        self.policy.peace * self.keeps(deal.with) * (peace + RANSOM * self.fear(deal.with))
    }

    /// The value of a ceasefire: a quiet border, unless nobody would be left to fight.
    fn ceasefire(&self, with: Seat, rounds: f32) -> f32 {
        let front = self.front;
        if front.rivals.len() == 1 {
            return self.shared_victory(with);
        }
        let kept = truces(self.view, front.me).with(with);
        let foes = front.rivals.minus(kept);
        if foes.into_iter().all(|foe| front.contact(foe) == 0) {
            return -10.0;
        }
        let ally = if front.rivals.len() == 2 {
            self.policy.alliance * 40.0 * (0.48 - self.share(with))
        } else {
            1.0
        };
        let quiet = self.policy.peace * self.keeps(with) * self.quiet_border(with, rounds);
        ally + quiet
    }

    /// What it is worth not to be attacked by `with`, less what it costs not to attack it.
    fn quiet_border(&self, with: Seat, rounds: f32) -> f32 {
        let front = self.front;
        let shared = front.contact(with).min(4) as f32;
        let weakness = front.power(with) / front.power(front.me).max(1.0);
        rounds * shared * (0.35 * weakness.clamp(0.3, 2.0) - 0.15)
    }

    /// The same as `with` sees it.
    fn peace_seen(&self, with: Seat, rounds: f32) -> f32 {
        let front = self.front;
        let shared = front.contact(with).min(4) as f32;
        let weakness = front.power(front.me) / front.power(with).max(1.0);
        1.0 + rounds * shared * (0.35 * weakness.clamp(0.3, 2.0) - 0.15)
    }

    /// The last two may end the game: good for the weaker, bad for the stronger (BC-902).
    fn shared_victory(&self, with: Seat) -> f32 {
        if !self.rules.settings().shared_victory {
            return -10.0;
        }
        60.0 * (0.4 - self.share(with))
    }

    /// This seat's share of the combined strength of the two.
    fn share(&self, with: Seat) -> f32 {
        let (mine, theirs) = (self.front.power(self.front.me), self.front.power(with));
        mine / (mine + theirs).max(1.0)
    }

    fn spoils(&self, against: Option<Seat>, rounds: f32) -> f32 {
        let Some(third) = against else { return 0.0 };
        let bounty = self.rules.numbers().joint_bounty as f32;
        let reach = self.front.contact(third).min(2) as f32;
        if truces(self.view, self.front.me).contains(third) {
            return -2.0;
        }
        0.4 * rounds * bounty * reach + self.front.rivalry(third) * rounds
    }

    /// Territories that this seat does not see.
    fn fog(&self) -> f32 {
        let unseen =
            |land: &&backchannel::view::Land| !matches!(land, backchannel::view::Land::Seen { .. });
        self.view.lands.iter().filter(unseen).count() as f32
    }

    /// What a stronger neighbour could do.
    pub(crate) fn fear(&self, of: Seat) -> f32 {
        let front = self.front;
        if truces(self.view, front.me).contains(of) {
            return 0.0;
        }
        self.menace(front.me, of) * front.contact(of).min(4) as f32
    }

    /// What `seat` has to fear from this one.
    pub(crate) fn fear_of_me(&self, seat: Seat) -> f32 {
        let front = self.front;
        if truces(self.view, front.me).contains(seat) {
            return 0.0;
        }
        self.menace(seat, front.me) * front.contact(seat).min(4) as f32
    }

    /// By how much one seat is stronger than another, at most twice as much again.
    fn menace(&self, weak: Seat, strong: Seat) -> f32 {
        let front = self.front;
        (front.power(strong) / front.power(weak).max(1.0) - 1.0).clamp(0.0, 2.0)
    }
}

/// The seats that a pitch to `to` could name as a third; one that names none counts once.
pub(crate) fn thirds(pitch: &Pitch, to: Seat) -> SeatSet {
    if pitch.names_third { pitch.against.without(to) } else { SeatSet::only(to) }
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

#[cfg(test)]
mod tests {
    use backchannel::{Options, Scenario, Setup};
    use parley::{Audience, Game as _, Round};

    use super::*;
    use crate::front::Attitude;
    use crate::weights::Weights;

    const ME: Seat = Seat(0);
    const NEIGHBOUR: Seat = Seat(1);

    /// What each kind of deal with a neighbour is worth to the first of three seats.
    struct Worked {
        rules: Rules,
        view: View,
        options: Options,
        front: Front,
        trust: Trust,
    }

    impl Worked {
        /// The neighbour has `theirs` troops next to the first seat's six, and the third seat three of its own.
        fn position(theirs: u32) -> Worked {
            let map = backchannel::map::library::find("wherrymouth").expect("it is there");
            let (file, near) = (map.file().clone(), |place| map.near(place));
            let home = map.all().into_iter().next().expect("a map has land");
            let mut around = near(home).into_iter();
            let (one, other) = (around.next().expect("a link"), around.next().expect("another"));
            let id = |place: backchannel::Territory| file.territories[place.index()].id.clone();
            let setup = Setup::standard(file.clone(), 3);
            let hand =
                ["troops-1", "troops-1", "ceasefire-1", "levy-1", "tribute-1", "supply-pact-1"];
            let game = Scenario::new(setup.clone())
                .expect("it can be played")
                .land(&id(home), ME, 6)
                .land(&id(one), NEIGHBOUR, theirs)
                .land(&id(other), Seat(2), 3)
                .hand(ME, &hand)
                .window(ME)
                .game()
                .expect("a position");
            let rules = Rules::new(setup).expect("it can be played");
            let view = game.view(Audience::Seat(ME));
            let mut front = Front::default();
            front.read(&rules, &view, &Attitude::default(), &Weights::STANDARD);
            Worked { options: game.options(ME), rules, view, front, trust: Trust::default() }
        }

        fn appraiser(&self) -> Appraiser<'_> {
            let Worked { rules, view, front, trust, .. } = self;
            Appraiser { rules, view, front, policy: &Policy::HONEST, trust }
        }

        fn deal(&self, agreement: Agreement) -> DealTerms {
            let kind = |pitch: &&Pitch| {
                self.rules.cards.terms(pitch.card).map(|terms| terms.agreement) == Some(agreement)
            };
            let pitch = self.options.propose.iter().find(kind).expect("the card is in hand");
            let pitched =
                self.appraiser().pitched(pitch, (NEIGHBOUR, None), &self.options.free_troops);
            pitched.expect("it can be paid").0
        }

        fn worth(&self, agreement: Agreement) -> f32 {
            self.appraiser().worth(&self.deal(agreement))
        }
    }

    #[test]
    fn peace_is_worth_more_with_a_stronger_neighbour() {
        let (weak, strong) = (Worked::position(3), Worked::position(12));
        assert!(strong.worth(Agreement::Ceasefire) > weak.worth(Agreement::Ceasefire));
    }

    #[test]
    fn a_demand_is_good_for_one_side_and_a_gift_for_the_other() {
        let table = Worked::position(6);
        let (levy, tribute) = (table.deal(Agreement::Levy), table.deal(Agreement::Tribute));
        let appraiser = table.appraiser();
        assert!(appraiser.worth(&levy) > 5.0 && appraiser.worth_to_partner(&levy) < 0.0);
        assert!(appraiser.worth(&tribute) < 0.0 && appraiser.worth_to_partner(&tribute) > 5.0);
    }

    #[test]
    fn a_supply_pact_brings_both_sides_what_they_could_not_give_themselves() {
        let table = Worked::position(6);
        let pact = table.deal(Agreement::SupplyPact);
        // Two cards of three: six for the other, and about seven back; applied, they would bring 4.3.
        assert_eq!((pact.given, pact.got), (6.0, 7.0));
        assert!((pact.price - 2.0 * 0.8 * 2.15).abs() < 1e-4, "{}", pact.price);
        assert!(
            table.appraiser().worth(&pact) > 0.0 && table.appraiser().worth_to_partner(&pact) > 0.0
        );
    }

    #[test]
    fn nobody_pays_a_breaker_for_peace() {
        let mut table = Worked::position(12);
        let before = table.worth(Agreement::Tribute);
        table.trust.broke_word(NEIGHBOUR, Round(1));
        assert!(table.worth(Agreement::Tribute) < before);
    }
}
