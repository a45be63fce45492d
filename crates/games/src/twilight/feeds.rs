//! Desks that follow a game recorded elsewhere.

use server::ruleset::{FeedCommand, FeedKind};
use server::text::capital;
use server::wire::Problem;
use twilight::desk::fact::FeedSource;
use twilight::feed::{self, FeedReport};
use twilight::{Command, Game};

use super::Twilight;

/// The mod of Tabletop Playground posts to this address on the player's own machine.
const PLAYGROUND: FeedKind =
    FeedKind { name: "tabletop_playground", path: Some("/postkey_ttpg"), address: None };
const FORUM: FeedKind = FeedKind {
    name: "asyncti4",
    path: None,
    address: Some("https://bot.asyncti4.com/api/public/game/{game}/web-data"),
};

pub const ALL: &[FeedKind] = &[PLAYGROUND, FORUM];

/// Reads a report, which a desk then makes a command of.
pub fn read(source: &str, text: &[u8]) -> Result<FeedCommand<Twilight>, Problem> {
    let source = match source {
        _ if source == PLAYGROUND.name => FeedSource::TabletopPlayground,
        _ if source == FORUM.name => FeedSource::Asyncti4,
        _ => return Err(Problem::not_found("feed of this game")),
    };
    let report = feed::read(source, text)
        .map_err(|error| Problem::invalid("text", capital(&format!("{error}."))))?;
    Ok(Box::new(move |Twilight(game): &Twilight| command(game, source, &report)))
}

fn command(game: &Game, source: FeedSource, report: &FeedReport) -> Result<Command, Problem> {
    let facts = game.facts(report);
    match facts.is_empty() {
        true => {
            Err(Problem::invalid("text", "It is a game of other factions than those at this desk."))
        }
        false => Ok(Command::Sync { source, facts }),
    }
}
