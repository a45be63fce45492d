//! The map from a commander's point of view: who is where, what is in danger, what is worth taking.

use backchannel::map::{MOST_TERRITORIES, ZoneRules};
use backchannel::settings::MOST_SEATS;
use backchannel::view::Own;
use backchannel::{Agreement, Rules, Territory, TerritorySet, View};
use parley::{Round, Seat, SeatSet};

use crate::odds::odds;
use crate::turn_order::after;
use crate::weights::Weights;

/// The expected number of troops that a neighbour adds before it attacks.
const FRESH_TROOPS: u32 = 2;

/// How a seat stands to the others beyond what the rules enforce.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Attitude {
    /// Whom and what it does not attack by choice.
    pub seats: SeatSet,
    pub lands: TerritorySet,
    /// Ceasefires that are to be judged as if they were over.
    pub defied: SeatSet,
    /// What each territory of a seat is worth in addition, in troops.
    pub grudge: [f32; MOST_SEATS],
    /// Territories that it was asked to take or is paid for.
    pub wanted: TerritorySet,
    /// The probability that each seat leaves this one in peace; negative for one that announced an attack.
    pub calm: [f32; MOST_SEATS],
}

/// What a wanted territory is worth in addition.
const WISH: f32 = 1.0;

/// A seat's reading of its view.
pub(crate) struct Front {
    pub me: Seat,
    pub mine: TerritorySet,
    /// What it would attack if it could reach it.
    pub hostile: TerritorySet,
    /// Own territories that others could attack.
    pub border: TerritorySet,
    pub rivals: SeatSet,
    /// Its patience, from 0 to 1.
    pub patience: f32,
    /// What losing a troop costs.
    pub loss: f32,
    owner: [Option<Seat>; MOST_TERRITORIES],
    troops: [u32; MOST_TERRITORIES],
    worth: [f32; MOST_TERRITORIES],
    danger: [f32; MOST_TERRITORIES],
    power: [f32; MOST_SEATS],
    rivalry: [f32; MOST_SEATS],
    held: [u32; MOST_SEATS],
    cards: [u32; MOST_SEATS],
    /// Territories next to one's own, by owner.
    contact: [u32; MOST_SEATS],
    /// The territories of each seat, as far as is known.
    lands: [TerritorySet; MOST_SEATS],
    /// Hostile territories that belong to somebody.
    armed: TerritorySet,
    /// Territories of those who may attack before this seat's next turn.
    feared: TerritorySet,
    /// Each zone of the map.
    zones: Vec<ZoneOutlook>,
}

/// How a zone stands.
struct ZoneOutlook {
    /// Its territories that are not one's own.
    missing: TerritorySet,
    /// Who holds all of it, as far as is known.
    holder: Option<Seat>,
}

impl Default for Front {
    fn default() -> Front {
        Front {
            me: Seat(0),
            mine: TerritorySet::EMPTY,
            hostile: TerritorySet::EMPTY,
            border: TerritorySet::EMPTY,
            rivals: SeatSet::EMPTY,
            patience: 1.0,
            loss: 1.0,
            owner: [None; MOST_TERRITORIES],
            troops: [0; MOST_TERRITORIES],
            worth: [0.0; MOST_TERRITORIES],
            danger: [0.0; MOST_TERRITORIES],
            power: [0.0; MOST_SEATS],
            rivalry: [0.0; MOST_SEATS],
            held: [0; MOST_SEATS],
            cards: [0; MOST_SEATS],
            contact: [0; MOST_SEATS],
            lands: [TerritorySet::EMPTY; MOST_SEATS],
            armed: TerritorySet::EMPTY,
            feared: TerritorySet::EMPTY,
            zones: Vec::new(),
        }
    }
}

impl Front {
    /// Reads a new view.
    pub(crate) fn read(
        &mut self,
        rules: &Rules,
        view: &View,
        attitude: &Attitude,
        weights: &Weights,
    ) {
        let Some(own) = &view.own else { return };
        self.me = own.seat;
        self.mine = own.lands;
        self.read_scoreboard(view);
        self.read_lands(rules, view);
        self.read_mood(view, weights);
        let truced = truces(view, self.me).minus(attitude.defied);
        let peaceful = self.lands_of(truced.or(attitude.seats)).or(attitude.lands);
        self.hostile = rules.map.all().minus(self.mine).minus(peaceful);
        let owned = self.lands.iter().fold(TerritorySet::EMPTY, |all, &lands| all.or(lands));
        self.armed = self.hostile.and(owned);
        let safe = lasting_truces(view, own).minus(attitude.defied);
        self.feared = self.lands_of(self.rivals.minus(safe));
        self.read_zones(rules);
        for territory in rules.map.all() {
            self.worth[territory.index()] = self.worth_of(rules, territory, attitude, weights);
        }
        self.find_border(rules, safe, attitude, weights);
    }

    fn read_scoreboard(&mut self, view: &View) {
        self.rivals = SeatSet::EMPTY;
        let mut total = 0.0;
        for score in &view.scoreboard {
            let seat = score.seat.index();
            self.held[seat] = score.territories;
            self.cards[seat] = score.cards;
            self.power[seat] = if score.is_in {
                score.troops as f32 + 1.5 * score.territories as f32 + 0.5 * score.cards as f32
            } else {
                0.0
            };
            if score.is_in && score.seat != self.me {
                self.rivals = self.rivals.with(score.seat);
                total += self.power[seat];
            }
        }
        for rival in Seat::all(view.scoreboard.len()) {
            let power = self.power[rival.index()];
            let counts = self.rivals.contains(rival) && total > 0.0;
            self.rivalry[rival.index()] = if counts { power / total } else { 0.0 };
        }
    }

    /// Patience decreases with the rounds, and both patience and thrift with strength.
    fn read_mood(&mut self, view: &View, weights: &Weights) {
        let age = f32::from(view.round.0) / weights.patience;
        let strongest = self.leader().map_or(0.0, |leader| self.power(leader));
        let behind = (strongest / self.power(self.me).max(1.0)).clamp(0.5, 2.0);
        self.patience = behind / (1.0 + age * age);
        let thrift = (weights.plenty / self.power(self.me).max(1.0)).min(1.0);
        let late = weights.late_loss + (1.0 - weights.late_loss) * self.patience.min(1.0);
        self.loss = weights.loss * thrift * late;
    }

    fn read_lands(&mut self, rules: &Rules, view: &View) {
        let others = view.scoreboard.iter().filter(|score| score.seat != self.me);
        let (troops, lands) = others.fold((0, 0), |(troops, lands), score| {
            (troops + score.troops, lands + score.territories)
        });
        let typical = troops.checked_div(lands).unwrap_or(1).max(1);
        self.lands = [TerritorySet::EMPTY; MOST_SEATS];
        for (territory, land) in rules.map.all().into_iter().zip(&view.lands) {
            let (owner, troops) = land.known().unwrap_or((None, typical));
            let owner = owner.filter(|_| !self.is_stale(territory, owner));
            if let Some(owner) = owner {
                let lands = &mut self.lands[owner.index()];
                *lands = lands.with(territory);
            }
            self.owner[territory.index()] = owner;
            self.troops[territory.index()] = troops;
        }
    }

    /// Whether a remembered state can no longer be true.
    fn is_stale(&self, territory: Territory, owner: Option<Seat>) -> bool {
        owner.is_some_and(|owner| {
            self.held[owner.index()] == 0 || (owner == self.me && !self.mine.contains(territory))
        })
    }

    fn find_border(
        &mut self,
        rules: &Rules,
        safe: SeatSet,
        attitude: &Attitude,
        weights: &Weights,
    ) {
        self.border = TerritorySet::EMPTY;
        let mut around = TerritorySet::EMPTY;
        for territory in self.mine {
            let mut danger: f32 = 0.0;
            around = around.or(rules.map.near(territory));
            for other in rules.map.near(territory).minus(self.mine) {
                let Some(owner) = self.owner(other) else { continue };
                if !rules.map.crossings(other).contains(territory) || safe.contains(owner) {
                    continue;
                }
                let attackers = self.troops(other) + FRESH_TROOPS - 1;
                let unrest = 1.0 - attitude.calm[owner.index()];
                danger = danger.max(unrest * odds(attackers, self.troops(territory)).win);
                self.border = self.border.with(territory);
            }
            self.danger[territory.index()] = danger * weights.appetite;
        }
        self.contact = [0; MOST_SEATS];
        for other in around.minus(self.mine) {
            if let Some(owner) = self.owner(other) {
                self.contact[owner.index()] += 1;
            }
        }
    }

    fn worth_of(
        &self,
        rules: &Rules,
        territory: Territory,
        attitude: &Attitude,
        weights: &Weights,
    ) -> f32 {
        let owner = self.owner(territory).filter(|&owner| owner != self.me);
        let denied = owner.map_or(0.0, |owner| self.rivalry(owner));
        let zones = rules.map.zones().iter().zip(&self.zones);
        let zones: f32 = zones
            .filter(|(zone, _)| zone.territories.contains(territory))
            .map(|(zone, outlook)| outlook.worth_of(zone, territory, owner, weights))
            .sum();
        let rival = owner.map_or(0.0, |owner| self.worth_of_last_stand(owner, weights));
        let keep = self.keep(rules, territory, weights);
        let income = if self.is_small(rules) { weights.small_realm } else { 1.0 };
        weights.land * income * (keep + 0.5 * denied) + keep * zones + rival
            - weights.garrison * self.patience * (1.0 - keep)
            + owner.map_or(0.0, |owner| attitude.grudge[owner.index()])
            + if attitude.wanted.contains(territory) { WISH } else { 0.0 }
    }

    /// Whether one more territory would not bring more troops.
    fn is_small(&self, rules: &Rules) -> bool {
        let paid = rules.settings().deploy_floor * rules.numbers().territories_per_troop;
        self.mine.len() as u32 + 1 < paid
    }

    /// The probability of keeping a territory with a small garrison: the fewer enemies around it, the better.
    fn keep(&self, rules: &Rules, territory: Territory, weights: &Weights) -> f32 {
        let armed = rules.map.near(territory).and(self.armed).len();
        1.0 / (1.0 + weights.exposure * armed as f32)
    }

    fn read_zones(&mut self, rules: &Rules) {
        let Front { zones, lands, mine, .. } = self;
        zones.clear();
        zones.extend(rules.map.zones().iter().map(|zone| {
            let holds = |seat: &Seat| lands[seat.index()].contains_all(zone.territories);
            let holder = Seat::all(MOST_SEATS).find(holds);
            ZoneOutlook { missing: zone.territories.minus(*mine), holder }
        }));
    }

    /// A weak seat is worth eliminating: its cards, and one rival less.
    fn worth_of_last_stand(&self, owner: Seat, weights: &Weights) -> f32 {
        let left = self.held[owner.index()].max(1) as f32;
        let prize = weights.rival_out + 0.6 * weights.card * self.cards(owner) as f32;
        prize / (left * left)
    }

    #[inline]
    pub(crate) fn owner(&self, territory: Territory) -> Option<Seat> {
        self.owner[territory.index()]
    }

    #[inline]
    pub(crate) fn troops(&self, territory: Territory) -> u32 {
        self.troops[territory.index()]
    }

    /// What it is worth to hold.
    #[inline]
    pub(crate) fn worth(&self, territory: Territory) -> f32 {
        self.worth[territory.index()]
    }

    /// The probability of losing an own territory before the next turn.
    #[inline]
    pub(crate) fn danger(&self, territory: Territory) -> f32 {
        self.danger[territory.index()]
    }

    /// A rival's share of the strength of all rivals: what its loss is worth of one's own gain.
    #[inline]
    pub(crate) fn rivalry(&self, seat: Seat) -> f32 {
        self.rivalry[seat.index()]
    }

    pub(crate) fn power(&self, seat: Seat) -> f32 {
        self.power[seat.index()]
    }

    /// The territories of `seat` next to one's own.
    #[inline]
    pub(crate) fn contact(&self, seat: Seat) -> u32 {
        self.contact[seat.index()]
    }

    pub(crate) fn cards(&self, seat: Seat) -> u32 {
        self.cards[seat.index()]
    }

    /// What `more` troops on an own territory save.
    pub(crate) fn relief(&self, rules: &Rules, territory: Territory, more: u32) -> f32 {
        let strongest = self.strongest_neighbour(rules, territory);
        if strongest == 0 || self.danger(territory) == 0.0 {
            return 0.0;
        }
        let attackers = strongest + FRESH_TROOPS - 1;
        let now = odds(attackers, self.troops(territory)).win;
        let then = odds(attackers, self.troops(territory) + more).win;
        (1.0 - then / now.max(0.001)) * self.danger(territory) * self.worth(territory)
    }

    /// The largest army that could march in before the next turn.
    fn strongest_neighbour(&self, rules: &Rules, territory: Territory) -> u32 {
        let feared = rules.map.near(territory).and(self.feared).into_iter();
        let armed = feared.filter(|&other| rules.map.crossings(other).contains(territory));
        armed.map(|other| self.troops(other)).max().unwrap_or(0)
    }

    /// All troops next to a territory that could march in before the next turn.
    pub(crate) fn pressure(&self, rules: &Rules, territory: Territory) -> u32 {
        let feared = rules.map.near(territory).and(self.feared);
        feared.into_iter().map(|other| self.troops(other)).sum()
    }

    /// The rival with the most power.
    pub(crate) fn leader(&self) -> Option<Seat> {
        after(self.me, self.rivals).fold(None, |best, seat| match best {
            Some(best) if self.power(best) >= self.power(seat) => Some(best),
            _ => Some(seat),
        })
    }

    /// The rival with the least power.
    pub(crate) fn weakest(&self) -> Option<Seat> {
        after(self.me, self.rivals)
            .reduce(|best, seat| if self.power(seat) < self.power(best) { seat } else { best })
    }

    pub(crate) fn lands_of(&self, seats: SeatSet) -> TerritorySet {
        seats.into_iter().fold(TerritorySet::EMPTY, |all, seat| all.or(self.lands[seat.index()]))
    }
}

impl ZoneOutlook {
    /// What a territory does for the zone: brings it closer, or takes it from its `owner`.
    fn worth_of(
        &self,
        zone: &ZoneRules,
        territory: Territory,
        owner: Option<Seat>,
        weights: &Weights,
    ) -> f32 {
        let ZoneOutlook { missing, holder } = self;
        let reward = zone.troops as f32 + weights.card * zone.cards as f32;
        let whole = reward * weights.zone_turns;
        let size = zone.territories.len() as f32;
        let missing = missing.without(territory).len() as f32 + 1.0;
        let nearer = if reward > 0.0 || missing == 1.0 {
            whole * (size - missing + 1.0) / (size * missing)
        } else {
            0.0
        };
        let broken = owner.is_some() && *holder == owner;
        nearer + if broken { whole * weights.zone_break } else { 0.0 }
    }
}

/// Partners whose ceasefire still holds at their next turn. Agreements end at the start of a round, so the partner who
/// moves first could attack before the other has moved again.
fn lasting_truces(view: &View, own: &Own) -> SeatSet {
    let ceasefires = own.treaties.iter().filter(|treaty| treaty.agreement == Agreement::Ceasefire);
    let lasting = ceasefires.filter_map(|treaty| {
        treaty.partner(own.seat).filter(|&partner| treaty.ends > next_turn(view, partner))
    });
    let renewed = own.pending.iter().filter(|deal| deal.agreement == Agreement::Ceasefire);
    let renewed = renewed.map(|deal| if deal.to == own.seat { deal.id.from } else { deal.to });
    lasting.chain(renewed.filter(|&partner| truces(view, own.seat).contains(partner))).collect()
}

/// The round of `seat`'s next turn, or of the one that it is taking.
pub(crate) fn next_turn(view: &View, seat: Seat) -> Round {
    let moves_now = view.turn.is_some_and(|turn| seat >= turn);
    if moves_now { view.round } else { view.round + 1 }
}

/// The seats with which `me` has a ceasefire in force.
pub(crate) fn truces(view: &View, me: Seat) -> SeatSet {
    let partner = |&(a, b): &(Seat, Seat)| match (a == me, b == me) {
        (true, _) => Some(b),
        (_, true) => Some(a),
        _ => None,
    };
    view.truces.iter().filter_map(partner).collect()
}
