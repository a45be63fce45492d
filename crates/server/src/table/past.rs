//! What an audience was told before: worked out again from the steps, because nothing of it is kept.

use std::collections::VecDeque;

use backchannel::signal::Language;
use parley::Audience;

use super::eyes::Eyes;
use super::live::{Broken, Live};
use super::origin::Origin;
use crate::ruleset::Ruleset;
use crate::store::Step;
use crate::wire::live::LogLine;

/// What an audience knows after these steps.
pub(crate) fn eyes<G: Ruleset>(
    origin: &Origin<G>,
    steps: &[Step],
    audience: Audience,
) -> Result<Eyes<G>, Broken> {
    let mut live = Live::<G>::watched(origin, [audience])?;
    for step in steps {
        live.follow(step)?;
    }
    Ok(live.eyes.remove(0))
}

/// The lines of a log from `before` backwards, at most `limit` of them, in order.
pub(crate) fn log<G: Ruleset>(
    origin: &Origin<G>,
    steps: &[Step],
    audience: Audience,
    language: Language,
    before: u32,
    limit: usize,
) -> Result<Vec<LogLine<G::Line>>, Broken> {
    let mut live = Live::<G>::watched(origin, [audience])?;
    let mut lines = VecDeque::new();
    for step in steps {
        let Some(learned) = live.follow(step)?.pop() else { continue };
        let eyes = &live.eyes[0];
        let first = eyes.lines - learned.notices.len() as u32;
        for (n, notice) in (first..before).zip(learned.notices) {
            lines.push_back(LogLine { n, line: live.game.line(notice, language) });
            if lines.len() > limit {
                lines.pop_front();
            }
        }
        if eyes.lines >= before {
            break;
        }
    }
    Ok(lines.into())
}

/// The news after `since`, as messages; `None` if there are more than `most`.
pub(crate) fn missed<G: Ruleset>(
    origin: &Origin<G>,
    steps: &[Step],
    audience: Audience,
    language: Language,
    since: u32,
    most: usize,
) -> Result<Option<Vec<String>>, Broken> {
    let mut live = Live::<G>::watched(origin, [audience])?;
    let mut messages = Vec::new();
    for step in steps {
        let Some(learned) = live.follow(step)?.pop() else { continue };
        let eyes = &live.eyes[0];
        if learned.anything && eyes.seq > since {
            messages.push(live.news_message(eyes, &learned, language, None));
        }
        if messages.len() > most {
            return Ok(None);
        }
    }
    Ok((live.eyes[0].seq >= since).then_some(messages))
}
