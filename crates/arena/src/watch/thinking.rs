//! How long bots take to decide.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use backchannel::{Command, Options, Rules, View};
use bots::{Bot, Conduct, Reasons, Remembered};
use parley::Chance;

use super::row::ThinkingRow;

/// The time that one bot has taken.
#[derive(Clone, Default)]
pub(crate) struct Stopwatch(Arc<Readings>);

#[derive(Default)]
struct Readings {
    decisions: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Stopwatch {
    pub(crate) fn read(&self) -> ThinkingRow {
        ThinkingRow {
            decisions: self.0.decisions.load(Ordering::Relaxed),
            nanoseconds: self.0.nanoseconds.load(Ordering::Relaxed),
        }
    }

    fn measure<T>(&self, decide: impl FnOnce() -> T) -> T {
        let started = Instant::now();
        let decided = decide();
        let nanoseconds = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.0.decisions.fetch_add(1, Ordering::Relaxed);
        self.0.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        decided
    }
}

/// The same bot, with its decisions timed.
pub(crate) fn timed(bot: Box<dyn Bot>, watch: &Stopwatch) -> Box<dyn Bot> {
    Box::new(TimedBot { bot, watch: watch.clone() })
}

struct TimedBot {
    bot: Box<dyn Bot>,
    watch: Stopwatch,
}

impl Bot for TimedBot {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        self.watch.measure(|| self.bot.act(rules, view, options, chance))
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        self.watch.measure(|| self.bot.answer(rules, view, options, chance))
    }

    fn looks(&self) -> bool {
        self.bot.looks()
    }

    fn memory(&self) -> Vec<Remembered> {
        self.bot.memory()
    }

    fn end(&mut self, rules: &Rules, view: &View) -> Option<Conduct> {
        self.bot.end(rules, view)
    }

    fn reasons(&self) -> Option<Reasons> {
        self.bot.reasons()
    }
}
