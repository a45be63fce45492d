use backchannel::map::library;
use backchannel::signal::{Phrase, Signal, SignalPromise, Signals, Word};
use backchannel::{Agreement, Command, Mode, Scenario, Setup, Territory, Treaty};
use parley::Game as _;
use server::ruleset::Ruleset as _;

use super::*;

const ADA: Seat = Seat(0);
const BOT: Seat = Seat(1);
const IDA: Seat = Seat(2);

/// Ada beside a bot, with Ida far away.
struct Scene {
    game: Backchannel,
    memory: Grudges,
    bot: &'static str,
    front: (Territory, Territory),
}

impl Scene {
    fn with(bot: &'static str) -> Scene {
        let file = library::find("wherrymouth").expect("the library has it").file().clone();
        let mut setup = Setup::standard(file.clone(), 3);
        setup.names = ["Ada", "Judge Grieve", "Ida"].map(str::to_owned).to_vec();
        let link = &file.links[0];
        let (from, to) = (&link.from, &link.to);
        let far = file.territories.iter().find(|it| it.id != *from && it.id != *to);
        let scenario = Scenario::new(setup).expect("it can be played");
        let scenario = scenario.land(from, ADA, 90).land(to, BOT, 90);
        let scenario = scenario.land(&far.expect("it is a large map").id, IDA, 90).round(4);
        let game = Backchannel(scenario.game().expect("all that exists"));
        let at = |id: &str| {
            let place = file.territories.iter().position(|it| it.id == id);
            Territory(place.expect("it is on the map") as u8)
        };
        let memory = Grudges::begin(&game);
        Scene { front: (at(from), at(to)), game, memory, bot }
    }

    fn does(&mut self, seat: Seat, command: &Command) {
        let mut events = Vec::new();
        self.game.decide(seat, command, &mut events).expect("the rules allow it");
        for event in &events {
            self.memory.observe(&self.game, event);
            self.game.evolve(event);
        }
        self.memory.settle(&self.game, &[(BOT, self.bot)]);
    }

    /// Ada promises peace: to the bot alone, or to everybody.
    fn promises(&mut self, to: Option<Seat>) {
        let catalogue = Signals::standard().catalogue();
        let mut templates = catalogue.templates();
        let spares = Some(SignalPromise::SparePlayer);
        let (template, _) =
            templates.find(|(_, spec)| spec.promise == spares).expect("there is such a promise");
        let signal = Signal::single(Phrase::filled(template, Word::Player(BOT)));
        self.does(ADA, &Command::Signal { to, signal });
    }

    fn attacks(&mut self) {
        let (from, to) = self.front;
        self.does(ADA, &Command::Attack { from, to, mode: Mode::Once });
    }

    /// Ada breaks a treaty with Ida, and everybody hears of it.
    fn betrays(&mut self) {
        let sides = (ADA, IDA);
        let treaty =
            Treaty { agreement: Agreement::IntelPact, sides, against: None, ends: Round(9) };
        let event = Event::Betrayed { by: ADA, treaty, marked_until: Round(9) };
        self.memory.observe(&self.game, &event);
        self.memory.settle(&self.game, &[(BOT, self.bot)]);
    }

    /// Everybody holds and passes until that round.
    fn passes_to(&mut self, round: u16) {
        while self.game.current_round() < round {
            let seat = self.game.duty().expect("it is not over").seat;
            let command = self.game.caretake(seat).expect("one can always pass");
            self.does(seat, &command);
        }
    }

    fn told(&self, audience: Audience) -> Vec<String> {
        let told = self.memory.recall(&self.game, &[(BOT, self.bot)], audience);
        assert!(told.iter().all(|memory| memory.seat == BOT));
        told.into_iter().map(|memory| memory.text).collect()
    }

    fn told_to_others(&self) -> Vec<Vec<String>> {
        [Audience::Seat(IDA), Audience::Spectator].map(|it| self.told(it)).to_vec()
    }
}

#[test]
fn who_breaks_a_promise_is_told_that_it_is_not_forgotten() {
    let mut scene = Scene::with("grudger");
    scene.promises(Some(BOT));
    assert!(scene.told(Audience::Seat(ADA)).is_empty());
    scene.attacks();
    let sentence = "Grieve has not forgotten round 4: you attacked against your promise.";
    assert_eq!(scene.told(Audience::Seat(ADA)), [sentence]);
    scene.attacks();
    assert_eq!(scene.told(Audience::Seat(ADA)), [sentence], "it is told once");
    assert!(scene.told_to_others().concat().is_empty());
}

#[test]
fn an_attack_that_breaks_no_word_is_nothing_to_remember() {
    let mut scene = Scene::with("grudger");
    scene.attacks();
    scene.promises(None);
    scene.passes_to(6);
    while scene.game.duty().is_some_and(|duty| duty.seat != ADA) {
        let seat = scene.game.duty().expect("it is not over").seat;
        let command = scene.game.caretake(seat).expect("one can always pass");
        scene.does(seat, &command);
    }
    let deploy = scene.game.caretake(ADA).expect("she deploys");
    scene.does(ADA, &deploy);
    scene.attacks();
    assert!(scene.told(Audience::Seat(ADA)).is_empty(), "the promise has run out");
}

#[test]
fn a_betrayal_is_known_to_all_and_resented_by_those_who_are_strict() {
    let mut strict = Scene::with("warden");
    strict.betrays();
    let grieve = "Grieve has not forgotten round 4: ";
    assert_eq!(strict.told(Audience::Seat(ADA)), [format!("{grieve}you betrayed Ida.")]);
    assert_eq!(strict.told(Audience::Seat(IDA)), [format!("{grieve}Ada betrayed you.")]);
    assert_eq!(strict.told(Audience::Spectator), [format!("{grieve}Ada betrayed Ida.")]);

    let mut mild = Scene::with("envoy");
    mild.betrays();
    assert!(mild.told(Audience::Seat(ADA)).is_empty());
}

#[test]
fn one_who_forgives_forgets_and_one_who_does_not_does_not() {
    for (bot, remembers) in [("envoy", false), ("grudger", true)] {
        let mut scene = Scene::with(bot);
        scene.promises(Some(BOT));
        scene.attacks();
        assert_eq!(scene.told(Audience::Seat(ADA)).len(), 1, "{bot}");
        scene.passes_to(10);
        assert_eq!(!scene.told(Audience::Seat(ADA)).is_empty(), remembers, "{bot}");
    }
}

/// An envoy lets a betrayal of others pass, unless it has been hurt by the same seat: that must not show.
#[test]
fn others_cannot_tell_whether_a_word_between_two_was_broken() {
    for bot in ["envoy", "grudger", "strategist"] {
        let [mut with, mut without] = [Scene::with(bot), Scene::with(bot)];
        for scene in [&mut with, &mut without] {
            scene.betrays();
        }
        with.promises(Some(BOT));
        for scene in [&mut with, &mut without] {
            scene.attacks();
        }
        assert!(with.told(Audience::Seat(ADA)) != without.told(Audience::Seat(ADA)), "{bot}");
        for round in 4..12 {
            with.passes_to(round);
            without.passes_to(round);
            assert_eq!(with.told_to_others(), without.told_to_others(), "{bot} in round {round}");
        }
    }
}

#[test]
fn whoever_was_given_a_word_is_told_what_became_of_it_and_nobody_else() {
    let mut scene = Scene::with("grudger");
    scene.promises(Some(BOT));
    let (from, to) = scene.front;
    scene.does(ADA, &Command::Attack { from, to, mode: Mode::Once });
    let told = |scene: &Scene, seat| -> Vec<(bool, String)> {
        let words = scene.memory.words(&scene.game, Audience::Seat(seat));
        words.into_iter().map(|word| (word.kept, word.text)).collect()
    };
    let broken = |text: &str| vec![(false, text.to_owned())];
    assert_eq!(told(&scene, BOT), broken("Ada attacked you against their promise."));
    assert_eq!(told(&scene, ADA), broken("You attacked Judge Grieve against your promise."));
    assert_eq!(told(&scene, IDA), []);
}

#[test]
fn a_promise_that_was_kept_is_told_to_whom_it_was_given() {
    let mut scene = Scene::with("grudger");
    scene.promises(Some(BOT));
    for round in [5, 6] {
        scene.memory.observe(&scene.game, &Event::RoundStarted { round: Round(round) });
    }
    let words = |seat| scene.memory.words(&scene.game, Audience::Seat(seat));
    assert_eq!(words(BOT)[0].text, "Ada kept their promise to you.");
    assert!(words(BOT)[0].kept);
    assert_eq!(words(IDA), []);
}
