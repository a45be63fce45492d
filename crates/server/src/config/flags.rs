//! Where the configuration comes from.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use ipnet::IpNet;
use serde::Deserialize;

use super::{Config, Limits, LogFormat};

/// The flags of `serve`. Each can be set in the environment or in the file instead.
#[derive(Clone, Default, Debug, Args, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Flags {
    /// A TOML file with these settings; flags and the environment take precedence
    #[arg(long, env = "BACKCHANNEL_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// The address to listen at [default: 127.0.0.1:8080]
    #[arg(long, env = "BACKCHANNEL_ADDR")]
    pub addr: Option<SocketAddr>,
    /// sqlite: and a path, or postgres://… [default: sqlite:backchannel.db]
    #[arg(long, env = "BACKCHANNEL_DB", hide_env_values = true)]
    pub db: Option<String>,
    /// The address that people use, such as `https://play.example.org`
    #[arg(long, env = "BACKCHANNEL_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// A proxy, or a network of proxies, whose X-Forwarded-For is trusted
    #[arg(long = "trusted-proxy", env = "BACKCHANNEL_TRUSTED_PROXY", value_name = "NETWORK", value_delimiter = ',', value_parser = network)]
    #[serde(deserialize_with = "networks")]
    pub trusted_proxies: Vec<IpNet>,
    /// Let people have inbox notifications posted to an https address of their own
    #[arg(long, env = "BACKCHANNEL_WEBHOOKS", num_args = 0..=1, default_missing_value = "true")]
    pub webhooks: Option<bool>,
    /// Allow such an address to be in a private network
    #[arg(long, env = "BACKCHANNEL_PRIVATE_WEBHOOKS", num_args = 0..=1, default_missing_value = "true")]
    pub private_webhooks: Option<bool>,
    /// Let players have a game that is recorded elsewhere fetched from its public address
    #[arg(long, env = "BACKCHANNEL_FETCH_GAMES", num_args = 0..=1, default_missing_value = "true")]
    pub fetch_games: Option<bool>,
    /// Serve /metrics to whoever sends this token, of at least 16 characters
    #[arg(long, env = "BACKCHANNEL_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// Another address that serves /metrics, and nothing else
    #[arg(long, env = "BACKCHANNEL_METRICS_ADDR", value_name = "ADDR")]
    pub metrics_addr: Option<SocketAddr>,
    /// A folder with reports of `backchannel arena report --json`, to be shown to everybody
    #[arg(long, env = "BACKCHANNEL_REPORTS", value_name = "DIR")]
    pub reports: Option<PathBuf>,
    /// The format of the log
    #[arg(long, env = "BACKCHANNEL_LOG_FORMAT", value_enum)]
    pub log_format: Option<LogFormat>,
    /// Open the browser when the server is ready
    #[arg(long, env = "BACKCHANNEL_OPEN", num_args = 0..=1, default_missing_value = "true")]
    pub open: Option<bool>,
    /// Limits; only in the file.
    #[arg(skip)]
    pub limits: Option<Limits>,
}

/// A shorter token could be guessed.
const SHORTEST_TOKEN: usize = 16;

/// Why the configuration is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{path}: it cannot be read: {error}", path = path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error("{path}: {error}", path = path.display())]
    Wrong { path: PathBuf, error: Box<toml::de::Error> },
    #[error(
        "public_url: {0:?} is not an address; write it like https://play.example.org, without a path"
    )]
    PublicUrl(String),
    #[error("metrics_token: it has to have at least {SHORTEST_TOKEN} characters")]
    MetricsToken,
    #[error("reports: {path} is not a folder", path = .0.display())]
    Reports(PathBuf),
    #[error("limits.{0}: it has to be at least 1")]
    Zero(&'static str),
}

impl Config {
    /// Reads the file, if there is one, and applies the flags on top of it.
    ///
    /// # Errors
    /// Names the file or the field and says what is wrong with it.
    pub fn load(flags: Flags) -> Result<Config, ConfigError> {
        let file = match &flags.config {
            Some(path) => read(path)?,
            None => Flags::default(),
        };
        let built_in = Config::default();
        let proxies = [flags.trusted_proxies, file.trusted_proxies];
        let config = Config {
            addr: flags.addr.or(file.addr).unwrap_or(built_in.addr),
            db: flags.db.or(file.db).unwrap_or(built_in.db),
            public_url: flags.public_url.or(file.public_url),
            trusted_proxies: proxies.into_iter().find(|it| !it.is_empty()).unwrap_or_default(),
            webhooks: flags.webhooks.or(file.webhooks).unwrap_or_default(),
            private_webhooks: flags.private_webhooks.or(file.private_webhooks).unwrap_or_default(),
            fetch_games: flags.fetch_games.or(file.fetch_games).unwrap_or_default(),
            metrics_token: flags.metrics_token.or(file.metrics_token),
            metrics_addr: flags.metrics_addr.or(file.metrics_addr),
            reports: flags.reports.or(file.reports),
            log_format: flags.log_format.or(file.log_format).unwrap_or_default(),
            open: flags.open.or(file.open).unwrap_or_default(),
            limits: flags.limits.or(file.limits).unwrap_or_default(),
        };
        config.check()
    }

    fn check(mut self) -> Result<Config, ConfigError> {
        if let Some(url) = &self.public_url {
            let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
            match host.map(|host| host.trim_end_matches('/')) {
                Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', ' ']) => {}
                _ => return Err(ConfigError::PublicUrl(url.clone())),
            }
            self.public_url = Some(url.trim_end_matches('/').to_lowercase());
        }
        if self.metrics_token.as_ref().is_some_and(|token| token.chars().count() < SHORTEST_TOKEN) {
            return Err(ConfigError::MetricsToken);
        }
        if let Some(folder) = self.reports.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(ConfigError::Reports(folder.clone()));
        }
        let Limits { guests_per_hour, sign_ins_per_minute, writes_per_minute, .. } = self.limits;
        let rates = [
            ("guests_per_hour", guests_per_hour),
            ("sign_ins_per_minute", sign_ins_per_minute),
            ("guesses_per_hour", self.limits.guesses_per_hour),
            ("questions_per_minute", self.limits.questions_per_minute),
            ("writes_per_minute", writes_per_minute),
        ];
        match rates.iter().find(|(_, rate)| *rate == 0) {
            Some((field, _)) => Err(ConfigError::Zero(field)),
            None => Ok(self),
        }
    }
}

fn read(path: &Path) -> Result<Flags, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| ConfigError::Unreadable { path: path.to_owned(), error })?;
    toml::from_str(&text)
        .map_err(|error| ConfigError::Wrong { path: path.to_owned(), error: Box::new(error) })
}

/// A network, or one address.
fn network(text: &str) -> Result<IpNet, String> {
    let one = text.parse().map(|address: std::net::IpAddr| IpNet::from(address));
    one.or_else(|_| text.parse()).map_err(|_| {
        format!("{text:?} is neither an address nor a network; write it like 10.0.0.0/8")
    })
}

fn networks<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Vec<IpNet>, D::Error> {
    let texts = Vec::<String>::deserialize(reader)?;
    texts.iter().map(|text| network(text).map_err(serde::de::Error::custom)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_file(text: &str, flags: Flags) -> Result<Config, ConfigError> {
        let folder = std::env::temp_dir().join(format!("config-{}", crate::secret::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("backchannel.toml");
        std::fs::write(&path, text).unwrap();
        let config = Config::load(Flags { config: Some(path), ..flags });
        std::fs::remove_dir_all(folder).unwrap();
        config
    }

    #[test]
    fn nothing_said_is_the_default() {
        assert_eq!(Config::load(Flags::default()).unwrap(), Config::default());
    }

    #[test]
    fn a_flag_comes_before_the_file() {
        let flags = Flags { db: Some("flag.db".into()), ..Flags::default() };
        let text = "db = \"file.db\"\nwebhooks = true\ntrusted_proxies = [\"127.0.0.1\"]\n[limits]\ntables_per_person = 3";
        let config = with_file(text, flags).unwrap();
        assert_eq!((&*config.db, config.webhooks), ("flag.db", true));
        assert_eq!(config.trusted_proxies, ["127.0.0.1/32".parse().unwrap()]);
        assert_eq!(config.limits.tables_per_person, 3);
        assert_eq!(config.limits.body_bytes, Limits::default().body_bytes);
    }

    #[test]
    fn a_wrong_field_is_named() {
        let error = with_file("adress = \"1.2.3.4:5\"", Flags::default()).unwrap_err();
        assert!(error.to_string().contains("adress"), "{error}");
        let error = with_file("public_url = \"play.example.org\"", Flags::default()).unwrap_err();
        assert!(error.to_string().starts_with("public_url"), "{error}");
        let error = with_file("metrics_token = \"short\"", Flags::default()).unwrap_err();
        assert!(error.to_string().starts_with("metrics_token"), "{error}");
        let error = with_file("reports = \"/nowhere/at/all\"", Flags::default()).unwrap_err();
        assert_eq!(error.to_string(), "reports: /nowhere/at/all is not a folder");
        let error = with_file("[limits]\nwrites_per_minute = 0", Flags::default()).unwrap_err();
        assert!(error.to_string().starts_with("limits.writes_per_minute"), "{error}");
    }
}
