//! Bots at a table with a person: what they offer to one who answers late, and to one who never does.

use std::sync::Arc;

use backchannel::quick;
use backchannel::signal::{Phrase, Signal, Signals, Word};
use backchannel::view::ReceivedSignal;
use backchannel::{Agreement, Command, Options, Rules, Slots, View};
use bots::{Bot, by_name};
use parley::{Chance, Round, Seat};

use crate::support::{FinishedGame, OpenWindow, play};

const PERSON: Seat = Seat(0);

/// The company of a quick game.
const COMPANY: [&str; 3] = ["envoy", "broker", "turncoat"];

/// How a person deals with messages.
#[derive(Clone, Copy, PartialEq)]
enum Manners {
    Never,
    /// In its own window, a round later.
    Late,
}

/// Fights like a soldier, and answers as its manners are.
struct Person {
    manners: Manners,
    soldier: Box<dyn Bot>,
    /// The questions that it has read, and when.
    asked: Vec<(Seat, Agreement, Round)>,
    /// What it said yes to, and when.
    agreed: Vec<(Seat, Agreement, Round)>,
}

impl Person {
    fn new(manners: Manners) -> Person {
        let soldier = by_name("soldier").expect("it is in the cast");
        Person { manners, soldier, asked: Vec::new(), agreed: Vec::new() }
    }

    fn read(&mut self, view: &View) {
        let talk = Signals::standard().catalogue().template_named("talk").expect("it is there");
        for &ReceivedSignal { id, signal, .. } in view.own.iter().flat_map(|own| &own.heard) {
            let Phrase { template, filler } = signal.first;
            if let (true, false, Some(Word::Agreement(kind))) =
                (template == talk, id.public, filler)
                && !self.asked.iter().any(|(from, asked, _)| (*from, *asked) == (id.from, kind))
            {
                self.asked.push((id.from, kind, view.round));
            }
        }
    }

    /// "As for the ceasefire: yes", a round after it was asked.
    fn say_yes(&mut self, view: &View, options: &Options) -> Option<Command> {
        let due = |&(from, _, round): &(Seat, Agreement, Round)| {
            round < view.round && options.signal.contains(from)
        };
        let at = self.asked.iter().position(due)?;
        let (from, kind, _) = self.asked.remove(at);
        self.agreed.push((from, kind, view.round));
        let yes = Signals::standard().catalogue().template_named("yes")?;
        let signal = Signal::single(Phrase::filled(yes, Word::Agreement(kind)));
        Some(Command::Signal { to: Some(from), signal })
    }
}

impl Bot for Person {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        self.read(view);
        if self.manners == Manners::Late && options.pass {
            if let Some(command) = accept(options) {
                return command;
            }
            if let Some(command) = self.say_yes(view, options) {
                return command;
            }
        }
        self.soldier.act(rules, view, options, chance)
    }

    fn answer(&mut self, _: &Rules, view: &View, _: &Options, _: &mut Chance) -> Option<Command> {
        self.read(view);
        None
    }
}

/// Accepts the first proposal that waits, if it can be paid.
fn accept(options: &Options) -> Option<Command> {
    options.answer.iter().find_map(|waiting| {
        let cards: Vec<_> = options.free_troops.iter().take(waiting.slots.into()).collect();
        let slots =
            Slots::new(&cards).ok().filter(|slots| slots.len() == usize::from(waiting.slots))?;
        Some(Command::Accept { proposal: waiting.proposal, slots })
    })
}

/// Games of a person with the company of a quick game, and the offers that the person got.
fn games(manners: Manners, seeds: std::ops::Range<u64>) -> Vec<FinishedGame> {
    let rules = Arc::new(Rules::new(quick::setup()).expect("it can be played"));
    seeds
        .map(|seed| {
            let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(Person::new(manners))];
            bots.extend(COMPANY.map(|name| by_name(name).expect("it is in the cast")));
            play(&rules, seed, &mut bots)
        })
        .collect()
}

/// An offer to the person: from whom, of what, against whom, in which round.
fn offers(game: &FinishedGame) -> Vec<(Seat, Agreement, Option<Seat>, Round)> {
    let cards = backchannel::CardCatalogue::standard();
    let offers =
        game.commands.iter().zip(&game.rounds_of).filter_map(|(&(by, command), &round)| {
            let Command::Propose { to: PERSON, card, against, .. } = command else { return None };
            Some((by, cards.terms(card)?.agreement, against, round))
        });
    offers.collect()
}

/// The rounds in which somebody could have proposed something to the person that it had not just offered.
fn dealable(game: &FinishedGame) -> Vec<Round> {
    let offers = offers(game);
    let is_new = |window: &&OpenWindow| {
        let mut earlier = offers.iter().filter(|offer| offer.0 == window.by);
        let last = earlier.rfind(|offer| offer.3 < window.round).map(|offer| offer.1);
        window.kinds.iter().any(|&kind| Some(kind) != last)
    };
    let mut rounds: Vec<Round> =
        game.open_to_first.iter().filter(is_new).map(|window| window.round).collect();
    rounds.dedup();
    rounds
}

fn gets_offers(manners: Manners) {
    let (mut offered, mut rounds, mut gaps) = (0, 0, Vec::new());
    for game in games(manners, 0..40) {
        let offers = offers(&game);
        let open = dealable(&game);
        offered += offers.len();
        rounds += open.len();
        let made = |round: &Round| offers.iter().any(|(_, _, _, at)| at == round);
        gaps.extend(open.split(made).map(<[Round]>::len));
    }
    let (longest, long) = (gaps.iter().max(), gaps.iter().filter(|&&gap| gap >= 3).count());
    let told = format!("{offered} offers in {rounds} rounds, {long} of {} waits long", gaps.len());
    assert!(2 * offered >= rounds, "{told}");
    // A bot has one proposal a window for three others, and may hold nothing that does not hurt it: a ceasefire that
    // leaves nobody to fight, a tribute.
    assert!(12 * long <= gaps.len() && longest <= Some(&5), "{told}, the longest {longest:?}");
}

#[test]
fn a_person_who_never_answers_gets_an_offer_every_three_rounds() {
    gets_offers(Manners::Never);
}

#[test]
fn a_person_who_answers_late_gets_an_offer_every_three_rounds() {
    gets_offers(Manners::Late);
}

/// A signal that somebody who never speaks gets is one that nobody asked for.
#[test]
fn a_person_who_says_nothing_is_not_talked_at() {
    let (mut private, mut public, mut rounds, mut most) = (0, 0, 0, 0);
    for game in games(Manners::Never, 0..40) {
        rounds += usize::from(game.rounds.0);
        let mut each = vec![0; usize::from(game.rounds.0) + 1];
        for (&(by, command), round) in game.commands.iter().zip(&game.rounds_of) {
            match command {
                Command::Signal { to: Some(PERSON), .. } => private += 1,
                Command::Signal { to: None, .. } if by != PERSON => public += 1,
                _ => continue,
            }
            each[usize::from(round.0)] += 1;
            most = most.max(each[usize::from(round.0)]);
        }
    }
    let a_round = f64::from(private + public) / rounds as f64;
    let told = format!("{private} to one and {public} to all in {rounds} rounds, at most {most}");
    assert!(a_round < 1.5, "{a_round} a round: {told}");
    println!("{a_round:.2} a round: {told}");
}

#[test]
fn nobody_makes_the_same_offer_twice_in_a_row() {
    let mut pairs = 0;
    for manners in [Manners::Never, Manners::Late] {
        for game in games(manners, 40..110) {
            for by in Seat::all(4) {
                let mine: Vec<_> =
                    offers(&game).into_iter().filter(|offer| offer.0 == by).collect();
                for pair in mine.windows(2) {
                    pairs += 1;
                    let [(_, one, third, then), (_, other, fourth, now)] = pair else { continue };
                    let again = one == other && third == fourth;
                    assert!(
                        !again || was_asked_for(&game, by, *then, *now),
                        "{by} repeats {one:?}"
                    );
                }
            }
        }
    }
    assert!(pairs > 50, "only {pairs} pairs of offers");
}

/// Whether the person has accepted something of `by`, or said yes to it, between two rounds: to renew an agreement, or
/// to do as one was asked, is no repetition.
fn was_asked_for(game: &FinishedGame, by: Seat, after: Round, before: Round) -> bool {
    let commands = game.commands.iter().zip(&game.rounds_of);
    let between = commands.filter(|(_, round)| (after..=before).contains(*round));
    between.map(|((seat, command), _)| (*seat, *command)).any(|(seat, command)| match command {
        Command::Accept { proposal, .. } => seat == PERSON && proposal.from == by,
        Command::Signal { to, .. } => seat == PERSON && to == Some(by),
        _ => false,
    })
}

#[test]
fn a_late_yes_is_followed_by_the_proposal() {
    let mut kept = 0;
    for seed in 100..130 {
        let game = games(Manners::Late, seed..seed + 1).remove(0);
        let yes = Signals::standard().catalogue().template_named("yes").expect("it is there");
        for (at, &(by, command)) in game.commands.iter().enumerate() {
            let Command::Signal { to: Some(to), signal } = command else { continue };
            let Some(Word::Agreement(kind)) = signal.first.filler else { continue };
            if by != PERSON || signal.first.template != yes {
                continue;
            }
            let until = game.rounds_of[at] + 1;
            kept += usize::from(offers(&game).iter().any(|&(from, offered, _, round)| {
                from == to && offered == kind && (game.rounds_of[at]..=until).contains(&round)
            }));
        }
    }
    assert!(kept >= 10, "only {kept} proposals followed a late yes");
}
