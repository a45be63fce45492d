//! Values of options that several commands take.

use std::ops::RangeInclusive;
use std::str::FromStr;

/// A whole number within bounds, refused in a sentence that names them.
pub(crate) fn within<N>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static
where
    N: FromStr + PartialOrd + std::fmt::Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number
            .ok_or_else(|| format!("use a whole number from {} to {}", range.start(), range.end()))
    }
}

pub(crate) fn seats(text: &str) -> Result<usize, String> {
    within(2..=backchannel::settings::MOST_SEATS)(text)
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    within(0..=u64::MAX)(text)
}

/// A thread for each core.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(arena::MOST_THREADS)
}

/// The database of a command that works on one.
#[derive(clap::Args)]
pub(crate) struct DatabaseArg {
    /// sqlite: and a path, or postgres://…
    #[arg(
        long,
        env = "BACKCHANNEL_DB",
        hide_env_values = true,
        default_value = "sqlite:backchannel.db"
    )]
    pub db: String,
}
