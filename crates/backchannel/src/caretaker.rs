//! What is done for a seat that does not move by itself: it holds and passes, and never signs, betrays or spends anything.

use crate::command::Command;
use crate::options::Options;

/// The least committing move; `None` if no move is due.
pub fn caretake(options: &Options) -> Option<Command> {
    if let Some(placing) = options.deploy.iter().max_by_key(|placing| placing.most) {
        return Some(Command::Deploy { to: placing.on, troops: placing.most });
    }
    match *options {
        Options { occupy: Some(span), .. } => Some(Command::Occupy { troops: span.least }),
        Options { end_attack: true, .. } => Some(Command::EndAttack),
        Options { end_turn: true, .. } => Some(Command::EndTurn),
        Options { pass: true, .. } => Some(Command::Pass),
        _ => None,
    }
}
