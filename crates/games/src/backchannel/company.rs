//! The bots that can be seated: the whole cast, at every level.

use backchannel::Rules;
use bots::{CAST, Character, Level};
use parley::Seat;
use server::ruleset::BotKind;
use server::wire::table::BotLevel;

/// Each character by its name, which is its usual level, and then at the other levels.
pub const BOTS: [BotKind; 3 * CAST.len()] = {
    let mut kinds = [kind(&CAST[0], CAST[0].name, BotLevel::Normal); 3 * CAST.len()];
    let mut at = 0;
    while at < CAST.len() {
        let one = &CAST[at];
        kinds[at] = kind(one, one.name, BotLevel::Normal);
        kinds[CAST.len() + at] = kind(one, one.easy, BotLevel::Easy);
        kinds[2 * CAST.len() + at] = kind(one, one.hard, BotLevel::Hard);
        at += 1;
    }
    kinds
};

const fn kind(one: &Character, name: &'static str, level: BotLevel) -> BotKind {
    let Character { name: character, title, person, .. } = *one;
    BotKind { name, character, level, title, person }
}

/// The bots that fill free seats, in this order. Bots that never talk are left out.
pub const COMPANY: [&str; 7] =
    ["envoy", "broker", "turncoat", "grudger", "warden", "learner", "strategist"];

pub fn level(level: Level) -> BotLevel {
    match level {
        Level::Easy => BotLevel::Easy,
        Level::Normal => BotLevel::Normal,
        Level::Hard => BotLevel::Hard,
    }
}

/// What a bot is called for short: its own name without the title.
pub fn short_name(rules: &Rules, seat: Seat) -> &str {
    let name = rules.name(seat);
    name.rsplit(' ').next().unwrap_or(name)
}
