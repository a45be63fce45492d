//! `backchannel arena challenge`: rates a newcomer against a frozen pool.

use std::io::Write;

use arena::league::by_name;
use arena::{MOST_CHALLENGE_GAMES, MOST_THREADS, Pool};

use super::report::standings;
use crate::args::{cores, within};
use crate::failure::Failure;
use crate::paint::Paint;
use crate::progress;

/// Rate a bot against ref-1, a line-up with seeds, maps and settings that never change.
#[derive(clap::Args)]
pub(crate) struct Challenge {
    /// Who is rated, by name or as agent:COMMAND.
    #[arg(long, value_name = "BOT")]
    bot: String,
    /// Games, rounded up until everybody has had every seat equally often; by default as many as the pool says.
    #[arg(long, value_name = "N", value_parser = within(1..=MOST_CHALLENGE_GAMES))]
    games: Option<u64>,
    /// Threads to play on; by default one per core.
    #[arg(long, value_name = "T", value_parser = within(1..=MOST_THREADS))]
    threads: Option<usize>,
    /// Print the result as one JSON object.
    #[arg(long)]
    json: bool,
}

impl Challenge {
    pub(crate) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let pool = Pool::reference();
        by_name(&self.bot).map_err(|error| Failure::Input(format!("--bot: {error}")))?;
        let games = self.games.unwrap_or(pool.games);
        let bar = progress::bar(games, self.json);
        let heard = |more, all| {
            bar.set_length(all);
            bar.inc(more);
        };
        let threads = self.threads.unwrap_or_else(cores);
        let result = pool.challenge(&self.bot, games, threads, &by_name, heard);
        bar.finish_and_clear();
        let result = result.map_err(|error| Failure::input(&error))?;
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &result)?;
            return Ok(writeln!(out)?);
        }
        let paint = Paint::for_output();
        let rating = &result.rating;
        let told = format!("{} has {:.0} points", result.bot, rating.rating);
        writeln!(
            out,
            "{} (95 % interval {:.0} to {:.0}) and is number {} of {} in {}, after {} games.\n",
            paint.bold(&told),
            rating.low,
            rating.high,
            result.rank,
            result.bots,
            result.pool,
            result.report.games,
        )?;
        Ok(standings(&result.report).write(out, paint)?)
    }
}
