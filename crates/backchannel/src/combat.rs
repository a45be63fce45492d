//! Attacks, the dice, conquest and occupation (BC-205 to BC-207).

use parley::{Chance, Seat, SeatSet};

use crate::Agreement;
use crate::command::Mode;
use crate::dice::EarlierRolls;
use crate::draft::Draft;
use crate::ending;
use crate::event::{ATTACK_DICE, Battle, Beaten, DEFENCE_DICE, Dice, Event};
use crate::garrison;
use crate::map::{Territory, TerritorySet};
use crate::march;
use crate::refusal::{Doing, Refusal};
use crate::settings::Rules;
use crate::span::Span;
use crate::state::State;
use crate::study::Regime;

/// An attack command.
#[derive(Clone, Copy)]
pub(crate) struct Attack {
    pub from: Territory,
    pub to: Territory,
    pub mode: Mode,
}

/// A territory just taken, and how many troops are in it.
#[derive(Clone, Copy)]
pub(crate) struct Conquest {
    pub from: Territory,
    pub to: Territory,
    pub moved: u32,
}

pub(crate) fn attack(
    rules: &Rules,
    state: &State,
    seat: Seat,
    attack: Attack,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let Attack { from, to, mode } = attack;
    check_attack(rules, state, seat, from, to)?;
    check_mode(rules, state.land(from).troops, mode)?;
    let start = events.len();
    let sprung = trap_toll(state, from, to);
    let field = Field::new(rules, state, from, to, sprung);
    let rolls = field.goes_on(mode);
    if let Some(owner) = state.land(to).owner.filter(|_| sprung > 0) {
        let repelled = !rolls;
        events.push(Event::TrapSprung { attacker: seat, owner, from, to, lost: sprung, repelled });
    }
    if rolls {
        fight(rules, state, seat, attack, field, events, start);
    }
    Ok(())
}

fn check_attack(
    rules: &Rules,
    state: &State,
    seat: Seat,
    from: Territory,
    to: Territory,
) -> Result<(), Refusal> {
    garrison::own(rules, state, seat, from, Doing::Attack)?;
    if to.index() >= rules.map.len() {
        return Err(Refusal::NoSuchTerritory);
    }
    if targets(rules, state, from, spared(rules, state, seat)).contains(to) {
        return Ok(());
    }
    Err(why_not(rules, state, seat, from, to))
}

/// What may be attacked from a territory: nothing under a ceasefire, and nothing that can only be bombarded and is
/// down to its last troop.
#[inline]
pub(crate) fn targets(
    rules: &Rules,
    state: &State,
    from: Territory,
    spared: TerritorySet,
) -> TerritorySet {
    if state.land(from).troops <= rules.map.least(from) {
        return TerritorySet::EMPTY;
    }
    let targets = rules.map.targets(from).minus(spared);
    let shelled = targets.minus(rules.map.crossings(from));
    let down = |to: &Territory| state.land(*to).troops <= 1;
    shelled.into_iter().filter(down).fold(targets, TerritorySet::without)
}

/// What a seat may not attack: its own territories, and those under a ceasefire.
pub(crate) fn spared(rules: &Rules, state: &State, seat: Seat) -> TerritorySet {
    let mine = state.seat(seat);
    let mut partners = mine.truces;
    if rules.regime() == Regime::Binding {
        partners = partners.or(accepted_truces(rules, state, seat));
    }
    let lands = partners.into_iter().map(|partner| state.seat(partner).lands);
    lands.fold(mine.lands, TerritorySet::or)
}

/// The seats with which a ceasefire has been accepted and has not taken effect yet.
fn accepted_truces(rules: &Rules, state: &State, seat: Seat) -> SeatSet {
    let accepted = state.pending.iter().filter_map(|deal| {
        let with = deal.partner(seat)?;
        let terms = rules.cards.terms(deal.offer.card)?;
        (terms.agreement == Agreement::Ceasefire).then_some(with)
    });
    accepted.collect()
}

/// Why a territory is not a target.
fn why_not(rules: &Rules, state: &State, seat: Seat, from: Territory, to: Territory) -> Refusal {
    if !rules.map.targets(from).contains(to) {
        return Refusal::NotLinked;
    }
    if let Some(with) = state.land(to).owner.filter(|_| spared(rules, state, seat).contains(to)) {
        return match state.seat(seat).truces.contains(with) {
            _ if with == seat => Refusal::OwnTarget,
            true => Refusal::Ceasefire { with },
            false => Refusal::AcceptedCeasefire { with },
        };
    }
    let (there, needed) = (state.land(from).troops, rules.map.least(from) + 1);
    if there < needed {
        return Refusal::TooFewToAttack { needed, there };
    }
    Refusal::NothingToBombard
}

/// The numbers of troops at which a stop-loss may stop; `None` if there are too few for it and for a blitz.
#[inline]
pub(crate) fn stop_loss(rules: &Rules, there: u32) -> Option<Span> {
    (there >= rules.numbers().blitz_troops).then_some(Span { least: 2, most: there - 1 })
}

fn check_mode(rules: &Rules, there: u32, mode: Mode) -> Result<(), Refusal> {
    if mode == Mode::Once {
        return Ok(());
    }
    let needed = rules.numbers().blitz_troops;
    let span = stop_loss(rules, there).ok_or(Refusal::TooFewToBlitz { needed, there })?;
    match mode {
        Mode::StopLoss(keep) if !span.contains(keep) => {
            Err(Refusal::StopLossRange { least: span.least, most: span.most })
        }
        Mode::Once | Mode::Blitz | Mode::StopLoss(_) => Ok(()),
    }
}

/// How many troops a trap takes from the source before the first roll: never its last (BC-304).
fn trap_toll(state: &State, from: Territory, to: Territory) -> u32 {
    u32::from(state.land(to).trap).min(state.land(from).troops - 1)
}

/// The two sides of a battle while it lasts.
struct Field {
    source: u32,
    /// Troops that must stay in the source.
    least: u32,
    target: u32,
    /// The defender's troops that cannot be killed: guns never drive out the last (BC-102).
    shelter: u32,
    fortified: u8,
}

impl Field {
    fn new(rules: &Rules, state: &State, from: Territory, to: Territory, sprung: u32) -> Field {
        Field {
            source: state.land(from).troops - sprung,
            least: rules.map.least(from),
            target: state.land(to).troops,
            shelter: if rules.map.crossings(from).contains(to) { 0 } else { 1 },
            fortified: state.land(to).fortified,
        }
    }

    fn can_roll(&self) -> bool {
        self.source > self.least && self.target > self.shelter
    }

    /// Whether there is another roll. A trap may prevent even the first.
    fn goes_on(&self, mode: Mode) -> bool {
        let keep = match mode {
            Mode::Once | Mode::Blitz => 0,
            Mode::StopLoss(keep) => keep,
        };
        self.can_roll() && self.source > keep
    }

    /// One roll: the losses of the attacker and of the defender, and the dice.
    fn roll(&mut self, chance: &mut Chance) -> (u32, u32, Dice) {
        let attackers = ((self.source - self.least) as usize).min(ATTACK_DICE);
        let defenders = (self.target as usize).min(DEFENCE_DICE);
        let dice = throw(chance, attackers, defenders, self.fortified);
        let count = |beaten: &[bool]| beaten.iter().filter(|&&die| die).count() as u32;
        let Beaten { attack, defence } = dice.beaten();
        let lost = count(&attack);
        let killed = count(&defence).min(self.target - self.shelter);
        self.source -= lost;
        self.target -= killed;
        (lost, killed, dice)
    }
}

/// All dice of a roll come from one uniform choice among all outcomes.
fn throw(chance: &mut Chance, attackers: usize, defenders: usize, fortified: u8) -> Dice {
    const OUTCOMES: [u64; 6] = [1, 6, 36, 216, 1296, 7776];
    let mut faces = chance.below(OUTCOMES[attackers + defenders]) as u32;
    let mut die = || {
        let face = faces % 6 + 1;
        faces /= 6;
        face as u8
    };
    let mut dice = Dice { fortified, ..Dice::default() };
    dice.attack[..attackers].fill_with(&mut die);
    dice.defence[..defenders].fill_with(&mut die);
    dice.attack.sort_unstable_by(|a, b| b.cmp(a));
    dice.defence.sort_unstable_by(|a, b| b.cmp(a));
    dice
}

fn fight(
    rules: &Rules,
    state: &State,
    attacker: Seat,
    Attack { from, to, mode }: Attack,
    mut field: Field,
    events: &mut Vec<Event>,
    start: usize,
) {
    let defender = state.land(to).owner;
    let mut battle = Battle {
        attacker,
        defender,
        from,
        to,
        mode,
        rolls: 0,
        attacker_lost: 0,
        defender_lost: 0,
        dice: Dice::default(),
        earlier: EarlierRolls::default(),
    };
    let mut chance = state.seed.stream(state.spun);
    loop {
        let (lost, killed, dice) = field.roll(&mut chance);
        if battle.rolls > 0 {
            battle.earlier.push(battle.dice);
        }
        battle.rolls += 1;
        battle.attacker_lost += lost;
        battle.defender_lost += killed;
        battle.dice = dice;
        if mode == Mode::Once || !field.goes_on(mode) {
            break;
        }
    }
    events.push(Event::Fought { battle });
    if field.target == 0 {
        conquer(rules, state, &battle, events, start);
    }
}

fn conquer(rules: &Rules, state: &State, battle: &Battle, events: &mut Vec<Event>, start: usize) {
    let Battle { attacker: by, from, to, defender: loser, .. } = *battle;
    events.push(Event::Conquered { by, from, to, loser, moved: battle.dice.attackers() });
    let Some(loser) = loser else { return };
    let troops = bounty(rules, state, by, loser);
    if troops > 0 {
        events.push(Event::Bounty { seat: by, troops });
    }
    if state.seat(loser).lands.len() == 1 {
        let mut draft = Draft::after(rules, state, events, start);
        ending::eliminate(&mut draft, loser, by);
    }
}

/// What the joint offensives of `by` pay for a territory taken from `loser` (BC-302).
fn bounty(rules: &Rules, state: &State, by: Seat, loser: Seat) -> u32 {
    let pays = |treaty: &&crate::treaty::Treaty| {
        treaty.agreement == Agreement::JointOffensive
            && treaty.against == Some(loser)
            && treaty.concerns(by)
    };
    state.treaties.iter().filter(pays).count() as u32 * rules.numbers().joint_bounty
}

/// The troops that may be in a conquest in all, at least and at most (BC-207).
pub(crate) fn occupation(rules: &Rules, state: &State, conquest: Conquest) -> Span {
    let Conquest { from, to, moved } = conquest;
    let free = march::free_troops(rules, state, from);
    Span { least: moved, most: moved + free.min(garrison::room_on(rules, state, to)) }
}

pub(crate) fn occupy(
    rules: &Rules,
    state: &State,
    seat: Seat,
    conquest: Conquest,
    troops: u32,
    events: &mut Vec<Event>,
) -> Result<(), Refusal> {
    let span = occupation(rules, state, conquest);
    if !span.contains(troops) {
        return Err(Refusal::OccupyRange { least: span.least, most: span.most });
    }
    let Conquest { from, to, moved } = conquest;
    events.push(Event::Occupied { seat, from, to, troops: troops - moved });
    Ok(())
}
