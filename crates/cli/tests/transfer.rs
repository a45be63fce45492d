//! `backchannel export` and `import`, between two databases.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn backchannel(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_backchannel"));
    let output = command.args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A server, stopped with the test.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(folder: &Path) -> Serving {
        let mut command = Command::new(env!("CARGO_BIN_EXE_backchannel"));
        command.args(["serve", "--addr", "127.0.0.1:0", "--db", "sqlite:one.db"]);
        command.current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("Backchannel is at http://");
        Serving { address: address.trim_end_matches('/').to_owned(), child }
    }

    fn post(&self, path: &str, cookie: &str, body: &str) -> String {
        let mut socket = TcpStream::connect(&self.address).unwrap();
        let (address, length) = (&self.address, body.len());
        write!(
            socket,
            "POST /api/v1{path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
             cookie: {cookie}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        socket.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
        answer
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have gone by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_table_moves_to_another_database_and_back_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    {
        let serving = Serving::start(folder);
        let guest = serving.post("/guests", "", r#"{"name": "Anna"}"#);
        let cookie = guest.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
        let cookie = cookie.split(';').next().unwrap();
        serving.post("/quick", cookie, "{}");
    }
    backchannel(folder, &["export", "one.ndjson", "--db", "sqlite:one.db"]);
    let told = backchannel(folder, &["import", "one.ndjson", "--db", "sqlite:two.db"]);
    assert!(told.starts_with("1 tables"), "{told}");
    backchannel(folder, &["export", "two.ndjson", "--db", "sqlite:two.db"]);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("one.ndjson"), read("two.ndjson"));
    let again = backchannel(folder, &["import", "one.ndjson", "--db", "sqlite:two.db", "--json"]);
    assert!(again.contains(r#""tables":[]"#), "{again}");
}

#[test]
fn a_file_that_is_no_export_is_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_backchannel"));
    command.args(["import", "nothing.ndjson", "--db", "sqlite:two.db"]).current_dir(folder.path());
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing.ndjson"));
}
