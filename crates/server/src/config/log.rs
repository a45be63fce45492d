//! The log: one line for what happened, without cookies, tokens, codes or passwords.

use tracing_subscriber::EnvFilter;

use super::LogFormat;

/// Starts to write the log to standard error. `RUST_LOG` says how much; the server's own news otherwise.
pub fn start_log(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let started = match format {
        LogFormat::Text => log.try_init(),
        LogFormat::Json => log.json().flatten_event(true).try_init(),
    };
    if started.is_err() {
        tracing::debug!("the log has been started before");
    }
}
