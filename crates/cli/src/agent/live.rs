//! A program on its seat at a live table, by a token.

use std::io::Write;

use agents::wire::{GameLine, TimeLine};
use agents::{
    ErrorOutput, Fault, ProgramQuestion, ProgramReply, ProgramSession, ProgramSpec, RefusedAnswer,
};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::failure::Failure;
use crate::remote::{Remote, RemoteArgs};

/// How long one request waits for news, in seconds.
const WAIT: u64 = 20;
/// The longest page of a menu.
const PAGE: u32 = 200;

/// A seat at a live table.
#[derive(clap::Args)]
pub(crate) struct LivePlay {
    #[command(flatten)]
    remote: RemoteArgs,
    /// The table at that server, at which you have a seat.
    #[arg(long, value_name = "ID", requires = "server")]
    table: Option<String>,
    /// Which of your seats, if you have several.
    #[arg(long, value_name = "N", requires = "table")]
    seat: Option<u8>,
}

impl LivePlay {
    /// The seat, if a server is named.
    pub(super) fn seat(&self) -> Result<Option<LiveSeat>, Failure> {
        let Some(remote) = self.remote.remote()? else { return Ok(None) };
        let table = self.table.clone().ok_or_else(|| {
            Failure::Input("--table: say at which table the program plays".to_owned())
        })?;
        if !table.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) {
            return Err(Failure::Input(format!("--table: {table} is not the id of a table")));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Some(LiveSeat { runtime, remote, table, seat: self.seat }))
    }
}

pub(super) struct LiveSeat {
    runtime: Runtime,
    remote: Remote,
    table: String,
    seat: Option<u8>,
}

/// What became of the program's moves.
#[derive(Default)]
struct LiveScore {
    asked: u64,
    forfeits: u64,
    first: Option<String>,
    /// The offers and signals that the program has been asked about.
    heard: Option<(u64, u64)>,
}

impl LiveScore {
    /// Whether an offer or a signal has arrived since it was last asked.
    fn is_called(&mut self, brief: &Value) -> bool {
        let count = |name: &str| brief[name].as_u64().unwrap_or(0);
        let (offers, signals) = (count("proposals"), count("signals"));
        let before = self.heard.replace((offers, signals));
        before.is_some_and(|(known, heard)| offers > known || signals > heard)
            || (before.is_none() && offers > 0)
    }
}

impl LiveSeat {
    pub(super) fn play(self, spec: &ProgramSpec, out: &mut impl Write) -> Result<(), Failure> {
        let mut brief = self.get("brief", "")?;
        let setup = self.get("setup", "")?;
        let table = self.get_table()?;
        let mut score = LiveScore::default();
        let mut program = match ProgramSession::start(spec, ErrorOutput::Show) {
            Ok(mut session) => {
                self.begin(&mut session, spec, &table, &setup, &brief);
                Some(session)
            }
            // Somebody waits for this seat to move, so the caretaker plays on.
            Err(fault) => {
                writeln!(out, "{fault} The caretaker makes its moves.")?;
                score.first = Some(fault.to_string());
                None
            }
        };
        while brief["over"] != true {
            let due = brief["due"] == true;
            if due || (program.is_some() && score.is_called(&brief)) {
                self.turn(&mut program, due, &mut score)?;
            }
            let seq = brief["seq"].as_u64().unwrap_or(0);
            brief = self.get("brief", &format!("since={seq}&wait={WAIT}"))?;
        }
        let view = self.get("view", "")?;
        if let Some(session) = program {
            let outcome = &view["view"]["outcome"];
            session.end((!outcome.is_null()).then(|| raw(outcome)).as_deref(), score.forfeits);
        }
        let LiveScore { asked, forfeits, first, .. } = score;
        writeln!(
            out,
            "The game is over. It was asked {asked} times and forfeited {forfeits} moves to the caretaker."
        )?;
        if let Some(first) = first {
            writeln!(out, "  The first thing that went wrong: {first}")?;
        }
        Ok(())
    }

    fn begin(
        &self,
        session: &mut ProgramSession,
        spec: &ProgramSpec,
        table: &Value,
        setup: &Value,
        brief: &Value,
    ) {
        let seats = table["seats"].as_array().cloned().unwrap_or_default();
        let name = |seat: &Value| seat["name"].as_str().unwrap_or_default().to_owned();
        let names: Vec<String> = seats.iter().map(name).collect();
        let game = table["ruleset"].as_str().unwrap_or_default();
        session.begin(&GameLine {
            game,
            rules: rules_of(game),
            seat: brief["seat"].as_u64().unwrap_or(0) as u8,
            seats: names.len(),
            names: &names,
            setup: &raw(setup),
            time: TimeLine {
                move_ms: spec.time.a_move.as_millis() as u64,
                game_ms: spec.time.a_game.as_millis() as u64,
            },
        });
    }

    /// Asks the program once. What it does not do, the caretaker does, if it is due.
    fn turn(
        &self,
        program: &mut Option<ProgramSession>,
        due: bool,
        score: &mut LiveScore,
    ) -> Result<(), Failure> {
        let page = self.get("menu", &format!("limit={PAGE}"))?;
        if let Some(session) = program {
            score.asked += 1;
            match self.ask(session, due, &page)? {
                Ok(()) => return Ok(()),
                Err(fault) => {
                    score.first.get_or_insert_with(|| fault.to_string());
                    if fault.is_final() {
                        *program = None;
                    }
                }
            }
        }
        if !due {
            return Ok(());
        }
        score.forfeits += 1;
        let command = &page["caretaker"];
        if command.is_null() {
            return Ok(());
        }
        // The table may have moved on by itself; then there is nothing to do.
        let _ = self.command(command);
        Ok(())
    }

    fn ask(
        &self,
        session: &mut ProgramSession,
        due: bool,
        page: &Value,
    ) -> Result<Result<(), Fault>, Failure> {
        let whole = self.get("view", "")?;
        let text = self.get("brief", "")?;
        let ask = ProgramQuestion {
            due,
            view: &|| raw(&whole["view"]),
            options: &|| raw(&whole["options"]),
            menu: &|| raw(&page["entries"]),
            text: &|| text["text"].as_str().unwrap_or_default().to_owned(),
        };
        let entries = page["entries"].as_array().map_or(&[][..], Vec::as_slice);
        Ok(session.ask(&ask, |reply| {
            let command = match reply {
                ProgramReply::Skip => return Ok(()),
                ProgramReply::Command(command) => command,
                ProgramReply::Number(n) => {
                    let entry = entries.iter().find(|entry| entry["n"] == n);
                    let entry = entry.ok_or_else(|| RefusedAnswer {
                        text: format!(
                            "The menu has no number {n}; it has {} entries.",
                            entries.len()
                        ),
                        clause: None,
                    })?;
                    entry["command"].clone()
                }
            };
            self.command(&command).map_err(|problem| refused(&problem))
        }))
    }

    fn command(&self, command: &Value) -> Result<(), Value> {
        use std::hash::{BuildHasher as _, Hasher as _};
        let random = || std::collections::hash_map::RandomState::new().build_hasher().finish();
        let id = format!("agent-{:016x}{:016x}", random(), random());
        let body = json!({ "id": id, "seat": self.seat, "command": command });
        let sent = self.remote.post(format!("/tables/{}/commands", self.table), body);
        self.runtime.block_on(sent).map(drop)
    }

    fn get_table(&self) -> Result<Value, Failure> {
        self.runtime
            .block_on(self.remote.get(format!("/tables/{}", self.table)))
            .map_err(|problem| failed(&problem))
    }

    fn get(&self, what: &str, query: &str) -> Result<Value, Failure> {
        let seat = self.seat.map_or_else(String::new, |seat| format!("&seat={seat}"));
        let path = format!("/tables/{}/{what}?{query}{seat}", self.table);
        self.runtime.block_on(self.remote.get(path)).map_err(|problem| failed(&problem))
    }
}

/// The rules of a game with their version.
fn rules_of(game: &str) -> &str {
    let known =
        [<backchannel::Game as parley::Game>::RULES, <twilight::Game as parley::Game>::RULES];
    known.into_iter().find(|rules| rules.split('/').next() == Some(game)).unwrap_or(game)
}

fn failed(problem: &Value) -> Failure {
    let detail = problem["detail"].as_str().unwrap_or("the server could not do it");
    Failure::Refuted(format!("--server: {detail}"))
}

fn refused(problem: &Value) -> RefusedAnswer {
    let text = |name: &str| problem[name].as_str().map(str::to_owned);
    RefusedAnswer { text: text("detail").unwrap_or_default(), clause: text("clause") }
}

fn raw(value: &Value) -> Box<RawValue> {
    to_raw_value(value).expect("it was JSON before")
}
