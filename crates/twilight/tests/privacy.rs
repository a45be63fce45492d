//! What two players offer, respond and promise to each other is private: everybody else sees the same either way.

use parley::{Audience, Faith, Game as _, OfferRef, Seat, Seed, Table};
use serde::Serialize;
use twilight::ability::faction::Faction;
use twilight::ability::note::NoteKind;
use twilight::deal::ledger::PromiseRef;
use twilight::desk::command::Entry;
use twilight::desk::effect::look::Seen;
use twilight::desk::setup::{Setup, Sitting};
use twilight::table::hand::Note;
use twilight::{Act, Bundle, Command, Game, Moment, Step, Term, When};

const ANN: Seat = Seat(0);
const BOB: Seat = Seat(1);
const CID: Seat = Seat(2);
const DAN: Seat = Seat(3);

type Course = Vec<(Seat, Command)>;

/// Ann's turn, with everybody next to everybody.
fn table() -> Table<Game> {
    let sit = |name: &&str| Sitting {
        trade_goods: 4,
        influence: 3,
        action_cards: vec!["Sabotage".to_owned()],
        ..Sitting::new(*name, Faction::find(name).expect("a faction"))
    };
    let mut setup = Setup::standard(["Sol", "Letnev", "Saar", "Yin"].iter().map(sit).collect());
    setup.neighbours = vec![(ANN, BOB), (BOB, CID), (CID, ANN), (CID, DAN)];
    setup.desk = true;
    let mut table = Table::open(&setup, Seed::numbered(1, 0)).expect("a table");
    let moment = Moment::turn(ANN, Step::StartOfTurn);
    table.act(ANN, &Command::SetMoment { moment }).expect("a desk");
    table
}

fn after(course: &Course) -> Table<Game> {
    let mut table = table();
    for (by, command) in course {
        let done = table.act(*by, command).map(<[_]>::len);
        done.unwrap_or_else(|refusal| panic!("{command:?} of {by} was refused: {refusal}"));
    }
    table
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// All that an audience is ever sent: the log line by line, the view, the options, and what it is refused.
fn told(table: &Table<Game>, audience: Audience) -> Vec<String> {
    let mut told: Vec<String> = table.journal().log(audience).map(|notice| json(&notice)).collect();
    let lines =
        table.journal().log(audience).map(|it| json(&twilight::narrate::line(&it, table.game())));
    told.extend(lines);
    told.push(json(&table.game().view(audience)));
    if let Some(seat) = audience.seat() {
        told.push(json(&table.game().options(seat)));
        told.extend(probes().iter().map(|probe| refusal(table.game(), seat, probe)));
    }
    told
}

fn refusal(game: &Game, seat: Seat, command: &Command) -> String {
    match game.decide(seat, command, &mut Vec::new()) {
        Ok(()) => "accepted".to_owned(),
        Err(refusal) => format!("{} {refusal}", json(&refusal)),
    }
}

/// What somebody curious would try.
fn probes() -> Vec<Command> {
    let mut probes = Vec::new();
    for from in [ANN, BOB] {
        for number in 0..4 {
            let offer = OfferRef { from, number };
            probes.extend([Command::Accept { offer }, Command::Decline { offer }]);
            for term in 0..2 {
                let promise =
                    PromiseRef { from, to: if from == ANN { BOB } else { ANN }, number, term };
                probes.push(Command::Settle { promise, faith: Faith::Kept });
                probes.push(Command::Release { promise });
            }
        }
        let note = Note { issuer: from, kind: NoteKind::CEASEFIRE };
        let goods = Bundle::note(note);
        let ask = |by| {
            vec![Term {
                by,
                act: Act::Transfer { goods: goods.clone() },
                when: When::Now,
                after: None,
            }]
        };
        probes.push(Command::Offer { to: from, terms: ask(from) });
        probes.push(Command::Offer { to: from, terms: ask(CID) });
        probes.push(Command::PlayNote { note });
    }
    probes.push(Command::Advance { to: Step::ChooseAction });
    probes
}

fn words(by: Seat, text: &str) -> Vec<Term> {
    let act = Act::Words { text: text.to_owned() };
    vec![Term { by, act, when: When::SomeDay, after: None }]
}

fn offer(terms: Vec<Term>) -> (Seat, Command) {
    (ANN, Command::Offer { to: BOB, terms })
}

fn accept(number: u16) -> (Seat, Command) {
    (BOB, Command::Accept { offer: OfferRef { from: ANN, number } })
}

fn decline(number: u16) -> (Seat, Command) {
    (BOB, Command::Decline { offer: OfferRef { from: ANN, number } })
}

fn withdraw() -> (Seat, Command) {
    (ANN, Command::Withdraw { to: BOB })
}

fn settle(by: Seat, faith: Faith) -> (Seat, Command) {
    let promise = PromiseRef { from: ANN, to: BOB, number: 1, term: 0 };
    (by, Command::Settle { promise, faith })
}

/// A third seat and a spectator cannot tell the two apart; those who did it can.
#[track_caller]
fn look_alike(one: &Course, other: &Course) {
    let (one, other) = (after(one), after(other));
    for outsider in [Audience::Seat(CID), Audience::Spectator] {
        let (here, there) = (told(&one, outsider), told(&other, outsider));
        assert_eq!(here, there);
    }
    assert_ne!(told(&one, Audience::Seat(ANN)), told(&other, Audience::Seat(ANN)), "a difference");
}

#[test]
fn an_offer_is_seen_by_two() {
    let debt = Act::PayBack { goods: Bundle::trade_goods(2) };
    let debt = Term { by: BOB, act: debt, when: When::NextRound, after: None };
    let long = [words(BOB, "peace for as long as the sun burns"), vec![debt]].concat();
    look_alike(&vec![offer(words(ANN, "peace"))], &vec![]);
    look_alike(&vec![offer(words(ANN, "peace"))], &vec![offer(long)]);
}

#[test]
fn so_is_its_answer() {
    let peace = || offer(words(ANN, "peace"));
    look_alike(&vec![peace(), decline(1)], &vec![peace()]);
    look_alike(&vec![peace(), decline(1)], &vec![peace(), withdraw()]);
    look_alike(&vec![peace(), decline(1)], &vec![]);
    look_alike(&vec![peace(), decline(1), peace(), withdraw(), peace()], &vec![peace()]);
}

#[test]
fn so_is_a_promise_and_what_is_said_of_it() {
    let struck = |text| vec![offer(words(ANN, text)), accept(1)];
    look_alike(&struck("peace"), &struck("war until the last of us has fallen"));
    let said = [struck("peace"), vec![settle(ANN, Faith::Kept)]].concat();
    look_alike(&said, &struck("peace"));
    let doubted = [said.clone(), vec![settle(BOB, Faith::Broken)]].concat();
    look_alike(&doubted, &said);
    // That a word was kept is on the record; which one it was is not.
    let kept = |text| [struck(text), vec![settle(BOB, Faith::Kept)]].concat();
    look_alike(&kept("peace"), &kept("war"));
}

/// What binds is public, and still tells nothing of the offers before it or of the card that it is about.
#[test]
fn what_is_owed_tells_of_no_offer_and_no_card() {
    let secret = |issuer| Note { issuer, kind: NoteKind::POLITICAL_SECRET };
    let gift = |by| (by, Command::Give { to: ANN, goods: Bundle::note(secret(by)) });
    let revealed = (ANN, Command::SetMoment { moment: Moment::of(Step::WhenRevealed) });
    let keep = |issuer| {
        let act = Act::KeepNote { note: secret(issuer) };
        offer(vec![Term { by: ANN, act, when: When::Now, after: None }])
    };
    let then =
        |more: &[(Seat, Command)]| [&[gift(BOB), gift(DAN), revealed.clone()], more].concat();
    let bound = then(&[keep(BOB), accept(1)]);
    assert_eq!(after(&bound).game().view(Audience::Spectator).owed.len(), 1, "it binds");
    look_alike(&then(&[keep(DAN), accept(1)]), &bound);
    let peace = || offer(words(ANN, "peace"));
    look_alike(&then(&[peace(), decline(1), keep(BOB), accept(2)]), &bound);
    let release = |number| {
        let promise = PromiseRef { from: ANN, to: BOB, number, term: 0 };
        (BOB, Command::Release { promise })
    };
    look_alike(
        &then(&[peace(), decline(1), keep(BOB), accept(2), release(2)]),
        &then(&[keep(DAN), accept(1), release(1)]),
    );
}

#[test]
fn cards_go_from_hand_to_hand_face_down() {
    let note = |kind| Note { issuer: ANN, kind };
    let (one, other) = (note(NoteKind::CEASEFIRE), note(NoteKind::POLITICAL_SECRET));
    let give = |note| vec![(ANN, Command::Give { to: BOB, goods: Bundle::note(note) })];
    look_alike(&give(one), &give(other));
    let show = |note| {
        let cards = Seen { notes: vec![note], ..Seen::default() };
        vec![(ANN, Command::Show { to: BOB, cards })]
    };
    look_alike(&show(one), &show(other));
    let trade = |note| {
        let by = ANN;
        let act = Act::Transfer { goods: Bundle::note(note) };
        vec![offer(vec![Term { by, act, when: When::Now, after: None }]), accept(1)]
    };
    look_alike(&trade(one), &trade(other));
    let draw = |card: &str| {
        let entry = Entry::Draw { card: card.to_owned() };
        vec![(ANN, Command::Book { entry })]
    };
    look_alike(&draw("Sabotage"), &draw("Diplomatic Pressure"));
    let secret = |card: &str| {
        let entry = Entry::DrawSecret { card: card.to_owned() };
        vec![(ANN, Command::Book { entry })]
    };
    look_alike(&secret("Spark a Rebellion"), &secret("Destroy Their Greatest Ship"));
}
