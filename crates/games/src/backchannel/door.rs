//! Backchannel in words, for players who are not built for it.

use backchannel::foresight::DraftProposal;
use backchannel::odds::{AttackOdds, Expected};
use backchannel::{Command, Mode, Options, View, menu, wording};
use parley::{Clause, Language, Seat};
use server::ruleset::{Foreseen, MenuItem};
use server::wire::door::{CommandPurpose, ForeseenNote};

use super::Backchannel;

pub fn menu(
    game: &Backchannel,
    view: &View,
    options: &Options,
    language: Language,
) -> Vec<MenuItem<Command>> {
    let entries = menu::menu(game.0.rules(), view, options, language).into_iter();
    let item = |entry: menu::MenuEntry| MenuItem {
        verb: entry.verb.to_owned(),
        text: entry.text,
        command: entry.command,
    };
    entries.map(item).collect()
}

pub fn purpose(command: &Command) -> Option<CommandPurpose> {
    match command {
        Command::Signal { .. } | Command::React { .. } => Some(CommandPurpose::Signal),
        Command::Propose { .. } => Some(CommandPurpose::Offer),
        Command::Accept { proposal, .. } => Some(CommandPurpose::Accept { from: proposal.from }),
        Command::Decline { proposal } => Some(CommandPurpose::Decline { from: proposal.from }),
        Command::Deploy { .. }
        | Command::Attack { .. }
        | Command::Occupy { .. }
        | Command::EndAttack
        | Command::Reinforce { .. }
        | Command::EndTurn
        | Command::Play { .. }
        | Command::Apply { .. }
        | Command::Gamble { .. }
        | Command::Pass => None,
    }
}

pub fn foresee(
    game: &Backchannel,
    seat: Seat,
    view: &View,
    command: &Command,
    language: Language,
) -> Foreseen {
    let text = wording::sentence(game.0.rules(), view, command, language);
    Foreseen { text, notes: notes(game, seat, command) }
}

/// What a command would cost, block or lead to; nothing if it is refused.
fn notes(game: &Backchannel, seat: Seat, command: &Command) -> Vec<ForeseenNote> {
    match *command {
        Command::Propose { to, card, slots, against } => {
            let draft = DraftProposal { to, card, slots, against };
            let found = game.0.consequences(seat, draft).unwrap_or_default();
            let told = found.iter().map(|it| note(it.text(game.0.rules()), it.clause()));
            told.collect()
        }
        Command::Accept { proposal, slots } => {
            let found = game.0.consequences_of_accepting(seat, proposal, slots).unwrap_or_default();
            let told = found.iter().map(|it| note(it.text(game.0.rules()), it.clause()));
            told.collect()
        }
        Command::Attack { from, to, mode } => {
            let stop_at = if let Mode::StopLoss(keep) = mode { Some(keep) } else { None };
            let odds = game.0.attack_odds(seat, from, to, stop_at).ok().flatten();
            let expected = odds.and_then(|odds| expected(&odds, mode));
            expected.map(|it| note(battle(&it), Clause::new("BC", 206))).into_iter().collect()
        }
        Command::Play { card, .. } => {
            let options = parley::Game::options(&game.0, seat);
            let ploy = options.play.iter().find(|ploy| ploy.card == card);
            let price = ploy.and_then(|ploy| ploy.price).map(Vec::<String>::from);
            price.into_iter().flatten().map(|it| note(it, Clause::new("BC", 304))).collect()
        }
        Command::Deploy { .. }
        | Command::Occupy { .. }
        | Command::EndAttack
        | Command::Reinforce { .. }
        | Command::EndTurn
        | Command::Apply { .. }
        | Command::Gamble { .. }
        | Command::Pass
        | Command::Decline { .. }
        | Command::Signal { .. }
        | Command::React { .. } => Vec::new(),
    }
}

fn expected(odds: &AttackOdds, mode: Mode) -> Option<Expected> {
    match mode {
        Mode::Once => Some(odds.once),
        Mode::Blitz => odds.blitz,
        Mode::StopLoss(_) => odds.stop_loss,
    }
}

fn battle(Expected { win, lost, killed }: &Expected) -> String {
    let win = chance(*win);
    format!("It falls with {win}; you lose {lost:.1} troops on average, and they lose {killed:.1}.")
}

/// What is not certain never looks certain.
fn chance(share: f64) -> String {
    match share {
        0.0 => "0 %".to_owned(),
        1.0.. => "100 %".to_owned(),
        ..0.01 => "< 1 %".to_owned(),
        share if share > 0.99 => "> 99 %".to_owned(),
        share => format!("{:.0} %", share * 100.0),
    }
}

fn note(text: String, clause: Clause) -> ForeseenNote {
    ForeseenNote { text, clause: Some(clause.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::chance;

    #[test]
    fn what_is_not_certain_never_looks_certain() {
        let told = [0.0, 0.004, 0.5, 0.996, 1.0].map(chance);
        assert_eq!(told, ["0 %", "< 1 %", "50 %", "> 99 %", "100 %"]);
    }
}
