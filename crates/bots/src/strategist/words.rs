//! What a strategist says, and what it makes of what it hears.

use std::sync::LazyLock;

use backchannel::settings::MOST_SEATS;
use backchannel::signal::{Phrase, Signal, Signals, Word};
use backchannel::view::{Own, ReceivedSignal};
use backchannel::{Agreement, Command, Options, SignalRef, View};
use parley::signal::Template;
use parley::{Round, Seat, SeatSet};

use crate::front::Front;
use crate::talk::{Meaning, Phrases};

/// Rounds between two public warnings.
const WARNING_ROUNDS: u16 = 4;

/// A rival is warned of from this share of the rivals' strength on.
const TOO_STRONG: f32 = 0.5;

/// The conversation with the other seats.
#[derive(Default)]
pub(crate) struct Words {
    /// Seats that have ever spoken to this one, or proposed something.
    pub talkers: SeatSet,
    /// The last private and public signal of each seat that was taken in.
    heard: [[u16; 2]; MOST_SEATS],
    /// What each seat was last asked about, and when.
    asked: [Option<(Agreement, Round)>; MOST_SEATS],
    /// Its answer. It counts whenever it comes.
    answer: [Option<bool>; MOST_SEATS],
    /// What each seat was told yes to.
    pub agreed: [Option<Agreement>; MOST_SEATS],
    /// What is said to each seat as soon as the limits allow.
    pub courtesy: [Option<Signal>; MOST_SEATS],
    /// The betrayals of each seat that were taken in.
    betrayals: [u16; MOST_SEATS],
    /// The seats with which there was an agreement when they were last looked at.
    partners: SeatSet,
    traitor: Option<Seat>,
    warned: Round,
}

impl Words {
    /// Takes in what was said and done; returns the newest signal since the last time.
    pub(crate) fn listen(&mut self, view: &View, own: &Own) -> Option<ReceivedSignal> {
        self.notice_betrayal(view, own);
        let proposers = own.received.iter().map(|proposal| proposal.id.from);
        self.talkers = self.talkers.or(proposers.collect());
        let mut newest = None;
        for heard in &own.heard {
            let SignalRef { from, public, number } = heard.id;
            let known = &mut self.heard[from.index()][usize::from(public)];
            if *known == number {
                continue;
            }
            *known = number;
            newest = Some(*heard);
            if !public {
                self.talkers = self.talkers.with(from);
                match Phrases::known().meaning(&heard.signal) {
                    Meaning::Yes => self.answer[from.index()] = Some(true),
                    Meaning::No => self.answer[from.index()] = Some(false),
                    Meaning::Hint(_) | Meaning::Against(_) | Meaning::Friendly | Meaning::Other => {
                    }
                }
            }
        }
        newest
    }

    /// A partner that has betrayed is threatened, and the others are warned of it.
    fn notice_betrayal(&mut self, view: &View, own: &Own) {
        let partners: SeatSet =
            own.treaties.iter().filter_map(|treaty| treaty.partner(own.seat)).collect();
        for score in view.scoreboard.iter().filter(|score| score.seat != own.seat) {
            let known = &mut self.betrayals[score.seat.index()];
            let again = score.betrayals > *known;
            *known = score.betrayals;
            if again && self.partners.minus(partners).contains(score.seat) {
                self.courtesy[score.seat.index()] = Some(bare(Threats::known().regret));
                self.traitor = Some(score.seat);
            }
        }
        self.partners = partners;
    }

    /// Asks a seat about a deal, once a round; `None` if it has been asked or cannot be.
    pub(crate) fn ask(
        &mut self,
        to: Seat,
        agreement: Agreement,
        round: Round,
        options: &Options,
    ) -> Option<Command> {
        let asked = self.asked[to.index()];
        let settled = asked.is_some_and(|(about, when)| {
            when == round || (about == agreement && self.answer[to.index()] == Some(true))
        });
        if settled || !options.signal.contains(to) {
            return None;
        }
        self.asked[to.index()] = Some((agreement, round));
        self.answer[to.index()] = None;
        Some(Command::Signal { to: Some(to), signal: Phrases::known().hint(agreement) })
    }

    /// How likely a seat accepts a deal that is good for it.
    pub(crate) fn hope(&self, to: Seat, agreement: Agreement) -> f32 {
        let asked = self.asked[to.index()].is_some_and(|(about, _)| about == agreement);
        match self.answer[to.index()].filter(|_| asked) {
            Some(true) => 0.95,
            Some(false) => 0.05,
            None if self.talkers.contains(to) => 0.6,
            None => 0.2,
        }
    }

    /// A proposal was made: what was said about it is done with.
    pub(crate) fn proposed(&mut self, to: Seat) {
        (self.asked[to.index()], self.answer[to.index()]) = (None, None);
    }

    /// What is due to be said privately.
    pub(crate) fn speak(&mut self, options: &Options) -> Option<Command> {
        let to = options.signal.into_iter().find(|to| self.courtesy[to.index()].is_some())?;
        let signal = self.courtesy[to.index()].take()?;
        Some(Command::Signal { to: Some(to), signal })
    }

    /// A public warning: of a traitor, or of who is about to win.
    pub(crate) fn warn(
        &mut self,
        front: &Front,
        round: Round,
        options: &Options,
    ) -> Option<Command> {
        let due = self.warned == Round::NEVER || self.warned + WARNING_ROUNDS <= round;
        if !options.broadcast || !due || front.rivals.len() < 2 {
            return None;
        }
        let traitor = self.traitor.take().filter(|&seat| front.rivals.contains(seat));
        let signal = match traitor {
            Some(seat) => {
                Signal::single(Phrase::filled(Threats::known().do_not_trust, Word::Player(seat)))
            }
            None => {
                let leader =
                    front.leader().filter(|&leader| front.rivalry(leader) >= TOO_STRONG)?;
                Phrases::known().too_strong(leader)
            }
        };
        self.warned = round;
        Some(Command::Signal { to: None, signal })
    }

    /// A reaction to a signal that is no question.
    pub(crate) fn react(
        &self,
        news: &ReceivedSignal,
        front: &Front,
        options: &Options,
    ) -> Option<Command> {
        let meaning = Phrases::known().meaning(&news.signal);
        let reaction = Phrases::known().reaction(meaning, front.me, front.leader())?;
        let open = options.react.contains(&news.id);
        open.then_some(Command::React { signal: news.id, reaction })
    }
}

/// The deal that a private signal asks about.
pub(crate) fn hinted_at(news: &ReceivedSignal) -> Option<Agreement> {
    match Phrases::known().meaning(&news.signal) {
        Meaning::Hint(agreement) if !news.id.public => Some(agreement),
        _ => None,
    }
}

/// Sentences that only a strategist uses.
struct Threats {
    /// "You will regret it."
    regret: Template,
    /// "Do not trust Red."
    do_not_trust: Template,
}

impl Threats {
    fn known() -> &'static Threats {
        static THREATS: LazyLock<Threats> = LazyLock::new(|| {
            let catalogue = Signals::standard().catalogue();
            let template =
                |id| catalogue.template_named(id).expect("the catalogue has that sentence");
            Threats { regret: template("regret"), do_not_trust: template("do_not_trust") }
        });
        &THREATS
    }
}

fn bare(template: Template) -> Signal {
    Signal::single(Phrase::bare(template))
}
