//! The routes of a table in play.

use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with, put_with};
use axum::extract::FromRef;

use super::{door, finished, handlers};
use crate::http::Http;
use crate::people::People;
use crate::table::hall::Hall;

const TAG: &str = "play";

pub fn routes<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Hall: FromRef<S>,
{
    play().merge(in_words()).merge(company()).merge(after())
}

fn play<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Hall: FromRef<S>,
{
    ApiRouter::new()
        .api_route(
            "/tables/{id}/view",
            get_with(handlers::view, |op| {
                op.tag(TAG).id("view").summary("The current view").description(
                    "The view of your seat, what you may do, and the last lines of your log. \
                     Spectators get what everybody knows.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/log",
            get_with(handlers::log, |op| op.tag(TAG).id("log").summary("Older lines of your log")),
        )
        .api_route(
            "/tables/{id}/commands",
            post_with(handlers::command, |op| {
                op.tag(TAG).id("command").summary("Make a move").description(
                    "A command that is acknowledged is on disk. A retry with the same `id` gets the same \
                     response and is carried out once. A refusal names the clause of the rules.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/agreed",
            post_with(handlers::agreed, |op| {
                op.tag(TAG).id("agreed").summary("Record a deal that was agreed aloud").description(
                    "For somebody who keeps both seats: the offer and its acceptance are recorded together, \
                     or neither. A retry with the same `id` gets the same response.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/events",
            get_with(handlers::events, |op| {
                op.tag(TAG).id("events").summary("Follow a table as server-sent events")
            }),
        )
        .api_route(
            "/tables/{id}/socket",
            get_with(handlers::socket, |op| {
                op.tag(TAG).id("socket").summary("Follow a table, and play, over a WebSocket")
            }),
        )
        .api_route(
            "/tables/{id}/setup",
            get_with(handlers::setup, |op| {
                op.tag(TAG).id("setup").summary("What was agreed before play, with the map")
            }),
        )
}

fn in_words<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Hall: FromRef<S>,
{
    ApiRouter::new()
        .api_route(
            "/tables/{id}/brief",
            get_with(door::brief, |op| {
                op.tag(TAG).id("brief").summary("The position of your seat as plain text").description(
                    "With `since` and `wait` it waits for news, and answers without any if there are none in time.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/menu",
            get_with(door::menu, |op| {
                op.tag(TAG).id("menu").summary("What you may do now, numbered and in words").description(
                    "Every entry is accepted. What is not listed, such as another number of troops, may be accepted too.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/preview",
            post_with(door::preview, |op| {
                op.tag(TAG)
                    .id("preview")
                    .summary("A command in words, before it is sent")
                    .description("Whether it would be accepted, and what it would cost, block or lead to.")
            }),
        )
}

fn company<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Hall: FromRef<S>,
{
    ApiRouter::new()
        .api_route(
            "/tables/{id}/pause",
            post_with(handlers::pause, |op| {
                op.tag(TAG)
                    .id("pause")
                    .summary("Ask for a pause, or withdraw the request")
                    .description("Play is paused when everybody has asked.")
            }),
        )
        .api_route(
            "/tables/{id}/resume",
            post_with(handlers::resume, |op| op.tag(TAG).id("resume").summary("Resume play")),
        )
        .api_route(
            "/tables/{id}/pace",
            put_with(handlers::pace, |op| {
                op.tag(TAG).id("pace_bots").summary("Choose how fast the bots move").description(
                    "For the owner, also while the game is played. `bot_pace_ms` of the table's news has \
                     the current value.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/skip",
            post_with(handlers::skip, |op| {
                op.tag(TAG).id("skip").summary("Skip to the end").description(
                    "Once every person at the table is out: the bots that are left make their moves at \
                     once, and the game ends as it would have ended.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/seats/{seat}/relief",
            post_with(handlers::relieve, |op| {
                op.tag(TAG).id("relieve").summary("Let a bot play your seat for a while")
            })
            .delete_with(handlers::take_back, |op| {
                op.tag(TAG).id("take_back").summary("Take your seat back")
            }),
        )
}

fn after<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Hall: FromRef<S>,
{
    ApiRouter::new()
        .api_route(
            "/tables/{id}/replay",
            get_with(finished::replay, |op| {
                op.tag("after").id("replay").summary("The replay file of a finished game")
            }),
        )
        .api_route(
            "/tables/{id}/history",
            get_with(finished::history, |op| {
                op.tag("after")
                    .id("history")
                    .summary("A finished game, message by message")
                    .description("As one seat saw it, or with nothing hidden.")
            }),
        )
        .api_route(
            "/tables/{id}/reasons",
            get_with(finished::reasons, |op| {
                op.tag("after")
                    .id("reasons")
                    .summary("Why a bot made a move of a finished game")
                    .description(
                        "The bot decides once more from the view that it had. If that does not lead to the same \
                         move, or would take too long, `unknown` says so.",
                    )
            }),
        )
}
