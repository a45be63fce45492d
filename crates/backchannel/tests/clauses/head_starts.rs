//! Section 1, continued: what makes up for moving later.

use backchannel::map::head_start::MOST_TROOPS;
use backchannel::map::{HeadStarts, Map, MapFile, generate::generate, library};
use backchannel::{Game, Rules, Setup, SetupError};
use parley::{Audience, Game as _, Seat, Seed};

use crate::support::*;

fn row(troops: &[u8], cards: &[u8]) -> HeadStarts {
    HeadStarts { troops: troops.to_vec(), cards: cards.to_vec() }
}

/// The grid with these head starts in its file.
fn grid_with(rows: &[HeadStarts]) -> MapFile {
    MapFile { head_starts: rows.to_vec(), ..grid() }
}

fn start(setup: &Setup) -> Game {
    Game::start(setup, Seed::numbered(3, 0)).expect("that can be played")
}

/// The troops and cards of each seat, as everybody sees them.
fn counts(game: &Game) -> Vec<(u32, u32)> {
    let board = game.view(Audience::Spectator).scoreboard;
    board.iter().map(|score| (score.troops, score.cards)).collect()
}

/// The troops on each of a seat's territories, fewest first.
fn garrisons(game: &Game, seat: Seat) -> Vec<u32> {
    let lands = game.view(Audience::Replay).lands;
    let own = lands.iter().filter_map(backchannel::view::Land::known);
    let mut troops: Vec<u32> =
        own.filter(|(owner, _)| *owner == Some(seat)).map(|(_, troops)| troops).collect();
    troops.sort_unstable();
    troops
}

#[test]
fn bc_106_later_seats_begin_with_the_troops_and_cards_that_the_map_gives_them() {
    let map = grid_with(&[row(&[0, 1], &[]), row(&[0, 2, 5], &[0, 0, 1])]);
    let game = start(&Setup::standard(map.clone(), 3));
    assert_eq!(counts(&game), [(12, 5), (14, 5), (17, 6)]);
    assert_eq!(counts(&start(&Setup::standard(map.clone(), 2))), [(18, 5), (19, 5)]);
    let unknown = start(&Setup::standard(map, 4));
    assert_eq!(counts(&unknown), [(9, 5); 4], "it says nothing of four seats");
}

#[test]
fn bc_106_extra_troops_are_spread_over_the_seats_own_land() {
    let game = start(&Setup::standard(grid_with(&[row(&[0, 2, 5], &[])]), 3));
    let each = Seat::all(3).map(|seat| garrisons(&game, seat)).collect::<Vec<_>>();
    assert_eq!(each, [[3, 3, 3, 3], [3, 3, 4, 4], [4, 4, 4, 5]]);
}

#[test]
fn bc_106_what_has_no_room_is_lost() {
    let mut map = grid_with(&[row(&[0, 9], &[0, 5])]);
    map.territories.iter_mut().for_each(|territory| territory.most = Some(4));
    let mut setup = Setup::standard(map, 2);
    setup.settings.numbers.hand_limit = 7;
    let game = start(&setup);
    assert_eq!(counts(&game), [(18, 5), (24, 7)]);
    assert_eq!(garrisons(&game, BLUE), [4; 6]);
}

#[test]
fn bc_106_everything_else_is_dealt_as_without_it() {
    let dealt = |rows: &[HeadStarts]| {
        let game = start(&Setup::standard(grid_with(rows), 3));
        let view = game.view(Audience::Replay);
        let owners: Vec<_> = view.lands.iter().map(|land| land.known().unwrap().0).collect();
        (owners, view.opened[0].hand, view.opened[1].hand)
    };
    assert_eq!(dealt(&[]), dealt(&[row(&[0, 1, 2], &[0, 0, 2])]));
}

#[test]
fn bc_106_a_table_may_choose_its_own() {
    let mut setup = Setup::standard(grid_with(&[row(&[0, 2, 5], &[])]), 3);
    setup.settings.head_starts = Some(vec![row(&[1, 0, 0], &[])]);
    assert_eq!(counts(&start(&setup)), [(13, 5), (12, 5), (12, 5)]);
    setup.settings.head_starts = Some(Vec::new());
    assert_eq!(counts(&start(&setup)), [(12, 5); 3], "or none at all");
}

#[test]
fn bc_106_a_row_that_fits_no_table_is_refused() {
    let misfits = [
        vec![row(&[0], &[])],
        vec![row(&[0; 9], &[])],
        vec![row(&[0, MOST_TROOPS + 1], &[])],
        vec![row(&[0, 1], &[0, 6])],
        vec![row(&[0, 1], &[0, 0, 1])],
    ];
    for rows in misfits.into_iter().chain([vec![row(&[0, 1], &[]), row(&[0, 2], &[])]]) {
        let at = rows.len() - 1;
        let mut setup = setup(3);
        setup.settings.head_starts = Some(rows.clone());
        let refused = Rules::new(setup).expect_err("that cannot be played");
        assert_eq!(refused, SetupError::HeadStarts { at });
        assert!(refused.to_string().starts_with(&format!("settings.head_starts[{at}]: ")));
        let errors = Map::check(&grid_with(&rows)).errors;
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].to_string().starts_with(&format!("`head_starts[{at}]` fits no table")));
        assert_eq!(errors[0].clause().to_string(), "BC-106");
    }
}

#[test]
fn bc_106_a_set_up_of_before_gives_nobody_anything() {
    let text = serde_json::to_value(setup(3)).unwrap();
    assert!(
        text["map"].get("head_starts").is_none() && text["settings"].get("head_starts").is_none()
    );
    let read: Setup = serde_json::from_value(text).unwrap();
    assert_eq!(counts(&start(&read)), [(12, 5); 3]);
}

#[test]
fn bc_106_every_map_of_ours_makes_up_for_moving_later_at_every_table() {
    for id in library::names() {
        let file = library::find(id).unwrap().file().clone();
        let seats: Vec<u8> = file.head_starts.iter().map(|row| row.seats() as u8).collect();
        assert_eq!(seats, (file.seats.least..=file.seats.most).collect::<Vec<_>>(), "{id}");
    }
    for seats in 2..=8 {
        let map = generate(seats, Seed::numbered(1, 0));
        let row = map.file().head_starts.iter().find(|row| row.seats() == usize::from(seats));
        assert!(row.is_some(), "a generated map for {seats} has those of a similar one");
    }
}
