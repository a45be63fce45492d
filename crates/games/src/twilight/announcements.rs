//! What a desk tells those who are not looking: deals and their verdicts, promises that fall due, and how they ended.
//! All of it is in what spectators see.

use parley::{Faith, Seat};
use server::ruleset::{Announcement, AnnouncementTone};
use twilight::narrate;
use twilight::sight::promise::PromiseView;
use twilight::{Game, Notice, View};

pub(super) fn of(
    game: &Game,
    before: &View,
    after: &View,
    notices: &[Notice],
) -> Vec<Announcement> {
    let struck = struck(before, after, notices);
    let agreed = struck.is_some();
    let lines = notices.iter().filter_map(|notice| line(game, notice, agreed));
    let promises = after.ledger.iter().filter_map(|promise| {
        let known = before.ledger.iter().find(|it| it.promise.id == promise.promise.id)?;
        changed(after, known, promise)
    });
    struck.into_iter().chain(lines).chain(promises).collect()
}

/// The deal that was agreed in this step, where everybody may read it.
fn struck(before: &View, after: &View, notices: &[Notice]) -> Option<Announcement> {
    let deal = after.struck.as_ref()?;
    let parties = [deal.from, deal.to];
    let is_between = |one: &Seat, other: &Seat| parties.contains(one) && parties.contains(other);
    let fulfilled = notices.iter().any(|notice| match notice {
        Notice::Exchanged { sides: (one, other), .. } => is_between(one, other),
        Notice::Bound { by, to, .. } => is_between(by, to),
        _ => false,
    });
    // The same terms may be agreed again.
    let is_new =
        before.struck != after.struck || fulfilled || before.ledger.len() < after.ledger.len();
    is_new.then(|| Announcement {
        tone: AnnouncementTone::Agreed,
        title: format!(
            "{} and {} have a deal: {}",
            name(after, deal.from),
            name(after, deal.to),
            deal.verdict
        ),
        text: deal.terms.join("\n"),
    })
}

/// Lines of the log that are announced as they are. What belongs to a deal that is told whole is left out.
fn line(game: &Game, notice: &Notice, told: bool) -> Option<Announcement> {
    let (tone, title) = match notice {
        Notice::Exchanged { .. } if !told => (AnnouncementTone::Agreed, "A transaction"),
        Notice::Bound { .. } if !told => (AnnouncementTone::Agreed, "A binding deal"),
        Notice::Discharged { faith: Faith::Kept, .. } => {
            (AnnouncementTone::Kept, "What was owed is done")
        }
        Notice::Discharged { faith: Faith::Broken, .. } => {
            (AnnouncementTone::Broken, "What was owed is not done")
        }
        _ => return None,
    };
    let text = narrate::plain(&narrate::line(notice, game));
    Some(Announcement { tone, title: title.to_owned(), text })
}

/// A promise that everybody may read has fallen due, can be paid, or has ended.
fn changed(view: &View, before: &PromiseView, after: &PromiseView) -> Option<Announcement> {
    let (tone, title) = match (before.promise.faith, after.promise.faith) {
        (Faith::Pending, Faith::Kept) => (AnnouncementTone::Kept, "A promise is kept"),
        (Faith::Pending, Faith::Broken) => (AnnouncementTone::Broken, "A promise is broken"),
        (_, Faith::Pending) if after.due_now && !before.due_now => {
            (AnnouncementTone::Due, "A promise is due")
        }
        (_, Faith::Pending) if after.payable && !before.payable => {
            (AnnouncementTone::Due, "A debt can be paid")
        }
        _ => return None,
    };
    let text = format!(
        "{} {} (to {})",
        name(view, after.promise.by),
        after.text,
        name(view, after.promise.to)
    );
    Some(Announcement { tone, title: title.to_owned(), text })
}

fn name(view: &View, seat: Seat) -> &str {
    view.players.get(seat.index()).map_or("", |player| &player.name)
}
