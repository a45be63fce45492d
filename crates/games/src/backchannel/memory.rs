//! What the bots of a table hold against others, and who may be told.

use backchannel::{BrokenWord, BrokenWords, Event, Rules, WordBreak};
use bots::{Deed, Remembered, find_character};
use parley::{Audience, Round, Seat};
use server::ruleset::{BotMemory, MemoryStamp};
use server::wire::live::{GivenWord, SeatMemory};

use super::Backchannel;
use super::company::short_name;

mod words;

/// The most sentences about one bot.
const MOST_SENTENCES: usize = 2;

/// The words that were broken, and those of them that bots hold against somebody.
pub struct Grudges {
    words: BrokenWords,
    held: Vec<HeldWord>,
    /// The round and the number of broken words that this was computed for.
    settled: (Round, usize),
}

/// A broken word that a bot would still remember if only what an audience knows of had happened. Otherwise a grudge that
/// a secret breach has renewed would reveal that breach.
struct HeldWord {
    audience: Audience,
    bot: Seat,
    word: BrokenWord,
}

impl Grudges {
    /// What the seat itself has seen.
    pub fn deeds(&self, seat: Seat) -> Vec<Remembered> {
        let words = self.words.all().iter();
        words.filter_map(|word| deed(word, seat)).collect()
    }

    /// What a bot still holds against others, as far as an audience knows of it. It is found by telling a fresh bot the
    /// same and asking it.
    fn hold(&mut self, (bot, name): (Seat, &str), audience: Audience, round: Round) {
        let Some((character, level)) = find_character(name) else { return };
        let known = self.words.all().iter().filter(|word| word.is_known_to(audience));
        let known = known.filter_map(|word| Some((word, deed(word, bot)?)));
        let (words, deeds): (Vec<&BrokenWord>, Vec<Remembered>) = known.unzip();
        if deeds.is_empty() {
            return;
        }
        let mut mind = character.bot(level);
        mind.remind(&deeds, round);
        let memory = mind.memory();
        let held = words.into_iter().zip(deeds).filter(|(_, deed)| memory.contains(deed));
        self.held.extend(held.map(|(word, _)| HeldWord { audience, bot, word: *word }));
    }
}

/// A broken word as a seat sees it; `None` if it is its own or does not know of it.
fn deed(word: &BrokenWord, seat: Seat) -> Option<Remembered> {
    let deed = match word.how {
        _ if word.by == seat => return None,
        WordBreak::Betrayal if word.to == seat => Deed::BetrayedMe,
        WordBreak::Betrayal => Deed::BetrayedAnother,
        WordBreak::EarlyAttack if word.to == seat => Deed::AttackedUnderDeal,
        WordBreak::Promise if word.to == seat => Deed::BrokePromise,
        WordBreak::EarlyAttack | WordBreak::Promise => return None,
    };
    Some(Remembered { about: word.by, round: word.round, deed })
}

impl BotMemory<Backchannel> for Grudges {
    fn begin(game: &Backchannel) -> Grudges {
        let words = BrokenWords::begin(&game.0);
        Grudges { words, held: Vec::new(), settled: (Round::NEVER, 0) }
    }

    fn observe(&mut self, game: &Backchannel, event: &Event) {
        self.words.observe(game.0.rules(), event);
    }

    fn settle(&mut self, game: &Backchannel, bots: &[(Seat, &str)]) {
        let now = (game.0.round(), self.words.all().len());
        if self.settled == now || now.1 == 0 {
            return;
        }
        self.settled = now;
        self.held.clear();
        let seats = Seat::all(game.0.rules().seats()).map(Audience::Seat);
        for audience in seats.chain([Audience::Spectator]) {
            for &bot in bots {
                self.hold(bot, audience, now.0);
            }
        }
    }

    fn stamp(&self, game: &Backchannel) -> MemoryStamp {
        let words = self.words.all().len() + self.words.kept().len();
        MemoryStamp { round: game.0.round().0, words }
    }

    fn recall(
        &self,
        game: &Backchannel,
        bots: &[(Seat, &str)],
        audience: Audience,
    ) -> Vec<SeatMemory> {
        let mut told = Vec::new();
        for (bot, _) in bots {
            let held = self.held.iter().filter(|it| (it.audience, it.bot) == (audience, *bot));
            told.extend(latest(held.map(|it| &it.word), audience).map(|word| SeatMemory {
                seat: *bot,
                text: sentence(game.0.rules(), *bot, word, audience),
            }));
        }
        told
    }

    fn words(&self, game: &Backchannel, audience: Audience) -> Vec<GivenWord> {
        words::late(&self.words, game.0.rules(), game.0.round(), audience)
    }
}

/// The latest word of each breaker: the audience's own first, then the latest.
fn latest<'w>(
    words: impl Iterator<Item = &'w BrokenWord>,
    audience: Audience,
) -> impl Iterator<Item = &'w BrokenWord> {
    let mut latest: Vec<&BrokenWord> = Vec::new();
    for word in words {
        latest.retain(|it| it.by != word.by);
        latest.insert(0, word);
    }
    latest.sort_by_key(|word| Some(word.by) != audience.seat());
    latest.into_iter().take(MOST_SENTENCES)
}

fn sentence(rules: &Rules, bot: Seat, word: &BrokenWord, audience: Audience) -> String {
    let (holder, round) = (short_name(rules, bot), word.round);
    let called = |seat: Seat| match Some(seat) == audience.seat() {
        true => "you",
        false => rules.name(seat),
    };
    let yours = Some(word.by) == audience.seat();
    let (who, whose) = (called(word.by), if yours { "your" } else { "their" });
    let deed = match word.how {
        WordBreak::Betrayal if word.to == bot => format!("{who} betrayed {whose} agreement"),
        WordBreak::Betrayal => format!("{who} betrayed {}", called(word.to)),
        WordBreak::EarlyAttack => format!("{who} attacked before the ceasefire began"),
        WordBreak::Promise => format!("{who} attacked against {whose} promise"),
    };
    format!("{holder} has not forgotten {round}: {deed}.")
}

#[cfg(test)]
mod tests;
