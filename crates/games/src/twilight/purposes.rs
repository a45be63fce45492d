//! Which commands of a desk are deals, for clients that know no game.

use server::wire::door::CommandPurpose;
use twilight::Command;

pub fn of(command: &Command) -> Option<CommandPurpose> {
    match command {
        Command::Offer { .. } => Some(CommandPurpose::Offer),
        Command::Accept { offer } => Some(CommandPurpose::Accept { from: offer.from }),
        Command::Decline { offer } => Some(CommandPurpose::Decline { from: offer.from }),
        Command::Withdraw { .. }
        | Command::Advance { .. }
        | Command::SetMoment { .. }
        | Command::Report { .. }
        | Command::Book { .. }
        | Command::Give { .. }
        | Command::PlayNote { .. }
        | Command::Pillage { .. }
        | Command::Settle { .. }
        | Command::Release { .. }
        | Command::Neighbour { .. }
        | Command::Invoke { .. }
        | Command::Board { .. }
        | Command::Speaker { .. }
        | Command::Declare { .. }
        | Command::Use { .. }
        | Command::Take { .. }
        | Command::Waive { .. }
        | Command::Show { .. }
        | Command::Chart { .. }
        | Command::Count { .. }
        | Command::Sync { .. }
        | Command::Reconcile { .. }
        | Command::Correct { .. }
        | Command::LeaveIt { .. }
        | Command::Leave => None,
    }
}
