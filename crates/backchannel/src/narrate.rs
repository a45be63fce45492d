//! The log in words: each notice as a sentence of typed pieces (BC-801, BC-805).

use std::borrow::Cow;

use parley::{Language, Round, Seat};

use crate::Agreement;
use crate::card::{Card, Slots};
use crate::command::{SignalRef, Target};
use crate::event::{ActivatedDeal, DeployCount, Dice};
use crate::map::{Territory, Zone};
use crate::notice::{FightReport, LoggedTerritory, Notice};
use crate::settings::Rules;
use crate::signal::{DisplayNames, Piece, Signals, push_name};
use crate::state::{Ending, Outcome, Queued, Recon};
use crate::treaty::Treaty;

impl DisplayNames for Rules {
    fn player(&self, seat: Seat) -> Cow<'_, str> {
        self.name(seat).into()
    }

    fn territory(&self, territory: Territory) -> Cow<'_, str> {
        self.map.name(territory).into()
    }

    fn zone(&self, zone: Zone) -> Cow<'_, str> {
        self.map.zone_name(zone).into()
    }
}

/// What is written for a place that fog hides (BC-802).
pub const HIDDEN: &str = "???";

/// A notice as a sentence. Signals in it are in the reader's `language`.
pub fn line(notice: &Notice, rules: &Rules, language: Language) -> Vec<Piece> {
    Line { rules, language, pieces: Vec::new() }.notice(notice).pieces
}

/// A sentence that is being built.
struct Line<'a> {
    rules: &'a Rules,
    language: Language,
    pieces: Vec<Piece>,
}

impl Line<'_> {
    fn text(mut self, text: impl AsRef<str>) -> Self {
        match self.pieces.last_mut() {
            Some(Piece::Text { text: last }) => last.push_str(text.as_ref()),
            _ => self.pieces.push(Piece::Text { text: text.as_ref().to_owned() }),
        }
        self
    }

    fn seat(mut self, seat: Seat) -> Self {
        self.pieces.push(Piece::Player { seat, text: self.rules.name(seat).to_owned() });
        self
    }

    fn seats(self, (one, other): (Seat, Seat)) -> Self {
        self.seat(one).text(" and ").seat(other)
    }

    fn territory(mut self, territory: Territory) -> Self {
        let text = self.rules.map.name(territory).to_owned();
        push_name(&mut self.pieces, Piece::Territory { territory, text });
        self
    }

    fn place(self, place: LoggedTerritory) -> Self {
        match place {
            Some(territory) => self.territory(territory),
            None => self.text(HIDDEN),
        }
    }

    fn plain(mut self, text: impl Into<String>) -> Self {
        self.pieces.push(Piece::Plain { text: text.into() });
        self
    }

    fn card(self, card: Card) -> Self {
        let name = self.rules.cards.spec(card).name.clone();
        self.plain(name)
    }

    /// Cards by name: "Reserves, Reserves and Veterans"; "nothing" for none.
    fn cards(mut self, cards: Slots) -> Self {
        if cards.is_empty() {
            return self.text("nothing");
        }
        for (place, card) in cards.iter().enumerate() {
            self = match place {
                0 => self,
                _ if place + 1 == cards.len() => self.text(" and "),
                _ => self.text(", "),
            }
            .card(card);
        }
        self
    }

    fn agreement(self, agreement: Agreement, against: Option<Seat>) -> Self {
        let line = self.plain(name(agreement));
        match against {
            Some(third) => line.text(" against ").seat(third),
            None => line,
        }
    }

    fn troops(self, count: Option<u32>) -> Self {
        self.text(count.map_or("troops".to_owned(), troops))
    }

    fn notice(self, notice: &Notice) -> Self {
        match *notice {
            Notice::RoundStarted { round: Round(number) } => {
                self.text(format!("Round {number} begins."))
            }
            Notice::TurnStarted { seat } => self.text("It is the turn of ").seat(seat).text("."),
            Notice::TurnEnded { seat } => self.seat(seat).text(" ends the turn."),
            Notice::Eliminated { seat, by } => {
                self.seat(seat).text(" is out, beaten by ").seat(by).text(".")
            }
            Notice::TruceBegan { sides } => {
                self.seats(sides).text(" are under a ").plain("ceasefire").text(".")
            }
            Notice::TruceEnded { sides } => self
                .text("The ")
                .plain("ceasefire")
                .text(" between ")
                .seats(sides)
                .text(" is over."),
            Notice::Betrayed { by, with, agreement, against, marked_until: Round(until) } => self
                .seat(by)
                .text(" betrays the ")
                .agreement(agreement, against)
                .text(" with ")
                .seat(with)
                .text(format!(" and is marked a traitor until round {until}.")),
            Notice::GameOver { outcome } => self.outcome(&outcome),
            Notice::Deployed { seat, to, troops } => {
                self.seat(seat).text(" deploys ").troops(troops).text(" in ").place(to).text(".")
            }
            Notice::TrapSprung { attacker, owner, from, to, lost } => self
                .text("A trap of ")
                .seat(owner)
                .text(" in ")
                .place(to)
                .text(" costs ")
                .seat(attacker)
                .text(format!(" {} in ", troops(lost)))
                .place(from)
                .text("."),
            Notice::Fought { attacker, defender, from, to, report } => {
                let line = self.seat(attacker).text(" attacks ");
                let line = match defender {
                    Some(defender) => line.seat(defender).text(" in "),
                    None => line.text("neutral "),
                };
                line.place(to).text(" from ").place(from).report(report)
            }
            Notice::Conquered { by, loser, to, .. } => {
                let line = self.seat(by).text(" takes ").place(to);
                match loser {
                    Some(loser) => line.text(" from ").seat(loser).text("."),
                    None => line.text("."),
                }
            }
            Notice::Occupied { seat, from, to, troops } => self
                .seat(seat)
                .text(" moves ")
                .text(troops.map_or("more".to_owned(), |count| format!("{count} more")))
                .text(if troops == Some(1) { " troop" } else { " troops" })
                .text(" from ")
                .place(from)
                .text(" into ")
                .place(to)
                .text("."),
            Notice::Reinforced { seat, from, to, troops } => self
                .seat(seat)
                .text(" marches ")
                .troops(troops)
                .text(" from ")
                .place(from)
                .text(" to ")
                .place(to)
                .text("."),
            Notice::Signalled { from, to, signal, .. } => {
                let line = self.seat(from);
                let mut line = match to {
                    Some(to) => line.text(" to ").seat(to).text(": “"),
                    None => line.text(" to all: “"),
                };
                let said = Signals::standard().render(line.language, from, &signal, line.rules);
                line.pieces.extend(said);
                line.text("”")
            }
            Notice::Reacted { by, signal: SignalRef { from, .. }, reaction } => {
                let said = Signals::standard().reaction(self.language, reaction).unwrap_or("…");
                self.seat(by).text(" reacts to ").seat(from).text(format!(": “{said}”"))
            }
            Notice::Proposed { to, id, card, slots, against, expires: Round(until) } => {
                let line = self.seat(id.from).text(" proposes ").card(card);
                let line = match against {
                    Some(third) => line.text(" against ").seat(third),
                    None => line,
                };
                line.text(" to ")
                    .seat(to)
                    .text(" and puts in ")
                    .cards(slots)
                    .text(format!("; it stands until round {until}."))
            }
            Notice::Accepted { to, id, filled } => self
                .seat(to)
                .text(" accepts the proposal of ")
                .seat(id.from)
                .text(" and puts in ")
                .cards(filled)
                .text("."),
            Notice::Declined { to, id } => {
                self.seat(to).text(" declines the proposal of ").seat(id.from).text(".")
            }
            Notice::Lapsed { to, id } => self.fate(id.from, to, " expires unanswered."),
            Notice::Voided { to, id } => self.fate(id.from, to, " is void."),
            Notice::Undone { to, id } => {
                self.fate(id.from, to, " is undone before it could take effect.")
            }
            Notice::Activated { to, id, deal } => self.activated((id.from, to), &deal),
            Notice::TreatyEnded { treaty: Treaty { agreement, sides, against, .. } } => self
                .text("The ")
                .agreement(agreement, against)
                .text(" between ")
                .seats(sides)
                .text(" is over."),
            Notice::Queued { seat, action } => self.seat(seat).text(" plays ").action(action),
            Notice::Gambled { seat, cards } => {
                self.seat(seat).text(" burns ").cards(cards).text(".")
            }
            Notice::Passed { seat } => self.seat(seat).text(" lets the action go."),
            Notice::Fizzled { seat, action } => {
                self.text("It comes to nothing: ").seat(seat).text(" played ").action(action)
            }
            Notice::TrapSet { on, .. } => self.text("A trap is set in ").territory(on).text("."),
            Notice::Fortified { on, .. } => self.territory(on).text(" is fortified."),
            Notice::ReconOpened { seat, recon } => match recon {
                Recon::Around(place) => self.seat(seat).text(" scouts around ").territory(place),
                Recon::Holdings(other) => self.seat(seat).text(" scouts all of ").seat(other),
            }
            .text("."),
            Notice::Sabotaged { by, seat, troops: lost } => self
                .seat(by)
                .text(" sabotages ")
                .seat(seat)
                .text(format!(": the next deploy is {lost} lower.")),
            Notice::Mustered { seat, cards } => {
                self.seat(seat).text(format!(" musters and draws {cards} more."))
            }
            Notice::Reinforcements { seat, troops: sent, debt } => {
                self.seat(seat).text(format!(" gets {} and owes {debt} next turn.", troops(sent)))
            }
            Notice::Drew { seat, card } => self.seat(seat).text(" draws ").card(card).text("."),
            Notice::Inherited { by, from, card } => {
                self.seat(by).text(" inherits ").card(card).text(" from ").seat(from).text(".")
            }
            Notice::DeployCounted { seat, count } => {
                self.seat(seat).text(format!(" has {} to deploy: {}.", count.total, sum(&count)))
            }
            Notice::Faded { seat } => {
                self.text("The scouts of ").seat(seat).text(" return and its walls come down.")
            }
            Notice::HandDiscarded { seat } => {
                self.text("What is left of the hand of ").seat(seat).text(" is discarded.")
            }
            Notice::Reshuffled => self.text("The discards are shuffled into the deck."),
            Notice::Bounty { seat, troops: sent } => {
                self.seat(seat).text(format!(" earns {} in the joint offensive.", troops(sent)))
            }
        }
    }

    fn outcome(self, outcome: &Outcome) -> Self {
        let mut line = self.text(match outcome.ending {
            Ending::LastStanding => "The war is over. Last standing: ",
            Ending::MapShare => "The war is over. Master of the map: ",
            Ending::SharedVictory => "The war is over. Victory is shared by ",
            Ending::RoundLimit => "Time is up. First by score: ",
        });
        for (place, seat) in outcome.winners.into_iter().enumerate() {
            line = if place > 0 { line.text(" and ") } else { line };
            let score = f64::from(outcome.scores[seat.index()]) / 100.0;
            line = line.seat(seat).text(format!(" ({score:.2} %)"));
        }
        line.text(".")
    }

    fn report(self, report: Option<FightReport>) -> Self {
        let Some(report) = report else { return self.text(".") };
        let rolls = match report.rolls {
            1 => String::new(),
            rolls => format!(" in {rolls} rolls"),
        };
        let (lost, killed) = (report.attacker_lost, report.defender_lost);
        self.text(format!(", loses {lost} and kills {killed}{rolls} [{}].", dice(&report.dice)))
    }

    fn fate(self, from: Seat, to: Seat, what: &str) -> Self {
        self.text("The proposal of ").seat(from).text(" to ").seat(to).text(what)
    }

    fn activated(self, (from, to): (Seat, Seat), deal: &ActivatedDeal) -> Self {
        let mut line = self
            .text("The ")
            .agreement(deal.agreement, deal.against)
            .text(" between ")
            .seats((from, to))
            .text(" takes effect");
        for (seat, sent) in [(to, deal.to_recipient), (from, deal.to_proposer)] {
            if sent > 0 {
                line = line.text("; ").seat(seat).text(format!(" gets {}", troops(sent)));
            }
        }
        match deal.ends {
            Some(Round(ends)) => line.text(format!("; it ends with the start of round {ends}.")),
            None => line.text("."),
        }
    }

    fn action(self, action: Queued) -> Self {
        match action {
            Queued::Gamble => self.text("a gamble."),
            Queued::Apply { card } => self.card(card).text(" for itself."),
            Queued::Play { card, target } => {
                let line = self.card(card);
                match target {
                    Target::Nothing => line,
                    Target::Territory(place) => line.text(" on ").territory(place),
                    Target::Seat(seat) => line.text(" on ").seat(seat),
                    Target::Treaty(named) => line
                        .text(" on the ")
                        .agreement(named.agreement, named.against)
                        .text(" with ")
                        .seat(named.with),
                }
                .text(".")
            }
        }
    }
}

/// The name of an agreement in the middle of a sentence.
fn name(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Ceasefire => "ceasefire",
        Agreement::SupplyPact => "supply pact",
        Agreement::Tribute => "tribute",
        Agreement::Levy => "levy",
        Agreement::IntelPact => "intel pact",
        Agreement::SafePassage => "safe passage",
        Agreement::JointOffensive => "joint offensive",
    }
}

fn troops(count: u32) -> String {
    if count == 1 { "1 troop".to_owned() } else { format!("{count} troops") }
}

/// A roll: "6 4 2 against 5 3", with what walls add: "5+1".
fn dice(dice: &Dice) -> String {
    let attack: Vec<String> =
        dice.attack.iter().filter(|&&die| die > 0).map(u8::to_string).collect();
    let defence: Vec<String> = (0u8..)
        .zip(dice.defence)
        .filter(|&(_, die)| die > 0)
        .map(|(place, die)| format!("{die}{}", if place < dice.fortified { "+1" } else { "" }))
        .collect();
    format!("{} against {}", attack.join(" "), defence.join(" "))
}

/// How a deploy was counted: "5 for territories, 2 for zones, 1 lost to sabotage".
fn sum(count: &DeployCount) -> String {
    let mut parts = vec![format!("{} for territories", count.base)];
    let mut add = |number: i64, what: &str| {
        if number != 0 {
            parts.push(format!("{number} {what}"));
        }
    };
    add(count.zones.into(), "for zones");
    add(count.bonus.into(), "in bonus troops");
    add(count.sabotage.into(), "lost to sabotage");
    add(count.traitor.into(), "lost to the traitor mark");
    add(count.repaid.into(), "paid back");
    parts.join(", ")
}
