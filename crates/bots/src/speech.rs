//! The sentences that bots say.

use std::sync::LazyLock;

use backchannel::signal::{Catalogue, Phrase, Signal, Signals, Word};
use parley::signal::{Conjunction, Reaction, Template};

macro_rules! sayings {
    ($Name:ident, $($variant:ident = $id:literal),* $(,)?) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $Name { $($variant),* }

        impl $Name {
            const IDS: &[&str] = &[$($id),*];
        }
    };
}

sayings! { Say,
    LeaveAlone = "leave_alone", Attack = "attack", Watch = "watch", Propose = "propose",
    Price = "price", Talk = "talk", SideWith = "side_with", SpareTerritory = "spare_territory",
    SpareZone = "spare_zone", SparePlayer = "spare_player", HelpAgainst = "help_against",
    WillPropose = "will_propose", Secret = "secret", Yours = "yours", DoYouNeed = "do_you_need",
    StandWith = "stand_with",
    HuntPlayer = "hunt_player", Need = "need", CountOn = "count_on", Weak = "weak",
    TooStrong = "too_strong", Movement = "movement", DealWith = "deal_with",
    Remember = "remember", Next = "next", ComingForYou = "coming_for_you", Lying = "lying",
    Trap = "trap", DoNotTrust = "do_not_trust", Regret = "regret", Cost = "cost",
    NotAgain = "not_again", Yes = "yes", No = "no", Perhaps = "perhaps", NotYet = "not_yet",
    Agreed = "agreed", Understood = "understood", NoConcern = "no_concern",
    CannotAfford = "cannot_afford", Ask = "ask", Greetings = "greetings", Thanks = "thanks",
    Sorry = "sorry", GoodLuck = "good_luck", NoHardFeelings = "no_hard_feelings",
    PlaysWell = "plays_well",
}

sayings! { Join,
    And = "and", But = "but", Or = "or", Because = "because", If = "if", Unless = "unless",
    AsLongAs = "as_long_as",
}

sayings! { React,
    Agree = "agree", Refuse = "refuse", Doubt = "doubt", Amused = "amused", Alarmed = "alarmed",
    Salute = "salute",
}

impl Say {
    fn template(self) -> Template {
        static TEMPLATES: LazyLock<Vec<Template>> =
            LazyLock::new(|| known(Say::IDS, Catalogue::template_named));
        TEMPLATES[self as usize]
    }

    pub(crate) fn bare(self) -> Signal {
        Signal::single(Phrase::bare(self.template()))
    }

    pub(crate) fn about(self, word: Word) -> Signal {
        Signal::single(Phrase::filled(self.template(), word))
    }
}

impl Join {
    fn conjunction(self) -> Conjunction {
        static CONJUNCTIONS: LazyLock<Vec<Conjunction>> =
            LazyLock::new(|| known(Join::IDS, Catalogue::conjunction_named));
        CONJUNCTIONS[self as usize]
    }

    /// Both sentences as one.
    pub(crate) fn chain(self, first: Signal, then: Signal) -> Signal {
        Signal::chained(first.first, self.conjunction(), then.first)
    }
}

impl React {
    pub(crate) fn reaction(self) -> Reaction {
        static REACTIONS: LazyLock<Vec<Reaction>> = LazyLock::new(|| {
            known(React::IDS, |catalogue, id| {
                catalogue.reactions().find(|(_, name)| *name == id).map(|(reaction, _)| reaction)
            })
        });
        REACTIONS[self as usize]
    }
}

fn known<T>(ids: &[&str], find: impl Fn(&Catalogue, &str) -> Option<T>) -> Vec<T> {
    let catalogue = Signals::standard().catalogue();
    let look_up = |id: &&str| find(catalogue, id).expect("the catalogue has what the bots say");
    ids.iter().map(look_up).collect()
}
