//! The simulated network: connections whose bytes take time, stall, and break off anywhere.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use parley::Chance;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::mpsc::UnboundedSender;

/// How many bytes may be in flight in one direction.
const WINDOW: usize = 64 << 10;

/// All connections of the world.
#[derive(Clone)]
pub(crate) struct Network(Arc<Mutex<Net>>);

struct Net {
    chance: Chance,
    now: i64,
    rough: bool,
    doors: BTreeMap<usize, UnboundedSender<Wire>>,
    links: BTreeMap<u64, Link>,
    made: u64,
    cancelled: u64,
    mutant: bool,
}

struct Link {
    process: usize,
    /// What goes to the server, and what comes from it.
    pipes: [Pipe; 2],
    /// It breaks when this many bytes have gone in all.
    breaks_after: Option<usize>,
    stalled_until: i64,
}

#[derive(Default)]
struct Pipe {
    flying: VecDeque<(i64, Vec<u8>)>,
    ready: VecDeque<u8>,
    bytes: usize,
    finished: bool,
    broken: bool,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

impl Pipe {
    fn wake(&mut self) {
        [self.reader.take(), self.writer.take()].into_iter().flatten().for_each(Waker::wake);
    }
}

impl Link {
    fn is_busy(&self) -> bool {
        self.pipes.iter().any(|pipe| !pipe.flying.is_empty())
    }

    fn reset(&mut self) {
        for pipe in &mut self.pipes {
            pipe.broken = true;
            pipe.flying.clear();
            pipe.wake();
        }
    }
}

impl Network {
    /// `mutant` delivers to one client what was meant for another.
    pub fn new(chance: Chance, mutant: bool) -> Network {
        let (doors, links) = (BTreeMap::new(), BTreeMap::new());
        Network(Arc::new(Mutex::new(Net {
            chance,
            now: 0,
            rough: false,
            doors,
            links,
            made: 0,
            cancelled: 0,
            mutant,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Net> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set_rough(&self, rough: bool) {
        self.lock().rough = rough;
    }

    /// From now on, connections to a process are accepted there.
    pub fn listen(&self, process: usize, door: UnboundedSender<Wire>) {
        self.lock().doors.insert(process, door);
    }

    /// A process accepts no more connections.
    pub fn close(&self, process: usize) {
        self.lock().doors.remove(&process);
    }

    /// Whether the current wait never ends.
    pub fn cancels(&self) -> bool {
        let mut net = self.lock();
        let cancels = net.rough && net.chance.one_in(60);
        net.cancelled += u64::from(cancels);
        cancels
    }

    /// How often a wait never ended.
    pub fn cancelled(&self) -> u64 {
        self.lock().cancelled
    }

    /// A process is gone, and its connections with it.
    pub fn hang_up(&self, process: usize) {
        let mut net = self.lock();
        net.doors.remove(&process);
        net.links.values_mut().filter(|link| link.process == process).for_each(Link::reset);
    }

    /// Breaks some of the open connections.
    pub fn break_some(&self, one_in: u32) {
        let mut net = self.lock();
        let Net { links, chance, .. } = &mut *net;
        links.values_mut().filter(|_| chance.one_in(one_in)).for_each(Link::reset);
    }

    /// # Errors
    /// If nobody listens there.
    pub fn connect(&self, process: usize) -> io::Result<Wire> {
        let mut net = self.lock();
        let door = net.doors.get(&process).cloned().ok_or(ErrorKind::ConnectionRefused)?;
        net.made += 1;
        let id = net.made;
        let breaks_after = (net.rough && net.chance.one_in(6)).then(|| {
            let most = [600, 4_000, 60_000][net.chance.index(3)];
            net.chance.index(most)
        });
        let pipes = [Pipe::default(), Pipe::default()];
        net.links.insert(id, Link { process, pipes, breaks_after, stalled_until: 0 });
        drop(net);
        let end = |side| Wire { network: self.clone(), id, side };
        // A process that has just gone takes its end with it.
        door.send(end(1)).map_err(|_| ErrorKind::ConnectionRefused)?;
        Ok(end(0))
    }

    /// Delivers what has arrived by now. Returns whether more is in flight.
    pub fn deliver(&self, now: i64) -> bool {
        let mut net = self.lock();
        net.now = now;
        let Net { links, chance, rough, .. } = &mut *net;
        for link in links.values_mut().filter(|link| link.is_busy() && link.stalled_until <= now) {
            if *rough && chance.one_in(4_000) {
                link.stalled_until = now + 100 + chance.below(40_000) as i64;
                continue;
            }
            for pipe in &mut link.pipes {
                while pipe.flying.front().is_some_and(|(due, _)| *due <= now) {
                    let (_, bytes) = pipe.flying.pop_front().unwrap_or_default();
                    pipe.ready.extend(bytes);
                    pipe.reader.take().into_iter().for_each(Waker::wake);
                }
            }
        }
        net.links.values().any(Link::is_busy)
    }
}

/// One end of a connection. The client has side 0.
pub(crate) struct Wire {
    network: Network,
    id: u64,
    side: usize,
}

impl Wire {
    fn with<T>(
        &self,
        work: impl FnOnce(&mut Net, &mut Link) -> Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let mut net = self.network.lock();
        let Some(mut link) = net.links.remove(&self.id) else {
            return Poll::Ready(Err(ErrorKind::ConnectionReset.into()));
        };
        let done = work(&mut net, &mut link);
        net.links.insert(self.id, link);
        done
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.with(|_, link| {
            let pipe = &mut link.pipes[1 - self.side];
            if pipe.ready.is_empty() {
                return match () {
                    () if pipe.broken => Poll::Ready(Err(ErrorKind::ConnectionReset.into())),
                    () if pipe.finished && pipe.flying.is_empty() => Poll::Ready(Ok(())),
                    () => {
                        pipe.reader = Some(context.waker().clone());
                        Poll::Pending
                    }
                };
            }
            let count = pipe.ready.len().min(buffer.remaining());
            let bytes: Vec<u8> = pipe.ready.drain(..count).collect();
            buffer.put_slice(&bytes);
            pipe.bytes -= count;
            pipe.writer.take().into_iter().for_each(Waker::wake);
            Poll::Ready(Ok(()))
        })
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.with(|net, link| {
            let pipe = &mut link.pipes[self.side];
            if pipe.broken || pipe.finished {
                return Poll::Ready(Err(ErrorKind::BrokenPipe.into()));
            }
            if pipe.bytes >= WINDOW {
                pipe.writer = Some(context.waker().clone());
                return Poll::Pending;
            }
            let mut count = bytes.len().min(WINDOW - pipe.bytes);
            let breaks = link.breaks_after.as_mut().is_some_and(|left| {
                count = count.min(*left);
                *left -= count;
                *left == 0
            });
            let last = pipe.flying.back().map_or(0, |(due, _)| *due);
            let slow = if net.rough { 200 } else { 20 };
            let due = last.max(net.now + 1 + net.chance.below(slow) as i64);
            pipe.bytes += count;
            pipe.flying.push_back((due, bytes[..count].to_vec()));
            if net.mutant && self.side == 1 && bytes.first() == Some(&0x81) && net.chance.one_in(20)
            {
                let other = net
                    .links
                    .values_mut()
                    .find(|it| !it.pipes[1].broken && it.breaks_after.is_none());
                if let Some(other) = other {
                    other.pipes[1].bytes += bytes.len();
                    other.pipes[1].flying.push_back((due, bytes.to_vec()));
                }
            }
            if breaks {
                link.reset();
                return Poll::Ready(Err(ErrorKind::BrokenPipe.into()));
            }
            Poll::Ready(Ok(count))
        })
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.with(|_, link| {
            let pipe = &mut link.pipes[self.side];
            pipe.finished = true;
            pipe.wake();
            Poll::Ready(Ok(()))
        })
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        let mut net = self.network.lock();
        let Some(link) = net.links.get_mut(&self.id) else { return };
        // The other end reads what is in flight, then the end; nobody reads what it writes any more.
        link.pipes[self.side].finished = true;
        link.pipes[1 - self.side].broken = true;
        link.pipes.iter_mut().for_each(Pipe::wake);
        if link.pipes.iter().all(|pipe| pipe.broken || pipe.finished)
            && link.pipes[self.side].broken
        {
            net.links.remove(&self.id);
        }
    }
}
