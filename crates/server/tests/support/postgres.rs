//! A PostgreSQL server for tests, which lives as long as the test process.

use std::io::{BufRead, BufReader, Write as _};
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

/// Starts the server, reports that it is ready, and waits until the test process is gone, however that happened: then
/// its end of the pipe is closed. Only then does it stop the server and clean up. Before that it can be told to stop
/// the server as if by a crash, and to start it again.
const SCRIPT: &str = r#"
bin=$1 port=$2
dir=$(mktemp -d "${TMPDIR:-/tmp}/backchannel-postgres.XXXXXX") || exit 1
trap '"$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1; rm -rf "$dir"' EXIT
trap : HUP INT TERM PIPE
make() { "$bin/initdb" -D "$dir/data" -U test -A trust -E UTF8 --locale=C --no-sync; }
start() { "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w -o "-p $port -h 127.0.0.1 -k $dir" start; }
crash() { "$bin/pg_ctl" -D "$dir/data" -m immediate -w stop; }
sure() { "$@" >"$dir/said" 2>&1 || { cat "$dir/said" "$dir/log" >&2; exit 1; }; }
ready() { echo "ready $(head -n 1 "$dir/data/postmaster.pid" 2>/dev/null)"; }
sure make
sure start
ready
while read -r word; do
    sure "$word"
    ready
done
"#;

/// A server, with as many databases as one likes.
pub struct PostgresServer {
    port: u16,
    /// The first of its processes; none while it is stopped.
    pid: AtomicU32,
    watchdog: Mutex<Watchdog>,
    databases: AtomicU32,
}

/// Holds both ends of the pipes.
struct Watchdog {
    child: Child,
    says: BufReader<ChildStdout>,
}

/// The address of a new, empty database on a server that all tests of a process share.
pub async fn database() -> String {
    static SERVER: OnceLock<PostgresServer> = OnceLock::new();
    SERVER.get_or_init(PostgresServer::start).database().await
}

impl PostgresServer {
    pub fn start() -> PostgresServer {
        // Between looking for a free port and taking it, somebody else may take it.
        let started = (0..3).find_map(|_| try_start());
        started.expect("PostgreSQL starts; what it complained about is above")
    }

    /// The address of a new, empty database.
    pub async fn database(&self) -> String {
        let base = format!("postgres://test@127.0.0.1:{}", self.port);
        let mut connection = PgConnection::connect(&format!("{base}/postgres"))
            .await
            .expect("the server has just been started");
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        connection.execute(create).await.expect("a new name");
        format!("{base}/{name}")
    }

    /// Ends the server as if by a crash, and starts it again on what it has left behind.
    #[allow(dead_code, reason = "not every test needs it")]
    pub fn crash(&self) {
        self.stop();
        self.start_again();
    }

    /// Ends the server as if by a crash.
    #[allow(dead_code, reason = "not every test needs it")]
    pub fn stop(&self) {
        self.tell("crash");
    }

    /// Starts it again on what it has left behind.
    #[allow(dead_code, reason = "not every test needs it")]
    pub fn start_again(&self) {
        self.tell("start");
    }

    /// The first of its processes, which all others descend from.
    #[allow(dead_code, reason = "not every test needs it")]
    pub fn pid(&self) -> u32 {
        self.pid.load(Ordering::Relaxed)
    }

    #[allow(dead_code, reason = "not every test needs it")]
    fn tell(&self, what: &str) {
        let mut watchdog = self.watchdog.lock().expect("nobody panics with it");
        let Watchdog { child, says } = &mut *watchdog;
        let hears = child.stdin.as_mut().expect("it is piped");
        writeln!(hears, "{what}").expect("it listens");
        let pid = ready(says).expect("PostgreSQL does it; what it complained about is above");
        self.pid.store(pid, Ordering::Relaxed);
    }
}

fn try_start() -> Option<PostgresServer> {
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|socket| socket.local_addr())
        .expect("a free port")
        .port();
    let mut child = shell()
        .args(["-c", SCRIPT, "sh"])
        .arg(binaries())
        .arg(port.to_string())
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Interrupting the tests does not interrupt the cleanup.
        .process_group(0)
        .spawn()
        .expect("a shell");
    let mut says = BufReader::new(child.stdout.take().expect("it is piped"));
    let Some(pid) = ready(&mut says) else {
        child.wait().expect("it has closed its pipe, so it ends");
        return None;
    };
    let pid = AtomicU32::new(pid);
    let watchdog = Mutex::new(Watchdog { child, says });
    Some(PostgresServer { port, pid, watchdog, databases: AtomicU32::new(0) })
}

/// What it says when it has done what it was told: the server's process, 0 if it is stopped.
fn ready(says: &mut impl BufRead) -> Option<u32> {
    let mut line = String::new();
    says.read_line(&mut line).expect("a pipe can be read");
    let pid = line.strip_prefix("ready ")?.trim();
    Some(pid.parse().unwrap_or(0))
}

/// PostgreSQL refuses to run as root.
fn shell() -> Command {
    let root = std::fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0);
    if !root {
        return Command::new("sh");
    }
    let mut shell = Command::new("setpriv");
    shell.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "sh"]);
    shell
}

fn binaries() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let found = versions
        .map(|version| version.path().join("bin"))
        .filter(|bin| bin.join("postgres").exists())
        .max();
    found.expect(
        "these tests start a PostgreSQL server: please install the Debian package `postgresql`",
    )
}
