//! What a seat sees, as bytes: a function of its `View` and of the command in the making, and of nothing else.

use backchannel::settings::MOST_SEATS;
use backchannel::signal::Word;
use backchannel::view::{Land, Own, View};
use backchannel::{Card, Rules, Territory, ViewChange};
use parley::signal::SignalWord as _;
use parley::{Round, Seat};

use crate::choice::{Stage, Verb};
use crate::composer::{Composer, relative};
use crate::layout::{Layout, card, land, seat, table};

/// Fills `out` with what the seat of `view` knows. Counts stop at 255.
///
/// # Panics
/// If `out` is not of the layout's size, or the view is of another table.
pub fn observe(
    layout: &Layout,
    rules: &Rules,
    view: &View,
    asked: bool,
    composer: Option<&Composer>,
    out: &mut [u8],
) {
    assert_eq!(out.len(), layout.size, "an observation has the size of its layout");
    out.fill(0);
    let Some(own) = &view.own else { return };
    let lens = Lens::new(layout, own.seat);
    lens.table(view, own, asked, out);
    lens.lands(view, own, out);
    lens.scores(view, out);
    lens.attackers(view, own, out);
    lens.borders(own, out);
    lens.partners(view, own, out);
    lens.deals(rules, view, own, out);
    if layout.words {
        lens.words(own, out);
    }
    lens.cards(own, out);
    lens.zones(view, out);
    if let Some(composer) = composer {
        write_choice(layout, composer, out);
    }
}

/// Brings an observation up to date, which the same seat made before the `change` of its view. The result is the same as
/// that of [`observe`].
pub(crate) fn observe_change(
    layout: &Layout,
    rules: &Rules,
    view: &View,
    change: ViewChange,
    asked: bool,
    composer: &Composer,
    out: &mut [u8],
) {
    let Some(own) = &view.own else { return };
    let lens = Lens::new(layout, own.seat);
    match change {
        ViewChange::All => {
            return observe(layout, rules, view, asked, Some(composer), out);
        }
        ViewChange::Lands => {
            lens.lands(view, own, out);
            lens.zones(view, out);
        }
        ViewChange::Troops(places) => {
            for place in places {
                lens.land(view, own, place, out);
            }
        }
    }
    lens.table(view, own, asked, out);
    lens.scores(view, out);
    lens.attackers(view, own, out);
    lens.borders(own, out);
    write_choice(layout, composer, out);
}

/// Writes the part of an observation that depends on the choices so far.
#[inline]
pub(crate) fn write_choice(layout: &Layout, composer: &Composer, out: &mut [u8]) {
    let out = &mut out[layout.choice.at..];
    out.fill(0);
    out[composer.stage as usize] = 1;
    let mut at = Stage::ALL.len();
    let mut mark = |number: Option<usize>, count: usize| {
        if let Some(number) = number {
            out[at + number] += 1;
        }
        at += count;
    };
    let me = |seat: Seat| relative(composer.me(), seat, layout.seats as u8);
    mark(composer.verb.map(|it| it as usize), Verb::ALL.len());
    mark(composer.place.map(Territory::index), layout.territories);
    mark(composer.second.map(Territory::index), layout.territories);
    mark(composer.seat.map(|it| me(it).into()), layout.seats);
    mark(composer.third.map(|it| me(it).into()), layout.seats);
    mark(composer.card.map(Card::index), layout.cards);
    for card in &composer.slots {
        mark(Some(card.index()), 0);
    }
    mark(None, layout.cards);
    out[at] = composer.template.map_or(0, |it| it.0 + 1);
}

#[inline]
fn byte(count: u32) -> u8 {
    count.min(255) as u8
}

fn since(now: Round, then: Round) -> u8 {
    byte(u32::from(now.0.saturating_sub(then.0)))
}

/// One seat's way to look at a table: seats are counted from it.
struct Lens<'l> {
    layout: &'l Layout,
    me: Seat,
    /// The number of each seat, counted once: dividing for every territory would take most of the time.
    places: [u8; MOST_SEATS],
}

impl Lens<'_> {
    fn new(layout: &Layout, me: Seat) -> Lens<'_> {
        let mut places = [0; MOST_SEATS];
        for seat in Seat::all(layout.seats) {
            places[seat.index()] = relative(me, seat, layout.seats as u8);
        }
        Lens { layout, me, places }
    }

    #[inline]
    fn of(&self, seat: Seat) -> usize {
        self.places[seat.index() % MOST_SEATS].into()
    }

    fn table(&self, view: &View, own: &Own, asked: bool, out: &mut [u8]) {
        let block = self.layout.table;
        let out = &mut out[block.at..][..block.width];
        out.fill(0);
        out[table::ROUND] = byte(view.round.0.into());
        out[table::ROUNDS_LEFT] = view.goal.rounds_left.map_or(255, |left| byte(left.into()));
        out[table::MY_TURN] = (view.turn == Some(self.me)).into();
        out[table::ASKED] = asked.into();
        out[table::DEPLOY] = byte(own.deploy);
        out[table::BONUS] = byte(own.bonus);
        out[table::DEBT_DUE] = byte(own.debt.due);
        out[table::DEBT_LATER] = byte(own.debt.later);
        out[table::QUEUED] = own.queued.is_some().into();
        out[table::MAY_BROADCAST] = own.may_broadcast.into();
        out[table::OVER] = view.outcome.is_some().into();
        if let Some(phase) = view.phase {
            out[table::PHASE + phase as usize] = 1;
        }
    }

    fn lands(&self, view: &View, own: &Own, out: &mut [u8]) {
        for place in (0..self.layout.territories as u8).map(Territory) {
            self.land(view, own, place, out);
        }
    }

    #[inline]
    fn land(&self, view: &View, own: &Own, place: Territory, out: &mut [u8]) {
        let block = self.layout.lands;
        let row = &mut out[block.row(place.index())..][..block.width];
        row.fill(0);
        row[land::TRAP] = own.traps.contains(place).into();
        row[land::FORTIFIED] = own.fortified.contains(place).into();
        if let Some((from, to)) = own.occupying {
            row[land::OCCUPY_FROM] = (from == place).into();
            row[land::OCCUPY_TO] = (to == place).into();
        }
        let (owner, troops) = match view.lands[place.index()] {
            Land::Seen { owner, troops } => {
                row[land::SEEN] = 1;
                (owner, troops)
            }
            Land::Remembered { owner, troops, round } => {
                row[land::AGE] = since(view.round, round).max(1);
                (owner, troops)
            }
            Land::Unknown => {
                row[land::AGE] = 255;
                return;
            }
        };
        row[land::TROOPS] = byte(troops);
        match owner {
            Some(owner) => row[land::HOLDER + self.of(owner)] = 1,
            None => row[land::NEUTRAL] = 1,
        }
    }

    fn scores(&self, view: &View, out: &mut [u8]) {
        let block = self.layout.seat_rows;
        for score in &view.scoreboard {
            let row = &mut out[block.row(self.of(score.seat))..][..block.width];
            row[seat::IS_IN] = score.is_in.into();
            row[seat::TERRITORIES] = byte(score.territories);
            row[seat::TROOPS] = byte(score.troops);
            row[seat::CARDS] = byte(score.cards);
            row[seat::TRAITOR] = score.traitor_until.map_or(0, |until| since(until, view.round));
            row[seat::CEASEFIRES] = byte(score.ceasefires.into());
            row[seat::BETRAYALS] = byte(score.betrayals.into());
        }
    }

    fn attackers(&self, view: &View, own: &Own, out: &mut [u8]) {
        for &(by, round) in &own.attackers {
            let row = self.layout.seat_rows.row(self.of(by));
            out[row + seat::ATTACKED] = since(view.round + 1, round);
        }
    }

    fn borders(&self, own: &Own, out: &mut [u8]) {
        let block = self.layout.seat_rows;
        for other in 0..self.layout.seats {
            out[block.row(other) + seat::BORDER_TROOPS] = 0;
            out[block.row(other) + seat::BORDER_FACING] = 0;
        }
        for border in &own.borders {
            let row = block.row(self.of(border.seat));
            out[row + seat::BORDER_TROOPS] = byte(border.troops);
            out[row + seat::BORDER_FACING] = byte(border.facing);
        }
    }

    fn partners(&self, view: &View, own: &Own, out: &mut [u8]) {
        let block = self.layout.seat_rows;
        for &(one, other) in &view.truces {
            let (one, other) = (self.of(one), self.of(other));
            out[block.row(one) + seat::TRUCE + other] = 1;
            out[block.row(other) + seat::TRUCE + one] = 1;
        }
        for lockout in &own.lockouts {
            out[block.row(self.of(lockout.with)) + seat::LOCKOUT] = byte(lockout.windows.into());
        }
        for closed in &own.closed {
            out[block.row(self.of(closed.to)) + seat::CLOSED] = 1;
        }
    }

    fn deals(&self, rules: &Rules, view: &View, own: &Own, out: &mut [u8]) {
        let at = |other: Seat| self.layout.seat_rows.row(self.of(other));
        for deal in &own.sent {
            out[at(deal.to) + seat::SENT] = deal.agreement.index() as u8 + 1;
        }
        for deal in &own.received {
            let row = at(deal.id.from);
            out[row + seat::RECEIVED + deal.agreement.index()] = 1;
            out[row + seat::RECEIVED_ASKS] = deal.asks;
            out[row + seat::RECEIVED_GIVES] = byte(rules.cards.total_value(deal.slots.iter()));
            out[row + seat::RECEIVED_AGAINST] = deal.against.map_or(0, |it| self.of(it) as u8);
        }
        for deal in &own.pending {
            let partner = if deal.to == self.me { deal.id.from } else { deal.to };
            out[at(partner) + seat::PENDING] = deal.agreement.index() as u8 + 1;
        }
        for treaty in &own.treaties {
            if let Some(partner) = treaty.partner(self.me) {
                let place = at(partner) + seat::TREATY + treaty.agreement.index();
                out[place] = out[place].max(since(treaty.ends, view.round));
            }
        }
    }

    fn words(&self, own: &Own, out: &mut [u8]) {
        let base = seat::TRUCE + self.layout.seats;
        let at = |other: Seat| self.layout.seat_rows.row(self.of(other)) + base;
        for heard in &own.heard {
            let place = at(heard.id.from) + if heard.id.public { 3 } else { 0 };
            let phrase = heard.signal.first;
            out[place] = phrase.template.0 + 1;
            if let Some(word) = phrase.filler {
                out[place + 1] = word.kind() as u8 + 1;
                out[place + 2] = match word {
                    Word::Player(seat) => self.of(seat) as u8 + 1,
                    other => byte(other.index() as u32 + 1),
                };
            }
        }
        for reaction in &own.reactions {
            out[at(reaction.by) + 6] = reaction.reaction.0 + 1;
        }
        for other in own.may_signal {
            out[at(other) + 7] = 1;
        }
    }

    fn cards(&self, own: &Own, out: &mut [u8]) {
        let block = self.layout.card_rows;
        for (kind, count) in own.hand.kinds() {
            out[block.row(kind.index()) + card::HAND] = count;
        }
        for (kind, count) in own.locked.kinds() {
            out[block.row(kind.index()) + card::LOCKED] = count;
        }
    }

    fn zones(&self, view: &View, out: &mut [u8]) {
        let block = self.layout.zones;
        let rows = out[block.at..].chunks_exact_mut(block.width);
        for (row, zone) in rows.zip(&view.zones) {
            row[0] = zone.seen;
            row[1] = zone.unknown;
            row[2] = zone.holder.map_or(0, |holder| self.of(holder) as u8 + 1);
            for other in Seat::all(self.layout.seats) {
                row[3 + self.of(other)] = zone.held[other.index()];
            }
        }
    }
}
