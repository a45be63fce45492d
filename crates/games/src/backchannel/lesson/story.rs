//! The story of the first lesson: a zone, a card, two deals, a betrayal and a victory.

use backchannel::map::library;
use backchannel::options::Span;
use backchannel::signal::{Phrase, Signal, Signals, Word};
use backchannel::{
    Agreement, Card, Command, Game, Mode, Scenario, Settings, Setup, SignalRef, Slots, Target,
    Territory, TreatyRef,
};
use parley::signal::Reaction;
use parley::{Game as _, OfferRef, Seat, Seed};

use super::{LEARNER, LessonPanel, Page, Teller};

const BRANDT: Seat = Seat(1);
const SABLE: Seat = Seat(2);
/// On this seed the dice fall as the story needs them.
pub(super) const SEED: u64 = 1;

pub fn setup() -> Setup {
    let map = library::find("wherrymouth").expect("the library has it").file().clone();
    let names = ["Wren", "Brandt", "Sable"].map(str::to_owned).to_vec();
    let settings = Settings { map_share: Some(50), ..Settings::default() };
    Setup { names, settings, ..Setup::standard(map, 3) }
}

pub fn position() -> Game {
    position_on(SEED)
}

pub(super) fn position_on(seed: u64) -> Game {
    let lands = [
        ("lantern-steps", LEARNER, 2),
        ("tallow-row", LEARNER, 5),
        ("herring-quay", LEARNER, 2),
        ("the-ropewalk", LEARNER, 4),
        ("gibbet-sands", LEARNER, 3),
        ("saltpan-flats", LEARNER, 2),
        ("customs-isle", BRANDT, 4),
        ("tanners-reach", BRANDT, 3),
        ("drowned-chapel", BRANDT, 4),
        ("old-assize", SABLE, 2),
        ("gallowgate", SABLE, 2),
        ("candlemoor", SABLE, 2),
        ("weirgate", SABLE, 2),
        ("nine-arches", SABLE, 12),
        ("coopers-hill", SABLE, 2),
    ];
    let scenario = Scenario::new(setup()).expect("the set-up is valid");
    let scenario =
        lands.into_iter().fold(scenario, |it, (id, seat, troops)| it.land(id, seat, troops));
    let scenario = scenario
        .neutral("mint-yard", 1)
        .hand(LEARNER, &["fortify-1", "intel-pact-1", "troops-1", "troops-1"])
        .hand(BRANDT, &["ceasefire-1", "troops-1", "troops-1"])
        .hand(SABLE, &["betrayal-1", "troops-1"])
        .treaty(Agreement::Ceasefire, LEARNER, SABLE, 9)
        .seed(Seed::numbered(seed, 0))
        .deploying(LEARNER, 3);
    scenario.game().expect("the position can be played")
}

pub fn steps(it: &mut Teller) {
    first_turn(it);
    offer_arrives(it);
    offer_made(it);
    betrayal(it);
    victory(it);
}

fn first_turn(it: &mut Teller) {
    it.says(page(
        "This is the war",
        "You are Wren, in orange. You see your own territories and their neighbours; the rest is fog. Sable in the \
         east has a ceasefire with you. Brandt in the south has nothing with anybody.",
        "BC-803",
    ));
    let troops = it.left();
    it.asks(
        at_desk(
            "Deploy",
            "New troops arrive at the start of every turn. Tap The Ropewalk, which is marked, until all three stand \
             there. Then send them.",
            "BC-203",
            "Put all three on The Ropewalk, then send the troops.",
        ),
        Command::Deploy { to: it.place("the-ropewalk"), troops },
    );
    let (from, to) = (it.place("the-ropewalk"), it.place("mint-yard"));
    it.asks(
        at_desk(
            "Know the odds, then attack",
            "Mint Yard has a single defender. Three dice against one win two rolls in three, and seven troops can try \
             more than once. Tap The Ropewalk, then Mint Yard, then Attack.",
            "BC-205",
            "Attack Mint Yard from The Ropewalk.",
        ),
        Command::Attack { from, to, mode: Mode::Once },
    );
    let troops = it.most_that_move_in();
    it.asks(
        at_desk(
            "Move in",
            "It is yours. Those who won it move in; leave somebody behind.",
            "BC-207",
            "Move in.",
        ),
        Command::Occupy { troops },
    );
    it.says(page(
        "A zone",
        "Herring Quay, The Ropewalk and Mint Yard are The Quays, and all of it is yours: two troops more every turn, \
         for as long as you hold it. “Goal & zones” above the map lists them all.",
        "BC-203",
    ));
    it.asks(
        at_desk(
            "Enough for now",
            "You may attack as often as you like. Your neighbours are strong, so stop here: “Done attacking”.",
            "BC-205",
            "Choose “Done attacking”.",
        ),
        Command::EndAttack,
    );
    it.asks(
        at_desk(
            "End the turn",
            "One move between your own territories would be allowed now. End the turn without one.",
            "BC-208",
            "End the turn without a move.",
        ),
        Command::EndTurn,
    );
    let (card, target) = (it.card("fortify-1"), Target::Territory(it.place("tallow-row")));
    it.asks(
        at_desk(
            "A card in the back room",
            "After each turn you have one action in the back room. Play a tactical card: Fortify on Tallow Row. It \
             takes hold at your next turn.",
            "BC-401",
            "Play Fortify on Tallow Row.",
        ),
        Command::Play { card, target },
    );
}

fn offer_arrives(it: &mut Teller) {
    it.deploys(BRANDT, "drowned-chapel");
    it.signals(BRANDT, "talk", Some(Word::Agreement(Agreement::Ceasefire)));
    it.ends_turn(BRANDT);
    let card = it.card("ceasefire-1");
    let slots = it.slots(&["troops-1"]);
    it.plays(BRANDT, &Command::Propose { to: LEARNER, card, slots, against: None });
    let signal = SignalRef { from: BRANDT, public: false, number: 1 };
    let reaction = it.reaction("agree");
    it.asks(
        in_panel(
            LessonPanel::Signals,
            "Brandt wants to talk",
            "There is no chat, only signals: sentences from a book that everybody reads in their own language. \
             Brandt sent you one. React to it with “Agreed”.",
            "BC-703",
            "Tap “Agreed” below what Brandt said.",
        ),
        Command::React { signal, reaction },
    );
    let proposal = OfferRef { from: BRANDT, number: 1 };
    let slots = it.slots(&["troops-1"]);
    it.asks(
        in_panel(
            LessonPanel::Deals,
            "An offer",
            "Words are cheap; this is not. Brandt offers a ceasefire, and each side puts in a troop card, which goes \
             to the other. Pick your Reserves and accept: from the next round on neither can attack the other.",
            "BC-503",
            "Pick a troop card, then accept.",
        ),
        Command::Accept { proposal, slots },
    );
    it.deploys(SABLE, "nine-arches");
    it.ends_turn(SABLE);
    let card = it.card("betrayal-1");
    let with = TreatyRef { with: LEARNER, agreement: Agreement::Ceasefire, against: None };
    it.plays(SABLE, &Command::Play { card, target: Target::Treaty(with) });
}

fn offer_made(it: &mut Teller) {
    let troops = it.left();
    it.asks(
        at_desk(
            "A second turn",
            "The report says what happened while you were away: the ceasefire with Brandt is in force. Your zone and \
             Brandt’s card have brought more troops. Put them all on Tallow Row.",
            "BC-203",
            "Put all troops on Tallow Row, then send them.",
        ),
        Command::Deploy { to: it.place("tallow-row"), troops },
    );
    it.plays(LEARNER, &Command::EndAttack);
    it.plays(LEARNER, &Command::EndTurn);
    let (card, slots) = (it.card("intel-pact-1"), it.slots(&["troops-1"]));
    it.asks(
        in_panel(
            LessonPanel::Deals,
            "Make an offer yourself",
            "We skip the attacks of this turn and go to the back room. Propose an intel pact to Brandt: choose the \
             card, Brandt, and the troop card that you put in. What you put in is locked until there is an answer.",
            "BC-502",
            "Choose Intel pact, then Brandt, then your Reserves, and send it.",
        ),
        Command::Propose { to: BRANDT, card, slots, against: None },
    );
    let proposal = OfferRef { from: LEARNER, number: 1 };
    let slots = it.slots(&["troops-1"]);
    it.plays(BRANDT, &Command::Accept { proposal, slots });
    it.deploys(BRANDT, "drowned-chapel");
    it.ends_turn(BRANDT);
    it.plays(BRANDT, &Command::Pass);
}

fn betrayal(it: &mut Teller) {
    it.deploys(SABLE, "nine-arches");
    let (from, to) = (it.place("nine-arches"), it.place("mint-yard"));
    it.plays(SABLE, &Command::Attack { from, to, mode: Mode::Blitz });
    it.occupies(SABLE);
    it.signals(SABLE, "no_hard_feelings", None);
    it.ends_turn(SABLE);
    it.plays(SABLE, &Command::Pass);
    let cost = it.rules().setup().settings.numbers.traitor_deploy;
    it.says(page(
        "Betrayed",
        format!(
            "Sable broke your ceasefire and took Mint Yard: the zone is gone. It has a price. Everybody was told, and \
             for three rounds Sable wears the traitor’s mark: {cost} troops fewer every turn, a card more for every \
             proposal, and nobody’s trust. Brandt kept faith, and now shows you what Brandt sees.",
        ),
        "BC-304",
    ));
}

fn victory(it: &mut Teller) {
    it.says(page(
        "How one wins",
        "The line above the map says what wins: the last one standing, the best score after the last round, and at \
         this table half of the map, eight territories, at the end of a turn. You hold six. Take two from Sable.",
        "BC-901",
    ));
    let troops = it.left();
    it.asks(
        at_desk(
            "Strike back",
            "Put everything on Tallow Row, which borders on Sable’s Old Assize.",
            "BC-203",
            "Put all troops on Tallow Row, then send them.",
        ),
        Command::Deploy { to: it.place("tallow-row"), troops },
    );
    let (from, to) = (it.place("tallow-row"), it.place("old-assize"));
    it.asks(
        at_desk(
            "Blitz",
            "Attack Old Assize from Tallow Row, this time as a blitz: it rolls on until the place falls or you \
             cannot go on.",
            "BC-206",
            "Attack Old Assize from Tallow Row, and choose Blitz.",
        ),
        Command::Attack { from, to, mode: Mode::Blitz },
    );
    let troops = it.most_that_move_in();
    it.asks(
        at_desk("Move in", "Take everybody along who can go.", "BC-207", "Move in."),
        Command::Occupy { troops },
    );
    let (from, to) = (it.place("old-assize"), it.place("mint-yard"));
    it.asks(
        at_desk(
            "One more",
            "Old Assize borders on Mint Yard. Take it back with another blitz.",
            "BC-206",
            "Attack Mint Yard from Old Assize, and choose Blitz.",
        ),
        Command::Attack { from, to, mode: Mode::Blitz },
    );
    let troops = it.most_that_move_in();
    it.asks(
        at_desk("Move in", "It is yours again.", "BC-207", "Move in."),
        Command::Occupy { troops },
    );
    it.asks(
        at_desk("Done", "Eight of sixteen. Stop attacking.", "BC-205", "Choose “Done attacking”."),
        Command::EndAttack,
    );
    it.asks(
        at_desk(
            "End the turn and win",
            "Half of the map at the end of your turn.",
            "BC-901",
            "End the turn.",
        ),
        Command::EndTurn,
    );
    it.says(page(
        "Victory",
        "That is all you need: land and zones bring troops, the back room brings friends, and a word is worth what it \
         costs to break. Now play a real game against easy opponents.",
        "BC-901",
    ));
}

fn page(title: &'static str, text: impl Into<String>, clause: &'static str) -> Page {
    Page { title, text: text.into(), clause, panel: None, hint: "Read on first." }
}

fn in_panel(
    panel: LessonPanel,
    title: &'static str,
    text: &str,
    clause: &'static str,
    hint: &'static str,
) -> Page {
    Page { title, text: text.to_owned(), clause, panel: Some(panel), hint }
}

fn at_desk(title: &'static str, text: &str, clause: &'static str, hint: &'static str) -> Page {
    in_panel(LessonPanel::Orders, title, text, clause, hint)
}

/// What the story names by its id, and what others do as a matter of course.
impl Teller {
    fn place(&self, id: &str) -> Territory {
        let places = &self.rules().map.file().territories;
        let found = places.iter().position(|place| place.id == id);
        Territory(found.expect("it is on the map") as u8)
    }

    fn card(&self, id: &str) -> Card {
        self.rules().cards.find(id).expect("it is a card")
    }

    fn slots(&self, ids: &[&str]) -> Slots {
        let cards: Vec<Card> = ids.iter().map(|id| self.card(id)).collect();
        Slots::new(&cards).expect("so many cards go together")
    }

    fn reaction(&self, id: &str) -> Reaction {
        let mut reactions = Signals::standard().catalogue().reactions();
        reactions.find(|(_, name)| *name == id).expect("it is a reaction").0
    }

    /// The troops that whoever's turn it is has to deploy.
    fn left(&self) -> u32 {
        let seat = self.table.game().turn();
        let view = self.table.game().view(parley::Audience::Seat(seat));
        view.own.map_or(0, |own| own.deploy)
    }

    fn most_that_move_in(&self) -> u32 {
        let seat = self.table.game().turn();
        self.table.game().options(seat).occupy.map_or(0, |Span { most, .. }| most)
    }

    fn deploys(&mut self, seat: Seat, id: &str) {
        let (to, troops) = (self.place(id), self.left());
        self.plays(seat, &Command::Deploy { to, troops });
    }

    fn occupies(&mut self, seat: Seat) {
        let troops = self.table.game().options(seat).occupy.map_or(0, |span| span.least);
        self.plays(seat, &Command::Occupy { troops });
    }

    fn ends_turn(&mut self, seat: Seat) {
        self.plays(seat, &Command::EndAttack);
        self.plays(seat, &Command::EndTurn);
    }

    fn signals(&mut self, seat: Seat, id: &str, filler: Option<Word>) {
        let template = Signals::standard().catalogue().template_named(id);
        let template = template.expect("it is a template");
        let signal = Signal::single(Phrase { template, filler });
        self.plays(seat, &Command::Signal { to: Some(LEARNER), signal });
    }
}
