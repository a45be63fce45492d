//! What a feed reports, as a sentence: holdings one by one, the map as a count.

use parley::Faith;

use super::number;
use super::sentence::Sentence;
use crate::desk::correction::Correction;
use crate::desk::fact::Fact;

impl Sentence<'_> {
    pub(super) fn correction(self, correction: &Correction) -> Self {
        match correction {
            Correction::Holdings { facts } => {
                let mut line = self;
                for (at, fact) in facts.iter().enumerate() {
                    line = if at > 0 { line.text("; ").fact(fact) } else { line.fact(fact) };
                }
                line
            }
            Correction::Promise { promise, faith } => {
                let words = match faith {
                    Faith::Kept => " was kept",
                    Faith::Broken => " was broken",
                    Faith::Void => " is void",
                    Faith::Pending => " is still open",
                };
                self.reference(*promise).text(words)
            }
        }
    }

    pub(super) fn synced(self, taken: &[Fact], disputed: &[Fact]) -> Self {
        let (places, plain): (Vec<&Fact>, Vec<&Fact>) = taken.iter().partition(|it| is_place(it));
        let mut line = self;
        for (at, fact) in plain.iter().enumerate() {
            line = if at > 0 { line.text("; ").fact(fact) } else { line.fact(fact) };
        }
        if !places.is_empty() {
            let changes = number(places.len(), "change");
            let between = if plain.is_empty() { "" } else { "; " };
            line = line.text(format!("{between}{changes} on the map"));
        }
        if !disputed.is_empty() {
            let between = if taken.is_empty() { "" } else { "; " };
            let differ = number(disputed.len(), "difference");
            line = line.text(format!("{between}{differ} from what the desk says "));
            return line.clause(124).text(".");
        }
        line.text(".")
    }
}

fn is_place(fact: &Fact) -> bool {
    matches!(fact, Fact::Units { .. } | Fact::Control { .. } | Fact::Neighbours { .. })
}
