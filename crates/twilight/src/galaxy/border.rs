//! Why two players are neighbours, in a form that can be shown.

use parley::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use super::Galaxy;
use super::system::SystemId;
use super::wormhole::Wormhole;

/// What makes two systems adjacent, or two players neighbours. The simplest comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Link {
    /// TI-40: both are in the same system, which is not adjacent to itself (TI-44).
    Same,
    /// TI-43.
    Edge,
    /// TI-49.
    Hyperlane,
    /// The table declared them adjacent.
    Stated,
    /// TI-45.
    Wormhole(Wormhole),
    /// TI-52: active breaches.
    Breach,
    /// TI-51: an ingress and an egress.
    Fracture,
    /// The law Wormhole Reconstruction.
    Reconstruction,
    /// The action card Lost Star Chart.
    StarChart,
    /// Quantum Entanglement.
    Entanglement,
    /// Spatial Conduit Cylinders.
    Conduit,
    /// Memoria II.
    Memoria,
    /// I.I.H.Q. Modernization.
    Modernization,
}

/// Where and how two players meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
pub struct Border {
    pub link: Link,
    /// The system of the first of the two.
    pub here: SystemId,
    /// The system of the second.
    pub there: SystemId,
    /// TI-42: the player for whom it holds, if it does not hold for everybody.
    pub by: Option<Seat>,
}

impl Border {
    /// The same border, seen from the other side.
    #[must_use]
    pub fn mirrored(self) -> Border {
        Border { here: self.there, there: self.here, ..self }
    }
}

impl Galaxy {
    /// A border as the end of a sentence that begins "they are neighbours because".
    pub fn tell(&self, border: &Border) -> String {
        let here = &self.system(border.here).name;
        let there = &self.system(border.there).name;
        match border.link {
            Link::Same => format!("both are in {here}"),
            Link::Edge => format!("{here} touches {there}"),
            Link::Hyperlane => format!("a hyperlane joins {here} and {there}"),
            Link::Stated => format!("{here} was declared adjacent to {there}"),
            Link::Wormhole(kind) => format!("{here} and {there} share {} wormhole", a(kind)),
            Link::Breach => format!("{here} and {there} have active breaches"),
            Link::Fracture => format!("the Fracture joins {here} and {there}"),
            Link::Reconstruction => {
                format!("Wormhole Reconstruction joins the wormholes of {here} and {there}")
            }
            Link::StarChart => {
                format!("Lost Star Chart joins the wormholes of {here} and {there}")
            }
            Link::Entanglement => {
                format!("Quantum Entanglement joins the wormholes of {here} and {there}")
            }
            Link::Conduit => format!("Spatial Conduit Cylinders join {here} and {there}"),
            Link::Memoria => format!("Memoria II joins {here} and {there}"),
            Link::Modernization => {
                let far = if self.mecatol_rex() == Some(border.here) { there } else { here };
                format!("I.I.H.Q. Modernization reaches {far} from Mecatol Rex")
            }
        }
    }
}

fn a(kind: Wormhole) -> String {
    match kind {
        Wormhole::Alpha | Wormhole::Epsilon => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}
