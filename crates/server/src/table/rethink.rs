//! Why a bot did something: its decisions are repeated with the views and the random numbers that it had.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use parley::{Audience, Seat, Seed};

use super::body::{BotQuestion, StepBody};
use super::bots::{self, BotMind};
use super::live::{FoldError, LiveTable};
use super::origin::Origin;
use super::{Tables, trouble};
use crate::lobby::record::TableRecord;
use crate::ruleset::{BotPlayer, GameEntry, Ruleset};
use crate::store::StoredStep;
use crate::wire::live::PlayedBy;
use crate::wire::problem::Problem;
use crate::wire::reasons::{BotReasons, Explanation};
use crate::wire::table::TableId;
use crate::work::{Work, WorkPermit};

/// The last step whose move is explained: everything before a move has to be replayed to explain it.
const MOST_STEPS: u32 = 20_000;

/// The move that is to be explained.
struct ExplainedMove {
    seat: Seat,
    mind: Option<u32>,
}

impl ExplainedMove {
    /// `None` if no bot made it.
    fn of<G: Ruleset>(step: &StoredStep) -> Result<Option<ExplainedMove>, FoldError> {
        match LiveTable::<G>::parse(step)? {
            StepBody::Played { seat, hand: PlayedBy::Bot, thought, .. } => {
                let mind = thought.map(|thought| thought.mind);
                Ok(Some(ExplainedMove { seat, mind }))
            }
            _ => Ok(None),
        }
    }
}

/// A question to the bot, and the move that it led to; `None` if nothing came of it.
struct Asked<G: Ruleset> {
    question: BotQuestion,
    answer: Option<G::Command>,
}

/// Everything that one bot was asked, up to a move.
struct BotQuestions<G: Ruleset> {
    mind: u32,
    all: VecDeque<Asked<G>>,
}

impl<G: Ruleset> BotQuestions<G> {
    fn read(&mut self, step: &StoredStep) -> Result<bool, FoldError> {
        let body = LiveTable::<G>::parse(step)?;
        if let StepBody::Played { command, thought: Some(thought), .. } = body
            && thought.mind == self.mind
        {
            let asked = thought.asked.into_iter().map(|question| Asked { question, answer: None });
            self.all.extend(asked);
            if let Some(last) = self.all.back_mut() {
                last.answer = Some(command);
            }
        }
        Ok(true)
    }
}

/// A bot that repeats its decisions.
struct Rethinking<G: Ruleset> {
    live: LiveTable<G>,
    seat: Seat,
    seed: Seed,
    questions: VecDeque<Asked<G>>,
    player: Option<Box<dyn BotPlayer<G>>>,
    /// The name of the bot.
    bot: Option<String>,
    time_left: Duration,
    doubt: Option<Doubt>,
}

/// Why a decision cannot be explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doubt {
    Unrecorded,
    TooLong,
    /// It decides differently now.
    Changed,
    Silent,
}

impl Doubt {
    fn sentence(self) -> &'static str {
        match self {
            Doubt::Unrecorded => {
                "What this bot was shown before it decided was not recorded, so its reasons are not known."
            }
            Doubt::TooLong => "It would take too long to replay everything before this move.",
            Doubt::Changed => {
                "This bot would decide differently today, so its reasons at the time are not known."
            }
            Doubt::Silent => "This bot does not record what it weighs.",
        }
    }
}

impl<G: Ruleset> Rethinking<G> {
    fn new(
        origin: &Origin<G>,
        seat: Seat,
        questions: VecDeque<Asked<G>>,
        time_left: Duration,
    ) -> Result<Rethinking<G>, FoldError> {
        Ok(Rethinking {
            live: LiveTable::watched(origin, [])?,
            seat,
            seed: origin.seed()?.for_bots(),
            questions,
            player: None,
            bot: None,
            time_left,
            doubt: None,
        })
    }

    fn is_done(&self) -> bool {
        self.doubt.is_some() || self.questions.is_empty()
    }

    /// Returns whether there is more to find out.
    fn read(&mut self, step: &StoredStep) -> Result<bool, FoldError> {
        let begun = Instant::now();
        self.live.follow(step)?;
        while !self.is_done()
            && let Some(asked) =
                self.questions.pop_front_if(|asked| asked.question.0 == self.live.steps)
        {
            self.doubt = self.ask_again(&asked);
        }
        self.time_left = self.time_left.saturating_sub(begun.elapsed());
        if self.time_left.is_zero() && !self.is_done() {
            self.doubt = Some(Doubt::TooLong);
        }
        Ok(!self.is_done())
    }

    fn ask_again(&mut self, asked: &Asked<G>) -> Option<Doubt> {
        let name = self.live.company.bot(self.seat, G::RELIEF)?;
        let LiveTable { game, memory, .. } = &self.live;
        let player = self.player.take().or_else(|| game.player(&name, self.seat, memory));
        let Some(player) = player else { return Some(Doubt::Changed) };
        self.bot = Some(name);
        let mut mind = BotMind::<G> {
            player,
            chance: bots::chance(self.seed, self.seat, asked.question),
            view: G::View::default(),
            options: G::Options::default(),
        };
        self.live.game.view_into(Audience::Seat(self.seat), &mut mind.view);
        self.live.game.options_into(self.seat, &mut mind.options);
        // Today's version of the bot may not cope with a position that an older version got into.
        let thought = catch_unwind(AssertUnwindSafe(|| mind.think(asked.question)));
        let Ok(command) = thought else { return Some(Doubt::Changed) };
        self.player = Some(mind.player);
        let same = asked.answer.is_none() || asked.answer == command;
        (!same).then_some(Doubt::Changed)
    }
}

impl<G: Ruleset> Rethinking<G> {
    fn explain(self, step: u32) -> Explanation {
        let Rethinking { seat, bot, player, questions, doubt, .. } = self;
        let doubt = doubt.or((!questions.is_empty()).then_some(Doubt::Unrecorded));
        let reasons = match doubt {
            Some(doubt) => Err(doubt),
            None => player.and_then(|player| player.reasons()).ok_or(Doubt::Silent),
        };
        Explanation { bot, ..explanation(step, seat, reasons) }
    }
}

fn explanation(step: u32, seat: Seat, reasons: Result<BotReasons, Doubt>) -> Explanation {
    let unknown = reasons.as_ref().err().map(|doubt| doubt.sentence().to_owned());
    Explanation { step, seat, bot: None, reasons: reasons.ok(), unknown }
}

impl<G: Ruleset> GameEntry<G> {
    /// Why a bot made a move of a finished game, if that takes no longer than `patience`.
    ///
    /// # Errors
    /// If no bot made it, or too many moves are being explained.
    pub(super) async fn rethink(
        &self,
        tables: &Tables,
        record: TableRecord,
        step: u32,
        patience: Duration,
    ) -> Result<Explanation, Problem> {
        let id = record.id.clone();
        let stored = tables.step(&id, step).await?.ok_or_else(trouble::not_a_bots_move)?;
        let found =
            ExplainedMove::of::<G>(&stored).map_err(|broken| tables.broken(&id, &broken))?;
        let ExplainedMove { seat, mind } = found.ok_or_else(trouble::not_a_bots_move)?;
        let Some(mind) = mind else { return Ok(explanation(step, seat, Err(Doubt::Unrecorded))) };
        if step > MOST_STEPS {
            return Ok(explanation(step, seat, Err(Doubt::TooLong)));
        }
        let origin = self.origin(tables, record).await?;
        let permit = Work::Explaining.permit().await?;
        let pages = Pages { tables, table: &id, permit };
        let asked = BotQuestions::<G> { mind, all: VecDeque::new() };
        let asked = pages.read(step + 1, asked, BotQuestions::read).await?;
        let again = Rethinking::new(&origin, seat, asked.all, patience);
        let again = again.map_err(|broken| tables.broken(&id, &broken))?;
        Ok(pages.read(step, again, Rethinking::read).await?.explain(step))
    }
}

/// The steps of a table, read on a thread of their own.
struct Pages<'a> {
    tables: &'a Tables,
    table: &'a TableId,
    permit: WorkPermit,
}

impl Pages<'_> {
    /// Has `reader` read the steps before `end`, until it returns `false`.
    async fn read<T: Send + 'static>(
        &self,
        end: u32,
        mut reader: T,
        read: fn(&mut T, &StoredStep) -> Result<bool, FoldError>,
    ) -> Result<T, Problem> {
        let (mut from, mut more) = (0, true);
        while more && from < end {
            let mut steps = self.tables.page(self.table, from).await?;
            from += steps.len() as u32;
            more = !steps.is_empty();
            steps.retain(|step| step.seq < end);
            let work = move || {
                let mut unread = steps.iter();
                let goes_on =
                    unread.try_fold(
                        true,
                        |on, step| if on { read(&mut reader, step) } else { Ok(false) },
                    );
                goes_on.map(|goes_on| (reader, goes_on))
            };
            let done = self.permit.run(work).await?;
            let goes_on;
            (reader, goes_on) = done.map_err(|broken| self.tables.broken(self.table, &broken))?;
            more = more && goes_on;
        }
        Ok(reader)
    }
}
