//! The configuration of the server: flags, then the environment, then a file, then defaults.

mod flags;
mod limits;

use std::net::SocketAddr;
use std::path::PathBuf;

use ipnet::IpNet;
use serde::Deserialize;

pub use flags::{ConfigError, Flags};
pub use limits::Limits;

/// Everything that a host can configure.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    pub addr: SocketAddr,
    /// `sqlite:` and a path, or `postgres://…`.
    pub db: String,
    /// The address that people use, such as `https://play.example.org`.
    pub public_url: Option<String>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether people may have inbox notifications posted to an address of their own.
    pub webhooks: bool,
    /// Whether such an address may be in a private network.
    pub private_webhooks: bool,
    /// Whether reports of games elsewhere may be fetched from their public address.
    pub fetch_games: bool,
    /// `/metrics` is served to whoever sends this token; without one, the game's own address has no metrics.
    pub metrics_token: Option<String>,
    /// A separate address for metrics.
    pub metrics_addr: Option<SocketAddr>,
    /// A folder of reports on games between bots, which everybody may read.
    pub reports: Option<PathBuf>,
    pub log_format: LogFormat,
    /// Open the browser when the server is ready.
    pub open: bool,
    pub limits: Limits,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs, one object per line.
    Json,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            addr: SocketAddr::from(([127, 0, 0, 1], 8080)),
            db: "sqlite:backchannel.db".to_owned(),
            public_url: None,
            trusted_proxies: Vec::new(),
            webhooks: false,
            private_webhooks: false,
            fetch_games: false,
            metrics_token: None,
            metrics_addr: None,
            reports: None,
            log_format: LogFormat::default(),
            open: false,
            limits: Limits::default(),
        }
    }
}

impl Config {
    /// Whether people connect by https, so that the cookie can be `Secure`.
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether other processes may serve the same people and tables.
    pub fn shares_its_database(&self) -> bool {
        self.db.starts_with("postgres")
    }

    /// The origin of our pages as browsers send it; known only if the public address is.
    pub fn origin(&self) -> Option<&str> {
        self.public_url.as_deref().map(|url| url.trim_end_matches('/'))
    }
}
