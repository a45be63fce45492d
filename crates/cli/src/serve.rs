//! `backchannel serve`: the game over HTTP, with its own database.

use std::io::Write;
use std::net::SocketAddr;

use server::config::{Config, Flags, LogFormat};
use server::serve::{Server, interrupted};
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{fmt, registry};

use crate::failure::Failure;

/// Serve the game; this is what happens without any command.
#[derive(clap::Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    flags: Flags,
}

impl Serve {
    pub(crate) fn run(self, out: &mut impl Write) -> Result<(), Failure> {
        let config = Config::load(self.flags).map_err(|error| Failure::Input(error.to_string()))?;
        start_log(config.log_format);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(serve(config, out))
    }
}

async fn serve(config: Config, out: &mut impl Write) -> Result<(), Failure> {
    let (open, public) = (config.open, config.public_url.clone());
    let server = Server::start(games::all(), config)
        .await
        .map_err(|error| Failure::Input(error.to_string()))?;
    let page = public.unwrap_or_else(|| page(server.address()));
    writeln!(out, "Backchannel is at {page}")?;
    out.flush()?;
    if open && let Err(error) = open::that_detached(&page) {
        tracing::warn!(%error, "the browser could not be opened");
    }
    server.run(interrupted()).await;
    Ok(())
}

/// The address to open in a browser on this machine.
fn page(address: Option<SocketAddr>) -> String {
    match address {
        Some(address) if address.ip().is_unspecified() => {
            format!("http://localhost:{}/", address.port())
        }
        Some(address) => format!("http://{address}/"),
        None => "an unknown address".to_owned(),
    }
}

/// Writes the log to standard error. `RUST_LOG` sets the level; by default only the server's own messages.
fn start_log(format: LogFormat) {
    let asked = std::env::var("RUST_LOG").ok().and_then(|filter| filter.parse::<Targets>().ok());
    let usual = || {
        let quiet = [("sqlx", Level::WARN), ("rmcp", Level::ERROR)];
        Targets::new().with_default(Level::INFO).with_targets(quiet)
    };
    let log = registry().with(asked.unwrap_or_else(usual));
    let lines = fmt::layer().with_writer(std::io::stderr);
    match format {
        LogFormat::Text => log.with(lines).init(),
        LogFormat::Json => log.with(lines.json().flatten_event(true)).init(),
    }
}
