//! Words that were kept or broken of late, as an audience knows of them.

use backchannel::{BrokenWord, BrokenWords, KeptWord, Rules, WordBreak};
use parley::{Audience, Round, Seat};
use server::wire::live::GivenWord;

/// For how many rounds a word is told of.
const LATE: u16 = 2;
/// The most words that are told of.
const MOST: usize = 12;

pub fn late(words: &BrokenWords, rules: &Rules, now: Round, audience: Audience) -> Vec<GivenWord> {
    let late = |round: Round| round + LATE >= now;
    let told = Told { rules, audience };
    let broken = words.all().iter().filter(|it| late(it.round) && it.is_known_to(audience));
    let kept = words.kept().iter().filter(|it| late(it.round));
    let kept = kept.filter(|it| audience.is_privy(it.by) || audience.is_privy(it.to));
    let mut all: Vec<GivenWord> =
        broken.map(|it| told.broken(it)).chain(kept.map(|it| told.kept(it))).collect();
    all.sort_by_key(|word| word.round);
    all.drain(..all.len().saturating_sub(MOST));
    all
}

/// Sentences for one audience.
struct Told<'a> {
    rules: &'a Rules,
    audience: Audience,
}

impl Told<'_> {
    fn is_reader(&self, seat: Seat) -> bool {
        Some(seat) == self.audience.seat()
    }

    fn who(&self, seat: Seat) -> &str {
        if self.is_reader(seat) { "You" } else { self.rules.name(seat) }
    }

    fn whom(&self, seat: Seat) -> &str {
        if self.is_reader(seat) { "you" } else { self.rules.name(seat) }
    }

    fn broken(&self, &BrokenWord { by, to, round, how }: &BrokenWord) -> GivenWord {
        let (who, whom) = (self.who(by), self.whom(to));
        let whose = if self.is_reader(by) { "your" } else { "their" };
        let text = match how {
            WordBreak::Betrayal => format!("{who} betrayed {whose} agreement with {whom}."),
            WordBreak::EarlyAttack => format!("{who} attacked {whom} before the ceasefire began."),
            WordBreak::Promise => format!("{who} attacked {whom} against {whose} promise."),
        };
        GivenWord { by, round: round.0, kept: false, text }
    }

    fn kept(&self, &KeptWord { by, to, round }: &KeptWord) -> GivenWord {
        let whose = if self.is_reader(by) { "your" } else { "their" };
        let text = format!("{} kept {whose} promise to {}.", self.who(by), self.whom(to));
        GivenWord { by, round: round.0, kept: true, text }
    }
}
