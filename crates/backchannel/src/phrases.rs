//! Signals that fit the moment, from what a seat sees (BC-702).

use parley::signal::Mood;
use parley::{Round, Seat};

use crate::agreement::Agreement;
use crate::map::{TerritorySet, Zone};
use crate::settings::Rules;
use crate::signal::{Phrase, Signal, Signals, Word};
use crate::view::{Own, View};

/// A signal and whom it is for; for everybody if it names nobody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QuickPhrase {
    pub to: Option<Seat>,
    pub signal: Signal,
}

/// The length of the list.
pub const MOST_QUICK_PHRASES: usize = 6;

/// A seat with this many times its own troops is worth talking about.
const TOWERING: u32 = 2;

/// What the seat of a view could say now, the most pressing first. Everything on the list may be sent.
pub fn quick(rules: &Rules, view: &View) -> Vec<QuickPhrase> {
    let Some(own) = &view.own else { return Vec::new() };
    let mut list = Phrases { view, own, found: Vec::new() };
    list.answer();
    list.protest();
    list.guard_zone(rules);
    list.seek_peace(rules);
    list.name_leader();
    list.be_polite();
    list.found.truncate(MOST_QUICK_PHRASES);
    list.found
}

struct Phrases<'v> {
    view: &'v View,
    own: &'v Own,
    found: Vec<QuickPhrase>,
}

impl Phrases<'_> {
    fn add(&mut self, to: Option<Seat>, template: &str, filler: Option<Word>) {
        let open = match to {
            Some(to) => self.own.may_signal.contains(to),
            None => self.own.may_broadcast,
        };
        let Some(template) = Signals::standard().catalogue().template_named(template) else {
            return;
        };
        let phrase = QuickPhrase { to, signal: Signal::single(Phrase { template, filler }) };
        if open && !self.found.contains(&phrase) {
            self.found.push(phrase);
        }
    }

    /// Answers to what was said in private and has no answer yet.
    fn answer(&mut self) {
        let catalogue = Signals::standard().catalogue();
        for heard in self.own.heard.iter().filter(|heard| !heard.id.public && !heard.reacted) {
            let from = Some(heard.id.from);
            let answers: &[&str] = match catalogue.template(heard.signal.first.template) {
                Some(spec) => match spec.mood {
                    Mood::Request => &["agreed", "no"],
                    Mood::Offer => &["agreed", "not_yet"],
                    Mood::Warning => &["understood", "no_concern"],
                    Mood::Statement => &["understood"],
                    Mood::Answer | Mood::Courtesy => &[],
                },
                None => &[],
            };
            for answer in answers {
                self.add(from, answer, None);
            }
        }
    }

    /// To whoever attacked in this round or the last one.
    fn protest(&mut self) {
        let Round(now) = self.view.round;
        for &(by, Round(round)) in &self.own.attackers {
            if round + 1 >= now {
                self.add(Some(by), "leave_alone", Some(Word::Player(self.own.seat)));
                self.add(Some(by), "regret", None);
            }
        }
    }

    /// A zone that is mostly one's own, to a neighbour who stands in it or next to it.
    fn guard_zone(&mut self, rules: &Rules) {
        for (number, zone) in (0..).zip(rules.map.zones()) {
            let mine = zone.territories.and(self.own.lands).len();
            if mine * 2 <= zone.territories.len() {
                continue;
            }
            let around = zone
                .territories
                .into_iter()
                .fold(zone.territories, |all, place| all.or(rules.map.near(place)));
            if let Some(near) = self.strongest_in(around) {
                self.add(Some(near), "leave_alone", Some(Word::Zone(Zone(number))));
                return;
            }
        }
    }

    /// To the strongest neighbour with whom there is no ceasefire.
    fn seek_peace(&mut self, rules: &Rules) {
        let border = self
            .own
            .lands
            .into_iter()
            .fold(TerritorySet::EMPTY, |all, place| all.or(rules.map.near(place)));
        if let Some(near) = self.strongest_in(border.minus(self.own.lands)) {
            self.add(Some(near), "talk", Some(Word::Agreement(Agreement::Ceasefire)));
        }
    }

    /// To everybody, if one seat towers over this one.
    fn name_leader(&mut self) {
        let troops = |seat: Seat| self.view.scoreboard.get(seat.index()).map_or(0, |it| it.troops);
        let leader = self.view.scoreboard.iter().max_by_key(|score| score.troops);
        if let Some(leader) = leader.filter(|score| score.seat != self.own.seat && score.is_in)
            && leader.troops >= TOWERING * troops(self.own.seat)
        {
            self.add(None, "too_strong", Some(Word::Player(leader.seat)));
        }
    }

    fn be_polite(&mut self) {
        let opening = if self.view.round <= Round(1) { "greetings" } else { "good_luck" };
        self.add(None, opening, None);
    }

    /// The strongest seat without a ceasefire that is known to hold land there.
    fn strongest_in(&self, lands: TerritorySet) -> Option<Seat> {
        let me = self.own.seat;
        let holders = lands.into_iter().filter_map(|place| self.view.lands.get(place.index()));
        let holders = holders.filter_map(|land| land.known()?.0).filter(|&seat| {
            let pair = (seat.min(me), seat.max(me));
            seat != me && !self.view.truces.contains(&pair)
        });
        holders
            .max_by_key(|seat| (self.view.scoreboard.get(seat.index()).map(|it| it.troops), *seat))
    }
}
