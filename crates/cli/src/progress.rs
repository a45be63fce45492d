//! A bar for long work, on terminals only.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for that many games; hidden where nobody would see it.
pub(crate) fn bar(games: u64, hidden: bool) -> ProgressBar {
    if hidden || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let style = "{bar:40} {human_pos}/{human_len} games  {per_sec}  {eta} left";
    bar.with_style(ProgressStyle::with_template(style).unwrap_or_else(|_| {
        // An invalid template only affects the appearance.
        ProgressStyle::default_bar()
    }))
}
