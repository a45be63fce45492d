//! What was said, and whether it was true.

use std::sync::LazyLock;

use backchannel::settings::MOST_SEATS;
use backchannel::signal::{Signal, Signals, Word};
use backchannel::{Event, HonourRecord};
use parley::signal::Template;
use parley::{Faith, Seat};

use super::deals::SeatDealWatch;
use super::row::{ClaimCounts, SeatRow};

/// Follows the signals of one game.
#[derive(Default)]
pub(super) struct WordWatch {
    /// By seat, how often each template was used.
    said: [Vec<u32>; MOST_SEATS],
    claims: [ClaimCounts; MOST_SEATS],
}

/// "I have a deal with …": the one statement about the present that the log can check.
static DEAL_WITH: LazyLock<Option<Template>> =
    LazyLock::new(|| Signals::standard().catalogue().template_named("deal_with"));

impl WordWatch {
    pub(super) fn note(&mut self, honour: &HonourRecord, deals: &SeatDealWatch, event: &Event) {
        let Event::Signalled { from, ref signal, .. } = *event else { return };
        for phrase in signal.phrases() {
            let place = usize::from(phrase.template.0);
            let said = &mut self.said[from.index()];
            if said.len() <= place {
                said.resize(place + 1, 0);
            }
            said[place] += 1;
        }
        if let Some(partner) = claimed_partner(signal) {
            let claims = &mut self.claims[from.index()];
            match in_force(honour, from, partner) || deals.awaits(from, partner) {
                true => claims.right += 1,
                false => claims.wrong += 1,
            }
        }
    }

    pub(super) fn write(self, honour: &HonourRecord, rows: &mut [SeatRow]) {
        let catalogue = Signals::standard().catalogue();
        for ((row, said), claims) in rows.iter_mut().zip(self.said).zip(self.claims) {
            row.claims = claims;
            let used = said.into_iter().zip(catalogue.templates()).filter(|(count, _)| *count > 0);
            row.said = used.map(|(count, (_, spec))| (spec.id.clone(), count)).collect();
        }
        for pledge in &honour.promises {
            let counts = rows[pledge.by.index()].promises.entry(pledge.promise).or_default();
            match pledge.faith {
                Faith::Kept => counts.kept += 1,
                Faith::Broken => counts.broken += 1,
                Faith::Void | Faith::Pending => counts.void += 1,
            }
        }
    }
}

/// The seats with which the sender unconditionally claims to have a deal.
fn claimed_partner(signal: &Signal) -> Option<Seat> {
    let template = (*DEAL_WITH)?;
    let phrase = signal.then.is_none().then_some(signal.first)?;
    match phrase.filler {
        Some(Word::Player(seat)) if phrase.template == template => Some(seat),
        _ => None,
    }
}

fn in_force(honour: &HonourRecord, a: Seat, b: Seat) -> bool {
    honour.agreements.iter().any(|accord| {
        accord.faith == Faith::Pending
            && [(accord.from, accord.to), (accord.to, accord.from)].contains(&(a, b))
    })
}
