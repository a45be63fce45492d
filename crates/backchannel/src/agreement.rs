//! Agreement types (BC-302).

use serde::{Deserialize, Serialize};

/// The kinds of agreement (BC-302).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Agreement {
    Ceasefire,
    SupplyPact,
    Tribute,
    Levy,
    IntelPact,
    SafePassage,
    JointOffensive,
}

impl Agreement {
    pub const ALL: [Agreement; 7] = [
        Agreement::Ceasefire,
        Agreement::SupplyPact,
        Agreement::Tribute,
        Agreement::Levy,
        Agreement::IntelPact,
        Agreement::SafePassage,
        Agreement::JointOffensive,
    ];

    /// The name in data files.
    pub const fn id(self) -> &'static str {
        match self {
            Agreement::Ceasefire => "ceasefire",
            Agreement::SupplyPact => "supply_pact",
            Agreement::Tribute => "tribute",
            Agreement::Levy => "levy",
            Agreement::IntelPact => "intel_pact",
            Agreement::SafePassage => "safe_passage",
            Agreement::JointOffensive => "joint_offensive",
        }
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Agreement::Ceasefire => "Ceasefire",
            Agreement::SupplyPact => "Supply pact",
            Agreement::Tribute => "Tribute",
            Agreement::Levy => "Levy",
            Agreement::IntelPact => "Intel pact",
            Agreement::SafePassage => "Safe passage",
            Agreement::JointOffensive => "Joint offensive",
        }
    }

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
