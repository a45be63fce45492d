//! Courses of play that nobody can tell apart unless they are part of them.

use parley::contract::Lookalikes;
use parley::{Chance, Faith, OfferRef, Seat, SeatSet};

use super::private;
use crate::deal::ledger::PromiseRef;
use crate::deal::verdict;
use crate::deal::{Act, Deal, Term, When};
use crate::desk::command::{Command, Entry};
use crate::desk::correction::Correction;
use crate::desk::effect::look::Seen;
use crate::desk::holdings::Holdings;
use crate::desk::state::DeskState;
use crate::table::goods::Bundle;
use crate::table::hand::Note;

type Courses = Lookalikes<Command>;

pub(super) fn lookalikes(state: &DeskState, by: Seat, chance: &mut Chance) -> Option<Courses> {
    // The recipient of an offer learns that it is void when a card in it is gone.
    let offers = state.offers.iter().any(|offer| offer.from == by);
    match chance.below(8) {
        0 => cards(state, by, chance),
        1 if !offers => returned_secrets(state, by),
        2 if !offers => notes(state, by, chance),
        3 if !offers => obligations(state, by, chance),
        4 if !offers && state.table.is_unknown(by) => count(by, chance),
        5 => corrections(state, by).or_else(|| deals(state, by, chance)),
        _ => deals(state, by, chance),
    }
}

fn somebody_else(state: &DeskState, by: Seat, chance: &mut Chance) -> Option<Seat> {
    let others: Vec<Seat> =
        state.table.seats().filter(|to| *to != by && state.table.is_in(*to)).collect();
    others.get(chance.index(others.len().max(1))).copied()
}

/// Which card was drawn.
fn cards(state: &DeskState, by: Seat, chance: &mut Chance) -> Option<Courses> {
    let book = |entry| Command::Book { entry };
    if chance.one_in(2) {
        let draw =
            |chance: &mut Chance| book(Entry::DrawSecret { card: private::any_secret(chance) });
        let (one, other) = (draw(chance), draw(chance));
        return Some(Lookalikes::commands(by, one, other, SeatSet::only(by)));
    }
    let draw = |chance: &mut Chance| book(Entry::Draw { card: private::any_card(chance) });
    // A hand that is revealed to somebody hides nothing from them.
    let looking = state.takings.iter().filter(|(_, from)| *from == by);
    let in_the_know = looking.fold(SeatSet::only(by), |all, (taker, _)| all.with(*taker));
    let (one, other) = (draw(chance), draw(chance));
    Some(Lookalikes::commands(by, one, other, in_the_know))
}

/// Which cards were counted (TI-122).
fn count(by: Seat, chance: &mut Chance) -> Option<Courses> {
    let mut count = || {
        let action_cards = vec![private::any_card(chance)];
        let secrets = vec![private::any_secret(chance)];
        let holdings = Holdings { action_cards, secrets, ..Holdings::default() };
        Command::Count { holdings }
    };
    let (one, other) = (count(), count());
    Some(Lookalikes::commands(by, one, other, SeatSet::only(by)))
}

/// Whether somebody asks to have the end of a promise corrected (TI-127). It is made once the other party agrees.
fn corrections(state: &DeskState, by: Seat) -> Option<Courses> {
    let asked = |id: PromiseRef| {
        state.corrections.iter().any(
            |it| matches!(&it.correction, Correction::Promise { promise, .. } if *promise == id),
        )
    };
    let mut own = state.promises.iter().filter(|it| it.by == by || it.to == by);
    let promise = own.find(|it| {
        let there = [it.by, it.to].into_iter().all(|seat| state.table.is_in(seat));
        matches!(it.faith, Faith::Kept | Faith::Broken) && there && !asked(it.id)
    })?;
    let faith = if promise.faith == Faith::Kept { Faith::Broken } else { Faith::Kept };
    let correction = Correction::Promise { promise: promise.id, faith };
    Some(Lookalikes {
        one: vec![(by, Command::Correct { correction })],
        other: Vec::new(),
        in_the_know: SeatSet::only(promise.by).with(promise.to),
    })
}

/// Which secret objective was returned.
fn returned_secrets(state: &DeskState, by: Seat) -> Option<Courses> {
    let mut held = state.table.player(by).secrets.iter().flatten();
    let back = |card: &String| Command::Book { entry: Entry::ReturnSecret { card: card.clone() } };
    let (one, other) = (back(held.next()?), back(held.next()?));
    Some(Lookalikes::commands(by, one, other, SeatSet::only(by)))
}

/// Which note was handed over or shown.
fn notes(state: &DeskState, by: Seat, chance: &mut Chance) -> Option<Courses> {
    let to = somebody_else(state, by, chance)?;
    let face_down = |note: &Note| !note.kind.spec().rests.shows_on_receipt();
    let mut held: Vec<Note> = state.table.notes.in_hand(by).filter(face_down).collect();
    chance.shuffle(&mut held);
    let [one, other, ..] = held[..] else { return None };
    // A note used as payment is revealed.
    if state.promises.iter().any(|it| it.by == by && it.faith == Faith::Pending) {
        return None;
    }
    let show = chance.one_in(2);
    let hand = |note: Note| match show {
        true => Command::Show { to, cards: Seen { notes: vec![note], ..Seen::default() } },
        false => Command::Give { to, goods: Bundle::note(note) },
    };
    Some(Lookalikes::commands(by, hand(one), hand(other), SeatSet::only(by).with(to)))
}

/// Two binding deals about different notes.
fn obligations(state: &DeskState, by: Seat, chance: &mut Chance) -> Option<Courses> {
    let to = somebody_else(state, by, chance)?;
    let mut held: Vec<Note> = state.table.notes.in_hand(by).collect();
    chance.shuffle(&mut held);
    let [one, other, ..] = held[..] else { return None };
    let keep = |note| vec![Term { by, act: Act::KeepNote { note }, when: When::Now, after: None }];
    let class = |note| verdict::judge(&state.table, &Deal { parties: (by, to), terms: keep(note) });
    let between = Between::new(state, by, to)?;
    let struck = |note| vec![between.offer(keep(note)), between.accept(1)];
    let courses =
        Lookalikes { one: struck(one), other: struck(other), in_the_know: between.both() };
    (class(one).class == class(other).class).then_some(courses)
}

/// Offers, responses to them, promises, and what the parties say about those.
fn deals(state: &DeskState, by: Seat, chance: &mut Chance) -> Option<Courses> {
    let to = somebody_else(state, by, chance)?;
    let it = Between::new(state, by, to)?;
    let mut terms = || private::terms(state, (by, to), chance);
    let (this, that) = (terms(), terms());
    let first = this[0].by;
    let (this, that) = (it.offer(this), it.offer(that));
    // A statement in one's own interest stays between the two until the other agrees.
    let faith = if first == by { Faith::Kept } else { Faith::Broken };
    let word = (by, Command::Settle { promise: it.promise(1), faith });
    // Everybody reads in an open ledger what was agreed and said.
    let courses = if state.open_ledger { 4 } else { 9 };
    let (one, other) = match chance.below(courses) {
        0 => (vec![this], vec![that]),
        1 => (vec![this], vec![]),
        2 => (vec![this.clone(), it.decline(1)], vec![this]),
        3 => (vec![this, it.decline(1)], vec![that, it.withdraw()]),
        4 => (vec![this, it.withdraw()], vec![]),
        5 | 6 => (vec![this, it.accept(1)], vec![that, it.accept(1)]),
        7 => {
            let struck = vec![this, it.accept(1)];
            ([&struck[..], &[word]].concat(), struck)
        }
        _ => (vec![this, it.decline(1), that.clone(), it.accept(2)], vec![that, it.accept(1)]),
    };
    Some(Lookalikes { one, other, in_the_know: it.both() })
}

/// Two players, one of whom makes the other an offer.
struct Between {
    from: Seat,
    to: Seat,
    made: u16,
}

impl Between {
    /// `None` while an offer is already open.
    fn new(state: &DeskState, from: Seat, to: Seat) -> Option<Between> {
        let made = state.offers_made[from.index()][to.index()];
        state.offer(from, to).is_none().then_some(Between { from, to, made })
    }

    fn both(&self) -> SeatSet {
        SeatSet::only(self.from).with(self.to)
    }

    fn offer(&self, terms: Vec<Term>) -> (Seat, Command) {
        (self.from, Command::Offer { to: self.to, terms })
    }

    /// The `nth` offer, counted from now.
    fn nth(&self, nth: u16) -> OfferRef {
        OfferRef { from: self.from, number: self.made.saturating_add(nth) }
    }

    fn accept(&self, nth: u16) -> (Seat, Command) {
        (self.to, Command::Accept { offer: self.nth(nth) })
    }

    fn decline(&self, nth: u16) -> (Seat, Command) {
        (self.to, Command::Decline { offer: self.nth(nth) })
    }

    fn withdraw(&self) -> (Seat, Command) {
        (self.from, Command::Withdraw { to: self.to })
    }

    fn promise(&self, nth: u16) -> PromiseRef {
        PromiseRef { from: self.from, to: self.to, number: self.nth(nth).number, term: 0 }
    }
}
