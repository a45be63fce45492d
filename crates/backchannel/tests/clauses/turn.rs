//! Section 2: the turn.

use backchannel::{Command, Refusal};

use crate::support::*;

#[test]
fn bc_203_all_troops_are_placed_before_attacking() {
    let mut scene = play_from(three().deploying(RED, 5));
    scene.does(RED, deploy("b1", 3));
    assert_eq!(scene.refused(RED, deploy("b1", 3)), Refusal::DeployTooMany { left: 2, asked: 3 });
    assert!(!scene.options(RED).end_attack);
    scene.does(RED, deploy("a1", 2));
    assert_eq!((scene.troops("b1"), scene.troops("a1")), (6, 5));
    scene.does(RED, Command::EndAttack);
}
