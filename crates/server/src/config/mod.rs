//! How the server is set up: flags before the environment before a file before what is built in.

mod flags;
mod limits;

use std::net::SocketAddr;

use ipnet::IpNet;
use serde::Deserialize;

pub use flags::{ConfigError, Flags};
pub use limits::Limits;

/// Everything that whoever hosts it can decide.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    pub addr: SocketAddr,
    /// `sqlite:` and a path, or `postgres://…`.
    pub db: String,
    /// The address that people type, such as `https://play.example.org`.
    pub public_url: Option<String>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether people may have news of their inbox posted to an address of their own.
    pub webhooks: bool,
    /// Whether such an address may be in a private network.
    pub private_webhooks: bool,
    /// With it `/metrics` is served to whoever sends it; without it the game's own address has no metrics.
    pub metrics_token: Option<String>,
    /// Where metrics are served besides.
    pub metrics_addr: Option<SocketAddr>,
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
    /// For programs, one object a line.
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
            metrics_token: None,
            metrics_addr: None,
            log_format: LogFormat::default(),
            open: false,
            limits: Limits::default(),
        }
    }
}

impl Config {
    /// Whether people come by https, so that the cookie may insist on it.
    pub fn is_https(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }

    /// Whether other processes may serve the same people and tables.
    pub fn shares_its_database(&self) -> bool {
        self.db.starts_with("postgres")
    }

    /// What browsers call our pages' origin; unknown unless the public address is.
    pub fn origin(&self) -> Option<&str> {
        self.public_url.as_deref().map(|url| url.trim_end_matches('/'))
    }
}
