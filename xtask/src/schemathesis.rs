//! `cargo xtask schemathesis`: tests the API with everything that its document allows, and much that it does not.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::shell;

const VERSION: &str = "4.32.5";
/// Requests of each kind to each address.
const EXAMPLES: &str = "20";
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_schema_conformance";
/// Endless streams.
const STREAMS: &str = "/(events|socket)$";

/// Limits are for people; here most requests would run into them.
const LIMITS: &str = "[limits]\nguests_per_hour = 1000000\nsign_ins_per_minute = 1000000\n\
    questions_per_minute = 1000000\nwrites_per_minute = 1000000\ntables_per_person = 1000000\n\
    invitations_per_table = 1000\ntokens_per_person = 1000\n";

pub(crate) fn run() -> Result<()> {
    let program = install()?;
    let server = Server::start()?;
    let cookie = server.guest()?;
    let config = server.folder.join("schemathesis.toml");
    fs::write(&config, known(&server.game(&cookie)?))?;
    let mut ask = shell::program(program);
    ask.arg("--config-file").arg(config).arg("run");
    ask.arg(format!("{}/api/openapi.json", server.origin));
    ask.args(["--phases", "examples,coverage,fuzzing", "--max-examples", EXAMPLES]);
    ask.args(["--generation-deterministic", "--checks", CHECKS, "--warnings", "off"]);
    // One worker: `ast.parse`, which it calls all the time, fails at random in threads of CPython 3.11.
    ask.args(["--exclude-path-regex", STREAMS, "--workers", "1", "--request-timeout", "20"]);
    ask.args(["-H", &format!("Cookie: {cookie}"), "-H", &format!("Origin: {}", server.origin)]);
    // It always acts as the same person, who may not sign out.
    ask.args(["--generation-with-security-parameters", "false"]);
    ask.args([
        "--exclude-operation-id",
        "sign_out",
        "--exclude-operation-id",
        "sign_out_everywhere",
    ]);
    shell::run(&mut ask)
}

/// What it could not guess: a table in play, and a rulebook.
fn known(table: &str) -> String {
    format!("[parameters]\n\"path.id\" = \"{table}\"\n\"path.book\" = \"backchannel\"\n")
}

/// The program in an environment of its own, made once.
fn install() -> Result<PathBuf> {
    let home = shell::target().join(format!("schemathesis-{VERSION}"));
    let program = home.join("bin/schemathesis");
    if program.exists() {
        return Ok(program);
    }
    shell::run(shell::program("python3").args(["-m", "venv"]).arg(&home))?;
    let mut pip = shell::program(home.join("bin/pip"));
    let wanted = format!("schemathesis=={VERSION}");
    shell::run(pip.args(["install", "--quiet", "--disable-pip-version-check", &wanted]))?;
    Ok(program)
}

/// The server on a port and a database of its own, until it is dropped.
struct Server {
    child: Child,
    folder: PathBuf,
    origin: String,
}

impl Server {
    fn start() -> Result<Server> {
        let folder = shell::target().join("schemathesis-server");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("limits.toml"), LIMITS)?;
        let db = format!("sqlite:{}", folder.join("tables.db").display());
        let log = fs::File::create(folder.join("log"))?;
        let mut serve = shell::program(shell::built("backchannel")?);
        serve.args(["serve", "--addr", "127.0.0.1:0", "--db", &db, "--config"]);
        serve.arg(folder.join("limits.toml")).stdout(Stdio::piped()).stderr(log);
        let mut child = serve.spawn().context("the server did not start")?;
        let says = child.stdout.take().context("it is piped")?;
        let mut line = String::new();
        BufReader::new(says).read_line(&mut line)?;
        let origin = line.trim().trim_end_matches('/').rsplit(' ').next().unwrap_or_default();
        let server = Server { child, folder, origin: origin.to_owned() };
        ensure!(server.origin.starts_with("http://"), "the server did not start: {line}");
        Ok(server)
    }

    /// The cookie of a new guest.
    fn guest(&self) -> Result<String> {
        let answer = self.post("/guests", r#"{"name":"Tester"}"#, "")?;
        let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.with_context(|| format!("a guest was given no cookie: {answer}"))?;
        Ok(cookie.split(';').next().unwrap_or_default().to_owned())
    }

    /// A game against bots.
    fn game(&self, cookie: &str) -> Result<String> {
        let answer = self.post("/quick", "{}", cookie)?;
        let id = answer.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next());
        Ok(id.with_context(|| format!("no game was begun: {answer}"))?.to_owned())
    }

    fn post(&self, path: &str, body: &str, cookie: &str) -> Result<String> {
        let (origin, host) = (&self.origin, self.origin.trim_start_matches("http://"));
        let mut stream = TcpStream::connect(host)?;
        write!(
            stream,
            "POST /api/v1{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have exited by itself, and then its output has been shown.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
