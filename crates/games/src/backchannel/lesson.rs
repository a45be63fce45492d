//! The first lesson: a story on a fixed seed, played by the real rules, with what its one player sees at every step.

mod story;

use backchannel::odds::AttackOdds;
use backchannel::options::{Assault, Pitch, Placing, Ploy, Span, Targets};
use backchannel::{
    Cards, Command, Game, Mode, Options, Rules, Setup, Target, Territory, TerritorySet, View,
};
use parley::{Audience, Game as _, Language, Seat, SeatSet, Table};
use schemars::JsonSchema;
use serde::Serialize;
use server::ruleset::Ruleset as _;
use server::wire::live::LogLine;

use super::foresight::{self, ConsequenceWords, ProposalDraft};
use super::{Backchannel, BackchannelLine};

/// The seat of whoever takes the lesson.
const LEARNER: Seat = Seat(0);

/// A story that is played step by step, without a table on the server.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Lesson {
    pub seat: Seat,
    pub setup: Setup,
    pub steps: Vec<LessonStep>,
}

/// A step of the lesson: what has happened since the last one, and what to do now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LessonStep {
    pub title: String,
    pub text: String,
    pub clause: String,
    /// Where to look.
    pub panel: Option<LessonPanel>,
    /// The commands that lead on; a step without one is only read.
    pub expects: Vec<Command>,
    /// The odds of the attack that leads on, for each number at which a stop-loss could stop.
    pub odds: Vec<LessonOdds>,
    /// What the proposal that leads on would block.
    pub consequences: Vec<ConsequenceWords>,
    /// What is said to somebody who does something else.
    pub hint: String,
    /// One for each move since the last step; the last is where this step begins.
    pub frames: Vec<LessonFrame>,
}

/// The odds of an attack if a stop-loss stops at a number of troops.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct LessonOdds {
    /// `null` if there are too few troops for a stop-loss.
    pub stop_at: Option<u32>,
    pub odds: AttackOdds,
}

/// What the learner sees after a move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LessonFrame {
    pub view: View,
    pub options: Options,
    /// The lines of the log that the move added.
    pub log: Vec<LogLine<BackchannelLine>>,
}

/// A part of the client that a step is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LessonPanel {
    Orders,
    Deals,
    Signals,
}

pub fn lesson() -> Lesson {
    Teller::tell(story::setup(), story::position(), story::steps)
}

/// Plays the story and writes down what the learner sees of it.
struct Teller {
    table: Table<Game>,
    frames: Vec<LessonFrame>,
    steps: Vec<LessonStep>,
    /// Lines that have been told, and entries of the journal that they came from.
    lines: u32,
    entries: usize,
}

impl Teller {
    fn tell(setup: Setup, game: Game, steps: fn(&mut Teller)) -> Lesson {
        let (table, frames) = (Table::at(game), Vec::new());
        let mut teller = Teller { table, frames, steps: Vec::new(), lines: 0, entries: 0 };
        teller.look();
        steps(&mut teller);
        Lesson { seat: LEARNER, setup, steps: teller.steps }
    }

    fn rules(&self) -> &Rules {
        self.table.game().rules()
    }

    /// Somebody else's move, or a move that is made for the learner.
    fn plays(&mut self, seat: Seat, command: &Command) {
        self.table.act(seat, command).expect("the story keeps to the rules");
        self.look();
    }

    fn look(&mut self) {
        let game = self.table.game();
        let round = game.round().0;
        let hosted = self.hosted();
        let notices = self.table.journal().log_since(self.entries, Audience::Seat(LEARNER));
        let log: Vec<_> = (self.lines..)
            .zip(notices)
            .map(|(n, it)| LogLine { n, line: hosted.line(it, round, Language::English) })
            .collect();
        let view = game.view(Audience::Seat(LEARNER));
        self.entries = self.table.journal().entries().len();
        self.lines += log.len() as u32;
        self.frames.push(LessonFrame { view, options: Options::default(), log });
    }

    /// A step that is only read.
    fn says(&mut self, page: Page) {
        if self.frames.is_empty() {
            self.look();
        }
        self.step(page, LessonForesight::default());
    }

    /// A step that ends when the learner has given the command.
    fn asks(&mut self, page: Page, command: Command) {
        if self.frames.is_empty() {
            self.look();
        }
        let whole = self.table.game().options(LEARNER);
        let only = only(&whole, &command);
        let foreseen = self.foresee(&only, command);
        if let Some(last) = self.frames.last_mut() {
            last.options = only;
        }
        self.step(page, foreseen);
        self.plays(LEARNER, &command);
    }

    /// What leads on as the command does, and what the learner may know of it before.
    fn foresee(&self, options: &Options, command: Command) -> LessonForesight {
        let mut foreseen = LessonForesight { expects: vec![command], ..LessonForesight::default() };
        match command {
            Command::Attack { from, to, mode } => {
                let stops = options.attack.iter().filter_map(|it| it.stop_loss);
                let stops: Vec<u32> = stops.flat_map(|it| it.least..=it.most).collect();
                if mode == Mode::Once && !stops.is_empty() {
                    let modes = stops.iter().map(|&stop| Mode::StopLoss(stop));
                    let modes = modes.chain([Mode::Blitz]);
                    let any = modes.map(|mode| Command::Attack { from, to, mode });
                    foreseen.expects.extend(any);
                }
                let asked: Vec<Option<u32>> = match stops.is_empty() {
                    true => vec![None],
                    false => stops.into_iter().map(Some).collect(),
                };
                foreseen.odds =
                    asked.into_iter().filter_map(|stop| self.odds(from, to, stop)).collect();
            }
            Command::Propose { to, card, slots, against } => {
                let (draft, hosted) = (ProposalDraft { to, card, slots, against }, self.hosted());
                let words = foresight::foresee(&hosted, LEARNER, Language::English, draft);
                foreseen.consequences = words.expect("the story keeps to the rules");
            }
            Command::Deploy { .. }
            | Command::Occupy { .. }
            | Command::EndAttack
            | Command::Reinforce { .. }
            | Command::EndTurn
            | Command::Pass
            | Command::Play { .. }
            | Command::Accept { .. }
            | Command::Decline { .. }
            | Command::Apply { .. }
            | Command::Gamble { .. }
            | Command::Signal { .. }
            | Command::React { .. } => {}
        }
        foreseen
    }

    fn odds(&self, from: Territory, to: Territory, stop_at: Option<u32>) -> Option<LessonOdds> {
        let odds = self.table.game().attack_odds(LEARNER, from, to, stop_at);
        let odds = odds.expect("the story keeps to the rules")?;
        Some(LessonOdds { stop_at, odds })
    }

    fn hosted(&self) -> Backchannel {
        Backchannel(self.table.game().clone())
    }

    fn step(&mut self, page: Page, foreseen: LessonForesight) {
        let Page { title, text, clause, panel, hint } = page;
        let LessonForesight { expects, odds, consequences } = foreseen;
        let frames = std::mem::take(&mut self.frames);
        let (title, text) = (title.to_owned(), text);
        let (clause, hint) = (clause.to_owned(), hint.to_owned());
        self.steps.push(LessonStep {
            title,
            text,
            clause,
            panel,
            expects,
            odds,
            consequences,
            hint,
            frames,
        });
    }
}

/// What a step waits for, and what is known of it before.
#[derive(Default)]
struct LessonForesight {
    expects: Vec<Command>,
    odds: Vec<LessonOdds>,
    consequences: Vec<ConsequenceWords>,
}

/// The words of a step.
struct Page {
    title: &'static str,
    text: String,
    clause: &'static str,
    panel: Option<LessonPanel>,
    hint: &'static str,
}

/// Of everything that is possible, only what the story goes on with.
fn only(whole: &Options, command: &Command) -> Options {
    let mut options = Options::default();
    (options.free, options.free_troops) = (whole.free, whole.free_troops);
    if let Command::Accept { slots, .. } | Command::Propose { slots, .. } = *command {
        options.free_troops = Cards::NONE;
        options.free_troops.add_all(slots.iter());
    }
    match *command {
        Command::Deploy { to, troops } => {
            options.deploy.push(Placing { on: to, most: troops });
        }
        Command::Attack { from, to, mode: _ } => {
            let assault = whole.attack.iter().find(|it| it.from == from);
            let stop_loss = assault.and_then(|it| it.stop_loss);
            options.attack.push(Assault { from, to: TerritorySet::only(to), stop_loss });
        }
        Command::Occupy { troops } => {
            options.occupy = Some(Span { least: troops, most: troops });
        }
        Command::EndAttack => options.end_attack = true,
        Command::EndTurn => options.end_turn = true,
        Command::Pass => options.pass = true,
        Command::Play { card, target } => {
            let ploy = whole.play.iter().find(|it| it.card == card);
            options.play.extend(ploy.map(|it| Ploy { targets: only_target(target), ..*it }));
        }
        Command::Propose { card, to, .. } => {
            let pitch = whole.propose.iter().find(|it| it.card == card);
            options.propose.extend(pitch.map(|it| Pitch { to: SeatSet::only(to), ..*it }));
        }
        Command::Accept { proposal, .. } | Command::Decline { proposal } => {
            let waits = whole.answer.iter().filter(|it| it.proposal == proposal);
            options.answer.extend(waits.copied());
        }
        Command::React { signal, .. } => options.react.push(signal),
        // Not part of the story: what they take is asked of the server by table.
        Command::Reinforce { .. }
        | Command::Apply { .. }
        | Command::Gamble { .. }
        | Command::Signal { .. } => {}
    }
    options
}

fn only_target(target: Target) -> Targets {
    match target {
        Target::Territory(place) => Targets::Territories(TerritorySet::only(place)),
        Target::Seat(seat) => Targets::Seats(SeatSet::only(seat)),
        Target::Nothing => Targets::Nothing,
        Target::Treaty(_) => Targets::Treaties,
    }
}

#[cfg(test)]
mod tests;
