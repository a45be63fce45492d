//! People: guests, those who keep their account, and their programs.

pub mod address;
pub mod connections;
pub mod cookie;
pub mod me;
pub mod origin;
pub mod page;
pub mod password;
pub mod person;
pub mod rates;
pub mod record;
pub mod secret;
pub mod session;
pub mod text;
pub mod tokens;

use aide::axum::ApiRouter;
use aide::axum::routing::{delete_with, get_with, post_with, put_with};

use crate::api::app::App;

pub use person::{MaybePerson, Person};

const TAG: &str = "people";

pub fn routes() -> ApiRouter<App> {
    ApiRouter::new()
        .api_route(
            "/guests",
            post_with(session::guest, |op| {
                op.tag(TAG)
                    .id("guest")
                    .summary("Come in as a guest")
                    .description("Makes a person and a cookie. Somebody who has a cookie already keeps it and takes the new name.")
                    .response_with::<201, axum::Json<crate::wire::Me>, _>(|it| it.description("You, with a cookie."))
            }),
        )
        .api_route(
            "/session",
            post_with(session::sign_in, |op| op.tag(TAG).id("sign_in").summary("Sign in by name and password"))
                .delete_with(session::sign_out, |op| op.tag(TAG).id("sign_out").summary("Sign out here")),
        )
        .api_route(
            "/sessions",
            delete_with(session::sign_out_everywhere, |op| {
                op.tag(TAG).id("sign_out_everywhere").summary("Sign out everywhere; tokens stay")
            }),
        )
        .api_route(
            "/session/recover",
            post_with(session::recover, |op| {
                op.tag(TAG).id("recover").summary("Sign in by a recovery code, once")
            }),
        )
        .api_route(
            "/me",
            get_with(me::get, |op| op.tag(TAG).id("me").summary("Who you are"))
                .patch_with(me::patch, |op| op.tag(TAG).id("change_me").summary("Change your name or webhook")),
        )
        .api_route(
            "/me/password",
            put_with(me::set_password, |op| {
                op.tag(TAG)
                    .id("set_password")
                    .summary("Keep the account: a name to sign in with, and a password")
                    .description("Sessions in other browsers end.")
            }),
        )
        .api_route(
            "/me/recovery",
            post_with(me::new_recovery, |op| {
                op.tag(TAG)
                    .id("new_recovery")
                    .summary("A new recovery link")
                    .description("It signs in once. It is shown this one time, and the one before no longer works.")
            }),
        )
        .api_route(
            "/me/tokens",
            get_with(tokens::list, |op| op.tag(TAG).id("tokens").summary("Your tokens"))
                .post_with(tokens::issue, |op| {
                    op.tag(TAG)
                        .id("issue_token")
                        .summary("A new token")
                        .description("Its secret is shown this one time.")
                }),
        )
        .api_route(
            "/me/tokens/{id}",
            delete_with(tokens::take_back, |op| op.tag(TAG).id("take_back_token").summary("Take a token back")),
        )
}
