//! The latency of `/healthz`, requested from a separate thread and on a new connection every time.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, ensure};

const PAUSE: Duration = Duration::from_millis(10);

pub struct Pulse {
    enough: Arc<AtomicBool>,
    asking: JoinHandle<Result<Vec<Duration>>>,
}

/// Latencies, shortest first.
pub struct Health(Vec<Duration>);

impl Pulse {
    pub fn take(address: &str) -> Pulse {
        let (address, enough) = (address.to_owned(), Arc::new(AtomicBool::new(false)));
        let told = Arc::clone(&enough);
        let asking = thread::spawn(move || {
            let mut times = Vec::new();
            while !told.load(Ordering::Relaxed) {
                times.push(ask(&address)?);
                thread::sleep(PAUSE);
            }
            Ok(times)
        });
        Pulse { enough, asking }
    }

    pub fn end(self) -> Result<Health> {
        self.enough.store(true, Ordering::Relaxed);
        let mut times = self.asking.join().map_err(|_| anyhow!("the pulse was lost"))??;
        ensure!(!times.is_empty(), "nobody asked");
        times.sort_unstable();
        Ok(Health(times))
    }
}

fn ask(address: &str) -> Result<Duration> {
    let begun = Instant::now();
    let mut line = TcpStream::connect(address)?;
    let request = format!("GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    line.write_all(request.as_bytes())?;
    let mut answer = String::new();
    line.read_to_string(&mut answer)?;
    ensure!(answer.starts_with("HTTP/1.1 200"), "/healthz: {answer}");
    Ok(begun.elapsed())
}

impl Health {
    /// The percentile in milliseconds.
    pub fn at(&self, share: f64) -> f64 {
        let last = self.0.len() - 1;
        self.0[((last as f64) * share) as usize].as_secs_f64() * 1e3
    }
}
