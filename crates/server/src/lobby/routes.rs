//! The addresses of tables and what is done there.

use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, post_with, put_with};

use super::{inbox, invitations, owner, seats, start, tables};
use crate::api::app::App;

const TAG: &str = "tables";

pub fn routes() -> ApiRouter<App> {
    gathering().merge(company()).merge(course())
}

fn gathering() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/tables",
            get_with(tables::list, |op| {
                op.tag(TAG).id("tables").summary("Tables for everybody").description(
                    "Open tables that gather, or are being played and may be watched; the newest first.",
                )
            })
            .post_with(tables::create, |op| {
                op.tag(TAG).id("create_table").summary("Open a table").description(
                    "You own it and sit on its first seat.",
                )
            }),
        )
        .api_route(
            "/quick",
            post_with(start::quick, |op| {
                op.tag(TAG).id("quick_game").summary("A game against bots, at once")
            }),
        )
        .api_route(
            "/tables/{id}",
            get_with(tables::get, |op| op.tag(TAG).id("table").summary("A table"))
                .patch_with(tables::patch, |op| {
                    op.tag(TAG).id("change_table").summary("Change the settings, before the start")
                })
                .delete_with(tables::delete, |op| {
                    op.tag(TAG).id("delete_table").summary("Delete a table, before the start")
                }),
        )
}

fn company() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/invites/{code}",
            get_with(invitations::look, |op| {
                op.tag(TAG)
                    .id("invited")
                    .summary("What a link leads to")
                    .description("It needs no account.")
            })
            .post_with(invitations::claim, |op| {
                op.tag(TAG).id("claim_invite").summary("Open a link").description(
                    "From now on you are known at the table. A private invitation is used up by it.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/seats",
            post_with(seats::sit, |op| op.tag(TAG).id("sit").summary("Sit down")),
        )
        .api_route(
            "/tables/{id}/seats/{seat}",
            delete_with(seats::leave, |op| {
                op.tag(TAG).id("leave").summary("Get up, or send somebody away").description(
                    "Everybody leaves their own seat; the owner empties any, before the start.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/seats/{seat}/bot",
            put_with(seats::seat_bot, |op| op.tag(TAG).id("seat_bot").summary("Put a bot on a seat")),
        )
        .api_route(
            "/tables/{id}/invitations",
            post_with(invitations::invite, |op| {
                op.tag(TAG).id("invite").summary("Invite somebody to a private table").description(
                    "The invitation works once: for the person it names, or for whoever opens it first.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/invitations/{code}",
            delete_with(invitations::take_back, |op| {
                op.tag(TAG).id("take_back_invitation").summary("Take an invitation back")
            }),
        )
        .api_route(
            "/tables/{id}/owner",
            post_with(owner::transfer, |op| {
                op.tag(TAG).id("transfer").summary("Hand the table to somebody who sits at it")
            }),
        )
}

fn course() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/tables/{id}/start",
            post_with(start::start, |op| {
                op.tag(TAG).id("start").summary("Begin").description(
                    "Seats and settings are frozen, and the fingerprint of the seed is shown.",
                )
            }),
        )
        .api_route(
            "/tables/{id}/close",
            post_with(owner::close, |op| op.tag(TAG).id("close").summary("Close a Twilight desk")),
        )
        .api_route(
            "/tables/{id}/rematch",
            post_with(owner::rematch, |op| {
                op.tag(TAG).id("rematch").summary("Play again").description(
                    "Opens a table with the same settings and bots, to which everybody is let in. Asked again, it is the same table.",
                )
            }),
        )
        .api_route(
            "/inbox",
            get_with(inbox::get, |op| op.tag("people").id("inbox").summary("What waits for you")),
        )
        .api_route(
            "/inbox/events",
            get_with(inbox::events, |op| {
                op.tag("people").id("inbox_events").summary("The same as a stream, whenever it changes")
            }),
        )
}
