//! `backchannel` without a command.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// Stopped with the test, however it ends.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have gone by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn without_a_command_it_serves_and_prints_the_address() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_backchannel"));
    command.current_dir(folder.path()).env("BACKCHANNEL_ADDR", "127.0.0.1:0");
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut serving = Serving(command.spawn().unwrap());
    let mut line = String::new();
    BufReader::new(serving.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Backchannel is at http://").unwrap_or(&line);
    let address = address.trim_end_matches('/');

    let mut socket = TcpStream::connect(address).unwrap();
    write!(socket, "GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(folder.path().join("backchannel.db").exists());
}
