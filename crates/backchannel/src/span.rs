//! How many troops a choice allows.

use serde::Serialize;

/// From `least` to `most`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    pub least: u32,
    pub most: u32,
}

impl Span {
    #[inline]
    pub(crate) fn len(self) -> u64 {
        u64::from((self.most + 1).saturating_sub(self.least))
    }

    #[inline]
    pub(crate) fn contains(self, number: u32) -> bool {
        (self.least..=self.most).contains(&number)
    }
}
