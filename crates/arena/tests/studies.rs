//! Plans that change what agreements and signals are worth (section 11 of the rules).

mod support;

use std::io;
use std::sync::Arc;

use arena::{
    ACTIONS_A_GAME, ArenaPlan, ArenaPlayer, GameObserver, PlayBuffers, Results, play, simulate,
};
use backchannel::{CardKind, Command, Event, Game, Regime, Rules, Setup, Study, Tactic};
use parley::{Seat, Seed};
use support::setup;

const GAMES: u64 = 300;
const LINE_UP: [&str; 4] = ["random", "envoy", "random", "turncoat"];

fn study(agreements: Regime, signals: bool) -> Setup {
    let mut setup = setup(4);
    setup.settings.study = Some(Study { agreements, signals });
    setup
}

fn results(setup: Setup) -> Results {
    simulate(&ArenaPlan::new(setup, LINE_UP).games(GAMES).seed(6), |_| ()).unwrap().results
}

#[test]
fn every_regime_is_played_with_and_without_signals() {
    for agreements in Regime::ALL {
        for signals in [true, false] {
            let results = results(study(agreements, signals));
            let (deals, which) = (results.deals.all, (agreements, signals));
            assert_eq!(results.endings.values().sum::<u64>(), GAMES, "{which:?}");
            assert_eq!(results.words > 0, signals, "{which:?}");
            assert_eq!(deals.proposed > 0, agreements != Regime::None, "{which:?}");
            assert_eq!(deals.accepted > 0, agreements != Regime::None, "{which:?}");
            assert_eq!(deals.betrayed > 0, agreements == Regime::Breakable, "{which:?}");
        }
    }
}

#[test]
fn a_study_that_changes_nothing_is_any_other_plan() {
    assert_eq!(results(study(Regime::Breakable, true)), results(setup(4)));
}

/// Counts what becomes of the cards that a study may have no use for.
#[derive(Default, Debug)]
struct IdleCards {
    agreements_drawn: u32,
    betrayals_drawn: u32,
    betrayals_played: u32,
    gambles: u32,
}

impl GameObserver for IdleCards {
    fn opened(&mut self, game: &Game, events: &[Event]) -> io::Result<()> {
        self.count(game, events);
        Ok(())
    }

    fn acted(
        &mut self,
        game: &Game,
        _: Seat,
        command: &Command,
        events: &[Event],
    ) -> io::Result<()> {
        let is_betrayal =
            |card| matches!(game.rules().cards.tactic(card), Some((Tactic::Betrayal, _)));
        match *command {
            Command::Play { card, .. } if is_betrayal(card) => self.betrayals_played += 1,
            Command::Gamble { .. } => self.gambles += 1,
            _ => {}
        }
        self.count(game, events);
        Ok(())
    }
}

impl IdleCards {
    fn count(&mut self, game: &Game, events: &[Event]) {
        for event in events {
            let Event::Drew { card, .. } = event else { continue };
            match game.rules().cards.kind(*card) {
                CardKind::Agreement(_) => self.agreements_drawn += 1,
                CardKind::Tactical { tactic: Tactic::Betrayal, .. } => self.betrayals_drawn += 1,
                _ => {}
            }
        }
    }
}

fn idle_cards(setup: Setup) -> IdleCards {
    let rules = Arc::new(Rules::new(setup).unwrap());
    let (mut seen, mut buffers) = (IdleCards::default(), PlayBuffers::default());
    for number in 0..GAMES {
        let mut game = Game::deal(Arc::clone(&rules), Seed::numbered(8, number));
        let player = |(seat, name): (u64, &str)| ArenaPlayer {
            bot: bots::by_name(name).unwrap(),
            chance: Seed::numbered(9, number).stream(seat),
        };
        let mut players: Vec<_> = (0..).zip(LINE_UP).map(player).collect();
        play(&mut game, &mut players, ACTIONS_A_GAME, &mut buffers, &mut seen).unwrap();
    }
    seen
}

#[test]
fn cards_that_cannot_be_used_are_drawn_and_gambled_with_like_any_other() {
    let none = idle_cards(study(Regime::None, true));
    assert!(none.agreements_drawn > 0 && none.betrayals_drawn > 0 && none.gambles > 0, "{none:?}");
    assert_eq!(none.betrayals_played, 0, "{none:?}");
    let binding = idle_cards(study(Regime::Binding, true));
    assert!(binding.betrayals_drawn > 0, "{binding:?}");
    assert_eq!(binding.betrayals_played, 0, "{binding:?}");
    let breakable = idle_cards(study(Regime::Breakable, true));
    assert!(breakable.betrayals_played > 0, "{breakable:?}");
}
