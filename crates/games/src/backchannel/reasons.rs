//! What a bot weighed, in sentences.

use backchannel::{Command, Rules, Target};
use bots::{Consideration, Reasons, TurnStyle, Weighed};
use parley::Seat;
use server::wire::reasons::{BotReasons, HeldOdds, WeighedIdea, WorthChange};

/// Differences below this many troops are not mentioned.
const NOTHING: f32 = 0.05;

/// The reasons of a bot for its last decision, as they are told when the game is over.
pub fn told(rules: &Rules, reasons: &Reasons) -> BotReasons {
    let teller = Teller { rules, reasons };
    let mut weighed: Vec<WeighedIdea> = reasons.weighed.iter().map(|it| teller.idea(it)).collect();
    weighed.sort_by(|one, other| other.worth.total_cmp(&one.worth));
    BotReasons {
        sentences: teller.sentences(),
        worth: Some(WorthChange {
            before: reasons.before,
            after: reasons.after,
            unit: "troops".to_owned(),
        }),
        odds: teller.odds(),
        weighed,
    }
}

struct Teller<'a> {
    rules: &'a Rules,
    reasons: &'a Reasons,
}

impl Teller<'_> {
    fn name(&self, seat: Seat) -> &str {
        self.rules.name(seat)
    }

    fn sentences(&self) -> Vec<String> {
        let Reasons { before, after, weighed, .. } = self.reasons;
        let gain = after - before;
        let worth = match gain {
            gain if gain.abs() < NOTHING => {
                format!(
                    "It valued its position at {before:.1} troops, and expected no immediate change from this."
                )
            }
            _ => format!(
                "It valued its position at {before:.1} troops, and expected {after:.1} after this: {} of {:.1}.",
                if gain > 0.0 { "a gain" } else { "a loss" },
                gain.abs()
            ),
        };
        let trust = self.trust();
        let alone = weighed.is_empty().then(|| {
            "It compared this with nothing else: it was following its plan for the turn.".to_owned()
        });
        std::iter::once(worth).chain(trust).chain(alone).collect()
    }

    fn trust(&self) -> Option<String> {
        let (seat, keeps) = self.reasons.about.zip(self.reasons.keeps)?;
        let (name, kept) = (self.name(seat), percent(keeps));
        Some(match self.reasons.command? {
            Command::Propose { .. } => {
                let accepts = self.reasons.accepts.map_or(0, percent);
                format!(
                    "It thought it {accepts} % likely that {name} would accept, and {kept} % likely that {name} would keep their word."
                )
            }
            Command::Accept { .. } => {
                format!("It thought it {kept} % likely that {name} would keep their word.")
            }
            Command::Decline { .. } => {
                format!(
                    "It thought it only {kept} % likely that {name} would keep their word, or the deal was worth too little."
                )
            }
            _ => format!(
                "It had {name} in mind, and thought it {kept} % likely that they would keep their word."
            ),
        })
    }

    fn odds(&self) -> Vec<HeldOdds> {
        let Some(seat) = self.reasons.about else { return Vec::new() };
        let name = self.name(seat);
        let proposes = matches!(self.reasons.command, Some(Command::Propose { .. }));
        let accepts = self.reasons.accepts.filter(|_| proposes);
        let odds = |likely: f32, text: String| HeldOdds { text, likely: likely.clamp(0.0, 1.0) };
        let accepts = accepts.map(|likely| odds(likely, format!("{name} accepts")));
        let keeps = self.reasons.keeps;
        let keeps = keeps.map(|likely| odds(likely, format!("{name} keeps their word")));
        accepts.into_iter().chain(keeps).collect()
    }

    fn idea(&self, weighed: &Weighed) -> WeighedIdea {
        let Weighed { what, worth, worlds } = *weighed;
        let told = match worlds {
            0 => format!("{worth:+.1} troops"),
            worlds => {
                let percent = worth * 100.0;
                format!("{percent:+.1} % of the victory, in {worlds} imagined games")
            }
        };
        WeighedIdea { text: self.about(what), worth, told, chosen: self.is_chosen(what) }
    }

    fn about(&self, what: Consideration) -> String {
        match what {
            Consideration::Cards => "Using its cards without a partner".to_owned(),
            Consideration::Deal { agreement, with } => {
                format!("{} with {}", agreement.name(), self.name(with))
            }
            Consideration::Partner { agreement, with } => {
                format!(
                    "The same {} in the eyes of {}",
                    agreement.name().to_lowercase(),
                    self.name(with)
                )
            }
            Consideration::Breach { with } => {
                format!("Breaking the word given to {}", self.name(with))
            }
            Consideration::BreachPrice { with } => {
                format!("What it would cost to break the word given to {}", self.name(with))
            }
            Consideration::Request { from } => format!("Doing what {} asked for", self.name(from)),
            Consideration::Campaign => "The conquests of this turn".to_owned(),
            Consideration::Turn(style) => turn(style).to_owned(),
            Consideration::Command(command) => self.command(&command),
        }
    }

    fn command(&self, command: &Command) -> String {
        let land = |territory| self.rules.map.name(territory);
        let card = |card| &*self.rules.cards.spec(card).name;
        match *command {
            Command::Deploy { to, troops } => format!("Deploying {troops} troops in {}", land(to)),
            Command::Attack { from, to, .. } => {
                format!("Attacking {} from {}", land(to), land(from))
            }
            Command::Occupy { troops } => format!("Moving in with {troops} troops"),
            Command::EndAttack => "Attacking no more".to_owned(),
            Command::Reinforce { from, to, troops } => {
                format!("Marching {troops} troops from {} to {}", land(from), land(to))
            }
            Command::EndTurn => "Ending the turn".to_owned(),
            Command::Propose { to, card: what, .. } => {
                format!("Proposing {} to {}", card(what), self.name(to))
            }
            Command::Play { card: what, target: Target::Seat(seat) } => {
                format!("Playing {} against {}", card(what), self.name(seat))
            }
            Command::Play { card: what, target: Target::Territory(territory) } => {
                format!("Playing {} on {}", card(what), land(territory))
            }
            Command::Play { card: what, target: Target::Treaty(treaty) } => {
                format!("Playing {} against {}", card(what), self.name(treaty.with))
            }
            Command::Play { card: what, target: Target::Nothing } => {
                format!("Playing {}", card(what))
            }
            Command::Apply { card: what } => format!("Calling up {}", card(what)),
            Command::Gamble { .. } => "Gambling three cards for one".to_owned(),
            Command::Pass => "Passing".to_owned(),
            Command::Accept { proposal, .. } => {
                format!("Accepting the proposal of {}", self.name(proposal.from))
            }
            Command::Decline { proposal } => {
                format!("Declining the proposal of {}", self.name(proposal.from))
            }
            Command::Signal { to: Some(seat), .. } => {
                format!("Sending a signal to {}", self.name(seat))
            }
            Command::Signal { to: None, .. } => "Sending a signal to everybody".to_owned(),
            Command::React { signal, .. } => {
                format!("Reacting to the signal of {}", self.name(signal.from))
            }
        }
    }

    /// Whether the decision was this, as far as the command alone says so.
    fn is_chosen(&self, what: Consideration) -> bool {
        let Some(done) = self.reasons.command else { return false };
        match (what, done) {
            (Consideration::Command(command), _) => command == done,
            (Consideration::Deal { agreement, with }, Command::Propose { to, card, .. }) => {
                with == to
                    && self.rules.cards.terms(card).is_some_and(|it| it.agreement == agreement)
            }
            (Consideration::Deal { with, .. }, Command::Accept { proposal, .. }) => {
                with == proposal.from
            }
            (
                Consideration::Breach { with },
                Command::Play { target: Target::Treaty(treaty), .. },
            ) => with == treaty.with,
            (
                Consideration::Cards,
                Command::Play {
                    target: Target::Nothing | Target::Territory(_) | Target::Seat(_),
                    ..
                }
                | Command::Apply { .. }
                | Command::Gamble { .. }
                | Command::Pass,
            ) => true,
            _ => false,
        }
    }
}

fn turn(style: TurnStyle) -> &'static str {
    match style {
        TurnStyle::Usual => "Playing the turn as usual",
        TurnStyle::Bold => "Playing the turn boldly",
        TurnStyle::Careful => "Playing the turn carefully",
        TurnStyle::ForCard => "Going for one conquest and its card",
        TurnStyle::ForZones => "Going for whole zones",
        TurnStyle::ForBlood => "Going for an elimination",
        TurnStyle::Quiet => "Attacking nobody",
        TurnStyle::AgainstOne => "Attacking one seat only",
        TurnStyle::SparingOne => "Leaving one seat alone",
        TurnStyle::AgainstPromise => "Attacking somebody who was promised peace",
        TurnStyle::FromElsewhere => "Deploying elsewhere",
    }
}

fn percent(likely: f32) -> u32 {
    (likely.clamp(0.0, 1.0) * 100.0).round() as u32
}
