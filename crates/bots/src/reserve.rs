//! What is kept in the hand for others.

use backchannel::Agreement;

/// Cards that are kept for deals which others were asked about.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Reserve {
    /// How many cards of each kind of agreement.
    kinds: [u8; Agreement::ALL.len()],
    /// Troop cards to pay with.
    pub slots: u32,
}

impl Reserve {
    /// Keeps a card of that kind, and as many troop cards as it takes.
    pub(crate) fn add(&mut self, kind: Agreement, slots: u32) {
        self.kinds[kind.index()] += 1;
        self.slots = self.slots.max(slots);
    }

    /// How many cards of that kind are kept.
    pub(crate) fn cards(&self, kind: Agreement) -> u32 {
        u32::from(self.kinds[kind.index()])
    }

    pub(crate) fn holds(&self, kind: Agreement) -> bool {
        self.cards(kind) > 0
    }
}
