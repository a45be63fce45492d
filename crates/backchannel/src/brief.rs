//! A position as plain text, from what one audience sees: enough to play by without any other source but the rules.

use std::fmt::{self, Write as _};

use parley::{Language, Round, Seat};

use crate::map::{Territory, TerritorySet};
use crate::settings::Rules;
use crate::signal::{Signals, plain};
use crate::state::{Ending, Outcome};
use crate::view::{Land, Own, Score, View};
use crate::wording::{cards, place, seat_name, terms};

/// The view as text, section by section. It tells nothing that the view does not.
pub fn brief(rules: &Rules, view: &View, language: Language) -> String {
    let mut text = String::new();
    // A string takes whatever is written to it.
    let _ = Brief { rules, view, language, out: &mut text }.write();
    text
}

struct Brief<'a> {
    rules: &'a Rules,
    view: &'a View,
    language: Language,
    out: &'a mut String,
}

impl Brief<'_> {
    fn write(&mut self) -> fmt::Result {
        self.moment()?;
        self.goal()?;
        self.scoreboard()?;
        if let Some(own) = &self.view.own {
            self.holdings(own)?;
            self.hand(own)?;
            self.deals(own)?;
            self.talk(own)?;
        }
        self.elsewhere()
    }

    fn name(&self, seat: Seat) -> String {
        seat_name(self.rules, seat)
    }

    fn moment(&mut self) -> fmt::Result {
        let map = &self.rules.map.file().name;
        write!(self.out, "{map}, {}.", self.view.round)?;
        let own = self.view.own.as_ref().map(|own| own.seat);
        if let Some(seat) = own {
            write!(self.out, " You are {} (seat {}).", self.name(seat), seat.0)?;
        }
        if let Some(outcome) = &self.view.outcome {
            return self.outcome(outcome);
        }
        match self.view.turn.zip(self.view.phase) {
            Some((seat, phase)) if Some(seat) == own => {
                writeln!(self.out, " It is your turn, in the {phase} phase.")
            }
            Some((seat, phase)) => {
                writeln!(self.out, " It is the turn of {}, in the {phase} phase.", self.name(seat))
            }
            None => writeln!(self.out),
        }
    }

    fn outcome(&mut self, outcome: &Outcome) -> fmt::Result {
        let how = match outcome.ending {
            Ending::LastStanding => "one was left standing",
            Ending::MapShare => "the agreed share of the map was held",
            Ending::SharedVictory => "the last two were under a ceasefire",
            Ending::RoundLimit => "the last round is over",
        };
        let winners: Vec<String> =
            outcome.winners.into_iter().map(|seat| self.name(seat)).collect();
        writeln!(self.out, " The game is over: {how}. Won by {}.", winners.join(" and "))
    }

    fn goal(&mut self) -> fmt::Result {
        let goal = &self.view.goal;
        if let Some(needed) = goal.needed {
            writeln!(self.out, "Holding {needed} territories at the end of one's turn wins.")?;
        }
        if let Some(left) = goal.rounds_left {
            writeln!(self.out, "Rounds left, this one included: {left}.")?;
        }
        for threat in &goal.threats {
            let who: Vec<String> = threat.seats.into_iter().map(|seat| self.name(seat)).collect();
            let (who, missing) = (who.join(" and "), threat.missing);
            match threat.ending {
                Ending::RoundLimit => writeln!(self.out, "Leads by land and troops: {who}.")?,
                Ending::LastStanding | Ending::MapShare | Ending::SharedVictory => {
                    writeln!(self.out, "About to win: {who} ({missing} territories missing).")?;
                }
            }
        }
        Ok(())
    }

    fn scoreboard(&mut self) -> fmt::Result {
        writeln!(self.out, "\nSeats:")?;
        for score in &self.view.scoreboard {
            let Score { seat, territories, troops, cards, .. } = *score;
            let name = self.name(seat);
            if !score.is_in {
                writeln!(self.out, "  {} {name}: out", seat.0)?;
                continue;
            }
            write!(
                self.out,
                "  {} {name}: {territories} territories, {troops} troops, {cards} cards",
                seat.0
            )?;
            if let Some(Round(until)) = score.traitor_until {
                write!(self.out, ", a traitor until round {until}")?;
            }
            writeln!(self.out)?;
        }
        for &(one, other) in &self.view.truces {
            writeln!(self.out, "  Ceasefire: {} and {}", self.name(one), self.name(other))?;
        }
        Ok(())
    }

    fn holdings(&mut self, own: &Own) -> fmt::Result {
        writeln!(self.out, "\nYour territories, each with what it can attack or is linked to:")?;
        for at in own.lands {
            write!(self.out, "  {} {}", at.0, place(self.rules, self.view, at))?;
            for (there, what) in [(own.traps, "trapped"), (own.fortified, "fortified")] {
                if there.contains(at) {
                    write!(self.out, ", {what}")?;
                }
            }
            let near = self.rules.map.near(at).or(self.rules.map.targets(at));
            writeln!(self.out, " → {}", self.places(near))?;
        }
        if own.deploy > 0 {
            writeln!(self.out, "Troops to deploy: {}.", own.deploy)?;
        }
        if let Some((from, to)) = own.occupying {
            let (from, to) = (self.rules.map.name(from), self.rules.map.name(to));
            writeln!(self.out, "Conquered, and waiting to be occupied: {to}, from {from}.")?;
        }
        for border in &own.borders {
            let (name, facing) = (self.name(border.seat), border.facing);
            writeln!(
                self.out,
                "{name} could attack with {} troops against {facing}.",
                border.troops
            )?;
        }
        Ok(())
    }

    fn places(&self, set: TerritorySet) -> String {
        let named = |at: Territory| format!("{} {}", at.0, place(self.rules, self.view, at));
        set.into_iter().map(named).collect::<Vec<_>>().join(", ")
    }

    fn hand(&mut self, own: &Own) -> fmt::Result {
        writeln!(self.out, "\nYour hand: {}.", cards(self.rules, own.hand.iter()))?;
        if !own.locked.is_empty() {
            writeln!(self.out, "Locked in deals: {}.", cards(self.rules, own.locked.iter()))?;
        }
        if own.bonus > 0 {
            writeln!(self.out, "Troops that arrive next turn: {}.", own.bonus)?;
        }
        if own.debt.due + own.debt.later > 0 {
            writeln!(self.out, "Owed: {} next turn, {} later.", own.debt.due, own.debt.later)?;
        }
        Ok(())
    }

    fn deals(&mut self, own: &Own) -> fmt::Result {
        for proposal in &own.received {
            let (from, Round(until)) = (self.name(proposal.id.from), proposal.expires);
            let what = terms(self.rules, proposal);
            let number = proposal.id.number;
            writeln!(
                self.out,
                "{from} proposes (number {number}) {what}; open until round {until}."
            )?;
        }
        for proposal in &own.sent {
            let what = terms(self.rules, proposal);
            writeln!(self.out, "You have proposed to {}: {what}.", self.name(proposal.to))?;
        }
        for proposal in &own.pending {
            let other = if proposal.to == own.seat { proposal.id.from } else { proposal.to };
            let what = terms(self.rules, proposal);
            writeln!(
                self.out,
                "Accepted, from the next round on, with {}: {what}.",
                self.name(other)
            )?;
        }
        for treaty in &own.treaties {
            let (Some(with), Round(ends)) = (treaty.partner(own.seat), treaty.ends) else {
                continue;
            };
            let (what, with) = (treaty.agreement.name(), self.name(with));
            writeln!(self.out, "In force until round {ends}: {what} with {with}.")?;
        }
        for closed in &own.closed {
            writeln!(self.out, "No proposals to {}: {}", self.name(closed.to), closed.why)?;
        }
        Ok(())
    }

    fn talk(&mut self, own: &Own) -> fmt::Result {
        for heard in &own.heard {
            let from = heard.id.from;
            let said = Signals::standard().render(self.language, from, &heard.signal, self.rules);
            let whom = if heard.id.public { "to all" } else { "to you" };
            writeln!(self.out, "{} said {whom}: “{}”", self.name(from), plain(&said))?;
        }
        for reaction in &own.reactions {
            let said = Signals::standard().reaction(self.language, reaction.reaction);
            let said = said.unwrap_or("…");
            writeln!(self.out, "{} reacted to you: “{said}”", self.name(reaction.by))?;
        }
        Ok(())
    }

    /// Whatever else is in sight or was once.
    fn elsewhere(&mut self) -> fmt::Result {
        writeln!(self.out, "\nOther territories:")?;
        let mine = self.view.own.as_ref().map_or(TerritorySet::EMPTY, |own| own.lands);
        for at in self.rules.map.all().minus(mine) {
            let seen = match self.view.lands.get(at.index()) {
                Some(Land::Remembered { round: Round(round), .. }) => {
                    format!(", last seen in round {round}")
                }
                Some(Land::Seen { .. }) => String::new(),
                Some(Land::Unknown) | None => continue,
            };
            writeln!(self.out, "  {} {}{seen}", at.0, place(self.rules, self.view, at))?;
        }
        Ok(())
    }
}
