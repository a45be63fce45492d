//! Scenes for the clause tests: situations for the judge, and a desk for what happens over time.

#![expect(clippy::needless_pass_by_value, reason = "scenes are written as JSON literals")]

use parley::{Audience, Game as _, OfferRef, Refusal as _, Seat, Seed, Table};
use serde_json::{Value, json};
use twilight::ability::Ability;
use twilight::ability::faction::Faction;
use twilight::deal::judgement::Judgement;
use twilight::desk::command::Presence;
use twilight::desk::effect::Effect;
use twilight::desk::feature::Feature;
use twilight::desk::setup::{Setup, Sitting};
use twilight::galaxy::Galaxy;
use twilight::situation::{SituationError, judge, parse};
use twilight::{
    Act, Bundle, Command, Game, Moment, Notice, Options, Refusal, Step, Term, View, When,
};

pub const ANN: Seat = Seat(0);
pub const BOB: Seat = Seat(1);
pub const CID: Seat = Seat(2);

pub fn ability(id: &str) -> Ability {
    Ability::find(id).expect("an ability")
}

/// What a command says of a use, by its id and its fields.
pub fn effect(id: &str, mut fields: Value) -> Effect {
    fields["effect"] = json!(id);
    serde_json::from_value(fields).expect("an effect")
}

/// The verdict on a situation.
#[track_caller]
pub fn judged(situation: Value) -> Judgement {
    try_judged(situation).expect("the situation is possible")
}

pub fn try_judged(situation: Value) -> Result<Judgement, SituationError> {
    let list = parse(&situation.to_string())?;
    judge(&list[0])
}

/// Ann and Bob with five trade goods and two commodities each, and what else `more` says.
pub fn scene(moment: Value, terms: Value) -> Value {
    json!({
        "players": [
            {"name": "Ann", "trade_goods": 5, "commodities": 2},
            {"name": "Bob", "trade_goods": 5, "commodities": 2},
            {"name": "Cid"},
        ],
        "moment": moment,
        "deal": {"between": ["Ann", "Bob"], "terms": terms},
    })
}

/// The scene with fields of the situation replaced.
pub fn but(mut scene: Value, changes: Value) -> Value {
    for (key, value) in changes.as_object().expect("an object") {
        scene[key] = value.clone();
    }
    scene
}

pub fn anns_turn() -> Value {
    json!({"step": "start_of_turn", "active": "Ann"})
}

pub fn gift() -> Value {
    json!([{"by": "Ann", "give": {"trade_goods": 1}}])
}

#[track_caller]
pub fn is_legal(situation: Value) {
    let found = judged(situation);
    assert!(found.legal, "{found}");
}

#[track_caller]
pub fn is_barred(situation: Value, clause: &str) {
    let found = judged(situation);
    let barred = found.barred.clone().unwrap_or_else(|| panic!("not barred: {found}"));
    assert_eq!(barred.clause, clause, "{found}");
}

/// A desk at which moments can be set, and everything that has happened at it.
pub struct Desk(Table<Game>);

pub fn sitting(name: &str, faction: &str) -> Sitting {
    Sitting {
        trade_goods: 5,
        resources: 4,
        influence: 4,
        ..Sitting::new(name, Faction::find(faction).expect("a faction"))
    }
}

/// A desk for players of these factions, all of them neighbours.
pub fn desk(factions: &[&str]) -> Desk {
    desk_with(factions, |_| {})
}

pub fn desk_with(factions: &[&str], change: impl FnOnce(&mut Setup)) -> Desk {
    let names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"];
    let players = names.iter().zip(factions).map(|(name, faction)| sitting(name, faction));
    let mut setup = Setup::standard(players.collect());
    setup.desk = true;
    let seats: Vec<Seat> = Seat::all(factions.len()).collect();
    setup.neighbours = seats
        .iter()
        .flat_map(|a| seats.iter().filter(move |b| a < *b).map(move |b| (*a, *b)))
        .collect();
    change(&mut setup);
    Desk(Table::open(&setup, Seed::numbered(1, 1)).expect("the set-up can be played"))
}

/// Lodor (alpha) to the north of Mecatol Rex, Quann (beta) to the south, and nothing between.
pub const MAP: &str = "26 -1 -1 25 -1 -1";

/// A desk with a map, on which nobody is anywhere yet.
pub fn mapped_with(factions: &[&str], map: &str, change: impl FnOnce(&mut Setup)) -> Desk {
    desk_with(factions, |setup| {
        setup.galaxy = Some(Box::new(Galaxy::from_map_string(map).expect("a map")));
        change(setup);
    })
}

pub fn enter(name: &str) -> Command {
    Command::Board { change: Presence::Enter(name.to_owned()) }
}

pub fn chart(feature: Feature) -> Command {
    Command::Chart { feature }
}

impl Desk {
    /// Carries out a command that is allowed.
    #[track_caller]
    pub fn act(mut self, by: Seat, command: Command) -> Desk {
        if let Err(refusal) = self.0.act(by, &command) {
            panic!("{command:?} of {by} was refused: {refusal}");
        }
        self
    }

    /// The moment is one of `seat`'s turn.
    #[track_caller]
    pub fn turn(self, seat: Seat, step: Step) -> Desk {
        self.act(seat, Command::SetMoment { moment: Moment::turn(seat, step) })
    }

    #[track_caller]
    pub fn moment(self, moment: Moment) -> Desk {
        self.act(ANN, Command::SetMoment { moment })
    }

    /// `from` offers and `to` accepts.
    #[track_caller]
    pub fn strike(self, from: Seat, to: Seat, terms: Vec<Term>) -> Desk {
        let number = self.sent(from, to) + 1;
        self.act(from, Command::Offer { to, terms })
            .act(to, Command::Accept { offer: OfferRef { from, number } })
    }

    fn sent(&self, from: Seat, to: Seat) -> u16 {
        let offered = |it: &Notice| matches!(it, Notice::Offered { to: other, .. } if *other == to);
        let own = self.0.journal().log(Audience::Seat(from));
        own.filter(offered).count() as u16
    }

    /// Whether these terms would bind, as `by` is told before offering them.
    #[track_caller]
    pub fn consider(&self, by: Seat, to: Seat, terms: Vec<Term>) -> Judgement {
        self.0.game().consider(by, to, terms).expect("they can be terms")
    }

    /// What a report of a game elsewhere says of this desk.
    pub fn facts(&self, report: &twilight::feed::FeedReport) -> Vec<twilight::desk::fact::Fact> {
        self.0.game().facts(report)
    }

    /// A command is refused, by that clause.
    #[track_caller]
    pub fn refuses(mut self, by: Seat, command: Command, clause: u16) -> Desk {
        let refusal: Refusal = match self.0.act(by, &command) {
            Ok(events) => panic!("{command:?} was accepted: {events:?}"),
            Err(refusal) => refusal,
        };
        assert_eq!(refusal.clause().number, clause, "{refusal}");
        self
    }

    pub fn view(&self, seat: Seat) -> View {
        self.0.game().view(Audience::Seat(seat))
    }

    pub fn spectator(&self) -> View {
        self.0.game().view(Audience::Spectator)
    }

    /// Everybody's view: each seat's, a spectator's, and that of a replay.
    pub fn views(&self) -> Vec<View> {
        let game = self.0.game();
        let seats = game.seats().into_iter().map(Audience::Seat);
        let audiences = seats.chain([Audience::Spectator, Audience::Replay]);
        audiences.map(|audience| game.view(audience)).collect()
    }

    /// Who neighbours whom.
    pub fn neighbours(&self) -> Vec<(Seat, Seat)> {
        self.spectator().neighbours.iter().map(|it| it.seats).collect()
    }

    pub fn goods(&self, seat: Seat) -> u16 {
        self.spectator().players[seat.index()].trade_goods
    }

    pub fn commodities(&self, seat: Seat) -> u16 {
        self.spectator().players[seat.index()].commodities
    }

    /// Whether a command is on the list of what a player may choose from.
    pub fn lists(&self, seat: Seat, command: &Command) -> bool {
        self.0.game().options(seat).commands.contains(command)
    }

    pub fn options(&self, seat: Seat) -> Options {
        self.0.game().options(seat)
    }

    /// Whether a command would be carried out.
    pub fn accepts(&self, seat: Seat, command: &Command) -> bool {
        self.0.game().decide(seat, command, &mut Vec::new()).is_ok()
    }

    pub fn player(&self, seat: Seat) -> twilight::sight::view::PlayerView {
        self.spectator().players[seat.index()].clone()
    }

    pub fn log(&self, audience: Audience) -> Vec<Notice> {
        self.0.journal().log(audience).collect()
    }
}

pub fn give(by: Seat, goods: Bundle) -> Term {
    now(by, Act::Transfer { goods })
}

pub fn now(by: Seat, act: Act) -> Term {
    Term { by, act, when: When::Now, after: None }
}

pub fn later(by: Seat, act: Act, when: When) -> Term {
    Term { by, act, when, after: None }
}

pub fn report(act: Act) -> Command {
    Command::Report { act, units_of: Default::default() }
}
