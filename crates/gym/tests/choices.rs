//! Masked choices: all of them lead to legal commands, and nearly all commands can be reached.

use std::collections::BTreeSet;
use std::sync::Arc;

use backchannel::map::library;
use backchannel::{Command, Setup};
use gym::{Asked, CHOICES, Composed, Composer, EnvPlan, Episode, EpisodeError, Stage};
use parley::{Game as _, Options as _, Seed};

fn plan(map: &str, seats: usize) -> EnvPlan {
    let map = library::find(map).unwrap().file().clone();
    EnvPlan::new(Setup::standard(map, seats)).unwrap()
}

/// Every command that a composer can lead to, without words.
fn reachable(episode: &Episode) -> Vec<Command> {
    let (rules, options) = (&episode.plan().rules, episode.options());
    let mut found = Vec::new();
    let mut open = vec![episode.composer().clone()];
    while let Some(composer) = open.pop() {
        let mask = composer.mask(rules, options);
        for choice in (0..CHOICES as u64).filter(|choice| mask >> choice & 1 == 1) {
            let mut next: Composer = composer.clone();
            match next.choose(rules, options, choice).unwrap() {
                Composed::More => open.push(next),
                Composed::Command(command) => found.push(command),
                Composed::Wait => {}
            }
        }
    }
    found
}

#[test]
fn every_move_can_be_composed_and_every_composition_is_legal() {
    let mut chance = Seed::numbered(3, 3).stream(0);
    let mut kinds = BTreeSet::new();
    for (map, seats) in [("wherrymouth", 2), ("passes-of-sarn", 5)] {
        let mut episode = Episode::new(Arc::new(plan(map, seats)), 5).unwrap();
        for step in 0..400 {
            if episode.to_act().is_none() {
                break;
            }
            let options = episode.options().clone();
            if step % 4 == 0 {
                let found = reachable(&episode);
                assert!(found.iter().all(|command| options.contains(command)), "{found:?}");
                let key = |command: &Command| serde_json::to_string(command).unwrap();
                let found: BTreeSet<String> = found.iter().map(key).collect();
                for n in 0..options.moves() {
                    let command = options.nth_move(n).unwrap();
                    // An exact number above sixty can only be chosen as a share.
                    let large = matches!(command, Command::Deploy { troops, .. } | Command::Reinforce { troops, .. } | Command::Occupy { troops } if troops > 60);
                    assert!(large || found.contains(&key(&command)), "{command:?}");
                    kinds.insert(format!("{command:?}").split(' ').next().unwrap().to_owned());
                }
            }
            let moves = options.moves();
            episode.act(&options.nth_move(chance.below(moves)).unwrap()).unwrap();
        }
    }
    assert!(kinds.len() >= 9, "{kinds:?}");
}

#[test]
fn words_are_composed_when_they_are_included() {
    let mut plan = plan("wherrymouth", 3).words(true);
    plan.keeps_log = true;
    let mut episode = Episode::new(Arc::new(plan), 2).unwrap();
    let mut chance = Seed::numbered(1, 1).stream(0);
    let (mut said, mut waited) = (0, 0);
    for _ in 0..6000 {
        let Some((_, asked)) = episode.to_act() else { break };
        let mask = episode.mask();
        let mut rest = mask;
        for _ in 0..chance.below(mask.count_ones().into()) {
            rest &= rest - 1;
        }
        let choice = u64::from(rest.trailing_zeros());
        if episode.composer().stage() == Stage::Verb && choice == gym::Verb::Wait as u64 {
            assert_eq!(asked, Asked::Answer);
            waited += 1;
        }
        episode.choose(choice).unwrap();
    }
    said += episode.commands().iter().filter(|(_, it)| arena::is_word(it)).count();
    assert!(said > 50 && waited > 0, "{said} {waited}");
}

#[test]
fn a_choice_that_is_not_possible_changes_nothing() {
    let mut episode = Episode::new(Arc::new(plan("wherrymouth", 2)), 1).unwrap();
    let before = (episode.game().digest(), episode.mask());
    let mask = episode.mask();
    for choice in (0..200).filter(|choice| *choice >= 64 || mask >> choice & 1 == 0) {
        let refused = episode.choose(choice).unwrap_err();
        assert!(matches!(refused, EpisodeError::Choice(_)), "{refused}");
        assert!(refused.to_string().starts_with("action: "), "{refused}");
        assert_eq!((episode.game().digest(), episode.mask()), before);
    }
    assert_eq!(episode.wait(), Err(EpisodeError::NothingToWaitFor));
    let illegal = episode.act(&Command::Pass).unwrap_err();
    assert!(illegal.to_string().contains("phase"), "{illegal}");
    assert_eq!((episode.game().digest(), episode.mask()), before);
}

#[test]
fn a_menu_lists_what_is_possible_and_ends_with_the_end_of_the_phase() {
    let mut short = plan("wherrymouth", 2);
    short.menu = 8;
    let mut episode = Episode::new(Arc::new(short.checked().unwrap()), 1).unwrap();
    for _ in 0..200 {
        if episode.to_act().is_none() {
            break;
        }
        let menu = episode.menu();
        assert!(menu.len() <= 8);
        let last = menu.len() - 1;
        let options = episode.options();
        for (_, item) in menu.items() {
            if let gym::MenuItem::Command(command) = item {
                assert!(options.contains(&command));
            }
        }
        assert_eq!(menu.item(menu.len()), None);
        episode.pick(last).unwrap();
    }
    assert_eq!(episode.pick(99), Err(EpisodeError::Number { number: 99 }));
}

#[test]
fn a_fork_goes_its_own_way() {
    let envoy = vec![None, Some("envoy".to_owned()), None];
    for (log, bots) in
        [(true, envoy.clone()), (false, envoy), (true, vec![None; 3]), (false, vec![None; 3])]
    {
        let mut plan = plan("wherrymouth", 3);
        (plan.keeps_log, plan.bots) = (log, bots);
        goes_its_own_way(plan);
    }
}

fn goes_its_own_way(plan: EnvPlan) {
    let mut episode = Episode::new(Arc::new(plan.checked().unwrap()), 4).unwrap();
    for _ in 0..60 {
        let choice = u64::from(episode.mask().trailing_zeros());
        episode.choose(choice).unwrap();
    }
    let mut copy = episode.fork().unwrap();
    assert_eq!(copy.game().digest(), episode.game().digest());
    assert_eq!(copy.mask(), episode.mask());
    let here = episode.game().digest();
    while copy.game().digest() == here {
        copy.choose(63 - u64::from(copy.mask().leading_zeros())).unwrap();
    }
    assert_eq!(episode.game().digest(), here);
}
