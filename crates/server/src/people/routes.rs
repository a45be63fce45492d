//! The routes of people.

use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, post_with, put_with};
use axum::Json;
use axum::extract::FromRef;

use super::{me, session, tokens};
use crate::http::Http;
use crate::http::describe::{describe, explain};
use crate::people::People;
use crate::wire::Me;

const TAG: &str = "people";

pub fn routes<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
{
    coming_and_going().merge(account())
}

fn coming_and_going<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
{
    let guest = explain(
        TAG,
        "guest",
        "Sign in as a guest",
        "Creates a guest and sets a cookie. Somebody who is signed in keeps their cookie and gets the new name.",
    );
    let sign_in = describe(TAG, "sign_in", "Sign in by name and password");
    let sign_out = describe(TAG, "sign_out", "Sign out here");
    let everywhere = describe(TAG, "sign_out_everywhere", "Sign out everywhere; tokens stay");
    let recover = describe(TAG, "recover", "Sign in by a recovery code, once");
    ApiRouter::new()
        .api_route(
            "/guests",
            post_with(session::guest, |op| {
                guest(op).response_with::<201, Json<Me>, _>(|it| it.description("The new guest."))
            }),
        )
        .api_route(
            "/session",
            post_with(session::sign_in, sign_in).delete_with(session::sign_out, sign_out),
        )
        .api_route("/sessions", delete_with(session::sign_out_everywhere, everywhere))
        .api_route("/session/recover", post_with(session::recover, recover))
}

fn account<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
{
    let show = describe(TAG, "me", "Who you are");
    let change = describe(TAG, "change_me", "Change your name or webhook");
    let password = explain(
        TAG,
        "set_password",
        "Secure the account with a sign-in name and a password",
        "Sessions in other browsers end.",
    );
    let recovery = explain(
        TAG,
        "new_recovery",
        "A new recovery link",
        "It works once and is shown only now. The previous link no longer works.",
    );
    let list = describe(TAG, "tokens", "Your tokens");
    let issue = explain(TAG, "issue_token", "A new token", "Its secret is shown only now.");
    let take_back = describe(TAG, "take_back_token", "Revoke a token");
    ApiRouter::new()
        .api_route("/me", get_with(me::get, show).patch_with(me::patch, change))
        .api_route("/me/password", put_with(me::set_password, password))
        .api_route("/me/recovery", post_with(me::new_recovery, recovery))
        .api_route("/me/tokens", get_with(tokens::list, list).post_with(tokens::issue, issue))
        .api_route("/me/tokens/{id}", delete_with(tokens::take_back, take_back))
}
