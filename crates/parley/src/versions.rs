//! Which version of the rules and of the state hash something was written by.

use serde::{Deserialize, Serialize};

/// The version of the rules and of the state hash by which a step was written down.
///
/// Written as `[rules, hash]`: it stands beside every step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "(u16, u16)", into = "(u16, u16)")]
pub struct Versions {
    pub rules: u16,
    pub hash: u16,
}

impl Versions {
    /// The first release, which did not write its versions down.
    pub const FIRST: Versions = Versions { rules: 1, hash: 1 };

    /// The hash of something that was written before the first release. Nobody knows how it was made.
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

/// The version of such rules as `backchannel/1`; 0 if they have none that is a number.
pub(crate) const fn rules_version(rules: &str) -> u16 {
    let (mut rest, mut place, mut version) = (rules.as_bytes(), 1u16, 0u16);
    while let [before @ .., digit @ b'0'..=b'9'] = rest {
        version = version.saturating_add(place.saturating_mul((*digit - b'0') as u16));
        (rest, place) = (before, place.saturating_mul(10));
    }
    version
}

/// The name of a version of the rules that are called `ours` today.
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
