//! `backchannel agent check`: says what is wrong with a bot, in plain words.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use agents::{ErrorOutput, Fault, ProgramBot, ProgramSession, ProgramSpec};
use arena::{ACTIONS_A_GAME, ArenaPlayer, GameObserver, PlayBuffers, play};
use backchannel::{Command, Event, Game, Options, Rules, Setup, View};
use bots::{Bot, Conduct};
use parley::{Chance, Seat, Seed};

use super::ProgramArgs;
use crate::failure::Failure;
use crate::maps;
use crate::paint::Paint;

/// The seats of the game that is played: with three of them there is somebody to deal with.
const SEATS: usize = 3;

/// Check a program that is to play: its greeting, a whole game, its speed, how it ends.
#[derive(clap::Args)]
pub(crate) struct Check {
    #[command(flatten)]
    program: ProgramArgs,
}

impl Check {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<ExitCode, Failure> {
        let spec = self.program.spec()?;
        let mut findings = Findings { out, paint: Paint::for_output(), wrong: 0 };
        if let Some(session) = findings.greeting(&spec)? {
            findings.game(&spec, session)?;
        }
        let wrong = findings.wrong;
        let told = match wrong {
            0 => "It can play.".to_owned(),
            1 => "One thing is wrong.".to_owned(),
            _ => format!("{wrong} things are wrong."),
        };
        writeln!(out, "{told}")?;
        Ok(if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}

struct Findings<'a, W> {
    out: &'a mut W,
    paint: Paint,
    wrong: u32,
}

impl<W: Write> Findings<'_, W> {
    fn good(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{} {text}", self.paint.bold("ok"))?)
    }

    fn bad(&mut self, text: &str) -> Result<(), Failure> {
        self.wrong += 1;
        Ok(writeln!(self.out, "{} {text}", self.paint.bold("wrong"))?)
    }

    fn note(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{} {text}", self.paint.bold("careful"))?)
    }

    fn greeting(&mut self, spec: &ProgramSpec) -> Result<Option<ProgramSession>, Failure> {
        let started = Instant::now();
        match ProgramSession::start(spec, ErrorOutput::Show) {
            Ok(session) => {
                let name = session.name.as_deref().unwrap_or("a program without a name");
                let took = started.elapsed().as_millis();
                self.good(&format!("It starts and is ready after {took} ms: {name}."))?;
                Ok(Some(session))
            }
            Err(fault) => {
                self.bad(&format!("{fault}{}", advice(&fault)))?;
                Ok(None)
            }
        }
    }

    fn game(&mut self, spec: &ProgramSpec, mut session: ProgramSession) -> Result<(), Failure> {
        session.send_unknown();
        let map = maps::for_seats(SEATS)?;
        let rules = Rules::new(Setup::standard(map.file().clone(), SEATS))
            .map_err(|error| Failure::input(&error))?;
        let mut bot = ProgramBot::greeted(spec.clone(), session);
        bot.begin(&rules, Seat(0));
        let checked = Checked(Arc::new(Mutex::new(bot)));
        let mut game = Game::deal(Arc::new(rules), Seed::numbered(1, 0));
        let mut players = vec![player(Box::new(checked.clone()), 0)];
        for (seat, name) in (1..).zip(["envoy", "turncoat"]) {
            let bot = bots::by_name(name).map_err(|error| Failure::input(&error))?;
            players.push(player(bot, seat));
        }
        let mut desk = PlayBuffers::default();
        let played = play(&mut game, &mut players, ACTIONS_A_GAME, &mut desk, &mut Unwatched);
        if let Err(error) = played {
            self.bad(&format!("The game could not be played: {error}."))?;
        }
        self.conduct(&checked.lock())?;
        let view = parley::Game::view(&game, parley::Audience::Seat(Seat(0)));
        let Some(ended) = checked.lock().finish(&view) else { return Ok(()) };
        match ended {
            true => self.good("It ends when its input ends."),
            false => self.bad(
                "It does not end when its input ends, and had to be killed. Leave the loop at the end of the input.",
            ),
        }
    }

    fn conduct(&mut self, bot: &ProgramBot) -> Result<(), Failure> {
        let faults = bot.faults();
        for fault in faults {
            self.bad(&format!("{fault}{}", advice(fault)))?;
        }
        let Some(session) = bot.session().filter(|_| faults.is_empty()) else { return Ok(()) };
        let (answered, slowest) = (session.answered, session.slowest.as_secs_f64() * 1000.0);
        let mean = session.thought.as_secs_f64() * 1000.0 / (answered.max(1) as f64);
        self.good("It ignores lines that it does not know.")?;
        if let Some(first) = &session.first_refused {
            let refused = session.refused;
            self.note(&format!(
                "{refused} lines were refused before a good one came; three for one question forfeit it. Write what is \
                 no answer to the error output. The first: {first}"
            ))?;
        }
        self.good(&format!(
            "It answered all {answered} questions of a game, in {mean:.1} ms each and {slowest:.0} ms at most."
        ))
    }
}

/// What to do about a fault.
fn advice(fault: &Fault) -> &'static str {
    match fault {
        Fault::NotStarted { .. } => " Check that it may be executed.",
        Fault::OtherProtocol { .. } => " Answer with the `protocol` that `hello` names.",
        Fault::OutOfTime => " Read `left_ms`, or allow more with --time.",
        Fault::Ended { .. } => " It has to go on reading until its input ends.",
        Fault::EndedEarly { .. } => " Run the command by itself to see why.",
        Fault::NotReady { .. }
        | Fault::Late { .. }
        | Fault::Nonsense { .. }
        | Fault::Stopped { .. } => "",
    }
}

fn player(bot: Box<dyn Bot>, seat: u64) -> ArenaPlayer {
    ArenaPlayer { bot, chance: Seed::numbered(1, 1).stream(seat) }
}

/// The program, which is asked about its conduct after the game.
#[derive(Clone)]
struct Checked(Arc<Mutex<ProgramBot>>);

impl Checked {
    fn lock(&self) -> MutexGuard<'_, ProgramBot> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bot for Checked {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        self.lock().act(rules, view, options, chance)
    }

    fn answer(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Option<Command> {
        self.lock().answer(rules, view, options, chance)
    }

    fn end(&mut self, rules: &Rules, view: &View) -> Option<Conduct> {
        self.lock().end(rules, view)
    }
}

struct Unwatched;

impl GameObserver for Unwatched {
    fn opened(&mut self, _: &Game, _: &[Event]) -> io::Result<()> {
        Ok(())
    }

    fn acted(&mut self, _: &Game, _: Seat, _: &Command, _: &[Event]) -> io::Result<()> {
        Ok(())
    }
}
