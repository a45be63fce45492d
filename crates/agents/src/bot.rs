//! A program as a bot of the conquest game.

use backchannel::caretaker::caretake;
use backchannel::menu::{MenuEntry, menu};
use backchannel::{Command, Game, Options, Rules, View, brief};
use bots::{Bot, Conduct};
use parley::{Chance, Game as _, Language, Options as _, Seat};
use serde_json::value::{RawValue, to_raw_value};

use crate::fault::Fault;
use crate::process::ErrorOutput;
use crate::session::{ProgramQuestion, ProgramReply, ProgramSession, RefusedAnswer};
use crate::spec::{ProgramSpec, TimeControl};
use crate::wire::{GameLine, MenuLine, TimeLine};

/// How many faults are kept in words.
const MOST_FAULTS: usize = 20;

/// A program that plays a seat. Whatever it fails to do, a caretaker does.
pub struct ProgramBot {
    spec: ProgramSpec,
    errors: ErrorOutput,
    stage: Stage,
    conduct: Conduct,
    faults: Vec<Fault>,
}

enum Stage {
    /// Nothing was asked yet.
    Asleep,
    Playing(Box<ProgramSession>),
    /// It is not asked any more.
    Gone,
}

impl ProgramBot {
    pub fn new(spec: ProgramSpec, errors: ErrorOutput) -> ProgramBot {
        let (conduct, faults) = (Conduct::default(), Vec::new());
        ProgramBot { spec, errors, stage: Stage::Asleep, conduct, faults }
    }

    /// The same with a program that has been started already.
    pub fn greeted(spec: ProgramSpec, session: ProgramSession) -> ProgramBot {
        let stage = Stage::Playing(Box::new(session));
        ProgramBot { stage, ..ProgramBot::new(spec, ErrorOutput::Keep) }
    }

    /// What it has done wrong so far, the oldest first.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The program, while it is playing.
    pub fn session(&self) -> Option<&ProgramSession> {
        match &self.stage {
            Stage::Playing(session) => Some(session),
            Stage::Asleep | Stage::Gone => None,
        }
    }

    /// Tells a program that was started already what game it plays.
    pub fn begin(&mut self, rules: &Rules, seat: Seat) {
        let time = self.spec.time;
        if let Stage::Playing(session) = &mut self.stage {
            begin(session, rules, seat, time);
        }
    }

    /// Tells it the result and waits for it to end: whether it did by itself, or `None` if it is not playing any more.
    pub fn finish(&mut self, view: &View) -> Option<bool> {
        let Stage::Playing(session) = std::mem::replace(&mut self.stage, Stage::Gone) else {
            return None;
        };
        let outcome = view.outcome.as_ref().map(raw);
        Some(session.end(outcome.as_deref(), self.conduct.forfeits.total()))
    }

    /// What the program decides; `None` if it forfeits, or leaves it for later.
    fn ask(&mut self, due: bool, rules: &Rules, view: &View, options: &Options) -> Option<Command> {
        self.wake(rules, options);
        let Stage::Playing(session) = &mut self.stage else {
            self.conduct.forfeits.gone += u32::from(due);
            return None;
        };
        let listed = menu(rules, view, options, Language::default());
        let ask = ProgramQuestion {
            due,
            view: &|| raw(view),
            options: &|| raw(options),
            menu: &|| raw_menu(&listed),
            text: &|| brief::brief(rules, view, Language::default()),
        };
        match session.ask(&ask, |reply| resolve(reply, &listed, options)) {
            Ok(command) => command,
            Err(fault) => {
                self.forfeit(fault, due);
                None
            }
        }
    }

    /// Starts the program at the first question.
    fn wake(&mut self, rules: &Rules, options: &Options) {
        if !matches!(self.stage, Stage::Asleep) {
            return;
        }
        match ProgramSession::start(&self.spec, self.errors) {
            Ok(mut session) => {
                begin(&mut session, rules, options.seat.unwrap_or(Seat(0)), self.spec.time);
                self.stage = Stage::Playing(Box::new(session));
            }
            Err(fault) => {
                self.note(fault);
                self.stage = Stage::Gone;
            }
        }
    }

    fn forfeit(&mut self, fault: Fault, due: bool) {
        let forfeits = &mut self.conduct.forfeits;
        let count = match fault {
            Fault::Late { .. } | Fault::OutOfTime => &mut forfeits.late,
            Fault::Nonsense { .. } => &mut forfeits.nonsense,
            _ => &mut forfeits.gone,
        };
        *count += u32::from(due);
        if fault.is_final() {
            self.stage = Stage::Gone;
        }
        self.note(fault);
    }

    fn note(&mut self, fault: Fault) {
        self.conduct.first.get_or_insert_with(|| fault.to_string());
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }
}

fn begin(session: &mut ProgramSession, rules: &Rules, seat: Seat, time: TimeControl) {
    let setup = rules.setup();
    session.begin(&GameLine {
        game: Game::RULES.split('/').next().unwrap_or(Game::RULES),
        rules: Game::RULES,
        seat: seat.0,
        seats: rules.seats(),
        names: &setup.names,
        setup: &raw(&setup),
        time: TimeLine {
            move_ms: time.a_move.as_millis() as u64,
            game_ms: time.a_game.as_millis() as u64,
        },
    });
}

/// The command that an answer stands for, if it is allowed.
fn resolve(
    reply: ProgramReply,
    listed: &[MenuEntry],
    options: &Options,
) -> Result<Option<Command>, RefusedAnswer> {
    let refused = |text: String| RefusedAnswer { text, clause: None };
    let command = match reply {
        ProgramReply::Skip => return Ok(None),
        ProgramReply::Number(n) => {
            let entry = usize::try_from(n).ok().and_then(|n| listed.get(n));
            let most = listed.len().saturating_sub(1);
            return entry
                .map(|entry| Some(entry.command))
                .ok_or_else(|| refused(format!("The menu goes from 0 to {most}, not to {n}.")));
        }
        ProgramReply::Command(command) => serde_json::from_value::<Command>(command)
            .map_err(|error| refused(format!("That is not a command: {error}.")))?,
    };
    if options.contains(&command) {
        return Ok(Some(command));
    }
    Err(refused("That command is not among the options of the seat now.".to_owned()))
}

fn raw(value: &impl serde::Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("views and options are plain data")
}

fn raw_menu(listed: &[MenuEntry]) -> Box<RawValue> {
    let lines = listed.iter().enumerate();
    let lines: Vec<_> = lines
        .map(|(n, MenuEntry { verb, text, command })| MenuLine { n, verb, text, command })
        .collect();
    raw(&lines)
}

impl Bot for ProgramBot {
    fn act(&mut self, rules: &Rules, view: &View, options: &Options, _: &mut Chance) -> Command {
        let made = self.ask(true, rules, view, options).or_else(|| caretake(options));
        made.or_else(|| options.nth_move(0)).unwrap_or(Command::Pass)
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        _: &mut Chance,
    ) -> Option<Command> {
        self.ask(false, rules, view, options)
    }

    fn end(&mut self, _: &Rules, view: &View) -> Option<Conduct> {
        self.finish(view);
        Some(self.conduct.clone())
    }
}
