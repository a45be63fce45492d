//! Section 8: the event log, and what the fog leaves of it.

use std::borrow::Cow;

use backchannel::map::{Map, Zone};
use backchannel::notice::Category;
use backchannel::palette;
use backchannel::signal::{Concept, DisplayNames, Piece, Signals, Word, plain};
use backchannel::view::Land;
use backchannel::{Agreement, Command, Mode, Notice, Queued, Setup, Target, Territory, TreatyRef};
use parley::{Audience, Game as _, Language, Options as _, Seat};
use serde_json::json;

use crate::support::*;

const FOGGED: Notice = Notice::Deployed { seat: RED, to: None, troops: None };

fn deployed(place: &str, troops: u32) -> Notice {
    Notice::Deployed { seat: RED, to: Some(at(place)), troops: Some(troops) }
}

fn is_deploy(line: &Notice) -> bool {
    matches!(line, Notice::Deployed { .. })
}

/// The categories of the lines that a command adds to the log of `seat`.
#[track_caller]
fn adds(scene: &mut Scene, by: Seat, command: Command, seat: Seat) -> Vec<Category> {
    let before = scene.log(seat).len();
    scene.does(by, command);
    scene.log(seat)[before..].iter().map(Notice::category).collect()
}

#[test]
fn bc_801_fights_and_marches_are_combat() {
    let table = calm().land("b1", RED, 60).land("c1", BLUE, 2).trap("c1", 3).deploying(RED, 3);
    let mut scene = play_from(table);
    let combat = Category::Combat;
    assert_eq!(adds(&mut scene, RED, deploy("b1", 3), BLUE), [combat]);
    // The trap, the fight and the conquest.
    let fight = attack("b1", "c1", Mode::Blitz);
    assert_eq!(adds(&mut scene, RED, fight, BLUE), [combat; 3]);
    assert_eq!(adds(&mut scene, RED, Command::Occupy { troops: 10 }, BLUE), [combat]);
    scene.does(RED, Command::EndAttack);
    let march = reinforce("c1", "b1", 1);
    assert_eq!(adds(&mut scene, RED, march, BLUE), [combat, Category::Public]);
}

#[test]
fn bc_801_announcements_are_public() {
    let table = calm()
        .treaty(Agreement::Ceasefire, RED, BLUE, 2)
        .hand(RED, &["ceasefire-1", "troops-1"])
        .hand(BLUE, &["troops-1", "betrayal-1"])
        .land("d1", GREEN, 60)
        .window(RED);
    let mut scene = play_from(table);
    scene.does(RED, propose(BLUE, "ceasefire-1", &["troops-1"]));
    scene.does(BLUE, accept(RED, &["troops-1"]));
    scene.skip_to(GREEN);
    scene.skip_to_window(GREEN);
    // A round, the end of one ceasefire, the beginning of the next, a turn.
    assert_eq!(adds(&mut scene, GREEN, Command::Pass, GREEN)[1..], [Category::Public; 4]);
    scene.skip_to(BLUE);
    scene.skip_to_window(BLUE);
    let treaty = scene.own(BLUE).treaties[0];
    let named = TreatyRef { with: RED, agreement: treaty.agreement, against: None };
    scene.does(BLUE, play("betrayal-1", Target::Treaty(named)));
    scene.skip_to(BLUE);
    let betrayed = scene.last(GREEN, |line| matches!(line, Notice::Betrayed { .. }));
    assert_eq!(betrayed.category(), Category::Public);
}

#[test]
fn bc_801_a_ceasefire_of_ones_own_is_a_deal_and_a_public_announcement() {
    let mut scene = crate::proposals::proposed();
    scene.does(BLUE, accept(RED, &["troops-1"]));
    scene.skip_to_round(2);
    for seat in [RED, BLUE] {
        let began = |line: &Notice| matches!(line, Notice::Activated { .. });
        let line = scene.log(seat).into_iter().find(began).expect("it began");
        assert!(line.is_in(Category::Deals) && line.is_in(Category::Public));
        assert!(!line.is_in(Category::Combat) && !line.is_in(Category::Signals));
    }
}

#[test]
fn bc_801_an_elimination_and_the_end_are_public() {
    let lost = ["b3", "c2", "c3"];
    let table = lost.into_iter().fold(calm(), |table, id| table.land(id, RED, 3));
    let table = table.treaty(Agreement::Ceasefire, RED, GREEN, 9);
    let mut scene = play_from(table.land("b1", RED, 60).land("c1", BLUE, 1));
    scene.does(RED, attack("b1", "c1", Mode::Blitz));
    for audience in [Audience::Seat(GREEN), Audience::Seat(BLUE), Audience::Spectator] {
        let log = scene.log_of(audience);
        let public: Vec<&Notice> =
            log.iter().filter(|line| line.category() == Category::Public).collect();
        assert!(public.contains(&&Notice::Eliminated { seat: BLUE, by: RED }));
        assert!(matches!(public[public.len() - 1], Notice::GameOver { .. }));
    }
}

#[test]
fn bc_801_signals_and_reactions_are_signals() {
    let mut scene = play_from(calm());
    let signals = [Category::Signals];
    assert_eq!(adds(&mut scene, RED, tell(BLUE, "hold", None), BLUE), signals);
    assert_eq!(adds(&mut scene, RED, announce("hold", None), GREEN), signals);
    assert_eq!(adds(&mut scene, BLUE, react(RED, 1), RED), signals);
}

#[test]
fn bc_801_proposals_and_their_ends_are_deals() {
    let deals = Category::Deals;
    let table = || {
        calm()
            .hand(RED, &["tribute-1", "intel-pact-1", "troops-1", "troops-1"])
            .hand(BLUE, &["troops-1"])
            .window(RED)
    };
    let offer = propose(BLUE, "tribute-1", &["troops-1", "troops-1"]);
    let mut scene = play_from(table());
    // Blue is told of the proposal, of its own turn and of its deploy.
    assert_eq!(adds(&mut scene, RED, offer, BLUE)[..1], [deals]);
    assert_eq!(adds(&mut scene, BLUE, decline(RED), RED), [deals]);
    let mut scene = play_from(table());
    scene.does(RED, propose(BLUE, "intel-pact-1", &["troops-1"]));
    assert_eq!(adds(&mut scene, BLUE, accept(RED, &["troops-1"]), RED), [deals]);
    scene.skip_to_round(6);
    let mut lapsed = play_from(table());
    lapsed.does(RED, offer);
    lapsed.skip_to_round(3);
    for line in [
        scene.last(RED, |line| matches!(line, Notice::Activated { .. })),
        scene.last(BLUE, |line| matches!(line, Notice::TreatyEnded { .. })),
        lapsed.last(BLUE, |line| matches!(line, Notice::Lapsed { .. })),
    ] {
        assert_eq!(line.category(), deals);
    }
}

#[test]
fn bc_801_the_log_keeps_the_order_of_events() {
    let mut scene = play_from(calm().deploying(RED, 3).land("c1", BLUE, 30));
    scene.does(RED, deploy("b1", 3));
    scene.does(BLUE, tell(RED, "hold", None));
    scene.does(RED, attack("b1", "c1", Mode::Once));
    let kinds: Vec<Category> = scene.log(RED).iter().map(Notice::category).collect();
    assert_eq!(kinds, [Category::Combat, Category::Signals, Category::Combat]);
}

#[test]
fn bc_802_a_place_out_of_sight_has_no_name() {
    let mut scene = play_from(calm().deploying(RED, 7));
    scene.does(RED, deploy("a2", 2));
    assert_eq!(scene.log(GREEN), [FOGGED]);
    assert_eq!(scene.log(BLUE), [FOGGED]);
    assert_eq!(scene.log_of(Audience::Spectator), [FOGGED]);
    assert_eq!(scene.log(RED), [deployed("a2", 2)]);
    // Where does not show in anything else of the line either.
    let mut elsewhere = play_from(calm().deploying(RED, 7));
    elsewhere.does(RED, deploy("b1", 2));
    assert_eq!(elsewhere.log(GREEN), [FOGGED]);
    assert_eq!(elsewhere.log(BLUE), [deployed("b1", 2)]);
    assert_eq!(
        serde_json::to_value(FOGGED).expect("a line is data"),
        json!({"type": "deployed", "seat": 0, "to": null, "troops": null}),
    );
}

#[test]
fn bc_802_a_later_conquest_does_not_rewrite_the_log() {
    let table = calm().land("d1", GREEN, 60).land("c1", BLUE, 1).deploying(RED, 3);
    let mut scene = play_from(table);
    scene.does(RED, deploy("b1", 3));
    let before = scene.log(GREEN);
    assert_eq!(before, [FOGGED]);
    scene.skip_to(GREEN);
    scene.does(GREEN, attack("d1", "c1", Mode::Blitz));
    scene.does(GREEN, Command::Occupy { troops: 20 });
    assert!(matches!(scene.view(GREEN).lands[at("b1").index()], Land::Seen { .. }));
    assert_eq!(scene.log(GREEN)[0], FOGGED);
    // What happens there from now on is named.
    scene.skip_to(RED);
    let left = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", left));
    assert_eq!(scene.last(GREEN, is_deploy), deployed("b1", left));
}

#[test]
fn bc_802_what_was_seen_stays_named_when_it_goes_out_of_sight() {
    let look = Queued::Play { card: card("recon-1"), target: Target::Territory(at("b1")) };
    let mut scene = play_from(calm().window(BLUE).queued(GREEN, look));
    scene.does(BLUE, Command::Pass);
    scene.skip_to(RED);
    let left = scene.own(RED).deploy;
    scene.does(RED, deploy("b1", left));
    let line = deployed("b1", left);
    assert_eq!(scene.last(GREEN, is_deploy), line);
    scene.skip_to_round(3);
    assert!(!matches!(scene.view(GREEN).lands[at("b1").index()], Land::Seen { .. }));
    assert!(scene.log(GREEN).contains(&line));
}

#[test]
fn bc_802_who_loses_a_place_knows_which() {
    // Once it is lost, Blue sees neither end of the fight.
    let table = calm().land("b3", RED, 60).land("c3", BLUE, 1).land("c2", RED, 3);
    let mut scene = play_from(table);
    scene.does(RED, attack("b3", "c3", Mode::Blitz));
    let line = scene.last(BLUE, |line| matches!(line, Notice::Conquered { .. }));
    let (from, to) = (Some(at("b3")), Some(at("c3")));
    assert_eq!(line, Notice::Conquered { by: RED, loser: Some(BLUE), from, to });
}

#[test]
fn bc_802_without_fog_every_place_has_its_name() {
    let clear = |setup: &mut Setup| setup.settings.fog = false;
    let table = calm_with(3, clear).land("b2", RED, 9).land("b3", BLUE, 9);
    let mut scene = play_from(table.deploying(RED, 2));
    scene.does(RED, deploy("a2", 2));
    scene.does(RED, attack("b2", "b3", Mode::Once));
    for audience in [Audience::Seat(BLUE), Audience::Seat(GREEN), Audience::Spectator] {
        let log = scene.log_of(audience);
        assert_eq!(log[0], deployed("a2", 2));
        assert_eq!(log, scene.log(RED));
    }
}

#[test]
fn bc_804_a_fight_out_of_sight_has_its_two_seats_and_nothing_else() {
    let mut scene = play_from(calm().land("b2", RED, 9).land("b3", BLUE, 9));
    scene.does(RED, attack("b2", "b3", Mode::Blitz));
    let (attacker, defender) = (RED, Some(BLUE));
    let unseen = Notice::Fought { attacker, defender, from: None, to: None, report: None };
    assert_eq!(scene.log(GREEN)[0], unseen);
    assert_eq!(scene.log_of(Audience::Spectator)[0], unseen);
    for seat in [RED, BLUE] {
        let Notice::Fought { from, to, report, .. } = scene.log(seat)[0] else { panic!("a fight") };
        assert_eq!((from, to), (Some(at("b2")), Some(at("b3"))));
        assert!(report.expect("it was seen").attacker_lost <= 8);
    }
}

#[test]
fn bc_804_a_conquest_out_of_sight_names_no_place() {
    let mut scene = play_from(calm().land("b2", RED, 60).land("b3", BLUE, 1));
    scene.does(RED, attack("b2", "b3", Mode::Blitz));
    scene.does(RED, Command::Occupy { troops: 20 });
    let conquest = Notice::Conquered { by: RED, loser: Some(BLUE), from: None, to: None };
    let followed = Notice::Occupied { seat: RED, from: None, to: None, troops: None };
    assert_eq!(scene.log(GREEN)[1..], [conquest, followed]);
}

#[test]
fn bc_804_of_a_fight_with_one_end_in_sight_only_that_end_has_a_name() {
    let mut scene = play_from(calm().land("b1", RED, 9).land("c1", BLUE, 9));
    scene.does(RED, attack("b1", "c1", Mode::Once));
    let Notice::Fought { from, to, report, .. } = scene.log(GREEN)[0] else { panic!("a fight") };
    assert_eq!((from, to), (None, Some(at("c1"))));
    let lost = report.expect("half of it was seen");
    assert_eq!(lost.attacker_lost + lost.defender_lost, 2);
}

#[test]
fn bc_804_an_attack_that_a_trap_ends_out_of_sight_looks_like_any_other() {
    let far = |trap| calm().land("b2", RED, 3).land("b3", BLUE, 3).trap("b3", trap);
    let mut trapped = play_from(far(6));
    trapped.does(RED, attack("b2", "b3", Mode::Once));
    assert!(trapped.log(RED).iter().any(|line| matches!(line, Notice::TrapSprung { lost: 2, .. })));
    let mut plain = play_from(far(0).trap("b3", 0));
    plain.does(RED, attack("b2", "b3", Mode::Once));
    assert_eq!(trapped.log(GREEN), plain.log(GREEN));
    assert_eq!(trapped.log(GREEN).len(), 1);
}

#[test]
fn bc_804_a_fight_with_nobody_has_one_seat() {
    let mut scene = play_from(calm().land("b2", RED, 9).neutral("b3", 9));
    scene.does(RED, attack("b2", "b3", Mode::Once));
    let unseen =
        Notice::Fought { attacker: RED, defender: None, from: None, to: None, report: None };
    assert_eq!(scene.log(GREEN), [unseen]);
}

/// What the grid's places and players are called.
struct Grid(Map);

impl DisplayNames for Grid {
    fn player(&self, seat: Seat) -> Cow<'_, str> {
        palette::livery(seat).name.as_str().into()
    }

    fn territory(&self, territory: Territory) -> Cow<'_, str> {
        self.0.name(territory).into()
    }

    fn zone(&self, zone: Zone) -> Cow<'_, str> {
        self.0.zone_name(zone).into()
    }
}

/// The piece that stands for `word` in the log of somebody who heard it.
fn piece(word: Word) -> Piece {
    let mut scene = play_from(calm());
    scene.does(RED, announce("talk", Some(word)));
    let [Notice::Signalled { signal, .. }] = scene.log(GREEN)[..] else { panic!("a signal") };
    let names = Grid(Map::new(grid()).expect("the grid is a map"));
    let pieces = Signals::standard().render(Language::English, RED, &signal, &names);
    assert!(plain(&pieces).starts_with("Shall we talk about "));
    let is_text = |piece: &Piece| matches!(piece, Piece::Text { .. });
    pieces.into_iter().find(|piece| !is_text(piece)).expect("the word is a piece of its own")
}

#[test]
fn bc_805_a_territory_is_a_link_to_the_territory() {
    // Green cannot see it, and can find it on the map all the same.
    let text = "Square a1".to_owned();
    let link = piece(Word::Territory(at("a1")));
    assert_eq!(link, Piece::Territory { territory: at("a1"), text });
    assert_eq!(serde_json::to_value(link).expect("data")["piece"], "territory");
}

#[test]
fn bc_805_a_player_is_a_link_in_its_seats_colour() {
    let livery = palette::livery(BLUE);
    let link = piece(Word::Player(BLUE));
    assert_eq!(link, Piece::Player { seat: BLUE, text: livery.name.clone() });
    assert_eq!(serde_json::to_value(link).expect("data")["piece"], "player");
}

#[test]
fn bc_805_what_a_player_link_points_at_is_what_you_can_see_of_that_player() {
    let scene = play_from(calm());
    let of_red = |land: &Land| matches!(land, Land::Seen { owner: Some(RED), .. });
    let lands = scene.view(GREEN).lands;
    let seen: Vec<usize> = (0..12).filter(|&place| of_red(&lands[place])).collect();
    assert_eq!(seen, [at("a3").index()], "of five territories");
}

#[test]
fn bc_805_a_bonus_zone_is_a_link_to_its_territories() {
    let link = piece(Word::Zone(Zone(0)));
    assert_eq!(
        link,
        Piece::Zone { zone: Zone(0), text: "the north".to_owned() },
        "inside a sentence"
    );
    assert_eq!(serde_json::to_value(link).expect("data")["piece"], "zone");
    let scene = play_from(calm());
    let zone = scene.game().rules().map.zones()[0].territories;
    assert_eq!(zone.into_iter().collect::<Vec<_>>(), [at("a1"), at("b1")]);
}

#[test]
fn bc_805_concepts_and_agreement_types_are_plain() {
    for word in [Word::Concept(Concept(0)), Word::Agreement(Agreement::Ceasefire)] {
        assert!(matches!(piece(word), Piece::Plain { .. }), "{word:?}");
    }
}

#[test]
fn bc_806_reading_changes_nothing() {
    let table = calm().hand(RED, &["levy-1"]).hand(BLUE, &["troops-1", "troops-1"]).window(RED);
    let mut scene = play_from(table);
    scene.does(RED, propose(BLUE, "levy-1", &[]));
    scene.does(RED, tell(BLUE, "hold", Some(Word::Territory(at("a1")))));
    let (before, written) = (scene.game().encode(), scene.table.journal().entries().len());
    let seats = Seat::all(4).map(Audience::Seat);
    for audience in seats.chain([Audience::Spectator, Audience::Replay]) {
        scene.game().view(audience);
        scene.log_of(audience);
        if let Some(seat) = audience.seat() {
            let options = scene.options(seat);
            (0..options.moves()).for_each(|n| assert!(options.nth_move(n).is_some()));
            options.nth_word(0);
        }
    }
    assert_eq!(scene.game().encode(), before);
    assert_eq!(scene.table.journal().entries().len(), written);
}

#[test]
fn bc_806_there_is_no_command_to_point_at_the_map() {
    for kind in ["pulse", "tap", "ping", "zoom"] {
        let command = json!({"type": kind, "territory": 0});
        assert!(serde_json::from_value::<Command>(command).is_err());
    }
}
