//! The bots that can be seated: everybody of the cast, at every level.

use bots::CAST;
use server::ruleset::BotKind;

/// Each character by its name, which is its usual level, and then at the other levels.
pub const BOTS: [BotKind; 3 * CAST.len()] = {
    let mut kinds = [BotKind { name: "", title: "" }; 3 * CAST.len()];
    let mut at = 0;
    while at < CAST.len() {
        let one = &CAST[at];
        kinds[at] = BotKind { name: one.name, title: one.title };
        kinds[CAST.len() + at] = BotKind { name: one.easy, title: one.title };
        kinds[2 * CAST.len() + at] = BotKind { name: one.hard, title: one.title };
        at += 1;
    }
    kinds
};
