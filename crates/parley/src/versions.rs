//! The versions of the rules and of the state hash that something was written with.

use serde::{Deserialize, Serialize};

/// The versions of the rules and of the state hash that a step was written with.
///
/// Serialised as `[rules, hash]`, because it is stored with every step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "(u16, u16)", into = "(u16, u16)")]
pub struct Versions {
    pub rules: u16,
    pub hash: u16,
}

impl Versions {
    /// The first release, which did not store its versions.
    pub const FIRST: Versions = Versions { rules: 1, hash: 1 };

    /// A hash from before the first release; nobody knows how it was computed.
    pub const UNKNOWN_HASH: u16 = 0;
}

impl From<(u16, u16)> for Versions {
    fn from((rules, hash): (u16, u16)) -> Versions {
        Versions { rules, hash }
    }
}

impl From<Versions> for (u16, u16) {
    fn from(Versions { rules, hash }: Versions) -> (u16, u16) {
        (rules, hash)
    }
}

/// The version in a name such as `backchannel/1`; 0 if there is none or it is not a number.
pub(crate) const fn rules_version(rules: &str) -> u16 {
    let (mut rest, mut place, mut version) = (rules.as_bytes(), 1u16, 0u16);
    while let [before @ .., digit @ b'0'..=b'9'] = rest {
        version = version.saturating_add(place.saturating_mul((*digit - b'0') as u16));
        (rest, place) = (before, place.saturating_mul(10));
    }
    version
}

/// The name of a given version of the rules that are now called `ours`.
pub(crate) fn rules_named(ours: &str, version: u16) -> String {
    match ours.rsplit_once('/') {
        Some((name, _)) => format!("{name}/{version}"),
        None => ours.to_owned(),
    }
}

/// Whether `theirs` are the same rules as `ours`, of this version or an earlier one.
pub(crate) fn is_known(theirs: &str, ours: &str) -> bool {
    let name = |rules: &str| rules.rsplit_once('/').map(|(name, _)| name.to_owned());
    theirs == ours
        || (name(theirs).is_some() && name(theirs) == name(ours))
            && (1..rules_version(ours)).contains(&rules_version(theirs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_this_version_and_of_earlier_ones_are_known() {
        assert_eq!(rules_version("backchannel/12"), 12);
        assert_eq!(rules_version("backchannel"), 0);
        for (theirs, known) in
            [("toy/3", true), ("toy/1", true), ("toy/4", false), ("joy/1", false)]
        {
            assert_eq!(is_known(theirs, "toy/3"), known, "{theirs}");
        }
        assert!(
            !is_known("toy/0", "toy/3") && !is_known("toy/x", "toy/3") && !is_known("", "toy/3")
        );
    }
}
