//! The signals of an envoy, and how it interprets those of others (section 7).

use std::sync::LazyLock;

use backchannel::Agreement;
use backchannel::signal::{Phrase, Signal, Signals, Word};
use parley::Seat;
use parley::signal::{Reaction, Template};

/// The sentences and reactions that an envoy uses.
pub(crate) struct Phrases {
    talk: Template,
    yes: Template,
    not_yet: Template,
    no: Template,
    cannot_afford: Template,
    thanks: Template,
    sorry: Template,
    no_hard_feelings: Template,
    too_strong: Template,
    hunt_player: Template,
    spare_player: Template,
    agree: Reaction,
    doubt: Reaction,
    amused: Reaction,
    salute: Reaction,
}

/// What an envoy understands of a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// Somebody would like a deal of this kind.
    Hint(Agreement),
    Yes,
    No,
    /// Somebody warns of a seat, or goes after it.
    Against(Seat),
    Friendly,
    Other,
}

impl Phrases {
    pub(crate) fn known() -> &'static Phrases {
        static PHRASES: LazyLock<Phrases> = LazyLock::new(Phrases::learn);
        &PHRASES
    }

    fn learn() -> Phrases {
        let catalogue = Signals::standard().catalogue();
        let template = |id| catalogue.template_named(id).expect("the catalogue has that sentence");
        let reaction = |id| {
            let mut reactions = catalogue.reactions();
            let found = reactions.find(|(_, name)| *name == id);
            found.map(|(reaction, _)| reaction).expect("the catalogue has that reaction")
        };
        Phrases {
            talk: template("talk"),
            yes: template("yes"),
            not_yet: template("not_yet"),
            no: template("no"),
            cannot_afford: template("cannot_afford"),
            thanks: template("thanks"),
            sorry: template("sorry"),
            no_hard_feelings: template("no_hard_feelings"),
            too_strong: template("too_strong"),
            hunt_player: template("hunt_player"),
            spare_player: template("spare_player"),
            agree: reaction("agree"),
            doubt: reaction("doubt"),
            amused: reaction("amused"),
            salute: reaction("salute"),
        }
    }

    /// "Shall we talk about a ceasefire?"
    pub(crate) fn hint(&self, agreement: Agreement) -> Signal {
        about(self.talk, agreement)
    }

    /// "As for the ceasefire: yes."
    pub(crate) fn yes(&self, agreement: Agreement) -> Signal {
        about(self.yes, agreement)
    }

    /// "I cannot afford a ceasefire."
    pub(crate) fn cannot_afford(&self, agreement: Agreement) -> Signal {
        about(self.cannot_afford, agreement)
    }

    /// "Not yet."
    pub(crate) fn not_yet(&self) -> Signal {
        Signal::single(Phrase::bare(self.not_yet))
    }

    /// "Thank you for the ceasefire."
    pub(crate) fn thanks(&self, agreement: Agreement) -> Signal {
        about(self.thanks, agreement)
    }

    /// "Sorry about the ceasefire."
    pub(crate) fn sorry(&self, agreement: Agreement) -> Signal {
        about(self.sorry, agreement)
    }

    /// "No hard feelings."
    pub(crate) fn no_hard_feelings(&self) -> Signal {
        Signal::single(Phrase::bare(self.no_hard_feelings))
    }

    /// "Red is too strong."
    pub(crate) fn too_strong(&self, seat: Seat) -> Signal {
        Signal::single(Phrase::filled(self.too_strong, Word::Player(seat)))
    }

    /// "I am going after Red."
    pub(crate) fn going_after(&self, seat: Seat) -> Signal {
        Signal::single(Phrase::filled(self.hunt_player, Word::Player(seat)))
    }

    /// "I will not attack Red."
    pub(crate) fn will_spare(&self, seat: Seat) -> Signal {
        Signal::single(Phrase::filled(self.spare_player, Word::Player(seat)))
    }

    pub(crate) fn meaning(&self, signal: &Signal) -> Meaning {
        let Phrase { template, filler } = signal.first;
        match filler {
            Some(Word::Agreement(agreement)) if template == self.talk => Meaning::Hint(agreement),
            Some(Word::Player(seat))
                if template == self.too_strong || template == self.hunt_player =>
            {
                Meaning::Against(seat)
            }
            _ if template == self.yes => Meaning::Yes,
            _ if [self.no, self.not_yet, self.cannot_afford].contains(&template) => Meaning::No,
            _ if [self.thanks, self.spare_player, self.no_hard_feelings].contains(&template) => {
                Meaning::Friendly
            }
            _ => Meaning::Other,
        }
    }

    /// The reaction to a signal that needs no answer, for a seat that thinks `leader` is ahead.
    pub(crate) fn reaction(
        &self,
        meaning: Meaning,
        me: Seat,
        leader: Option<Seat>,
    ) -> Option<Reaction> {
        match meaning {
            Meaning::Against(seat) if seat == me => Some(self.amused),
            Meaning::Against(seat) if Some(seat) == leader => Some(self.agree),
            Meaning::Against(_) => Some(self.doubt),
            Meaning::Friendly => Some(self.salute),
            Meaning::Hint(_) | Meaning::Yes | Meaning::No | Meaning::Other => None,
        }
    }
}

fn about(template: Template, agreement: Agreement) -> Signal {
    Signal::single(Phrase::filled(template, Word::Agreement(agreement)))
}
