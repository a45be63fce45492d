//! What a table in play tells the desk: who speaks, what came and went, what is in force.

use parley::{Audience, Game as _, Refusal as _, Seat, Seed, Table};
use twilight::faction::Faction;
use twilight::setup::{Setup, Sitting};
use twilight::{Command, Game, Moment, Step, View};

const ANN: Seat = Seat(0);
const BOB: Seat = Seat(1);
const CID: Seat = Seat(2);

struct Desk(Table<Game>);

fn desk(factions: &[&str], change: impl FnOnce(&mut Setup)) -> Desk {
    let sit = |(index, faction): (usize, &&str)| Sitting {
        trade_goods: 5,
        ..Sitting::new(format!("Player {index}"), Faction::find(faction).expect("a faction"))
    };
    let mut setup = Setup::standard(factions.iter().enumerate().map(sit).collect());
    setup.desk = true;
    setup.neighbours = vec![(ANN, BOB)];
    change(&mut setup);
    Desk(Table::open(&setup, Seed::numbered(1, 1)).expect("the set-up can be played"))
}

impl Desk {
    #[track_caller]
    fn act(mut self, by: Seat, command: Command) -> Desk {
        if let Err(refusal) = self.0.act(by, &command) {
            panic!("{command:?} of {by} was refused: {refusal}");
        }
        self
    }

    #[track_caller]
    fn refuses(mut self, by: Seat, command: Command, clause: u16) -> Desk {
        match self.0.act(by, &command) {
            Ok(events) => panic!("{command:?} was accepted: {events:?}"),
            Err(refusal) => assert_eq!(refusal.clause().number, clause, "{refusal}"),
        }
        self
    }

    #[track_caller]
    fn moment(self, moment: Moment) -> Desk {
        self.act(ANN, Command::SetMoment { moment })
    }

    fn view(&self, seat: Seat) -> View {
        self.0.game().view(Audience::Seat(seat))
    }
}

/// Who is asked, one after the other, from here through all of `step`.
fn asked(mut desk: Desk, step: Step) -> Vec<Seat> {
    let mut order = Vec::new();
    loop {
        let decides = desk.view(ANN).decides.expect("somebody decides");
        if desk.0.act(decides, &Command::Advance { to: step }).is_err() {
            return order;
        }
        order.extend(desk.view(ANN).moment.and_then(|moment| moment.asked()));
    }
}

#[test]
fn ti_95_the_speaker_token_moves_and_votes_follow_it() {
    let table = || desk(&["Sol", "Letnev", "Saar"], |_| {});
    let agenda = |desk: Desk| desk.moment(Moment::of(Step::AfterRevealed));
    assert_eq!(asked(agenda(table()), Step::Vote), [BOB, CID, ANN]);
    let chosen = table()
        .moment(Moment::turn(ANN, Step::PoliticsChooseSpeaker))
        .act(ANN, Command::Speaker { seat: BOB });
    assert_eq!(chosen.view(CID).speaker, Some(BOB));
    assert_eq!(asked(agenda(chosen), Step::Vote), [CID, ANN, BOB]);
}

#[test]
fn ti_86_strategy_cards_are_taken_from_the_new_speaker_on() {
    let desk = desk(&["Sol", "Letnev", "Saar"], |_| {}).act(CID, Command::Speaker { seat: CID });
    assert_eq!(asked(desk, Step::ChooseStrategyCard), [CID, ANN, BOB, CID, ANN, BOB]);
}

#[test]
fn the_speaker_token_goes_to_somebody_else_who_is_in_the_game() {
    desk(&["Sol", "Letnev", "Saar"], |_| {})
        .refuses(BOB, Command::Speaker { seat: ANN }, 95)
        .refuses(BOB, Command::Speaker { seat: Seat(7) }, 70)
        .act(CID, Command::Leave)
        .refuses(BOB, Command::Speaker { seat: CID }, 64);
}

#[test]
fn the_speaker_stays_while_the_table_is_asked_one_by_one() {
    let vote = Moment::of(Step::Vote).asking(BOB);
    desk(&["Sol", "Letnev", "Saar"], |_| {}).moment(vote).refuses(
        BOB,
        Command::Speaker { seat: BOB },
        100,
    );
}
