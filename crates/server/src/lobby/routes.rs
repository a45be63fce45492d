//! The routes of tables.

use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, post_with, put_with};
use axum::extract::FromRef;

use super::announcements::handlers as announcements;
use super::{daily as of_the_day, inbox, invitations, owner, seats, start, tables};
use crate::http::Http;
use crate::http::describe::{describe, explain};
use crate::lobby::Lobby;
use crate::people::People;

const TAG: &str = "tables";

pub fn routes<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Lobby: FromRef<S>,
{
    gathering()
        .merge(company())
        .merge(links())
        .merge(course())
        .merge(outside())
        .merge(inbox())
        .merge(daily())
}

fn gathering<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Lobby: FromRef<S>,
{
    let list = explain(
        TAG,
        "tables",
        "Public tables",
        "Open tables that wait for players, or that can be watched; the newest first.",
    );
    let create = explain(
        TAG,
        "create_table",
        "Open a table",
        "You own it and sit on its first seat. Omitted fields have their defaults.",
    );
    let quick = describe(TAG, "quick_game", "Start a game against bots");
    let show = describe(TAG, "table", "A table");
    let change = describe(TAG, "change_table", "Change the settings, before the start");
    let delete = describe(TAG, "delete_table", "Delete a table, before the start");
    ApiRouter::new()
        .api_route("/tables", get_with(tables::list, list).post_with(tables::create, create))
        .api_route("/quick", post_with(start::quick, quick))
        .api_route(
            "/tables/{id}",
            get_with(tables::get, show)
                .patch_with(tables::patch, change)
                .delete_with(tables::delete, delete),
        )
}

fn company<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Lobby: FromRef<S>,
{
    let sit = describe(TAG, "sit", "Sit down");
    let leave = explain(
        TAG,
        "leave",
        "Leave a seat, or remove somebody from one",
        "Everybody can leave their own seat; the owner can also empty any other, before the start.",
    );
    let entropy = explain(
        TAG,
        "add_entropy",
        "Add to the seed",
        "32 random bytes from a seat that you hold, once, before the start. Nobody else is shown them \
         until the game is over.",
    );
    let bot = describe(TAG, "seat_bot", "Put a bot on a seat");
    let fill = explain(
        TAG,
        "fill",
        "Put bots on all free seats",
        "Characters of the game that are not at the table yet come first.",
    );
    let transfer = describe(TAG, "transfer", "Transfer the table to somebody who sits at it");
    ApiRouter::new()
        .api_route("/tables/{id}/seats", post_with(seats::sit, sit))
        .api_route("/tables/{id}/seats/{seat}", delete_with(seats::leave, leave))
        .api_route("/tables/{id}/seats/{seat}/entropy", put_with(seats::add_entropy, entropy))
        .api_route("/tables/{id}/seats/{seat}/bot", put_with(seats::seat_bot, bot))
        .api_route("/tables/{id}/bots", post_with(seats::fill, fill))
        .api_route("/tables/{id}/owner", post_with(owner::transfer, transfer))
}

fn links<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Lobby: FromRef<S>,
{
    let look = explain(TAG, "invited", "What a link leads to", "It needs no account.");
    let claim = explain(
        TAG,
        "claim_invite",
        "Open a link",
        "From now on you are admitted to the table. This uses up a private invitation.",
    );
    let invite = explain(
        TAG,
        "invite",
        "Invite somebody to a private table",
        "It works once: for the person it names, or for whoever opens it first.",
    );
    let take_back = describe(TAG, "take_back_invitation", "Revoke an invitation");
    ApiRouter::new()
        .api_route(
            "/invites/{code}",
            get_with(invitations::look, look).post_with(invitations::claim, claim),
        )
        .api_route("/tables/{id}/invitations", post_with(invitations::invite, invite))
        .api_route(
            "/tables/{id}/invitations/{code}",
            delete_with(invitations::take_back, take_back),
        )
}

fn course<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Lobby: FromRef<S>,
{
    let begin = explain(
        TAG,
        "start",
        "Start the game",
        "Seats and settings are frozen, and the commitment to the seed and the set-up is shown.",
    );
    let close = describe(TAG, "close", "End a game that does not end by itself");
    let rematch = explain(
        TAG,
        "rematch",
        "Play again",
        "A table with the same settings and bots, to which everybody is admitted. A repeated \
         request returns the same table. Once every person is out, nobody has to wait for the end.",
    );
    ApiRouter::new()
        .api_route("/tables/{id}/start", post_with(start::start, begin))
        .api_route("/tables/{id}/close", post_with(owner::close, close))
        .api_route("/tables/{id}/rematch", post_with(owner::rematch, rematch))
}

fn outside<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Lobby: FromRef<S>,
{
    let announce = explain(
        TAG,
        "announce",
        "Post what happens to a webhook",
        "From now on, what everybody may know (deals, verdicts, promises that fall due) is posted in Discord's \
         format, each once. For the owner, while the table is in play; an earlier webhook is replaced.",
    );
    let show =
        explain(TAG, "announcements", "Whether a table posts what happens", "For the owner.");
    let silence = describe(TAG, "silence", "Post nothing more");
    ApiRouter::new().api_route(
        "/tables/{id}/announcements",
        put_with(announcements::announce, announce)
            .get_with(announcements::show, show)
            .delete_with(announcements::silence, silence),
    )
}

fn inbox<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Lobby: FromRef<S>,
{
    let show = describe("people", "inbox", "What is waiting for you");
    let stream = describe("people", "inbox_events", "The same as a stream, whenever it changes");
    ApiRouter::new()
        .api_route("/inbox", get_with(inbox::get, show))
        .api_route("/inbox/events", get_with(inbox::events, stream))
}

fn daily<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Lobby: FromRef<S>,
{
    let today = explain(
        TAG,
        "daily",
        "The daily table of today",
        "The same seed, map and bots for everybody; the day is that of UTC. Its seed is shown when the day is over.",
    );
    let play = explain(
        TAG,
        "play_daily",
        "Play the daily table",
        "One try a day, for accounts. The game begins at once, and takes no random bytes from you.",
    );
    let of_day = describe(TAG, "daily_of", "The daily table of a day that somebody has asked for");
    ApiRouter::new()
        .api_route("/daily", get_with(of_the_day::today, today).post_with(of_the_day::play, play))
        .api_route("/daily/{day}", get_with(of_the_day::of_day, of_day))
}
