//! Bots at a table with a person: what they offer to one who answers late, and to one who never does.

use std::sync::Arc;

use backchannel::map::library;
use backchannel::quick;
use backchannel::signal::{Phrase, Signal, Signals, Word};
use backchannel::view::ReceivedSignal;
use backchannel::{Agreement, Command, Options, Rules, Setup, Slots, View};
use bots::{Bot, by_name};
use parley::{Chance, Round, Seat};

use crate::support::{FinishedGame, OpenWindow, play};

const PERSON: Seat = Seat(0);

/// The company of a quick game.
const COMPANY: [&str; 3] = ["envoy", "broker", "turncoat"];

/// How a person deals with messages.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Manners {
    Never,
    /// In its own window, so many rounds later.
    Late(u16),
}

/// Fights like a soldier, and answers as its manners are.
struct Person {
    manners: Manners,
    soldier: Box<dyn Bot>,
    /// The questions that it has read, and when.
    asked: Vec<(Seat, Agreement, Round)>,
    /// The last signal of each seat that it has read.
    seen: [u16; 8],
}

impl Person {
    fn new(manners: Manners) -> Person {
        let soldier = by_name("soldier").expect("it is in the cast");
        Person { manners, soldier, asked: Vec::new(), seen: [0; 8] }
    }

    fn read(&mut self, view: &View) {
        let talk = Signals::standard().catalogue().template_named("talk").expect("it is there");
        for &ReceivedSignal { id, signal, .. } in view.own.iter().flat_map(|own| &own.heard) {
            let Phrase { template, filler } = signal.first;
            if id.public
                || std::mem::replace(&mut self.seen[id.from.index()], id.number) == id.number
            {
                continue;
            }
            if let (true, Some(Word::Agreement(kind))) = (template == talk, filler) {
                self.asked.push((id.from, kind, view.round));
            }
        }
        for offer in view.own.iter().flat_map(|own| &own.received) {
            self.asked.retain(|(from, kind, _)| (*from, *kind) != (offer.id.from, offer.agreement));
        }
    }

    /// "As for the ceasefire: yes", so many rounds after it was asked.
    fn say_yes(&mut self, view: &View, options: &Options, late: u16) -> Option<Command> {
        let due = |&(from, _, round): &(Seat, Agreement, Round)| {
            round + late <= view.round && options.signal.contains(from)
        };
        let at = self.asked.iter().position(due)?;
        let (from, kind, _) = self.asked.remove(at);
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
        if let Manners::Late(rounds) = self.manners
            && options.pass
        {
            if let Some(command) = accept(options) {
                return command;
            }
            if let Some(command) = self.say_yes(view, options, rounds) {
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

/// A table with a person at the first seat.
struct Table {
    setup: Setup,
    company: &'static [&'static str],
}

impl Table {
    fn quick() -> Table {
        Table { setup: quick::setup(), company: &COMPANY }
    }

    fn on(map: &str, company: &'static [&'static str]) -> Table {
        let map = library::find(map).expect("the library has it").file().clone();
        Table { setup: Setup::standard(map, company.len() + 1), company }
    }

    fn games(&self, manners: Manners, seeds: std::ops::Range<u64>) -> Vec<FinishedGame> {
        let rules = Arc::new(Rules::new(self.setup.clone()).expect("it can be played"));
        let game = |seed| {
            let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(Person::new(manners))];
            bots.extend(self.company.iter().map(|name| crate::support::quick(name)));
            play(&rules, seed, &mut bots)
        };
        seeds.map(game).collect()
    }
}

/// Games of a person with the company of a quick game.
fn games(manners: Manners, seeds: std::ops::Range<u64>) -> Vec<FinishedGame> {
    Table::quick().games(manners, seeds)
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
fn dealable(game: &FinishedGame, company: usize) -> Vec<Round> {
    let offers = offers(game);
    // Between two, a ceasefire ends the game, and a gift only helps the other to win it.
    let never = |kind: Agreement| {
        let kinds = [Agreement::Ceasefire, Agreement::Tribute, Agreement::Levy];
        company == 1 && kinds.contains(&kind)
    };
    let is_new = |window: &&OpenWindow| {
        let mut earlier = offers.iter().filter(|offer| offer.0 == window.by);
        let last = earlier.rfind(|offer| offer.3 < window.round).map(|offer| offer.1);
        window.kinds.iter().any(|&kind| Some(kind) != last && !never(kind))
    };
    let mut rounds: Vec<Round> =
        game.open_to_first.iter().filter(is_new).map(|window| window.round).collect();
    rounds.dedup();
    rounds
}

/// At least one offer in three rounds in which one is possible, and hardly ever three such rounds without.
fn gets_offers(name: &str, table: &Table, count: u64) {
    for manners in [Manners::Never, Manners::Late(1)] {
        let (mut offered, mut rounds, mut gaps, mut below) = (0, 0, Vec::new(), 0);
        for game in table.games(manners, 0..count) {
            let offers = offers(&game);
            let open = dealable(&game, table.company.len());
            offered += offers.len();
            rounds += open.len();
            below += usize::from(open.len() >= 3 && 3 * offers.len() < open.len());
            let made = |round: &Round| offers.iter().any(|(_, _, _, at)| at == round);
            gaps.extend(open.split(made).map(<[Round]>::len));
        }
        let (longest, long) = (gaps.iter().max(), gaps.iter().filter(|&&gap| gap > 3).count());
        let told = format!(
            "{name}, {manners:?}: {offered} offers in {rounds} rounds, {below} of {count} games \
             below, {long} of {} waits long, the longest {longest:?}",
            gaps.len()
        );
        println!("{told}");
        assert!(3 * offered >= rounds, "{told}");
        assert!(12 * below <= count as usize && 20 * long <= gaps.len(), "{told}");
    }
}

#[test]
fn a_person_gets_an_offer_every_three_rounds_in_a_quick_game() {
    gets_offers("quick", &Table::quick(), 40);
}

#[test]
fn a_person_gets_an_offer_every_three_rounds_at_a_table_of_two() {
    gets_offers("envoy", &Table::on("wherrymouth", &["envoy"]), 30);
    gets_offers("broker", &Table::on("wherrymouth", &["broker"]), 30);
}

#[test]
fn a_person_gets_an_offer_every_three_rounds_at_a_table_of_three() {
    gets_offers("wherrymouth", &Table::on("wherrymouth", &["envoy", "broker"]), 40);
}

#[test]
fn a_person_gets_an_offer_every_three_rounds_at_a_table_of_four() {
    gets_offers("wherrymouth", &Table::on("wherrymouth", &["envoy", "broker", "turncoat"]), 40);
    gets_offers("sarn", &Table::on("passes-of-sarn", &["envoy", "broker", "turncoat"]), 40);
    gets_offers("sarn", &Table::on("passes-of-sarn", &["grudger", "warden", "learner"]), 40);
}

#[test]
fn a_person_gets_an_offer_every_three_rounds_from_strategists() {
    let company = &["strategist", "strategist", "strategist"];
    gets_offers("strategists", &Table::on("passes-of-sarn", company), 8);
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
    let (mut pairs, mut renewed) = (0, 0);
    let tables = [Table::quick(), Table::on("wherrymouth", &["envoy", "broker"])];
    let manners = [Manners::Never, Manners::Late(1)];
    for (table, manners) in tables.iter().flat_map(|table| manners.map(|manners| (table, manners)))
    {
        for game in table.games(manners, 40..110) {
            for by in Seat::all(4) {
                let mine: Vec<_> =
                    offers(&game).into_iter().filter(|offer| offer.0 == by).collect();
                for pair in mine.windows(2) {
                    pairs += 1;
                    let [(_, one, third, then), (_, other, fourth, now)] = pair else { continue };
                    if one != other || third != fourth {
                        continue;
                    }
                    let told = format!("{by} repeats {one:?} of {then:?} in {now:?}");
                    assert!(
                        has_run_out(&game, by, *one, *then, *now)
                            || was_asked_for(&game, by, *one, *then, *now),
                        "{told}"
                    );
                    renewed += 1;
                }
            }
        }
    }
    assert!(pairs > 100 && 10 * renewed < pairs, "{renewed} of {pairs} pairs of offers");
}

/// Whether the person accepted an agreement that lasts and that is over by now.
fn has_run_out(game: &FinishedGame, by: Seat, kind: Agreement, then: Round, now: Round) -> bool {
    let least = match kind {
        Agreement::Ceasefire | Agreement::IntelPact | Agreement::SafePassage => 3,
        Agreement::JointOffensive => 2,
        Agreement::SupplyPact | Agreement::Tribute | Agreement::Levy => return false,
    };
    now >= then + least
        && between(game, then, now).any(|(seat, command)| {
            matches!(command, Command::Accept { proposal, .. } if seat == PERSON && proposal.from == by)
        })
}

/// Whether the person said yes to it since.
fn was_asked_for(game: &FinishedGame, by: Seat, kind: Agreement, then: Round, now: Round) -> bool {
    let yes = Signals::standard().catalogue().template_named("yes").expect("it is there");
    let word = Some(Word::Agreement(kind));
    between(game, then, now).any(|(seat, command)| {
        matches!(command, Command::Signal { to, signal } if seat == PERSON && to == Some(by)
            && signal.first.template == yes && signal.first.filler == word)
    })
}

fn between(
    game: &FinishedGame,
    then: Round,
    now: Round,
) -> impl Iterator<Item = (Seat, Command)> + '_ {
    let commands = game.commands.iter().zip(&game.rounds_of);
    commands.filter(move |(_, round)| (then..=now).contains(*round)).map(|(command, _)| *command)
}

/// What became of a yes in the bot's next window.
#[derive(Default, Debug)]
struct Followed {
    proposed: u32,
    explained: u32,
    neither: u32,
}

impl Followed {
    fn count(&mut self, game: &FinishedGame) {
        let templates = ["cannot_afford", "not_yet", "no"];
        let catalogue = Signals::standard().catalogue();
        let excuses = templates.map(|id| catalogue.template_named(id).expect("it is there"));
        let yes = catalogue.template_named("yes").expect("it is there");
        for (at, &(by, command)) in game.commands.iter().enumerate() {
            let Command::Signal { to: Some(to), signal } = command else { continue };
            let Some(Word::Agreement(kind)) = signal.first.filler else { continue };
            if by != PERSON || signal.first.template != yes {
                continue;
            }
            let ends_window = |command: &Command| {
                matches!(
                    command,
                    Command::Propose { .. }
                        | Command::Apply { .. }
                        | Command::Play { .. }
                        | Command::Gamble { .. }
                        | Command::Pass
                )
            };
            let later = || game.commands[at + 1..].iter().filter(|(seat, _)| *seat == to);
            let Some(end) = later().position(|(_, command)| ends_window(command)) else { continue };
            let said = |command: &Command| match command {
                Command::Signal { to: Some(PERSON), signal } => {
                    excuses.contains(&signal.first.template)
                }
                _ => false,
            };
            let offered = |command: &Command| match command {
                Command::Propose { to: PERSON, card, .. } => {
                    let cards = backchannel::CardCatalogue::standard();
                    cards.terms(*card).map(|terms| terms.agreement) == Some(kind)
                }
                _ => false,
            };
            if later().take(end + 1).any(|(_, command)| offered(command)) {
                self.proposed += 1;
            } else if later().take(end + 1).any(|(_, command)| said(command)) {
                self.explained += 1;
            } else {
                self.neither += 1;
            }
        }
    }
}

#[test]
fn a_late_yes_is_followed_by_the_proposal_or_an_explanation() {
    let tables = [
        Table::quick(),
        Table::on("passes-of-sarn", &["envoy", "broker", "grudger"]),
        Table::on("passes-of-sarn", &["warden", "turncoat", "learner"]),
    ];
    for late in 0..4 {
        let mut followed = Followed::default();
        for table in &tables {
            let games = table.games(Manners::Late(late), 100..130);
            games.iter().for_each(|game| followed.count(game));
        }
        println!("{late} rounds later: {followed:?}");
        let Followed { proposed, explained, neither } = followed;
        assert!(
            proposed + explained >= 9 * neither && proposed > explained,
            "{late}: {followed:?}"
        );
        assert!(proposed >= 10, "{late}: {followed:?}");
    }
}
