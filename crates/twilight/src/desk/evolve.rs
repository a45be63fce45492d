//! Applies events to the state. It holds no rule.

use parley::{Resolution, Seat, SeatSet};

use crate::ability::Ability;
use crate::ability::power;
use crate::ability::row::Kind;
use crate::deal::Act;
use crate::deal::verdict::Class;
use crate::desk::cap;
use crate::desk::command::{Entry, Invocation, Loot};
use crate::desk::condition;
use crate::desk::correction::{AskedCorrection, Correction};
use crate::desk::effect::{hook, notes};
use crate::desk::event::Event;
use crate::desk::fact::Fact;
use crate::desk::feature;
use crate::desk::fed;
use crate::desk::holdings::Holdings;
use crate::desk::notice::Boarding;
use crate::desk::state::{DeskState, OpenOffer, StruckDeal};
use crate::round::moment::{Fresh, Moment};
use crate::round::step::{Phase, Step};
use crate::table::Grant;
use crate::table::goods::Bundle;
use crate::table::hand::{Note, Place};
use crate::table::pairs::Pairs;
use crate::table::player::{Planet, Player, drop_card, drop_one};
use crate::transaction::Half;
use crate::transaction::eligibility::Right;

pub(crate) fn evolve(state: &mut DeskState, event: &Event) {
    apply(state, event);
    state.forget_holdings();
}

fn apply(state: &mut DeskState, event: &Event) {
    match event {
        Event::Offered { from, to, number, terms } => {
            state.offers_made[from.index()][to.index()] = *number;
            let (from, to, number) = (*from, *to, *number);
            state.offers.push(OpenOffer { from, to, number, terms: terms.clone() }.into());
        }
        Event::Resolved { from, to, resolution, .. } => {
            if state.open_ledger && *resolution == Resolution::Accepted {
                let terms = state.offer(*from, *to).map(|offer| offer.terms.clone());
                let deal = |terms| StruckDeal { from: *from, to: *to, terms, class: None };
                state.struck = terms.map(|terms| deal(terms).into());
            }
            state.offers.retain(|offer| (offer.from, offer.to) != (*from, *to));
            debug_assert!(*resolution != Resolution::Lapsed, "offers do not lapse");
        }
        Event::Struck { from, to, class, .. } => {
            if let Some(struck) = &mut state.struck {
                struck.class = Some(*class);
            }
            for seat in [from, to] {
                let record = &mut state.records[seat.index()];
                match class {
                    Class::Binding => record.binding += 1,
                    Class::NonBinding
                    | Class::PartlyBinding
                    | Class::Open
                    | Class::NotJudged
                    | Class::NotAsked => {
                        record.non_binding += 1;
                    }
                }
            }
        }
        Event::Exchanged { transaction, right, assumed: _ } => {
            for Half { giver, taker, goods } in transaction.halves() {
                hand_over(state, giver, taker, goods);
            }
            use_right(state, transaction.sides, *right);
            state.exchanged = Some(transaction.sides);
        }
        Event::Given { from, to, goods } => hand_over(state, *from, *to, goods),
        Event::NoteMoved { note, from, to } => {
            if state.table.loose {
                reclaim(state, *note, *to);
            } else {
                if let Place::Hand(seat) = from {
                    player(state, *seat).notes_in_hand -= 1;
                }
                if let Place::Hand(seat) = to {
                    player(state, *seat).notes_in_hand += 1;
                }
            }
            state.table.notes.put(*note, *to);
        }
        Event::Gained { seat, count } => {
            let player = player(state, *seat);
            player.trade_goods = player.trade_goods.saturating_add(*count);
        }
        Event::Scored { seat, change } => {
            let player = player(state, *seat);
            player.victory_points = player.victory_points.saturating_add_signed(*change);
        }
        Event::Silenced { seat } => player(state, *seat).silenced = true,
        Event::Bound { promise } => state.owed.push(promise.clone().into()),
        Event::Promised { promise } => state.promises.push(promise.clone().into()),
        Event::Discharged { id, by, faith } => {
            state.owed.retain(|owed| owed.id != *id);
            state.records[by.index()].count(*faith);
        }
        Event::Settled { id, by, faith } => {
            state.promises.iter_mut().filter(|it| it.id == *id).for_each(|it| it.faith = *faith);
            state.records[by.index()].count(*faith);
        }
        Event::Said { id, by, faith } => {
            for promise in state.promises.iter_mut().filter(|it| it.id == *id) {
                let performer = promise.by == *by;
                let word = if performer { &mut promise.words.0 } else { &mut promise.words.1 };
                *word = Some(*faith);
            }
        }
        Event::Moved { moment, fresh } => move_on(state, *moment, *fresh),
        Event::Passed { seat } => player(state, *seat).passed = true,
        Event::StrategyCardUsed { seat } => {
            let player = player(state, *seat);
            player.strategy_cards = player.strategy_cards.saturating_sub(1);
        }
        Event::Reported { by, act } => match act {
            Act::PlayCard { card, .. } => {
                drop_card(&mut player(state, *by).action_cards, card);
            }
            Act::UseNote { note } => {
                state.played.push(*note);
                notes::land(state, *by, *note);
            }
            Act::Use { power, .. } => {
                if is_retreat(state, power) {
                    state.table.retreating = state.table.retreating.with(*by);
                }
            }
            Act::Vote { .. } | Act::Abstain => player(state, *by).voted = true,
            Act::Transfer { .. }
            | Act::Produce { .. }
            | Act::Refrain { .. }
            | Act::KeepNote { .. }
            | Act::Activate { .. }
            | Act::LeaveAlone { .. }
            | Act::MoveInto { .. }
            | Act::StayOut { .. }
            | Act::Choose { .. }
            | Act::Replenish
            | Act::Pass
            | Act::CardResult { .. }
            | Act::PayBack { .. }
            | Act::Words { .. }
            | Act::Avoid { .. }
            | Act::Research { .. }
            | Act::Score { .. } => {}
        },
        Event::Invoked { by, with, power } => match power {
            Invocation::BlackMarketDealings => {
                drop_card(&mut player(state, *by).action_cards, power.row().name);
                let black_market = &mut state.table.in_force.black_market;
                *black_market = black_market.with(*by, *with);
            }
            Invocation::Ability(ability) => {
                state.table.grants.push(Grant { by: *ability, sides: (*by, *with) });
                hook::land(state, *by, *ability, Some(*with));
            }
        },
        Event::Spent { seat, resources, influence, goods } => {
            let player = player(state, *seat);
            player.resources = player.resources.saturating_sub(*resources);
            player.influence = player.influence.saturating_sub(*influence);
            player.spend(*goods);
        }
        Event::Booked { seat, entry } => book(state, *seat, entry),
        Event::Overflowed { seat, count } => {
            let player = player(state, *seat);
            player.commodities = player.commodities.saturating_sub(*count);
        }
        Event::PillageOpened { by, victim } => state.pillages.push((*by, *victim)),
        Event::PillageClosed { by, victim } => close_pillage(state, *by, *victim),
        Event::Pillaged { by, victim, takes } => {
            close_pillage(state, *by, *victim);
            let robbed = player(state, *victim);
            match takes {
                Loot::TradeGood => robbed.trade_goods = robbed.trade_goods.saturating_sub(1),
                Loot::Commodity => robbed.commodities = robbed.commodities.saturating_sub(1),
            }
            let robber = player(state, *by);
            robber.trade_goods = robber.trade_goods.saturating_add(1);
        }
        Event::Neighboured { sides: (a, b), are } => {
            let pairs = &mut state.table.neighbours.pairs;
            *pairs = if *are { pairs.with(*a, *b) } else { pairs.without(*a, *b) };
        }
        Event::Boarded { seat, change } => board(state, *seat, *change),
        Event::SpeakerMoved { to } => state.table.speaker = *to,
        Event::Declared { by, condition, begins } => {
            condition::set(state, *by, *condition, *begins);
        }
        Event::Used { by, ability, on } => use_ability(state, *by, *ability, *on),
        Event::Demanded { by, from } => state.demands.push((*by, *from)),
        Event::Yielded { by, from } => state.demands.retain(|it| *it != (*by, *from)),
        Event::Waived { by, from } => {
            state.demands.retain(|it| *it != (*by, *from));
            state.takings.retain(|it| *it != (*by, *from));
        }
        Event::Waylaid { by, from } => state.takings.push((*by, *from)),
        Event::Taken { by, from, card } => {
            state.takings.retain(|it| *it != (*by, *from));
            drop_card(&mut player(state, *from).action_cards, card);
            player(state, *by).action_cards.push(Some(card.clone()));
        }
        Event::Looked { .. } | Event::Shown { .. } => {}
        Event::Researched { by, .. } => state.researched = state.researched.with(*by),
        Event::Charted { by, feature } => {
            if let Some(galaxy) = &mut state.galaxy {
                let found = feature::lay(galaxy, *by, feature);
                debug_assert!(found.is_some(), "what was charted is on the map");
                state.survey();
            }
        }
        Event::Left { seat } => leave(state, *seat),
        Event::Counted { seat, holdings } => count(state, *seat, holdings),
        Event::CountedTwice { seats } => {
            state.table.unknown = seats.iter().fold(state.table.unknown, SeatSet::with);
            state.claims.retain(|(seat, _)| !seats.contains(*seat));
        }
        Event::MadeExact => make_exact(state),
        Event::Synced { by: _, source, taken, agreed, disputed } => {
            state.source = Some(*source);
            taken.iter().for_each(|fact| fed::land(state, fact));
            for fact in taken.iter().chain(agreed) {
                state.disputed.retain(|it| !it.is_about_the_same(fact));
                report(state, fact);
            }
            for fact in disputed {
                state.disputed.retain(|it| !it.is_about_the_same(fact));
                state.disputed.push(fact.clone());
                report(state, fact);
            }
            state.survey();
        }
        Event::Mapped { map_string, galaxy } => {
            state.galaxy = Some((**galaxy).clone().into());
            report(state, &Fact::Map { map_string: map_string.clone() });
            state.survey();
        }
        Event::Reconciled { by: _, fact, taken } => {
            state.disputed.retain(|it| it != fact);
            if *taken {
                fed::land(state, fact);
                state.survey();
            }
        }
        Event::CorrectionAsked { by, correction } => {
            match state.corrections.iter_mut().find(|it| it.correction == *correction) {
                Some(asked) => asked.agreed = asked.agreed.with(*by),
                None => state.corrections.push(AskedCorrection {
                    by: *by,
                    correction: correction.clone(),
                    agreed: SeatSet::only(*by),
                }),
            }
        }
        Event::CorrectionDropped { by: _, correction } => {
            state.corrections.retain(|it| it.correction != *correction);
        }
        Event::Corrected { by: _, correction } => {
            state.corrections.retain(|it| it.correction != *correction);
            mend(state, correction);
        }
        Event::Followed { moment } => report(state, &Fact::Moment { moment: *moment }),
    }
}

/// A counted note that moves is counted by whoever receives it, if that player has counted too.
fn reclaim(state: &mut DeskState, note: Note, to: Place) {
    state.claims.retain(|(_, counted)| *counted != note);
    if let Place::Hand(seat) = to
        && seat != note.issuer
        && !state.table.is_unknown(seat)
    {
        state.claims.push((seat, note));
    }
}

fn mend(state: &mut DeskState, correction: &Correction) {
    match correction {
        Correction::Holdings { facts } => facts.iter().for_each(|fact| fed::land(state, fact)),
        Correction::Promise { promise: id, faith } => {
            let found = state.promises.iter().position(|it| it.id == *id);
            let Some(at) = found else { return };
            let (by, was) = (state.promises[at].by, state.promises[at].faith);
            state.promises[at].faith = *faith;
            state.promises[at].words = (None, None);
            let record = &mut state.records[by.index()];
            record.forget(was);
            record.count(*faith);
        }
    }
}

/// Keeps what the feed has said last.
fn report(state: &mut DeskState, fact: &Fact) {
    let fed: &mut Vec<Fact> = &mut state.fed;
    match fed.iter_mut().find(|it| it.is_about_the_same(fact)) {
        Some(known) => known.clone_from(fact),
        None => fed.push(fact.clone()),
    }
}

fn count(state: &mut DeskState, seat: Seat, holdings: &Holdings) {
    state.claims.retain(|(by, _)| *by != seat);
    state.claims.extend(holdings.notes.iter().map(|note| (seat, *note)));
    let all = |cards: &[String]| cards.iter().cloned().map(Some).collect();
    let player = player(state, seat);
    (player.trade_goods, player.commodities) = (holdings.trade_goods, holdings.commodities);
    (player.resources, player.influence) = (holdings.resources, holdings.influence);
    player.fragments = holdings.fragments;
    player.action_cards = all(&holdings.action_cards);
    player.secrets = all(&holdings.secrets);
    player.captives.clone_from(&holdings.captives);
    state.table.unknown = state.table.unknown.without(seat);
}

/// Notes that somebody has counted are in that hand, and the others in the hands of their issuers.
fn make_exact(state: &mut DeskState) {
    (state.table.loose, state.table.unknown) = (false, SeatSet::EMPTY);
    let claims = std::mem::take(&mut state.claims);
    let hidden: Vec<Note> =
        state.table.notes.iter().filter(|(_, at)| *at == Place::Unseen).map(|it| it.0).collect();
    for note in hidden {
        let counted = claims.iter().find(|(_, counted)| *counted == note);
        let holder = counted.map_or(note.issuer, |(seat, _)| *seat);
        state.table.notes.put(note, Place::Hand(holder));
        player(state, holder).notes_in_hand += 1;
    }
}

fn leave(state: &mut DeskState, seat: Seat) {
    state.claims.retain(|(by, _)| *by != seat);
    player(state, seat).eliminated = true;
    let involves = |(by, other): &(Seat, Seat)| *by == seat || *other == seat;
    for pairs in [&mut state.pillages, &mut state.demands, &mut state.takings] {
        pairs.retain(|pair| !involves(pair));
    }
    state.research = state.research.filter(|it| *it != seat);
    let minister = &mut state.table.in_force.minister_of_commerce;
    *minister = minister.filter(|it| *it != seat);
}

/// This exhausts an agent and purges a hero; the row names any further effect.
fn use_ability(state: &mut DeskState, by: Seat, ability: Ability, on: Option<Seat>) {
    state.used.push((by, ability));
    if ability.row().exhausts() {
        player(state, by).exhausted.push(ability);
    }
    if ability.kind() == Kind::Hero {
        player(state, by).gained.retain(|it| *it != ability);
    }
    hook::land(state, by, ability, on);
}

fn player(state: &mut DeskState, seat: Seat) -> &mut Player {
    &mut state.table.players[seat.index()]
}

fn hand_over(state: &mut DeskState, giver: Seat, taker: Seat, goods: &Bundle) {
    for name in &goods.planets {
        if let Some(planet) = player(state, giver).planet(name).cloned() {
            cede(state, name, taker);
            if planet.pride_of_kenara {
                clear_out(state, giver, name);
            }
            control(state, name, Some(taker));
        }
    }
    player(state, giver).pay(goods);
    player(state, taker).receive(goods);
}

/// Hacan's units leave the system of a traded planet. They move to another planet of Hacan's, where Hacan already has a
/// presence.
fn clear_out(state: &mut DeskState, seat: Seat, name: &str) {
    let Some(galaxy) = &mut state.galaxy else { return };
    if let Some(planet) = galaxy.look_up_planet(name) {
        galaxy.leave(seat, planet.system);
    }
}

/// Moves a planet card to `taker` from whoever has it. Hacan's units do not move with it.
fn cede(state: &mut DeskState, name: &str, taker: Seat) {
    for giver in state.table.seats().filter(|giver| *giver != taker) {
        let planets = &mut player(state, giver).planets;
        let Some(at) = planets.iter().position(|planet| planet.name == name) else { continue };
        let planet = Planet { pride_of_kenara: false, ..planets.remove(at) };
        player(state, taker).planets.push(planet);
    }
}

/// Sets who controls a planet, if there is a map and the planet is on it.
fn control(state: &mut DeskState, name: &str, controller: Option<Seat>) {
    let Some(galaxy) = &mut state.galaxy else { return };
    let Some(planet) = galaxy.look_up_planet(name) else { return };
    match controller {
        Some(seat) => galaxy.gain(planet, seat),
        None => galaxy.lose(planet),
    }
    state.survey();
}

fn board(state: &mut DeskState, seat: Seat, change: Boarding) {
    let Some(galaxy) = &mut state.galaxy else { return };
    match change {
        Boarding::Entered(system) => galaxy.place(seat, system),
        Boarding::Left(system) => galaxy.leave(seat, system),
        Boarding::Took(planet) => {
            galaxy.gain(planet, seat);
            let name = galaxy.planet_name(planet).to_owned();
            cede(state, &name, seat);
        }
        Boarding::Lost(planet) => {
            galaxy.lose(planet);
            let name = galaxy.planet_name(planet).to_owned();
            player(state, seat).planets.retain(|held| held.name != name);
        }
    }
    state.survey();
}

fn use_right(state: &mut DeskState, (a, b): (Seat, Seat), right: Right) {
    let table = &mut state.table;
    match right {
        Right::Turn | Right::Agenda => table.transacted = table.transacted.with(a, b),
        Right::Grant(_) => {
            if let Some(at) = table.grants.iter().position(|grant| grant.is_between(a, b)) {
                table.grants.remove(at);
            }
        }
    }
    table.in_force.black_market = table.in_force.black_market.without(a, b);
}

fn close_pillage(state: &mut DeskState, by: Seat, victim: Seat) {
    if let Some(at) = state.pillages.iter().position(|chance| *chance == (by, victim)) {
        state.pillages.remove(at);
    }
}

fn move_on(state: &mut DeskState, moment: Moment, fresh: Fresh) {
    let (was, clock) = (state.table.moment.step(), &mut state.clock);
    clock.step += 1;
    clock.turn += u32::from(fresh.turn);
    clock.agenda += u32::from(fresh.agenda);
    clock.phase += u32::from(fresh.phase);
    clock.in_turn = moment.phase() == Phase::Action;
    if let (true, Some(active)) = (fresh.turn, moment.active()) {
        clock.turn_of[active.index()] = clock.turn;
    }
    if fresh.turn || fresh.agenda || fresh.phase {
        state.table.transacted = Pairs::NONE;
        state.table.players.iter_mut().for_each(|player| player.silenced = false);
    }
    if fresh.round {
        state.table.round = state.table.round + 1;
        state.table.scene.censured = SeatSet::EMPTY;
        state.table.players.iter_mut().for_each(|player| player.passed = false);
    }
    clock.round = state.table.round;
    let step = moment.step();
    let cancelled =
        was == Step::CancelAgenda && matches!(step, Step::RevealAgenda | Step::ReadyPlanets);
    if step == Step::ChooseStrategyCard {
        state.cards_taken += 1;
    } else if step == Step::PredictionRewards {
        state.agendas_done += 1;
    } else if fresh.phase {
        (state.cards_taken, state.agendas_done) = (0, 0);
    } else if cancelled {
        state.agendas_done += 1;
    }
    if was.phase() == Phase::Action && (fresh.turn || fresh.phase || is_done(moment)) {
        condition::end_action(state);
    }
    state.table.moment = moment;
    for player in &mut state.table.players {
        (player.voted, player.spends_commodities) = (false, false);
        if fresh.round || moment.step() == Step::ReadyCards {
            player.exhausted.clear();
        }
    }
    if !awaits_retreat(moment.step()) {
        state.table.retreating = SeatSet::EMPTY;
    }
    close_windows(state);
}

/// An announced retreat lasts through the dice and hits of this round and no longer (TI-92).
const fn awaits_retreat(step: Step) -> bool {
    matches!(step, Step::CombatRoll | Step::AssignHits | Step::Retreat)
}

/// Clears what is open only during one step.
fn close_windows(state: &mut DeskState) {
    state.table.grants.clear();
    state.table.replenished = SeatSet::EMPTY;
    state.table.in_force.black_market = Pairs::NONE;
    state.pillages.clear();
    state.played.clear();
    state.used.clear();
    (state.exchanged, state.research, state.forging) = (None, None, None);
    state.researched = SeatSet::EMPTY;
}

/// Whether the thing used in this step is the announcement of a retreat.
fn is_retreat(state: &DeskState, power: &str) -> bool {
    let named = power::same(power, "Retreat") || power::same(power, "Announce Retreat");
    state.table.moment.step() == Step::AnnounceRetreats && named
}

/// Whether the action of this turn is over.
fn is_done(moment: Moment) -> bool {
    moment.step() == Step::EndOfAction
}

fn book(state: &mut DeskState, seat: Seat, entry: &Entry) {
    let cap = cap::most(&state.table, seat);
    if let Entry::HoldPlanet { planet } = entry {
        // An eliminated player may have left it behind.
        cede(state, &planet.name, seat);
    }
    let player = player(state, seat);
    match entry {
        Entry::GainGoods { count } => player.trade_goods += count,
        Entry::SpendGoods { count } => player.spend(*count),
        Entry::GainCommodities { count } => player.commodities += count,
        Entry::Replenish => {
            let uncapped = player.commodities.saturating_add(player.commodity_value());
            player.commodities = cap.unwrap_or(uncapped);
            state.table.replenished = state.table.replenished.with(seat);
        }
        Entry::Convert { count } => {
            player.commodities = player.commodities.saturating_sub(*count);
            player.trade_goods += count;
        }
        Entry::GainFragments { fragments } => player.fragments = player.fragments.plus(*fragments),
        Entry::PurgeFragments { fragments } => {
            player.fragments = player.fragments.minus(*fragments);
        }
        Entry::MakeRelic { fragments, relic } => {
            player.fragments = player.fragments.minus(*fragments);
            player.relics.push(relic.clone());
            state.forging = None;
        }
        Entry::GainAbility { ability } => player.gained.push(*ability),
        Entry::LoseAbility { ability } => drop_one(&mut player.gained, ability),
        Entry::Draw { card } => player.action_cards.push(Some(card.clone())),
        Entry::Discard { card } => drop_card(&mut player.action_cards, card),
        Entry::Ready { resources, influence } => {
            (player.resources, player.influence) = (*resources, *influence);
        }
        Entry::Points { points } => player.victory_points = *points,
        Entry::Initiative { number, strategy_cards } => {
            (player.initiative, player.strategy_cards) = (*number, *strategy_cards);
        }
        Entry::GainRelic { relic } => player.relics.push(relic.clone()),
        Entry::LoseRelic { relic } => drop_one(&mut player.relics, relic),
        Entry::Capture { captive } => player.captives.push(captive.clone()),
        Entry::FreeCaptive { captive } => drop_one(&mut player.captives, captive),
        Entry::GainTechnology { technology } => player.technologies.push(technology.clone()),
        Entry::LoseTechnology { name } => player.technologies.retain(|known| known.name != *name),
        Entry::DrawSecret { card } => player.secrets.push(Some(card.clone())),
        Entry::ReturnSecret { card } | Entry::ScoreSecret { card } => {
            drop_card(&mut player.secrets, card);
        }
        Entry::Stations { count } => player.stations = *count,
        Entry::HoldPlanet { planet } => {
            player.planets.retain(|held| held.name != planet.name);
            player.planets.push(planet.clone());
            control(state, &planet.name, Some(seat));
        }
        Entry::LosePlanet { name } => {
            player.planets.retain(|held| held.name != *name);
            control(state, name, None);
        }
    }
}
